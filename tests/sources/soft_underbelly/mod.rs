//! The sources of Soft Underbelly say what its rulebook says: every hex, number, unit and turn that the text names.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod counters;
mod map;
mod scenarios;
mod tables;

use hexwright::hex::{Hex, Hexside, distance};
use hexwright::model::{
    Actor, BoxKind, Costs, Counter, CounterKind, Game, Map, Phase, Placement, Provenance, Scenario,
    SetUp,
};
use hexwright::source;
use std::collections::{BTreeSet, HashSet};
use std::path::Path;
use std::sync::LazyLock;

static GAME: LazyLock<Game> = LazyLock::new(|| {
    let loaded = source::load(Path::new(env!("CARGO_MANIFEST_DIR")));
    let complaints: Vec<_> = loaded.diagnostics.sorted().iter().map(|d| format!("{d:?}")).collect();
    assert!(complaints.is_empty(), "{complaints:#?}");
    loaded.game("soft-underbelly").unwrap().clone()
});

fn map() -> &'static Map {
    GAME.maps.get("southern-italy").unwrap()
}

fn hex(id: &str) -> Hex {
    map().grid.parse(id).unwrap()
}

fn hexes(ids: &str) -> HashSet<Hex> {
    ids.split(' ').map(hex).collect()
}

fn id(at: Hex) -> String {
    map().grid.id(at).unwrap().to_string()
}

fn column(at: Hex) -> u32 {
    id(at)[..2].parse().unwrap()
}

fn terrain(at: Hex) -> &'static str {
    &GAME.terrain[map().hex(at).unwrap().terrain].id
}

fn has(at: Hex, feature: &str) -> bool {
    let features = &map().hex(at).unwrap().features;
    features.iter().any(|one| GAME.terrain[*one].id == feature)
}

fn with(feature: &str) -> HashSet<Hex> {
    map().grid.hexes().filter(|at| has(*at, feature)).collect()
}

fn is_land(at: Hex) -> bool {
    ["clear", "mountain", "marsh"].contains(&terrain(at))
}

fn side(a: &str, b: &str) -> Hexside {
    Hexside::between(hex(a), hex(b)).unwrap_or_else(|| panic!("{a} does not touch {b}"))
}

fn touch(a: &str, b: &str) -> bool {
    Hexside::between(hex(a), hex(b)).is_some()
}

fn on_side(side: Hexside, kind: &str) -> bool {
    let kind = GAME.hexsides.find(kind).unwrap();
    map().hexsides.get(&side).is_some_and(|kinds| kinds.contains(&kind))
}

fn sides(kind: &str) -> Vec<Hexside> {
    map().hexsides.keys().copied().filter(|side| on_side(*side, kind)).collect()
}

fn road_crosses(side: Hexside) -> bool {
    let road = GAME.paths.find("road").unwrap();
    map().crossings.get(&side).is_some_and(|kinds| kinds.contains(&road))
}

fn area(id: &str) -> HashSet<Hex> {
    map().areas.get(id).unwrap().hexes.iter().copied().collect()
}

/// The land that can be reached from a hex without these hexes.
fn reached(from: &str, without: &HashSet<Hex>) -> HashSet<Hex> {
    let mut seen = HashSet::from([hex(from)]);
    let mut open = vec![hex(from)];
    while let Some(at) = open.pop() {
        for (_, next) in map().grid.neighbours(at) {
            if is_land(next) && !without.contains(&next) && seen.insert(next) {
                open.push(next);
            }
        }
    }
    seen
}

fn place(name: &str) -> Hex {
    map().places.iter().find(|place| place.name == name).unwrap_or_else(|| panic!("no {name}")).hex
}

fn counter(id: &str) -> &'static Counter {
    GAME.counters.get(id).unwrap_or_else(|| panic!("no counter {id}"))
}

fn value(counter: &Counter, column: &str) -> String {
    counter.value(column).unwrap_or_default().to_owned()
}

fn flag(counter: &Counter, flag: &str) -> bool {
    counter.unit_type.is_some_and(|id| GAME.unit_types[id].flags.iter().any(|one| one == flag))
}

fn class(counter: &Counter) -> &'static str {
    let class = counter.unit_type.and_then(|id| GAME.unit_types[id].class);
    class.map_or("", |id| GAME.movement_classes[id].id.as_str())
}

fn group(counter: &Counter) -> &'static str {
    counter.nationality.map_or("", |id| GAME.nationalities[id].id.as_str())
}

fn units() -> impl Iterator<Item = &'static Counter> {
    GAME.counters.iter().filter(|counter| counter.kind == CounterKind::Unit)
}

fn scenario(id: &str) -> &'static Scenario {
    GAME.scenarios.get(id).unwrap()
}

fn set_up_of(scenario: &'static Scenario, unit: &str) -> Option<&'static SetUp> {
    let holds =
        |set_up: &&SetUp| set_up.units.iter().any(|one| GAME.counters[one.counter].id == unit);
    scenario.set_ups.iter().find(holds)
}

/// Where a unit is at start, or on which turn it comes and where.
fn placed(scenario: &'static Scenario, unit: &str) -> Option<(Option<i32>, String)> {
    let set_up = set_up_of(scenario, unit)?;
    let place = match &set_up.placement {
        Placement::At(_, at) => map().location_name(*at),
        Placement::Within(_, hexes, of) => format!("{hexes} of {}", id(*of)),
        other => panic!("{other:?}"),
    };
    Some((set_up.turn, place))
}
