//! Sets of hexes: rings, lines, runs, rectangles, polygons.
//!
//! Everything here is exact integer arithmetic: where a line passes exactly between
//! two hexes, the same one is chosen on every machine and from both ends.

use super::{Grid, Hex};

/// How many hexsides must be crossed to go from one hex to the other.
///
/// ```
/// use hexwright::hex::{Hex, distance};
///
/// assert_eq!(distance(Hex::ZERO, Hex::new(2, -1)), 2);
/// ```
pub fn distance(a: Hex, b: Hex) -> u32 {
    a.unsigned_distance_to(b)
}

impl Grid {
    /// The hexes of the map at exactly a distance from a hex.
    pub fn ring(&self, centre: Hex, radius: u32) -> Vec<Hex> {
        // Wider than any map it is safer to look at every hex than to walk the ring.
        if radius < WIDEST {
            centre.ring(radius).filter(|&hex| self.contains(hex)).collect()
        } else {
            self.hexes().filter(|&hex| distance(centre, hex) == radius).collect()
        }
    }

    /// The hexes of the map within a distance of a hex, itself included, in reading order.
    pub fn range(&self, centre: Hex, radius: u32) -> Vec<Hex> {
        let few = radius < WIDEST && (Hex::range_count(radius) as usize) < self.len();
        let mut hexes: Vec<Hex> = if few {
            centre.range(radius).filter(|&hex| self.contains(hex)).collect()
        } else {
            self.hexes().filter(|&hex| distance(centre, hex) <= radius).collect()
        };
        if few {
            hexes.sort_unstable_by_key(|&hex| self.index(hex));
        }
        hexes
    }

    /// The hexes of the map on the straight line from the centre of one hex to that
    /// of another, both included. Where the line runs along a hexside, the hex on
    /// one side of it is taken: always the same one, from whichever end.
    pub fn line(&self, from: Hex, to: Hex) -> Vec<Hex> {
        line(from, to).filter(|&hex| self.contains(hex)).collect()
    }

    /// The hexes of a typed range such as `0304-0904`: `Some` if the two hexes lie on
    /// one of the six hex directions, or share a printed column or row number. In the
    /// latter case these are the hexes of the columns (rows) between with that
    /// number, even where they zig-zag; numbers the map does not have are left out.
    ///
    /// ```
    /// use hexwright::hex::{Grid, GridSpec, Stagger};
    ///
    /// let grid = Grid::new(GridSpec::flat(16, 12, Stagger::EvenDown))?;
    /// let run = grid.straight(grid.parse("0304")?, grid.parse("0904")?).ok_or("no run")?;
    /// assert_eq!(run.len(), 7);
    /// assert_eq!(grid.straight(grid.parse("0304")?, grid.parse("0909")?), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn straight(&self, from: Hex, to: Hex) -> Option<Vec<Hex>> {
        let ((column, row), (to_column, to_row)) = (self.column_row(from)?, self.column_row(to)?);
        let step = to - from;
        if step.x == 0 || step.y == 0 || step.z() == 0 {
            let unit = Hex::new(step.x.signum(), step.y.signum());
            let along = (0..=step.length()).map(|at| from + unit * at);
            Some(along.filter(|&hex| self.contains(hex)).collect())
        } else if row == to_row {
            Some(between(column, to_column).filter_map(|c| self.at_column_row(c, row)).collect())
        } else if column == to_column {
            Some(between(row, to_row).filter_map(|r| self.at_column_row(column, r)).collect())
        } else {
            None
        }
    }

    /// The hexes whose printed column and row both lie between those of two hexes,
    /// in reading order. Empty if one of the two is off the map.
    pub fn rectangle(&self, a: Hex, b: Hex) -> Vec<Hex> {
        let (Some(a), Some(b)) = (self.column_row(a), self.column_row(b)) else {
            return Vec::new();
        };
        let columns = a.0.min(b.0)..=a.0.max(b.0);
        let rows = a.1.min(b.1)..=a.1.max(b.1);
        let inside = |&hex: &Hex| {
            self.column_row(hex).is_some_and(|(c, r)| columns.contains(&c) && rows.contains(&r))
        };
        self.hexes().filter(inside).collect()
    }

    /// The hexes whose centre lies inside, or on the outline of, the polygon with
    /// its corners at the centres of the given hexes, in reading order. The polygon
    /// closes itself; where it crosses itself, what is enclosed twice is outside.
    /// One corner gives that hex, two the hexes centred on the line between them.
    pub fn polygon(&self, corners: &[Hex]) -> Vec<Hex> {
        let sides = || corners.iter().copied().zip(corners.iter().copied().cycle().skip(1));
        self.hexes().filter(|&hex| is_inside(hex, sides())).collect()
    }
}

/// Radii from here on are wider than the largest map.
const WIDEST: u32 = 4096;

/// All whole numbers from one to another, in either direction.
fn between(from: i32, to: i32) -> impl Iterator<Item = i32> {
    let down = from > to;
    (from.min(to)..=from.max(to)).map(move |n| if down { from + to - n } else { n })
}

/// The hexes on a line. hexx has one too, but in `f32`: a line along a hexside then
/// jumps from side to side with the rounding errors.
fn line(from: Hex, to: Hex) -> impl Iterator<Item = Hex> {
    let steps = i64::from(distance(from, to));
    let whole = steps.max(1);
    (0..=steps).map(move |step| {
        // The point `step / whole` of the way, in units of 1/whole of a hex.
        let part = |a: i32, b: i32| i64::from(a) * (whole - step) + i64::from(b) * step;
        nearest(part(from.x, to.x), part(from.y, to.y), whole)
    })
}

/// The hex nearest to `(q / unit, r / unit)`; of two equally near the first by coordinates.
fn nearest(q: i64, r: i64, unit: i64) -> Hex {
    let (low_x, low_y) = (q.div_euclid(unit), r.div_euclid(unit));
    let mut best = (i64::MAX, low_x, low_y);
    for (x, y) in [(low_x, low_y), (low_x, low_y + 1), (low_x + 1, low_y), (low_x + 1, low_y + 1)] {
        let (dx, dy) = (x * unit - q, y * unit - r);
        // The squared distance between centres, in axial coordinates.
        best = best.min((dx * dx + dx * dy + dy * dy, x, y));
    }
    // Between two hexes of the map, so it fits.
    Hex::new(i32::try_from(best.1).unwrap_or(0), i32::try_from(best.2).unwrap_or(0))
}

/// Whether a hex centre lies in or on a polygon. Axial coordinates are a sheared
/// picture of the page, and shearing moves no point across a line.
fn is_inside(hex: Hex, sides: impl Iterator<Item = (Hex, Hex)>) -> bool {
    let at = |h: Hex| (i64::from(h.x), i64::from(h.y));
    let (x, y) = at(hex);
    let mut inside = false;
    for (a, b) in sides {
        let ((ax, ay), (bx, by)) = (at(a), at(b));
        let turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
        let beside = |a: i64, b: i64, n: i64| a.min(b) <= n && n <= a.max(b);
        if turn == 0 && beside(ax, bx, x) && beside(ay, by, y) {
            return true;
        }
        // A ray towards greater x crosses the side if its ends lie on different sides
        // of the ray and the point is on the side's lower-x hand.
        if (ay > y) != (by > y) && (turn < 0) == (by < ay) {
            inside = !inside;
        }
    }
    inside
}
