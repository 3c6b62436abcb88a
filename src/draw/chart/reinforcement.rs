//! Set-up and reinforcement cards, scenario by scenario.

use super::flow::Flow;
use super::table::{Cell, Table};
use crate::model::{Game, Placement, Scenario, SetUp, UnitCount};

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
                let mut remark = set_up.note.clone();
                for (on, word) in [(set_up.reduced, "reduced"), (set_up.hidden, "hidden")] {
                    if on {
                        remark = if remark.is_empty() {
                            word.to_owned()
                        } else {
                            format!("{word}; {remark}")
                        };
                    }
                }
                vec![
                    Cell::bold(turn),
                    Cell::new(units(game, &set_up.units)),
                    Cell::new(place(game, &set_up.placement)),
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
                    Cell::new(w.note.clone()),
                ]
            })
            .collect();
        let headings = ["Turn", "Withdrawn", ""].map(str::to_owned).to_vec();
        Table::new(vec![headings], rows, 3).draw(game, flow);
    }
    flow.skip(3.0);
}

fn units(game: &Game, units: &[UnitCount]) -> String {
    let words: Vec<String> = units
        .iter()
        .map(|unit| {
            let name = &game.counters[unit.counter].name;
            if unit.count > 1 { format!("{} × {name}", unit.count) } else { name.clone() }
        })
        .collect();
    words.join(", ")
}

fn place(game: &Game, placement: &Placement) -> String {
    let hex = |map: crate::model::Id<crate::model::Map>, hex| {
        game.maps[map].grid.id(hex).map(|id| id.to_string()).unwrap_or_default()
    };
    match placement {
        Placement::At(map, location) => game.maps[*map].location_name(*location),
        Placement::AnyOf(map, locations) => {
            let names: Vec<String> =
                locations.iter().map(|l| game.maps[*map].location_name(*l)).collect();
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
