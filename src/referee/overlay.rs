//! Overlays: what the referee sees on the table at a step, for pages that show it.

use super::sketch::{Line, Shade};
use serde::Serialize;

/// What the referee sees on the table now. A game fills in what its rules know.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Overlays {
    /// Zones of control, a shade for each side.
    pub zones: Vec<Shade>,
    /// Whether units are in supply.
    pub supply: Vec<Supplied>,
    /// What stacks count.
    pub stacking: Vec<Stacked>,
    /// Bonds and other lines between units.
    pub lines: Vec<Line>,
}

/// Whether a unit is in supply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Supplied {
    /// The unit, by id.
    pub unit: String,
    /// Its hex.
    pub at: String,
    /// Whether a line can be drawn.
    pub supplied: bool,
    /// The line, from the unit to the source, when there is one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
}

/// What a stack counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Stacked {
    /// Its hex.
    pub at: String,
    /// Whose, by id.
    pub side: String,
    /// What it counts.
    pub total: String,
    /// What it may count.
    pub limit: String,
    /// Whether that is too much.
    pub over: bool,
}

/// Where a unit could go.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Reach {
    /// The unit, by id.
    pub unit: String,
    /// What it may spend.
    pub allowance: String,
    /// The hexes and the cost of the cheapest way to each.
    pub hexes: Vec<Reached>,
}

/// A hex that a unit could go to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Reached {
    /// Which.
    pub at: String,
    /// What the cheapest way costs.
    pub cost: String,
}
