//! A bot that plays legal games at random through the referee's own mechanics, and one labelled crime when asked.
//!
//! The frame plays the stages in turn; what is done in each is the game's ([`Rulebook::act`]). A deed is legal when the
//! rulebook says so on a copy of the play; a crime is a deed for which it names one of the crime's rules.

use super::super::dice::Dice;
use super::super::schedule::{Arrival, Ground};
use super::super::scribe::Scribe;
use super::super::world::{At, Off, Unit};
use super::super::{Judgement, RuleId};
use super::{Play, Rulebook, Umpire};
use crate::deeds::{Act, Declared, Deed, Standing, UnitId};
use crate::model::Scenario;
use std::collections::BTreeMap;

/// A kind of crime.
#[derive(Debug)]
pub struct Crime {
    /// Its name, as it is asked for.
    pub name: &'static str,
    /// What is done.
    pub words: &'static str,
    /// The rules that it breaks.
    pub rules: &'static [RuleId],
}

/// How the bot plays.
#[derive(Debug, Clone, Copy)]
pub struct Manner {
    /// Chance.
    pub seed: u64,
    /// How many turns.
    pub turns: i32,
    /// The crime to commit, by its number in [`Rulebook::crimes`].
    pub crime: Option<usize>,
}

/// A game as the bot played it.
#[derive(Debug, Clone, Default)]
pub struct Played {
    /// What was done, the table at the beginning first.
    pub deeds: Vec<Deed>,
    /// The step of the crime, when one was asked for and there was an opportunity.
    pub crime: Option<usize>,
    /// How often each kind of thing was done.
    pub tally: BTreeMap<&'static str, usize>,
}

/// The bot at the table.
pub struct Bot<'a, R: Rulebook> {
    book: &'a R,
    /// The game as the bot knows it.
    pub play: Play<'a, R>,
    trial: Play<'a, R>,
    /// Chance.
    pub dice: Dice,
    scribe: Scribe<'a>,
    asked: Option<&'static Crime>,
    /// Opportunities that are let pass before the crime.
    patience: usize,
    committed: Option<usize>,
    tally: BTreeMap<&'static str, usize>,
}

/// So many opportunities are let pass at most.
const PATIENCE: usize = 12;

impl<R: Rulebook> Umpire<'_, R> {
    /// Plays some turns of a scenario; none when there is no such scenario.
    pub fn bot_game(&self, scenario: &str, manner: Manner) -> Option<Played> {
        let scenario = self.setting.game.scenarios.get(scenario)?;
        let play = Play::new(&self.book, &self.setting, Some(scenario), false);
        let mut dice = Dice::new(manner.seed);
        let patience = dice.below(PATIENCE);
        let mut bot = Bot {
            book: &self.book,
            trial: play.clone(),
            play,
            dice,
            scribe: Scribe::new(self.setting.game, &self.setting.space),
            asked: manner.crime.and_then(|number| self.book.crimes().get(number)),
            patience,
            committed: None,
            tally: BTreeMap::new(),
        };
        bot.set_up(scenario);
        bot.turns(scenario, manner.turns);
        Some(Played { deeds: bot.scribe.deeds, crime: bot.committed, tally: bot.tally })
    }

    /// The crimes that the bot commits.
    pub fn crimes(&self) -> &'static [Crime] {
        self.book.crimes()
    }
}

impl<R: Rulebook> Bot<'_, R> {
    fn set_up(&mut self, scenario: &Scenario) {
        let setting = self.play.setting;
        let schedule = self.play.schedule.clone();
        for (unit, own) in setting.roster.iter() {
            let number = usize::from(unit);
            let at = match (&schedule.starts[number], &schedule.arrivals[number]) {
                (Some(start), _) => {
                    if start.reduced {
                        self.play.position.set_steps(unit, own.steps.saturating_sub(1));
                    }
                    match &start.ground {
                        Ground::Hexes(places) => self.dice.pick(places).map(At::Map),
                        _ => None,
                    }
                }
                (_, Some(Arrival { ground: Ground::Entry(entry), .. })) => {
                    Some(At::Off(Off::Entry(*entry)))
                }
                _ => None,
            };
            if let Some(at) = at {
                self.play.put(unit, at);
            }
        }
        let standing = |(unit, own): (Unit, &super::super::world::Enrolled<R::Facts>)| Standing {
            unit: own.id.clone(),
            at: self.scribe.spot(self.play.position.at(unit)),
            steps: Some(u32::from(self.play.position.steps(unit))),
            states: Vec::new(),
        };
        let pieces = setting.roster.iter().map(standing).collect();
        let first = (scenario.turns.first, 0);
        let moment = self.play.sequence.moment(first);
        let scenario = Some(scenario.id.clone());
        self.scribe.begin(Act::SetUp { pieces, markers: Vec::new(), moment, scenario });
        self.play.clock.enter(Some(first));
        self.play.at_phase_start.copy_from(&self.play.position);
        self.book.set_up(&mut self.play, &mut Judgement::default());
        self.book.opens(&mut self.play);
    }

    fn turns(&mut self, scenario: &Scenario, turns: i32) {
        let first = scenario.turns.first;
        let sequence = self.play.sequence.clone();
        for turn in first..first.saturating_add(turns) {
            for (number, stage) in sequence.turn(turn).iter().enumerate() {
                if (turn, number) != (first, 0) {
                    self.pass((turn, number));
                }
                self.book.act(self, stage);
            }
            if self.committed.is_some() {
                // The turn of the crime is over; the rest would tell nothing more of it.
                return self.pass((turn + 1, 0));
            }
        }
        self.pass((first.saturating_add(turns), 0));
    }

    fn pass(&mut self, next: (i32, usize)) {
        let moment = self.play.sequence.moment(next);
        self.scribe.turn(moment);
        self.play.end_stage(self.book, &mut Judgement::default());
        self.play.begin_stage(self.book, Some(next));
    }

    fn id(&self, unit: Unit) -> UnitId {
        self.play.unit(unit).id.clone()
    }

    // What can be seen at the table.

    /// A unit is dragged somewhere.
    pub fn drag(&mut self, unit: Unit, to: At) {
        let (from, to) = (self.scribe.spot(self.play.position.at(unit)), self.scribe.spot(to));
        let unit = self.id(unit);
        self.scribe.say(Act::Move { unit, from, to });
    }

    /// A unit loses or regains steps.
    pub fn turn_over(&mut self, unit: Unit, to: u8) {
        let (from, to) = (u32::from(self.play.position.steps(unit)), u32::from(to));
        let unit = self.id(unit);
        self.scribe.say(Act::Steps { unit, from, to });
    }

    /// A state of a unit, by its number in [`Rulebook::states`], is set or ended.
    pub fn mark(&mut self, unit: Unit, state: usize, on: bool) {
        let Some(state) = self.play.setting.states.get(state).cloned() else { return };
        let unit = self.id(unit);
        self.scribe.say(Act::State { unit, state, on });
    }

    /// Something is declared, by its id in the sources.
    pub fn declare(&mut self, id: &str, units: &[Unit], places: &[At], values: &[(&str, String)]) {
        self.scribe.declare(Declared {
            id: id.to_owned(),
            units: units.iter().map(|unit| self.id(*unit)).collect(),
            places: places.iter().map(|at| self.scribe.spot(*at)).collect(),
            values: values.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect(),
        });
    }

    /// Dice of the sources are rolled: their faces.
    pub fn roll(&mut self, dice: &str, count: usize) -> Vec<u32> {
        let faces: Vec<u32> = (0..count).map(|_| self.dice.below(6) as u32 + 1).collect();
        self.scribe.say(Act::Roll { dice: dice.to_owned(), faces: faces.clone() });
        faces
    }

    // What the rules say to it.

    /// What the rulebook would say to a deed now.
    pub fn would_say(&mut self, verb: &R::Verb) -> Judgement {
        let mut said = Judgement::default();
        self.trial.copy_from(&self.play);
        self.book.perform(&mut self.trial, verb, &mut said);
        said
    }

    /// Whether nobody would accuse a deed now.
    pub fn allows(&mut self, verb: &R::Verb) -> bool {
        !self.would_say(verb).findings.iter().any(super::super::Finding::accuses)
    }

    /// Does something, as far as the bot's own knowledge goes; what can be seen of it is shown separately.
    pub fn perform(&mut self, verb: &R::Verb) {
        self.book.perform(&mut self.play, verb, &mut Judgement::default());
    }

    /// Counts something that was done.
    pub fn count(&mut self, what: &'static str) {
        *self.tally.entry(what).or_default() += 1;
    }

    /// The crime that is still to be committed.
    pub fn wanted(&self) -> Option<&'static Crime> {
        self.asked.filter(|_| self.committed.is_none())
    }

    /// Whether the crime that is still to be committed breaks one of these rules.
    pub fn is_wanted(&self, rules: &[RuleId]) -> bool {
        self.wanted().is_some_and(|crime| rules.iter().any(|rule| crime.rules.contains(rule)))
    }

    /// Whether this deed is the crime that is wanted now: the rulebook accuses it under one of the crime's rules.
    pub fn is_the_crime(&mut self, verb: &R::Verb) -> bool {
        let Some(crime) = self.wanted() else { return false };
        let said = self.would_say(verb);
        let mut accused = said.findings.iter().filter(|finding| finding.accuses());
        if !accused.any(|finding| crime.rules.contains(&finding.rule)) {
            return false;
        }
        self.takes_the_chance()
    }

    /// Whether an opportunity for the crime is taken; some are let pass.
    pub fn takes_the_chance(&mut self) -> bool {
        if self.patience > 0 {
            self.patience -= 1;
            return false;
        }
        true
    }

    /// The last deed was the crime.
    pub fn guilty(&mut self) {
        self.committed.get_or_insert(self.scribe.step);
    }
}
