//! Who comes and goes when, and who starts where, as a scenario says.

use super::super::ground::Place;
use super::super::world::Unit;
use super::board::Board;
use crate::deeds::UnitId;
use crate::model::{Placement, Scenario, SetUp, UnitCount};

/// Where units may be put.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Ground {
    /// In one of these hexes.
    Hexes(Vec<Place>),
    /// Onto the map from this entry box.
    Entry(u16),
    /// Wherever words that the referee does not read say, or in a box.
    Unread,
}

/// When and where a unit comes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Arrival {
    pub(super) turn: i32,
    pub(super) ground: Ground,
}

/// Where a unit starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Start {
    pub(super) ground: Ground,
    pub(super) reduced: bool,
}

/// What a scenario says of each unit.
#[derive(Debug, Clone, Default)]
pub(super) struct Schedule {
    pub(super) starts: Vec<Option<Start>>,
    pub(super) arrivals: Vec<Option<Arrival>>,
    pub(super) withdrawals: Vec<Option<i32>>,
}

impl Schedule {
    /// Nobody starts, comes or goes.
    pub(super) fn empty(units: usize) -> Self {
        Schedule {
            starts: vec![None; units],
            arrivals: vec![None; units],
            withdrawals: vec![None; units],
        }
    }

    pub(super) fn new(board: Board<'_>, scenario: &Scenario) -> Self {
        let mut schedule = Schedule::empty(board.roster.len());
        for set_up in &scenario.set_ups {
            let ground = ground(board, &set_up.placement);
            for unit in units(board, &set_up.units) {
                schedule.put(unit, set_up, ground.clone());
            }
        }
        for withdrawal in &scenario.withdrawals {
            for unit in units(board, &withdrawal.units) {
                schedule.withdrawals[usize::from(unit)] = Some(withdrawal.turn);
            }
        }
        schedule
    }

    fn put(&mut self, unit: Unit, set_up: &SetUp, ground: Ground) {
        let unit = usize::from(unit);
        match set_up.turn {
            Some(turn) => self.arrivals[unit] = Some(Arrival { turn, ground }),
            None => self.starts[unit] = Some(Start { ground, reduced: set_up.reduced }),
        }
    }
}

/// The units of a list: the first copies of each counter.
fn units(board: Board<'_>, list: &[UnitCount]) -> Vec<Unit> {
    let mut found = Vec::new();
    for entry in list {
        let id = &board.game.counters[entry.counter].id;
        for copy in 1..=entry.count.max(1) {
            let name = if copy == 1 { id.to_string() } else { format!("{id}#{copy}") };
            found.extend(board.find(&UnitId::new(&name)));
        }
    }
    found
}

fn ground(board: Board<'_>, placement: &Placement) -> Ground {
    let lattice = &board.field.lattice;
    match placement {
        Placement::At(map, location) => match lattice.place(Some(*map), *location) {
            Some(place) => Ground::Hexes(vec![place]),
            None => Ground::Unread,
        },
        Placement::AnyOf(map, locations) => {
            let places = locations.iter().map(|at| lattice.place(Some(*map), *at));
            places.collect::<Option<Vec<_>>>().map_or(Ground::Unread, Ground::Hexes)
        }
        Placement::Within(map, hexes, of) => {
            let Some(centre) = lattice.place(Some(*map), (*of).into()) else {
                return Ground::Unread;
            };
            let near =
                |place: &Place| lattice.distance(centre, *place).is_some_and(|far| far <= *hexes);
            Ground::Hexes(lattice.places().filter(near).collect())
        }
        Placement::Area(map, area) => {
            let hexes = &board.game.maps[*map].areas[*area].hexes;
            let places = hexes.iter().filter_map(|hex| lattice.place(Some(*map), (*hex).into()));
            Ground::Hexes(places.collect())
        }
        Placement::Entry(map, entry) => {
            let id = &board.game.maps[*map].boxes[*entry].id;
            board.field.entry(Some(*map), id).map_or(Ground::Unread, Ground::Entry)
        }
        Placement::Free(_) => Ground::Unread,
    }
}
