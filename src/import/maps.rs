//! Boards with a hex grid become maps with a backdrop.

use super::art::Gallery;
use super::{Imported, fresh_id};
use crate::vassal::file::ModuleFile;
use crate::vassal::grid::{Atlas, Axis, BoardSheet, Grid, HexGrid, Point};
use crate::vassal::limits::Limits;
use std::collections::BTreeSet;
use toml::{Table, Value};

/// A map that was written: where it came from and which hexes it has.
#[derive(Debug)]
pub(super) struct WrittenMap {
    pub(super) id: String,
    pub(super) map: String,
    pub(super) hexes: BTreeSet<String>,
}

/// No board has more; a grid of one-pixel hexes would.
const MOST: i32 = 400;

pub(super) fn write(
    atlas: &Atlas,
    module: &mut ModuleFile,
    gallery: &mut Gallery,
    limits: &Limits,
    imported: &mut Imported,
) -> Vec<WrittenMap> {
    let mut written = Vec::new();
    let mut taken = BTreeSet::new();
    for map in &atlas.maps {
        for board in &map.boards {
            let what = format!("board {:?} of map {:?}", board.name, map.name);
            let grid = match board.grid.as_ref().and_then(hex_grid) {
                Some(grid) => grid,
                None => {
                    let kind = board.grid.as_ref().map_or("no grid", Grid::kind);
                    imported.leave_out(format!("{what}: it has {kind}, maps need hexes"));
                    continue;
                }
            };
            let Some((hexes, table)) = describe(board, grid, &what, imported) else { continue };
            let name = if map.boards.len() == 1 {
                map.name.clone()
            } else {
                format!("{} {}", map.name, board.name)
            };
            let id = fresh_id(&name, &mut taken);
            let mut file = Table::new();
            file.insert("title".into(), name.into());
            file.insert("default".into(), "clear".into());
            file.insert("provenance".into(), "reconstructed".into());
            file.insert("grid".into(), Value::Table(table));
            let image = board.image.as_ref();
            let picture = image.and_then(|image| gallery.carry(image, module, limits, imported));
            if let Some(backdrop) =
                picture.and_then(|picture| backdrop(picture, grid, &hexes, &what, imported))
            {
                file.insert("backdrop".into(), Value::Table(backdrop));
            }
            let path = format!("maps/{}/{id}.toml", imported.game);
            imported.toml(path, &file);
            let hexes = hexes.into_iter().map(|(name, _)| name).collect();
            written.push(WrittenMap { id, map: map.name.clone(), hexes });
        }
    }
    written
}

/// The hexes of a board: its own, the background of its zones, or those of the first zone with hexes.
fn hex_grid(grid: &Grid) -> Option<&HexGrid> {
    match grid {
        Grid::Hex(hexes) => Some(hexes),
        Grid::Zoned(zones) => {
            let background = zones.background.as_deref().and_then(hex_grid);
            background.or_else(|| {
                zones.zones.iter().find_map(|zone| zone.grid.as_deref().and_then(hex_grid))
            })
        }
        Grid::Square(_) | Grid::Region(_) => None,
    }
}

/// The `[grid]` of a map, and its hexes with the pixels of their centres.
fn describe(
    board: &BoardSheet,
    grid: &HexGrid,
    what: &str,
    imported: &mut Imported,
) -> Option<(Vec<(String, Point)>, Table)> {
    let Some(numbering) = &grid.numbering else {
        imported.leave_out(format!("{what}: its hexes have no numbers"));
        return None;
    };
    let plain =
        !numbering.horizontal.descending && !numbering.vertical.descending && !numbering.stagger;
    if !plain || numbering.vertical.letters || numbering.format != "$gridLocation$" {
        imported.leave_out(format!("{what}: its numbering (descending, staggered, lettered rows or a format of its own) has to be typed by hand"));
        return None;
    }
    let Some((width, height)) = board.size else {
        imported.leave_out(format!(
            "{what}: its picture is not in the module, so its size is not known"
        ));
        return None;
    };
    let (wide, high) = if grid.sideways { (height, width) } else { (width, height) };
    let count = |from: f64, pitch: f64, size: i32| {
        ((f64::from(size) - from) / pitch).ceil().clamp(0.0, f64::from(MOST)) as i32
    };
    let lines = count(f64::from(grid.origin.0), grid.dx, wide);
    let straight = count(f64::from(grid.origin.1), grid.dy, high);
    let shifted = count(f64::from(grid.origin.1) + grid.dy / 2.0, grid.dy, high);
    if lines < 1 || straight < 1 {
        imported.leave_out(format!("{what}: no hex lies on it"));
        return None;
    }
    let last = |axis: &Axis, count: i32| axis.offset.saturating_add(count - 1);
    let runs_over = |axis: &Axis, count: i32| {
        !axis.letters
            && 10_i32.checked_pow(axis.leading + 1).is_some_and(|most| last(axis, count) >= most)
    };
    if numbering.separator.is_empty()
        && (runs_over(&numbering.horizontal, lines) || runs_over(&numbering.vertical, straight))
    {
        imported.leave_out(format!("{what}: its numbers get longer along the way (99, 100 …) with nothing between column and row; number it by hand"));
        return None;
    }
    let mut hexes = Vec::new();
    for line in 0..lines {
        for place in 0..if line % 2 == 0 { straight } else { shifted } {
            let half = if line % 2 == 0 { 0.0 } else { grid.dy / 2.0 };
            let u = f64::from(grid.origin.0) + f64::from(line) * grid.dx;
            let v = f64::from(grid.origin.1) + half + f64::from(place) * grid.dy;
            let centre = if grid.sideways {
                (v.round() as i32, u.round() as i32)
            } else {
                (u.round() as i32, v.round() as i32)
            };
            hexes.push((grid.name(centre, (width, height))?, centre));
        }
    }
    // On a sideways grid the lines of hexes are rows; VASSAL still counts them as columns.
    let (first_line, first_place) = (numbering.horizontal.offset, numbering.vertical.offset);
    let mut table = Table::new();
    let mut set = |key: &str, value: Value| drop(table.insert(key.to_owned(), value));
    set("orientation", if grid.sideways { "pointy" } else { "flat" }.into());
    let (columns, rows) = if grid.sideways { (straight, lines) } else { (lines, straight) };
    set("columns", i64::from(columns).into());
    set("rows", i64::from(rows).into());
    set("stagger", if first_line % 2 == 0 { "odd-down" } else { "even-down" }.into());
    let column_first = numbering.column_first != grid.sideways;
    set(
        "numbering",
        match (numbering.horizontal.letters, column_first) {
            (true, _) => "letters",
            (false, true) => "CCRR",
            (false, false) => "RRCC",
        }
        .into(),
    );
    let (first_column, first_row) =
        if grid.sideways { (first_place, first_line) } else { (first_line, first_place) };
    set("first_column", i64::from(first_column).into());
    set("first_row", i64::from(first_row).into());
    if !numbering.horizontal.letters {
        set("digits", i64::from(numbering.horizontal.leading + 1).into());
    }
    set("separator", numbering.separator.as_str().into());
    set("hex_size", "16mm".into());
    if shifted != straight {
        let run: Table = [
            ("first".to_owned(), i64::from(first_place).into()),
            ("count".to_owned(), i64::from(shifted).into()),
        ]
        .into_iter()
        .collect();
        set(if first_line % 2 == 0 { "odd" } else { "even" }, Value::Table(run));
    }
    if numbering.horizontal.leading != numbering.vertical.leading && !numbering.horizontal.letters {
        imported.leave_out(format!(
            "{what}: columns and rows have different numbers of digits; check its numbers"
        ));
    }
    Some((hexes, table))
}

/// The board's picture with three hexes that fix it.
fn backdrop(
    picture: String,
    grid: &HexGrid,
    hexes: &[(String, Point)],
    what: &str,
    imported: &mut Imported,
) -> Option<Table> {
    let per_line = hexes.iter().filter(|(_, centre)| {
        let line = |point: &Point| if grid.sideways { point.1 } else { point.0 };
        hexes.first().is_some_and(|(_, first)| line(first) == line(centre))
    });
    let far = per_line.clone().next_back();
    let points: Table = [hexes.first(), far, hexes.last()]
        .into_iter()
        .flatten()
        .map(|(name, (x, y))| {
            (name.clone(), Value::Array(vec![f64::from(*x).into(), f64::from(*y).into()]))
        })
        .collect();
    if points.len() < 3 {
        imported.leave_out(format!("{what}: too few hexes to lay its picture under the grid"));
        return None;
    }
    Some(
        [("image".to_owned(), picture.into()), ("points".to_owned(), Value::Table(points))]
            .into_iter()
            .collect(),
    )
}
