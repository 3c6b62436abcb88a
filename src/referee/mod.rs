//! The referee's engine: rules, findings, and the mechanics that games share.
//!
//! A [`Referee`] judges a game. It gets a situation and deeds, one after another,
//! from a rule case ([`case`]) or from a replayed log, and answers each with a
//! [`Judgement`]: findings that cite a [`Rule`], what could not be checked and why,
//! and the values it computed on the way.
//!
//! Three-valued throughout: a deed is illegal only when no reading of what the
//! player may have meant makes it legal.

pub mod case;
pub mod clock;
pub mod court;
pub mod duty;
mod finding;
pub mod frame;
pub mod ground;
mod hearing;
pub mod ledger;
pub mod march;
pub mod odds;
mod overlay;
pub mod pack;
mod problem;
pub mod retreats;
mod rule;
pub mod schedule;
pub mod sequence;
mod sketch;
pub mod stacking;
pub mod tell;
pub mod traces;
pub mod walk;
pub mod world;
pub mod zones;

pub use finding::{Evidence, Finding, Judgement, Severity, Unchecked, Values};
pub use hearing::{Hearing, Ruling};
pub use overlay::{Overlays, Reach, Reached, Stacked, Supplied};
pub use problem::Problem;
pub use rule::{Checked, Kind, Rule, RuleId};
pub use sketch::{Line, LineKind, Mark, MarkKind, Route, RouteKind, Shade, Sketch, Waypoint};

pub(crate) use rule::rules;

use crate::deeds::Deed;
use case::{Node, Situation};
use serde_json::Value;

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
    fn customs(&self) -> Option<&dyn court::Customs> {
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
    /// the common comparison is [`case::same_value`].
    fn same_value(&self, name: &str, expected: &Node, computed: &Value) -> bool {
        let _ = name;
        case::same_value(expected, computed)
    }
}

/// Stands for the referee of a game without rules that one could judge by.
#[derive(Debug, Clone, Copy)]
pub struct NoReferee;

impl Referee for NoReferee {
    fn rules(&self) -> Vec<&Rule> {
        Vec::new()
    }

    fn play(&self, _: &Situation, _: &[Node]) -> Result<Vec<Judgement>, Problem> {
        Ok(Vec::new())
    }
}
