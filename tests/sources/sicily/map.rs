//! The map: the hexes and lines of the text, and that it is an island one can march over.

use super::*;

fn place(name: &str) -> Hex {
    map().places.iter().find(|place| place.name == name).unwrap_or_else(|| panic!("no {name}")).hex
}

#[test]
fn messina_enna_and_palermo_lie_in_their_hexes() {
    for (name, id) in [("Messina", "5903"), ("Enna", "3714"), ("Palermo", "2203")] {
        assert_eq!(place(name), hex(id), "{name}");
    }
    assert!(has(hex("2203"), "port-major"), "Palermo is a port with demolitions of its own");
    for name in ["Syracuse", "Augusta", "Catania"] {
        assert!(has(place(name), "coastal"), "{name}");
    }
}

#[test]
fn even_columns_lie_lower_as_three_rules_need() {
    assert!(touch("3623", "3724"), "the Dime beaches");
    assert!(touch("5903", "5902") && touch("5902", "6001") && touch("6001", "6102"));
    let line: Vec<Hex> =
        "3517 3617 3718 3818 3919 4019 4120 4220 4321 4421".split(' ').map(hex).collect();
    assert!(line.windows(2).all(|pair| Hexside::between(pair[0], pair[1]).is_some()));
    assert_eq!(distance(hex("3517"), hex("4421")), 9);
}

#[test]
fn the_axis_leave_from_four_hexes_of_the_island() {
    let evacuation = with("evacuation");
    assert_eq!(evacuation, hexes("5902 5903 6001 6102"));
    for at in evacuation {
        assert!(is_land(at));
        let values = &map().hex(at).unwrap().values;
        assert!(values["italian"] > 0 && values["german"] > 0, "{values:?}");
    }
}

#[test]
fn there_are_twenty_four_airfields_four_of_them_in_one_hex() {
    let fields = with("airfield");
    let worth = |at: &Hex| map().hex(*at).unwrap().values.get("airfields").copied().unwrap_or(1);
    assert_eq!(fields.iter().map(worth).sum::<i32>(), 24);
    assert_eq!(worth(&hex("4716")), 4);
    // Those that feed the anti-shipping points.
    assert!(hexes("0807 0906 1111 1715 2104 2907").is_subset(&fields));
    assert!(fields.contains(&hex("5314")), "where 4/1FJ may land");
}

#[test]
fn tactical_points_are_eighty_four_and_none_lies_in_the_sea() {
    assert_eq!(map().victory.iter().map(|one| one.points).sum::<i32>(), 84);
    assert!(map().victory.iter().all(|one| is_land(one.hex)));
}

#[test]
fn beaches_are_coast_of_level_1_without_a_city() {
    let beaches = with("beach");
    assert!(hexes("3623 3724").is_subset(&beaches));
    assert!(beaches.len() >= 30);
    for at in beaches {
        let name = id(at);
        assert!(terrain(at) == "level-1" && has(at, "coastal") && !has(at, "city"), "{name}");
    }
}

#[test]
fn every_invasion_box_lands_on_its_beaches_and_arm_res_on_three_groups() {
    let touches = |id: &str| -> HashSet<Hex> {
        let found = map().boxes.get(id).unwrap();
        assert_eq!(found.kind, BoxKind::Entry, "{id}");
        found.touches.iter().copied().collect()
    };
    assert_eq!(touches("dime-box"), hexes("3623 3724"));
    let three = ["acid-box", "bark-east-box", "bark-south-box"].map(touches);
    assert_eq!(touches("arm-res-box"), three.into_iter().flatten().collect());
    for id in ["joss-box", "kool-box", "cent-box", "bark-west-box", "first-wave-us"] {
        let all = touches(id);
        assert!(!all.is_empty() && all.is_subset(&with("beach")), "{id}");
    }
    // A depot lands on a beach with a road that is no port.
    for id in ["joss-box", "dime-box", "acid-box", "bark-south-box"] {
        let road =
            |at: &Hex| map().paths.iter().any(|path| path.along.contains(&Location::Hex(*at)));
        let port = |at: &Hex| has(*at, "port-minor") || has(*at, "port-major");
        assert!(touches(id).iter().any(|at| road(at) && !port(at)), "{id}");
    }
}

#[test]
fn the_halt_line_is_the_hex_row_of_the_text_and_cuts_the_south_off() {
    let line = area("us-halt-line");
    let text =
        "2721 2820 2920 3019 3119 3218 3318 3417 3517 3617 3718 3818 3919 4019 4120 4220 4321 4421";
    assert_eq!(line, hexes(text));
    assert!(line.iter().all(|at| is_land(*at)));
    // North of it and south of it there is land, and up to column 45 no way but over the line.
    let mut walls = line.clone();
    walls.extend(area("boundary-1"));
    let south = reached("3724", &walls);
    assert!(!south.contains(&hex("3714")) && south.contains(&hex("3123")));
    for side in sides("halt-line") {
        let on = side.hexes().into_iter().filter(|at| line.contains(at)).count();
        assert_eq!(on, 1, "the line is drawn on its northern edge");
        assert!(!side.hexes().iter().any(|at| south.contains(at)));
    }
}

#[test]
fn each_boundary_of_the_armies_cuts_the_island_in_two() {
    for (id, west, east) in [
        ("boundary-1", "3724", "5116"),
        ("boundary-2", "3724", "5116"),
        ("boundary-3", "3724", "5116"),
    ] {
        let line = area(id);
        assert!(!reached(west, &line).contains(&hex(east)), "{id}");
        // It is drawn on the western side of its hexes, which are British.
        let ours = reached(west, &line);
        for side in sides(id) {
            let on = side.hexes().into_iter().filter(|at| line.contains(at)).count();
            let off = side.hexes().into_iter().filter(|at| ours.contains(at)).count();
            assert_eq!((on, off), (1, 1), "{id}");
        }
    }
    assert!(area("boundary-1").iter().all(|at| column(*at) == 45));
    assert!(area("boundary-3").iter().all(|at| column(*at) == 41));
    let second = area("boundary-2");
    assert!(hexes("3806 3819 3920 4020 4121 4221 4322 4422 4430").is_subset(&second));
    assert!((6..=19).all(|row| second.contains(&hex(&format!("38{row:02}")))));
    assert!((22..=30).all(|row| second.contains(&hex(&format!("44{row:02}")))));
}

#[test]
fn the_freeze_line_runs_between_columns_22_and_23() {
    let freeze = sides("freeze-line");
    assert!(freeze.len() > 20);
    for side in freeze {
        let columns: BTreeSet<u32> = side.hexes().into_iter().map(column).collect();
        assert_eq!(columns, BTreeSet::from([22, 23]));
    }
    let island = area("island");
    assert_eq!(island, map().grid.hexes().filter(|at| is_land(*at)).collect());
    let parts = |id: &str, test: fn(u32) -> bool| {
        assert_eq!(
            area(id),
            island.iter().copied().filter(|at| test(column(*at))).collect(),
            "{id}"
        );
    };
    parts("frozen-west", |column| column <= 22);
    parts("us-landing", |column| (23..=44).contains(&column));
    parts("mainland-artillery-range", |column| (59..=61).contains(&column));
}

#[test]
fn the_coast_closed_to_plots_runs_clockwise_from_2706_to_5117() {
    let closed = area("closed-coast");
    assert!(hexes("2706 5117 5903 3305").is_subset(&closed));
    for at in with("coastal") {
        let name = id(at);
        let north = row(at) <= 8 && column(at) >= 27;
        let east = column(at) >= 50 && row(at) <= 17;
        assert_eq!(closed.contains(&at), north || east, "{name}");
    }
}

#[test]
fn coastal_hexes_are_those_next_to_the_sea() {
    for at in map().grid.hexes().filter(|at| is_land(*at)) {
        // Beyond the edge of the map lies the sea as well.
        let dry = map().grid.neighbours(at).filter(|(_, next)| is_land(*next)).count();
        assert_eq!(has(at, "coastal"), dry < 6, "{}", id(at));
    }
}

#[test]
fn airborne_targets_of_the_set_up_can_be_targets() {
    for id in ["3821", "3822", "3922", "4024"] {
        assert!(["level-1", "level-2", "level-3"].contains(&terrain(hex(id))), "{id}");
        assert!(!has(hex(id), "swamp") && !has(hex(id), "city"), "{id}");
    }
    for id in ["5423", "5323"] {
        assert_eq!(terrain(hex(id)), "level-1", "{id}");
    }
}

#[test]
fn a_road_leads_from_every_town_to_messina() {
    let mut seen = HashSet::from([hex("5903")]);
    let mut open = vec![hex("5903")];
    while let Some(at) = open.pop() {
        for (_, next) in map().grid.neighbours(at) {
            let side = Hexside::between(at, next).unwrap();
            if map().crossings.contains_key(&side) && seen.insert(next) {
                open.push(next);
            }
        }
    }
    for feature in ["town", "city", "port-minor", "port-major"] {
        for at in with(feature) {
            assert!(seen.contains(&at), "{}", id(at));
        }
    }
}

#[test]
fn the_level_of_a_hex_is_that_of_its_terrain() {
    let mut seen = BTreeSet::new();
    for at in map().grid.hexes().filter(|at| is_land(*at)) {
        let level = map().hex(at).unwrap().level;
        assert_eq!(terrain(at), format!("level-{level}"), "{}", id(at));
        seen.insert(level);
    }
    assert_eq!(seen, BTreeSet::from([1, 2, 3, 4, 5, 6]));
    for at in with("city").union(&with("swamp")) {
        assert_eq!(map().hex(*at).unwrap().level, 1, "{}", id(*at));
    }
}

#[test]
fn it_is_sicily() {
    assert_eq!(terrain(place("Monte Etna")), "level-6");
    for at in ["4716", "4916", "5017"] {
        assert_eq!(terrain(hex(at)), "level-1", "the plain of Catania");
    }
    // Ridges are high, towns on the coast road are not.
    for name in ["NEBRODI", "MADONIE", "PELORITANI"] {
        assert!(["level-5", "level-6"].contains(&terrain(place(name))), "{name}");
    }
    for name in ["Primosole", "Licata", "Gela", "Milazzo", "Termini Imerese"] {
        assert_eq!(terrain(place(name)), "level-1", "{name}");
    }
    let rivers = ["Simeto", "Salso", "Dittaino", "Gornalunga", "Alcantara", "Platani", "Belice"];
    for name in rivers {
        let line = map().lines.iter().find(|line| line.name == name);
        assert!(line.is_some_and(|line| line.sides.len() >= 9), "{name}");
    }
    // The bridge of Primosole.
    let simeto = map().lines.iter().find(|line| line.name == "Simeto").unwrap();
    let bridge = Hexside::between(hex("5117"), hex("5118")).unwrap();
    assert!(simeto.sides.contains(&bridge) && map().crossings.contains_key(&bridge));
}
