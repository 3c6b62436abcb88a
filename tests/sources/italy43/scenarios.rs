//! The scenarios.

use super::*;

#[test]
fn scenarios_have_the_length_weather_and_points_of_the_text() {
    for (id, turns, weather, allied, german, vp) in [
        ("S1", (1, 7), "E", 0, 1, 0),
        ("S2", (13, 32), "B", 3, 1, 10),
        ("S3", (1, 32), "E", 0, 1, 0),
    ] {
        let scenario = scenario(id);
        assert_eq!((scenario.turns.first, scenario.turns.last), (turns.0, Some(turns.1)), "{id}");
        assert_eq!(placed(scenario, "weather").1, format!("weather:{weather}"));
        assert_eq!(placed(scenario, "game-turn").1, format!("turn:{}", turns.0));
        assert_eq!(placed(scenario, "victory-points").1, format!("records:{vp}"));
        assert_eq!(placed(scenario, "supply-allied").1, format!("records:{allied}"));
        assert_eq!(placed(scenario, "supply-german").1, format!("records:{german}"));
        let points = |kind: &str, side: &str| {
            let (kind, side) = (GAME.points.find(kind), GAME.sides.find(side));
            let found = scenario.points.iter().find(|p| Some(p.kind) == kind && p.side == side);
            found.map(|p| p.value)
        };
        assert_eq!(points("supply-points", "allied"), Some(allied));
        assert_eq!(points("supply-points", "german"), Some(german));
        assert_eq!(points("vp", "allied"), Some(vp));
        assert_eq!(scenario.first_phase.as_deref(), Some("initial"));
        assert_eq!(scenario.first_side, GAME.sides.find("german"));
    }
}

#[test]
fn the_campaign_starts_with_nine_frozen_units_where_the_text_puts_them() {
    for id in ["S1", "S3"] {
        let scenario = scenario(id);
        let frozen: Vec<&SetUp> = scenario
            .set_ups
            .iter()
            .filter(|s| s.states.iter().any(|state| state.starts_with("frozen")))
            .collect();
        assert_eq!(frozen.iter().map(|s| s.units.len()).sum::<usize>(), 9);
        assert_eq!(placed(scenario, "ge-33-15"), (None, "1706".into()));
        let third: Vec<&SetUp> =
            frozen.iter().copied().filter(|s| s.states == ["frozen-turn-1"]).collect();
        assert_eq!(third.len(), 1);
        assert_eq!(third[0].units.len(), 2);
        assert_eq!(third[0].placement, Placement::At(scenario.maps[0].map, hex("2706").into()));
        assert_eq!(placed(scenario, "us-191-tank"), (None, "3726".into()));
        assert_eq!(placed(scenario, "ge-129-29"), (None, "3424".into()));
        for unit in ["us-504-82", "us-505-82", "us-325g-82"] {
            let at = hex(&placed(scenario, unit).1);
            assert!(map().areas.get("naples").unwrap().hexes.contains(&at), "{unit}");
        }
    }
}

#[test]
fn arrivals_and_departures_follow_the_text() {
    let campaign = scenario("S3");
    assert_eq!(placed(campaign, "ge-267-94"), (Some(12), "1706".into()));
    let on = |turn: i32, side: &str| -> Vec<&str> {
        let side = GAME.sides.find(side);
        let units = campaign.set_ups.iter().filter(|s| s.turn == Some(turn)).flat_map(|s| &s.units);
        let units = units.map(|u| &GAME.counters[u.counter]);
        units.filter(|u| u.side == side).map(|u| u.id.as_str()).collect()
    };
    assert!(on(1, "german").is_empty() && on(2, "german").is_empty());
    assert_eq!(on(3, "german"), ["ge-29-3"]);
    assert_eq!(placed(campaign, "ge-29-3").1, "entry-N2");
    let guns = on(2, "allied").iter().filter(|id| id.ends_with("artillery")).count();
    assert_eq!(guns, 5, "five artillery units on turn 2");
    let leaving = |turn: i32, returns: bool| -> usize {
        let list = campaign.withdrawals.iter().filter(|w| w.turn == turn);
        list.filter(|w| w.returns.is_some() == returns).map(|w| w.units.len()).sum()
    };
    assert_eq!((leaving(3, false), leaving(3, true)), (2, 0));
    assert_eq!((leaving(4, false), leaving(4, true)), (0, 1));
    assert_eq!(leaving(7, false) + leaving(7, true), 5);
    for arrival in campaign.set_ups.iter().filter(|s| s.turn.is_some()) {
        let artillery =
            arrival.units.iter().any(|u| GAME.counters[u.counter].id.contains("artillery"));
        if artillery {
            assert!(arrival.states.iter().any(|state| state == "fired"));
        }
    }
}

#[test]
fn in_the_bernhard_line_both_sides_stand_on_their_own_ground() {
    let scenario = scenario("S2");
    let mut stands: BTreeMap<Option<usize>, BTreeSet<&str>> = BTreeMap::new();
    for set_up in scenario.set_ups.iter().filter(|s| s.turn.is_none()) {
        let Placement::At(_, Location::Hex(at)) = set_up.placement else { continue };
        for unit in &set_up.units {
            let counter = &GAME.counters[unit.counter];
            if counter.kind == CounterKind::Unit {
                let side = GAME.sides[counter.side.unwrap()].id.as_str();
                stands.entry(map().grid.index(at)).or_default().insert(side);
            }
        }
    }
    assert!(stands.values().all(|sides| sides.len() == 1));
    let forts: u32 = scenario
        .set_ups
        .iter()
        .filter(|s| holds(s, "level-1"))
        .flat_map(|s| &s.units)
        .map(|unit| unit.count)
        .sum();
    assert_eq!(forts, 8, "all eight have been started");
}

#[test]
fn no_hex_is_set_up_above_six_stacking_points() {
    for scenario in &GAME.scenarios {
        let mut stacks: BTreeMap<Option<usize>, i32> = BTreeMap::new();
        let mut tanks: BTreeMap<Option<usize>, i32> = BTreeMap::new();
        for set_up in scenario.set_ups.iter().filter(|s| s.turn.is_none()) {
            let Placement::At(_, Location::Hex(at)) = set_up.placement else { continue };
            let at = map().grid.index(at);
            for unit in set_up.units.iter().map(|u| &GAME.counters[u.counter]) {
                if type_of(unit) == "tank" {
                    *tanks.entry(at).or_default() += 1;
                }
                let weight = unit.value("stacking").and_then(|v| v.parse().ok()).unwrap_or(0);
                *stacks.entry(at).or_default() += weight;
            }
        }
        for (at, total) in stacks {
            let extra = tanks.get(&at).map_or(0, |count| count - 1);
            assert!(total + extra <= 6, "{} {at:?}", scenario.id);
        }
    }
}

#[test]
fn the_four_options_can_be_switched() {
    let ids: Vec<&str> = GAME.options.iter().map(|option| option.id.as_str()).collect();
    assert_eq!(ids, ["major-assault", "half-effectiveness", "pontoons", "disengagement"]);
}
