//! From deeds to events: the units, places and states of the board that a deed speaks of.

use super::super::super::ground::Place;
use super::super::super::world::{At, Off, Unit};
use super::super::super::{Hearing, Judgement, Overlays, Reach, Ruling};
use super::{Court, Event, What};
use crate::deeds::{Act, Deed, Spot, Standing, UnitId};
use crate::model::{Id, Side, Topic};

impl Court<'_> {
    pub(super) fn at(&self, spot: &Spot) -> At {
        match spot {
            Spot::At(map, location) => self.board.field.locate(Some(*map), *location),
            Spot::Elsewhere(_) => At::Off(Off::Away),
        }
    }

    pub(super) fn stand(&mut self, standing: &Standing) -> bool {
        let Some(unit) = self.board.find(&standing.unit) else { return false };
        let field = self.board.field;
        if let Some(steps) = standing.steps {
            self.position.set_steps(unit, u8::try_from(steps).unwrap_or(u8::MAX));
        }
        let bits = standing.states.iter().filter_map(|state| self.board.state_bit(state));
        let states = bits.fold(0, |all, bit| all | bit);
        let at = self.at(&standing.at);
        self.position.put(field, unit, at);
        self.position.set_states(field, unit, states);
        true
    }

    fn is_demolition(&self, id: &str) -> bool {
        id == "demolition" && self.board.game.rules.demolition.is_some()
    }

    pub(super) fn is_blown(&self, marker: &str) -> bool {
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

    pub(super) fn push(&mut self, step: usize, what: What) {
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
        if self.clock.now.is_none() || self.setting_up {
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
