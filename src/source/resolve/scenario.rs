//! Scenarios: units found, places found, nobody set up where nobody can stand.

use super::Scope;
use super::map_places::box_location;
use crate::diagnostic::{Diagnostic, nearest};
use crate::hex::{Hex, Location};
use crate::model::{
    Balance, BoxKind, Force, Game, Id, Map, Placement, PointsAtStart, Scenario, SetUp, Spot,
    TurnSpan, UnitCount, Withdrawal,
};
use crate::source::format::{At, ScenarioFile, SetUpSource, Text, Words};
use crate::source::words;
use smallvec::SmallVec;

pub(in crate::source) fn scenario(
    scope: &mut Scope<'_>,
    source: &ScenarioFile,
    game: &Game,
) -> Scenario {
    let id = scope
        .file
        .path
        .file_stem()
        .map(|stem| stem.to_string_lossy().into_owned())
        .unwrap_or_default();
    let maps = maps(scope, source, game);
    let forces = forces(scope, source, game);
    let mut scenario = Scenario {
        id,
        title: source.title.clone(),
        summary: source.summary.clone(),
        date: source.date.clone(),
        place: source.place.clone(),
        playable: playable(scope, source, game),
        forces,
        balance: balance(scope, source, game),
        turns: TurnSpan { first: source.turns[0], last: Some(source.turns[1]) },
        first_side: source
            .first_side
            .as_ref()
            .and_then(|side| scope.find(&game.sides, "side", side)),
        first_phase: source.first_phase.as_ref().and_then(|phase| known_phase(scope, phase, game)),
        set_ups: Vec::new(),
        withdrawals: Vec::new(),
        reserve: units(scope, &source.reserve, game).into_vec(),
        points: Vec::new(),
        options: source
            .options
            .iter()
            .filter_map(|option| scope.find(&game.options, "optional rule", option))
            .collect(),
        special_rules: source.special_rules.clone(),
        victory: source.victory.clone(),
        maps,
    };
    for set_up in &source.set_ups {
        scenario.set_ups.extend(one_set_up(scope, set_up, &scenario, game));
    }
    for reinforcement in &source.reinforcements {
        if reinforcement.value.turn.is_none() {
            let place = scope
                .place(reinforcement.value.units.0.first().map_or(reinforcement.span(), At::span));
            scope.push(
                Diagnostic::error(
                    "missing-key",
                    place,
                    "a reinforcement needs the turn of its arrival",
                )
                .help("add turn = 3"),
            );
        }
        scenario.set_ups.extend(one_set_up(scope, reinforcement, &scenario, game));
    }
    for withdrawal in &source.withdrawals {
        turn_in_game(scope, &withdrawal.turn, scenario.turns);
        scenario.withdrawals.push(Withdrawal {
            units: units(scope, &withdrawal.units, game).into_vec(),
            turn: withdrawal.turn.value,
            returns: withdrawal.returns.as_ref().map(|turn| turn.value),
            note: withdrawal.note.clone(),
            provenance: withdrawal.provenance,
        });
    }
    for reinforcement in &source.reinforcements {
        if let Some(turn) = &reinforcement.value.turn {
            turn_in_game(scope, turn, scenario.turns);
        }
    }
    for points in &source.points {
        let kind = scope.find(&game.points, "kind of points", &points.kind);
        let side = points.side.as_ref().and_then(|side| scope.find(&game.sides, "side", side));
        let Some(kind) = kind else { continue };
        let (value, provenance) = (points.value, points.provenance);
        scenario.points.push(PointsAtStart { kind, side, value, provenance });
    }
    super::checks::set_up(scope, source, &scenario, game);
    scenario
}

fn turn_in_game(scope: &mut Scope<'_>, turn: &At<i32>, turns: TurnSpan) {
    if !turns.contains(turn.value) {
        let place = scope.place(turn.span());
        let last = turns.last.unwrap_or(turns.first);
        let message = format!(
            "turn {} is not played: the scenario runs from {} to {last}",
            turn.value, turns.first
        );
        scope.push(Diagnostic::warning("turn-outside", place, message));
    }
}

fn known_phase(scope: &mut Scope<'_>, phase: &At<Text>, game: &Game) -> Option<String> {
    let leaves = game.leaf_phases();
    if leaves.iter().any(|leaf| leaf.id == phase.value) {
        return Some(phase.value.to_string());
    }
    let help = nearest(&phase.value, leaves.iter().map(|leaf| leaf.id.as_str()));
    scope.unknown("phase", &phase.value, phase.span(), help);
    None
}

fn maps(scope: &mut Scope<'_>, source: &ScenarioFile, game: &Game) -> Vec<Spot> {
    let mut maps: Vec<Spot> = Vec::new();
    if let Some(name) = &source.map
        && let Some(map) = scope.find(&game.maps, "map", name)
    {
        maps.push(Spot { map, flipped: false, at: (0, 0) });
    }
    for board in &source.boards {
        if let Some(map) = scope.find(&game.maps, "map", &board.map) {
            maps.push(Spot { map, flipped: board.flipped, at: (board.at[0], board.at[1]) });
        }
    }
    if maps.is_empty() && source.map.is_none() && source.boards.is_empty() {
        maps.extend(game.maps.first().map(|map| Spot { map, flipped: false, at: (0, 0) }));
    }
    maps
}

/// Counters of a list: ids, each with `*n` for several.
pub(super) fn units(scope: &mut Scope<'_>, list: &Words, game: &Game) -> SmallVec<[UnitCount; 2]> {
    let mut units = SmallVec::new();
    for word in words::split(scope.file, list, true) {
        let (name, count) = match word.text.rsplit_once('*') {
            Some((name, count)) => {
                (name, count.parse().ok().filter(|count| (1..=1000).contains(count)))
            }
            None => (word.text, Some(1)),
        };
        let Some(count) = count else {
            let message = format!("`{}`: the number after `*` must be 1 to 1000", word.text);
            scope.error("wrong-value", word.span, message);
            continue;
        };
        let span = word.span.start..word.span.start + name.len().min(word.span.len());
        if let Some(counter) = scope.find_word(&game.counters, "counter", name, span) {
            units.push(UnitCount { counter, count });
        }
    }
    units
}

fn one_set_up(
    scope: &mut Scope<'_>,
    at: &At<SetUpSource>,
    scenario: &Scenario,
    game: &Game,
) -> Option<SetUp> {
    let (source, maps) = (&at.value, scenario.maps.as_slice());
    let units = units(scope, &source.units, game);
    let map = match &source.map {
        Some(name) => scope.find(&game.maps, "map", name)?,
        None => maps.first()?.map,
    };
    let placement = placement(scope, at, map, maps, game)?;
    Some(SetUp {
        units,
        placement,
        turn: source.turn.as_ref().map(|turn| turn.value),
        reduced: source.reduced,
        hidden: source.hidden,
        states: source.states.to_vec(),
        note: source.note.to_string(),
        force: source.force.as_ref().and_then(|force| known_force(scope, force, scenario)),
        provenance: source.provenance,
    })
}

fn known_force(scope: &mut Scope<'_>, force: &At<Text>, scenario: &Scenario) -> Option<usize> {
    let found = scenario.forces.iter().position(|known| known.id == force.value);
    if found.is_none() {
        let help = nearest(&force.value, scenario.forces.iter().map(|known| known.id.as_str()));
        scope.unknown("force", &force.value, force.span(), help);
    }
    found
}

fn forces(scope: &mut Scope<'_>, source: &ScenarioFile, game: &Game) -> Vec<Force> {
    let mut forces: Vec<Force> = Vec::new();
    for force in &source.forces {
        if forces.iter().any(|known| known.id == force.id.value) {
            let message = format!("force `{}` is named twice", force.id.value);
            scope.error("duplicate-id", force.id.span(), message);
            continue;
        }
        let nationality = force
            .nationality
            .as_ref()
            .and_then(|name| scope.find(&game.nationalities, "nationality", name));
        let side = match &force.side {
            Some(side) => scope.find(&game.sides, "side", side),
            None => nationality.map(|id| game.nationalities[id].side),
        };
        forces.push(Force {
            id: force.id.value.to_string(),
            name: force.name.clone(),
            side,
            nationality,
            values: force.values.clone(),
            provenance: force.provenance,
        });
    }
    forces
}

fn balance(scope: &mut Scope<'_>, source: &ScenarioFile, game: &Game) -> Vec<Balance> {
    let mut all = Vec::new();
    for balance in &source.balance {
        if let Some(side) = scope.find(&game.sides, "side", &balance.side) {
            all.push(Balance { side, text: balance.text.clone() });
        }
    }
    all
}

/// The hexes in play of boards that are not used whole.
fn playable(scope: &mut Scope<'_>, source: &ScenarioFile, game: &Game) -> Vec<(Id<Map>, Vec<Hex>)> {
    let mut all = Vec::new();
    for board in source.boards.iter().filter(|board| !board.playable.0.is_empty()) {
        // An unknown map was reported with the boards.
        let Some(map) = game.maps.find(&board.map.value) else { continue };
        let mut hexes = Vec::new();
        for word in words::split(scope.file, &board.playable, true) {
            match words::hexes(&game.maps[map].grid, word.text) {
                Ok(found) => hexes.extend(found),
                Err(error) => scope.bad_word(&word, error),
            }
        }
        all.push((map, hexes));
    }
    all
}

fn placement(
    scope: &mut Scope<'_>,
    at: &At<SetUpSource>,
    map: Id<Map>,
    maps: &[Spot],
    game: &Game,
) -> Option<Placement> {
    let source = &at.value;
    let given = [
        source.at.is_some(),
        source.any_of.is_some(),
        source.within.is_some(),
        source.area.is_some(),
        source.entry.is_some(),
        source.free.is_some(),
    ];
    if given.iter().filter(|given| **given).count() != 1 {
        let place = scope.place(source.units.0.first().map_or(at.span(), At::span));
        let none = !given.contains(&true);
        let message = if none {
            "nothing says where these units are"
        } else {
            "more than one key says where these units are"
        };
        scope.push(
            Diagnostic::error("wrong-placement", place, message)
                .help("give exactly one of: at, any_of, within, area, entry, free"),
        );
        return None;
    }
    if let Some(location) = &source.at {
        let (map, location) = locate(scope, location, map, maps, game)?;
        return Some(Placement::At(map, location));
    }
    if let Some(list) = &source.any_of {
        let mut locations = Vec::new();
        for word in words::split(scope.file, list, true) {
            if let Some(location) = box_location(&game.maps[map], word.text) {
                locations.push(location);
                continue;
            }
            match words::hexes(&game.maps[map].grid, word.text) {
                Ok(hexes) => locations.extend(hexes.into_iter().map(Location::Hex)),
                Err(error) => scope.bad_word(&word, error),
            }
        }
        return Some(Placement::AnyOf(map, locations));
    }
    if let Some(within) = &source.within {
        let (map, location) = locate(scope, &within.of, map, maps, game)?;
        return location.hex().map(|hex| Placement::Within(map, within.hexes, hex));
    }
    if let Some(area) = &source.area {
        return scope
            .find(&game.maps[map].areas, "area", area)
            .map(|area| Placement::Area(map, area));
    }
    if let Some(entry) = &source.entry {
        let id = scope.find(&game.maps[map].boxes, "box", entry)?;
        let found = &game.maps[map].boxes[id];
        if found.kind != BoxKind::Entry {
            let message = format!("box `{}` is not of kind entry", found.id);
            scope.error("wrong-placement", entry.span(), message);
            return None;
        }
        return Some(Placement::Entry(map, id));
    }
    source.free.as_deref().map(|words| Placement::Free(words.to_owned()))
}

/// Finds a hex or box on the scenario's maps, the set-up's own map first.
fn locate(
    scope: &mut Scope<'_>,
    name: &At<Text>,
    map: Id<Map>,
    maps: &[Spot],
    game: &Game,
) -> Option<(Id<Map>, Location)> {
    let candidates =
        std::iter::once(map).chain(maps.iter().map(|spot| spot.map).filter(|other| *other != map));
    for candidate in candidates {
        let ground = &game.maps[candidate];
        // A board's hex is named with its prefix as soon as there are several boards.
        let needs_prefix = maps.len() > 1 && candidate != map;
        let prefixed = ground
            .grid
            .spec()
            .prefix
            .as_deref()
            .is_some_and(|prefix| name.value.starts_with(prefix));
        if let Some(location) = box_location(ground, &name.value) {
            return Some((candidate, location));
        }
        if (!needs_prefix || prefixed)
            && let Ok(hex) = ground.grid.parse(&name.value)
        {
            return Some((candidate, Location::Hex(hex)));
        }
    }
    let ground = &game.maps[map];
    let word = words::Word { text: &name.value, span: name.span() };
    match ground.grid.parse(&name.value) {
        Ok(hex) => return Some((map, Location::Hex(hex))),
        Err(error) => {
            let mut error: words::WordError = error.into();
            if error.code == "unknown-hex" {
                error.help = nearest(&name.value, ground.box_locations.iter().map(String::as_str))
                    .map(|help| format!("boxes: {help}"));
            }
            scope.bad_word(&word, error);
        }
    }
    None
}
