//! The sources of Italy '43 say what its rulebook says: every hex, unit, table and turn that the text names.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod counters;
mod map;
mod scenarios;
mod tables;

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
