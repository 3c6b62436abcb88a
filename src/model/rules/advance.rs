//! Advance after combat.

use super::super::typed::Words;
use super::super::words::upper;
use super::super::{Game, Id, UnitType};
use super::{Lookup, types};
use schemars::JsonSchema;
use serde::Deserialize;

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

/// Advance after combat.
#[derive(Debug, Clone, Default)]
pub struct AdvanceRules {
    /// Unit types that may not.
    pub without: Vec<Id<UnitType>>,
    /// Whether enemy zones of control hinder it.
    pub zones_stop: bool,
}

pub(super) fn read(lookup: &mut impl Lookup, source: &AdvanceSource, game: &Game) -> AdvanceRules {
    let without = lookup.find_all(&game.unit_types, "unit type", &source.without);
    AdvanceRules { without, zones_stop: source.zones_stop }
}

pub(super) fn says(game: &Game) -> Vec<String> {
    let Some(rules) = &game.rules.advance else { return Vec::new() };
    let mut sentences = Vec::new();
    if !rules.without.is_empty() {
        sentences
            .push(format!("{} units may not advance.", upper(&types(game, &rules.without, "and"))));
    }
    if !rules.zones_stop {
        sentences.push("Enemy zones do not hinder an advance.".to_owned());
    }
    sentences
}
