//! Play: everything that changes while a case or a log goes on.

use super::super::clock::Clock;
use super::super::duty::Duties;
use super::super::ledger::{Ledgers, Scope};
use super::super::schedule::Schedule;
use super::super::sequence::Sequence;
use super::super::world::{At, Position, Unit};
use super::super::{Finding, Judgement, RuleId};
use super::{Rulebook, Setting};
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
            position,
            state: R::State::default(),
            duties: Duties::default(),
            ledgers: Ledgers::default(),
            step: 0,
            exact,
            works_out: exact,
            scratch: R::Scratch::default(),
        }
    }

    /// Becomes a copy of another, with buffers of its own.
    pub(super) fn copy_from(&mut self, other: &Self) {
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
    pub(super) fn close(&mut self, book: &R, said: &mut Judgement) {
        book.closes(self, said);
        self.ledgers.end(Scope::Phase);
    }

    /// Another stage begins.
    pub(super) fn open(&mut self, book: &R, next: Option<(i32, usize)>) {
        let before = self.clock.now;
        let stage = |at: Option<(i32, usize)>| self.sequence.stage(at?);
        let actor = |at| stage(at).map(|stage| stage.side());
        if before.map(|(turn, _)| turn) != next.map(|(turn, _)| turn) {
            self.ledgers.end(Scope::Turn);
        } else if actor(before) != actor(next) {
            self.ledgers.end(Scope::PlayerTurn);
        }
        self.clock.enter(next);
        self.at_phase_start.copy_from(&self.position);
        book.opens(self);
    }
}
