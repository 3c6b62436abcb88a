//! Terrain, hexside and path types: the rows of a terrain effects chart.

use super::registry::named_by_id;
use super::{MovementClass, MovementPoints, Provenance, Registry, Sourced};
use std::collections::BTreeMap;

/// What entering a hex, crossing a hexside or following a path costs one movement class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cost {
    /// So many points.
    Points(MovementPoints),
    /// So many points on top of the other cost.
    Add(MovementPoints),
    /// All of the unit's points: it stops there.
    All,
    /// The cost of the other terrain in the hex.
    OtherTerrain,
    /// May not enter or cross.
    Prohibited,
}

impl std::fmt::Display for Cost {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Cost::Points(points) => write!(f, "{points}"),
            Cost::Add(points) => write!(f, "+{points}"),
            Cost::All => f.write_str("all"),
            Cost::OtherTerrain => f.write_str("other terrain"),
            Cost::Prohibited => f.write_str("prohibited"),
        }
    }
}

/// The costs of one chart row, by movement class.
#[derive(Debug, Clone, Default)]
pub struct Costs(pub(crate) Vec<Option<Sourced<Cost>>>);

impl Costs {
    /// What it costs that class; `None` when the chart does not say.
    pub fn of(&self, class: super::Id<MovementClass>) -> Option<Sourced<Cost>> {
        self.0.get(class.index()).copied().flatten()
    }

    /// Whether the chart says nothing for any class.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }

    /// Each class with its cost, in the order of the classes.
    pub fn by_class<'a>(
        &'a self,
        classes: &'a Registry<MovementClass>,
    ) -> impl Iterator<Item = (&'a MovementClass, Option<Sourced<Cost>>)> {
        classes.entries().map(|(id, class)| (class, self.of(id)))
    }
}

/// Whether a terrain is what a hex *is* or something *in* it.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum TerrainRole {
    /// Each hex has exactly one: clear, woods, sea.
    Base,
    /// Any number beside the base: town, port, airfield, beach.
    Feature,
}

/// A row of the terrain effects chart that fills or marks a hex.
#[derive(Debug, Clone)]
pub struct TerrainType {
    /// The id used in map sources.
    pub id: String,
    /// The name in charts and legends.
    pub name: String,
    /// Base or feature.
    pub role: TerrainRole,
    /// How it is drawn: the name of a map drawing part.
    pub draw: String,
    /// Fill colour that overrides the map style's.
    pub colour: Option<String>,
    /// The level of hexes that are this, unless the map gives them another.
    pub level: i32,
    /// Movement costs.
    pub costs: Costs,
    /// Any other chart column (combat, stacking, …) by its id.
    pub effects: BTreeMap<String, String>,
    /// Where the row comes from.
    pub provenance: Provenance,
}

/// A kind of hexside: river, crest, all-sea, boundary line.
#[derive(Debug, Clone)]
pub struct HexsideType {
    /// The id used in map sources.
    pub id: String,
    /// The name in charts and legends.
    pub name: String,
    /// How it is drawn.
    pub draw: String,
    /// Colour that overrides the map style's.
    pub colour: Option<String>,
    /// Movement costs, usually added to the hex's.
    pub costs: Costs,
    /// Other chart columns.
    pub effects: BTreeMap<String, String>,
    /// Where the row comes from.
    pub provenance: Provenance,
}

/// A kind of line from hex to hex: road, railway, track, stream.
#[derive(Debug, Clone)]
pub struct PathType {
    /// The id used in map sources.
    pub id: String,
    /// The name in charts and legends.
    pub name: String,
    /// How it is drawn.
    pub draw: String,
    /// Colour that overrides the map style's.
    pub colour: Option<String>,
    /// Movement costs per hex along the path.
    pub costs: Costs,
    /// Whether following it replaces the costs of the hex and of the hexside crossed.
    pub replaces_terrain: bool,
    /// Whether it may pass a hex that no ground unit may enter (a ferry, a causeway).
    pub crosses_prohibited: bool,
    /// Other chart columns.
    pub effects: BTreeMap<String, String>,
    /// Where the row comes from.
    pub provenance: Provenance,
}

named_by_id!(TerrainType, HexsideType, PathType);
