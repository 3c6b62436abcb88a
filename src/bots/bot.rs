//! A bot at the table of a game on the frame.
//!
//! The stages are played in turn; what is done in each is the game's ([`Plays::act`]). A deed is legal when the
//! rulebook says so on a copy of the play; a crime is a deed for which it names one of the crime's rules, or one that the
//! game commits by leaving a rule out.

use super::dice::Dice;
use super::scribe::Scribe;
use crate::deeds::{Act, Declared, Deed, Spot, Standing, UnitId};
use crate::model::Scenario;
use crate::referee::frame::{Play, Rulebook, Umpire};
use crate::referee::ground::Place;
use crate::referee::schedule::{Arrival, Ground, Start};
use crate::referee::sequence::Stage;
use crate::referee::world::{At, Off, Unit};
use crate::referee::{Finding, Judgement, RuleId};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A game that a bot can play.
pub trait Plays: Rulebook {
    /// What the bot must remember.
    type Memory: Default;

    /// Crimes that it can commit.
    fn crimes(&self) -> Vec<Crime>;

    /// Where a unit is set up that may be put onto this ground.
    fn start(&self, bot: &mut Bot<'_, Self>, unit: Unit, ground: &Ground) -> Option<Place> {
        let _ = unit;
        match ground {
            Ground::Hexes(places) => bot.dice.pick(places),
            Ground::Entry(_) | Ground::Unread => None,
        }
    }

    /// What it does in a stage.
    fn act(&self, bot: &mut Bot<'_, Self>, stage: &Stage);
}

/// A kind of crime.
#[derive(Debug, Clone)]
pub struct Crime {
    /// Its name, as it is asked for.
    pub name: &'static str,
    /// What is done.
    pub words: &'static str,
    /// The rules that it breaks.
    pub rules: Cow<'static, [RuleId]>,
}

/// A crime as it was committed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Committed {
    /// The step of the deed.
    pub step: usize,
    /// Why no log can show it, when none can.
    pub unobservable: Option<&'static str>,
}

/// How the bot plays.
#[derive(Debug, Clone, Copy)]
pub struct Manner {
    /// Chance.
    pub seed: u64,
    /// How many turns, at most.
    pub turns: i32,
    /// The crime to commit, by its number in [`Plays::crimes`].
    pub crime: Option<usize>,
    /// Whether attacks are declared.
    pub declares: bool,
    /// Whether units are set up in the log itself. What is done before the first phase ends is
    /// set-up then, so that no other crime can be seen in it, and none is committed.
    pub sets_up: bool,
}

impl Default for Manner {
    fn default() -> Self {
        Manner { seed: 0, turns: i32::MAX, crime: None, declares: true, sets_up: false }
    }
}

/// A game as the bot played it.
#[derive(Debug, Clone, Default)]
pub struct Played {
    /// What was done, the table at the beginning first.
    pub deeds: Vec<Deed>,
    /// The crime, when one was asked for and there was an opportunity.
    pub crime: Option<Committed>,
    /// How often each kind of thing was done.
    pub tally: BTreeMap<&'static str, usize>,
}

/// The bot at the table.
pub struct Bot<'a, R: Plays> {
    book: &'a R,
    /// The game as the bot knows it.
    pub play: Play<'a, R>,
    trial: Play<'a, R>,
    /// Chance.
    pub dice: Dice,
    /// How it plays.
    pub manner: Manner,
    /// What its game has it remember.
    pub memory: R::Memory,
    scribe: Scribe<'a>,
    asked: Option<Crime>,
    /// Opportunities that are let pass before the crime.
    patience: usize,
    committed: Option<Committed>,
    tally: BTreeMap<&'static str, usize>,
}

/// So many opportunities are let pass at most.
const PATIENCE: usize = 12;

/// After a crime the game goes on for so many phases, so that the referee has seen their ends.
const PHASES_AFTER: usize = 10;

/// A scenario that does not tell its last turn is played for so many.
const TURNS: i32 = 6;

/// Plays some turns of a scenario; none when there is no such scenario.
pub fn play<R: Plays>(umpire: &Umpire<'_, R>, scenario: &str, manner: Manner) -> Option<Played> {
    let book = umpire.book();
    let scenario = umpire.setting().game.scenarios.get(scenario)?;
    let play = umpire.begin(Some(scenario));
    let mut dice = Dice::new(manner.seed);
    let patience = dice.below(PATIENCE);
    let mut bot = Bot {
        book,
        trial: play.clone(),
        scribe: Scribe::new(play.setting.game, &play.setting.space),
        play,
        dice,
        manner,
        memory: R::Memory::default(),
        asked: manner.crime.and_then(|number| book.crimes().into_iter().nth(number)),
        patience,
        committed: None,
        tally: BTreeMap::new(),
    };
    bot.set_up(scenario);
    bot.turns(scenario);
    Some(Played { deeds: bot.scribe.deeds, crime: bot.committed, tally: bot.tally })
}

impl<R: Plays> Bot<'_, R> {
    fn set_up(&mut self, scenario: &Scenario) {
        let schedule = self.play.schedule.clone();
        // Those with the least choice first, so that nobody takes their place.
        let mut units: Vec<Unit> = self.play.setting.roster.those(|_| true).collect();
        units.sort_by_key(|unit| match &schedule.starts[usize::from(*unit)] {
            Some(Start { ground: Ground::Hexes(places), .. }) => places.len(),
            Some(_) => usize::MAX,
            None => 0,
        });
        let mut pieces = Vec::new();
        for unit in units {
            let number = usize::from(unit);
            let at = match (&schedule.starts[number], &schedule.arrivals[number]) {
                (Some(start), _) => {
                    if start.reduced {
                        let steps = self.play.unit(unit).steps.saturating_sub(1);
                        self.play.position.set_steps(unit, steps);
                    }
                    let book = self.book;
                    match (&start.ground, book.start(self, unit, &start.ground)) {
                        (_, Some(place)) => At::Map(place),
                        (Ground::Entry(entry), None) => At::Off(Off::Entry(*entry)),
                        (_, None) => continue,
                    }
                }
                (_, Some(Arrival { ground: Ground::Entry(entry), .. })) => {
                    At::Off(Off::Entry(*entry))
                }
                (_, Some(_)) => At::Off(Off::Away),
                (None, None) => continue,
            };
            self.play.put(unit, at);
            let steps = Some(u32::from(self.play.position.steps(unit)));
            pieces.push(Standing {
                unit: self.id(unit),
                at: self.spot(at),
                steps,
                states: Vec::new(),
            });
        }
        let first = (scenario.turns.first, 0);
        let moment = self.play.sequence.moment(first);
        let scenario = Some(scenario.id.clone());
        self.scribe.begin(Act::SetUp { pieces, markers: Vec::new(), moment, scenario });
        self.play.clock.enter(Some(first));
        self.play.at_phase_start.copy_from(&self.play.position);
        self.book.set_up(&mut self.play, &mut Judgement::default());
        self.book.opens(&mut self.play);
    }

    fn turns(&mut self, scenario: &Scenario) {
        let first = scenario.turns.first;
        let last = scenario.turns.last.unwrap_or(first + TURNS - 1);
        let last = last.min(first.saturating_add(self.manner.turns.saturating_sub(1)));
        let sequence = self.play.sequence.clone();
        let mut after = 0;
        for turn in first..=last {
            for (number, stage) in sequence.turn(turn).iter().enumerate() {
                if (turn, number) != (first, 0) {
                    self.pass((turn, number));
                }
                let book = self.book;
                book.act(self, stage);
                after += usize::from(self.committed.is_some());
                if after > PHASES_AFTER {
                    return;
                }
            }
        }
        // The last phase ends too.
        self.pass((last.saturating_add(1), 0));
    }

    fn pass(&mut self, next: (i32, usize)) {
        let moment = self.play.sequence.moment(next);
        self.scribe.turn(moment);
        self.play.end_stage(self.book, &mut Judgement::default());
        self.play.begin_stage(self.book, Some(next));
        self.play.told.clear();
    }

    // What can be seen at the table.

    /// The id of a unit.
    pub fn id(&self, unit: Unit) -> UnitId {
        self.play.unit(unit).id.clone()
    }

    /// The place on the table of a place of the rules.
    pub fn spot(&self, at: At) -> Spot {
        self.scribe.spot(at)
    }

    /// What was done so far, the table at the beginning first.
    pub fn deeds(&self) -> &[Deed] {
        &self.scribe.deeds
    }

    /// Something is done.
    pub fn say(&mut self, act: Act) {
        self.scribe.say(act);
    }

    /// A unit is dragged somewhere.
    pub fn drag(&mut self, unit: Unit, to: At) {
        let (from, to) = (self.spot(self.play.position.at(unit)), self.spot(to));
        let unit = self.id(unit);
        self.say(Act::Move { unit, from, to });
    }

    /// A unit is dragged somewhere, and lies there.
    pub fn go(&mut self, unit: Unit, to: At) {
        self.drag(unit, to);
        self.play.put(unit, to);
    }

    /// A unit loses or regains steps; what it has then is for the game to note.
    pub fn turn_over(&mut self, unit: Unit, to: u8) {
        let from = u32::from(self.play.position.steps(unit));
        let unit = self.id(unit);
        self.say(Act::Steps { unit, from, to: u32::from(to) });
    }

    /// A state of a unit, by its number in [`Rulebook::states`], is set or ended, unless it is already.
    pub fn mark(&mut self, unit: Unit, state: usize, on: bool) {
        let Some(word) = self.play.setting.states.get(state).cloned() else { return };
        if self.play.is(unit, 1 << state) != on {
            self.play.set(unit, 1 << state, on);
            let unit = self.id(unit);
            self.say(Act::State { unit, state: word, on });
        }
    }

    /// Something is declared, by its id in the sources.
    pub fn declare(&mut self, id: &str, units: &[Unit], places: &[At], values: &[(&str, String)]) {
        let declared = Declared {
            id: id.to_owned(),
            units: units.iter().map(|unit| self.id(*unit)).collect(),
            places: places.iter().map(|at| self.spot(*at)).collect(),
            values: values.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect(),
        };
        self.say(Act::Declare(declared));
    }

    /// Dice of the sources are rolled: their faces.
    pub fn roll(&mut self, dice: &str, count: usize) -> Vec<u32> {
        let faces: Vec<u32> = (0..count).map(|_| self.dice.below(6) as u32 + 1).collect();
        self.say(Act::Roll { dice: dice.to_owned(), faces: faces.clone() });
        faces
    }

    // What the rules say to it.

    /// What the rulebook would say to a deed now.
    pub fn would_say(&mut self, verb: &R::Verb) -> Judgement {
        let mut said = Judgement::default();
        self.trial.copy_from(&self.play);
        self.book.perform(&mut self.trial, verb, &mut said);
        self.trial.told.clear();
        said
    }

    /// Whether nobody would accuse a deed now.
    pub fn allows(&mut self, verb: &R::Verb) -> bool {
        !self.would_say(verb).findings.iter().any(Finding::accuses)
    }

    /// Does something, as far as the bot's own knowledge goes; what can be seen of it is shown separately.
    pub fn perform(&mut self, verb: &R::Verb) {
        self.book.perform(&mut self.play, verb, &mut Judgement::default());
        self.play.told.clear();
    }

    /// Counts something that was done.
    pub fn count(&mut self, what: &'static str) {
        *self.tally.entry(what).or_default() += 1;
    }

    // Crimes.

    /// The crime that is still to be committed.
    pub fn wanted(&self) -> Option<&Crime> {
        self.asked.as_ref().filter(|_| self.committed.is_none())
    }

    /// Whether the crime that is still to be committed breaks one of these rules.
    pub fn is_wanted(&self, rules: &[RuleId]) -> bool {
        self.wanted().is_some_and(|crime| rules.iter().any(|rule| crime.rules.contains(rule)))
    }

    /// Whether this deed is the crime that is wanted now: the rulebook accuses it under one of the crime's rules.
    pub fn is_the_crime(&mut self, verb: &R::Verb) -> bool {
        let Some(rules) = self.wanted().map(|crime| crime.rules.clone()) else { return false };
        let said = self.would_say(verb);
        let mut accused = said.findings.iter().filter(|finding| finding.accuses());
        accused.any(|finding| rules.contains(&finding.rule)) && self.takes_the_chance()
    }

    /// Whether an opportunity for the crime is taken; some are let pass, so that crimes spread over the game.
    pub fn takes_the_chance(&mut self) -> bool {
        let now = self.patience == 0;
        self.patience = self.patience.saturating_sub(1);
        now
    }

    /// Whether a crime has been committed.
    pub fn is_guilty(&self) -> bool {
        self.committed.is_some()
    }

    /// The last deed was the crime.
    pub fn guilty(&mut self) {
        let step = self.scribe.step;
        self.committed.get_or_insert(Committed { step, unobservable: None });
    }

    /// The crime turned out to be one that no log can show.
    pub fn excuse(&mut self, reason: &'static str) {
        if let Some(done) = &mut self.committed {
            done.unobservable = Some(reason);
        }
    }
}
