//! Sketches: what a finding looks like on the map, as data that any page can draw.
//!
//! Places are named as printed on the map, points and costs are exact texts (`2 1/2`), sides and
//! units are ids. Nothing in a sketch is needed to understand a finding; it shows what the
//! evidence says.

use serde::Serialize;

/// What there is to draw.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Sketch {
    /// Ways over the map, hex by hex.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub routes: Vec<Route>,
    /// Hexes in zones of control.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<Shade>,
    /// Straight lines between hexes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Line>,
    /// Single hexes to point at.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
}

/// What a way is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RouteKind {
    /// A move.
    Move,
    /// A retreat; only where it began and ended is known.
    Retreat,
    /// An advance after combat.
    Advance,
    /// A line of supply or communication.
    Supply,
}

/// A way over the map.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Route {
    /// What it is.
    pub kind: RouteKind,
    /// Who goes it, by id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// What may be spent on it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub allowance: String,
    /// Its hexes, where it begins first.
    pub steps: Vec<Waypoint>,
}

/// A hex of a way.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Waypoint {
    /// Which; the name of a box when the way begins in one.
    pub at: String,
    /// What the step into it costs.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub cost: String,
    /// What was spent up to here.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub total: String,
    /// Whether the step into it breaks the rule.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub breaks: bool,
}

impl Waypoint {
    /// A hex of a way on which nothing is counted.
    pub fn at(name: impl Into<String>) -> Self {
        Waypoint { at: name.into(), ..Waypoint::default() }
    }
}

/// Hexes in the zone of control of a side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Shade {
    /// Whose, by id.
    pub side: String,
    /// Which hexes.
    pub hexes: Vec<String>,
}

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LineKind {
    /// From an attacker to whom it attacks.
    Attack,
    /// Between two units whose zones join.
    Bond,
    /// A thread of sight.
    Sight,
}

/// A straight line between two hexes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Line {
    /// What it is.
    pub kind: LineKind,
    /// Whose, by id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
    /// Where it begins.
    pub from: String,
    /// Where it ends.
    pub to: String,
    /// The hex that blocks it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocked: Option<String>,
    /// A word to write beside it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label: String,
}

/// Why a hex is pointed at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MarkKind {
    /// Here the rule is broken.
    Offence,
    /// More units than may stand here.
    Full,
    /// This hex is attacked.
    Target,
    /// As far as the rule allows.
    Limit,
}

/// A hex to point at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Mark {
    /// Why.
    pub kind: MarkKind,
    /// Which hex.
    pub at: String,
    /// A word to write beside it: `3 of 2`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label: String,
}

impl Mark {
    /// A hex to point at.
    pub fn new(kind: MarkKind, at: impl Into<String>, label: impl Into<String>) -> Self {
        Mark { kind, at: at.into(), label: label.into() }
    }
}
