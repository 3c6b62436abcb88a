//! What a map consists of, and what about it looks like a mistake.

use super::step_cost;
use crate::hex::{Hex, Hexside};
use crate::model::{Game, Map, MovementPoints};
use std::collections::{BTreeMap, BTreeSet};

/// Hexes that units of a class can reach from each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Region {
    /// The hexes, in the order of the grid.
    pub hexes: Vec<Hex>,
}

/// A road that stops where there is nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StrandedRoad {
    /// The path's type or name.
    pub name: String,
    /// The hex in which it ends.
    pub end: Hex,
}

/// The numbers of a map.
#[derive(Debug, Clone, Default)]
pub struct MapStats {
    /// How many hexes have each terrain or feature, by printed name, in the chart's order.
    pub terrain: Vec<(String, usize)>,
    /// How many hexsides have each type.
    pub hexsides: Vec<(String, usize)>,
    /// How many hexsides each path type crosses.
    pub paths: Vec<(String, usize)>,
    /// How many hexes lie at each level.
    pub levels: BTreeMap<i32, usize>,
    /// For each movement class, the regions it cannot leave, largest first.
    pub regions: Vec<(String, Vec<Region>)>,
    /// Hexes that no class can enter although it could enter their terrain: cut off on all sides.
    pub enclosed: Vec<Hex>,
    /// Roads that end nowhere.
    pub stranded: Vec<StrandedRoad>,
    /// Paths that pass hexes no class may enter.
    pub drowned: Vec<(String, Hex)>,
}

impl MapStats {
    /// Surveys a map.
    pub fn of(game: &Game, map: &Map) -> Self {
        let mut stats = MapStats::default();
        for (id, terrain) in game.terrain.entries() {
            let count =
                map.hexes.iter().filter(|h| h.terrain == id || h.features.contains(&id)).count();
            stats.terrain.push((terrain.name.clone(), count));
        }
        for (id, hexside) in game.hexsides.entries() {
            let count = map.hexsides.values().filter(|kinds| kinds.contains(&id)).count();
            stats.hexsides.push((hexside.name.clone(), count));
        }
        for (id, path) in game.paths.entries() {
            let count = map.crossings.values().filter(|kinds| kinds.contains(&id)).count();
            stats.paths.push((path.name.clone(), count));
        }
        for hex in &map.hexes {
            *stats.levels.entry(hex.level).or_default() += 1;
        }
        for (id, class) in game.movement_classes.entries() {
            stats.regions.push((class.name.clone(), regions(game, map, id)));
        }
        stats.enclosed = enclosed(game, map);
        stats.stranded = stranded(game, map);
        stats.drowned = drowned(game, map);
        stats
    }

    /// Whether anything looks like a mistake.
    pub fn has_findings(&self) -> bool {
        !self.enclosed.is_empty() || !self.stranded.is_empty() || !self.drowned.is_empty()
    }
}

fn enterable(
    game: &Game,
    map: &Map,
    class: crate::model::Id<crate::model::MovementClass>,
    hex: Hex,
) -> bool {
    map.grid
        .neighbours(hex)
        .any(|(_, beside)| step_cost(game, map, class, beside, hex, MovementPoints::ONE).is_ok())
}

fn regions(
    game: &Game,
    map: &Map,
    class: crate::model::Id<crate::model::MovementClass>,
) -> Vec<Region> {
    let mut seen = vec![false; map.grid.len()];
    let mut regions = Vec::new();
    for (start, hex) in map.grid.hexes().enumerate() {
        if seen[start] || !enterable(game, map, class, hex) {
            continue;
        }
        seen[start] = true;
        let mut hexes = vec![hex];
        let mut at = 0;
        while let Some(&here) = hexes.get(at) {
            at += 1;
            for (_, next) in map.grid.neighbours(here) {
                let Some(index) = map.grid.index(next) else { continue };
                let open = |a, b| step_cost(game, map, class, a, b, MovementPoints::ONE).is_ok();
                if !seen[index]
                    && enterable(game, map, class, next)
                    && (open(here, next) || open(next, here))
                {
                    seen[index] = true;
                    hexes.push(next);
                }
            }
        }
        hexes.sort_by_key(|hex| map.grid.index(*hex));
        regions.push(Region { hexes });
    }
    regions.sort_by_key(|region| std::cmp::Reverse(region.hexes.len()));
    regions
}

/// Hexes whose terrain some class may enter, but no neighbour lets it in.
fn enclosed(game: &Game, map: &Map) -> Vec<Hex> {
    let open_terrain = |hex: Hex| {
        map.hex(hex).is_some_and(|data| {
            game.movement_classes.entries().any(|(class, _)| {
                let cost = game.terrain[data.terrain].costs.of(class);
                cost.is_some_and(|c| c.value != crate::model::Cost::Prohibited)
            })
        })
    };
    map.grid
        .hexes()
        .filter(|hex| {
            open_terrain(*hex)
                && !game
                    .movement_classes
                    .entries()
                    .any(|(class, _)| enterable(game, map, class, *hex))
        })
        .collect()
}

fn at_edge(map: &Map, hex: Hex) -> bool {
    map.grid.neighbours(hex).count() < 6
}

fn stranded(game: &Game, map: &Map) -> Vec<StrandedRoad> {
    let mut ways: BTreeMap<[i32; 2], BTreeSet<Hexside>> = BTreeMap::new();
    for side in map.crossings.keys() {
        for hex in side.hexes() {
            ways.entry(hex.to_array()).or_default().insert(*side);
        }
    }
    let somewhere = |hex: Hex| {
        map.places.iter().any(|place| place.hex == hex)
            || map.hex(hex).is_some_and(|data| !data.features.is_empty())
            || map.victory.iter().any(|v| v.hex == hex)
            || at_edge(map, hex)
            || ways.get(&hex.to_array()).is_some_and(|sides| sides.len() > 1)
            || map.boxes.iter().any(|b| b.touches.contains(&hex))
    };
    let mut found = Vec::new();
    for path in &map.paths {
        let ends = [path.along.first(), path.along.last()].into_iter().flatten();
        for end in ends.filter_map(|location| location.hex()) {
            let stranded = StrandedRoad {
                name: if path.name.is_empty() {
                    game.paths[path.kind].name.clone()
                } else {
                    path.name.clone()
                },
                end,
            };
            let is_town = map.hex(end).is_some_and(|d| {
                matches!(
                    game.terrain[d.terrain].draw.as_str(),
                    "city" | "town" | "village" | "urban"
                )
            });
            if !somewhere(end) && !is_town && !found.contains(&stranded) {
                found.push(stranded);
            }
        }
    }
    found
}

fn drowned(game: &Game, map: &Map) -> Vec<(String, Hex)> {
    let closed = |hex: Hex| {
        map.hex(hex).is_some_and(|data| {
            !game.movement_classes.is_empty()
                && game.movement_classes.entries().all(|(class, _)| {
                    let cost = game.terrain[data.terrain].costs.of(class);
                    cost.is_some_and(|c| c.value == crate::model::Cost::Prohibited)
                })
        })
    };
    let mut found = Vec::new();
    for path in map.paths.iter().filter(|path| !game.paths[path.kind].crosses_prohibited) {
        for hex in
            path.along.iter().filter_map(|location| location.hex()).filter(|hex| closed(*hex))
        {
            let name = if path.name.is_empty() { &game.paths[path.kind].name } else { &path.name };
            if !found.contains(&(name.clone(), hex)) {
                found.push((name.clone(), hex));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::sample::game;
    use super::*;

    #[test]
    fn a_road_into_the_fields_is_stranded_but_one_to_a_town_or_the_edge_is_not() {
        let loaded = game(
            "[[path]]\ntype = \"road\"\nalong = \"0101 0201 0302\"\n[[path]]\ntype = \"road\"\nalong = \"0601 0502 0402\"\n[[place]]\nname = \"Town\"\nhex = \"0402\"\nfeatures = \"town\"\n",
        );
        let game = loaded.game("g").unwrap();
        let map = game.maps.iter().next().unwrap();
        let stats = MapStats::of(game, map);
        let ends: Vec<String> =
            stats.stranded.iter().map(|s| map.grid.id(s.end).unwrap().to_string()).collect();
        assert_eq!(ends, ["0302"]);
    }

    #[test]
    fn an_island_is_a_region_of_its_own() {
        let loaded = game("[[terrain]]\ntype = \"sea\"\nhexes = \"0401-0406 0503 0603\"\n");
        let game = loaded.game("g").unwrap();
        let map = game.maps.iter().next().unwrap();
        let stats = MapStats::of(game, map);
        let sizes: Vec<usize> = stats.regions[0].1.iter().map(|r| r.hexes.len()).collect();
        assert_eq!(sizes, [18, 6, 4]);
    }
}
