//! Play: everything that changes while a case or a log goes on.

use super::super::clock::{Clock, When};
use super::super::duty::Duties;
use super::super::ledger::{Ledgers, Scope};
use super::super::schedule::Schedule;
use super::super::sequence::Sequence;
use super::super::world::{At, Position, Unit};
use super::super::{Finding, Judgement, RuleId, Ruling};
use super::{Event, Rulebook, Setting, What};
use crate::deeds::Moment;
use crate::model::{Provenance, Scenario};
use std::sync::Arc;

/// The table, the clock, what is owed and what is counted.
pub struct Play<'a, R: Rulebook> {
    /// What stays.
    pub setting: &'a Setting<'a, R>,
    /// The scenario that is played.
    pub scenario: Option<&'a Scenario>,
    /// The sequence of play.
    pub sequence: Arc<Sequence>,
    /// Who starts where, comes and goes.
    pub schedule: Arc<Schedule>,
    /// Which stage is on.
    pub clock: Clock,
    /// Who stands where.
    pub position: Position,
    /// Who stood where when the stage began.
    pub at_phase_start: Position,
    /// What the game knows beyond that.
    pub state: R::State,
    /// What is owed, and what was done unasked.
    pub duties: Duties<R::Due>,
    /// What is counted.
    pub ledgers: Ledgers<R::Account>,
    /// The step of the log, or the entry of the case, that is being judged.
    pub step: usize,
    /// Whether a case is played: routes are exact, and what it does not mention is as it should be.
    pub exact: bool,
    /// Whether legal deeds are worked out too.
    pub works_out: bool,
    /// Whether the stage that is on is only passed over: its deeds were heard with those of the one before.
    pub passing: bool,
    /// What was said, until the hearing or the case takes it.
    pub told: Vec<Ruling>,
    /// Buffers of searches.
    pub scratch: R::Scratch,
}

impl<R: Rulebook> Clone for Play<'_, R> {
    fn clone(&self) -> Self {
        Play {
            sequence: self.sequence.clone(),
            schedule: self.schedule.clone(),
            clock: self.clock.clone(),
            position: self.position.clone(),
            at_phase_start: self.at_phase_start.clone(),
            state: self.state.clone(),
            duties: self.duties.clone(),
            ledgers: self.ledgers.clone(),
            told: self.told.clone(),
            scratch: R::Scratch::default(),
            ..*self
        }
    }
}

impl<'a, R: Rulebook> Play<'a, R> {
    pub(super) fn new(
        book: &R,
        setting: &'a Setting<'a, R>,
        scenario: Option<&'a Scenario>,
        exact: bool,
    ) -> Self {
        let sides = setting.game.sides.len();
        let position = Position::new(&setting.space, setting.roster.bodies(), sides, book.quiet());
        let first = scenario.and_then(|scenario| scenario.first_side);
        let schedule = match scenario {
            Some(scenario) => {
                Schedule::new(setting.game, &setting.space, &setting.roster, scenario)
            }
            None => Schedule::empty(setting.roster.len()),
        };
        Play {
            setting,
            scenario,
            schedule: Arc::new(schedule),
            sequence: Arc::new(Sequence::new(setting.game, first)),
            clock: Clock::default(),
            at_phase_start: position.clone(),
            state: book.state(&position),
            position,
            duties: Duties::default(),
            ledgers: Ledgers::default(),
            step: 0,
            exact,
            works_out: exact,
            passing: false,
            told: Vec::new(),
            scratch: R::Scratch::default(),
        }
    }

    /// Becomes a copy of another, with buffers of its own.
    pub fn copy_from(&mut self, other: &Self) {
        self.clock.clone_from(&other.clock);
        self.position.copy_from(&other.position);
        self.at_phase_start.copy_from(&other.at_phase_start);
        self.state.clone_from(&other.state);
        self.duties.clone_from(&other.duties);
        self.ledgers.clone_from(&other.ledgers);
        self.step = other.step;
    }

    /// A unit with what the game knows of it.
    pub fn unit(&self, unit: Unit) -> &'a super::super::world::Enrolled<R::Facts> {
        &self.setting.roster[unit]
    }

    /// Units in words.
    pub fn units(&self, units: impl IntoIterator<Item = Unit>) -> String {
        self.setting.roster.words(units)
    }

    /// Whether a unit is in a state, by the state's bit.
    pub fn is(&self, unit: Unit, state: u32) -> bool {
        self.position.states(unit) & state != 0
    }

    /// Puts a unit somewhere.
    pub fn put(&mut self, unit: Unit, to: At) {
        self.position.put(&self.setting.space, unit, to);
    }

    /// Sets or ends states of a unit.
    pub fn set(&mut self, unit: Unit, states: u32, on: bool) {
        let before = self.position.states(unit);
        let to = if on { before | states } else { before & !states };
        self.position.set_states(&self.setting.space, unit, to);
    }

    /// A violation of a rule by these units; it rests on the weakest of their values.
    pub fn violation(&self, rule: RuleId, message: String, units: &[Unit]) -> Finding {
        let weakest = units.iter().map(|unit| self.unit(*unit).provenance).max();
        Finding::violation(rule, message)
            .units(units.iter().map(|unit| self.unit(*unit).id.to_string()))
            .rests_on(weakest.unwrap_or(Provenance::Printed))
    }

    /// Says something of a step: of one before that of the deed being judged, or of several.
    pub fn say(&mut self, step: usize, subject: impl Into<String>, judgement: Judgement) {
        let moment = self.clock.moment(&self.sequence);
        self.told.push(Ruling { step, moment, subject: subject.into(), judgement });
    }

    /// Says what is wrong with a step.
    pub fn accuse(&mut self, step: usize, finding: Finding) {
        let mut judgement = Judgement::default();
        let subject = finding.message.clone();
        judgement.report(finding);
        self.say(step, subject, judgement);
    }

    /// Whether one of the stages judged allows something to a side.
    pub fn allows(&self, action: &str, side: u8) -> bool {
        self.clock.allows(&self.sequence, action, side)
    }

    /// The phase in words: `the Movement Phase of Lorn`.
    pub fn phase_words(&self) -> String {
        self.clock.words(&self.sequence, self.setting.game)
    }

    /// Whatever was done lies on the table now, whether the rules allow it or not.
    pub fn lay(&mut self, book: &R, events: &[Event]) {
        for event in events {
            match event.what {
                What::Went(unit, to) => self.put(unit, to),
                What::Steps(unit, steps) => {
                    self.position.set_steps(unit, steps);
                    book.worn(self, unit);
                }
                What::State(unit, states, on) => self.set(unit, states, on),
                _ => {}
            }
        }
    }

    /// Every unit that may not start as it stands, and why.
    pub fn objections(&self) -> impl Iterator<Item = (Unit, String)> + '_ {
        self.setting.roster.iter().filter_map(|(unit, own)| {
            let asked = (unit, own.steps, &(|| own.words()) as &dyn Fn() -> String);
            let why = self.schedule.objection(&self.setting.space, &self.position, asked)?;
            Some((unit, why))
        })
    }

    /// Play is at this moment, wherever it was before.
    pub fn begin(&mut self, moment: &Moment) {
        self.clock.begin(&self.sequence, moment);
        self.at_phase_start.copy_from(&self.position);
    }

    /// The stage that is on ends: what must hold is judged, and what was counted for it is forgotten.
    pub fn end_stage(&mut self, book: &R, said: &mut Judgement) {
        book.closes(self, said);
        self.ledgers.end(Scope::Phase);
    }

    /// The stage that is on ends, and those that play passes over, as [`Clock::pass`] has them; the next one begins.
    pub fn pass_on(&mut self, book: &R, next: Option<When>) {
        let sequence = self.sequence.clone();
        let over: Vec<When> = self.clock.stages(&sequence).map(|(at, _)| at).collect();
        for stage in over {
            if self.clock.now != Some(stage) {
                self.passing = true;
                self.begin_stage(book, Some(stage));
            }
            let mut said = Judgement::default();
            self.end_stage(book, &mut said);
            if said != Judgement::default() {
                self.say(self.step, format!("the end of {}", self.phase_words()), said);
            }
        }
        self.passing = false;
        self.begin_stage(book, next);
    }

    /// Another stage begins.
    pub fn begin_stage(&mut self, book: &R, next: Option<When>) {
        let before = self.clock.now;
        let stage = |at: Option<When>| self.sequence.stage(at?);
        let actor = |at| stage(at).map(|stage| stage.side());
        if before.map(|(turn, _)| turn) != next.map(|(turn, _)| turn) {
            self.ledgers.end(Scope::Turn);
        } else if actor(before) != actor(next) {
            self.ledgers.end(Scope::PlayerTurn);
        }
        self.clock.enter(next);
        if !self.passing {
            self.at_phase_start.copy_from(&self.position);
        }
        book.opens(self);
    }
}
