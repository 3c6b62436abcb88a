//! How a large drawing is spread over sheets of paper.

use super::geometry::to_mm;
use super::{Orientation, Paper, PrintError};
use crate::model::Length;

/// How a drawing is spread over paper.
#[derive(Debug, Clone, PartialEq)]
pub struct TileOptions {
    /// The paper.
    pub paper: Paper,
    /// Which way it lies; whichever needs fewer sheets when none.
    pub orientation: Option<Orientation>,
    /// What the printer cannot reach, on each side.
    pub margin: Length,
    /// How far neighbouring sheets repeat each other.
    pub overlap: Length,
}

impl Default for TileOptions {
    fn default() -> Self {
        TileOptions {
            paper: Paper::a4(),
            orientation: None,
            margin: Length::mm(8.0),
            overlap: Length::mm(10.0),
        }
    }
}

/// Where the sheets lie on the drawing, in millimetres.
#[derive(Debug, Clone, PartialEq)]
pub struct TilePlan {
    /// Width and height of the paper as it lies.
    pub paper: (f64, f64),
    /// Margin on each side.
    pub margin: f64,
    /// What neighbours share.
    pub overlap: f64,
    /// How many sheets side by side.
    pub columns: usize,
    /// How many sheets below each other.
    pub rows: usize,
    drawing: (f64, f64),
}

/// One sheet: its name and the part of the drawing on it.
#[derive(Debug, Clone, PartialEq)]
pub struct Tile {
    /// Row letter and column number: `A1` is at the upper left.
    pub name: String,
    /// Column and row from the upper left.
    pub at: (usize, usize),
    /// Left and upper edge of the part, in millimetres of the drawing.
    pub corner: (f64, f64),
    /// Its width and height.
    pub size: (f64, f64),
}

impl TilePlan {
    /// Spreads a drawing over paper.
    pub fn new(drawing: (f64, f64), options: &TileOptions) -> Result<Self, PrintError> {
        let (margin, overlap) = (options.margin.to_mm(), options.overlap.to_mm());
        let plan = |orientation: Orientation| -> Result<TilePlan, PrintError> {
            let (w, h) = options.paper.laid(orientation);
            let paper = (to_mm(w), to_mm(h));
            let room = (paper.0 - 2.0 * margin, paper.1 - 2.0 * margin);
            if room.0 < 2.0 * overlap + 20.0 || room.1 < 2.0 * overlap + 20.0 {
                return Err(PrintError::Options(format!(
                    "{} with margins of {margin} mm and an overlap of {overlap} mm leaves no room for a map",
                    options.paper
                )));
            }
            let count = |length: f64, room: f64| {
                (((length - overlap) / (room - overlap) - 1e-9).ceil()).max(1.0) as usize
            };
            let (columns, rows) = (count(drawing.0, room.0), count(drawing.1, room.1));
            if columns * rows > 2000 {
                return Err(PrintError::Options(format!(
                    "the map would need {} sheets",
                    columns * rows
                )));
            }
            Ok(TilePlan { paper, margin, overlap, columns, rows, drawing })
        };
        match options.orientation {
            Some(orientation) => plan(orientation),
            None => {
                let (upright, lying) =
                    (plan(Orientation::Portrait)?, plan(Orientation::Landscape)?);
                Ok(if lying.columns * lying.rows < upright.columns * upright.rows {
                    lying
                } else {
                    upright
                })
            }
        }
    }

    /// How much of the drawing each sheet shows: the same on all, so that no sheet is a sliver.
    fn share(&self) -> (f64, f64) {
        let share =
            |length: f64, count: usize| (length + (count - 1) as f64 * self.overlap) / count as f64;
        (share(self.drawing.0, self.columns), share(self.drawing.1, self.rows))
    }

    /// The sheets, row by row.
    pub fn tiles(&self) -> Vec<Tile> {
        let room = self.share();
        let step = (room.0 - self.overlap, room.1 - self.overlap);
        let mut tiles = Vec::new();
        for row in 0..self.rows {
            for column in 0..self.columns {
                let corner = (column as f64 * step.0, row as f64 * step.1);
                tiles.push(Tile {
                    name: format!("{}{}", letters(row), column + 1),
                    at: (column, row),
                    corner,
                    size: room,
                });
            }
        }
        tiles
    }
}

fn letters(mut row: usize) -> String {
    let mut name = String::new();
    loop {
        name.insert(0, char::from(b'A' + (row % 26) as u8));
        if row < 26 {
            return name;
        }
        row = row / 26 - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbouring_sheets_share_exactly_the_overlap_and_together_cover_the_map() {
        for (paper, drawing) in [
            (Paper::a4(), (530.3, 566.7)),
            (Paper::letter(), (863.6, 558.8)),
            (Paper::a4(), (100.0, 80.0)),
        ] {
            let options = TileOptions { paper, ..TileOptions::default() };
            let plan = TilePlan::new(drawing, &options).unwrap();
            let tiles = plan.tiles();
            for a in &tiles {
                if let Some(b) = tiles.iter().find(|b| b.at == (a.at.0 + 1, a.at.1)) {
                    assert!((a.corner.0 + a.size.0 - b.corner.0 - 10.0).abs() < 1e-9);
                }
                if let Some(b) = tiles.iter().find(|b| b.at == (a.at.0, a.at.1 + 1)) {
                    assert!((a.corner.1 + a.size.1 - b.corner.1 - 10.0).abs() < 1e-9);
                }
                assert!(a.size.0 > 0.0 && a.size.1 > 0.0);
            }
            let last = &tiles[tiles.len() - 1];
            assert!((last.corner.0 + last.size.0 - drawing.0).abs() < 1e-9);
            assert!((last.corner.1 + last.size.1 - drawing.1).abs() < 1e-9);
        }
    }

    #[test]
    fn rows_beyond_z_get_two_letters() {
        assert_eq!([0, 25, 26, 51, 52].map(letters), ["A", "Z", "AA", "AZ", "BA"]);
    }

    #[test]
    fn margins_that_leave_nothing_are_refused() {
        let options = TileOptions { margin: Length::mm(95.0), ..TileOptions::default() };
        let error = TilePlan::new((500.0, 500.0), &options).unwrap_err();
        assert!(error.to_string().contains("leaves no room"), "{error}");
    }
}
