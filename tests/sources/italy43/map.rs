//! The map.

use super::*;

#[test]
fn the_towns_and_heights_of_the_text_lie_in_their_hexes() {
    let names: BTreeMap<&str, Vec<Hex>> =
        map().places.iter().fold(BTreeMap::new(), |mut all, p| {
            all.entry(p.name.as_str()).or_insert_with(Vec::new).push(p.hex);
            all
        });
    for (name, id) in [
        ("Formia", "1706"),
        ("Castel Volturno", "1815"),
        ("Minturno", "1908"),
        ("Monte Lungo", "2707"),
    ] {
        assert_eq!(names[name], [hex(id)], "{name}");
    }
    for name in [
        "Naples",
        "Benevento",
        "Capua",
        "Amorosi",
        "Monte Camino",
        "San Pietro",
        "Cassino",
        "Venafro",
        "Gulf of Gaeta",
        "Campania Plain",
        "Liri Valley",
        "Mignano",
    ] {
        assert!(names.contains_key(name), "{name}");
    }
}

#[test]
fn formia_benevento_and_capua_are_cities_and_naples_is_three_major_ones() {
    for id in ["1706", "3424", "2417"] {
        assert_eq!(terrain(id), "city", "{id}");
    }
    let naples = map().areas.get("naples").unwrap();
    assert_eq!(naples.hexes.len(), 3);
    for hex in &naples.hexes {
        assert_eq!(GAME.terrain[map().hex(*hex).unwrap().terrain].id, "major-city");
    }
}

#[test]
fn a_major_road_joins_all_three_hexes_of_naples() {
    let naples = &map().areas.get("naples").unwrap().hexes;
    let major = GAME.paths.find("road-major").unwrap();
    for (i, a) in naples.iter().enumerate() {
        for b in &naples[i + 1..] {
            let side = Hexside::between(*a, *b).unwrap();
            assert!(map().crossings[&side].contains(&major));
        }
    }
}

#[test]
fn naval_support_reaches_castel_volturno() {
    let sea = map()
        .grid
        .range(hex("1815"), 2)
        .into_iter()
        .any(|h| map().hex(h).is_some_and(|data| GAME.terrain[data.terrain].id == "sea"));
    assert!(sea);
}

#[test]
fn minturno_is_on_the_gustav_line_behind_the_garigliano() {
    assert!(features(hex("1908")).contains("gustav-on"));
    let garigliano = river("Garigliano");
    assert!(garigliano.iter().any(|side| side.hexes().contains(&hex("1908"))));
    for side in &garigliano {
        assert!(kinds(*side).contains("river-major"));
    }
}

#[test]
fn the_volturno_passes_3220_where_the_calore_joins_it() {
    for name in ["Volturno", "Calore"] {
        assert!(
            river(name).iter().any(|side| side.hexes().contains(&hex("3220"))),
            "{name} does not touch 3220"
        );
    }
    // Below the confluence the river is major and runs to the sea at Castel Volturno.
    let lower: Vec<Hexside> =
        river("Volturno").into_iter().filter(|s| kinds(*s).contains("river-major")).collect();
    assert!(lower.iter().any(|side| side.hexes().contains(&hex("3220"))));
    assert!(lower.iter().any(|side| side.hexes().contains(&hex("1815"))));
    assert!(lower.iter().any(|side| side.hexes().contains(&hex("2417"))), "Capua");
}

#[test]
fn no_river_counts_in_benevento() {
    let all = map()
        .grid
        .neighbours(hex("3424"))
        .map(|(_, other)| Hexside::between(hex("3424"), other).unwrap());
    for side in all {
        assert!(!kinds(side).iter().any(|kind| kind.starts_with("river")), "{side:?}");
    }
    let near = map().grid.range(hex("3424"), 1);
    let near_river = river("Calore").iter().any(|s| s.hexes().iter().any(|h| near.contains(h)));
    assert!(near_river, "the Calore reaches Benevento");
}

#[test]
fn a_canal_crosses_the_campania_plain() {
    let canal = river("Regi Lagni");
    assert!(canal.len() >= 8);
    assert!(canal.iter().all(|side| kinds(*side).contains("canal")));
}

#[test]
fn start_hexes_of_the_text_are_land_outside_the_eighth_army_zone() {
    for id in ["1918", "2706", "2707", "3726", "3220", "1706"] {
        assert!(is_land(hex(id)), "{id}");
        assert!(!features(hex(id)).iter().any(|f| f.starts_with("zone-")), "{id}");
    }
    for id in ["2707", "2508"] {
        assert_eq!(terrain(id), "hill", "{id}");
    }
}

#[test]
fn full_mountain_hexes_have_six_mountain_hexsides_unless_the_sea_or_a_river_is_there() {
    let mut seen = 0;
    for at in map().grid.hexes() {
        if GAME.terrain[map().hex(at).unwrap().terrain].id != "full-mountain" {
            continue;
        }
        seen += 1;
        for (_, other) in map().grid.neighbours(at) {
            let side = Hexside::between(at, other).unwrap();
            let kinds = kinds(side);
            let river = kinds.iter().any(|kind| kind.starts_with("river"));
            assert!(
                kinds.contains("mountain") || river || !is_land(other),
                "{:?}",
                map().grid.id(at)
            );
        }
    }
    assert!(seen >= 10, "{seen}");
}

#[test]
fn passes_lie_on_mountain_hexsides_that_no_road_crosses() {
    let mut seen = 0;
    for side in map().hexsides.keys() {
        let kinds = kinds(*side);
        if kinds.contains("pass") {
            seen += 1;
            assert!(kinds.contains("mountain"));
            assert!(!map().crossings.contains_key(side));
        }
    }
    assert!(seen >= 12, "{seen}");
}

#[test]
fn rivers_run_along_land_and_never_twice_along_one_hexside() {
    for side in map().hexsides.keys() {
        let kinds = kinds(*side);
        let wet = kinds.iter().filter(|k| k.starts_with("river") || **k == "canal").count();
        assert!(wet <= 1, "{side:?} {kinds:?}");
        if wet == 1 {
            assert!(side.hexes().iter().any(|h| is_land(*h)));
        }
    }
}

#[test]
fn the_real_rivers_are_there() {
    for name in [
        "Volturno",
        "Calore",
        "Garigliano",
        "Liri",
        "Gari",
        "Rapido",
        "Sangro",
        "Trigno",
        "Biferno",
        "Tammaro",
        "Sabato",
        "Melfa",
        "Peccia",
        "Savone",
        "Titerno",
    ] {
        assert!(river(name).len() >= 3, "{name}");
    }
    // The Rapido and the Gari guard Cassino from the south-east.
    let guard = river("Rapido").into_iter().chain(river("Gari"));
    assert!(guard.filter(|side| side.hexes().contains(&hex("2505"))).count() >= 1);
}

#[test]
fn highway_6_runs_from_capua_over_the_mignano_gap_to_cassino() {
    let along = ["2708", "2707", "2706", "2606", "2505"];
    for pair in along.windows(2) {
        assert_eq!(road(pair[0], pair[1]), Some("road-major"), "{pair:?}");
    }
}

#[test]
fn every_land_hex_of_the_mainland_can_be_reached() {
    let start = hex("2417");
    let mut seen = BTreeSet::from([map().grid.index(start)]);
    let mut open = vec![start];
    while let Some(at) = open.pop() {
        for (_, next) in map().grid.neighbours(at) {
            if is_land(next) && seen.insert(map().grid.index(next)) {
                open.push(next);
            }
        }
    }
    let land = map().grid.hexes().filter(|h| is_land(*h)).count();
    // Ischia, Procida and Capri are not of the mainland.
    assert!(land - seen.len() <= 8, "{} of {land}", seen.len());
    assert!(seen.len() > 600);
}

#[test]
fn the_coast_runs_as_it_does_on_the_ground() {
    // One letter a hex of columns 12 to 20, rows 1 to 28: land (#) and sea.
    for (row, coast) in [
        (1, "#########"),
        (2, "..#######"),
        (5, "...######"),
        (7, "......###"),
        (8, "......###"),
        (9, ".......##"),
        (12, ".......##"),
        (15, "......###"),
        (18, ".....####"),
        (22, "......###"),
        (24, "........."),
    ] {
        let found: String = (12..=20)
            .map(|column| if is_land(hex(&format!("{column:02}{row:02}"))) { '#' } else { '.' })
            .collect();
        assert_eq!(found, coast, "row {row}");
    }
}

#[test]
fn the_eighth_army_zone_has_four_sections_that_meet_their_entry_areas() {
    for (section, entry) in [
        ("zone-e1", "entry-E1"),
        ("zone-e2", "entry-E2"),
        ("zone-e3", "entry-E3"),
        ("zone-n4", "entry-N4"),
    ] {
        let touches = &map().boxes.get(entry).unwrap().touches;
        assert!(!touches.is_empty());
        for hex in touches {
            assert!(features(*hex).contains(section), "{entry} {:?}", map().grid.id(*hex));
        }
        let area = map().areas.get(section).unwrap();
        for hex in &area.hexes {
            assert!(features(*hex).contains(section));
        }
    }
}

#[test]
fn the_boundary_of_the_zone_is_drawn_all_along() {
    let zoned = |h: Hex| features(h).iter().any(|f| f.starts_with("zone-"));
    for at in map().grid.hexes() {
        for (_, other) in map().grid.neighbours(at) {
            let side = Hexside::between(at, other).unwrap();
            assert_eq!(
                zoned(at) != zoned(other),
                kinds(side).contains("army-boundary"),
                "{:?}",
                map().grid.id(at)
            );
        }
    }
}

#[test]
fn entry_areas_have_the_owners_and_neighbours_of_the_text() {
    let expected = [
        ("entry-N1", "german"),
        ("entry-N2", "german"),
        ("entry-N3", "german"),
        ("entry-N4", "german"),
        ("entry-E1", "german"),
        ("entry-E2", "german"),
        ("entry-E3", "german"),
        ("entry-S1", "allied"),
        ("entry-S2", "allied"),
    ];
    for (id, owner) in expected {
        let entry = map().boxes.get(id).unwrap();
        assert_eq!(entry.kind, BoxKind::Entry);
        assert_eq!(GAME.sides[entry.owner.unwrap()].id, owner, "{id}");
        for next in &entry.next_to {
            assert!(map().boxes.get(next).unwrap().next_to.contains(&id.to_owned()), "{id} {next}");
        }
        for hex in &entry.touches {
            assert!(map().grid.neighbours(*hex).count() < 6, "{id} touches a hex inside the map");
        }
    }
    assert!(!map().boxes.get("entry-S2").unwrap().next_to.contains(&"entry-E1".to_owned()));
    // Each hex at the edge belongs to one area at most.
    let mut all: Vec<Hex> =
        expected.iter().flat_map(|(id, _)| map().boxes.get(id).unwrap().touches.clone()).collect();
    let count = all.len();
    all.sort_by_key(|hex| map().grid.index(*hex));
    all.dedup();
    assert_eq!(all.len(), count);
}

#[test]
fn every_entry_area_has_a_road() {
    for entry in map().boxes.iter().filter(|b| b.kind == BoxKind::Entry) {
        let ends = map().paths.iter().flat_map(|path| [path.along.first(), path.along.last()]);
        let found = ends
            .flatten()
            .any(|at| matches!(at, Location::Box(_)) && map().location_name(*at) == entry.id);
        assert!(found, "{}", entry.id);
    }
}

#[test]
fn the_gustav_line_parts_the_map_and_its_hexes_lie_behind_it() {
    for side in river("Gustav Line") {
        let [a, b] = side.hexes().map(|h| {
            let features = features(h);
            features.contains("gustav-on") || features.contains("gustav-behind")
        });
        let wet = side.hexes().iter().any(|h| !is_land(*h));
        assert!(a != b || wet, "{side:?}");
    }
    for ahead in ["2707", "2508", "2807", "1815", "2417"] {
        assert!(!features(hex(ahead)).iter().any(|f| f.starts_with("gustav")), "{ahead}");
    }
    assert!(features(hex("1706")).contains("gustav-behind"), "Formia");
}

#[test]
fn victory_hexes_allow_the_totals_of_the_text() {
    let points = |on: bool| -> i32 {
        let hexes = map().victory.iter().filter(|v| {
            let f = features(v.hex);
            on == (f.contains("gustav-on") || f.contains("gustav-behind"))
        });
        hexes.map(|v| v.points).sum()
    };
    // History stood at 17 points before the Gustav Line; 18 need a hex of it, 20 win at once.
    assert_eq!(points(false), 17);
    assert!(points(true) >= 5);
    for victory in &map().victory {
        assert!(!features(victory.hex).iter().any(|f| f.starts_with("zone-")));
        assert_eq!(victory.provenance, Provenance::Reconstructed);
    }
}

#[test]
fn tracks_and_displays_of_the_text_are_on_the_map() {
    let spaces = |id: &str| map().boxes.get(id).unwrap().spaces.clone();
    assert_eq!(spaces("weather"), ["A", "B", "C", "D", "E", "F"]);
    assert_eq!(spaces("turn").len(), 32);
    assert_eq!(spaces("records").first().unwrap(), "0");
    assert_eq!(spaces("records").last().unwrap(), "19");
    for id in ["remnant-display", "eliminated-box", "removed-box", "not-arrived", "phase"] {
        assert!(map().boxes.get(id).is_some(), "{id}");
    }
}
