//! The scenarios S9 to S16: set-up, entry, exit, victory (1.3 and the cards).

mod set_up;
mod victory;

pub(super) use set_up::judge_set_up;
pub(super) use victory::{judge_exit, judge_victory};

use super::number::{Q, whole};
use super::ruling::{Ruling, pieces, units};
use super::stacking;
use super::table::{Phase, Piece, Table};
use super::units::{Size, Unit, Whereabouts};
use crate::hex::Hex;
use crate::referee::Problem;
use crate::referee::case::Node;
use serde_json::{Map, Value, json};

/// Hexrow of a hex, A = 1, and its number.
fn hexrow(table: &Table, hex: Hex) -> (i32, i32) {
    table.ground.grid.column_row(hex).unwrap_or((0, 0))
}

/// The number of a hexrow by its letters: `GG` is 33.
fn row_number(letters: &str) -> i32 {
    let count = i32::try_from(letters.len()).unwrap_or(0);
    letters.bytes().next().map_or(0, |letter| i32::from(letter - b'A') + 1 + (count - 1) * 26)
}

/// Whether a hex is in the playable area of the scenario (1.3).
fn playable(table: &Table, hex: Hex, board: Option<char>) -> bool {
    if !table.ground.seats.is_empty() {
        return table.ground.is_playable(hex);
    }
    let (row, _) = hexrow(table, hex);
    let within = |first: &str, last: &str| (row_number(first)..=row_number(last)).contains(&row);
    match (table.scenario.as_deref(), board) {
        (Some("S10"), _) => within("A", "CC"),
        (Some("S11"), Some('w')) => within("U", "GG"),
        (Some("S11"), Some('x')) => within("A", "E"),
        (Some("S14"), _) => within("A", "P"),
        _ => true,
    }
}

/// `check: position`.
pub(super) fn position(table: &Table, entry: &Node, ruling: &mut Ruling) -> Result<(), Problem> {
    let node = entry.get("at").ok_or_else(|| Problem::at(entry, "where?"))?;
    let (hex, board) = table.place(node.text().unwrap_or_default(), node)?;
    if !playable(table, hex, board) {
        ruling.breach_of(
            &["SK2-1.3-AREA", "SK2-1.1-HEX"],
            format!("{} is outside the playable area", node.text().unwrap_or_default()),
        );
    }
    for unit in units(table, entry)? {
        if table.units[unit].hex() != Some(hex) {
            ruling.breach("SK2-1.1-HEX", format!("{} is not there", table.units[unit].id));
        }
    }
    Ok(())
}

/// Where and when units may enter, by the card.
pub(super) fn entry(
    table: &Table,
    entry: &Node,
    group: &[usize],
    hexes: &[Hex],
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let Some(unit) = group.first().map(|unit| &table.units[*unit]) else { return Ok(()) };
    let edge = entry.word("edge");
    let nation = unit.nation.as_str();
    let rows = |first: &str, last: &str| {
        hexes.first().is_none_or(|hex| {
            (row_number(first)..=row_number(last)).contains(&hexrow(table, *hex).0)
        })
    };
    // The north edge of S14 is the side of the hexes numbered 10.
    let tenth = || {
        !table.ground.seats.is_empty()
            || hexes.first().is_none_or(|hex| hexrow(table, *hex).1 >= 10)
    };
    let edges = |allowed: &[&str]| edge.is_none_or(|edge| allowed.contains(&edge));
    let (rule, place, turn): (&'static str, bool, std::ops::RangeInclusive<i32>) =
        match (table.scenario.as_deref(), nation) {
            (Some("S9"), "american") => ("SK2-S9-SETUP", edges(&["north"]), 1..=1),
            (Some("S9"), "british") => ("SK2-S9-SETUP", edges(&["south"]), 4..=4),
            (Some("S10"), "italian") => ("SK2-S10-ENTRY", edges(&["east"]), 1..=1),
            (Some("S10"), "greek")
                if entry.word("group") == Some("flank")
                    || matches!(edge, Some("north" | "south")) && table.turn > 1 =>
            {
                ("SK2-S10-ENTRY", edges(&["north", "south"]), 2..=4)
            }
            (Some("S10"), "greek") => ("SK2-S10-ENTRY", edges(&["east"]), 1..=1),
            (Some("S11"), "german") => ("SK2-S11-SETUP", edges(&["north"]), 1..=1),
            (Some("S12"), "american") => ("SK2-S12-SETUP", edges(&["north"]), 4..=4),
            (Some("S12"), "german") => {
                let low = |hex: &Hex| hexrow(table, *hex).1 >= 6;
                let low = !table.ground.seats.is_empty() || hexes.first().is_none_or(low);
                let place = edges(&["south"]) || (edges(&["east", "west"]) && low);
                ("SK2-S12-SETUP", place, 1..=1)
            }
            (Some("S13"), "german") => ("SK2-S13-SETUP", true, 1..=99),
            (Some("S14"), "american") => match entry.word("group") {
                Some("2nd-battalion") => {
                    ("SK2-S14-SETUP", edges(&["north"]) && rows("M", "P") && tenth(), 2..=99)
                }
                _ => ("SK2-S14-SETUP", edges(&["north"]) && rows("E", "H") && tenth(), 1..=99),
            },
            (Some("S15"), "american") => ("SK2-S15-SETUP", edges(&["west"]), 3..=3),
            _ => return Ok(()),
        };
    if !turn.contains(&table.turn) {
        ruling.breach_of(
            &["SK2-3.1a-REINF", rule, "SK2-3.3-ENTRY"],
            format!("{} does not enter on turn {}", unit.id, table.turn),
        );
    } else if !place {
        ruling.breach_of(&[rule, "SK2-3.3-ENTRY"], format!("{} does not enter there", unit.id));
    }
    Ok(())
}

/// The buildings in one of which the French begin S16.
fn french_buildings(table: &Table) -> Vec<std::collections::HashSet<Hex>> {
    let ground = &table.ground;
    let building = |id: &str| {
        let hex = ground.find(id)?;
        Some(ground.building_of(hex).cloned().unwrap_or_else(|| [hex].into()))
    };
    ["P9", "O6"].into_iter().filter_map(building).collect()
}

/// S16: the building in which the French begin is fortified for the whole game, whoever is in it.
pub(super) fn fortify(table: &mut Table) {
    if table.scenario.as_deref() != Some("S16") {
        return;
    }
    let french = |building: &std::collections::HashSet<Hex>| {
        let here = |hex: &Hex| table.units_in(*hex).any(|(_, unit)| unit.nation == "free-french");
        building.iter().any(here)
    };
    let mut held = french_buildings(table);
    held.retain(french);
    if let [only] = &held[..] {
        table.stronghold = only.clone();
    }
}

/// MF that units have spent before they reach the board.
pub(super) fn spent_on_entry(table: &Table, group: &[usize]) -> Q {
    let greek = group.iter().any(|unit| table.units[*unit].nation == "greek");
    // Those who come over a flank later have spent nothing.
    whole(if table.scenario.as_deref() == Some("S10") && greek && table.turn == 1 { 2 } else { 0 })
}
