//! Set-up and reinforcement cards, scenario by scenario.

use super::flow::Flow;
use super::table::{Cell, Table};
use crate::hex::Location;
use crate::model::{CounterKind, Game, Map, Placement, Provenance, Scenario, SetUp, UnitCount};

/// Draws a card for every scenario.
pub fn draw(game: &Game, flow: &mut Flow) {
    for scenario in game.scenarios.iter().filter(|s| !s.set_ups.is_empty()) {
        card(game, scenario, flow);
    }
}

fn card(game: &Game, scenario: &Scenario, flow: &mut Flow) {
    flow.heading(&scenario.title);
    for (side_id, side) in game.sides.entries() {
        let of_side = |set_up: &&SetUp| {
            set_up.units.iter().any(|unit| game.counters[unit.counter].side == Some(side_id))
        };
        let mut set_ups: Vec<&SetUp> = scenario.set_ups.iter().filter(of_side).collect();
        if set_ups.is_empty() {
            continue;
        }
        set_ups.sort_by_key(|set_up| set_up.turn);
        let rows = set_ups
            .iter()
            .map(|set_up| {
                let turn = set_up.turn.map_or("at start".to_owned(), |turn| turn.to_string());
                let remark = remarks(game, set_up);
                vec![
                    Cell::bold(turn),
                    Cell::new(units(game, &set_up.units)),
                    Cell::new(match set_up.provenance {
                        Provenance::Reconstructed => place(game, &set_up.placement) + "†",
                        _ => place(game, &set_up.placement),
                    }),
                    Cell::new(remark),
                ]
            })
            .collect();
        let headings = ["Turn", &side.name, "Where", ""].map(str::to_owned).to_vec();
        Table::new(vec![headings], rows, 4).draw(game, flow);
    }
    if !scenario.withdrawals.is_empty() {
        let rows = scenario
            .withdrawals
            .iter()
            .map(|w| {
                vec![
                    Cell::bold(w.turn.to_string()),
                    Cell::new(units(game, &w.units)),
                    Cell::new(match (w.returns, w.note.as_str()) {
                        (Some(turn), "") => format!("returns on turn {turn}"),
                        (Some(turn), note) => format!("{note}, turn {turn}"),
                        (None, note) => note.to_owned(),
                    }),
                ]
            })
            .collect();
        let headings = ["Turn", "Withdrawn", ""].map(str::to_owned).to_vec();
        Table::new(vec![headings], rows, 3).draw(game, flow);
    }
    let doubtful = |set_up: &SetUp| set_up.provenance == Provenance::Reconstructed;
    if scenario.set_ups.iter().any(doubtful) {
        let muted = flow.style.paper.muted.clone();
        let words =
            "† reconstructed: consistent with the rules as published, but not the published card.";
        flow.paragraph(words, 2.6, 0.0, &muted);
    }
    flow.skip(3.0);
}

/// The state in which units are set up, and the card's own remark.
fn remarks(game: &Game, set_up: &SetUp) -> String {
    // The back of a one-step counter is no reduced side: artillery that has fired, a marker.
    let has_steps = |unit: &UnitCount| {
        let counter = &game.counters[unit.counter];
        counter.kind == CounterKind::Unit && counter.steps > 1
    };
    let mut words: Vec<String> = Vec::new();
    if set_up.reduced && set_up.units.iter().any(has_steps) {
        words.push("reduced".to_owned());
    }
    if set_up.hidden {
        words.push("hidden".to_owned());
    }
    for state in &set_up.states {
        let known = game.rules.states.get(state).map(|state| state.name.to_lowercase());
        words.push(known.unwrap_or_else(|| state.replace('-', " ")));
    }
    words.extend((!set_up.note.is_empty()).then(|| set_up.note.clone()));
    words.join("; ")
}

/// A hex by its number, a box by its printed name, a space of a track by both.
fn spot(map: &Map, location: Location) -> String {
    let name = map.location_name(location);
    let (id, space) = name.split_once(':').unwrap_or((&name, ""));
    match (map.boxes.get(id), space) {
        (Some(found), "") => found.name.clone(),
        (Some(found), space) => format!("{}, {space}", found.name),
        (None, _) => name,
    }
}

fn units(game: &Game, units: &[UnitCount]) -> String {
    let words: Vec<String> = units
        .iter()
        .map(|unit| {
            let name = &game.counters[unit.counter].name;
            if unit.count > 1 { format!("{} × {name}", unit.count) } else { name.to_string() }
        })
        .collect();
    words.join(", ")
}

fn place(game: &Game, placement: &Placement) -> String {
    let hex = |map: crate::model::Id<crate::model::Map>, hex| {
        game.maps[map].grid.id(hex).map(|id| id.to_string()).unwrap_or_default()
    };
    match placement {
        Placement::At(map, location) => spot(&game.maps[*map], *location),
        Placement::AnyOf(map, locations) => {
            let names: Vec<String> = locations.iter().map(|l| spot(&game.maps[*map], *l)).collect();
            match names.len() {
                0..=8 => format!("any of {}", names.join(", ")),
                n => format!("any of {}, … ({n} hexes)", names[..6].join(", ")),
            }
        }
        Placement::Within(map, radius, centre) => {
            format!("within {radius} of {}", hex(*map, *centre))
        }
        Placement::Area(map, area) => game.maps[*map].areas[*area].name.clone(),
        Placement::Entry(map, entry) => {
            format!("enters from {}", game.maps[*map].boxes[*entry].name)
        }
        Placement::Free(words) => words.clone(),
    }
}
