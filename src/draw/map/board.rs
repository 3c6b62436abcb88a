//! Geomorphic boards laid side by side, some turned about.

use super::{MapError, MapOptions, Picture, draw_map};
use crate::model::{Game, Spot};
use std::collections::BTreeMap;

/// Draws boards as a scenario lays them out: edge to edge, flipped ones turned by 180°.
///
/// Boards of one row must have the same height, boards of one column the same width.
pub fn draw_boards(game: &Game, spots: &[Spot], options: &MapOptions) -> Result<Picture, MapError> {
    let plain = MapOptions { surround: false, ..options.clone() };
    let mut lines = Lines::default();
    let mut drawn = Vec::new();
    for spot in spots {
        let board = draw_map(game, &game.maps[spot.map], &plain)?.picture;
        lines.add(game, spot, (board.width, board.height))?;
        drawn.push((board, spot));
    }
    let mut table = Picture::new(lines.columns.values().sum(), lines.rows.values().sum());
    for (board, spot) in &drawn {
        let (x, y) = (start(&lines.columns, spot.at.0), start(&lines.rows, spot.at.1));
        let transform = if spot.flipped {
            format!("translate({:.3} {:.3}) rotate(180)", x + board.width, y + board.height)
        } else {
            format!("translate({x:.3} {y:.3})")
        };
        let area = super::picture::rect(x, y, board.width, board.height);
        table.place(board, &transform, area);
        // What a board draws beyond its edge must not lie on its neighbour.
        let clip = format!("board-{}-{}", spot.at.0, spot.at.1).replace("--", "-minus-");
        table.define(&format!(
            "<clipPath id=\"{clip}\"><rect x=\"{x:.3}\" y=\"{y:.3}\" width=\"{:.3}\" height=\"{:.3}\"/></clipPath>",
            board.width, board.height
        ));
        table.clip_last(&clip);
    }
    Ok(table)
}

/// The first board that cannot lie where a scenario puts it, and why.
pub fn check_boards(game: &Game, spots: &[Spot]) -> Option<(usize, MapError)> {
    let mut lines = Lines::default();
    spots.iter().enumerate().find_map(|(nth, spot)| {
        if spots[..nth].iter().any(|other| other.at == spot.at) {
            let (id, (column, row)) = (&game.maps[spot.map].id, spot.at);
            let message = format!(
                "board `{id}` lies where another board lies, in column {column}, row {row} of the table"
            );
            return Some((nth, MapError::Layout(message)));
        }
        let map = &game.maps[spot.map];
        let layout = map.grid.fitted(map.hex_size.to_mm(), crate::hex::Point::new(0.0, 0.0));
        let bounds = map.grid.with_layout(layout).ok()?.bounds();
        lines.add(game, spot, (bounds.width(), bounds.height())).err().map(|error| (nth, error))
    })
}

/// Where a line of boards starts on the table.
fn start(sizes: &BTreeMap<i32, f64>, at: i32) -> f64 {
    sizes.range(..at).map(|(_, size)| *size).sum()
}

/// Widths of the columns and heights of the rows of a table.
#[derive(Default)]
struct Lines {
    columns: BTreeMap<i32, f64>,
    rows: BTreeMap<i32, f64>,
}

impl Lines {
    fn add(
        &mut self,
        game: &Game,
        spot: &Spot,
        (width, height): (f64, f64),
    ) -> Result<(), MapError> {
        let id = &game.maps[spot.map].id;
        for (sizes, at, size, word) in [
            (&mut self.columns, spot.at.0, width, "wide"),
            (&mut self.rows, spot.at.1, height, "high"),
        ] {
            let known = *sizes.entry(at).or_insert(size);
            if (known - size).abs() > 0.01 {
                return Err(MapError::Layout(format!(
                    "board `{id}` is {size:.1} mm {word}, but the board it shares a line with is {known:.1} mm {word}; they cannot be laid edge to edge"
                )));
            }
        }
        Ok(())
    }
}
