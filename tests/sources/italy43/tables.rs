//! The turn and the tables.

use super::*;

#[test]
fn the_turn_has_the_phases_of_the_text() {
    let ids = |phases: &[Phase]| phases.iter().map(|p| p.id.clone()).collect::<Vec<_>>();
    assert_eq!(ids(&GAME.sequence), ["weather", "player-turn", "victory-check"]);
    let player = &GAME.sequence[1];
    assert_eq!(player.actor, Actor::Each);
    assert_eq!(ids(&player.phases), ["initial", "movement", "combat", "recovery", "supply"]);
    assert_eq!(GAME.sides.names().collect::<Vec<_>>(), ["german", "allied"]);
}

#[test]
fn the_results_that_the_text_states_are_in_the_tables() {
    assert_eq!(cell("crt", "3", "1-1"), "EX");
    assert_eq!(cell("crt", "6", "1-1"), "DR2 Adv 2");
    assert_eq!(cell("crt", "6", "3-1"), "D1 Adv 2");
    for row in ["3", "6"] {
        assert_eq!(cell("determined-defence", row, "Other"), "F");
    }
    assert_eq!(cell("determined-defence", "8", "Other"), "0/1 H");
    // Partial success is for cities and fortifications only.
    for row in &chart("determined-defence").rows {
        assert!(row.cells[..2].iter().all(|cell| !cell.ends_with('P')), "{row:?}");
    }
}

#[test]
fn every_code_of_the_tables_is_explained() {
    for id in ["crt", "determined-defence"] {
        let chart = chart(id);
        for cell in chart.rows.iter().flat_map(|row| &row.cells) {
            let (code, advance) = cell.split_once(" Adv ").unwrap_or((cell, ""));
            if !advance.is_empty() {
                assert!(chart.results.contains_key(&format!("Adv {advance}")), "{cell}");
            }
            for part in if id == "crt" { vec![code] } else { code.split(' ').collect() } {
                assert!(chart.results.contains_key(part), "{cell}");
            }
        }
    }
}

#[test]
fn the_weather_track_is_that_of_the_text() {
    let row = |label: &str| -> Vec<&str> {
        ["A", "B", "C", "D", "E", "F"].map(|space| cell("weather-track", label, space)).to_vec()
    };
    assert_eq!(row("Allied supply points"), ["2", "2", "2", "2", "0", "0"]);
    assert_eq!(row("German supply points"), ["1", "1", "2", "2", "1", "1"]);
    assert_eq!(row("Naval support"), ["yes", "yes", "–", "–", "–", "–"]);
    assert_eq!(row("Air support"), ["British, US", "British, US", "US", "British", "–", "–"]);
    let spaces = ["1", "2–4", "5–6"].map(|d| cell("weather-table", d, "Spaces to the right"));
    assert_eq!(spaces, ["0", "1", "2"]);
}

#[test]
fn benchmarks_start_on_turn_2_and_never_fall() {
    let marks: Vec<i32> = (2..=32)
        .map(|turn| cell("turn-record", &turn.to_string(), "Benchmark").parse().unwrap())
        .collect();
    assert!(marks.is_sorted());
    assert_eq!(cell("turn-record", "1", "Benchmark"), "–");
    // The Bernhard Line starts on its mark, and history ended on the last one.
    assert_eq!((marks[11], marks[30]), (10, 17));
    for turn in ["2", "3"] {
        assert_eq!(cell("turn-record", turn, "German"), "infantry");
    }
}

#[test]
fn tables_that_the_text_lacks_are_labelled() {
    for id in ["crt", "determined-defence", "turn-record"] {
        assert_eq!(chart(id).provenance, Provenance::Reconstructed, "{id}");
    }
    for id in ["rally", "isolation-attrition", "disengagement", "weather-track"] {
        assert_eq!(chart(id).provenance, Provenance::Printed, "{id}");
    }
    // Of the ground itself the text shows only where four places lie.
    let printed = ["1815", "1908"].map(hex);
    for at in map().grid.hexes().filter(|at| !printed.contains(at)) {
        assert_eq!(map().hex(at).unwrap().provenance, Provenance::Reconstructed);
    }
    let places = map().places.iter().filter(|p| p.provenance == Provenance::Printed);
    let places: Vec<&str> = places.map(|p| p.name.as_str()).collect();
    assert_eq!(places, ["Formia", "Minturno", "Castel Volturno", "Monte Lungo"]);
}
