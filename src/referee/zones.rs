//! Zones of control, kept up to date unit by unit.
//!
//! A unit reaches into the hexes around it, except across what its kind of reach is blocked by.
//! Whose zone covers a hex is a count, so that adding and removing a unit touches six numbers.
//! Whether a zone matters for a purpose (movement, retreat, supply) is for the asker.

use super::ground::{Lattice, OFF, Place};

/// The directions, as bits, across which zones reach out of every hex, for one kind of unit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reach(Vec<u8>);

impl Reach {
    /// Zones that reach across every side for which `open(from, to)` holds.
    pub fn new(lattice: &Lattice<'_>, open: impl Fn(Place, Place) -> bool) -> Self {
        let out = lattice.places().map(|from| {
            let around = lattice.around(from).iter().enumerate();
            around
                .filter(|(_, to)| **to != OFF && open(from, **to))
                .fold(0u8, |bits, (direction, _)| bits | 1 << direction)
        });
        Reach(out.collect())
    }

    /// Whether a zone reaches from a place in a direction.
    pub fn reaches(&self, from: Place, direction: usize) -> bool {
        self.0.get(from as usize).is_some_and(|bits| bits & (1 << direction) != 0)
    }
}

/// Whose zones cover which hexes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Zones {
    sides: usize,
    cover: Vec<u16>,
}

impl Zones {
    /// No zones yet.
    pub fn new(places: usize, sides: usize) -> Self {
        Zones { sides, cover: vec![0; places * sides] }
    }

    /// A unit of a side begins to reach out of a place.
    pub fn add(&mut self, lattice: &Lattice<'_>, reach: &Reach, side: usize, from: Place) {
        self.change(lattice, reach, side, from, |count| count.saturating_add(1));
    }

    /// A unit of a side no longer reaches out of a place.
    pub fn remove(&mut self, lattice: &Lattice<'_>, reach: &Reach, side: usize, from: Place) {
        self.change(lattice, reach, side, from, |count| count.saturating_sub(1));
    }

    fn change(
        &mut self,
        lattice: &Lattice<'_>,
        reach: &Reach,
        side: usize,
        from: Place,
        to: impl Fn(u16) -> u16,
    ) {
        for (direction, &place) in lattice.around(from).iter().enumerate() {
            if place != OFF && reach.reaches(from, direction) {
                let count = &mut self.cover[place as usize * self.sides + side];
                *count = to(*count);
            }
        }
    }

    /// Whether a zone of this side covers the place.
    pub fn of(&self, side: usize, place: Place) -> bool {
        self.cover[place as usize * self.sides + side] > 0
    }

    /// Whether a zone of another side covers the place.
    pub fn against(&self, side: usize, place: Place) -> bool {
        let first = place as usize * self.sides;
        (0..self.sides).any(|other| other != side && self.cover[first + other] > 0)
    }

    /// Becomes a copy of another without allocating.
    pub fn copy_from(&mut self, other: &Zones) {
        self.sides = other.sides;
        self.cover.clone_from(&other.cover);
    }
}
