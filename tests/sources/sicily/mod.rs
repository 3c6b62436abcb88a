//! The sources of Sicily say what its rulebook says: every hex, line, number and turn that the text names.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod counters;
mod map;
mod scenarios;
mod tables;

use hexwright::hex::{Hex, Hexside, Location, distance};
use hexwright::model::{
    Actor, BoxKind, Counter, CounterKind, Game, Map, Phase, Placement, Provenance, Scenario, SetUp,
    Trust,
};
use hexwright::source;
use std::collections::{BTreeSet, HashSet};
use std::path::Path;
use std::sync::LazyLock;

static GAME: LazyLock<Game> = LazyLock::new(|| {
    let loaded = source::load(Path::new(env!("CARGO_MANIFEST_DIR")));
    let complaints: Vec<_> = loaded.diagnostics.sorted().iter().map(|d| format!("{d:?}")).collect();
    assert!(complaints.is_empty(), "{complaints:#?}");
    loaded.game("sicily").unwrap().clone()
});

fn map() -> &'static Map {
    GAME.maps.get("sicily").unwrap()
}

fn hex(id: &str) -> Hex {
    map().grid.parse(id).unwrap()
}

fn hexes(ids: &str) -> HashSet<Hex> {
    ids.split(' ').map(hex).collect()
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
    map().hex(at).is_some_and(|_| terrain(at).starts_with("level-"))
}

fn id(at: Hex) -> String {
    map().grid.id(at).unwrap().to_string()
}

fn column(at: Hex) -> u32 {
    id(at)[..2].parse().unwrap()
}

fn row(at: Hex) -> u32 {
    id(at)[2..].parse().unwrap()
}

fn touch(a: &str, b: &str) -> bool {
    Hexside::between(hex(a), hex(b)).is_some()
}

fn area(id: &str) -> HashSet<Hex> {
    map().areas.get(id).unwrap().hexes.iter().copied().collect()
}

/// The hexsides of a type.
fn sides(kind: &str) -> Vec<Hexside> {
    let kind = GAME.hexsides.find(kind).unwrap();
    let all = map().hexsides.iter().filter(|(_, kinds)| kinds.contains(&kind));
    all.map(|(side, _)| *side).collect()
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

fn counter(id: &str) -> &'static Counter {
    GAME.counters.get(id).unwrap_or_else(|| panic!("no counter {id}"))
}

fn value(counter: &Counter, column: &str) -> String {
    counter.value(column).unwrap_or_default().to_owned()
}

fn type_of(counter: &Counter) -> &'static str {
    counter.unit_type.map_or("", |id| GAME.unit_types[id].id.as_str())
}

fn nation(counter: &Counter) -> &'static str {
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
fn placed(scenario: &'static Scenario, unit: &str) -> (Option<i32>, String) {
    let set_up = set_up_of(scenario, unit).unwrap_or_else(|| panic!("{unit} is nowhere"));
    let place = match &set_up.placement {
        Placement::At(_, at) => map().location_name(*at),
        Placement::Free(text) => text.clone(),
        other => panic!("{other:?}"),
    };
    (set_up.turn, place)
}
