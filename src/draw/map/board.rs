//! Geomorphic boards laid side by side, some turned about.

use super::{DrawnMap, MapError, MapOptions, Picture, draw_map};
use crate::model::{Game, Spot};

/// Draws boards as a scenario lays them out: edge to edge, flipped ones turned by 180°.
///
/// Boards of one row must have the same height, boards of one column the same width.
pub fn draw_boards(game: &Game, spots: &[Spot], options: &MapOptions) -> Result<Picture, MapError> {
    let plain = MapOptions { surround: false, ..options.clone() };
    let drawn: Vec<(DrawnMap, &Spot)> = spots
        .iter()
        .map(|spot| Ok((draw_map(game, &game.maps[spot.map], &plain)?, spot)))
        .collect::<Result<_, MapError>>()?;
    let mut columns: std::collections::BTreeMap<i32, f64> = std::collections::BTreeMap::new();
    let mut rows: std::collections::BTreeMap<i32, f64> = std::collections::BTreeMap::new();
    for (board, spot) in &drawn {
        let id = &game.maps[spot.map].id;
        for (sizes, at, size, word) in [
            (&mut columns, spot.at.0, board.picture.width, "wide"),
            (&mut rows, spot.at.1, board.picture.height, "high"),
        ] {
            let known = *sizes.entry(at).or_insert(size);
            if (known - size).abs() > 0.01 {
                return Err(MapError::Layout(format!(
                    "board `{id}` is {size:.1} mm {word}, but the board it shares a line with is {known:.1} mm {word}; they cannot be laid edge to edge"
                )));
            }
        }
    }
    let start = |sizes: &std::collections::BTreeMap<i32, f64>, at: i32| -> f64 {
        sizes.range(..at).map(|(_, size)| *size).sum()
    };
    let mut table = Picture::new(columns.values().sum(), rows.values().sum());
    for (board, spot) in &drawn {
        let (x, y) = (start(&columns, spot.at.0), start(&rows, spot.at.1));
        let transform = if spot.flipped {
            format!(
                "translate({:.3} {:.3}) rotate(180)",
                x + board.picture.width,
                y + board.picture.height
            )
        } else {
            format!("translate({x:.3} {y:.3})")
        };
        let area = super::picture::rect(x, y, board.picture.width, board.picture.height);
        table.place(&board.picture, &transform, area);
        // What a board draws beyond its edge must not lie on its neighbour.
        let clip = format!("board-{}-{}", spot.at.0, spot.at.1).replace("--", "-minus-");
        table.define(&format!(
            "<clipPath id=\"{clip}\"><rect x=\"{x:.3}\" y=\"{y:.3}\" width=\"{:.3}\" height=\"{:.3}\"/></clipPath>",
            board.picture.width, board.picture.height
        ));
        table.clip_last(&clip);
    }
    Ok(table)
}
