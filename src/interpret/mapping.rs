//! How the words of a module are to be read as words of a game.
//!
//! A module that Hexwright built carries its mapping in the archive ([`ENTRY`]); for a
//! module made by others a person writes one as a TOML file. Both are this type.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The entry of a module archive that holds its mapping, as JSON.
pub const ENTRY: &str = "hexwright.json";

/// How a module's pieces, places, turns, dice and lines are to be read.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Mapping {
    /// The game, by id.
    pub game: String,
    /// The version of the game that the module was built from.
    pub version: String,
    /// The name of the module, to tell when a log is of another one.
    pub module: String,
    /// How pieces tell which unit they are.
    pub pieces: Pieces,
    /// Single pieces by their name in the module: unit id, or `""` for a piece to be ignored.
    pub piece: BTreeMap<String, String>,
    /// The maps.
    #[serde(rename = "map")]
    pub maps: Vec<MapMapping>,
    /// How a piece shows its steps.
    pub steps: Option<Steps>,
    /// How pieces show their states.
    #[serde(rename = "state")]
    pub states: Vec<StateMapping>,
    /// The turn tracker.
    pub turn: Option<TurnMapping>,
    /// Buttons that roll dice: name of the button, id of the dice.
    pub dice: BTreeMap<String, String>,
    /// Player sides of the module: name there, id of the side.
    pub sides: BTreeMap<String, String>,
    /// Module properties that hold points: name there, and what they are.
    #[serde(rename = "points")]
    pub points: Vec<PointsMapping>,
    /// Lines in the chat that declare something.
    #[serde(rename = "declaration")]
    pub declarations: Vec<DeclarationMapping>,
    /// Predefined set-ups: name in the module, id of the scenario.
    pub scenarios: BTreeMap<String, String>,
}

/// How pieces tell which unit they are.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Pieces {
    /// The property with the unit's id; empty when pieces have none.
    pub unit: String,
    /// The property that tells several pieces of a unit's type apart (`2`, `3`, `2a`); empty when pieces have none.
    pub copy: String,
    /// The property with the scenario that a set-up began with.
    pub scenario: String,
}

impl Default for Pieces {
    fn default() -> Self {
        let (unit, scenario) = ("UnitId".to_owned(), "Scenario".to_owned());
        Pieces { unit, copy: String::new(), scenario }
    }
}

/// A map of the module.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct MapMapping {
    /// Its name in the module.
    pub name: String,
    /// Its id in the game; none for a tray, a force pool, the table's edge.
    pub map: Option<String>,
    /// Boards that are maps of their own in the game: name of the board, id of the map.
    pub boards: BTreeMap<String, String>,
    /// How its places are named: `{hex}` stands for the hex id. `{hex}` when empty.
    pub location: String,
    /// Places whose names differ: name there, id of the hex or box.
    pub places: BTreeMap<String, String>,
    /// Three hexes and their centres in pixels, when the module's own names are no use.
    pub points: Vec<(String, f64, f64)>,
}

/// How a piece shows its steps.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Steps {
    /// The property.
    pub property: String,
    /// What its values mean: the first face, the second and so on count steps lost.
    /// Values that are not listed are numbers of the face from one.
    pub lost: BTreeMap<String, u32>,
}

/// How a piece shows a state.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct StateMapping {
    /// The state, by id.
    pub state: String,
    /// The property.
    pub property: String,
    /// Its value while the state lasts; `true` when empty.
    pub value: String,
}

/// A turn tracker.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct TurnMapping {
    /// Its name in the module.
    pub tracker: String,
    /// What a value of a level means, where it is not simply the name of a phase or side:
    /// text there, then ids such as `lorn movement`.
    pub words: BTreeMap<String, String>,
}

/// A module property that holds points.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct PointsMapping {
    /// The property.
    pub property: String,
    /// Which points, by id.
    pub kind: String,
    /// Whose, by id.
    pub side: Option<String>,
}

/// A line of chat that declares something.
///
/// `line` is the report with fields in braces: `Attack: {units} -> {place}`. The field `units`
/// is a list of units, each an id, perhaps followed by its place in brackets; `place` and
/// `places` are hexes or boxes; every other field is text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct DeclarationMapping {
    /// The id of the declaration.
    pub id: String,
    /// The line.
    pub line: String,
}
