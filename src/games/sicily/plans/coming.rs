//! Units that come onto the map: by sea, by air, at a depot, at Messina.

use super::super::airborne::Mission;
use super::super::deeds::Deed;
use super::super::movement::cheapest;
use super::super::units::{ALLIED, Type};
use super::super::verb::Verb;
use super::super::{Sicily, landings, look};
use super::moving::{Said, Trip, walks};
use crate::referee::frame::{Announced, Plan, Play};
use crate::referee::ground::Place;
use crate::referee::world::{At, Off, Unit};

/// A unit came from off the map.
pub(super) fn of(
    play: &Play<'_, Sicily>,
    said: &Said<'_>,
    trip: &Trip,
    from: Off,
    plan: &mut Plan<Verb>,
) {
    let known = play.unit(trip.unit);
    let waits = match from {
        Off::Entry(number) => play.setting.space.entries.get(usize::from(number)),
        _ => None,
    };
    let box_id = waits.map(|entry| entry.id.as_str()).unwrap_or_default();
    let mission = said.of("airborne", trip.unit);
    let flies = known.side == ALLIED && known.is_airborne() && box_id == "airborne-bases";
    let invades = landings::may_invade(play)
        && (box_id.starts_with("first-wave") || box_id.ends_with("-box"));
    if mission.is_some() || flies && !comes_by_sea(play, trip) {
        drops(play, trip, mission, plan);
    } else if invades || said.of("landing", trip.unit).is_some() {
        lands(play, trip, said.of("landing", trip.unit), plan);
    } else if known.kind == Type::Depot {
        if let Some((step, at)) = first(trip) {
            plan.push((step, Verb::Deed(Deed::Return(trip.unit, at))));
        }
    } else if super::super::setup::is_special_coastal(known) {
        if let Some((step, at)) = first(trip) {
            plan.push((step, Verb::Deed(Deed::Put(trip.unit, at))));
        }
    } else {
        enters(play, trip, plan);
    }
}

/// The first hex in which it was put.
fn first(trip: &Trip) -> Option<(usize, Place)> {
    trip.hops.iter().find_map(|(step, at)| Some((*step, at.place()?)))
}

fn last(trip: &Trip) -> Option<(usize, Place)> {
    trip.hops.iter().rev().find_map(|(step, at)| Some((*step, at.place()?)))
}

/// Whether an airborne unit arrives like any other: where a depot of its army lies.
fn comes_by_sea(play: &Play<'_, Sicily>, trip: &Trip) -> bool {
    first(trip).is_some_and(|(_, at)| entries(play, trip.unit).contains(&at))
}

/// Where reinforcements of a unit's kind come in.
fn entries(play: &Play<'_, Sicily>, unit: Unit) -> Vec<Place> {
    let known = play.unit(unit);
    if known.side != ALLIED {
        return play.setting.land.places.town("Messina").into_iter().collect();
    }
    let depots = play
        .setting
        .roster
        .iter()
        .filter(|(_, other)| other.kind == Type::Depot && other.nation == known.nation);
    depots.filter_map(|(depot, _)| play.position.place(depot)).collect()
}

/// A unit comes in, and goes on at once or hop by hop.
fn enters(play: &Play<'_, Sicily>, trip: &Trip, plan: &mut Plan<Verb>) {
    let (Some((step, at)), Some((end, to))) = (first(trip), last(trip)) else { return };
    let places = entries(play, trip.unit);
    // Dragged to where it goes in one hop: it came in where it could, and went on.
    let gate = if places.contains(&at) {
        at
    } else {
        let reaches = |gate: &&Place| cheapest(play, trip.unit, **gate, to).is_some();
        places.iter().find(reaches).copied().unwrap_or(at)
    };
    plan.push((step, Verb::Deed(Deed::Enter(trip.unit, Some(gate)))));
    if to != gate {
        plan.push((end, walks(trip.unit, to)));
    }
}

/// A unit lands, and goes on.
fn lands(play: &Play<'_, Sicily>, trip: &Trip, said: Option<&Announced>, plan: &mut Plan<Verb>) {
    let (Some((step, at)), Some((end, to))) = (first(trip), last(trip)) else { return };
    let (space, places) = (&play.setting.space, &play.setting.land.places);
    let against = said.and_then(|said| said.places.first().copied());
    let own = landings::own_beaches(play, trip.unit).unwrap_or_default();
    if places.is_sea(space, at) {
        // Nobody said for which beach it waits: one of its own next to it, which an enemy holds.
        let waits_for = |beach: &&Place| {
            look::distance(play, at, **beach) == 1 && look::holds(play, 1 - ALLIED, **beach)
        };
        let beach = against.or(own.iter().find(waits_for).copied());
        plan.push((step, Verb::Deed(Deed::Land(trip.unit, at, beach))));
        return;
    }
    let reaches = |beach: &&Place| {
        !play.position.has_enemy(ALLIED, **beach)
            && cheapest(play, trip.unit, **beach, to).is_some()
    };
    let beach = if own.contains(&at) { Some(at) } else { own.iter().find(reaches).copied() };
    let beach = beach.unwrap_or(at);
    plan.push((step, Verb::Deed(Deed::Land(trip.unit, beach, None))));
    if to != beach {
        plan.push((end, walks(trip.unit, to)));
    }
}

/// A unit drops, scatters, and perhaps goes on.
fn drops(play: &Play<'_, Sicily>, trip: &Trip, said: Option<&Announced>, plan: &mut Plan<Verb>) {
    let (Some((step, at)), Some((end, to))) = (first(trip), last(trip)) else { return };
    let mission = match said.and_then(|said| said.values.get("mission")).map(String::as_str) {
        Some("assault") => Some(Mission::Assault),
        Some("reinforcement") => Some(Mission::Reinforcement),
        _ => None,
    };
    let named = said.and_then(|said| {
        let text = said.values.get("target")?;
        play.setting.space.lattice.parse(text)
    });
    let target = said.and_then(|said| said.places.first().copied()).or(named);
    plan.push((step, Verb::Deed(Deed::Drop(trip.unit, mission, target))));
    if target == Some(to) {
        return;
    }
    // It came down where it was put first, or scattered from there: what is no walk was the wind.
    let walked = at != to && cheapest(play, trip.unit, at, to).is_some();
    if walked {
        plan.push((step, Verb::Place(trip.unit, At::Map(at))));
        plan.push((end, walks(trip.unit, to)));
    } else {
        plan.push((end, Verb::Place(trip.unit, At::Map(to))));
    }
}
