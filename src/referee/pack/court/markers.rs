//! Separate markers of states, put down beside the units that they belong to.
//!
//! Markers in a hex mark all units there when there are enough for all. When there are fewer, they mark
//! those that must show the state; while nobody knows which, they speak neither for nor against any of
//! them. A unit that moves takes its state along, whether or not its marker is dragged with it at once.

use super::super::Play;
use crate::referee::ground::Place;
use crate::referee::world::Unit;

/// A marker on the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Loose {
    bit: u32,
    place: Place,
    /// The unit it marks, as far as is known.
    unit: Option<Unit>,
    /// Whether it was put down in this phase.
    new: bool,
    /// Whether it was put down or shifted in this phase.
    fresh: bool,
}

impl Play<'_> {
    /// A separate marker is put down, taken away or shifted.
    pub(crate) fn marked(
        &mut self,
        step: usize,
        marker: &str,
        from: Option<Place>,
        to: Option<Place>,
    ) {
        if from == to {
            return;
        }
        if let Some(bit) = self.board().marker_bit(marker) {
            self.marker_went(step, bit, from, to);
        } else if self.board().is_blown(marker) {
            match (from, to) {
                (None, Some(place)) => self.marked_blown(step, place, true),
                (Some(place), None) => self.marked_blown(step, place, false),
                // From one end of the bridge to the other.
                _ => {}
            }
        }
    }

    /// Markers that lie on the map when the log begins.
    pub(crate) fn lay_out(&mut self, bit: u32, place: Place) {
        let unit = self.only_unit(place);
        self.state.loose.push(Loose { bit, place, unit, new: false, fresh: false });
        if let Some(unit) = unit {
            let states = self.position.states(unit) | bit;
            self.position.set_states(self.board().space, unit, states);
        }
    }

    fn only_unit(&self, place: Place) -> Option<Unit> {
        let mut stack = self.position.stack(place);
        stack.next().filter(|_| stack.next().is_none())
    }

    /// The marker of a state is put down, taken away or shifted.
    fn marker_went(&mut self, step: usize, bit: u32, from: Option<Place>, to: Option<Place>) {
        // Of several markers in a hex, one whose unit has gone is meant first. Then the one that is taken
        // away is one whose unit is known, and the one that is shifted one whose unit is not.
        let order = |loose: &Loose| match loose.unit.map(|unit| self.position.place(unit)) {
            Some(at) if at != Some(loose.place) => 0,
            Some(_) => 1 + u8::from(to.is_some()),
            None => 2 - u8::from(to.is_some()),
        };
        let here = |loose: &Loose| loose.bit == bit && Some(loose.place) == from;
        let markers = self.state.loose.iter().enumerate().filter(|(_, loose)| here(loose));
        let found = markers.min_by_key(|(_, loose)| order(loose)).map(|(number, _)| number);
        let before = found.map(|found| self.state.loose.remove(found));
        let unit = before.and_then(|loose| loose.unit);
        match to {
            Some(place) => {
                let new = before.is_none_or(|loose| loose.new);
                self.state.loose.push(Loose { bit, place, unit, new, fresh: true });
            }
            None => {
                if let Some(unit) = unit {
                    self.set_state(step, unit, bit, false);
                }
            }
        }
    }

    /// Finds out whom the markers mark: all units of a hex, when there are enough for all.
    pub(crate) fn settle_markers(&mut self, step: usize) {
        for number in 0..self.state.loose.len() {
            let Loose { bit, place, unit: Some(unit), fresh: true, .. } = self.state.loose[number]
            else {
                continue;
            };
            if self.position.place(unit) != Some(place) {
                self.state.loose[number].unit = None;
                self.set_state(step, unit, bit, false);
            }
        }
        for number in 0..self.state.loose.len() {
            let Loose { bit, place, unit: None, .. } = self.state.loose[number] else { continue };
            let free =
                |loose: &&Loose| loose.unit.is_none() && loose.bit == bit && loose.place == place;
            let markers = self.state.loose.iter().filter(free).count();
            let mut bare = self.position.stack(place).filter(|unit| !self.has_marker(*unit, bit));
            let first = bare.next();
            let (Some(unit), true) = (first, markers > bare.count()) else { continue };
            self.state.loose[number].unit = Some(unit);
            if self.state.loose[number].new {
                self.set_state(step, unit, bit, true);
            } else {
                self.learn(unit, bit);
            }
        }
    }

    fn has_marker(&self, unit: Unit, bit: u32) -> bool {
        self.state.loose.iter().any(|loose| loose.unit == Some(unit) && loose.bit == bit)
    }

    /// A unit had a state all along.
    fn learn(&mut self, unit: Unit, bit: u32) {
        let space = self.board().space;
        let before = self.state.engagement.as_mut().map(|engagement| &mut engagement.before);
        for table in [&mut self.position, &mut self.state.start, &mut self.at_phase_start]
            .into_iter()
            .chain(before)
        {
            let states = table.states(unit) | bit;
            table.set_states(space, unit, states);
        }
    }

    /// Lets a unit that must show a state have a marker in its hex that nobody else has.
    pub(crate) fn claims_marker(&mut self, unit: Unit, bit: u32) -> bool {
        let place = self.position.place(unit);
        let free = |loose: &&mut Loose| {
            loose.bit == bit && Some(loose.place) == place && loose.unit.is_none()
        };
        match self.state.loose.iter_mut().find(free) {
            Some(loose) => {
                loose.unit = Some(unit);
                true
            }
            None => false,
        }
    }

    /// Whether a marker lies in a hex of which nobody knows whom it marks.
    pub(crate) fn perhaps_marked(&self, bit: u32, place: Place) -> bool {
        self.state
            .loose
            .iter()
            .any(|loose| loose.bit == bit && loose.place == place && loose.unit.is_none())
    }

    pub(crate) fn markers_are_old(&mut self) {
        for loose in &mut self.state.loose {
            (loose.new, loose.fresh) = (false, false);
        }
    }
}
