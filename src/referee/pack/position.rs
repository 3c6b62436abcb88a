//! The position: who stands where in which state, and the zones of control that follow,
//! kept up to date with every change.

use super::super::ground::Place;
use super::super::zones::Zones;
use super::field::{At, Field, Off};
use super::roster::{Roster, Unit};

/// No unit: the end of a stack.
const NOBODY: Unit = Unit::MAX;

/// Who stands where, in which state.
#[derive(Debug, Clone, Default)]
pub(super) struct Position {
    sides: usize,
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
    /// States, as bits, whose units have no zone.
    quiet: u32,
}

impl Position {
    /// Everybody off the map, at full strength.
    pub(super) fn new(field: &Field<'_>, roster: &Roster, sides: usize, quiet: u32) -> Self {
        let (places, units) = (field.lattice.len(), roster.len());
        Position {
            sides,
            at: vec![At::Off(Off::Away); units],
            steps: roster.units.iter().map(|facts| facts.steps).collect(),
            states: vec![0; units],
            reaching: vec![false; units],
            first: vec![NOBODY; places],
            next: vec![NOBODY; units],
            present: vec![0; places * sides],
            zones: Zones::new(places, sides),
            quiet,
        }
    }

    /// Becomes a copy of another without allocating.
    pub(super) fn copy_from(&mut self, other: &Position) {
        self.sides = other.sides;
        self.at.clone_from(&other.at);
        self.steps.clone_from(&other.steps);
        self.states.clone_from(&other.states);
        self.reaching.clone_from(&other.reaching);
        self.first.clone_from(&other.first);
        self.next.clone_from(&other.next);
        self.present.clone_from(&other.present);
        self.zones.copy_from(&other.zones);
        self.quiet = other.quiet;
    }

    pub(super) fn at(&self, unit: Unit) -> At {
        self.at[usize::from(unit)]
    }

    pub(super) fn place(&self, unit: Unit) -> Option<Place> {
        self.at(unit).place()
    }

    pub(super) fn steps(&self, unit: Unit) -> u8 {
        self.steps[usize::from(unit)]
    }

    pub(super) fn states(&self, unit: Unit) -> u32 {
        self.states[usize::from(unit)]
    }

    /// The units in a place.
    pub(super) fn stack(&self, place: Place) -> impl Iterator<Item = Unit> + Clone + '_ {
        let first = self.first[place as usize];
        std::iter::successors((first != NOBODY).then_some(first), |unit| {
            let next = self.next[usize::from(*unit)];
            (next != NOBODY).then_some(next)
        })
    }

    /// Whether a side has a unit in a place.
    pub(super) fn has(&self, side: u8, place: Place) -> bool {
        self.present[place as usize * self.sides + usize::from(side)] > 0
    }

    /// Whether another side has a unit in a place.
    pub(super) fn has_enemy(&self, side: u8, place: Place) -> bool {
        let first = place as usize * self.sides;
        (0..self.sides).any(|other| other != usize::from(side) && self.present[first + other] > 0)
    }

    /// Whether an enemy zone covers a place.
    pub(super) fn in_enemy_zone(&self, side: u8, place: Place) -> bool {
        self.zones.against(usize::from(side), place)
    }

    /// Whether a zone of this side covers a place.
    pub(super) fn in_own_zone(&self, side: u8, place: Place) -> bool {
        self.zones.of(usize::from(side), place)
    }

    /// Puts a unit somewhere else.
    pub(super) fn put(&mut self, field: &Field<'_>, roster: &Roster, unit: Unit, to: At) {
        let side = roster[unit].side;
        if let At::Map(place) = self.at(unit) {
            self.reach(field, roster, unit, false);
            self.unlink(place, unit);
            self.present[place as usize * self.sides + usize::from(side)] -= 1;
        }
        self.at[usize::from(unit)] = to;
        if let At::Map(place) = to {
            self.next[usize::from(unit)] = self.first[place as usize];
            self.first[place as usize] = unit;
            self.present[place as usize * self.sides + usize::from(side)] += 1;
            self.reach(field, roster, unit, true);
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
    fn reach(&mut self, field: &Field<'_>, roster: &Roster, unit: Unit, on: bool) {
        let facts = &roster[unit];
        let At::Map(place) = self.at(unit) else { return };
        let wanted = on && facts.has_zone && self.states(unit) & self.quiet == 0;
        if self.reaching[usize::from(unit)] == wanted {
            return;
        }
        self.reaching[usize::from(unit)] = wanted;
        let side = usize::from(facts.side);
        if wanted {
            self.zones.add(&field.lattice, &field.reach, side, place);
        } else {
            self.zones.remove(&field.lattice, &field.reach, side, place);
        }
    }

    /// Reads the zones anew, because the map has changed.
    pub(super) fn refit(&mut self, field: &Field<'_>, roster: &Roster) {
        self.zones = Zones::new(field.lattice.len(), self.sides);
        for (number, at) in self.at.iter().enumerate() {
            if let (At::Map(place), true) = (at, self.reaching[number]) {
                let side = usize::from(roster[number as Unit].side);
                self.zones.add(&field.lattice, &field.reach, side, *place);
            }
        }
    }

    pub(super) fn set_steps(&mut self, unit: Unit, steps: u8) {
        self.steps[usize::from(unit)] = steps;
    }

    pub(super) fn set_states(&mut self, field: &Field<'_>, roster: &Roster, unit: Unit, to: u32) {
        self.states[usize::from(unit)] = to;
        self.reach(field, roster, unit, true);
    }
}
