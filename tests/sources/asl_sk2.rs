//! The sources of ASL Starter Kit #2 say what the rulebook's text says.

use hexwright::hex::{Direction, Hexside};
use hexwright::model::{Back, Counter, Game, Map, Placement, Provenance, Scenario, SetUp};
use hexwright::source::{Loaded, load};
use std::path::Path;
use std::sync::LazyLock;

static PROJECT: LazyLock<Loaded> = LazyLock::new(|| load(Path::new(env!("CARGO_MANIFEST_DIR"))));

fn game() -> &'static Game {
    PROJECT.game("asl-sk2").expect("the game is a source of this repository")
}

fn board(id: &str) -> &'static Map {
    game().maps.get(id).unwrap()
}

fn counter(id: &str) -> &'static Counter {
    game().counters.get(id).unwrap_or_else(|| panic!("no counter {id}"))
}

fn scenario(id: &str) -> &'static Scenario {
    game().scenarios.get(id).unwrap()
}

fn value(counter: &Counter, name: &str) -> String {
    counter.front.value(name).unwrap_or_default().to_owned()
}

/// Terrain and level of a hex.
fn ground(id: &str) -> (String, i32) {
    let map = board(&id[..1]);
    let data = map.hex(map.grid.parse(id).unwrap()).unwrap();
    (game().terrain[data.terrain].id.clone(), data.level)
}

#[test]
fn boards_are_geomorphic_with_letters_and_half_hexes() {
    for id in ["w", "x", "y", "z"] {
        let map = board(id);
        assert_eq!(map.grid.len(), 346, "17 hexrows of 10 and 16 of 11");
        for hex in ["A1", "A10", "B0", "B10", "Z5", "AA1", "GG10"] {
            assert!(map.grid.parse(hex).is_ok(), "{id}{hex}");
        }
        assert!(map.grid.parse("A0").is_err());
        let edge = map.grid.parse("B0").unwrap();
        assert!(map.grid.half(edge).is_some_and(|half| half.top));
        assert_eq!(map.grid.id(edge).unwrap().to_string(), format!("{id}B0"));
    }
    // Neighbours of an odd and of an even hexrow.
    let x = board("x");
    let names = |id: &str| {
        let mut all: Vec<String> = x
            .grid
            .neighbours(x.grid.parse(id).unwrap())
            .map(|(_, hex)| x.grid.id(hex).unwrap().to_string())
            .collect();
        all.sort();
        all
    };
    assert_eq!(names("K5"), ["xJ4", "xJ5", "xK4", "xK6", "xL4", "xL5"]);
    assert_eq!(names("N5"), ["xM5", "xM6", "xN4", "xN6", "xO5", "xO6"]);
}

#[test]
fn hexes_that_the_rulebook_mentions_are_what_it_says() {
    let all = [
        ("wC3", "open-ground", 0),
        ("wM8", "stone-building", 0),
        ("xT2", "woods", 0),
        ("xC6", "woods-road", 0),
        ("wX9", "orchard", 0),
        ("wCC6", "orchard-road", 0),
        ("xAA4", "grain", 0),
        ("wJ6", "open-ground", 1),
        ("wI7", "open-ground", 1),
        ("wG7", "stone-building", 1),
        ("wF8", "grain", 0),
        ("xJ5", "woods", 0),
        ("xL3", "grain", 0),
        ("zN9", "woods", 0),
        ("yJ4", "orchard", 0),
        ("yJ3", "stone-building", 0),
        ("zF5", "stone-building", 0),
    ];
    for (hex, terrain, level) in all {
        assert_eq!(ground(hex), (terrain.to_owned(), level), "{hex}");
    }
}

fn crosses(map: &Map, a: &str, b: &str) -> Hexside {
    Hexside::between(map.grid.parse(a).unwrap(), map.grid.parse(b).unwrap()).unwrap()
}

#[test]
fn roads_and_crests_lie_on_the_hexsides_of_the_examples() {
    let x = board("x");
    assert!(x.crossings.contains_key(&crosses(x, "C6", "D6")));
    let w = board("w");
    let is = |a: &str, b: &str, kind: &str| {
        let kinds = w.hexsides.get(&crosses(w, a, b));
        kinds.into_iter().flatten().any(|id| game().hexsides[*id].id == kind)
    };
    assert!(is("H7", "I7", "crest"));
    assert!(is("H7", "G7", "crest"));
    assert!(!is("I6", "I7", "crest"));
    assert!(is("O9", "P9", "building-across") && is("O5", "O6", "building-across"));
    let north = w.grid.neighbour(w.grid.parse("W8").unwrap(), Direction::N).unwrap();
    assert_eq!(w.grid.id(north).unwrap().to_string(), "wW7");
}

#[test]
fn every_crest_lies_between_two_levels() {
    for id in ["w", "x", "y", "z"] {
        let map = board(id);
        for (side, kinds) in &map.hexsides {
            let crest = kinds.iter().any(|kind| game().hexsides[*kind].id == "crest");
            let [a, b] = side.hexes().map(|hex| map.hex(hex).map(|data| data.level));
            assert!(!crest || a != b, "board {id} {:?}", map.grid.hexside_id(*side));
        }
    }
}

#[test]
fn squads_have_the_values_of_the_cards() {
    for (id, smoke, class) in [
        ("german-squad-4-6-7", "1", "first-line"),
        ("german-squad-4-4-7", "", "second-line"),
        ("american-squad-6-6-6", "3", "first-line"),
        ("american-squad-5-4-6", "2", "second-line"),
        ("italian-squad-3-4-6", "", "first-line"),
        ("russian-squad-4-2-6", "", "conscript"),
    ] {
        let squad = counter(id);
        let strength: Vec<String> =
            ["firepower", "range", "morale"].iter().map(|v| value(squad, v)).collect();
        assert!(id.ends_with(&strength.join("-")), "{id} {strength:?}");
        assert_eq!((value(squad, "smoke"), value(squad, "quality")), (smoke.into(), class.into()));
        assert!(matches!(squad.back, Back::Template(_)), "{id} has a broken side");
    }
    assert_eq!(value(counter("german-squad-4-6-7"), "reduces_to"), "german-half-squad-2-4-7");
    assert_eq!(value(counter("german-squad-4-6-7"), "replaced_by"), "german-squad-4-4-7");
    assert_eq!(value(counter("american-squad-7-4-7"), "reduces_to"), "american-half-squad-3-3-7");
    assert_eq!(value(counter("russian-squad-4-4-7"), "broken_morale"), "7");
}

#[test]
fn whatever_a_unit_becomes_is_a_counter_of_its_nation() {
    for unit in game().counters.iter() {
        for key in ["reduces_to", "replaced_by"] {
            let next = value(unit, key);
            if next.is_empty() {
                continue;
            }
            assert_eq!(counter(&next).nationality, unit.nationality, "{} {key}", unit.id);
        }
        // What no text shows is named, or the whole row is marked.
        let unsure = value(unit, "unsure");
        assert!(unsure.is_empty() || unit.provenance != Provenance::Reconstructed, "{}", unit.id);
        for name in unsure.split_whitespace() {
            assert!(
                ["class", "mount", "limbered", "target_size"].contains(&name)
                    || unit.front.value(name).is_some(),
                "{}: {name} is unsure but not there",
                unit.id
            );
        }
    }
}

#[test]
fn guns_are_large_counters_with_the_numbers_of_the_charts() {
    let large = game().counter_sizes.find("five-eighths").unwrap();
    for (id, calibre, key, number) in [
        ("american-at-gun-57l", "57L", "manhandling", "10"),
        ("german-at-gun-75l", "75L", "rof", "2"),
        ("german-aa-gun-88l", "88L", "mount", "360"),
        ("german-mortar-81mm", "81", "range", "2-60"),
        ("british-aa-gun-40l", "40L", "infantry_fire", "8"),
        ("american-mortar-81mm", "81", "range", "3-75"),
        ("russian-at-gun-45l", "45L", "manhandling", "11"),
    ] {
        let gun = counter(id);
        assert_eq!(
            (value(gun, "calibre"), value(gun, key)),
            (calibre.into(), number.into()),
            "{id}"
        );
        assert_eq!(gun.size, large, "{id}");
        assert_eq!(
            value(gun, "repair"),
            "R1 X6",
            "a malfunctioned Gun is repaired on 1, lost on 6"
        );
    }
    let small = game().counter_sizes.find("half-inch").unwrap();
    assert_eq!(counter("german-hmg").size, small);
    assert_eq!(counter("smoke").size, large);
    assert_eq!(counter("smoke-grenade").size, small);
}

#[test]
fn the_eight_phases_belong_to_each_player_in_turn() {
    let phases: Vec<&str> = game().leaf_phases().iter().map(|phase| phase.id.as_str()).collect();
    assert_eq!(
        phases,
        [
            "rally",
            "prep-fire",
            "movement",
            "defensive-fire",
            "advancing-fire",
            "rout",
            "advance",
            "close-combat"
        ]
    );
}

/// What a scenario sets up but for the turn marker.
fn troops(scenario: &Scenario) -> impl Iterator<Item = &SetUp> {
    let turn = game().counters.find("turn").unwrap();
    scenario.set_ups.iter().filter(move |set_up| set_up.units.iter().all(|u| u.counter != turn))
}

/// How many of a counter a scenario has.
fn count(scenario: &Scenario, id: &str) -> u32 {
    let wanted = game().counters.find(id).unwrap();
    let units = scenario.set_ups.iter().flat_map(|set_up| &set_up.units);
    units.filter(|unit| unit.counter == wanted).map(|unit| unit.count).sum()
}

#[test]
fn scenarios_have_the_length_the_forces_and_the_levels_of_their_cards() {
    // Turns, who moves first, experience levels of the forces.
    for (id, turns, first, levels) in [
        ("S9", 6, "allied", vec![1, 5, 3]),
        ("S10", 6, "axis", vec![2, 3, 3]),
        ("S11", 7, "axis", vec![2, 2]),
        ("S12", 7, "axis", vec![2, 2, 2, 3]),
        ("S13", 6, "axis", vec![3, 3, 3, 5]),
        ("S14", 6, "allied", vec![3, 5, 5]),
        ("S15", 7, "axis", vec![3, 3, 3]),
        ("S16", 6, "allied", vec![4, 4, 3]),
    ] {
        let scenario = scenario(id);
        assert_eq!((scenario.turns.first, scenario.turns.last), (1, Some(turns)), "{id}");
        assert_eq!(game().sides[scenario.first_side.unwrap()].id, first, "{id}");
        let elr: Vec<i32> = scenario.forces.iter().map(|force| force.values["elr"]).collect();
        assert_eq!(elr, levels, "{id}");
        assert_eq!(scenario.balance.len(), 2, "{id}");
        assert!(!scenario.victory.is_empty() && scenario.date.starts_with("19"), "{id}");
        assert!(troops(scenario).all(|set_up| set_up.force.is_some()), "{id}");
    }
    let s9 = scenario("S9");
    assert_eq!(count(s9, "italian-squad-3-4-6"), 10);
    assert_eq!(count(s9, "italian-lmg"), 3);
    assert_eq!(count(s9, "british-squad-4-5-7"), 7);
    assert!(matches!(s9.set_ups[0].placement, Placement::Within(_, 7, _)));
    let s14 = scenario("S14");
    assert_eq!(count(s14, "german-aa-gun-88l"), 2);
    assert_eq!(count(s14, "american-squad-7-4-7"), 11);
    let s15 = scenario("S15");
    assert_eq!((count(s15, "german-squad-4-4-7"), count(s15, "american-at-gun-57l")), (8, 2));
}

#[test]
fn only_part_of_the_boards_is_in_play_where_the_card_says_so() {
    let hexes = |id: &str| -> Vec<(String, usize)> {
        let playable = &scenario(id).playable;
        playable.iter().map(|(map, hexes)| (game().maps[*map].id.clone(), hexes.len())).collect()
    };
    // A to CC: 15 hexrows of 10 and 14 of 11.
    assert_eq!(hexes("S10"), [("x".to_owned(), 15 * 10 + 14 * 11)]);
    assert_eq!(
        hexes("S11"),
        [("w".to_owned(), 7 * 10 + 6 * 11), ("x".to_owned(), 3 * 10 + 2 * 11)]
    );
    assert_eq!(hexes("S14"), [("x".to_owned(), 8 * 10 + 8 * 11)]);
    assert!(hexes("S9").is_empty());
}

#[test]
fn orders_of_battle_whose_pictures_are_lost_are_marked_reconstructed() {
    for id in ["S12", "S13", "S16"] {
        assert!(troops(scenario(id)).all(|s| s.provenance == Provenance::Reconstructed), "{id}");
    }
    for id in ["S9", "S11", "S14", "S15"] {
        assert!(troops(scenario(id)).all(|s| s.provenance == Provenance::Printed), "{id}");
    }
}

#[test]
fn germans_of_s15_start_east_of_hexrow_k_on_the_hills() {
    let scenario = scenario("S15");
    let w = board("w");
    let found = scenario.set_ups.iter().find(|s| s.force == Some(2)).unwrap();
    let Placement::AnyOf(_, places) = &found.placement else { panic!() };
    assert!(places.len() > 20);
    for place in places {
        let hex = place.hex().unwrap();
        assert_eq!(w.hex(hex).unwrap().level, 1);
        assert!(w.grid.column_row(hex).unwrap().0 >= 11);
    }
}

/// The cell of a chart under a column heading in a row.
fn cell(chart: &str, row: &str, column: &str) -> String {
    let chart = game().charts.get(chart).unwrap();
    let place = chart.headings[0].columns.iter().position(|c| c == column).unwrap();
    chart.rows.iter().find(|r| r.label == row).unwrap().cells[place].clone()
}

#[test]
fn charts_have_the_figures_of_the_reference_card() {
    assert_eq!(cell("ift", "≤0", "1"), "1KIA");
    assert_eq!(cell("ift", "5", "8"), "2MC");
    assert_eq!(cell("ift", "7", "4"), "PTC");
    assert_eq!(cell("ift", "≥15", "36"), "PTC");
    assert_eq!(cell("ift", "6", "30"), "K/4");
    assert_eq!(cell("close-combat", "Kill number", "1-1"), "5");
    assert_eq!(cell("close-combat", "Kill number", ">10-1"), "13");
    assert_eq!(cell("to-hit-infantry", "German 7.5cm PaK 40 AT", "13–18"), "7(3) / 6(2)");
    assert_eq!(cell("to-hit-area", "German 8cm GrW 34 MTR", "FP"), "8 / 30");
    assert_eq!(cell("leader-creation", "Leader", "≤1"), "8-1");
    assert_eq!(cell("portage", "5", "With leader"), "5");
    assert_eq!(cell("residual", "Residual", "24"), "12");
}

/// Each column of the fire table is the one to its left moved down: a result never gets worse to the right.
#[test]
fn the_fire_table_never_falls_off_to_the_right() {
    let rank = |cell: &str| -> i32 {
        match cell {
            "–" => 0,
            "PTC" => 1,
            "NMC" => 2,
            c if c.ends_with("KIA") => 40 + c[..1].parse::<i32>().unwrap(),
            c if c.starts_with("K/") => 20 + c[2..].parse::<i32>().unwrap(),
            c => 3 + c[..1].parse::<i32>().unwrap(),
        }
    };
    let ift = game().charts.get("ift").unwrap();
    for row in &ift.rows {
        assert!(row.cells.is_sorted_by_key(|c| rank(c)), "row {}", row.label);
    }
}
