//! Mistakes of a map that only drawing it shows.

use super::MapError;
use super::ground::terrain_parts;
use super::part::{PathPart, SidePart, TerrainPart};
use crate::diagnostic::nearest;
use crate::model::Game;

/// Every terrain, hexside and path type whose `draw` names no drawing part.
pub fn check_drawing(game: &Game) -> Vec<MapError> {
    let mut wrong = Vec::new();
    for terrain in &game.terrain {
        if let Err(name) = terrain_parts(&terrain.draw) {
            wrong.push(MapError::Part {
                what: "terrain",
                id: terrain.id.clone(),
                draw: name.to_owned(),
                help: nearest(name, TerrainPart::names()),
            });
        }
    }
    for side in game.hexsides.iter().filter(|side| SidePart::named(&side.draw).is_none()) {
        wrong.push(MapError::Part {
            what: "hexside",
            id: side.id.clone(),
            draw: side.draw.clone(),
            help: nearest(&side.draw, SidePart::names()),
        });
    }
    for path in game.paths.iter().filter(|path| PathPart::named(&path.draw).is_none()) {
        wrong.push(MapError::Part {
            what: "path",
            id: path.id.clone(),
            draw: path.draw.clone(),
            help: nearest(&path.draw, PathPart::names()),
        });
    }
    wrong
}
