//! Who comes and goes when, and who starts where, as a scenario says.

use super::case::Finds;
use super::ground::Place;
use super::world::{Position, Space, Unit};
use crate::model::{Game, Placement, Scenario, SetUp, UnitCount};

/// Where units may be put.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ground {
    /// In one of these hexes.
    Hexes(Vec<Place>),
    /// Onto the map from this entry box.
    Entry(u16),
    /// Wherever words that the referee does not read say, or in a box.
    Unread,
}

/// When and where a unit comes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrival {
    /// The turn.
    pub turn: i32,
    /// Where it may be put.
    pub ground: Ground,
}

/// Where a unit starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Start {
    /// Where it may be put.
    pub ground: Ground,
    /// Whether it starts with a step less.
    pub reduced: bool,
}

/// What a scenario says of each unit.
#[derive(Debug, Clone, Default)]
pub struct Schedule {
    /// Where each unit starts.
    pub starts: Vec<Option<Start>>,
    /// When and where each comes.
    pub arrivals: Vec<Option<Arrival>>,
    /// The turn in which each is taken away.
    pub withdrawals: Vec<Option<i32>>,
}

impl Schedule {
    /// Nobody starts, comes or goes.
    pub fn empty(units: usize) -> Self {
        Schedule {
            starts: vec![None; units],
            arrivals: vec![None; units],
            withdrawals: vec![None; units],
        }
    }

    /// What a scenario says of these units.
    pub fn new(game: &Game, space: &Space<'_>, roster: &dyn Finds, scenario: &Scenario) -> Self {
        let mut schedule = Schedule::empty(roster.ids().len());
        for set_up in &scenario.set_ups {
            let ground = ground(game, space, &set_up.placement);
            for unit in units(game, roster, &set_up.units) {
                schedule.put(unit, set_up, ground.clone());
            }
        }
        for withdrawal in &scenario.withdrawals {
            for unit in units(game, roster, &withdrawal.units) {
                schedule.withdrawals[usize::from(unit)] = Some(withdrawal.turn);
            }
        }
        schedule
    }

    /// Why a unit of so many steps may not start as it stands; none when it may.
    pub fn objection(
        &self,
        space: &Space<'_>,
        position: &Position,
        (unit, steps, name): (Unit, u8, &dyn Fn() -> String),
    ) -> Option<String> {
        let here = position.place(unit);
        let place = |place| space.lattice.name(place);
        let Some(start) = &self.starts[usize::from(unit)] else {
            let here = place(here?);
            return Some(format!("{} is set up in {here}, but does not start there", name()));
        };
        match (&start.ground, here) {
            (Ground::Hexes(_), None) => return Some(format!("{} is not set up", name())),
            (Ground::Hexes(places), Some(here)) if !places.contains(&here) => {
                let here = place(here);
                return Some(format!("{} is set up in {here}, which is not allowed", name()));
            }
            _ => {}
        }
        let right = if start.reduced { steps.saturating_sub(1) } else { steps };
        (position.steps(unit) != right).then(|| {
            let told = if start.reduced { "reduced" } else { "at full strength" };
            format!("{} starts {told}", name())
        })
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
fn units(game: &Game, roster: &dyn Finds, list: &[UnitCount]) -> Vec<Unit> {
    let mut found = Vec::new();
    for entry in list {
        let id = &game.counters[entry.counter].id;
        for copy in 1..=entry.count.max(1) {
            let name = if copy == 1 { id.to_string() } else { format!("{id}#{copy}") };
            found.extend(roster.find_unit(&name));
        }
    }
    found
}

fn ground(game: &Game, space: &Space<'_>, placement: &Placement) -> Ground {
    let lattice = &space.lattice;
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
            let hexes = &game.maps[*map].areas[*area].hexes;
            let places = hexes.iter().filter_map(|hex| lattice.place(Some(*map), (*hex).into()));
            Ground::Hexes(places.collect())
        }
        Placement::Entry(map, entry) => {
            let id = &game.maps[*map].boxes[*entry].id;
            space.entry(Some(*map), id).map_or(Ground::Unread, Ground::Entry)
        }
        Placement::Free(_) => Ground::Unread,
    }
}
