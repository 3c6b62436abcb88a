//! The ground of the game's own map.

use super::ground::{EntryArea, Ground, HexFacts, Terrain};
use super::words::Road;
use crate::hex::{Hex, Location};
use crate::model::{BoxKind, Game, Map};
use hashbrown::HashMap;

impl Ground {
    /// The ground of a map; what is wrong with it, when it has words that are none of this game's.
    pub(super) fn of_map(game: &Game, map: &Map) -> Result<Ground, String> {
        let mut ground = Ground::bare(map.grid.clone());
        for hex in map.grid.hexes() {
            let Some(data) = map.hex(hex) else { continue };
            let words: Vec<String> = std::iter::once(data.terrain)
                .chain(data.features.iter().copied())
                .map(|id| game.terrain[id].id.clone())
                .collect();
            ground.set_hex(hex, HexFacts::read(&words, Terrain::Clear)?);
        }
        for (side, kinds) in &map.hexsides {
            for kind in kinds {
                ground.add_side(*side, &game.hexsides[*kind].id)?;
            }
        }
        let mut gates: HashMap<String, HashMap<Hex, Road>> = HashMap::new();
        for path in &map.paths {
            let road = match game.paths[path.kind].id.as_str() {
                "road-minor" => Road::Minor,
                "road-major" => Road::Major,
                other => return Err(format!("`{other}` is no road of this game")),
            };
            for run in path.along.split(|place| matches!(place, Location::Box(_))) {
                let hexes: Vec<Hex> = run.iter().filter_map(|place| hex_of(*place)).collect();
                ground.add_road(road, &hexes);
            }
            for pair in path.along.windows(2) {
                let (area, hex) = match (pair[0], pair[1]) {
                    (area @ Location::Box(_), Location::Hex(hex))
                    | (Location::Hex(hex), area @ Location::Box(_)) => (area, hex),
                    _ => continue,
                };
                let known = gates.entry(map.location_name(area)).or_default().entry(hex);
                let best = known.or_insert(road);
                *best = (*best).max(road);
            }
        }
        for entry in map.boxes.iter().filter(|entry| entry.kind == BoxKind::Entry) {
            let roads = gates.remove(&entry.id).unwrap_or_default();
            let frontage = frontage(map, &entry.touches);
            ground.areas.push(EntryArea {
                name: entry.id.clone(),
                // I43 5.8.1: eastern areas change hands, so the turn tells.
                owner: None,
                touches: entry.touches.clone(),
                roads,
                frontage: frontage.into_iter().map(|hex| (entry.id.clone(), hex)).collect(),
                next_to: entry.next_to.clone(),
            });
        }
        Ok(ground)
    }
}

fn hex_of(place: Location) -> Option<Hex> {
    match place {
        Location::Hex(hex) => Some(hex),
        Location::Box(_) => None,
    }
}

/// Off-map hexes before an entry area: those all of whose neighbours on the map it touches.
fn frontage(map: &Map, touches: &[Hex]) -> Vec<Hex> {
    let mut found: Vec<Hex> = Vec::new();
    for touched in touches {
        for off in touched.all_neighbors() {
            let on_map = |near: &Hex| map.grid.contains(*near);
            let own = off
                .all_neighbors()
                .iter()
                .filter(|near| on_map(near))
                .all(|near| touches.contains(near));
            if !on_map(&off) && own && !found.contains(&off) {
                found.push(off);
            }
        }
    }
    found
}
