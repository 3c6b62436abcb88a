//! Retreats after combat.

use super::super::typed::{At, Text, Words};
use super::super::words::{count, list, lower};
use super::super::{Game, Id, TerrainType};
use super::{Lookup, State};
use schemars::JsonSchema;
use serde::Deserialize;

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

/// Retreats after combat.
#[derive(Debug, Clone, Default)]
pub struct RetreatRules {
    /// Whether each hex must lie farther from the hex the retreat began in than the one before.
    pub farther: bool,
    /// Whether hexes in enemy zones of control are closed.
    pub zones_close: bool,
    /// Steps lost by a unit that cannot retreat all the way; `None` when it is eliminated.
    pub blocked_loses: Option<u32>,
    /// The state of a unit after its retreat.
    pub state: Option<Id<State>>,
    /// Terrain in which the defender may lose steps instead.
    pub stand_terrain: Vec<Id<TerrainType>>,
    /// Steps that standing costs.
    pub stand_loses: u32,
}

pub(super) fn read(lookup: &mut impl Lookup, source: &RetreatSource, game: &Game) -> RetreatRules {
    RetreatRules {
        farther: source.farther,
        zones_close: source.zones_close,
        blocked_loses: source.blocked_loses,
        state: source
            .state
            .as_ref()
            .and_then(|state| lookup.find(&game.rules.states, "state", state)),
        stand_terrain: lookup.find_all(&game.terrain, "terrain", &source.stand_terrain),
        stand_loses: source.stand_loses.unwrap_or(1),
    }
}

pub(super) fn says(game: &Game) -> Vec<String> {
    let Some(rules) = &game.rules.retreat else { return Vec::new() };
    let mut sentences = Vec::new();
    if rules.farther {
        sentences.push("Each hex of a retreat must lie farther from the hex where it began than the one before.".to_owned());
    }
    if rules.zones_close {
        let friends = game.rules.zones.as_ref().is_some_and(|zones| zones.friends_cancel);
        sentences.push(format!(
            "No hex of it may be in an enemy zone{}.",
            if friends { " that no friendly unit cancels" } else { "" }
        ));
    }
    sentences.push(match rules.blocked_loses {
        Some(steps) => format!(
            "A unit that cannot go all the way goes as far as it can and loses {}.",
            count(steps, "step", "steps")
        ),
        None => "A unit that cannot go all the way is eliminated.".to_owned(),
    });
    if let Some(state) = rules.state {
        sentences.push(format!(
            "A unit that has retreated, if only by one hex, becomes {}.",
            game.rules.states[state].name
        ));
    }
    if !rules.stand_terrain.is_empty() {
        let terrain: Vec<String> = rules
            .stand_terrain
            .iter()
            .map(|id| format!("a {}", lower(&game.terrain[*id].name)))
            .collect();
        sentences.push(format!(
            "In {} the defender may stand instead: the units there lose {} in all, and none of them retreats.",
            list(&terrain, "or"),
            count(rules.stand_loses, "step", "steps")
        ));
    }
    sentences
}
