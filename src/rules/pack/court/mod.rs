//! The court: hears deeds, keeps the position, and judges a phase when it ends.
//!
//! A phase is judged as a whole because players move in hops, take back, and put things right:
//! what counts is where a unit stood when the phase began and where it stands at its end.
//! `docs/referee.md` tells how.

mod demolition;
mod engagement;
mod loose;
mod markers;
mod moments;
mod overlays;
mod start;

use super::super::ground::Place;
use super::super::routes::Search;
use super::super::sequence::{Sequence, Stage};
use super::super::{
    Act, Deed, Finding, Hearing, Judgement, Moment, Overlays, Reach, Ruling, Spot, Standing, UnitId,
};
use super::board::Board;
use super::combat::Table;
use super::field::{At, Off};
use super::position::Position;
use super::roster::Unit;
use super::schedule::Schedule;
use super::supply::Supply;
use crate::model::{Id, Scenario, Side, Topic};
use demolition::Attempt;
pub(super) use demolition::holds;
use engagement::Engagement;
use markers::Loose;
use std::collections::BTreeMap;

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
        let (field, roster) = (board.field, board.roster);
        match self.what {
            What::Went(unit, to) => position.put(field, roster, unit, to),
            What::Steps(unit, steps) => position.set_steps(unit, steps),
            What::State(unit, bit, on) => {
                let states = position.states(unit);
                let states = if on { states | bit } else { states & !bit };
                position.set_states(field, roster, unit, states);
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
pub(super) struct Court<'a> {
    board: Board<'a>,
    table: Option<&'a Table<'a>>,
    scenario: Option<&'a Scenario>,
    pub(super) schedule: Schedule,
    sequence: Sequence,
    /// Whether a case is played: exact routes, judged at once, nothing said of what is left out.
    strict: bool,
    /// Whether legal deeds are worked out too.
    works_out: bool,
    now: Option<(i32, usize)>,
    /// The stages that the deeds being judged belong to: now, and those that the log passes over.
    covers: Vec<(i32, usize)>,
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
    search: Search,
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
        let position = Position::new(board.field, board.roster, board.game.sides.len(), quiet);
        let schedule = match scenario {
            Some(scenario) => Schedule::new(board, scenario),
            None => Schedule::empty(board.roster.len()),
        };
        Court {
            board,
            table,
            scenario,
            schedule,
            sequence: Sequence::new(board.game, scenario.and_then(|s| s.first_side)),
            strict,
            works_out: strict,
            now: None,
            covers: Vec::new(),
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
            moved: Vec::new(),
            owed: Vec::new(),
            loose: Vec::new(),
            attempts: Vec::new(),
            tried: 0,
            stray_roll: None,
            setting_up: false,
            guessed: false,
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

    fn stage(&self, at: (i32, usize)) -> Option<&Stage> {
        self.sequence.turn(at.0).get(at.1)
    }

    fn moment(&self) -> Option<Moment> {
        let at = self.now?;
        let stage = self.stage(at)?;
        Some(Moment { turn: at.0, phase: stage.path.clone(), side: stage.side() })
    }

    /// Whether one of the stages judged allows something to a side.
    fn allows(&self, action: &str, side: u8) -> bool {
        if self.now.is_none() {
            return true;
        }
        self.covers.iter().filter_map(|at| self.stage(*at)).any(|stage| {
            stage.allows(action) && stage.side().is_none_or(|own| own.index() == usize::from(side))
        })
    }

    /// The side that acts; in a case without a phase, none.
    fn acting(&self) -> Option<u8> {
        let mut sides = self.covers.iter().filter_map(|at| self.stage(*at)?.side());
        sides.next().map(|side| side.index() as u8)
    }

    /// The side whose attacks one of the stages judged allows.
    fn attacking(&self) -> Option<u8> {
        let mut stages = self.covers.iter().filter_map(|at| self.stage(*at));
        let found = stages.find(|stage| stage.allows("attack"))?;
        found.side().map(|side| side.index() as u8)
    }

    /// The phase in words: `the Movement Phase of Lorn`.
    fn phase_words(&self) -> String {
        let Some(stage) = self.now.and_then(|at| self.stage(at)) else {
            return "this phase".to_owned();
        };
        match stage.side() {
            Some(side) => format!("the {} of {}", stage.name, self.board.game.sides[side].name),
            None => format!("the {}", stage.name),
        }
    }

    /// Play is at this moment, from a case or the table at the beginning.
    pub(super) fn begin(&mut self, moment: &Moment) {
        self.now = self.sequence.find(moment).map(|stage| (moment.turn, stage));
        self.covers.clear();
        self.covers.extend(self.now);
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
        self.moved.clear();
        self.owed.clear();
        self.attempts.clear();
        self.stray_roll = None;
        self.markers_are_old();
        self.guessed = false;
    }

    /// Play passes on: the phase is over, and is judged.
    pub(super) fn pass(&mut self, moment: &Moment, step: usize, rulings: &mut Vec<Ruling>) {
        let next = self.sequence.find(moment).map(|stage| (moment.turn, stage));
        if let (Some(now), Some(next)) = (self.now, next) {
            self.covers.clear();
            self.covers.push(now);
            if now < next {
                let passed = self.sequence.between(now, next);
                self.covers.extend(passed);
            }
        }
        if self.now.is_none() && !self.strict {
            self.unknown_phase(rulings);
        } else {
            self.end_phase(step, rulings);
        }
        self.now = next;
        self.covers.clear();
        self.covers.extend(next);
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
        pending.sort_by_key(|event| (event.step, matches!(event.what, What::Marker { .. })));
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
        self.now.map(|(turn, _)| turn)
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
        rulings.push(Ruling { step, moment: self.moment(), subject: subject.into(), judgement });
    }

    fn accuse(&self, rulings: &mut Vec<Ruling>, step: usize, finding: Finding) {
        let mut judgement = Judgement::default();
        let subject = finding.message.clone();
        judgement.report(finding);
        self.rule(rulings, step, subject, judgement);
    }

    // From deeds to events

    fn at(&self, spot: &Spot) -> At {
        match spot {
            Spot::At(map, location) => self.board.field.locate(Some(*map), *location),
            Spot::Elsewhere(_) => At::Off(Off::Away),
        }
    }

    fn stand(&mut self, standing: &Standing) -> bool {
        let Some(unit) = self.board.find(&standing.unit) else { return false };
        let (field, roster) = (self.board.field, self.board.roster);
        if let Some(steps) = standing.steps {
            self.position.set_steps(unit, u8::try_from(steps).unwrap_or(u8::MAX));
        }
        let bits = standing.states.iter().filter_map(|state| self.board.state_bit(state));
        let states = bits.fold(0, |all, bit| all | bit);
        let at = self.at(&standing.at);
        self.position.put(field, roster, unit, at);
        self.position.set_states(field, roster, unit, states);
        true
    }

    fn is_demolition(&self, id: &str) -> bool {
        id == "demolition" && self.board.game.rules.demolition.is_some()
    }

    fn is_blown(&self, marker: &str) -> bool {
        let rules = self.board.game.rules.demolition.as_ref();
        rules.is_some_and(|rules| self.board.game.counters[rules.marker].id.as_str() == marker)
    }

    fn hear_marker(&mut self, step: usize, marker: &str, from: Option<Place>, to: Option<Place>) {
        if from == to {
            return;
        }
        if let Some(bit) = self.marker_bit(marker) {
            self.push(step, What::Marker { bit, from, to });
        } else if self.is_blown(marker) {
            match (from, to) {
                (None, Some(place)) => self.push(step, What::Blown(place, true)),
                (Some(place), None) => self.push(step, What::Blown(place, false)),
                // From one end of the bridge to the other.
                _ => {}
            }
        }
    }

    /// Points that the module keeps stay within what can be held.
    fn judge_points(
        &mut self,
        step: usize,
        kind: &str,
        side: Option<Id<Side>>,
        now: i32,
        rulings: &mut Vec<Ruling>,
    ) {
        let Some(known) = self.board.game.points.get(kind) else { return };
        let whose = side.map_or("", |side| self.board.game.sides[side].name.as_str());
        let subject = format!("{whose} {}: {now}", known.name).trim().to_owned();
        let mut judgement = Judgement::default();
        match known.most {
            None => judgement.leave_unchecked(
                self.board.rule(Topic::Points),
                "the rules do not say how many of these points may be held",
            ),
            Some(most) if !(0..=most).contains(&now) => {
                let message = if now < 0 {
                    format!("{subject}: more were spent than there were")
                } else {
                    format!("{subject}: no more than {most} can be held")
                };
                judgement.report(self.board.violation(Topic::Points, message, &[]));
            }
            Some(_) => {}
        }
        self.rule(rulings, step, subject, judgement);
    }

    fn push(&mut self, step: usize, what: What) {
        self.pending.push(Event { step, what });
    }

    fn hear_unit(&mut self, step: usize, unit: &UnitId, what: impl FnOnce(Unit) -> What) {
        if let Some(unit) = self.board.find(unit) {
            self.push(step, what(unit));
        }
    }
}

impl Hearing for Court<'_> {
    fn hear(&mut self, deed: &Deed, rulings: &mut Vec<Ruling>) {
        let step = deed.step;
        match &deed.act {
            Act::SetUp { pieces, moment, scenario, markers } => {
                self.sit_down(pieces, markers, moment.as_ref(), scenario.as_deref(), rulings);
            }
            Act::Turn(moment) => self.pass(moment, step, rulings),
            Act::Move { unit, to, .. } => {
                let at = self.at(to);
                self.hear_unit(step, unit, |unit| What::Went(unit, at));
            }
            Act::Arrive(standing) => {
                let at = self.at(&standing.at);
                let steps = standing.steps.map(|steps| u8::try_from(steps).unwrap_or(u8::MAX));
                if let (Some(unit), Some(steps)) = (self.board.find(&standing.unit), steps)
                    && self.position.steps(unit) != steps
                {
                    self.push(step, What::Steps(unit, steps));
                }
                self.hear_unit(step, &standing.unit, |unit| What::Went(unit, at));
            }
            Act::Leave { unit, .. } => {
                self.hear_unit(step, unit, |unit| What::Went(unit, At::Off(Off::Away)));
            }
            Act::Steps { unit, to, .. } => {
                let steps = u8::try_from(*to).unwrap_or(u8::MAX);
                self.hear_unit(step, unit, |unit| What::Steps(unit, steps));
            }
            Act::State { unit, state, on } => {
                if let Some(bit) = self.board.state_bit(state) {
                    self.hear_unit(step, unit, |unit| What::State(unit, bit, *on));
                }
            }
            Act::Declare(declared) if declared.id == "attack" => {
                let units: Vec<Unit> =
                    declared.units.iter().filter_map(|unit| self.board.find(unit)).collect();
                let target = declared.places.iter().find_map(|spot| self.at(spot).place());
                let units = (!units.is_empty()).then_some(units);
                let claims = declared.values.clone();
                self.push(step, What::Attack { units, target, claims });
            }
            Act::Roll { faces, .. } => {
                let sum = faces.iter().fold(0u32, |sum, face| sum.saturating_add(*face));
                self.push(step, What::Roll(sum));
            }
            Act::Declare(declared) if self.is_demolition(&declared.id) => {
                let unit = declared.units.iter().find_map(|unit| self.board.find(unit));
                let target = declared.places.iter().find_map(|spot| self.at(spot).place());
                self.push(step, What::Demolish(unit, target));
            }
            Act::Marker { marker, from, to } => {
                let place = |spot: &Option<Spot>| spot.as_ref().and_then(|at| self.at(at).place());
                let (from, to) = (place(from), place(to));
                self.hear_marker(step, marker, from, to);
            }
            Act::Points { kind, side, now } => {
                self.judge_points(step, kind, *side, *now, rulings);
            }
            Act::Declare(_) => {}
        }
    }

    fn close(&mut self, rulings: &mut Vec<Ruling>) {
        let pending = std::mem::take(&mut self.pending);
        if pending.is_empty() && self.engagement.is_none() {
            return;
        }
        let last = pending.last().map_or(0, |event| event.step);
        if self.now.is_none() || self.setting_up {
            self.pending = pending;
            self.setting_up = false;
            self.unknown_phase(rulings);
            return;
        }
        for event in pending {
            self.process(event, rulings);
        }
        self.close_engagement(false, rulings);
        self.settle_markers(last, rulings);
        self.judge_loose(rulings);
        self.judge_demolitions(false, rulings);
        let mut judgement = Judgement::default();
        judgement.leave_unchecked(
            self.board.rule(Topic::Stacking),
            "the log ends before the phase does, so what must hold at its end was not checked",
        );
        self.rule(rulings, last, "the end of the log", judgement);
    }

    fn work_out(&mut self) {
        self.works_out = true;
    }

    fn overlays(&self) -> Overlays {
        self.look()
    }

    fn reach(&self, unit: &UnitId) -> Option<Reach> {
        self.look_around(self.board.find(unit)?)
    }
}

/// The side that a model id names, as a number.
fn side_number(side: Id<Side>) -> u8 {
    u8::try_from(side.index()).unwrap_or(u8::MAX)
}
