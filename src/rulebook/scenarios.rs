//! Scenario cards: who starts where, who comes and goes when, how it is won.

use crate::hex::{Hex, Location};
use crate::model::words::{count, list, upper};
use crate::model::{
    CounterKind, Formation, Game, Id, Map, Placement, Scenario, SetUp, Side, UnitCount,
};
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Debug, Serialize)]
pub(super) struct Card {
    title: String,
    turns: String,
    /// Place and day, for scenarios of history.
    when: String,
    /// Boards, and what of them is in play.
    boards: String,
    summary: String,
    sides: Vec<CardSide>,
    markers: String,
    options: String,
    special_rules: Vec<String>,
    victory: Vec<String>,
    balance: Vec<Entry>,
}

#[derive(Debug, Serialize)]
struct CardSide {
    name: String,
    colour: String,
    text: String,
    first: bool,
    set_up: Vec<Entry>,
    reinforcements: Vec<Entry>,
    withdrawals: Vec<Entry>,
}

/// A place or a turn, and who is there.
#[derive(Debug, Serialize)]
struct Entry {
    at: String,
    units: String,
}

pub(super) fn card(game: &Game, scenario: &Scenario) -> Card {
    let turns = match scenario.turns.last {
        Some(last) if last != scenario.turns.first => {
            let turns = u32::try_from(last - scenario.turns.first + 1).unwrap_or_default();
            format!("{}, {}–{last}", count(turns, "turn", "turns"), scenario.turns.first)
        }
        Some(last) => format!("turn {last}"),
        None => format!("from turn {}", scenario.turns.first),
    };
    let sides = game.sides.entries().map(|(id, side)| CardSide {
        name: side.name.clone(),
        colour: side.colour.clone(),
        text: side.text.clone(),
        first: scenario.first_side == Some(id),
        set_up: entries(game, scenario, id, |set_up| set_up.turn.is_none()),
        reinforcements: entries(game, scenario, id, |set_up| set_up.turn.is_some()),
        withdrawals: scenario
            .withdrawals
            .iter()
            .filter_map(|withdrawal| {
                let units = of_side(game, &withdrawal.units, Some(id));
                let at = format!("Turn {}", withdrawal.turn);
                (!units.is_empty()).then(|| Entry { at, units: named(game, &units) })
            })
            .collect(),
    });
    let markers: Vec<String> = scenario
        .set_ups
        .iter()
        .filter(|set_up| set_up.turn.is_none())
        .filter_map(|set_up| {
            let units = markers(game, &set_up.units);
            let text = || format!("{} at {}", named(game, &units), place(game, set_up));
            (!units.is_empty()).then(text)
        })
        .collect();
    let options: Vec<&str> =
        scenario.options.iter().map(|id| game.options[*id].name.as_str()).collect();
    Card {
        title: scenario.title.clone(),
        turns,
        when: [scenario.place.as_str(), &day(&scenario.date)]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(", "),
        boards: boards(game, scenario),
        summary: scenario.summary.clone(),
        sides: sides.collect(),
        markers: markers.join("; "),
        options: list(&options, "and"),
        special_rules: scenario.special_rules.clone(),
        victory: scenario.victory.clone(),
        balance: scenario
            .balance
            .iter()
            .map(|b| Entry { at: game.sides[b.side].name.clone(), units: b.text.clone() })
            .collect(),
    }
}

/// `1943-07-10` as it is said: 10 July 1943. Anything else stays as written.
fn day(date: &str) -> String {
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let parts: Vec<&str> = date.split('-').collect();
    let month = parts.get(1).and_then(|m| m.parse::<usize>().ok()).and_then(|m| m.checked_sub(1));
    match (parts.as_slice(), month.and_then(|m| MONTHS.get(m))) {
        ([year, _, day], Some(month)) => format!("{} {month} {year}", day.trim_start_matches('0')),
        ([year, _], Some(month)) => format!("{month} {year}"),
        _ => date.to_owned(),
    }
}

/// The boards of a scenario that has several to choose from, and the columns in play.
fn boards(game: &Game, scenario: &Scenario) -> String {
    if game.maps.len() < 2 {
        return String::new();
    }
    let names: Vec<String> = scenario
        .maps
        .iter()
        .map(|spot| {
            let map = &game.maps[spot.map];
            let turned = if spot.flipped { ", turned" } else { "" };
            let part = scenario.playable.iter().find(|(id, _)| *id == spot.map);
            let ends = part.and_then(|(_, hexes)| {
                let column = |hex: &&Hex| map.grid.column_row(**hex).map(|(column, _)| column);
                Some([hexes.iter().min_by_key(column)?, hexes.iter().max_by_key(column)?])
            });
            let letters = |hex: &Hex| {
                let id = map.grid.id(*hex).map(|id| id.to_string()).unwrap_or_default();
                let prefix = map.grid.spec().prefix.as_deref().unwrap_or_default();
                let bare = id.strip_prefix(prefix).unwrap_or(&id);
                bare.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned()
            };
            match ends.map(|[a, b]| (letters(a), letters(b))) {
                Some((a, b)) if !a.is_empty() => {
                    format!("{}{turned} (only hexrows {a} to {b})", map.title)
                }
                _ => format!("{}{turned}", map.title),
            }
        })
        .collect();
    list(&names, "and")
}

/// Whose units a set-up places: its force's side, else each counter's own.
fn set_up_units(
    game: &Game,
    scenario: &Scenario,
    set_up: &SetUp,
    side: Id<Side>,
) -> Vec<UnitCount> {
    match set_up.force.and_then(|force| scenario.forces.get(force)).and_then(|force| force.side) {
        Some(owner) if owner == side => {
            let unit = |unit: &&UnitCount| !is_marker(game.counters[unit.counter].kind);
            set_up.units.iter().filter(unit).copied().collect()
        }
        Some(_) => Vec::new(),
        None => of_side(game, &set_up.units, Some(side)),
    }
}

/// A force as its card names it: `Elements of … [ELR 3]`.
fn force_words(scenario: &Scenario, set_up: &SetUp) -> String {
    let Some(force) = set_up.force.and_then(|force| scenario.forces.get(force)) else {
        return String::new();
    };
    let values: Vec<String> = force
        .values
        .iter()
        .map(|(name, value)| format!("{} {value}", name.to_uppercase()))
        .collect();
    if values.is_empty() {
        format!("{}: ", force.name)
    } else {
        format!("{} [{}]: ", force.name, values.join(", "))
    }
}

/// A side's units that pass, by where and when; equal places together.
fn entries(
    game: &Game,
    scenario: &Scenario,
    side: Id<Side>,
    wanted: impl Fn(&SetUp) -> bool,
) -> Vec<Entry> {
    let mut entries: Vec<(i32, Entry)> = Vec::new();
    for set_up in scenario.set_ups.iter().filter(|set_up| wanted(set_up)) {
        let units = set_up_units(game, scenario, set_up, side);
        if units.is_empty() {
            continue;
        }
        let mut words = force_words(scenario, set_up) + &named(game, &units);
        if set_up.reduced {
            words.push_str(" (reduced)");
        }
        if set_up.force.is_some() && !set_up.note.is_empty() {
            words.push_str(&format!(". {}", set_up.note));
        }
        let at = match set_up.turn {
            Some(turn) => format!("Turn {turn}, {}", place(game, set_up)),
            None => opening(game, set_up),
        };
        match entries.iter_mut().find(|(_, entry)| entry.at == at) {
            Some((_, entry)) => {
                // After a remark, which is a sentence, comes another sentence.
                let after = if entry.units.ends_with('.') { " " } else { ", " };
                entry.units.push_str(after);
                entry.units.push_str(&words);
            }
            None => entries.push((set_up.turn.unwrap_or_default(), Entry { at, units: words })),
        }
    }
    entries.sort_by_key(|(turn, _)| *turn);
    entries.into_iter().map(|(_, entry)| entry).collect()
}

fn of_side(game: &Game, units: &[UnitCount], side: Option<Id<Side>>) -> Vec<UnitCount> {
    let own = |unit: &&UnitCount| {
        let counter = &game.counters[unit.counter];
        counter.side == side && !is_marker(counter.kind)
    };
    units.iter().filter(own).copied().collect()
}

fn markers(game: &Game, units: &[UnitCount]) -> Vec<UnitCount> {
    let marker = |unit: &&UnitCount| is_marker(game.counters[unit.counter].kind);
    units.iter().filter(marker).copied().collect()
}

fn is_marker(kind: CounterKind) -> bool {
    matches!(kind, CounterKind::Marker | CounterKind::Chit)
}

/// Units by name; a formation that is complete is called by its own.
fn named(game: &Game, units: &[UnitCount]) -> String {
    let mut strength: BTreeMap<Id<Formation>, u32> = BTreeMap::new();
    for unit in units {
        if let Some(formation) = game.counters[unit.counter].formation {
            *strength.entry(formation).or_default() += unit.count;
        }
    }
    let complete = |formation: Id<Formation>| {
        let all: u32 = game
            .counters
            .iter()
            .filter(|counter| counter.formation == Some(formation) && !is_marker(counter.kind))
            .map(|counter| counter.count)
            .sum();
        all > 1 && strength.get(&formation) == Some(&all)
    };
    let mut names: Vec<String> = Vec::new();
    for unit in units {
        let counter = &game.counters[unit.counter];
        let name = match (counter.formation, unit.count) {
            (Some(formation), _) if complete(formation) => {
                format!("all of {}", game.formations[formation].name)
            }
            (_, 1) => counter.name.to_string(),
            (_, more) => format!("{more} × {}", counter.name),
        };
        if names.last() != Some(&name) {
            names.push(name);
        }
    }
    names.join(", ")
}

/// More hexes than this are told by runs, without the names of places.
const MOST_LISTED: usize = 30;

/// The place as it opens a line; the id of a hex stays as it is printed.
fn opening(game: &Game, set_up: &SetUp) -> String {
    let words = place(game, set_up);
    match &set_up.placement {
        Placement::At(_, Location::Hex(_)) => words,
        Placement::AnyOf(_, places) if matches!(places[..], [Location::Hex(_), ..]) => words,
        _ => upper(&words),
    }
}

fn place(game: &Game, set_up: &SetUp) -> String {
    match &set_up.placement {
        Placement::At(map, location) => location_words(&game.maps[*map], *location),
        Placement::AnyOf(map, locations) if locations.len() > MOST_LISTED => {
            let map = &game.maps[*map];
            let hexes: Vec<Hex> = locations.iter().filter_map(|place| place.hex()).collect();
            let boxes = locations.iter().filter(|place| place.hex().is_none());
            let mut names = map.hex_runs(&hexes);
            names.extend(boxes.map(|place| location_words(map, *place)));
            list(&names, "or")
        }
        Placement::AnyOf(map, locations) => {
            let names: Vec<String> = locations
                .iter()
                .map(|location| location_words(&game.maps[*map], *location))
                .collect();
            list(&names, "or")
        }
        Placement::Within(map, hexes, hex) => format!(
            "within {} of {}",
            count(*hexes, "hex", "hexes"),
            location_words(&game.maps[*map], Location::Hex(*hex))
        ),
        Placement::Area(map, area) => game.maps[*map].areas[*area].name.clone(),
        Placement::Entry(map, entry) => game.maps[*map].boxes[*entry].name.clone(),
        Placement::Free(text) => text.clone(),
    }
}

/// A hex with the name of its place, a box by its name, a space of a track by both.
fn location_words(map: &Map, location: Location) -> String {
    let id = map.location_name(location);
    if let Some(hex) = location.hex() {
        let town = map.places.iter().find(|place| place.hex == hex);
        return town.map_or(id.clone(), |town| format!("{} {id}", town.name));
    }
    match id.split_once(':') {
        Some((track, space)) => {
            let name = map.boxes.get(track).map_or(track, |track| track.name.as_str());
            format!("{name} {space}")
        }
        None => map.boxes.get(&id).map_or(id.clone(), |found| found.name.clone()),
    }
}
