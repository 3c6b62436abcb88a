//! Shifts of the odds column.

use super::super::typed::{At, Text, Words};
use super::super::words::{count, signed, upper};
use super::super::{Game, HexsideType, Id, TerrainType, UnitType};
use super::Lookup;
use schemars::JsonSchema;
use serde::Deserialize;

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
    /// The terrain of the defender's hex in which it does not apply.
    pub unless_terrain: Vec<Id<TerrainType>>,
    /// The hexsides every adjacent attacker must attack across.
    pub hexsides: Vec<Id<HexsideType>>,
    /// Groups of unit types: of each group the attacker must have one taking part.
    pub attacker_has: Vec<Vec<Id<UnitType>>>,
    /// The same for the defender.
    pub defender_has: Vec<Vec<Id<UnitType>>>,
}

impl ShiftRule {
    /// The columns that hang on this terrain of the defender's hex or this hexside; 0 for none.
    pub fn of_ground(
        shifts: &[ShiftRule],
        terrain: Option<Id<TerrainType>>,
        hexside: Option<Id<HexsideType>>,
    ) -> i32 {
        let here = |shift: &&ShiftRule| {
            terrain.is_some_and(|id| shift.terrain.contains(&id))
                || hexside.is_some_and(|id| shift.hexsides.contains(&id))
        };
        shifts.iter().filter(here).map(|shift| shift.columns).sum()
    }
}

pub(super) fn read(lookup: &mut impl Lookup, source: &ShiftSource, game: &Game) -> ShiftRule {
    ShiftRule {
        id: source.id.value.to_string(),
        when: source.when.clone(),
        columns: source.columns,
        terrain: lookup.find_all(&game.terrain, "terrain", &source.terrain),
        unless_terrain: lookup.find_all(&game.terrain, "terrain", &source.unless_terrain),
        hexsides: lookup.find_all(&game.hexsides, "hexside type", &source.hexsides),
        attacker_has: lookup.find_groups(&game.unit_types, "unit type", &source.attacker_has),
        defender_has: lookup.find_groups(&game.unit_types, "unit type", &source.defender_has),
    }
}

pub(super) fn says(game: &Game) -> Vec<String> {
    let Some(rules) = &game.rules.combat else { return Vec::new() };
    if rules.shifts.is_empty() {
        return Vec::new();
    }
    let most = rules.most_shifts.map_or_else(String::new, |most| {
        format!(", by at most {}", count(most, "column", "columns"))
    });
    vec![format!(
        "All that apply are added up and move the column to the right (+) or to the left (−){most}."
    )]
}

/// Each shift: its columns, and when it applies.
pub(super) fn lines(game: &Game) -> Vec<(String, String)> {
    let shifts = game.rules.combat.iter().flat_map(|combat| &combat.shifts);
    shifts.map(|shift| (signed(shift.columns), upper(&shift.when))).collect()
}
