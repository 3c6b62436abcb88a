//! Mistakes of a map that only drawing it shows.

use super::MapError;
use super::ground::terrain_parts;
use super::part::{PathPart, SidePart, TerrainPart};
use super::picture::rect;
use crate::diagnostic::nearest;
use crate::hex::{Hex, Point, Rect};
use crate::model::{Cost, CounterKind, CounterSize, Game, Id, Length, Map, TerrainType};

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

/// Something of a map that does not fit beside or into something else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LayoutMistake {
    /// The box it is about; none for the map's hexes.
    pub of: Option<String>,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: &'static str,
}

/// Boxes with frames of their own that lie over hexes or each other, and counters that no hex holds.
pub fn check_layout(game: &Game, map: &Map) -> Vec<LayoutMistake> {
    let mut found: Vec<LayoutMistake> = small_hexes(game, map).into_iter().collect();
    let framed: Vec<(&str, Rect)> = map
        .boxes
        .iter()
        .filter_map(|b| {
            let [x, y, w, h] = b.frame.map(|frame| frame.map(Length::to_mm))?;
            Some((b.id.as_str(), rect(x, y, w, h)))
        })
        .collect();
    let size = map.hex_size.to_mm();
    let layout = map.grid.fitted(size, Point::new(0.0, 0.0));
    let Ok(grid) = map.grid.with_layout(layout) else { return found };
    for (nth, (id, frame)) in framed.iter().enumerate() {
        let over: Vec<&str> = framed[..nth]
            .iter()
            .filter(|(_, other)| overlap(*frame, *other))
            .map(|(other, _)| *other)
            .collect();
        if !over.is_empty() {
            found.push(LayoutMistake {
                of: Some((*id).to_owned()),
                message: format!("the box `{id}` lies over `{}`", over.join("`, `")),
                help: "a frame is left, top, width, height from the upper left corner of the hexes",
            });
        }
        // A box may touch the border of a hex, not what is printed in it.
        let inner = |hex: &Hex| {
            let (centre, reach) = (grid.centre(*hex), size * 0.4);
            let near = Point::new(
                centre.x.clamp(frame.min.x, frame.max.x),
                centre.y.clamp(frame.min.y, frame.max.y),
            );
            (near.x - centre.x).hypot(near.y - centre.y) < reach
        };
        // Nothing is lost where nobody goes: tracks lie on the sea of many maps.
        let played = |hex: &Hex| map.hex(*hex).is_none_or(|data| is_entered(game, data.terrain));
        let covered: Vec<Hex> = grid.hexes().filter(|hex| inner(hex) && played(hex)).collect();
        if !covered.is_empty() {
            let hexes = match covered.len() {
                1 => "the hex".to_owned(),
                many => format!("{many} hexes:"),
            };
            found.push(LayoutMistake {
                of: Some((*id).to_owned()),
                message: format!(
                    "the box `{id}` covers {hexes} {}",
                    map.hex_runs(&covered).join(", ")
                ),
                help: "move its frame beside the hexes, or leave the hexes out of the grid",
            });
        }
    }
    found
}

/// Whether units of some class may enter a terrain; a game without classes does not say.
fn is_entered(game: &Game, terrain: Id<TerrainType>) -> bool {
    let mut costs = game.terrain[terrain].costs.by_class(&game.movement_classes);
    game.movement_classes.is_empty()
        || costs.any(|(_, cost)| cost.is_none_or(|cost| cost.value != Cost::Prohibited))
}

fn overlap(a: Rect, b: Rect) -> bool {
    const HAIR: f64 = 0.05;
    a.max.x.min(b.max.x) - a.min.x.max(b.min.x) > HAIR
        && a.max.y.min(b.max.y) - a.min.y.max(b.min.y) > HAIR
}

/// The longer side of a counter in millimetres.
fn longer(size: &CounterSize) -> f64 {
    size.width.to_mm().max(size.height.to_mm())
}

/// Units that are larger than the hexes they are to stand in.
fn small_hexes(game: &Game, map: &Map) -> Option<LayoutMistake> {
    let unit = |kind| matches!(kind, CounterKind::Unit | CounterKind::Weapon);
    let sizes = game.counters.iter().filter(|counter| unit(counter.kind)).map(|c| c.size);
    let largest =
        sizes.map(|id| &game.counter_sizes[id]).max_by(|a, b| longer(a).total_cmp(&longer(b)))?;
    let (hex, unit) = (map.hex_size.to_mm(), longer(largest));
    (unit > hex + 0.01).then(|| LayoutMistake {
        of: None,
        message: format!(
            "counters of {:.1} × {:.1} mm (`{}`) are larger than the hexes, which are {hex:.1} mm from side to side",
            largest.width.to_mm(),
            largest.height.to_mm(),
            largest.id
        ),
        help: "make `hex_size` larger, or the counters smaller",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_lie_on_the_sea_but_not_on_land() {
        let loaded = crate::source::load(std::path::Path::new(env!("CARGO_MANIFEST_DIR")));
        let game = loaded.game("sicily").cloned().expect("a game with boxes on its sea");
        let map = game.maps.iter().next().expect("its map");
        assert!(map.boxes.iter().any(|one| one.id == "cent-box"));
        assert_eq!(check_layout(&game, map), []);
        let mut landed = map.clone();
        landed.boxes = crate::model::Registry::default();
        for mut one in map.boxes.iter().cloned() {
            if one.id == "cent-box" {
                one.frame = Some([400.0, 200.0, 40.0, 30.0].map(Length::mm));
            }
            assert!(landed.boxes.insert(one).is_ok());
        }
        let found = check_layout(&game, &landed);
        assert!(
            found.len() == 1 && found[0].message.starts_with("the box `cent-box` covers"),
            "{found:?}"
        );
    }
}
