//! Deeds as a script that people can read.

use crate::deeds::{Act, Deed, Moment, Spot, UnitId};
use crate::model::{Game, Id, Side};
use std::fmt::Write;

/// The name of a place as printed on the map.
pub fn place_name(game: &Game, spot: &Spot) -> String {
    match spot {
        Spot::At(map, location) => game.maps[*map].location_name(*location),
        Spot::Elsewhere(name) => name.to_string(),
    }
}

/// The name of a unit, with its id when several have that name.
pub fn unit_name(game: &Game, unit: &UnitId) -> String {
    match game.counters.get(unit.counter()) {
        Some(counter) if !counter.name.is_empty() => match unit.0.split_once('#') {
            Some((_, number)) => format!("{} #{number}", counter.name),
            None => counter.name.to_string(),
        },
        _ => unit.to_string(),
    }
}

/// The name of a player: without the brackets that modules put around those who have not said what they are called.
pub fn player_name(told: &str) -> &str {
    let told = told.trim();
    let inner = told.strip_prefix('(').and_then(|told| told.strip_suffix(')'));
    inner.filter(|inner| !inner.contains(['(', ')'])).map_or(told, str::trim)
}

/// When, in words: `turn 3, Lorn: Movement Phase`.
pub fn moment_name(game: &Game, moment: &Moment) -> String {
    let mut name = format!("turn {}", moment.turn);
    let mut phases = game.sequence.as_slice();
    let mut leaf = None;
    for id in &moment.phase {
        let Some(phase) = phases.iter().find(|phase| phase.id == *id) else { break };
        leaf = Some(phase.name.as_str());
        phases = &phase.phases;
    }
    let side = moment.side.map(|side| game.sides[side].name.as_str());
    match (side, leaf) {
        (Some(side), Some(leaf)) => drop(write!(name, ", {side}: {leaf}")),
        (None, Some(leaf)) => drop(write!(name, ", {leaf}")),
        (Some(side), None) => drop(write!(name, ", {side}")),
        (None, None) => {}
    }
    name
}

/// A deed in words; none for what is only of interest with others, such as the table at the beginning.
pub fn deed_words(game: &Game, deed: &Deed) -> Option<String> {
    let unit = |id: &UnitId| unit_name(game, id);
    let place = |spot: &Spot| place_name(game, spot);
    let side = |id: &Option<Id<Side>>| {
        id.map(|id| format!("{} ", game.sides[id].name)).unwrap_or_default()
    };
    Some(match &deed.act {
        Act::SetUp { pieces, markers, moment, scenario } => {
            let mut words =
                format!("{} units and {} markers on the table", pieces.len(), markers.len());
            if let Some(scenario) = scenario.as_deref().and_then(|id| game.scenarios.get(id)) {
                let _ = write!(words, ", scenario {}", scenario.title);
            }
            if let Some(moment) = moment {
                let _ = write!(words, ", {}", moment_name(game, moment));
            }
            words
        }
        Act::Turn(moment) => format!("== {}", moment_name(game, moment)),
        Act::Move { unit: id, from, to } => {
            format!("{} moves {} → {}", unit(id), place(from), place(to))
        }
        Act::Arrive(standing) => {
            format!("{} arrives at {}", unit(&standing.unit), place(&standing.at))
        }
        Act::Leave { unit: id, from } => format!("{} is taken from {}", unit(id), place(from)),
        Act::Steps { unit: id, from, to } if to < from => {
            format!("{} loses {} ({to} left)", unit(id), count(from - to))
        }
        Act::Steps { unit: id, from, to } => {
            format!("{} regains {} ({to} now)", unit(id), count(to - from))
        }
        Act::State { unit: id, state, on } => {
            let name = game.rules.states.get(state).map_or(state.as_str(), |state| &state.name);
            format!("{} is {}{name}", unit(id), if *on { "" } else { "no longer " })
        }
        Act::Marker { marker, from, to } => {
            let name = game.counters.get(marker).map_or(marker.as_str(), |counter| &counter.name);
            match (from, to) {
                (None, Some(to)) => format!("marker {name} placed at {}", place(to)),
                (Some(from), None) => format!("marker {name} taken from {}", place(from)),
                (Some(from), Some(to)) => {
                    format!("marker {name} moves {} → {}", place(from), place(to))
                }
                (None, None) => return None,
            }
        }
        Act::Declare(declared) => {
            let mut words = format!("declares {}", declared.id);
            if !declared.units.is_empty() {
                let names: Vec<String> = declared.units.iter().map(unit).collect();
                let _ = write!(words, " with {}", names.join(", "));
            }
            if !declared.places.is_empty() {
                let names: Vec<String> = declared.places.iter().map(place).collect();
                let _ = write!(words, " against {}", names.join(", "));
            }
            for (name, value) in &declared.values {
                let _ = write!(words, ", {name} {value}");
            }
            words
        }
        Act::Roll { dice, faces } => {
            let faces: Vec<String> = faces.iter().map(ToString::to_string).collect();
            format!("rolls {dice}: {}", faces.join(", "))
        }
        Act::Points { kind, side: whose, now } => {
            let name = game.points.get(kind).map_or(kind.as_str(), |kind| &kind.name);
            format!("{}{name}: {now}", side(whose))
        }
    })
}

fn count(steps: u32) -> String {
    if steps == 1 { "1 step".to_owned() } else { format!("{steps} steps") }
}
