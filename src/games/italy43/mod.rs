//! Italy '43: the referee, in the order of the rulebook.
//!
//! `play` carries the game along: a `position`, what phase and turn have seen, and duties that are still
//! `pending`. Every section judges its own verbs; `movement/step.rs` knows what one step costs and breaks, and
//! `movement/search.rs` finds ways without knowing a rule. Readings of ambiguous rules are named A-nn.

mod advance;
mod areas;
mod artillery;
mod bonds;
pub mod bot;
mod breakthrough;
mod case;
mod check;
mod combat;
mod defence;
mod disruption;
mod entry;
mod fortifications;
mod ground;
mod hearing;
mod losses;
mod map;
mod modifiers;
mod movement;
mod observe;
mod options;
mod pending;
mod play;
mod position;
mod remnants;
mod replacements;
mod results;
mod retreat;
mod roster;
mod scenarios;
mod sequence;
mod special;
mod stacking;
mod supply;
mod support;
mod tables;
mod unit;
mod values;
mod victory;
mod weather;
mod withdrawals;
mod words;
mod zones;

use crate::model::Game;
use crate::referee::case::{Node, Situation, same_value};
use crate::referee::{Hearing, Judgement, Problem, Referee, Rule};
use serde_json::Value;

/// The referee of Italy '43.
pub struct Italy43<'a> {
    game: &'a Game,
}

impl<'a> Italy43<'a> {
    /// The referee of a loaded game.
    pub fn new(game: &'a Game) -> Self {
        Italy43 { game }
    }
}

impl Referee for Italy43<'_> {
    fn rules(&self) -> Vec<&Rule> {
        let sections: [&'static [Rule]; 25] = [
            values::VALUES,
            sequence::SEQUENCE,
            stacking::STACKING,
            movement::MOVEMENT,
            zones::ZONES,
            bonds::BONDS,
            combat::COMBAT,
            modifiers::MODIFIERS,
            results::RESULTS,
            defence::DEFENCE,
            retreat::RETREAT,
            disruption::DISRUPTION,
            advance::ADVANCE,
            breakthrough::BREAKTHROUGH,
            supply::SUPPLY,
            artillery::ARTILLERY,
            fortifications::FORTIFICATIONS,
            special::SPECIAL,
            replacements::REPLACEMENTS,
            areas::AREAS,
            withdrawals::WITHDRAWALS,
            weather::WEATHER,
            victory::VICTORY,
            options::OPTIONS,
            scenarios::SCENARIOS,
        ];
        sections.into_iter().flatten().collect()
    }

    fn play(&self, situation: &Situation, log: &[Node]) -> Result<Vec<Judgement>, Problem> {
        play::play(self.game, situation, log)
    }

    fn hearing(&self, scenario: Option<&str>) -> Option<Box<dyn Hearing + '_>> {
        hearing::Log::new(self.game, scenario).map(|log| Box::new(log) as Box<dyn Hearing + '_>)
    }

    fn same_value(&self, name: &str, expected: &Node, computed: &Value) -> bool {
        // The star of `1*/1` only says who picks.
        if name == "losses"
            && let (Some(expected), Some(computed)) = (expected.text(), computed.as_str())
        {
            return expected.replace('*', "") == computed.replace('*', "");
        }
        same_value(expected, computed)
    }
}
