//! The declarative rule pack: stacking, zones of control, combat, supply, victory as data.

use super::{HexsideType, Id, MovementPoints, Side, TerrainType, UnitType};
use std::collections::BTreeMap;

/// How a stack is counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StackingCount {
    /// One per unit.
    Units,
    /// The sum of a counter column (stacking points).
    Column(String),
}

/// How many units may stand in a hex.
#[derive(Debug, Clone)]
pub struct Stacking {
    /// The limit.
    pub limit: MovementPoints,
    /// What is counted.
    pub count: StackingCount,
    /// Limits in particular terrain.
    pub terrain: Vec<(Id<TerrainType>, MovementPoints)>,
    /// Unit types that stack free.
    pub free: Vec<Id<UnitType>>,
    /// When the limit is checked, as phase ids; empty for always.
    pub moments: Vec<String>,
}

/// What happens to a unit that enters an enemy zone of control.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ZocEntry {
    /// It must stop.
    Stop,
    /// It pays so many points more.
    Cost(MovementPoints),
    /// Nothing.
    Free,
}

/// Zones of control.
#[derive(Debug, Clone)]
pub struct ZocRules {
    /// Unit types that have none.
    pub without: Vec<Id<UnitType>>,
    /// Hexsides they do not reach across.
    pub blocked_by: Vec<Id<HexsideType>>,
    /// Effect on entry.
    pub entering: ZocEntry,
    /// Extra cost to leave; `None` when leaving is free.
    pub leaving: Option<MovementPoints>,
    /// Whether a unit may move directly from one enemy zone to another.
    pub zone_to_zone: bool,
    /// Whether a friendly unit in the hex cancels them for supply and retreat.
    pub friends_cancel: bool,
}

/// Movement in general.
#[derive(Debug, Clone)]
pub struct MovementRules {
    /// The counter column with the allowance.
    pub allowance: String,
    /// Whether a unit may always move one hex.
    pub minimum_one_hex: bool,
    /// Points that a unit may move further when it follows a road all the way.
    pub road_bonus: Option<MovementPoints>,
}

/// A shift of the odds column.
#[derive(Debug, Clone)]
pub struct ShiftRule {
    /// The id used in findings.
    pub id: String,
    /// When it applies, in words.
    pub when: String,
    /// Columns to the right (attacker's favour) or, negative, to the left.
    pub columns: i32,
    /// The terrain of the defender's hex it depends on.
    pub terrain: Vec<Id<TerrainType>>,
    /// The hexsides every attacker must attack across.
    pub hexsides: Vec<Id<HexsideType>>,
    /// The unit types of which the owner must have one taking part.
    pub attacker_has: Vec<Id<UnitType>>,
    /// The same for the defender.
    pub defender_has: Vec<Id<UnitType>>,
}

/// Combat by odds.
#[derive(Debug, Clone)]
pub struct CombatRules {
    /// The combat results chart, by id.
    pub chart: String,
    /// The counter column with the attack strength.
    pub attack: String,
    /// The counter column with the defence strength.
    pub defence: String,
    /// Whether every enemy in one's zones of control must be attacked.
    pub mandatory: bool,
    /// Column shifts.
    pub shifts: Vec<ShiftRule>,
    /// Unit types that may attack from a distance, with their range in hexes.
    pub ranged: Vec<(Id<UnitType>, u32)>,
    /// The most columns that shifts may add up to in either direction.
    pub most_shifts: Option<u32>,
    /// Hexes of retreat and advance that the result codes mean.
    pub results: BTreeMap<String, String>,
}

/// Where a side's supply comes from.
#[derive(Debug, Clone)]
pub struct SupplySource {
    /// Whose.
    pub side: Id<Side>,
    /// Hexes and boxes, as printed.
    pub locations: Vec<String>,
}

/// Supply.
#[derive(Debug, Clone)]
pub struct SupplyRules {
    /// Sources by side.
    pub sources: Vec<SupplySource>,
    /// Longest overland leg in movement points of this class, before a road is reached.
    pub range: MovementPoints,
    /// The movement class in which it is measured.
    pub class: String,
    /// Whether the trace may then follow a road of any length.
    pub road: bool,
    /// Unit types that extend supply to units around them, with their radius.
    pub relays: Vec<(Id<UnitType>, u32)>,
    /// What being out of supply does, in words.
    pub effects: Vec<String>,
}

/// Victory.
#[derive(Debug, Clone, Default)]
pub struct VictoryRules {
    /// Points for each eliminated enemy unit type.
    pub eliminated: Vec<(Id<UnitType>, i32)>,
    /// How it is won, one a paragraph.
    pub text: Vec<String>,
}

/// A rule in words, with its number.
#[derive(Debug, Clone)]
pub struct RuleNote {
    /// The number it is cited by.
    pub id: String,
    /// Heading.
    pub title: String,
    /// Paragraphs.
    pub text: Vec<String>,
}

/// A game's rule pack.
#[derive(Debug, Clone, Default)]
pub struct Rules {
    /// Stacking.
    pub stacking: Option<Stacking>,
    /// Zones of control.
    pub zones: Option<ZocRules>,
    /// Movement.
    pub movement: Option<MovementRules>,
    /// Combat.
    pub combat: Option<CombatRules>,
    /// Supply.
    pub supply: Option<SupplyRules>,
    /// Victory.
    pub victory: VictoryRules,
    /// Rules in words, in the order of the rulebook.
    pub notes: Vec<RuleNote>,
}
