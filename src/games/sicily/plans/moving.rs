//! A Movement Phase: who came, who went, who left.

use super::super::deeds::Deed;
use super::super::movement::{Order, cheapest};
use super::super::units::{ALLIED, Type};
use super::super::verb::Verb;
use super::super::{Sicily, look};
use super::coming;
use crate::referee::frame::{Announced, Event, Plan, Play, What};
use crate::referee::ground::Place;
use crate::referee::world::{At, Off, Unit};

/// Everything that one unit did in a phase: where it was put, hop by hop.
pub(super) struct Trip {
    pub(super) unit: Unit,
    pub(super) hops: Vec<(usize, At)>,
}

impl Trip {
    /// Where it was put first, and last.
    fn ends(&self) -> Option<((usize, At), (usize, At))> {
        Some((*self.hops.first()?, *self.hops.last()?))
    }
}

/// What was said of units in this phase.
pub(super) struct Said<'e>(Vec<&'e Announced>);

impl<'e> Said<'e> {
    /// What was said of a unit under a declaration.
    pub(super) fn of(&self, id: &str, unit: Unit) -> Option<&'e Announced> {
        self.0.iter().rev().find(|said| said.id == id && said.units.contains(&unit)).copied()
    }
}

/// Each unit that went somewhere, in the order of their last hops.
fn trips(stretch: &[Event]) -> Vec<Trip> {
    let mut trips: Vec<Trip> = Vec::new();
    for event in stretch {
        let What::Went(unit, to) = event.what else { continue };
        let found = trips.iter().position(|trip| trip.unit == unit);
        let mut trip = found.map_or_else(|| Trip { unit, hops: Vec::new() }, |at| trips.remove(at));
        trip.hops.push((event.step, to));
        trips.push(trip);
    }
    trips
}

/// What a Movement Phase was.
pub(super) fn of(play: &Play<'_, Sicily>, stretch: &[Event]) -> Plan<Verb> {
    let declared = stretch.iter().filter_map(|event| match &event.what {
        What::Declared(said) => Some(&**said),
        _ => None,
    });
    let said = Said(declared.collect());
    let acting = play.clock.acting(&play.sequence);
    let mut plan: Plan<Verb> = Vec::new();
    for trip in trips(stretch) {
        let Some((_, (step, last))) = trip.ends() else { continue };
        let own = acting.is_none_or(|side| play.unit(trip.unit).side == side);
        match (play.position.at(trip.unit), last) {
            (At::Map(from), At::Map(to)) if own => {
                went(play, &said, &trip, (from, to, step), &mut plan);
            }
            (At::Map(_), At::Map(_)) => {
                plan.push((step, Verb::Deed(Deed::Shift(trip.unit, last))));
            }
            (At::Off(from), At::Map(_)) => coming::of(play, &said, &trip, from, &mut plan),
            (_, At::Off(to)) => left(play, &said, &trip, (to, step), &mut plan),
        }
    }
    plan.sort_by_key(|(step, _)| *step);
    plan
}

/// A unit went from one hex to another.
fn went(
    play: &Play<'_, Sicily>,
    said: &Said<'_>,
    trip: &Trip,
    (from, to, step): (Place, Place, usize),
    plan: &mut Plan<Verb>,
) {
    let unit = trip.unit;
    let known = play.unit(unit);
    if from == to {
        return;
    }
    if known.kind == Type::Depot {
        plan.push((step, Verb::Deed(Deed::Transfer(unit, to))));
        return;
    }
    let announced = said.of("end-run", unit);
    if announced.is_some() || is_at_sea(play, trip) && is_end_run(play, unit, from, to) {
        let against = announced.and_then(|said| said.places.first().copied());
        let first = trip.hops.iter().find_map(|(step, at)| Some((*step, at.place()?)));
        if let Some((first_step, first)) = first {
            let beach = against.filter(|beach| *beach != first);
            plan.push((first_step, Verb::Deed(Deed::EndRun(unit, Some(first), beach))));
            if first != to {
                plan.push((step, walks(unit, to)));
            }
        }
        return;
    }
    plan.push((step, walks(unit, to)));
}

/// Whether a unit was put down by the water only: who hops over land does not go by sea.
fn is_at_sea(play: &Play<'_, Sicily>, trip: &Trip) -> bool {
    let (space, places) = (&play.setting.space, &play.setting.land.places);
    trip.hops.iter().all(|(_, at)| at.place().is_none_or(|at| places.has_water(space, at)))
}

/// Whether a unit that has no way overland may have gone by sea without saying so.
fn is_end_run(play: &Play<'_, Sicily>, unit: Unit, from: Place, to: Place) -> bool {
    let (space, places) = (&play.setting.space, &play.setting.land.places);
    let known = play.unit(unit);
    known.side == ALLIED
        && known.is_foot_infantry()
        && places.has_water(space, from)
        && places.has_water(space, to)
        && look::distance(play, from, to) > 1
        && cheapest(play, unit, from, to).is_none()
}

/// A whole move, by whatever way.
pub(super) fn walks(unit: Unit, to: Place) -> Verb {
    Verb::Move(Order { unit, path: Vec::new(), to, mode: None })
}

/// A unit left the map.
fn left(
    play: &Play<'_, Sicily>,
    said: &Said<'_>,
    trip: &Trip,
    (to, step): (Off, usize),
    plan: &mut Plan<Verb>,
) {
    let (unit, known) = (trip.unit, play.unit(trip.unit));
    let dead = matches!(to, Off::Eliminated(_));
    if dead {
        plan.push((step, Verb::Deed(Deed::Lost(unit))));
        return;
    }
    let start = play.position.place(unit);
    let harbour = trip.hops.iter().rev().find_map(|(step, at)| Some((*step, at.place()?)));
    let from = harbour.map(|(_, at)| at).or(start);
    let told = said.of("evacuate", unit).is_some();
    let from_port = from.is_some_and(|at| play.setting.land.places.evacuates(at).is_some());
    let guess = known.side != ALLIED && from_port && matches!(to, Off::Away);
    if let (Some(from), true) = (from, told || guess) {
        if let (Some((moved, at)), Some(start)) = (harbour, start)
            && at != start
        {
            plan.push((moved, walks(unit, at)));
        }
        plan.push((step, Verb::Deed(Deed::Evacuate(unit, Some(from)))));
    } else {
        plan.push((step, Verb::Place(unit, At::Off(to))));
    }
}

/// In a phase that is not for moving nobody goes from hex to hex.
pub(super) fn shifts(play: &Play<'_, Sicily>, stretch: &[Event]) -> Plan<Verb> {
    let verb = |trip: Trip| {
        let (step, last) = *trip.hops.last()?;
        let both = play.position.place(trip.unit).is_some() && last.place().is_some();
        let verb = match last {
            At::Off(Off::Eliminated(_)) => Verb::Deed(Deed::Lost(trip.unit)),
            _ if both && play.clock.now.is_some() => Verb::Deed(Deed::Shift(trip.unit, last)),
            _ => Verb::Place(trip.unit, last),
        };
        Some((step, verb))
    };
    trips(stretch).into_iter().filter_map(verb).collect()
}
