//! The turn, the terrain and the tables.

use super::*;

#[test]
fn the_turn_has_the_phases_of_the_text_and_turn_1_skips_two_and_adds_a_stage() {
    let sides: Vec<_> = GAME.sides.entries().map(|(id, _)| id).collect();
    let steps = |turn: i32| -> Vec<String> {
        let short = |id: &str| id.replace("special-", "+");
        let of = |actor: &Actor| match actor {
            Actor::Side(side) => GAME.sides[*side].id.clone(),
            _ => "-".to_owned(),
        };
        let unrolled = Phase::unroll(&GAME.sequence, turn, &sides);
        let played =
            unrolled.iter().map(|s| format!("{} {}", of(&s.actor), short(s.path.last().unwrap())));
        played.collect()
    };
    let one = [
        "- weather",
        "allied movement",
        "allied combat",
        "axis movement",
        "axis combat",
        "allied +movement",
        "allied +combat",
        "axis +movement",
        "axis +combat",
        "- end-of-turn",
    ];
    assert_eq!(steps(1), one);
    let two = [
        "- weather",
        "allied bookkeeping",
        "axis bookkeeping",
        "allied supply",
        "allied movement",
        "allied combat",
        "axis supply",
        "axis movement",
        "axis combat",
        "- end-of-turn",
    ];
    assert_eq!(steps(2), two);
    assert_eq!(GAME.turn_labels.len(), 20);
}

#[test]
fn a_ratio_stands_three_rows_of_headings_apart() {
    let crt = GAME.charts.get("crt").unwrap();
    let column =
        |row: usize, odds: &str| crt.headings[row].columns.iter().position(|c| c == odds).unwrap();
    assert_eq!([0, 1, 2].map(|row| column(row, "3-1")), [4, 5, 6]);
    for heading in &crt.headings {
        assert_eq!(heading.columns.len(), 13);
    }
}

#[test]
fn every_cell_of_the_combat_table_says_how_far_it_is_trusted() {
    let crt = GAME.charts.get("crt").unwrap();
    let columns = &crt.headings[0].columns;
    let mut counts = [0; 3];
    for row in &crt.rows {
        for column in columns {
            let trust = crt.trust(&row.label, column).unwrap();
            counts[trust as usize] += 1;
            let readings = crt.readings(&row.label, column);
            assert_eq!(readings[0], crt.cell(&row.label, column).unwrap());
            let set: BTreeSet<&str> = readings.iter().copied().collect();
            assert_eq!(set.len(), readings.len(), "{} {column}: {readings:?}", row.label);
        }
    }
    assert_eq!(counts, [24, 51, 68]);
    // Row 4 from the third column on is firm, and the bot's favourites are not.
    assert_eq!(crt.trust("4", "3-1"), Some(Trust::Firm));
    assert_eq!(crt.readings("9", "3-1"), ["D2(1)", "D1(1)", "D1", "A1(1)"]);
    assert_eq!(crt.trust("9", "3-1"), Some(Trust::Open));
    assert_eq!(crt.provenance, Provenance::Reconstructed);
}

#[test]
fn what_the_rulebook_lacks_is_marked_and_what_it_says_is_not() {
    for id in [
        "disruption",
        "end-runs",
        "airborne",
        "weather",
        "airfields",
        "variable-reinforcements",
        "interdiction",
        "anti-artillery",
        "replacements",
        "evacuation",
    ] {
        assert_eq!(GAME.charts.get(id).unwrap().provenance, Provenance::Reconstructed, "{id}");
    }
    for id in ["support-points", "victory", "demolition", "desertion", "column-shifts", "stacks"] {
        assert_eq!(GAME.charts.get(id).unwrap().provenance, Provenance::Printed, "{id}");
    }
    for level in 1..=6 {
        let terrain = GAME.terrain.get(&format!("level-{level}")).unwrap();
        assert_eq!(terrain.provenance, Provenance::Reconstructed);
    }
}

#[test]
fn what_players_say_names_everything_that_a_log_would_not_show() {
    let lines: Vec<&str> = GAME.declarations.names().collect();
    for id in [
        "mode",
        "landing",
        "end-run",
        "airborne",
        "evacuate",
        "attack",
        "artillery",
        "air-support",
        "naval-support",
        "roll",
        "support-points",
        "capture",
        "bookkeeping",
        "supply",
        "result",
        "column",
        "breakthrough",
    ] {
        assert!(lines.contains(&id), "{id}");
    }
}
