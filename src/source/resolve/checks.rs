//! Checks that need several files at once: set-ups on the ground, counters used, stacks.

use super::Scope;
use crate::diagnostic::{Diagnostic, Place, SourceFile};
use crate::hex::{Hex, Location};
use crate::model::{
    Cost, Counter, CounterKind, Game, Id, Map, MovementPoints, Placement, Scenario, SetUp, Side,
    Stacking, StackingCount, UnitCount,
};
use crate::source::format::{At, ScenarioFile, SetUpSource};
use crate::source::words;
use hashbrown::{HashMap, HashSet};
use std::sync::Arc;

/// Checks a scenario's set-up: no unit where it cannot stand, no stack too high, no counter used
/// more often than it is printed.
pub(super) fn set_up(
    scope: &mut Scope<'_>,
    source: &ScenarioFile,
    scenario: &Scenario,
    game: &Game,
) {
    let sources: Vec<&At<SetUpSource>> =
        source.set_ups.iter().chain(&source.reinforcements).collect();
    // A set-up that was dropped leaves the lists unequal; its own mistake has been reported.
    if sources.len() == scenario.set_ups.len() {
        for (set_up, source) in scenario.set_ups.iter().zip(&sources) {
            prohibited(scope, set_up, source, game);
        }
        overstacked(scope, scenario, &sources, game);
    }
    counts(scope, scenario, source, game);
}

fn place_of(scope: &Scope<'_>, source: &At<SetUpSource>) -> Place {
    let at = source.value.at.as_ref().map(At::span);
    scope.place(at.or(source.value.units.0.first().map(At::span)).unwrap_or(source.span()))
}

fn prohibited(scope: &mut Scope<'_>, set_up: &SetUp, source: &At<SetUpSource>, game: &Game) {
    let Placement::At(map, Location::Hex(hex)) = set_up.placement else { return };
    for unit in &set_up.units {
        let counter = &game.counters[unit.counter];
        if let Some(terrain) = barred(game, map, hex, counter) {
            let place = place_of(scope, source);
            let id = game.maps[map].location_name(Location::Hex(hex));
            scope.push(
                Diagnostic::error(
                    "setup-prohibited",
                    place,
                    format!("{} cannot stand in {id}: {terrain} is prohibited to it", counter.id),
                )
                .help(
                    "set it up elsewhere, or check the terrain and the costs of its movement class",
                ),
            );
        }
    }
}

/// The terrain's name when a counter may not enter a hex by any way.
fn barred<'g>(game: &'g Game, map: Id<Map>, hex: Hex, counter: &Counter) -> Option<&'g str> {
    let class = game.unit_types[counter.unit_type?].class?;
    let ground = &game.maps[map];
    let terrain = &game.terrain[ground.hex(hex)?.terrain];
    if terrain.costs.of(class).is_none_or(|cost| cost.value != Cost::Prohibited) {
        return None;
    }
    let by_road = ground.grid.neighbours(hex).any(|(_, other)| {
        let side = crate::hex::Hexside::between(hex, other);
        side.and_then(|side| ground.crossings.get(&side)).is_some_and(|paths| {
            paths.iter().any(|path| {
                let path = &game.paths[*path];
                path.replaces_terrain
                    && path.costs.of(class).is_some_and(|cost| cost.value != Cost::Prohibited)
            })
        })
    });
    (!by_road).then_some(terrain.name.as_str())
}

/// A side's units in one place.
type StackKey = (Id<Map>, Hex, Option<Id<Side>>);

/// A counter that counts for stacking.
struct Stacked {
    stack: StackKey,
    weight: MovementPoints,
    unit: UnitCount,
    /// The place of its set-up in the scenario.
    set_up: usize,
}

/// All counters that start on the map and count for stacking, in order.
fn stacked<'s>(
    stacking: &'s Stacking,
    scenario: &'s Scenario,
    game: &'s Game,
) -> impl Iterator<Item = Stacked> + 's {
    let at_start = scenario.set_ups.iter().enumerate().filter(|(_, set_up)| set_up.turn.is_none());
    at_start
        .flat_map(move |(nth, set_up)| {
            let Placement::At(map, Location::Hex(hex)) = set_up.placement else { return None };
            Some(set_up.units.iter().filter_map(move |&unit| {
                let counter = &game.counters[unit.counter];
                let weight = stacking_weight(stacking, counter)?;
                Some(Stacked { stack: (map, hex, counter.side), weight, unit, set_up: nth })
            }))
        })
        .flatten()
}

fn overstacked(
    scope: &mut Scope<'_>,
    scenario: &Scenario,
    sources: &[&At<SetUpSource>],
    game: &Game,
) {
    let Some(stacking) = &game.rules.stacking else { return };
    let mut totals: HashMap<StackKey, MovementPoints> =
        HashMap::with_capacity(scenario.set_ups.len());
    for (nth, one) in stacked(stacking, scenario, game).enumerate() {
        let (map, hex, _) = one.stack;
        let limit = limit_in(stacking, game, map, hex);
        let total = totals.entry(one.stack).or_insert(MovementPoints::ZERO);
        let was_legal = *total <= limit;
        for _ in 0..one.unit.count {
            *total = *total + one.weight;
        }
        if was_legal && *total > limit {
            let stack: Vec<&str> = stacked(stacking, scenario, game)
                .take(nth + 1)
                .filter(|other| other.stack == one.stack)
                .flat_map(|other| {
                    let id = game.counters[other.unit.counter].id.as_str();
                    std::iter::repeat_n(id, other.unit.count as usize)
                })
                .collect();
            let place = place_of(scope, sources[one.set_up]);
            let id = game.maps[map].location_name(Location::Hex(hex));
            let message = format!("the stack in {id} counts {total}, the limit is {limit}");
            scope.push(
                Diagnostic::error("overstacked", place, message)
                    .label(stack.join(", "))
                    .help("move one of them to another hex"),
            );
        }
    }
}

fn limit_in(stacking: &Stacking, game: &Game, map: Id<Map>, hex: Hex) -> MovementPoints {
    let Some(data) = game.maps[map].hex(hex) else { return stacking.limit };
    stacking
        .terrain
        .iter()
        .filter(|(terrain, _)| data.terrain == *terrain || data.features.contains(terrain))
        .map(|(_, limit)| *limit)
        .max()
        .unwrap_or(stacking.limit)
}

/// What a counter counts for stacking; `None` when it stacks free.
fn stacking_weight(stacking: &Stacking, counter: &Counter) -> Option<MovementPoints> {
    if counter.kind != CounterKind::Unit
        || counter.unit_type.is_some_and(|kind| stacking.free.contains(&kind))
    {
        return None;
    }
    match &stacking.count {
        StackingCount::Units => Some(MovementPoints::ONE),
        StackingCount::Column(column) => counter.value(column).and_then(|value| value.parse().ok()),
    }
}

/// All counters a scenario puts somewhere.
fn used(scenario: &Scenario) -> impl Iterator<Item = UnitCount> + '_ {
    scenario
        .set_ups
        .iter()
        .flat_map(|set_up| set_up.units.iter().copied())
        .chain(scenario.reserve.iter().copied())
}

fn counts(scope: &mut Scope<'_>, scenario: &Scenario, source: &ScenarioFile, game: &Game) {
    let mut totals = vec![0; game.counters.len()];
    for unit in used(scenario) {
        totals[unit.counter.index()] += unit.count;
    }
    for (counter, total) in game.counters.iter().zip(totals) {
        if total <= counter.count {
            continue;
        }
        // The last mention is the one too many.
        let mentions = source
            .set_ups
            .iter()
            .chain(&source.reinforcements)
            .map(|at| &at.value.units)
            .chain([&source.reserve]);
        let place = mentions
            .flat_map(|list| scope.words(list))
            .rfind(|word| word.text.split('*').next() == Some(counter.id.as_str()))
            .map(|word| scope.place(word.span));
        let message = format!(
            "{} is used {total} times, but {} printed",
            counter.id,
            match counter.count {
                1 => "only one is".to_owned(),
                count => format!("only {count} are"),
            }
        );
        if let Some(place) = place {
            scope.push(
                Diagnostic::error("too-many-used", place, message)
                    .help("raise its count, or use another counter"),
            );
        }
    }
}

/// Checks across all files of a game.
///
/// `also_named` are counters of set-ups that were dropped for mistakes of their own.
pub(in crate::source) fn across_files(
    scope: &mut Scope<'_>,
    game: &Game,
    also_named: &[Id<Counter>],
) {
    remnants(scope, game);
    unused(scope, game, also_named);
}

/// The counters that the set-ups of a scenario name, whether or not their places mean anything.
pub(in crate::source) fn named(
    file: &Arc<SourceFile>,
    source: &ScenarioFile,
    game: &Game,
) -> Vec<Id<Counter>> {
    let set_ups = source.set_ups.iter().chain(&source.reinforcements);
    set_ups
        .flat_map(|at| words::split(file, &at.value.units, true))
        .filter_map(|word| game.counters.find(word.text.split('*').next()?))
        .collect()
}

fn remnants(scope: &mut Scope<'_>, game: &Game) {
    for (id, counter) in game.counters.entries() {
        let Some(remnant) = &counter.remnant else { continue };
        if game.counters.find(remnant).is_none()
            && let Some(place) = scope.definitions.place("counter", id.index())
        {
            let help = crate::diagnostic::nearest(remnant, game.counters.names());
            scope.push(
                Diagnostic::error(
                    "unknown-unit",
                    place,
                    format!("the remnant `{remnant}` of {} does not exist", counter.id),
                )
                .lacks("counter", remnant.as_str())
                .maybe_help(help),
            );
        }
    }
}

fn unused(scope: &mut Scope<'_>, game: &Game, also_named: &[Id<Counter>]) {
    // What a lost scenario or set-up uses is not known.
    let lost = ["scenario", "set-up"].iter().any(|kind| scope.diagnostics.has_lost(kind));
    if game.scenarios.is_empty() || lost {
        return;
    }
    let mut seen = vec![false; game.counters.len()];
    also_named.iter().for_each(|counter| seen[counter.index()] = true);
    for scenario in &game.scenarios {
        for unit in used(scenario) {
            seen[unit.counter.index()] = true;
        }
    }
    let remnants: HashSet<&str> =
        game.counters.iter().filter_map(|counter| counter.remnant.as_deref()).collect();
    for (id, counter) in game.counters.entries() {
        let remnant = remnants.contains(counter.id.as_str());
        let wanted = matches!(counter.kind, CounterKind::Unit | CounterKind::Weapon);
        if wanted
            && !seen[id.index()]
            && !counter.reserve
            && !remnant
            && let Some(place) = scope.definitions.place("counter", id.index())
        {
            scope.push(
                Diagnostic::warning(
                    "unused-counter",
                    place,
                    format!("no scenario uses {}", counter.id),
                )
                .subject(counter.id.as_str())
                .help(
                    "set it up, list it in a scenario's reserve, or put yes in its reserve column",
                ),
            );
        }
    }
}
