//! The court: hears deeds, keeps the position, and judges a phase when it ends.
//!
//! A phase is judged as a whole because players move in hops, take back, and put things right:
//! what counts is where a unit stood when the phase began and where it stands at its end.
//! `docs/referee.md` tells how.

mod before;
mod demolition;
mod engagement;
mod hear;
mod loose;
mod markers;
mod moments;
mod overlays;
mod start;
mod together;
mod wear;

use super::super::clock::Clock;
use super::super::ground::Place;
use super::super::schedule::Schedule;
use super::super::sequence::Sequence;
use super::super::walk::Search;
use super::super::world::{At, Position, Unit};
use super::super::{Finding, Judgement, Ruling};
use super::board::Board;
use super::combat::{Attack, Table};
use super::supply::Supply;
use crate::deeds::Moment;
use crate::model::{Id, Scenario, Side, Topic};
use demolition::Attempt;
pub(super) use demolition::holds;
use engagement::Engagement;
use markers::Loose;
use std::collections::BTreeMap;
use std::sync::Arc;
use together::Guessed;

/// What happened, in numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum What {
    /// A unit went somewhere.
    Went(Unit, At),
    /// A unit has so many steps now.
    Steps(Unit, u8),
    /// A state of a unit, as a bit, was set or ended.
    State(Unit, u32, bool),
    /// An attack was declared.
    Attack { units: Option<Vec<Unit>>, target: Option<Place>, claims: BTreeMap<String, String> },
    /// Dice were rolled, with this sum.
    Roll(u32),
    /// A player says that a unit blows the bridge to a hex.
    Demolish(Option<Unit>, Option<Place>),
    /// The marker of a blown bridge was put into a hex, or taken away.
    Blown(Place, bool),
    /// A separate marker of a state was put down, taken away or shifted.
    Marker { bit: u32, from: Option<Place>, to: Option<Place> },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Event {
    pub(super) step: usize,
    pub(super) what: What,
}

impl Event {
    /// Changes a position.
    fn change(&self, board: Board<'_>, position: &mut Position) {
        let field = board.field;
        match self.what {
            What::Went(unit, to) => position.put(field, unit, to),
            What::Steps(unit, steps) => position.set_steps(unit, steps),
            What::State(unit, bit, on) => {
                let states = position.states(unit);
                let states = if on { states | bit } else { states & !bit };
                position.set_states(field, unit, states);
            }
            What::Attack { .. }
            | What::Roll(_)
            | What::Demolish(..)
            | What::Blown(..)
            | What::Marker { .. } => {}
        }
    }
}

/// A referee at work.
#[derive(Clone)]
pub(super) struct Court<'a> {
    board: Board<'a>,
    table: Option<&'a Table<'a>>,
    scenario: Option<&'a Scenario>,
    pub(super) schedule: Schedule,
    sequence: Arc<Sequence>,
    /// Whether a case is played: exact routes, judged at once, nothing said of what is left out.
    strict: bool,
    /// Whether legal deeds are worked out too.
    works_out: bool,
    clock: Clock,
    pub(super) position: Position,
    /// When the phase began.
    dawn: Position,
    /// When the last judgement of loose changes was made.
    start: Position,
    /// Deeds of this phase, heard and not yet judged.
    pending: Vec<Event>,
    /// Units changed outside of attacks, with the last step and the number of changes.
    touched: Vec<(Unit, usize, u32)>,
    /// All units that went somewhere in this phase, with their last step.
    went: Vec<(Unit, usize)>,
    /// Declared routes, in cases.
    pub(super) routes: Vec<(Unit, Vec<Place>)>,
    engagement: Option<Engagement>,
    attackers: Vec<Unit>,
    attacked: Vec<Place>,
    /// Attacks of this phase that were declared, and those that were not.
    announced: Vec<Attack>,
    guesses: Vec<Guessed>,
    /// Units that moved in this phase, in cases.
    moved: Vec<Unit>,
    /// States that units must show before the phase ends: unit, bit, step.
    owed: Vec<(Unit, u32, usize)>,
    /// Separate markers of states on the map.
    loose: Vec<Loose>,
    /// Attempts of this phase to blow a bridge.
    attempts: Vec<Attempt>,
    /// How many there were before.
    tried: u32,
    /// A roll of this phase that nobody has used.
    stray_roll: Option<u32>,
    /// Whether units are still being set up.
    setting_up: bool,
    /// Whether an attack of this phase was not declared.
    guessed: bool,
    /// Whether the log began in this phase, so that an attack before the log may have its result in it.
    continues: bool,
    search: Search<bool>,
    supply: Supply,
}

impl<'a> Court<'a> {
    pub(super) fn new(
        board: Board<'a>,
        table: Option<&'a Table<'a>>,
        scenario: Option<&'a Scenario>,
        strict: bool,
    ) -> Self {
        let quiet = Board::states_that(board.game, |state| state.no_zone);
        let position =
            Position::new(board.field, board.roster.bodies(), board.game.sides.len(), quiet);
        let schedule = match scenario {
            Some(scenario) => board.schedule(scenario),
            None => Schedule::empty(board.roster.len()),
        };
        Court {
            board,
            table,
            scenario,
            schedule,
            sequence: Arc::new(Sequence::new(board.game, scenario.and_then(|s| s.first_side))),
            strict,
            works_out: strict,
            clock: Clock::default(),
            dawn: position.clone(),
            start: position.clone(),
            position,
            pending: Vec::new(),
            touched: Vec::new(),
            went: Vec::new(),
            routes: Vec::new(),
            engagement: None,
            attackers: Vec::new(),
            attacked: Vec::new(),
            announced: Vec::new(),
            guesses: Vec::new(),
            moved: Vec::new(),
            owed: Vec::new(),
            loose: Vec::new(),
            attempts: Vec::new(),
            tried: 0,
            stray_roll: None,
            setting_up: false,
            guessed: false,
            continues: false,
            search: Search::new(),
            supply: Supply::default(),
        }
    }

    /// A court that hears a log.
    pub(super) fn of_log(
        board: Board<'a>,
        table: Option<&'a Table<'a>>,
        scenario: Option<&'a Scenario>,
    ) -> Self {
        Court::new(board, table, scenario, false)
    }

    // When

    /// Whether one of the stages judged allows something to a side.
    fn allows(&self, action: &str, side: u8) -> bool {
        self.clock.allows(&self.sequence, action, side)
    }

    /// The side that acts; in a case without a phase, none.
    fn acting(&self) -> Option<u8> {
        self.clock.acting(&self.sequence)
    }

    /// The side whose attacks one of the stages judged allows.
    fn attacking(&self) -> Option<u8> {
        self.clock.side_that_may(&self.sequence, "attack")
    }

    /// The phase in words: `the Movement Phase of Lorn`.
    fn phase_words(&self) -> String {
        self.clock.words(&self.sequence, self.board.game)
    }

    /// Play is at this moment, from a case or the table at the beginning.
    pub(super) fn begin(&mut self, moment: &Moment) {
        self.clock.begin(&self.sequence, moment);
        self.new_phase();
    }

    fn new_phase(&mut self) {
        self.dawn.copy_from(&self.position);
        self.start.copy_from(&self.position);
        self.pending.clear();
        self.touched.clear();
        self.went.clear();
        self.routes.clear();
        self.attackers.clear();
        self.attacked.clear();
        self.announced.clear();
        self.guesses.clear();
        self.moved.clear();
        self.owed.clear();
        self.attempts.clear();
        self.stray_roll = None;
        self.markers_are_old();
        self.guessed = false;
    }

    /// Play passes on: the phase is over, and is judged.
    pub(super) fn pass(&mut self, moment: &Moment, step: usize, rulings: &mut Vec<Ruling>) {
        let next = self.clock.pass(&self.sequence, moment);
        if self.clock.now.is_none() && !self.strict {
            self.unknown_phase(rulings);
        } else {
            self.end_phase(step, rulings);
        }
        self.continues = false;
        self.clock.enter(next);
        self.new_phase();
    }

    /// Deeds of a phase that the log does not name: taken for granted, and said so.
    fn unknown_phase(&mut self, rulings: &mut Vec<Ruling>) {
        let pending = std::mem::take(&mut self.pending);
        if let Some(first) = pending.first().filter(|_| !self.setting_up) {
            let mut judgement = Judgement::default();
            for topic in [Topic::Sequence, Topic::Movement, Topic::Combat] {
                judgement.leave_unchecked(
                    self.board.rule(topic),
                    "the log does not tell the phase in which this was done",
                );
            }
            self.rule(rulings, first.step, "deeds before the first phase", judgement);
        }
        for event in &pending {
            self.apply(event);
        }
        if self.setting_up {
            self.setting_up = false;
            self.judge_set_up(rulings);
        }
    }

    fn end_phase(&mut self, step: usize, rulings: &mut Vec<Ruling>) {
        let mut pending = std::mem::take(&mut self.pending);
        // A marker dragged together with its unit finds it where both end.
        for one_step in pending.chunk_by_mut(|a, b| a.step == b.step) {
            one_step.sort_by_key(|event| matches!(event.what, What::Marker { .. }));
        }
        if self.setting_up {
            for event in &pending {
                self.apply(event);
            }
            self.setting_up = false;
            self.judge_set_up(rulings);
            self.dawn.copy_from(&self.position);
            self.start.copy_from(&self.position);
            self.touched.clear();
        } else {
            for event in pending {
                self.process(event, rulings);
            }
        }
        self.close_engagement(true, rulings);
        self.judge_together(rulings);
        self.settle_markers(step, rulings);
        self.judge_loose(rulings);
        self.end_stages(step, rulings);
        self.judge_demolitions(true, rulings);
    }

    /// Judges an event of a case at once.
    pub(super) fn at_once(&mut self, event: Event, rulings: &mut Vec<Ruling>) {
        let in_fight = self.engagement.is_some();
        self.process(event, rulings);
        if !(in_fight && self.engagement.is_some()) {
            self.judge_loose(rulings);
        }
    }

    /// The turn that is played.
    pub(super) fn turn(&self) -> Option<i32> {
        self.clock.turn()
    }

    /// Hexes attacked earlier in this phase.
    pub(super) fn note_attacked(&mut self, places: Vec<Place>) {
        self.attacked.extend(places);
    }

    /// Units that attacked earlier in this phase.
    pub(super) fn note_attackers(&mut self, units: &[Unit]) {
        self.attackers.extend_from_slice(units);
    }

    /// Units that moved earlier in this phase.
    pub(super) fn note_moved(&mut self, units: &[Unit]) {
        self.moved.extend_from_slice(units);
    }

    /// A case is over: what was begun is judged as far as it went.
    pub(super) fn break_off(&mut self, rulings: &mut Vec<Ruling>) {
        self.close_engagement(false, rulings);
    }

    fn process(&mut self, event: Event, rulings: &mut Vec<Ruling>) {
        match event.what {
            What::Attack { units, target, claims } => {
                self.declared(event.step, units, target, claims, rulings);
            }
            What::Roll(sum) => self.rolled(event.step, sum, rulings),
            What::Demolish(unit, target) => self.tries_demolition(event.step, unit, target),
            What::Blown(place, on) => self.marked_blown(event.step, place, on, rulings),
            What::Marker { bit, from, to } => {
                self.marker_went(event.step, bit, from, to, rulings);
            }
            _ => {
                self.apply(&event);
                let unit = match event.what {
                    What::Went(unit, _) => {
                        self.went.retain(|(known, _)| *known != unit);
                        self.went.push((unit, event.step));
                        unit
                    }
                    What::Steps(unit, _) | What::State(unit, ..) => unit,
                    _ => return,
                };
                match &mut self.engagement {
                    Some(engagement) => engagement.touched.push((unit, event.step)),
                    None => match self.touched.iter_mut().find(|(known, ..)| *known == unit) {
                        Some((_, step, count)) => {
                            *step = event.step;
                            *count += 1;
                        }
                        None => self.touched.push((unit, event.step, 1)),
                    },
                }
            }
        }
    }

    /// Changes the position.
    fn apply(&mut self, event: &Event) {
        event.change(self.board, &mut self.position);
        if let What::State(unit, bit, true) = event.what {
            self.owed.retain(|(owing, owed, _)| (*owing, *owed) != (unit, bit));
        }
    }

    // What is said

    fn rule(
        &self,
        rulings: &mut Vec<Ruling>,
        step: usize,
        subject: impl Into<String>,
        judgement: Judgement,
    ) {
        rulings.push(Ruling {
            step,
            moment: self.clock.moment(&self.sequence),
            subject: subject.into(),
            judgement,
        });
    }

    fn accuse(&self, rulings: &mut Vec<Ruling>, step: usize, finding: Finding) {
        let mut judgement = Judgement::default();
        let subject = finding.message.clone();
        judgement.report(finding);
        self.rule(rulings, step, subject, judgement);
    }
}

/// The side that a model id names, as a number.
fn side_number(side: Id<Side>) -> u8 {
    u8::try_from(side.index()).unwrap_or(u8::MAX)
}
