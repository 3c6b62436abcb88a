//! `games/<id>/rules.toml`: the declarative rule pack.

use super::{At, Points, Text, Words};
use crate::model::Topic;
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
    /// Retreats.
    #[serde(default)]
    pub retreat: Option<RetreatSource>,
    /// Advance after combat.
    #[serde(default)]
    pub advance: Option<AdvanceSource>,
    /// States that markers show.
    #[serde(default, rename = "state")]
    pub states: Vec<StateSource>,
    /// Supply.
    #[serde(default)]
    pub supply: Option<SupplySourceTable>,
    /// Bridges that may be blown.
    #[serde(default)]
    pub demolition: Option<DemolitionSource>,
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
    pub terrain: BTreeMap<At<Text>, At<Points>>,
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
    /// Paths along which they reach across such hexsides all the same: bridges.
    #[serde(default)]
    pub carried_by: Words,
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
    pub chart: At<Text>,
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
    pub ranged: BTreeMap<At<Text>, u32>,
    /// Whether an attack from a distance needs an attacker next to the defender as well.
    #[serde(default)]
    pub ranged_only_supports: bool,
    /// Whether units attack only across hexsides and into hexes that their movement class may cross and enter.
    #[serde(default)]
    pub needs_passage: bool,
    /// The most columns that shifts may add up to.
    #[serde(default)]
    pub most_shifts: Option<u32>,
    /// Column shifts.
    #[serde(default, rename = "shift")]
    pub shifts: Vec<ShiftSource>,
    /// What the codes of the chart do, by code.
    #[serde(default)]
    pub results: BTreeMap<At<Text>, ResultSource>,
}

/// `[combat.results]`: `D1 = { defender_loses = 1, defender_retreats = 2 }`
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ResultSource {
    /// Steps the attacker loses.
    #[serde(default)]
    pub attacker_loses: u32,
    /// Hexes the attacker retreats.
    #[serde(default)]
    pub attacker_retreats: u32,
    /// Whether all attackers are eliminated.
    #[serde(default)]
    pub attacker_eliminated: bool,
    /// Steps the defender loses.
    #[serde(default)]
    pub defender_loses: u32,
    /// Hexes the defender retreats.
    #[serde(default)]
    pub defender_retreats: u32,
    /// Whether all defenders are eliminated.
    #[serde(default)]
    pub defender_eliminated: bool,
}

/// `[[combat.shift]]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShiftSource {
    /// The id used in findings.
    pub id: At<Text>,
    /// When it applies, in words.
    pub when: String,
    /// Columns to the right, or negative to the left.
    pub columns: i32,
    /// The terrain of the defender's hex: one of these.
    #[serde(default)]
    pub terrain: Words,
    /// Terrain of the defender's hex in which it does not apply.
    #[serde(default)]
    pub unless_terrain: Words,
    /// The hexsides every adjacent attacker attacks across: one of these.
    #[serde(default)]
    pub hexsides: Words,
    /// Unit types of which the attacker has one each; `a|b` for one of either.
    #[serde(default)]
    pub attacker_has: Words,
    /// Unit types of which the defender has one each; `a|b` for one of either.
    #[serde(default)]
    pub defender_has: Words,
}

/// `[retreat]`
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RetreatSource {
    /// Whether each hex must lie farther from the hex the retreat began in than the one before.
    #[serde(default)]
    pub farther: bool,
    /// Whether hexes in enemy zones of control are closed (friends may cancel them).
    #[serde(default)]
    pub zones_close: bool,
    /// Steps a unit loses when it cannot retreat all the way; without this it is eliminated.
    #[serde(default)]
    pub blocked_loses: Option<u32>,
    /// The state that a unit is in after its retreat.
    #[serde(default)]
    pub state: Option<At<Text>>,
    /// Terrain in which the defender may lose steps instead.
    #[serde(default)]
    pub stand_terrain: Words,
    /// Steps that standing costs (default 1).
    #[serde(default)]
    pub stand_loses: Option<u32>,
}

/// `[advance]`
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AdvanceSource {
    /// Unit types that may not.
    #[serde(default)]
    pub without: Words,
    /// Whether enemy zones of control hinder it.
    #[serde(default)]
    pub zones_stop: bool,
}

/// How a state changes a strength or the allowance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChangeWord {
    /// Not at all.
    #[default]
    Same,
    /// Halved, fractions rounded up.
    Half,
    /// Nothing is left of it: the unit may not do it.
    None,
}

/// `[[state]]`: what a marker on a unit means.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StateSource {
    /// The id used in rules and scenarios.
    pub id: At<Text>,
    /// The name in texts.
    pub name: String,
    /// The marker counter that shows it.
    #[serde(default)]
    pub marker: Option<At<Text>>,
    /// The unit's attack strength.
    #[serde(default)]
    pub attack: ChangeWord,
    /// The unit's defence strength.
    #[serde(default)]
    pub defence: ChangeWord,
    /// The unit's movement allowance.
    #[serde(default)]
    pub movement: ChangeWord,
    /// Whether the unit loses its zone of control.
    #[serde(default)]
    pub no_zone: bool,
    /// Whether the unit may not enter enemy zones of control.
    #[serde(default)]
    pub shuns_zones: bool,
    /// The phase of its owner in which it ends.
    #[serde(default)]
    pub ends: Option<At<Text>>,
}

/// `[supply]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SupplySourceTable {
    /// Hexes and boxes by side.
    pub sources: BTreeMap<At<Text>, Words>,
    /// Longest overland leg in movement points.
    pub range: At<Points>,
    /// The movement class in which it is measured.
    pub class: At<Text>,
    /// Whether the trace may then follow a road of any length.
    #[serde(default)]
    pub road: bool,
    /// Unit types that extend supply, with their radius in hexes.
    #[serde(default)]
    pub relays: BTreeMap<At<Text>, u32>,
    /// Phases of a side in which its units' supply is judged; it holds until the next one.
    #[serde(default)]
    pub moments: Words,
    /// The state of units out of supply.
    #[serde(default)]
    pub state: Option<At<Text>>,
    /// What else being out of supply does, in words.
    #[serde(default)]
    pub effects: Vec<String>,
}

/// `[demolition]`: paths across hexsides that a side may break. The declaration with the id
/// `demolition` tells which unit breaks the path to which hex.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DemolitionSource {
    /// The side that may.
    pub side: At<Text>,
    /// The option that allows it, when it is one.
    #[serde(default)]
    pub option: Option<At<Text>>,
    /// Phases of that side in which it may.
    pub phases: Words,
    /// Path types that are broken.
    pub cuts: Words,
    /// Hexsides that they lead across.
    pub across: Words,
    /// The lowest roll that breaks one.
    pub succeeds_on: u32,
    /// How often in a game it may be tried.
    #[serde(default = "once")]
    pub times: u32,
    /// The marker counter that shows it, put into one of the two hexes.
    pub marker: At<Text>,
}

fn once() -> u32 {
    1
}

/// `[victory]`
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VictoryTable {
    /// Points for each eliminated enemy unit, by type.
    #[serde(default)]
    pub eliminated: BTreeMap<At<Text>, i32>,
    /// How it is won.
    #[serde(default)]
    pub text: Vec<String>,
}

/// `[[rule]]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RuleSource {
    /// The number it is cited by ("4.2").
    pub id: At<Text>,
    /// Heading.
    pub title: String,
    /// The part of the rule pack that this paragraph of the rulebook states; findings cite it.
    #[serde(default)]
    pub about: Option<Topic>,
    /// Paragraphs before what the data say.
    #[serde(default)]
    pub lead: Vec<String>,
    /// Paragraphs.
    #[serde(default)]
    pub text: Vec<String>,
}
