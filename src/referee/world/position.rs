//! The position: who stands where in which state, and the zones of control that follow,
//! kept up to date with every change.

use super::super::ground::Place;
use super::super::zones::{Reach, Zones};
use super::space::{At, Off, Space};
use std::sync::Arc;

/// The number of a unit.
pub type Unit = u16;

/// No unit: the end of a stack.
const NOBODY: Unit = Unit::MAX;

/// What of a unit the table must know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Body {
    /// Its side, by number.
    pub side: u8,
    /// Its steps at full strength.
    pub steps: u8,
    /// Whether it has a zone of control at all.
    pub has_zone: bool,
}

/// Who stands where, in which state.
#[derive(Debug, Clone, Default)]
pub struct Position {
    sides: usize,
    bodies: Vec<Body>,
    at: Vec<At>,
    steps: Vec<u8>,
    /// States of each unit, as bits by the number of the state.
    states: Vec<u32>,
    /// Whether its zone is counted in `zones`.
    reaching: Vec<bool>,
    /// Stacks as linked lists: the first unit of each place, and the next after each unit.
    first: Vec<Unit>,
    next: Vec<Unit>,
    /// Units of each side in each place.
    present: Vec<u16>,
    zones: Zones,
    /// How far zones reach now.
    reach: Arc<Reach>,
    /// States, as bits, whose units have no zone.
    quiet: u32,
}

impl Position {
    /// Everybody off the map, at full strength; units in a `quiet` state have no zone.
    pub fn new(space: &Space<'_>, bodies: Vec<Body>, sides: usize, quiet: u32) -> Self {
        let (places, units) = (space.lattice.len(), bodies.len());
        Position {
            sides,
            at: vec![At::Off(Off::Away); units],
            steps: bodies.iter().map(|body| body.steps).collect(),
            bodies,
            states: vec![0; units],
            reaching: vec![false; units],
            first: vec![NOBODY; places],
            next: vec![NOBODY; units],
            present: vec![0; places * sides],
            zones: Zones::new(places, sides),
            reach: space.reach.clone(),
            quiet,
        }
    }

    /// Becomes a copy of another without allocating.
    pub fn copy_from(&mut self, other: &Position) {
        self.sides = other.sides;
        self.bodies.clone_from(&other.bodies);
        self.at.clone_from(&other.at);
        self.steps.clone_from(&other.steps);
        self.states.clone_from(&other.states);
        self.reaching.clone_from(&other.reaching);
        self.first.clone_from(&other.first);
        self.next.clone_from(&other.next);
        self.present.clone_from(&other.present);
        self.zones.copy_from(&other.zones);
        self.reach.clone_from(&other.reach);
        self.quiet = other.quiet;
    }

    /// Where a unit is.
    pub fn at(&self, unit: Unit) -> At {
        self.at[usize::from(unit)]
    }

    /// The hex of a unit; none when it stands in none.
    pub fn place(&self, unit: Unit) -> Option<Place> {
        self.at(unit).place()
    }

    /// The steps that a unit has left.
    pub fn steps(&self, unit: Unit) -> u8 {
        self.steps[usize::from(unit)]
    }

    /// The states of a unit, as bits by their numbers.
    pub fn states(&self, unit: Unit) -> u32 {
        self.states[usize::from(unit)]
    }

    /// The units in a place.
    pub fn stack(&self, place: Place) -> impl Iterator<Item = Unit> + Clone + '_ {
        let first = self.first[place as usize];
        std::iter::successors((first != NOBODY).then_some(first), |unit| {
            let next = self.next[usize::from(*unit)];
            (next != NOBODY).then_some(next)
        })
    }

    /// Whether a side has a unit in a place.
    pub fn has(&self, side: u8, place: Place) -> bool {
        self.present[place as usize * self.sides + usize::from(side)] > 0
    }

    /// Whether another side has a unit in a place.
    pub fn has_enemy(&self, side: u8, place: Place) -> bool {
        let first = place as usize * self.sides;
        (0..self.sides).any(|other| other != usize::from(side) && self.present[first + other] > 0)
    }

    /// Whether an enemy zone covers a place.
    pub fn in_enemy_zone(&self, side: u8, place: Place) -> bool {
        self.zones.against(usize::from(side), place)
    }

    /// Whether a zone of this side covers a place.
    pub fn in_own_zone(&self, side: u8, place: Place) -> bool {
        self.zones.of(usize::from(side), place)
    }

    /// Puts a unit somewhere else.
    pub fn put(&mut self, space: &Space<'_>, unit: Unit, to: At) {
        let side = self.bodies[usize::from(unit)].side;
        if let At::Map(place) = self.at(unit) {
            self.count_zone(space, unit, false);
            self.unlink(place, unit);
            self.present[place as usize * self.sides + usize::from(side)] -= 1;
        }
        self.at[usize::from(unit)] = to;
        if let At::Map(place) = to {
            self.next[usize::from(unit)] = self.first[place as usize];
            self.first[place as usize] = unit;
            self.present[place as usize * self.sides + usize::from(side)] += 1;
            self.count_zone(space, unit, true);
        }
    }

    fn unlink(&mut self, place: Place, unit: Unit) {
        let after = self.next[usize::from(unit)];
        if self.first[place as usize] == unit {
            self.first[place as usize] = after;
        } else {
            let before = self.stack(place).find(|other| self.next[usize::from(*other)] == unit);
            if let Some(before) = before {
                self.next[usize::from(before)] = after;
            }
        }
        self.next[usize::from(unit)] = NOBODY;
    }

    /// Counts or uncounts a unit's zone.
    fn count_zone(&mut self, space: &Space<'_>, unit: Unit, on: bool) {
        let body = self.bodies[usize::from(unit)];
        let At::Map(place) = self.at(unit) else { return };
        let wanted = on && body.has_zone && self.states(unit) & self.quiet == 0;
        if self.reaching[usize::from(unit)] == wanted {
            return;
        }
        self.reaching[usize::from(unit)] = wanted;
        let side = usize::from(body.side);
        if wanted {
            self.zones.add(&space.lattice, &self.reach, side, place);
        } else {
            self.zones.remove(&space.lattice, &self.reach, side, place);
        }
    }

    /// Reads the zones anew, because they reach otherwise now.
    pub fn refit(&mut self, space: &Space<'_>, reach: &Arc<Reach>) {
        self.reach.clone_from(reach);
        self.zones = Zones::new(space.lattice.len(), self.sides);
        for (number, at) in self.at.iter().enumerate() {
            if let (At::Map(place), true) = (at, self.reaching[number]) {
                let side = usize::from(self.bodies[number].side);
                self.zones.add(&space.lattice, &self.reach, side, *place);
            }
        }
    }

    /// A unit now has so many steps.
    pub fn set_steps(&mut self, unit: Unit, steps: u8) {
        self.steps[usize::from(unit)] = steps;
    }

    /// A unit is now in these states.
    pub fn set_states(&mut self, space: &Space<'_>, unit: Unit, to: u32) {
        self.states[usize::from(unit)] = to;
        self.count_zone(space, unit, true);
    }
}
