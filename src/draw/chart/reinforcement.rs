//! Set-up and reinforcement cards, scenario by scenario.

use super::flow::Flow;
use super::table::{Cell, Table};
use crate::hex::{Hex, Location};
use crate::model::{
    CounterKind, Game, Id, Map, Placement, Provenance, Scenario, SetUp, Side, UnitCount, Withdrawal,
};

/// Draws a card for every scenario.
pub fn draw(game: &Game, flow: &mut Flow) {
    for scenario in game.scenarios.iter().filter(|s| !s.set_ups.is_empty()) {
        card(game, scenario, flow);
    }
}

fn card(game: &Game, scenario: &Scenario, flow: &mut Flow) {
    let mut tables: Vec<Table> = game
        .sides
        .entries()
        .filter_map(|(id, side)| arrivals(game, scenario, id, &side.name))
        .collect();
    tables.extend(withdrawals(game, scenario));
    let first = tables.first().map_or(0.0, |table| table.opening(flow));
    flow.heading_before(&scenario.title, first);
    for table in tables {
        table.draw(game, flow);
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

/// Who of a side comes when and where; `None` for nobody.
fn arrivals(game: &Game, scenario: &Scenario, side: Id<Side>, name: &str) -> Option<Table> {
    let own = |set_up: &&SetUp| {
        set_up.units.iter().any(|unit| game.counters[unit.counter].side == Some(side))
    };
    let mut set_ups: Vec<&SetUp> = scenario.set_ups.iter().filter(own).collect();
    set_ups.sort_by_key(|set_up| set_up.turn);
    let row = |set_up: &&SetUp| {
        let turn = set_up.turn.map_or("at start".to_owned(), |turn| turn.to_string());
        vec![
            Cell::bold(turn),
            Cell::new(units(game, &set_up.units)),
            Cell::new(match set_up.provenance {
                Provenance::Reconstructed => place(game, &set_up.placement) + "†",
                _ => place(game, &set_up.placement),
            }),
            Cell::new(remarks(game, set_up)),
        ]
    };
    let rows: Vec<Vec<Cell>> = set_ups.iter().map(row).collect();
    let headings = ["Turn", name, "Where", ""].map(str::to_owned).to_vec();
    (!rows.is_empty()).then(|| Table::new(vec![headings], rows, 4))
}

/// Who leaves when, and comes back; `None` for nobody.
fn withdrawals(game: &Game, scenario: &Scenario) -> Option<Table> {
    let row = |withdrawal: &Withdrawal| {
        vec![
            Cell::bold(withdrawal.turn.to_string()),
            Cell::new(units(game, &withdrawal.units)),
            Cell::new(match (withdrawal.returns, withdrawal.note.as_str()) {
                (Some(turn), "") => format!("returns on turn {turn}"),
                (Some(turn), note) => format!("{note}, turn {turn}"),
                (None, note) => note.to_owned(),
            }),
        ]
    };
    let rows: Vec<Vec<Cell>> = scenario.withdrawals.iter().map(row).collect();
    let headings = ["Turn", "Withdrawn", ""].map(str::to_owned).to_vec();
    (!rows.is_empty()).then(|| Table::new(vec![headings], rows, 3))
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
    let hex = |map: Id<Map>, hex| {
        game.maps[map].grid.id(hex).map(|id| id.to_string()).unwrap_or_default()
    };
    match placement {
        Placement::At(map, location) => spot(&game.maps[*map], *location),
        Placement::AnyOf(map, locations) => {
            let map = &game.maps[*map];
            let hexes: Vec<Hex> = locations.iter().filter_map(|place| place.hex()).collect();
            let boxes = locations.iter().filter(|place| place.hex().is_none());
            let mut names = map.hex_runs(&hexes);
            names.extend(boxes.map(|place| spot(map, *place)));
            format!("any of {}", names.join(", "))
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
