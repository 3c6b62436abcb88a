//! How a pack judges play: deed by deed, what is open and what is owed kept in its [`State`].
//!
//! A phase is judged as a whole because players move in hops, take back, and put things right:
//! what counts is where a unit stood when the phase began and where it stands at its end.
//! `docs/referee.md` tells how.

mod before;
mod demolition;
mod engagement;
mod loose;
mod markers;
mod moments;
mod overlays;
mod start;
mod undeclared;
mod wear;

use super::Play;
use super::board::Board;
use super::combat::{Attack, Table};
use crate::model::{Id, Side, Topic};
use crate::referee::Judgement;
use crate::referee::frame::{Event, What};
use crate::referee::ground::Place;
use crate::referee::world::{Position, Unit};
use demolition::Attempt;
pub(crate) use demolition::holds;
use engagement::Engagement;
use markers::Loose;
use undeclared::Guessed;

/// What a pack knows beyond who stands where.
#[derive(Debug, Clone, Default)]
pub(crate) struct State {
    /// The ways over the maps, by their number: which bridges are broken.
    pub(crate) ways: usize,
    /// The table when the last judgement of loose changes was made.
    start: Position,
    /// Units changed outside of attacks, with the last step and the number of changes.
    touched: Vec<(Unit, usize, u32)>,
    /// All units that went somewhere in this phase, with their last step.
    went: Vec<(Unit, usize)>,
    /// Declared routes, in cases.
    pub(crate) routes: Vec<(Unit, Vec<Place>)>,
    engagement: Option<Engagement>,
    pub(crate) attackers: Vec<Unit>,
    pub(crate) attacked: Vec<Place>,
    /// Attacks of this phase that were declared, and those that were not.
    announced: Vec<Attack>,
    guesses: Vec<Guessed>,
    /// Units that moved in this phase, in cases.
    pub(crate) moved: Vec<Unit>,
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
    /// Whether an attack of this phase was not declared.
    guessed: bool,
    /// Whether the log began in this phase, so that an attack before the log may have its result in it.
    pub(crate) continues: bool,
}

impl State {
    /// Before anything is on the table.
    pub(crate) fn new(empty: &Position) -> Self {
        State { start: empty.clone(), ..State::default() }
    }
}

impl<'a> Play<'a> {
    /// The board with bridges as they are.
    pub(crate) fn board(&self) -> Board<'a> {
        Board::new(self.setting, self.state.ways)
    }

    pub(crate) fn table(&self) -> Option<&'a Table> {
        self.setting.land.table.as_deref()
    }

    /// The side whose attacks one of the stages judged allows.
    fn attacking(&self) -> Option<u8> {
        self.clock.side_that_may(&self.sequence, "attack")
    }

    /// Nothing of this phase has been done yet.
    pub(crate) fn new_phase(&mut self) {
        let state = &mut self.state;
        state.start.copy_from(&self.position);
        state.touched.clear();
        state.went.clear();
        state.routes.clear();
        state.attackers.clear();
        state.attacked.clear();
        state.announced.clear();
        state.guesses.clear();
        state.moved.clear();
        state.owed.clear();
        state.attempts.clear();
        state.stray_roll = None;
        state.guessed = false;
        self.markers_are_old();
    }

    /// Judges the deeds of a phase.
    pub(crate) fn judge_stretch(&mut self, stretch: &[Event], complete: bool) {
        let mut events: Vec<&Event> = stretch.iter().collect();
        // A marker dragged together with its unit finds it where both end.
        for one_step in events.chunk_by_mut(|a, b| a.step == b.step) {
            one_step.sort_by_key(|event| matches!(event.what, What::Marker(..)));
        }
        for event in &events {
            self.process(event.step, &event.what);
        }
        if let (false, Some(last)) = (complete, events.last()) {
            self.step = last.step;
        }
        self.finish(complete);
        if !complete {
            self.judge_demolitions(false);
        }
    }

    /// Judges what the phase leaves open.
    pub(crate) fn finish(&mut self, complete: bool) {
        self.close_engagement(complete);
        if complete {
            self.judge_together();
        }
        self.settle_markers(self.step);
        self.judge_loose();
    }

    /// Judges a deed of a case at once.
    pub(crate) fn at_once(&mut self, step: usize, what: &What) {
        let in_fight = self.state.engagement.is_some();
        self.process(step, what);
        if !(in_fight && self.state.engagement.is_some()) {
            self.judge_loose();
        }
    }

    fn process(&mut self, step: usize, what: &What) {
        match what {
            What::Declared(said) if said.id == "attack" => {
                let units = (!said.units.is_empty()).then(|| said.units.clone());
                let target = said.places.first().copied();
                self.declared(step, units, target, said.values.clone());
            }
            What::Declared(said) if said.id == "demolition" => {
                let (unit, target) = (said.units.first(), said.places.first());
                self.tries_demolition(step, unit.copied(), target.copied());
            }
            What::Declared(_) | What::Boxed(..) => {}
            What::Rolled(faces) => {
                let sum = faces.iter().fold(0u32, |sum, face| sum.saturating_add(*face));
                self.rolled(step, sum);
            }
            What::Marker(marker, from, to) => self.marked(step, marker, *from, *to),
            What::Points(kind, side, now) => {
                let kind = &self.setting.game.points[*kind];
                self.judge_points(step, kind, *side, *now);
            }
            What::Went(unit, to) => {
                self.put(*unit, *to);
                self.state.went.retain(|(known, _)| known != unit);
                self.state.went.push((*unit, step));
                self.touch(*unit, step);
            }
            What::Steps(unit, steps) => {
                self.position.set_steps(*unit, *steps);
                self.touch(*unit, step);
            }
            What::State(unit, bits, on) => self.set_state(step, *unit, *bits, *on),
        }
    }

    /// A state of a unit is set or ended.
    fn set_state(&mut self, step: usize, unit: Unit, bits: u32, on: bool) {
        self.set(unit, bits, on);
        if on {
            self.state.owed.retain(|(owing, owed, _)| (*owing, *owed) != (unit, bits));
        }
        self.touch(unit, step);
    }

    /// A unit has changed: in the attack that is being resolved, or outside of attacks.
    fn touch(&mut self, unit: Unit, step: usize) {
        let state = &mut self.state;
        if let Some(engagement) = &mut state.engagement {
            engagement.touched.push((unit, step));
            return;
        }
        match state.touched.iter_mut().find(|(known, ..)| *known == unit) {
            Some((_, last, count)) => {
                *last = step;
                *count += 1;
            }
            None => state.touched.push((unit, step, 1)),
        }
    }

    /// Points that the module keeps stay within what can be held.
    fn judge_points(
        &mut self,
        step: usize,
        kind: &crate::model::PointsKind,
        side: Option<Id<Side>>,
        now: i32,
    ) {
        let board = self.board();
        let whose = side.map_or("", |side| board.game.sides[side].name.as_str());
        let subject = format!("{whose} {}: {now}", kind.name).trim().to_owned();
        let mut judgement = Judgement::default();
        match kind.most {
            None => judgement.leave_unchecked(
                board.rule(Topic::Points),
                "the rules do not say how many of these points may be held",
            ),
            Some(most) if !(0..=most).contains(&now) => {
                let message = if now < 0 {
                    format!("{subject}: more were spent than there were")
                } else {
                    format!("{subject}: no more than {most} can be held")
                };
                judgement.report(board.violation(Topic::Points, message, &[]));
            }
            Some(_) => {}
        }
        self.say(step, subject, judgement);
    }
}

/// The side that a model id names, as a number.
pub(crate) fn side_number(side: Id<Side>) -> u8 {
    u8::try_from(side.index()).unwrap_or(u8::MAX)
}
