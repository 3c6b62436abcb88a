//! Movement in general.

use super::super::typed::{At, Points};
use super::super::words::{list, lower, movement_points, points};
use super::super::{Game, MovementPoints};
use super::Lookup;
use schemars::JsonSchema;
use serde::Deserialize;

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

pub(super) fn read(lookup: &mut impl Lookup, source: &MovementSource) -> MovementRules {
    MovementRules {
        allowance: source.allowance.clone().unwrap_or_else(|| "movement".to_owned()),
        minimum_one_hex: source.minimum_one_hex,
        road_bonus: source.road_bonus.as_ref().and_then(|points| lookup.points(points)),
    }
}

pub(super) fn says(game: &Game) -> Vec<String> {
    let Some(rules) = &game.rules.movement else { return Vec::new() };
    let mut sentences = vec![
        "A unit may spend movement points up to its allowance. Each hex it enters costs what the terrain effects chart says for its movement class"
            .to_owned()
            + if game.hexsides.is_empty() { "." } else { ", and the hexside it crosses adds to that." },
    ];
    let replacing: Vec<String> = game
        .paths
        .iter()
        .filter(|path| path.replaces_terrain)
        .map(|path| lower(&path.name))
        .collect();
    if !replacing.is_empty() {
        sentences.push(format!(
            "From hex to hex along a {} it pays the cost of the {} instead of both, and may go where terrain or hexside would forbid it.",
            list(&replacing, "or"),
            list(&replacing, "or"),
        ));
    }
    if let Some(bonus) = rules.road_bonus {
        let bonus = movement_points(&points(bonus));
        sentences.push(format!("A unit that follows a road all the way may spend {bonus} more."));
    }
    if rules.minimum_one_hex {
        let zone = game.rules.zones.as_ref().is_some_and(|zones| !zones.zone_to_zone);
        sentences.push(format!(
            "As its whole move a unit may always move one hex, whatever the cost, unless it is prohibited{}.",
            if zone { " or leads from enemy zone to enemy zone" } else { "" }
        ));
    }
    sentences
}
