//! Paths across hexsides that a side may break: bridges.

use super::super::typed::{At, Text, Words};
use super::super::{Counter, Game, HexsideType, Id, OptionalRule, PathType, Side};
use super::Lookup;
use schemars::JsonSchema;
use serde::Deserialize;

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

/// Paths across hexsides that a side may break: bridges.
#[derive(Debug, Clone)]
pub struct DemolitionRules {
    /// Who may.
    pub side: Id<Side>,
    /// The option that allows it, when it is one.
    pub option: Option<Id<OptionalRule>>,
    /// The phases of that side in which it may, by id.
    pub phases: Vec<String>,
    /// The paths that are broken.
    pub cuts: Vec<Id<PathType>>,
    /// The hexsides across which they lead.
    pub across: Vec<Id<HexsideType>>,
    /// The lowest roll that breaks one.
    pub succeeds: u32,
    /// How often in a game it may be tried.
    pub times: u32,
    /// The marker that shows it.
    pub marker: Id<Counter>,
}

pub(super) fn read(
    lookup: &mut impl Lookup,
    source: &DemolitionSource,
    game: &Game,
) -> Option<DemolitionRules> {
    let side = lookup.find(&game.sides, "side", &source.side);
    let option = source.option.as_ref().and_then(|id| lookup.find(&game.options, "option", id));
    let phases = lookup.phases(&source.phases, game);
    let cuts = lookup.find_all(&game.paths, "path type", &source.cuts);
    let across = lookup.find_all(&game.hexsides, "hexside type", &source.across);
    let marker = lookup.find(&game.counters, "counter", &source.marker);
    Some(DemolitionRules {
        side: side?,
        option,
        phases,
        cuts,
        across,
        succeeds: source.succeeds_on,
        times: source.times,
        marker: marker?,
    })
}

/// What the option that allows it says.
pub(super) fn lines(game: &Game) -> Vec<String> {
    let option = game.rules.demolition.as_ref().and_then(|rules| rules.option);
    option.map(|option| game.options[option].summary.trim().to_owned()).into_iter().collect()
}
