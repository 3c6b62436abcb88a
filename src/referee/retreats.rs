//! Retreats: where a unit can end that must go so many hexes.

use super::ground::{Lattice, OFF, Place};

/// What a retreat must keep to.
pub struct Retreat<'a> {
    /// How many hexes.
    pub hexes: u32,
    /// Whether each hex must lie farther from the first than the one before.
    pub farther: bool,
    /// Whether a step may be taken.
    pub open: &'a dyn Fn(Place, Place) -> bool,
    /// Whether the retreat may end in a hex.
    pub may_end: &'a dyn Fn(Place) -> bool,
}

impl Retreat<'_> {
    /// The most hexes, up to those demanded, that a unit can retreat.
    pub fn longest(&self, lattice: &Lattice<'_>, from: Place) -> u32 {
        (1..=self.hexes).rev().find(|&length| self.ends(lattice, from, length, None)).unwrap_or(0)
    }

    /// Whether a retreat of exactly so many hexes leads to a hex.
    pub fn reaches(&self, lattice: &Lattice<'_>, from: Place, to: Place, length: u32) -> bool {
        self.ends(lattice, from, length, Some(to))
    }

    /// A hex in which a retreat of so many hexes can end, for each.
    pub fn destinations(&self, lattice: &Lattice<'_>, from: Place, length: u32) -> Vec<Place> {
        let places = lattice
            .places()
            .filter(|to| lattice.distance(from, *to).is_some_and(|far| far <= length));
        places.filter(|to| self.reaches(lattice, from, *to, length)).collect()
    }

    fn ends(&self, lattice: &Lattice<'_>, from: Place, length: u32, to: Option<Place>) -> bool {
        let mut path = [OFF; LONGEST + 1];
        path[0] = from;
        self.walk(lattice, &mut path, 0, length.min(LONGEST as u32) as usize, to)
    }

    fn walk(
        &self,
        lattice: &Lattice<'_>,
        path: &mut [Place; LONGEST + 1],
        done: usize,
        length: usize,
        to: Option<Place>,
    ) -> bool {
        let here = path[done];
        if done == length {
            return to.is_none_or(|to| to == here) && done > 0 && (self.may_end)(here);
        }
        let start = path[0];
        let far = |place| lattice.distance(start, place).unwrap_or(0);
        for &next in lattice.around(here) {
            if next == OFF || path[..=done].contains(&next) {
                continue;
            }
            if self.farther && far(next) <= far(here) {
                continue;
            }
            if !(self.open)(here, next) {
                continue;
            }
            path[done + 1] = next;
            if self.walk(lattice, path, done + 1, length, to) {
                return true;
            }
        }
        false
    }
}

/// No game retreats farther; it keeps the walk on the stack.
const LONGEST: usize = 12;
