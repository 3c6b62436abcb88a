//! Victory.

use super::super::typed::{At, Text};
use super::super::{Game, Id, UnitType};
use super::{Lookup, types};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

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

/// Victory.
#[derive(Debug, Clone, Default)]
pub struct VictoryRules {
    /// Points for each eliminated enemy unit type.
    pub eliminated: Vec<(Id<UnitType>, i32)>,
    /// How it is won, one a paragraph.
    pub text: Vec<String>,
}

pub(super) fn read(lookup: &mut impl Lookup, source: &VictoryTable, game: &mut Game) {
    for (kind, points) in &source.eliminated {
        if let Some(kind) = lookup.find(&game.unit_types, "unit type", kind) {
            game.rules.victory.eliminated.push((kind, *points));
        }
    }
    game.rules.victory.text.extend(source.text.clone());
}

pub(super) fn says(game: &Game) -> Vec<String> {
    let mut sentences = Vec::new();
    for map in &game.maps {
        let mut hexes: Vec<(i32, String)> = map
            .victory
            .iter()
            .filter_map(|victory| {
                let id = map.grid.id(victory.hex)?.to_string();
                let place = map.places.iter().find(|place| place.hex == victory.hex);
                let name = place.map_or(id.clone(), |place| format!("{} ({id})", place.name));
                // No line may break between a hex and what it is worth.
                let side = victory
                    .side
                    .map_or_else(String::new, |side| format!(" for {}", game.sides[side].name));
                Some((victory.points, format!("{name}\u{a0}{}{side}", victory.points)))
            })
            .collect();
        hexes.sort_by_key(|(points, _)| -points);
        let hexes: Vec<String> = hexes.into_iter().map(|(_, text)| text).collect();
        if !hexes.is_empty() {
            sentences.push(format!(
                "At the end a side scores for each of these hexes it controls: {}.",
                hexes.join(", ")
            ));
        }
    }
    let rules = &game.rules.victory;
    let mut values: Vec<i32> = rules.eliminated.iter().map(|(_, points)| *points).collect();
    values.sort_unstable();
    values.dedup();
    let groups: Vec<String> = values
        .iter()
        .rev()
        .map(|value| {
            let kinds: Vec<Id<UnitType>> = game
                .unit_types
                .entries()
                .map(|(id, _)| id)
                .filter(|id| rules.eliminated.contains(&(*id, *value)))
                .collect();
            format!("{value} for {}", types(game, &kinds, "or"))
        })
        .collect();
    if !groups.is_empty() {
        sentences.push(format!("Each eliminated enemy unit scores {}.", groups.join(", ")));
    }
    sentences.extend(rules.text.iter().cloned());
    sentences
}
