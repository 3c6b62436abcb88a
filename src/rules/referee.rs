//! The referee of a game, as cases, audits and lists of rules see it.

use super::case::{Node, Situation};
use super::{Deed, Hearing, Judgement, Rule, Ruling};
use serde_json::Value;

/// Why a case could not be played: a mistake in the case, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// What is wrong.
    pub message: String,
    /// Line and column in the case file, when known.
    pub at: Option<(usize, usize)>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Problem {
    /// A problem at a node of a case.
    pub fn at(node: &Node, message: impl Into<String>) -> Self {
        Problem { message: message.into(), at: Some(node.at), help: None }
    }

    /// A problem with no place.
    pub fn new(message: impl Into<String>) -> Self {
        Problem { message: message.into(), at: None, help: None }
    }

    /// Adds what to do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Problem {}

/// Judges one game.
pub trait Referee: Sync {
    /// All rules, in rulebook order.
    fn rules(&self) -> Vec<&Rule>;

    /// Plays the entries of a case from its situation; one judgement for each entry.
    fn play(&self, situation: &Situation, log: &[Node]) -> Result<Vec<Judgement>, Problem>;

    /// Begins to hear a log of a scenario; none when logs of this game cannot be audited.
    fn hearing(&self, scenario: Option<&str>) -> Option<Box<dyn Hearing + '_>> {
        let _ = scenario;
        None
    }

    /// What the court must know of the game to hear people as they play; none when logs of this game are
    /// heard as the tracker tells them.
    fn customs(&self) -> Option<&dyn super::court::Customs> {
        None
    }

    /// Hears a whole game: all rulings on its deeds; none when logs of this game cannot be audited.
    fn hear_all(&self, scenario: Option<&str>, deeds: &[Deed]) -> Option<Vec<Ruling>> {
        let mut hearing = self.hearing(scenario)?;
        let mut rulings = Vec::new();
        for deed in deeds {
            hearing.hear(deed, &mut rulings);
        }
        hearing.close(&mut rulings);
        Some(rulings)
    }

    /// Whether a computed value is what a case expects.
    ///
    /// Games override this for values where order or completeness does not matter;
    /// the common comparison is [`super::case::same_value`].
    fn same_value(&self, name: &str, expected: &Node, computed: &Value) -> bool {
        let _ = name;
        super::case::same_value(expected, computed)
    }
}
