//! What the court must know of a game to hear people as they play it.

use super::super::RuleId;
use super::super::sequence::{Sequence, Stage};
use crate::deeds::{Declared, Deed, UnitId};
use crate::model::{Id, Side};

/// Whether a deed belongs into a stage of the sequence of play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// It is what the stage is for.
    Proper,
    /// It may happen there, as a consequence of something else.
    Possible,
    /// It has no place there.
    Never,
    /// It may be done at any time.
    Anywhere,
}

/// What a finding of the court itself is about; the game says which of its rules that is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Matter {
    /// The order of play.
    Order,
    /// Dice.
    Dice,
    /// Counters that come from nowhere, or are gone.
    Counters,
    /// What is said before dice are rolled.
    Declarations,
}

/// A game as the court sees it.
pub trait Customs: Sync {
    /// The stages of every turn of a scenario.
    fn sequence(&self, scenario: Option<&str>) -> Sequence;

    /// Whether a deed belongs into a stage.
    fn fit(&self, deed: &Deed, stage: &Stage) -> Fit;

    /// Whether leaving out this stage of a side with all around it means leaving out its turn.
    fn is_weighty(&self, stage: &Stage) -> bool;

    /// The side whose counter this is.
    fn owner(&self, unit: &UnitId) -> Option<Id<Side>>;

    /// Whether the game has this counter.
    fn has(&self, unit: &UnitId) -> bool;

    /// Whether dice decide what is declared.
    fn needs_dice(&self, declared: &Declared) -> bool;

    /// How many deeds, the table included, set the game up: play begins after them. None when the log does not
    /// set up, or tells by its tracker where that ends.
    fn set_up_ends(&self, scenario: Option<&str>, deeds: &[Deed]) -> Option<usize>;

    /// The rule that something is about, and other rules that fit.
    fn rule(&self, about: Matter) -> (RuleId, Vec<RuleId>);

    /// Whether breaking a rule is a question of when, or in which phase, something was done.
    fn is_of_time(&self, rule: RuleId) -> bool;

    /// A unit by name.
    fn unit(&self, unit: &UnitId) -> String;

    /// A side by name.
    fn side(&self, side: Id<Side>) -> String;
}
