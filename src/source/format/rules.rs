//! `games/<id>/rules.toml`: the declarative rule pack.

use super::{At, Points, Words};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// `games/<id>/rules.toml`.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Hexwright rules")]
pub struct RulesFile {
    /// Stacking.
    #[serde(default)]
    pub stacking: Option<StackingSource>,
    /// Zones of control.
    #[serde(default)]
    pub zone_of_control: Option<ZocSource>,
    /// Movement.
    #[serde(default)]
    pub movement: Option<MovementSource>,
    /// Combat.
    #[serde(default)]
    pub combat: Option<CombatSource>,
    /// Supply.
    #[serde(default)]
    pub supply: Option<SupplySourceTable>,
    /// Victory.
    #[serde(default)]
    pub victory: Option<VictoryTable>,
    /// Rules in words, in the order of the rulebook.
    #[serde(default, rename = "rule")]
    pub rules: Vec<RuleSource>,
}

/// `[stacking]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StackingSource {
    /// The limit.
    pub limit: At<Points>,
    /// `units` (default) or a counter column whose values are added up.
    #[serde(default)]
    pub count: Option<String>,
    /// Limits in particular terrain.
    #[serde(default)]
    pub terrain: BTreeMap<At<String>, At<Points>>,
    /// Unit types that stack free.
    #[serde(default)]
    pub free: Words,
    /// Phases at whose end it is checked (default: always).
    #[serde(default)]
    pub moments: Words,
}

/// `[zone_of_control]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ZocSource {
    /// Unit types that have none.
    #[serde(default)]
    pub without: Words,
    /// Hexsides they do not reach across.
    #[serde(default)]
    pub blocked_by: Words,
    /// `"stop"`, `"free"` or extra points to enter one.
    pub entering: At<Points>,
    /// Extra points to leave one.
    #[serde(default)]
    pub leaving: Option<At<Points>>,
    /// Whether a unit may move directly from one to another.
    #[serde(default)]
    pub zone_to_zone: bool,
    /// Whether a friendly unit in the hex cancels them for supply and retreat.
    #[serde(default)]
    pub friends_cancel: bool,
}

/// `[movement]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MovementSource {
    /// The counter column with the allowance (default `movement`).
    #[serde(default)]
    pub allowance: Option<String>,
    /// Whether a unit may always move one hex.
    #[serde(default)]
    pub minimum_one_hex: bool,
    /// Points that a unit may move further along a road.
    #[serde(default)]
    pub road_bonus: Option<At<Points>>,
}

/// `[combat]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CombatSource {
    /// The chart.
    pub chart: At<String>,
    /// The counter column with the attack strength (default `attack`).
    #[serde(default)]
    pub attack: Option<String>,
    /// The counter column with the defence strength (default `defence`).
    #[serde(default)]
    pub defence: Option<String>,
    /// Whether every enemy in one's zones of control must be attacked.
    #[serde(default)]
    pub mandatory: bool,
    /// Unit types that attack from a distance, with their range.
    #[serde(default)]
    pub ranged: BTreeMap<At<String>, u32>,
    /// The most columns that shifts may add up to.
    #[serde(default)]
    pub most_shifts: Option<u32>,
    /// Column shifts.
    #[serde(default, rename = "shift")]
    pub shifts: Vec<ShiftSource>,
}

/// `[[combat.shift]]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShiftSource {
    /// The id used in findings.
    pub id: At<String>,
    /// When it applies, in words.
    pub when: String,
    /// Columns to the right, or negative to the left.
    pub columns: i32,
    /// The terrain of the defender's hex.
    #[serde(default)]
    pub terrain: Words,
    /// The hexsides every attacker attacks across.
    #[serde(default)]
    pub hexsides: Words,
    /// Unit types of which the attacker has one.
    #[serde(default)]
    pub attacker_has: Words,
    /// Unit types of which the defender has one.
    #[serde(default)]
    pub defender_has: Words,
}

/// `[supply]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SupplySourceTable {
    /// Hexes and boxes by side.
    pub sources: BTreeMap<At<String>, Words>,
    /// Longest overland leg in movement points.
    pub range: At<Points>,
    /// The movement class in which it is measured.
    pub class: At<String>,
    /// Whether the trace may then follow a road of any length.
    #[serde(default)]
    pub road: bool,
    /// Unit types that extend supply, with their radius in hexes.
    #[serde(default)]
    pub relays: BTreeMap<At<String>, u32>,
    /// What being out of supply does.
    #[serde(default)]
    pub effects: Vec<String>,
}

/// `[victory]`
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VictoryTable {
    /// Points for each eliminated enemy unit, by type.
    #[serde(default)]
    pub eliminated: BTreeMap<At<String>, i32>,
    /// How it is won.
    #[serde(default)]
    pub text: Vec<String>,
}

/// `[[rule]]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RuleSource {
    /// The number it is cited by ("4.2").
    pub id: At<String>,
    /// Heading.
    pub title: String,
    /// Paragraphs.
    #[serde(default)]
    pub text: Vec<String>,
}
