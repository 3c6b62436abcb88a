//! Stacking: how many units may stand in a hex.

use super::super::typed::{At, Points, Text, Words};
use super::super::words::{lower, points, upper};
use super::super::{Game, Id, MovementPoints, TerrainType, UnitType};
use super::{Lookup, phases, types};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

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

pub(super) fn read(
    lookup: &mut impl Lookup,
    source: &StackingSource,
    game: &Game,
) -> Option<Stacking> {
    let limit = lookup.points(&source.limit);
    let mut terrain = Vec::new();
    for (name, limit) in &source.terrain {
        let (id, limit) = (lookup.find(&game.terrain, "terrain", name), lookup.points(limit));
        terrain.extend(id.zip(limit));
    }
    let moments = lookup.phases(&source.moments, game);
    Some(Stacking {
        limit: limit?,
        count: match source.count.as_deref() {
            None | Some("units") => StackingCount::Units,
            Some(column) => StackingCount::Column(column.to_owned()),
        },
        terrain,
        free: lookup.find_all(&game.unit_types, "unit type", &source.free),
        moments,
    })
}

pub(super) fn says(game: &Game) -> Vec<String> {
    let Some(rules) = &game.rules.stacking else { return Vec::new() };
    let limit = points(rules.limit);
    let mut sentence = match &rules.count {
        StackingCount::Units => {
            format!("At most {limit} units of a side may be in one hex")
        }
        StackingCount::Column(column) => {
            format!(
                "The units of a side in one hex may add up to at most {limit} ({})",
                lower(column)
            )
        }
    };
    for (terrain, limit) in &rules.terrain {
        sentence.push_str(&format!(
            "; {} in {}",
            points(*limit),
            lower(&game.terrain[*terrain].name)
        ));
    }
    if !rules.moments.is_empty() {
        sentence.push_str(&format!(" at the end of each {}", phases(game, &rules.moments, "and")));
    }
    let mut sentences = vec![sentence + "."];
    if !rules.free.is_empty() {
        sentences.push(format!("{} units do not count.", upper(&types(game, &rules.free, "and"))));
    }
    sentences
}
