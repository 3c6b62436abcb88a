//! Rivers along hexsides, roads from hex to hex.

use super::{Scope, map};
use crate::diagnostic::Diagnostic;
use crate::hex::{Hexside, Location};
use crate::model::{Cost, Game, Id, Map, OnSide, Path, PathType, SideLine, TerrainType};
use crate::source::format::{HexsideLine, MapFile, PathSource};
use crate::source::words::{self, Word};
use std::collections::BTreeMap;
use std::ops::Range;

pub(super) fn hexsides(scope: &mut Scope<'_>, source: &MapFile, game: &Game, map: &mut Map) {
    for line in &source.hexsides {
        let sides = sides(scope, line, map);
        let Some(kind) = scope.find(&game.hexsides, "hexside type", &line.kind) else { continue };
        for side in &sides {
            let kinds = map.hexsides.entry(*side).or_default();
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        map.lines.push(SideLine {
            kind,
            name: line.name.clone(),
            sides,
            provenance: line.provenance.unwrap_or(source.provenance),
        });
    }
}

fn sides(scope: &mut Scope<'_>, line: &HexsideLine, map: &Map) -> Vec<Hexside> {
    let mut sides = Vec::new();
    for word in words::split(scope.file, &line.sides, false) {
        match words::sides(&map.grid, word.text) {
            Ok(found) => sides.extend(found),
            Err(error) => scope.bad_word(&word, error),
        }
    }
    if let Some([left, right]) = &line.banks {
        let left = map::hex_list(scope, &map.grid, left);
        let right = map::hex_list(scope, &map.grid, right);
        let before = sides.len();
        for a in &left {
            sides.extend(right.iter().filter_map(|b| Hexside::between(*a, *b)));
        }
        if before == sides.len() && !left.is_empty() && !right.is_empty() {
            let message = "no hex of one bank touches a hex of the other";
            scope.error("not-adjacent", line.kind.span(), message);
        }
    }
    sides
}

pub(super) fn paths(scope: &mut Scope<'_>, source: &MapFile, game: &Game, map: &mut Map) {
    let mut crossed: Vec<(Hexside, Id<PathType>)> = Vec::new();
    let closed: Vec<bool> = game.terrain.iter().map(|terrain| is_closed(game, terrain)).collect();
    for path in &source.paths {
        let along = stops(scope, path, map);
        let kind = scope.find(&game.paths, "path type", &path.kind);
        check_steps(scope, &along, map);
        let Some(kind) = kind else { continue };
        check_ground(scope, &along, &game.paths[kind], (game, &closed), map);
        for pair in along.windows(2) {
            if let (Location::Hex(a), Location::Hex(b)) = (pair[0].0, pair[1].0) {
                crossed.extend(Hexside::between(a, b).map(|side| (side, kind)));
            }
        }
        map.paths.push(Path {
            kind,
            name: path.name.clone(),
            along: along.into_iter().map(|(location, _)| location).collect(),
            provenance: path.provenance.unwrap_or(source.provenance),
        });
    }
    map.crossings = by_side(crossed);
}

/// The paths over each hexside, in the order typed. A whole table is made faster from a sorted
/// list than side by side.
fn by_side(mut crossed: Vec<(Hexside, Id<PathType>)>) -> BTreeMap<Hexside, OnSide<PathType>> {
    crossed.sort_by_key(|(side, _)| *side);
    let sides = crossed.chunk_by(|(a, _), (b, _)| a == b).map(|same| {
        let mut kinds = OnSide::new();
        for (_, kind) in same {
            if !kinds.contains(kind) {
                kinds.push(*kind);
            }
        }
        (same[0].0, kinds)
    });
    sides.collect()
}

/// The hexes and boxes of a path with the word each came from.
fn stops(scope: &mut Scope<'_>, path: &PathSource, map: &Map) -> Vec<(Location, Range<usize>)> {
    let mut along = Vec::new();
    for word in words::split(scope.file, &path.along, true) {
        if let Some(location) = super::map_places::box_location(map, word.text) {
            along.push((location, word.span));
            continue;
        }
        match words::hexes(&map.grid, word.text) {
            Ok(hexes) => {
                along.extend(hexes.into_iter().map(|hex| (Location::Hex(hex), word.span.clone())))
            }
            Err(error) => scope.bad_word(&word, error),
        }
    }
    along.dedup_by_key(|(location, _)| *location);
    along
}

/// Each stop must touch the one before.
fn check_steps(scope: &mut Scope<'_>, along: &[(Location, Range<usize>)], map: &Map) {
    for pair in along.windows(2) {
        let (from, to) = (pair[0].0, pair[1].0);
        let linked = match (from, to) {
            (Location::Hex(a), Location::Hex(b)) => Hexside::between(a, b).is_some(),
            (Location::Box(id), Location::Hex(hex)) | (Location::Hex(hex), Location::Box(id)) => {
                super::map_places::box_touches(map, id, hex)
            }
            (Location::Box(_), Location::Box(_)) => true,
        };
        if !linked {
            let (from, to) = (map.location_name(from), map.location_name(to));
            let place = scope.place(pair[1].1.clone());
            let mut diagnostic =
                Diagnostic::error("path-gap", place, format!("{from} and {to} are not adjacent"));
            if let Location::Hex(hex) = pair[0].0 {
                diagnostic =
                    diagnostic.help(format!("{from} touches {}", words::touching(&map.grid, hex)));
            }
            scope.push(diagnostic);
        }
    }
}

/// A road does not run through ground that nobody can enter.
fn check_ground(
    scope: &mut Scope<'_>,
    along: &[(Location, Range<usize>)],
    kind: &PathType,
    (game, closed): (&Game, &[bool]),
    map: &Map,
) {
    if kind.crosses_prohibited || !closed.contains(&true) {
        return;
    }
    for (location, span) in along {
        let Some(hex) = location.hex() else { continue };
        let Some(terrain) = map.hex(hex).map(|data| data.terrain) else { continue };
        if closed[terrain.index()] {
            let terrain = &game.terrain[terrain].name;
            let word = Word { text: "", span: span.clone() };
            let place = scope.place(word.span);
            scope.push(
                Diagnostic::error(
                    "path-through-prohibited",
                    place,
                    format!("the {} runs through {terrain} at {}", kind.name.to_lowercase(), map.location_name(*location)),
                )
                .help("no unit may enter this terrain; end the line at the shore, or set crosses_prohibited = true on its type"),
            );
        }
    }
}

/// Whether every movement class is barred from a terrain.
fn is_closed(game: &Game, terrain: &TerrainType) -> bool {
    let mut costs = terrain.costs.by_class(&game.movement_classes).peekable();
    costs.peek().is_some()
        && costs.all(|(_, cost)| cost.is_some_and(|cost| cost.value == Cost::Prohibited))
}
