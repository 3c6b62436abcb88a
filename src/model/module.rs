//! What a designer wants of the game's module for online tabletops.

use super::{Counter, CounterKind, Id, Side, UnitType};
use schemars::JsonSchema;
use serde::Deserialize;

/// To which pieces a trait is added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PieceGroup {
    /// One type of counter.
    Counter(Id<Counter>),
    /// All of a kind.
    Kind(CounterKind),
    /// All of a side.
    Side(Id<Side>),
    /// All of a type.
    Type(Id<UnitType>),
    /// All.
    All,
}

/// A trait that Hexwright does not know, as the tabletop writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnTrait {
    /// To which pieces.
    pub on: PieceGroup,
    /// Its constant part.
    pub text: String,
    /// Its varying part at the start.
    pub state: String,
}

/// Where a component is added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ComponentPlace {
    /// To the module.
    #[default]
    Module,
    /// To the main map.
    Map,
    /// To the prototypes.
    Prototypes,
}

/// A component that Hexwright does not know, as the tabletop writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnComponent {
    /// Where.
    pub within: ComponentPlace,
    /// The element.
    pub xml: String,
}

/// What units that are turned look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Facing {
    /// A side of their hex.
    #[default]
    Hexside,
    /// A corner of their hex, where two other hexes meet.
    Hexspine,
}

/// A menu command that puts another counter in a unit's place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replacement {
    /// The text of the menu entry.
    pub menu: String,
    /// Its key: `Ctrl+H`.
    pub key: Option<String>,
    /// The column that holds the id of the other counter.
    pub column: String,
}

/// How the module is made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModuleSettings {
    /// Width of the most common counter in pixels.
    pub counter_pixels: u32,
    /// The style of its maps.
    pub map_style: String,
    /// A thread for lines of sight.
    pub line_of_sight: bool,
    /// Units may be hidden from the other side.
    pub hidden_units: bool,
    /// The counter whose face covers concealed units, if units may be concealed.
    pub concealed_by: Option<Id<Counter>>,
    /// The counter whose face covers chits that were drawn from a cup.
    pub drawn_under: Option<Id<Counter>>,
    /// Types whose units face somewhere and can be turned.
    pub facing: Vec<Id<UnitType>>,
    /// What those look at.
    pub facing_towards: Facing,
    /// How many hexes the arc reaches that they can show; none when 0.
    pub arc_hexes: u32,
    /// Commands that put another counter in a unit's place.
    pub replacements: Vec<Replacement>,
    /// Traits added to pieces.
    pub traits: Vec<OwnTrait>,
    /// Components added.
    pub components: Vec<OwnComponent>,
}

impl Default for ModuleSettings {
    fn default() -> Self {
        ModuleSettings {
            counter_pixels: 76,
            map_style: "modern".to_owned(),
            line_of_sight: false,
            hidden_units: false,
            concealed_by: None,
            drawn_under: None,
            facing: Vec::new(),
            facing_towards: Facing::default(),
            arc_hexes: 0,
            replacements: Vec::new(),
            traits: Vec::new(),
            components: Vec::new(),
        }
    }
}
