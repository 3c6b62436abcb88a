//! Hex and square grids: from a pixel to a name, and to the point a piece snaps to.

use super::numbering::Numbering;
use super::{Point, Size};
use crate::vassal::build::Element;

/// A grid of hexes, as VASSAL sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct HexGrid {
    /// Between the centres of adjacent columns.
    pub dx: f64,
    /// Height of a hex.
    pub dy: f64,
    /// Centre of the first hex.
    pub origin: Point,
    /// Rows run where columns would: hexes with a point at the top.
    pub sideways: bool,
    /// Pieces are drawn to the centres.
    pub snaps: bool,
    /// How hexes are named.
    pub numbering: Option<Numbering>,
}

const SQRT3_2: f64 = 0.866_025_403_784_438_6;

impl HexGrid {
    /// Reads the grid component.
    pub fn of(element: &Element) -> Self {
        let dy = element.number("dy", 64.0);
        HexGrid {
            dx: positive(element.number("dx", SQRT3_2 * dy)),
            dy: positive(dy),
            origin: (element.number("x0", 0), element.number("y0", 32)),
            sideways: element.flag("sideways", false),
            snaps: element.flag("snapTo", true),
            numbering: element.child("HexGridNumbering").map(Numbering::of),
        }
    }

    fn turned(&self, (x, y): Point) -> Point {
        if self.sideways { (y, x) } else { (x, y) }
    }

    /// The name VASSAL gives a pixel: rectangles decide, not hexagons.
    pub fn name(&self, point: Point, size: Size) -> Option<String> {
        let numbering = self.numbering.as_ref()?;
        let (u, v) = self.turned(point);
        let column = floor((f64::from(u) - f64::from(self.origin.0)) / self.dx + 0.5);
        let odd = column % 2 != 0;
        let shift = if odd { self.dy / 2.0 } else { 0.0 };
        let row = floor((f64::from(v) - f64::from(self.origin.1) - shift) / self.dy + 0.5);
        // VASSAL divides the height by the column pitch and the width by the row pitch.
        let most_rows = floor(f64::from(size.1) / self.dx + 0.5);
        let most_columns = floor(f64::from(size.0) / self.dy + 0.5);
        let (column_turns, row_turns) = if self.sideways {
            (
                numbering.vertical.descending.then_some(most_rows),
                numbering.horizontal.descending.then_some(most_columns),
            )
        } else {
            (
                numbering.horizontal.descending.then_some(most_columns),
                numbering.vertical.descending.then_some(most_rows),
            )
        };
        let named_column = column_turns.map_or(column, |most| most.saturating_sub(column));
        let mut named_row = row_turns.map_or(row, |most| most.saturating_sub(row));
        if numbering.stagger && odd {
            named_row = named_row.saturating_add(if row_turns.is_some() { -1 } else { 1 });
        }
        Some(numbering.name(named_column, named_row))
    }

    /// Where a piece dropped at a pixel comes to lie.
    pub fn snap(&self, point: Point) -> Point {
        if !self.snaps {
            return point;
        }
        let (u, v) = self.turned(point);
        let (x0, y0) = (f64::from(self.origin.0), f64::from(self.origin.1));
        let i = floor((f64::from(u) - x0 + self.dx / 2.0) / self.dx);
        let lift = if i % 2 == 0 { self.dy / 2.0 } else { 0.0 };
        let j = floor((f64::from(v) - y0 + lift) / self.dy);
        let near: [(i32, i32); 4] = if i % 2 == 0 {
            [(-1, -1), (-1, 0), (1, -1), (1, 0)]
        } else {
            [(-1, 0), (-1, 1), (1, 0), (1, 1)]
        };
        let candidates = std::iter::once((i, j))
            .chain(near.iter().map(|(di, dj)| (i.saturating_add(*di), j.saturating_add(*dj))));
        let snapped = candidates
            .map(|(i, j)| self.centre(i, j))
            .find(|&centre| self.hexagon(centre).contains((u, v)))
            .unwrap_or_else(|| self.centre(i, j));
        self.turned(snapped)
    }

    /// The centres of the hexes on a board of this size, and some around it.
    pub fn centres(&self, size: Size) -> impl Iterator<Item = Point> + '_ {
        let (width, height) = self.turned(size);
        let range = |length: i32, origin: i32, pitch: f64| {
            let cells = |at: i32| (f64::from(at) / pitch).floor().clamp(-1e6, 1e6) as i32;
            cells(-origin) - 1..=cells(length.saturating_sub(origin)) + 1
        };
        let columns = range(width, self.origin.0, self.dx);
        let rows = range(height, self.origin.1, self.dy);
        columns.flat_map(move |i| rows.clone().map(move |j| self.turned(self.centre(i, j))))
    }

    fn centre(&self, i: i32, j: i32) -> Point {
        let half = if i % 2 == 0 { 0.0 } else { (self.dy / 2.0).trunc() };
        let x = self.dx * f64::from(i) + f64::from(self.origin.0);
        let y = self.dy * f64::from(j) + half + f64::from(self.origin.1);
        (x as i32, y as i32)
    }

    fn hexagon(&self, (x, y): Point) -> super::Polygon {
        let r = 2.0 * self.dx / 3.0;
        let half = self.dy / 2.0;
        let (x, y) = (f64::from(x), f64::from(y));
        let corner = |dx: f64, dy: f64| ((x + dx).round() as i32, (y + dy).round() as i32);
        super::Polygon(vec![
            corner(-r, 0.0),
            corner(-0.5 * r, -half),
            corner(0.5 * r + 1.0, -half),
            corner(r + 1.0, 0.0),
            corner(0.5 * r + 1.0, half + 1.0),
            corner(-0.5 * r, half + 1.0),
        ])
    }
}

/// A grid of squares or rectangles.
#[derive(Debug, Clone, PartialEq)]
pub struct SquareGrid {
    /// Width of a square.
    pub dx: f64,
    /// Height of a square.
    pub dy: f64,
    /// Centre of the first square.
    pub origin: Point,
    /// Pieces are drawn to the centres.
    pub snaps: bool,
    /// How squares are named.
    pub numbering: Option<Numbering>,
}

impl SquareGrid {
    /// Reads the grid component.
    pub fn of(element: &Element) -> Self {
        SquareGrid {
            dx: positive(element.number("dx", 48.0)),
            dy: positive(element.number("dy", 48.0)),
            origin: (element.number("x0", 24), element.number("y0", 24)),
            snaps: element.flag("snapTo", true),
            numbering: element.child("SquareGridNumbering").map(Numbering::of),
        }
    }

    /// The name VASSAL gives a pixel.
    pub fn name(&self, (x, y): Point, size: Size) -> Option<String> {
        let numbering = self.numbering.as_ref()?;
        let column = floor((f64::from(x) - f64::from(self.origin.0)) / self.dx + 0.5);
        // Columns are rounded down, rows towards zero: so does VASSAL.
        let row = ((f64::from(y) - f64::from(self.origin.1)) / self.dy + 0.5) as i32;
        let most_columns = (f64::from(size.0) / self.dx + 0.5) as i32;
        let most_rows = (f64::from(size.1) / self.dy + 0.5) as i32;
        let column = if numbering.horizontal.descending {
            most_columns.saturating_sub(column)
        } else {
            column
        };
        let row = if numbering.vertical.descending { most_rows.saturating_sub(row) } else { row };
        Some(numbering.name(column, row))
    }

    /// The centres of the squares on a board of this size, and some around it.
    pub fn centres(&self, size: Size) -> impl Iterator<Item = Point> + '_ {
        let count =
            |length: i32, pitch: f64| (f64::from(length) / pitch).clamp(0.0, 1e6) as i32 + 1;
        let (columns, rows) = (count(size.0, self.dx), count(size.1, self.dy));
        let along = |origin: i32, pitch: f64, n: i32| {
            (f64::from(origin) + (f64::from(n) * pitch).round()) as i32
        };
        (-1..=columns).flat_map(move |i| {
            (-1..=rows)
                .map(move |j| (along(self.origin.0, self.dx, i), along(self.origin.1, self.dy, j)))
        })
    }

    /// Where a piece dropped at a pixel comes to lie, when only centres are allowed.
    pub fn snap(&self, (x, y): Point) -> Point {
        if !self.snaps {
            return (x, y);
        }
        let nearest = |at: i32, origin: i32, pitch: f64| {
            let cells = ((f64::from(at) - f64::from(origin)) / pitch + 0.5).floor();
            (f64::from(origin) + (cells * pitch).round()) as i32
        };
        (nearest(x, self.origin.0, self.dx), nearest(y, self.origin.1, self.dy))
    }
}

/// Keeps a size that would divide by nothing from doing so.
fn positive(size: f64) -> f64 {
    if size.is_finite() && size > 0.0 { size } else { 1.0 }
}

/// Rounds down; beyond the range of numbers it stays at the range's end.
fn floor(value: f64) -> i32 {
    value.floor() as i32
}
