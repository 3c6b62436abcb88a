//! What the codes of the combat results chart do.

use super::super::{Chart, Game};
use super::Lookup;
use super::combat::CombatSource;
use schemars::JsonSchema;
use serde::Deserialize;

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

/// What a code of the combat results chart does.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The code.
    pub code: String,
    /// What the attacker suffers.
    pub attacker: Harm,
    /// What the defender suffers.
    pub defender: Harm,
}

/// What a combat result does to one side of the fight.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Harm {
    /// Steps lost.
    pub loses: u32,
    /// Hexes of retreat, after the losses.
    pub retreats: u32,
    /// Whether every unit is eliminated.
    pub eliminated: bool,
}

impl Harm {
    /// In words, after "attacker" or "defender"; `None` when nothing happens.
    pub fn words(self) -> Option<String> {
        let count = |number: u32, one: &str, many: &str| match number {
            1 => format!("1 {one}"),
            more => format!("{more} {many}"),
        };
        let loses =
            (self.loses > 0).then(|| format!("loses {}", count(self.loses, "step", "steps")));
        let retreats = (self.retreats > 0)
            .then(|| format!("retreats {}", count(self.retreats, "hex", "hexes")));
        match (self.eliminated, loses, retreats) {
            (true, ..) => Some("eliminated".to_owned()),
            (false, Some(loses), Some(retreats)) => Some(format!("{loses}, then {retreats}")),
            (false, loses, retreats) => loses.or(retreats),
        }
    }
}

impl Outcome {
    /// What happens, in words.
    pub fn words(&self) -> String {
        match (self.attacker.words(), self.defender.words()) {
            (Some(attacker), Some(defender)) if attacker == defender => {
                format!("each side {attacker}")
            }
            (Some(attacker), Some(defender)) => format!("attacker {attacker}; defender {defender}"),
            (Some(attacker), None) => format!("attacker {attacker}"),
            (None, Some(defender)) => format!("defender {defender}"),
            (None, None) => "no effect".to_owned(),
        }
    }
}

/// What the codes do, in the order in which the chart first shows them; a code on one side only is reported.
pub(super) fn read(lookup: &mut impl Lookup, source: &CombatSource, chart: &Chart) -> Vec<Outcome> {
    let mut codes: Vec<&str> = Vec::new();
    for cell in chart.rows.iter().flat_map(|row| &row.cells) {
        if !codes.contains(&cell.as_str()) {
            codes.push(cell);
        }
    }
    let mut outcomes = Vec::new();
    for (code, source) in &source.results {
        if !codes.contains(&code.value.as_str()) {
            lookup.unknown("result", code, &codes);
        }
        let harm = |loses, retreats, eliminated| Harm { loses, retreats, eliminated };
        outcomes.push(Outcome {
            code: code.value.to_string(),
            attacker: harm(
                source.attacker_loses,
                source.attacker_retreats,
                source.attacker_eliminated,
            ),
            defender: harm(
                source.defender_loses,
                source.defender_retreats,
                source.defender_eliminated,
            ),
        });
    }
    let missing: Vec<&str> = codes
        .iter()
        .copied()
        .filter(|code| !outcomes.iter().any(|outcome| outcome.code == *code))
        .collect();
    if !outcomes.is_empty() && !missing.is_empty() {
        let message = format!("nothing says what {} does", missing.join(", "));
        lookup.error("missing-result", source.chart.span(), message);
    }
    outcomes.sort_by_key(|outcome| codes.iter().position(|code| *code == outcome.code));
    outcomes
}

/// Each code, and what it does.
pub(super) fn lines(game: &Game) -> Vec<(String, String)> {
    let outcomes = game.rules.combat.iter().flat_map(|combat| &combat.outcomes);
    outcomes.map(|outcome| (outcome.code.clone(), outcome.words())).collect()
}
