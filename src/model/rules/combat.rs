//! Combat by odds.

use super::super::typed::{At, Text};
use super::super::words::{count, lower};
use super::super::{Game, Id, UnitType};
use super::results::{Outcome, ResultSource};
use super::shifts::{ShiftRule, ShiftSource};
use super::{Lookup, results, shifts};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

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
    /// Whether units attack only across hexsides and into hexes that their movement class may cross and enter.
    pub needs_passage: bool,
    /// Column shifts.
    pub shifts: Vec<ShiftRule>,
    /// Unit types that may attack from a distance, with their range in hexes.
    pub ranged: Vec<(Id<UnitType>, u32)>,
    /// Whether an attack from a distance needs an attacker next to the defender as well.
    pub ranged_only_supports: bool,
    /// The most columns that shifts may add up to in either direction.
    pub most_shifts: Option<u32>,
    /// What the result codes mean, in words: the chart's, else those of `outcomes`.
    pub results: BTreeMap<String, String>,
    /// What the result codes do, in the order of the sources.
    pub outcomes: Vec<Outcome>,
}

pub(super) fn read(
    lookup: &mut impl Lookup,
    source: &CombatSource,
    game: &Game,
) -> Option<CombatRules> {
    let chart = lookup.find(&game.charts, "chart", &source.chart);
    let mut ranged = Vec::new();
    for (kind, range) in &source.ranged {
        ranged.extend(lookup.find(&game.unit_types, "unit type", kind).map(|kind| (kind, *range)));
    }
    let shifts = source.shifts.iter().map(|shift| shifts::read(lookup, shift, game)).collect();
    let chart = &game.charts[chart?];
    let outcomes = results::read(lookup, source, chart);
    let mut results: BTreeMap<String, String> =
        outcomes.iter().map(|outcome| (outcome.code.clone(), outcome.words())).collect();
    results.extend(chart.results.clone());
    Some(CombatRules {
        chart: chart.id.clone(),
        attack: source.attack.clone().unwrap_or_else(|| "attack".to_owned()),
        defence: source.defence.clone().unwrap_or_else(|| "defence".to_owned()),
        mandatory: source.mandatory,
        needs_passage: source.needs_passage,
        shifts,
        ranged,
        most_shifts: source.most_shifts,
        ranged_only_supports: source.ranged_only_supports,
        results,
        outcomes,
    })
}

pub(super) fn says(game: &Game) -> Vec<String> {
    let Some(rules) = &game.rules.combat else { return Vec::new() };
    let mut sentences = Vec::new();
    if rules.mandatory {
        sentences
            .push("Every enemy unit in one of your zones of control must be attacked.".to_owned());
    }
    sentences.push(format!(
        "Divide the sum of the attackers’ {} strengths by the sum of the defenders’ {} strengths and round down to a column of the combat results; odds outside the chart use its nearest column.",
        lower(&rules.attack),
        lower(&rules.defence)
    ));
    let chart = game.charts.get(&rules.chart);
    if let Some(die) = chart.and_then(|chart| game.dice.get(chart.dice.as_deref()?)) {
        sentences.push(format!("Shift the column, roll {} and apply the result.", die.in_words()));
    }
    for (kind, range) in &rules.ranged {
        let only = if rules.ranged_only_supports {
            ", but only together with a unit that is adjacent"
        } else {
            ""
        };
        sentences.push(format!(
            "{} may attack from up to {} away{only}.",
            game.unit_types[*kind].name,
            count(*range, "hex", "hexes")
        ));
    }
    if rules.needs_passage {
        let who = if rules.ranged.is_empty() { "Units" } else { "Other units" };
        sentences.push(format!(
            "{who} attack only across hexsides and into hexes that are not prohibited to them."
        ));
    }
    sentences
}
