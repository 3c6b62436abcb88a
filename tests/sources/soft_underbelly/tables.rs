//! The turn, the terrain and the tables.

use super::*;

#[test]
fn each_side_has_two_phases_and_moments_between_turns() {
    let all: Vec<_> = GAME.sides.entries().map(|(id, _)| id).collect();
    let steps = |turn: i32| -> Vec<String> {
        let of = |actor: &Actor| match actor {
            Actor::Side(side) => GAME.sides[*side].id.clone(),
            _ => "-".to_owned(),
        };
        let unrolled = Phase::unroll(&GAME.sequence, turn, &all);
        unrolled.iter().map(|s| format!("{} {}", of(&s.actor), s.path.last().unwrap())).collect()
    };
    let turn = [
        "- turn-start",
        "allied reinforcement",
        "allied cp-expenditure",
        "german reinforcement",
        "german cp-expenditure",
        "- turn-end",
    ];
    assert_eq!(steps(1), turn[1..]);
    assert_eq!(steps(2), turn);
    assert_eq!(GAME.turn_labels.len(), 23);
}

#[test]
fn mountains_cost_one_two_and_three_and_a_road_one() {
    let classes = ["mountain", "non-mechanized", "mechanized"];
    let ids = classes.map(|id| GAME.movement_classes.find(id).unwrap());
    let costs = |of: &Costs| ids.map(|id| of.of(id).unwrap().value.to_string());
    assert_eq!(costs(&GAME.terrain.get("mountain").unwrap().costs), ["1", "2", "3"]);
    assert_eq!(costs(&GAME.paths.get("road").unwrap().costs), ["1", "1", "1"]);
}

#[test]
fn the_price_list_is_that_of_the_text() {
    let list = GAME.charts.get("commands").unwrap();
    let price = |label: &str, column: &str| {
        let row = list.rows.iter().find(|row| row.label.starts_with(label)).unwrap();
        list.cell(&row.label, column).unwrap().to_owned()
    };
    for (label, allied, german) in [
        ("Move or column", "1", "1"),
        ("Attack", "2", "2"),
        ("Move-fight", "–", "3"),
        ("Fight-move", "–", "3"),
        ("Tactical air", "1", "–"),
        ("Aerial supply", "2", "–"),
        ("The 82nd", "2", "–"),
        ("Fort", "–", "1"),
        ("A step", "1 / 1", "2 / 1"),
        ("End-run", "3 / 2 / 1", "–"),
    ] {
        assert_eq!(
            (price(label, "Allied"), price(label, "German")),
            (allied.into(), german.into()),
            "{label}"
        );
    }
}

#[test]
fn the_dice_of_the_text_decide_scenario_and_reserves() {
    let cell = |chart: &str, row: &str, column: &str| {
        GAME.charts.get(chart).unwrap().cell(row, column).unwrap().to_owned()
    };
    assert_eq!(cell("scenario-roll", "1–5", "Scenario"), "Historical");
    assert_eq!(cell("ss-corps", "3", "Comes on"), "1–4");
    assert_eq!(cell("ss-corps", "4", "Comes on"), "1–8");
    // Half the die, rounded down.
    for (row, die) in [("1", 1), ("2–3", 3), ("4–5", 5), ("6–7", 7), ("8–9", 9), ("10", 10)]
    {
        assert_eq!(cell("panzer-army", row, "Counters"), (die / 2).to_string());
    }
    assert_eq!(cell("end-run", "2–7", "Result"), "Undecided");
    assert!(cell("end-run", "8", "Result").starts_with("Partial"));
    assert!(cell("end-run", "9", "Result").starts_with("Partial"));
    let raid = GAME.charts.get("port-raid").unwrap();
    assert_eq!(raid.cell("6–10", "Historical"), Some("no raid"));
}

#[test]
fn what_the_rulebook_lacks_is_marked_and_what_it_says_is_not() {
    for id in ["port-raid", "end-run"] {
        assert_eq!(GAME.charts.get(id).unwrap().provenance, Provenance::Reconstructed, "{id}");
    }
    for id in ["commands", "to-hit", "battle", "supply", "scenario-roll", "ss-corps", "panzer-army"]
    {
        assert_eq!(GAME.charts.get(id).unwrap().provenance, Provenance::Printed, "{id}");
    }
    for id in ["mountain", "marsh", "city"] {
        assert_eq!(GAME.terrain.get(id).unwrap().provenance, Provenance::Reconstructed, "{id}");
    }
}
