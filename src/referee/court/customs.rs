//! What the court must know of a game to hear people as they play it.

use super::super::sequence::{Sequence, Stage};
use super::super::{Hearing, RuleId};
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

impl Fit {
    /// Whether going from or to the map belongs into a stage, of one's own pieces or of the other side's.
    pub fn of_travel(stage: &Stage, own: bool, from: bool, to: bool) -> Fit {
        let any = |actions: &[&str]| actions.iter().any(|action| stage.allows(action));
        match (from, to) {
            (true, true) if stage.allows("move") && own => Fit::Proper,
            (true, true) if stage.allows("retreat") || stage.allows("advance") && own => {
                Fit::Possible
            }
            (false, true) if any(&["enter", "land", "drop"]) && own => Fit::Proper,
            (true, false) if any(&["withdraw", "evacuate", "desertion"]) && own => Fit::Possible,
            (true, false) if stage.allows("step-loss") => Fit::Possible,
            (false, false) => Fit::Anywhere,
            _ => Fit::Never,
        }
    }
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

/// A hearing from which several ways to go on can be tried.
pub trait Trial<'t>: Hearing {
    /// The same hearing once more, to go on otherwise.
    fn fork(&self) -> Box<dyn Trial<'t> + 't>;
}

/// A game as the court sees it.
pub trait Customs: Sync {
    /// The stages of every turn of a scenario.
    fn sequence(&self, scenario: Option<&str>) -> Sequence;

    /// Begins a hearing that can be tried in several ways; none when the game has no such hearings: then logs
    /// without clicks are not accused.
    fn trial<'t>(&'t self, scenario: Option<&str>) -> Option<Box<dyn Trial<'t> + 't>> {
        let _ = scenario;
        None
    }

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

    /// Whether a declaration goes on with one before it that has no dice yet, and does not take it back.
    fn joins(&self, earlier: &Declared, later: &Declared) -> bool {
        let _ = (earlier, later);
        false
    }

    /// How many deeds, the table included, set the game up: play begins after them. None when the log does not
    /// set up, or tells by its tracker where that ends.
    fn set_up_ends(&self, scenario: Option<&str>, deeds: &[Deed]) -> Option<usize>;

    /// The rule that something is about, and other rules that fit.
    fn rule(&self, about: Matter) -> (RuleId, Vec<RuleId>);

    /// A unit by name.
    fn unit(&self, unit: &UnitId) -> String;

    /// A side by name.
    fn side(&self, side: Id<Side>) -> String;
}
