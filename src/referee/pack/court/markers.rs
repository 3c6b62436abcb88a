//! Separate markers of states, put down beside the units that they belong to.
//!
//! Markers in a hex mark all units there when there are enough for all. When there are fewer, they mark
//! those that must show the state; while nobody knows which, they speak neither for nor against any of
//! them. A unit that moves takes its state along, whether or not its marker is dragged with it at once.

use super::super::super::Ruling;
use super::super::super::ground::Place;
use super::super::super::world::Unit;
use super::{Court, Event, What};

/// A marker on the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Loose {
    bit: u32,
    place: Place,
    /// The unit it marks, as far as is known.
    unit: Option<Unit>,
    /// Whether it was put down in this phase.
    new: bool,
    /// Whether it was put down or shifted in this phase.
    fresh: bool,
}

impl Court<'_> {
    /// The bit of the state that a marker shows, by counter id.
    pub(super) fn marker_bit(&self, marker: &str) -> Option<u32> {
        let game = self.board.game;
        let shows = |state: &crate::model::State| {
            state.marker.is_some_and(|id| game.counters[id].id.as_str() == marker)
        };
        let found = game.rules.states.entries().find(|(_, state)| shows(state));
        found.map(|(id, _)| 1u32 << id.index().min(31))
    }

    /// Markers that lie on the map when the log begins.
    pub(super) fn lay_out(&mut self, bit: u32, place: Place) {
        let unit = self.only_unit(place);
        self.loose.push(Loose { bit, place, unit, new: false, fresh: false });
        if let Some(unit) = unit {
            let states = self.position.states(unit) | bit;
            self.position.set_states(self.board.field, unit, states);
        }
    }

    fn only_unit(&self, place: Place) -> Option<Unit> {
        let mut stack = self.position.stack(place);
        stack.next().filter(|_| stack.next().is_none())
    }

    /// A marker is put down, taken away or shifted.
    pub(super) fn marker_went(
        &mut self,
        step: usize,
        bit: u32,
        from: Option<Place>,
        to: Option<Place>,
        rulings: &mut Vec<Ruling>,
    ) {
        // Of several markers in a hex, one whose unit has gone is meant first. Then the one that is taken
        // away is one whose unit is known, and the one that is shifted one whose unit is not.
        let order = |loose: &Loose| match loose.unit.map(|unit| self.position.place(unit)) {
            Some(at) if at != Some(loose.place) => 0,
            Some(_) => 1 + u8::from(to.is_some()),
            None => 2 - u8::from(to.is_some()),
        };
        let here = |loose: &Loose| loose.bit == bit && Some(loose.place) == from;
        let markers = self.loose.iter().enumerate().filter(|(_, loose)| here(loose));
        let found = markers.min_by_key(|(_, loose)| order(loose)).map(|(number, _)| number);
        let before = found.map(|found| self.loose.remove(found));
        let unit = before.and_then(|loose| loose.unit);
        match to {
            Some(place) => {
                let new = before.is_none_or(|loose| loose.new);
                self.loose.push(Loose { bit, place, unit, new, fresh: true });
            }
            None => {
                if let Some(unit) = unit {
                    self.process(Event { step, what: What::State(unit, bit, false) }, rulings);
                }
            }
        }
    }

    /// Finds out whom the markers mark: all units of a hex, when there are enough for all.
    pub(super) fn settle_markers(&mut self, step: usize, rulings: &mut Vec<Ruling>) {
        for number in 0..self.loose.len() {
            let Loose { bit, place, unit: Some(unit), fresh: true, .. } = self.loose[number] else {
                continue;
            };
            if self.position.place(unit) != Some(place) {
                self.loose[number].unit = None;
                self.process(Event { step, what: What::State(unit, bit, false) }, rulings);
            }
        }
        for number in 0..self.loose.len() {
            let Loose { bit, place, unit: None, .. } = self.loose[number] else { continue };
            let free =
                |loose: &&Loose| loose.unit.is_none() && loose.bit == bit && loose.place == place;
            let markers = self.loose.iter().filter(free).count();
            let mut bare = self.position.stack(place).filter(|unit| !self.has_marker(*unit, bit));
            let first = bare.next();
            let (Some(unit), true) = (first, markers > bare.count()) else { continue };
            self.loose[number].unit = Some(unit);
            if self.loose[number].new {
                self.process(Event { step, what: What::State(unit, bit, true) }, rulings);
            } else {
                self.learn(unit, bit);
            }
        }
    }

    fn has_marker(&self, unit: Unit, bit: u32) -> bool {
        self.loose.iter().any(|loose| loose.unit == Some(unit) && loose.bit == bit)
    }

    /// A unit had a state all along.
    fn learn(&mut self, unit: Unit, bit: u32) {
        let field = self.board.field;
        let before = self.engagement.as_mut().map(|engagement| &mut engagement.before);
        for table in [&mut self.position, &mut self.start, &mut self.dawn].into_iter().chain(before)
        {
            let states = table.states(unit) | bit;
            table.set_states(field, unit, states);
        }
    }

    /// Lets a unit that must show a state have a marker in its hex that nobody else has.
    pub(super) fn claims_marker(&mut self, unit: Unit, bit: u32) -> bool {
        let place = self.position.place(unit);
        let free = |loose: &&mut Loose| {
            loose.bit == bit && Some(loose.place) == place && loose.unit.is_none()
        };
        match self.loose.iter_mut().find(free) {
            Some(loose) => {
                loose.unit = Some(unit);
                true
            }
            None => false,
        }
    }

    /// Whether a marker lies in a hex of which nobody knows whom it marks.
    pub(super) fn perhaps_marked(&self, bit: u32, place: Place) -> bool {
        self.loose
            .iter()
            .any(|loose| loose.bit == bit && loose.place == place && loose.unit.is_none())
    }

    pub(super) fn markers_are_old(&mut self) {
        for loose in &mut self.loose {
            (loose.new, loose.fresh) = (false, false);
        }
    }
}
