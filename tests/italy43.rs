//! The sources of Italy '43 say what its rulebook says: every hex, unit, table and turn that the text names.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use hexwright::hex::{Hex, Hexside, Location};
use hexwright::model::{
    Actor, BoxKind, Chart, Counter, CounterKind, Game, Map, Phase, Placement, Provenance, Scenario,
    SetUp,
};
use hexwright::source;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;

static GAME: LazyLock<Game> = LazyLock::new(|| {
    let loaded = source::load(Path::new(env!("CARGO_MANIFEST_DIR")));
    let complaints: Vec<_> = loaded.diagnostics.sorted().iter().map(|d| format!("{d:?}")).collect();
    assert!(complaints.is_empty(), "{complaints:#?}");
    loaded.game("italy43").unwrap().clone()
});

fn map() -> &'static Map {
    GAME.maps.get("fifth-army").unwrap()
}

fn hex(id: &str) -> Hex {
    map().grid.parse(id).unwrap()
}

fn terrain(id: &str) -> &'static str {
    &GAME.terrain[map().hex(hex(id)).unwrap().terrain].id
}

fn features(at: Hex) -> BTreeSet<&'static str> {
    map().hex(at).unwrap().features.iter().map(|f| GAME.terrain[*f].id.as_str()).collect()
}

fn between(a: &str, b: &str) -> Hexside {
    Hexside::between(hex(a), hex(b)).unwrap()
}

fn is_land(at: Hex) -> bool {
    map().hex(at).is_some_and(|data| GAME.terrain[data.terrain].id != "sea")
}

fn kinds(side: Hexside) -> BTreeSet<&'static str> {
    let kinds = map().hexsides.get(&side).into_iter().flatten();
    kinds.map(|kind| GAME.hexsides[*kind].id.as_str()).collect()
}

/// The hexsides of a named river.
fn river(name: &str) -> Vec<Hexside> {
    let lines = map().lines.iter().filter(|line| line.name == name);
    lines.flat_map(|line| line.sides.iter().copied()).collect()
}

fn road(a: &str, b: &str) -> Option<&'static str> {
    let paths = map().crossings.get(&between(a, b))?;
    paths.first().map(|path| GAME.paths[*path].id.as_str())
}

fn counter(id: &str) -> &'static Counter {
    GAME.counters.get(id).unwrap_or_else(|| panic!("no counter {id}"))
}

/// Attack, defence and movement of the front.
fn values(id: &str) -> String {
    let value = |column| counter(id).value(column).unwrap().to_owned();
    format!("{}-{}-{}", value("attack"), value("defence"), value("movement"))
}

fn reduced(id: &str) -> String {
    let back = &counter(id).back_face;
    let value = |column| back.value(column).unwrap().to_owned();
    format!("{}-{}-{}", value("attack"), value("defence"), value("movement"))
}

fn column(id: &str, name: &str) -> &'static str {
    counter(id).value(name).unwrap_or_default()
}

fn type_of(counter: &Counter) -> &'static str {
    counter.unit_type.map_or("", |id| GAME.unit_types[id].id.as_str())
}

fn units() -> impl Iterator<Item = &'static Counter> {
    GAME.counters.iter().filter(|counter| counter.kind == CounterKind::Unit)
}

fn is_remnant(counter: &Counter) -> bool {
    GAME.counters.iter().any(|other| other.remnant.as_deref() == Some(counter.id.as_str()))
}

fn scenario(id: &str) -> &'static Scenario {
    GAME.scenarios.get(id).unwrap()
}

fn holds(set_up: &SetUp, unit: &str) -> bool {
    set_up.units.iter().any(|u| GAME.counters[u.counter].id == unit)
}

/// Where a unit is at start, or on which turn it comes and where.
fn placed(scenario: &Scenario, unit: &str) -> (Option<i32>, String) {
    let set_up = scenario.set_ups.iter().find(|s| holds(s, unit)).unwrap();
    let place = match &set_up.placement {
        Placement::At(_, at) => map().location_name(*at),
        Placement::Entry(_, entry) => map().boxes[*entry].id.clone(),
        Placement::Area(_, area) => map().areas[*area].id.clone(),
        Placement::AnyOf(_, list) => {
            list.iter().map(|at| map().location_name(*at)).collect::<Vec<_>>().join(" ")
        }
        other => panic!("{other:?}"),
    };
    (set_up.turn, place)
}

fn chart(id: &str) -> &'static Chart {
    GAME.charts.get(id).unwrap()
}

fn cell(id: &str, row: &str, column: &str) -> &'static str {
    let chart = chart(id);
    let at = chart.headings[0].columns.iter().position(|c| c == column).unwrap();
    &chart.rows.iter().find(|r| r.label == row).unwrap().cells[at]
}

// The map.

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

// The counters.

#[test]
fn units_that_the_text_shows_have_its_values() {
    assert_eq!((values("us-179-45"), reduced("us-179-45")), ("6-6-3".into(), "4-4-3".into()));
    assert_eq!(counter("us-179-45").steps, 3);
    assert_eq!(column("us-179-45", "stacking"), "3");
    assert_eq!(values("us-191-tank"), "3-2-5");
    assert_eq!(column("us-191-tank", "rating"), "3");
    assert_eq!(column("us-191-tank", "setup"), "3726");
    assert_eq!(counter("us-191-tank").formation, None);
    assert_eq!(values("german-panzergrenadier-remnant"), "1-3-5");
    for id in ["ge-131-44", "ge-132-44", "ge-134-44"] {
        assert_eq!(values(id), "5-7-3");
    }
    for id in ["ge-129-29", "ge-33-15"] {
        assert_eq!((type_of(counter(id)), column(id, "defence")), ("recon", "3"));
    }
    assert_eq!(counter("ge-reggio").steps, 1);
    for id in ["ge-i-fj", "ge-ii-fj"] {
        assert_eq!((counter(id).steps, column(id, "quality")), (1, "elite"));
    }
}

#[test]
fn seventh_armoured_attacks_with_21_and_its_brigades_cannot_stack() {
    let attack = |id: &str| column(id, "attack").parse::<i32>().unwrap();
    assert_eq!(attack("br-22-7") + attack("br-131-7") + attack("br-169-56"), 21);
    let weight = |id: &str| column(id, "stacking").parse::<i32>().unwrap();
    assert!(weight("br-22-7") + weight("br-131-7") > 6);
    let brigade = counter("br-22-7");
    assert_eq!((brigade.steps, type_of(brigade)), (3, "armored-brigade"));
    assert!(column("br-22-7", "silhouette").is_empty());
}

#[test]
fn seven_units_are_mountain_units() {
    let mountain: BTreeSet<&str> = units()
        .filter(|unit| {
            let kind = &GAME.unit_types[unit.unit_type.unwrap()];
            kind.flags.iter().any(|flag| flag == "mountain-unit")
        })
        .map(|unit| unit.id.as_str())
        .collect();
    let expected =
        ["fr-4-2m", "fr-4-tabors", "fr-5-2m", "fr-8-2m", "ge-100-5g", "ge-85-5g", "us-1ssf"];
    assert_eq!(mountain, BTreeSet::from(expected));
}

#[test]
fn the_counter_mix_is_that_of_the_text() {
    let count = |id: &str| counter(id).count;
    assert_eq!((count("level-1"), count("level-2")), (8, 4));
    assert_eq!((count("air-us"), count("air-british"), count("naval")), (1, 1, 1));
    assert_eq!(count("truck"), 4);
    let of = |kind: &str| units().filter(|unit| type_of(unit) == kind).count();
    assert_eq!((of("nebelwerfer"), of("heavy-howitzer")), (2, 1));
    let british: u32 = units()
        .filter(|unit| is_remnant(unit) && unit.id.starts_with("british"))
        .map(|unit| unit.count)
        .sum();
    assert_eq!(british, 3);
    let formation = |id: &str| {
        let id = GAME.formations.find(id).unwrap();
        units().filter(|unit| unit.formation == Some(id) && !is_remnant(unit)).count()
    };
    assert_eq!((formation("us-rangers"), formation("br-23-armoured-brigade")), (3, 3));
}

#[test]
fn steps_backs_and_remnants_agree() {
    for unit in units().filter(|unit| !type_of(unit).ends_with("artillery")) {
        let kind = type_of(unit);
        if ["nebelwerfer", "heavy-howitzer"].contains(&kind) {
            continue;
        }
        assert!((1..=3).contains(&unit.steps), "{}", unit.id);
        assert_eq!(unit.steps == 3, unit.remnant.is_some(), "{}", unit.id);
        if unit.steps > 1 {
            let strength = |s: &str| s.split('-').take(2).map(|v| v.parse::<i32>().unwrap()).sum();
            let (full, less): (i32, i32) =
                (strength(&values(&unit.id)), strength(&reduced(&unit.id)));
            assert!(less < full, "{}", unit.id);
        }
        if let Some(remnant) = &unit.remnant {
            let left = |s: &str| s.split('-').next().unwrap().parse::<i32>().unwrap();
            assert!(left(&values(remnant)) < left(&reduced(&unit.id)), "{}", unit.id);
        }
    }
}

#[test]
fn artillery_is_ready_on_its_front_and_fired_on_its_back() {
    let artillery: Vec<_> = units()
        .filter(|unit| {
            GAME.unit_types[unit.unit_type.unwrap()].flags.iter().any(|flag| flag == "asu")
        })
        .collect();
    assert_eq!(artillery.len(), 25);
    for unit in artillery {
        assert_eq!(unit.value("shift"), Some("S"), "{}", unit.id);
        assert_eq!(unit.value("defence"), Some("1"));
        assert_eq!(unit.value("movement"), Some("5"));
        let range = unit.value("range").unwrap();
        let corps = ["corps-artillery", "heavy-howitzer"].contains(&type_of(unit));
        assert_eq!(range, if corps { "9" } else { "4" }, "{}", unit.id);
        assert!(unit.value("stacking").unwrap_or_default().is_empty());
        assert!(matches!(unit.back, hexwright::model::Back::Template(_)), "{}", unit.id);
    }
}

#[test]
fn units_without_bonds_have_the_outline() {
    for unit in units() {
        let flags = &GAME.unit_types[unit.unit_type.unwrap()].flags;
        let bars = flags.iter().any(|flag| flag == "no-bond");
        assert_eq!(bars, unit.value("outline").is_some_and(|v| !v.is_empty()), "{}", unit.id);
    }
}

#[test]
fn tank_destroyers_show_a_yellow_rating() {
    for unit in units() {
        let destroyer = unit.value("destroyer").is_some_and(|v| !v.is_empty());
        assert_eq!(destroyer, unit.id.ends_with("-td"), "{}", unit.id);
        assert_eq!(destroyer, unit.value("rating_box").is_some_and(|v| !v.is_empty()));
        let tank = ["tank", "armored-brigade"].contains(&type_of(unit));
        assert_eq!(tank, unit.value("rating").is_some_and(|v| !v.is_empty()), "{}", unit.id);
    }
}

// The turn and the tables.

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

// The scenarios.

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
