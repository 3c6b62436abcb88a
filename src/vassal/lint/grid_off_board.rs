//! `grid-off-board`, `zone-off-board`, `region-off-board`, `unknown-board`: grids and places that lie beside their board.
//!
//! Usually a board was replaced by a picture of another size. A grid may start
//! outside its board, and zones may stick out; but cells larger than the
//! board, a zone or region wholly outside, or a stack on a board that is not
//! there cannot be meant.

use super::Check;
use super::bench::Bench;
use crate::vassal::grid::{BoardSheet, Grid, Point, ZonedGrid};

pub(super) const CHECK: Check = Check {
    codes: &["grid-off-board", "zone-off-board", "region-off-board", "unknown-board"],
    looks_for: "grids, zones, regions and at-start stacks that do not lie on their board",
    run,
};

fn run(bench: &mut Bench<'_>) {
    let mut found: Vec<(&'static str, String, String)> = Vec::new();
    for map in &bench.atlas.maps {
        for board in &map.boards {
            let place = format!("{} / {}", map.name, board.name);
            if let (Some(grid), Some(size)) = (&board.grid, board.size) {
                look_at(grid, size, board, &place, &mut found);
            }
        }
    }
    for part in bench.parts.iter().filter(|part| part.element.get("mapName").is_some()) {
        let boards: Vec<&str> = part.element.all("Board").filter_map(|b| b.get("name")).collect();
        for stack in part.element.walk().filter(|e| matches!(e.class(), "SetupStack" | "DrawPile"))
        {
            let Some(board) = stack.get("owningBoard").filter(|board| !board.is_empty()) else {
                continue;
            };
            if !boards.is_empty() && !boards.contains(&board) {
                let name = stack.label().unwrap_or(stack.class());
                let message =
                    format!("`{name}` belongs to the board `{board}`, which its map does not have");
                found.push(("unknown-board", part.place.clone(), message));
            }
        }
    }
    for (code, place, message) in found {
        let help = match code {
            "unknown-board" => "choose one of the map's boards, or \"any\"",
            _ => "fit the grid to the board as it is now",
        };
        bench.warning(code, &place, message, help);
    }
}

fn look_at(
    grid: &Grid,
    (width, height): (i32, i32),
    board: &BoardSheet,
    place: &str,
    found: &mut Vec<(&'static str, String, String)>,
) {
    let outside = |(x, y): Point| x < 0 || y < 0 || x > width || y > height;
    let cells = |dx: f64, dy: f64| {
        let (most, least) = (dx.max(dy), dx.min(dy));
        if least <= 0.0 {
            Some(format!("the cells of `{}` have no size ({dx} × {dy} pixels)", board.name))
        } else if most > f64::from(width.max(height)) {
            Some(format!("a cell is {dx:.0} × {dy:.0} pixels, the board {width} × {height}"))
        } else {
            None
        }
    };
    match grid {
        Grid::Hex(hexes) => {
            let message = cells(hexes.dx, hexes.dy);
            found.extend(message.map(|message| ("grid-off-board", place.to_owned(), message)));
        }
        Grid::Square(squares) => {
            let message = cells(squares.dx, squares.dy);
            found.extend(message.map(|message| ("grid-off-board", place.to_owned(), message)));
        }
        Grid::Region(regions) => {
            for (point, name) in regions.regions.iter().filter(|(point, _)| outside(*point)) {
                let message = format!(
                    "the region `{name}` is at {},{}, the board is {width} × {height}",
                    point.0, point.1
                );
                found.push(("region-off-board", place.to_owned(), message));
            }
        }
        Grid::Zoned(ZonedGrid { zones, background }) => {
            for zone in zones {
                let points = &zone.outline.0;
                if !points.is_empty()
                    && points.iter().all(|point| outside(*point))
                    && !covers(points, (width, height))
                {
                    let message = format!(
                        "the zone `{}` lies wholly outside the board of {width} × {height}",
                        zone.name
                    );
                    found.push(("zone-off-board", place.to_owned(), message));
                }
                let inner = zone.grid.as_deref().filter(|_| !zone.uses_parent);
                if let Some(grid) = inner {
                    look_at(grid, (width, height), board, place, found);
                }
            }
            if let Some(grid) = background {
                look_at(grid, (width, height), board, place, found);
            }
        }
    }
}

/// Whether an outline goes around the whole board, with every corner outside.
fn covers(points: &[Point], (width, height): (i32, i32)) -> bool {
    let left =
        points.iter().any(|point| point.0 <= 0) && points.iter().any(|point| point.0 >= width);
    let top =
        points.iter().any(|point| point.1 <= 0) && points.iter().any(|point| point.1 >= height);
    left && top
}
