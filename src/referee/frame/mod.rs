//! The frame of every game: what its rulebook adds, and everything around it.
//!
//! A [`Rulebook`] says what its units are, what players can do ([`Rulebook::Verb`], typed from where text comes in to
//! the finding), what each deed changes and breaks, and what must hold when a phase begins or ends. Reading
//! cases, playing them, hearing logs and trying what a stretch of a log may have meant are the frame's. [`Umpire`] is the referee that the two make.

mod cases;
mod customs;
mod event;
mod hearing;
mod play;
mod setting;

pub use event::{Announced, Event, What};
pub use play::Play;
pub use setting::Setting;

use super::case::{Node, Part, Patch, Situation};
use super::court::{Customs, Fit, Matter};
use super::sequence::Stage;
use super::world::{At, Enrolled, Off, Position, Space, Unit};
use super::{Hearing, Judgement, Overlays, Problem, Reach, Referee, Rule, RuleId};
use crate::deeds::{Declared, Deed, Moment, UnitId};
use crate::model::{Counter, Game, MovementPoints, Scenario};

/// What the rulebook of a game adds to the engine.
///
/// Everything that differs while a log is played copies or clones: readings are tried on copies. What stays
/// for a whole case or log is in the [`Setting`].
pub trait Rulebook: Sync + Sized {
    /// What the rules ask of a unit, for its whole life: type, size, nationality, printed values.
    type Facts: Sync;
    /// What the rules ask of a map beyond terrain, worked out once: areas, lines, places by name.
    type Land: Sync;
    /// What the game knows beyond who stands where: weather, control, what this phase has seen.
    type State: Clone;
    /// What a player does.
    type Verb;
    /// What a player may come to owe.
    type Due: Copy + PartialEq;
    /// What is counted, by whom.
    type Account: Copy + PartialEq;
    /// Buffers of searches, used again and again; they mean nothing between two deeds.
    type Scratch: Default;

    /// The rules, section by section, in the order of the rulebook.
    fn sections(&self) -> Vec<&[Rule]>;

    /// States that a unit can be in, by id. The place in this list is the bit.
    fn states(&self) -> Vec<&str>;

    /// What the game knows before anything is on the table.
    fn state(&self, empty: &Position) -> Self::State;

    /// The states, as bits, whose units have no zone of control.
    fn quiet(&self) -> u32;

    /// Fractions of a movement point that the rules mention beyond the terrain effects chart.
    fn fractions(&self) -> Vec<MovementPoints> {
        Vec::new()
    }

    // The door: names become numbers.

    /// What the rules ask of a map; a patch may say what a real map has printed.
    fn land(
        &self,
        game: &Game,
        space: &mut Space<'_>,
        patch: Option<&Patch>,
    ) -> Result<Self::Land, Problem>;

    /// The unit that a counter makes; none when it is no unit of a side.
    fn counter(&self, game: &Game, counter: &Counter, id: UnitId) -> Option<Enrolled<Self::Facts>>;

    /// The unit that a case describes. Where it is, its states and steps left are read by the frame.
    fn unit(&self, id: &str, part: &mut Part<'_>) -> Result<Enrolled<Self::Facts>, Problem>;

    /// A place that is on no map.
    fn elsewhere(word: &str) -> Option<Off> {
        match word {
            "off-map" => Some(Off::Away),
            "eliminated" => Some(Off::Eliminated(None)),
            _ => None,
        }
    }

    /// The moment that a case begins with; none when it does not tell.
    fn moment(&self, when: &mut Part<'_>) -> Result<Option<Moment>, Problem>;

    /// What else a case says of its situation: `when` with its scenario and beyond its moment, and `state`.
    fn situation(
        &self,
        play: &mut Play<'_, Self>,
        when: &mut Part<'_>,
        state: &mut Part<'_>,
    ) -> Result<(), Problem>;

    /// What an entry of a case does; none when its word is no verb of the game.
    fn verb(&self, play: &Play<'_, Self>, entry: &mut Part<'_>) -> Result<Self::Verb, Problem>;

    // Play.

    /// Judges a deed, and does it: also what the rules forbid has happened.
    fn perform(&self, play: &mut Play<'_, Self>, verb: &Self::Verb, said: &mut Judgement);

    /// A log or a case begins as the table lies, with these separate markers on it.
    fn begins(&self, play: &mut Play<'_, Self>, markers: &[(&str, At)]) {
        let _ = (play, markers);
    }

    /// A stage begins.
    fn opens(&self, play: &mut Play<'_, Self>) {
        let _ = play;
    }

    /// A stage ends: what must hold now is judged, and what is due.
    fn closes(&self, play: &mut Play<'_, Self>, said: &mut Judgement);

    /// A case ends: says of its entries what they still owe.
    fn outstanding(&self, play: &mut Play<'_, Self>) {
        let _ = play;
    }

    /// A unit was worn down or built up by what a log shows: states that follow from its steps.
    fn worn(&self, play: &mut Play<'_, Self>, unit: Unit) {
        let _ = (play, unit);
    }

    // Hearing.

    /// Judges the deeds of a phase, and lays everything where the log has it. Players move in hops, so that this is done
    /// when the phase ends; `complete` is false when the log ends before it. A game judges by its plans, unless it has
    /// a way of its own to find out what was meant.
    fn judge<'a>(
        &self,
        play: &mut Play<'a, Self>,
        trial: &mut Option<Play<'a, Self>>,
        stretch: &[Event],
        complete: bool,
    ) {
        let _ = complete;
        hearing::by_plans(self, play, trial, stretch);
    }

    /// What the deeds of a phase may have meant, the likeliest first: each plan is tried, and the one that breaks least
    /// is told.
    fn plans(&self, play: &Play<'_, Self>, stretch: &[Event]) -> Vec<Plan<Self::Verb>> {
        let _ = (play, stretch);
        Vec::new()
    }

    /// A deed in words: `7th Foot moves 0505 to 0703`.
    fn words(&self, play: &Play<'_, Self>, verb: &Self::Verb) -> String {
        let _ = (play, verb);
        String::new()
    }

    /// Judges the table when play begins: who must stand where.
    fn set_up(&self, play: &mut Play<'_, Self>, said: &mut Judgement) {
        let _ = (play, said);
    }

    /// The rules that cannot be judged when a log leaves this open.
    fn rests_on(&self, unknown: Unknown) -> &[RuleId];

    /// What the referee sees on the table.
    fn overlays(&self, play: &Play<'_, Self>) -> Overlays {
        let _ = play;
        Overlays::default()
    }

    /// Where a unit could go now.
    fn reach(&self, play: &Play<'_, Self>, unit: Unit) -> Option<Reach> {
        let _ = (play, unit);
        None
    }

    // The court.

    /// The rules that findings of the court cite, the likeliest first. None at all when logs of the game are heard as the
    /// tracker tells them.
    fn matters(&self, about: Matter) -> &[RuleId] {
        let _ = about;
        &[]
    }

    /// Whether a deed belongs into a stage, `own` pieces or the other side's, when the rules say more of it than the sequence
    /// of play does.
    fn fit(
        &self,
        setting: &Setting<'_, Self>,
        deed: &Deed,
        stage: &Stage,
        own: bool,
    ) -> Option<Fit> {
        let _ = (setting, deed, stage, own);
        None
    }

    /// Whether dice decide what is declared.
    fn needs_dice(&self, declared: &Declared) -> bool {
        declared.id == "attack"
    }

    /// Whether a declaration goes on with one before it that has no dice yet, and does not take it back.
    fn joins(&self, earlier: &Declared, later: &Declared) -> bool {
        let _ = (earlier, later);
        false
    }

    /// Whether both sides declare such a thing in a phase of one of them.
    fn is_for_both(&self, declared: &Declared) -> bool {
        let _ = declared;
        false
    }
}

/// What a log leaves open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unknown {
    /// What a piece on the table is.
    Piece,
    /// In which phase something was done.
    Phase,
    /// How a phase ended.
    End,
}

/// One meaning of a stretch of a log: verbs, each with the step that it is told at.
pub type Plan<V> = Vec<(usize, V)>;

/// The referee of a game with a rulebook of its own.
pub struct Umpire<'g, R: Rulebook> {
    book: R,
    setting: Setting<'g, R>,
}

impl<'g, R: Rulebook> Umpire<'g, R> {
    /// The referee of a loaded game; a problem when the game's sources lack what its rules speak of.
    pub fn new(book: R, game: &'g Game) -> Result<Self, Problem> {
        let setting = Setting::of_game(&book, game)?;
        Ok(Umpire { book, setting })
    }

    /// The rulebook.
    pub fn book(&self) -> &R {
        &self.book
    }

    /// A play of a scenario, before anything is on the table.
    pub fn begin<'a>(&'a self, scenario: Option<&'a Scenario>) -> Play<'a, R> {
        Play::new(&self.book, &self.setting, scenario, false)
    }

    /// What stays while the game is played.
    pub fn setting(&self) -> &Setting<'g, R> {
        &self.setting
    }
}

impl<R: Rulebook> Referee for Umpire<'_, R> {
    fn rules(&self) -> Vec<&Rule> {
        self.book.sections().into_iter().flatten().collect()
    }

    fn play(&self, situation: &Situation, log: &[Node]) -> Result<Vec<Judgement>, Problem> {
        cases::play(&self.book, &self.setting, situation, log)
    }

    fn hearing(&self, scenario: Option<&str>) -> Option<Box<dyn Hearing + '_>> {
        let scenario = scenario.and_then(|id| self.setting.game.scenarios.get(id));
        Some(Box::new(hearing::Heard::new(&self.book, &self.setting, scenario)))
    }

    fn customs(&self) -> Option<&dyn Customs> {
        let heard_by_it = !self.book.matters(Matter::Order).is_empty();
        heard_by_it.then_some(self as &dyn Customs)
    }
}
