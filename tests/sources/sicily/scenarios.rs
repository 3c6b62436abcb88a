//! The scenarios.

use super::*;

fn points(scenario: &Scenario, kind: &str) -> Option<i32> {
    let kind = GAME.points.find(kind);
    scenario.points.iter().find(|points| Some(points.kind) == kind).map(|points| points.value)
}

#[test]
fn scenarios_have_the_length_and_the_support_points_of_the_text() {
    for (id, last, [us, uk, german, italian]) in [
        ("campaign", 20, [Some(6), Some(6), Some(6), Some(4)]),
        ("us-landing", 4, [Some(6), None, Some(4), Some(3)]),
        ("variable-campaign", 20, [Some(6), Some(6), Some(6), Some(4)]),
    ] {
        let scenario = scenario(id);
        assert_eq!((scenario.turns.first, scenario.turns.last), (1, Some(last)), "{id}");
        assert_eq!(scenario.first_side, GAME.sides.find("allied"), "{id}");
        for (nation, value) in [("us", us), ("uk", uk), ("german", german), ("italian", italian)] {
            assert_eq!(points(scenario, &format!("{nation}-support")), value, "{id} {nation}");
            if let Some(value) = value {
                let at = placed(scenario, &format!("support-{nation}"));
                assert_eq!(at, (None, format!("records:{value}")));
            }
        }
    }
}

#[test]
fn the_us_landing_has_us_units_and_the_axis_of_its_columns_only() {
    let usl = scenario("us-landing");
    for set_up in &usl.set_ups {
        for one in &set_up.units {
            let unit = &GAME.counters[one.counter];
            if unit.kind != CounterKind::Unit {
                continue;
            }
            assert_ne!(nation(unit), "uk", "{}", unit.id);
            if let Some(turn) = set_up.turn {
                assert_eq!(nation(unit), "us", "the Axis get no reinforcements");
                assert!(turn == 3 || unit.id.contains("504-82"), "{}", unit.id);
            } else if let Placement::At(_, Location::Hex(at)) = &set_up.placement {
                let west = ["ge-15pg", "it-assietta"].map(|id| GAME.formations.find(id));
                let free = unit.id == "it-19-ccnn" || west.contains(&unit.formation);
                assert!(free || area("us-landing").contains(at), "{}", unit.id);
            }
        }
    }
    for id in ["ge-104-15pg", "it-29-asieta", "it-19-ccnn"] {
        assert!(set_up_of(usl, id).is_some(), "{id}");
    }
}

#[test]
fn the_goering_starts_in_4121_and_the_airborne_of_turns_2_and_3_arrive_then() {
    let campaign = scenario("campaign");
    for id in ["ge-hg-1pg", "ge-hg-2pg", "ge-hg-pz"] {
        assert_eq!(placed(campaign, id), (None, "4121".to_owned()));
    }
    for id in ["us-1-504-82", "us-2-504-82"] {
        assert_eq!(placed(campaign, id).0, Some(2), "{id}");
    }
    for id in ["uk-1-1-1ab", "uk-2-1-1ab", "uk-3-1-1ab"] {
        assert_eq!(placed(campaign, id).0, Some(3), "{id}");
    }
    assert_eq!(
        placed(campaign, "ge-3-1fj"),
        (Some(3), "5903".to_owned()),
        "Axis arrive at Messina"
    );
    assert_eq!(placed(campaign, "ge-1-1fj").1, "variable:A");
    assert_eq!(placed(campaign, "ge-coast-artillery").1, "mainland-artillery");
}

#[test]
fn chits_and_special_coastal_units_lie_in_cups() {
    for scenario in &GAME.scenarios {
        for set_up in &scenario.set_ups {
            for one in &set_up.units {
                let unit = &GAME.counters[one.counter];
                let special = value(unit, "branch") == "special";
                if unit.kind == CounterKind::Chit || special {
                    let Placement::At(_, at) = &set_up.placement else { panic!("{}", unit.id) };
                    let cup = map().location_name(*at);
                    assert_eq!(map().boxes.get(&cup).unwrap().kind, BoxKind::Cup);
                    let wanted = match special {
                        true => "special-coastals".to_owned(),
                        false => format!("strength-{}", value(unit, "morale")),
                    };
                    assert_eq!(cup, wanted, "{}", unit.id);
                    assert!(special || one.count == unit.count, "every chit is in its cup");
                }
            }
        }
    }
}

#[test]
fn in_the_variable_campaign_only_coastal_units_have_hexes() {
    let variable = scenario("variable-campaign");
    for unit in units().filter(|unit| value(unit, "setup").len() == 4 && nation(unit) != "us") {
        let Some(set_up) = set_up_of(variable, &unit.id) else { continue };
        let fixed = matches!(&set_up.placement, Placement::At(_, Location::Hex(_)));
        let coastal = type_of(unit) == "coastal" && value(unit, "branch") != "special";
        assert_eq!(fixed, coastal, "{}", unit.id);
    }
}
