//! The map: the hexes and hexsides of the text, and that it is southern Italy.

use super::*;

#[test]
fn the_places_of_the_text_lie_in_their_hexes() {
    for (name, id) in [
        ("Salerno", "2822"),
        ("Paestum", "2921"),
        ("Naples", "2522"),
        ("Foggia", "2608"),
        ("Taranto", "4108"),
        ("Bari", "3306"),
        ("Pizzo", "5122"),
    ] {
        assert_eq!(place(name), hex(id), "{name}");
    }
    for id in ["2822", "2921", "2608", "3306", "5122"] {
        assert!(has(hex(id), "town"), "{id}");
    }
    for id in ["2522", "4108"] {
        assert!(has(hex(id), "city"), "{id}");
    }
}

#[test]
fn ports_of_the_text_stand_on_the_coast() {
    for id in ["2822", "2921", "2823", "3306"] {
        assert!(has(hex(id), "coastal"), "{id}");
    }
}

#[test]
fn even_columns_lie_higher_as_the_examples_need() {
    assert!(touch("3117", "3118") && touch("3117", "3218") && touch("3118", "3218"));
    assert!(touch("5019", "4918"));
    assert!(touch("2822", "2921") && touch("2822", "2823") && !touch("2823", "2921"));
    let around = |at: &str| -> HashSet<Hex> {
        map().grid.neighbours(hex(at)).map(|(_, next)| next).collect()
    };
    assert_eq!(around("3009"), hexes("3008 3010 2908 2909 3108 3109"));
    assert_eq!(around("3109"), hexes("3108 3110 3009 3010 3209 3210"));
}

#[test]
fn the_grid_has_columns_10_to_56_and_rows_01_to_35() {
    assert_eq!(map().grid.hexes().count(), 47 * 35);
    for id in ["1001", "1035", "5601", "5635"] {
        assert!(map().grid.parse(id).is_ok(), "{id}");
    }
}

#[test]
fn the_road_enters_3118_from_3218_and_not_from_3117() {
    assert_eq!(terrain(hex("3118")), "mountain");
    assert!(road_crosses(side("3218", "3118")));
    assert!(!road_crosses(side("3117", "3118")));
}

#[test]
fn no_zone_of_control_crosses_from_5019_to_4918() {
    let water = side("5019", "4918");
    assert!(on_side(water, "all-lake") || on_side(water, "all-sea"));
    for id in ["5019", "4918"] {
        assert!(is_land(hex(id)), "{id}");
    }
}

#[test]
fn roads_that_count_lie_in_the_mountains_with_ramps_into_the_next_hex() {
    let road = GAME.paths.find("road").unwrap();
    for (side, kinds) in &map().crossings {
        let mountain = side.hexes().into_iter().any(|at| terrain(at) == "mountain");
        assert_eq!(kinds.contains(&road), mountain, "{:?}", side.hexes().map(id));
    }
}

#[test]
fn the_north_edge_is_the_land_of_column_10() {
    let edge = with("north-edge");
    let land = map().grid.hexes().filter(|at| column(*at) == 10 && is_land(*at)).collect();
    assert_eq!(edge, land);
    for id in ["10th-army-available", "5th-panzer-available"] {
        let touches: HashSet<Hex> = map().boxes.get(id).unwrap().touches.iter().copied().collect();
        assert_eq!(touches, edge, "{id}");
    }
}

#[test]
fn the_initial_allied_control_line_runs_from_4921_to_5319_and_cuts_the_toe_off() {
    let line = hexes("4921 5021 5120 5220 5319");
    assert_eq!(distance(hex("4921"), hex("5319")), 4);
    let south = area("allied-at-start");
    assert_eq!(reached("5122", &line), south);
    assert!(!south.contains(&hex("4820")) && south.contains(&hex("5122")));
    for side in sides("control-line") {
        let on = side.hexes().into_iter().filter(|at| line.contains(at)).count();
        let below = side.hexes().into_iter().filter(|at| south.contains(at)).count();
        assert_eq!((on, below), (1, 1));
    }
}

#[test]
fn the_first_landings_lie_within_two_hexes_of_5322() {
    let near = |at: &Hex| is_land(*at) && distance(*at, hex("5322")) <= 2;
    assert_eq!(area("first-landings"), map().grid.hexes().filter(near).collect());
}

#[test]
fn coastal_hexes_are_those_next_to_the_sea() {
    for at in map().grid.hexes().filter(|at| is_land(*at)) {
        let sea = map().grid.neighbours(at).any(|(_, next)| terrain(next) == "sea");
        assert_eq!(has(at, "coastal"), sea, "{}", id(at));
    }
}

#[test]
fn blocked_hexsides_are_crests_between_mountains_without_a_road() {
    let blocked = sides("blocked");
    assert!(blocked.len() >= 30);
    for side in blocked {
        let names = side.hexes().map(id);
        assert!(side.hexes().into_iter().all(|at| terrain(at) == "mountain"), "{names:?}");
        assert!(!map().crossings.contains_key(&side), "{names:?}");
        assert!(!on_side(side, "river"), "{names:?}");
    }
}

#[test]
fn rivers_and_water_lie_between_two_hexes_of_land() {
    for kind in ["river", "all-sea", "all-lake"] {
        for side in sides(kind) {
            assert!(side.hexes().into_iter().all(is_land), "{kind} {:?}", side.hexes().map(id));
        }
    }
}

#[test]
fn all_land_hangs_together_and_roads_join_every_town() {
    let land: HashSet<Hex> = map().grid.hexes().filter(|at| is_land(*at)).collect();
    assert_eq!(reached("2522", &HashSet::new()), land);
    let mut seen = HashSet::from([hex("2522")]);
    let mut open = vec![hex("2522")];
    while let Some(at) = open.pop() {
        for (_, next) in map().grid.neighbours(at) {
            let side = Hexside::between(at, next).unwrap();
            if map().crossings.contains_key(&side) && seen.insert(next) {
                open.push(next);
            }
        }
    }
    for at in with("town").union(&with("city")) {
        assert!(seen.contains(at), "{}", id(*at));
    }
}

#[test]
fn the_boxes_of_the_text_and_the_battle_board_are_there() {
    for (id, kind) in [
        ("allied-available", BoxKind::Entry),
        ("10th-army-available", BoxKind::Entry),
        ("5th-panzer-available", BoxKind::Entry),
        ("end-run-box", BoxKind::Holding),
        ("not-arrived", BoxKind::Holding),
        ("dead-pile", BoxKind::Eliminated),
        ("turn", BoxKind::TurnTrack),
        ("command-points", BoxKind::Track),
    ] {
        assert_eq!(map().boxes.get(id).unwrap().kind, kind, "{id}");
    }
    for (id, spaces) in [
        ("defender-rear", vec!["support", "air"]),
        ("defender-front", vec!["1", "2", "3"]),
        ("attacker-front", vec!["1", "2", "3"]),
        ("attacker-rear", vec!["support", "air", "bomber"]),
    ] {
        assert_eq!(map().boxes.get(id).unwrap().spaces, spaces, "{id}");
    }
}

#[test]
fn it_is_southern_italy() {
    let line = |name: &str| {
        let all = map().lines.iter().filter(|line| line.name == name);
        all.map(|line| line.sides.len()).sum::<usize>()
    };
    for name in [
        "Volturno",
        "Garigliano",
        "Sangro",
        "Liri",
        "Rapido",
        "Calore",
        "Trigno",
        "Biferno",
        "Ofanto",
        "Tiber",
    ] {
        assert!(line(name) >= 4, "{name}");
    }
    for name in ["Via Casilina", "Via Appia", "Via Adriatica", "Via Tiburtina Valeria"] {
        assert!(map().paths.iter().any(|path| path.name == name), "{name}");
    }
    for name in [
        "Gran Sasso",
        "Maiella",
        "Monti del Matese",
        "Mignano Gap",
        "Pollino",
        "Aspromonte",
        "Gargano",
    ] {
        assert_eq!(terrain(place(name)), "mountain", "{name}");
    }
    for name in ["Liri Valley", "Cassino", "Foggia", "Anzio", "Rome", "Salerno", "Campania"] {
        assert_ne!(terrain(place(name)), "mountain", "{name}");
    }
    // The Garigliano keeps Formia from Naples, the Volturno Capua from Cassino; the Adriatic lies above, the other sea below.
    assert!(column(place("Rome")) < column(place("Cassino")));
    assert!(column(place("Cassino")) < column(place("Naples")));
    assert!(column(place("Naples")) < column(place("Reggio")));
}
