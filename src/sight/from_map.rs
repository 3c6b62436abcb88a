//! A field from maps: one map, or boards laid edge to edge, some of them turned.

use super::field::{Cell, Field, FieldError};
use super::thread::{NEIGHBOURS, Spot};
use crate::hex::{Hex, Hexside, Orientation};
use crate::model::SightRules;
use crate::model::{Game, Map};

/// A map and where it lies.
#[derive(Debug, Clone, Copy)]
pub struct Placed<'a> {
    /// The map.
    pub map: &'a Map,
    /// Columns and half hexes to the right and down, in the field's own measure. Boards with half hexes at
    /// their edges share those: the board to the right of one with 33 columns lies 32 columns further.
    pub at: (i32, i32),
    /// Whether it is turned by half a circle.
    pub turned: bool,
}

impl<'a> Placed<'a> {
    /// The map alone.
    pub fn alone(map: &'a Map) -> Self {
        Self { map, at: (0, 0), turned: false }
    }
}

/// The place of a hex on the lattice. Maps with pointed tops are read with both axes exchanged.
fn spot(orientation: Orientation, hex: Hex) -> Spot {
    match orientation {
        Orientation::Flat => Spot { x: 3 * hex.x, y: 2 * hex.y + hex.x },
        Orientation::Pointy => Spot { x: 3 * hex.y, y: 2 * hex.x + hex.y },
    }
}

/// Builds the field of one or more maps of a game.
pub fn field_of(game: &Game, rules: &SightRules, maps: &[Placed]) -> Result<Field, FieldError> {
    let hexes = maps.iter().flat_map(|placed| {
        let map = placed.map;
        // Turned boards keep their upper left corner where it was.
        let far = map.grid.hexes().fold((0, 0), |(x, y), hex| {
            let s = spot(map.grid.orientation(), hex);
            (x.max(s.x), y.max(s.y))
        });
        let near = map.grid.hexes().fold(far, |(x, y), hex| {
            let s = spot(map.grid.orientation(), hex);
            (x.min(s.x), y.min(s.y))
        });
        map.grid.hexes().map(move |hex| {
            let s = spot(map.grid.orientation(), hex);
            let (mut x, mut y) = (s.x - near.0, s.y - near.1);
            if placed.turned {
                (x, y) = (far.0 - near.0 - x, far.1 - near.1 - y);
            }
            let place = Spot { x: x + 3 * placed.at.0, y: y + placed.at.1 };
            let name = map.grid.id(hex).map(|id| id.to_string()).unwrap_or_default();
            (place, name, cell(game, rules, placed, hex))
        })
    });
    Field::new(rules.clone(), hexes)
}

fn cell(game: &Game, rules: &SightRules, placed: &Placed, hex: Hex) -> Cell {
    let map = placed.map;
    let Some(data) = map.hex(hex) else { return Cell::default() };
    let terrain = std::iter::once(&data.terrain).chain(&data.features);
    let kind = terrain.rev().find_map(|id| rules.kind_of_terrain(&game.terrain[*id].id));
    let percent = |name: &Option<String>| {
        let value = name.as_ref().and_then(|name| data.values.get(name)).copied();
        u8::try_from(value.unwrap_or(0).clamp(0, 100)).unwrap_or(0)
    };
    let mut cell = Cell {
        level: i8::try_from(data.level).unwrap_or(i8::MAX),
        kind,
        cover: percent(&rules.cover_value),
        off_centre: data.values.contains_key("off_centre"),
        ..Cell::default()
    };
    let join = kind.and_then(|kind| rules[kind].joined.as_deref());
    let here = spot(map.grid.orientation(), hex);
    for (_, next) in map.grid.neighbours(hex) {
        let there = spot(map.grid.orientation(), next);
        let step = (there.x - here.x, there.y - here.y);
        let Some(mut side) = NEIGHBOURS.iter().position(|n| *n == step) else { continue };
        if placed.turned {
            side = (side + 3) % 6;
        }
        let Some(hexside) = Hexside::between(hex, next) else { continue };
        for id in map.hexsides.get(&hexside).into_iter().flatten() {
            let id = game.hexsides[*id].id.as_str();
            if join == Some(id) {
                cell.joined |= 1 << side;
            }
            if rules.ground.crests.iter().any(|crest| crest == id) {
                cell.crests |= 1 << side;
            }
        }
        if map.crossings.contains_key(&hexside) {
            cell.roads |= 1 << side;
        }
    }
    cell
}
