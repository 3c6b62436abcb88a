//! The scenarios.

use super::*;

fn names(scenario: &'static Scenario) -> BTreeSet<String> {
    let units = scenario.set_ups.iter().flat_map(|set_up| &set_up.units);
    units.map(|one| GAME.counters[one.counter].id.to_string()).collect()
}

#[test]
fn both_scenarios_last_23_turns_and_the_allies_act_first() {
    for scenario in &GAME.scenarios {
        assert_eq!((scenario.turns.first, scenario.turns.last), (1, Some(23)));
        assert_eq!(scenario.first_side, GAME.sides.find("allied"));
        let points: Vec<i32> = scenario.points.iter().map(|points| points.value).collect();
        assert_eq!(points, [0, 6], "the Allied player turn of turn 1 is the set-up");
    }
}

#[test]
fn set_up_is_the_same_for_both_but_for_what_waits_aside() {
    let (historical, tiber) = (scenario("historical"), scenario("watch-on-the-tiber"));
    let at_start = |scenario: &'static Scenario| -> BTreeSet<(String, String)> {
        let all =
            units().filter_map(|unit| Some((unit.id.to_string(), placed(scenario, &unit.id)?)));
        all.filter(|(_, (turn, _))| turn.is_none())
            .map(|(unit, (_, place))| (unit, place))
            .collect()
    };
    let mut aside = at_start(tiber);
    aside.retain(|(_, place)| place != "not-arrived");
    assert_eq!(aside, at_start(historical));
    assert_eq!(at_start(tiber).len() - aside.len(), 18);
}

#[test]
fn the_orders_of_battle_differ_as_the_text_says() {
    let (historical, tiber) =
        (names(scenario("historical")), names(scenario("watch-on-the-tiber")));
    let only: BTreeSet<&str> = historical.difference(&tiber).map(String::as_str).collect();
    assert_eq!(only, BTreeSet::from(["fort", "ge-24-panzer"]));
    for added in tiber.difference(&historical) {
        let unit = counter(added);
        let wat = ["2nd-ss-panzer-corps", "5th-panzer-army"].contains(&group(unit));
        assert!(wat || added == "br-52-mountain", "{added}");
    }
    assert!(tiber.contains("br-52-mountain") && tiber.contains("german-tac"));
}

#[test]
fn reinforcements_come_into_their_box() {
    for scenario in &GAME.scenarios {
        for set_up in scenario.set_ups.iter().filter(|set_up| set_up.turn.is_some()) {
            for one in &set_up.units {
                let unit = &GAME.counters[one.counter];
                let wanted = match unit.side.map(|side| GAME.sides[side].id.as_str()) {
                    Some("allied") => "allied-available",
                    _ => "10th-army-available",
                };
                assert_eq!(placed(scenario, &unit.id).unwrap().1, wanted, "{}", unit.id);
            }
        }
    }
    assert_eq!(placed(scenario("historical"), "us-1-armored").unwrap().0, Some(17));
}

#[test]
fn only_the_historical_scenario_has_withdrawals() {
    let leaving: Vec<&str> = scenario("historical")
        .withdrawals
        .iter()
        .flat_map(|one| &one.units)
        .map(|one| GAME.counters[one.counter].id.as_str())
        .collect();
    assert_eq!(leaving, ["us-82-airborne", "br-1-airborne", "br-7-armoured"]);
    assert!(scenario("watch-on-the-tiber").withdrawals.is_empty());
}

#[test]
fn markers_lie_where_the_text_puts_them() {
    for scenario in &GAME.scenarios {
        for (unit, place) in [
            ("port-us", "2921"),
            ("port-salerno", "2822"),
            ("sf", "2823"),
            ("us-82-airborne", "allied-available"),
            ("tac-1", "aircraft:available"),
            ("tac-2", "aircraft:aside"),
            ("heavy-bomber", "aircraft:aside"),
            ("port-bari", "markers"),
            ("german-cp", "command-points:6"),
        ] {
            assert_eq!(placed(scenario, unit), Some((None, place.to_owned())), "{unit}");
        }
    }
}
