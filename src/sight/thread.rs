//! The thread between two centre dots, over a lattice on which every corner of every hex is whole.
//!
//! A centre lies at `x = 3 × column`, `y` in half hexes; the corners of its hex are at `(±2, 0)` and
//! `(±1, ±1)` from it. Whether a thread enters a hex, runs along its side or meets only a corner is
//! therefore decided in whole numbers, without rounding.

/// The centre of a hex: three a column, two a hex along it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Spot {
    /// Three times the column.
    pub x: i32,
    /// Twice the place along the column; odd in the columns that are shifted by half a hex.
    pub y: i32,
}

/// From a hex to its neighbours, clockwise from the one above.
pub(super) const NEIGHBOURS: [(i32, i32); 6] =
    [(0, -2), (3, -1), (3, 1), (0, 2), (-3, 1), (-3, -1)];

/// Corners of a hex, clockwise; corner `i` ends side `i` and begins side `i + 1`.
const CORNERS: [(i32, i32); 6] = [(1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1)];

/// Lattice to lengths in which a hex is 1 from side to side: a sixth of √3, and a half.
const X: f32 = 0.288_675_13;
const Y: f32 = 0.5;

impl Spot {
    /// The distance in hexes.
    pub fn range(self, other: Self) -> i32 {
        let columns = (self.x - other.x).abs() / 3;
        let along = (self.y - other.y).abs();
        columns + ((along - columns) / 2).max(0)
    }

    /// The neighbour across a side, counted clockwise from the top.
    pub(super) fn across(self, side: usize) -> Self {
        let (x, y) = NEIGHBOURS[side % 6];
        Self { x: self.x + x, y: self.y + y }
    }
}

/// How a thread meets a hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meeting {
    /// Not at all.
    Misses,
    /// In one corner.
    Corner,
    /// Along a side.
    Side,
    /// It runs through the hex.
    Inside,
}

/// A thread, with what is the same for every hex it meets.
#[derive(Debug, Clone, Copy)]
pub(super) struct Thread {
    pub from: Spot,
    pub to: Spot,
    dx: i64,
    dy: i64,
    /// Signed distance from the line, a unit of `dx·y − dy·x`.
    scale_x: f32,
    scale_y: f32,
    /// What the middle of each side adds to the signed distance of the centre.
    middles: [f32; 6],
    /// The same for corners.
    corners: [f32; 6],
}

impl Thread {
    pub fn new(from: Spot, to: Spot) -> Self {
        let (dx, dy) = (i64::from(to.x - from.x), i64::from(to.y - from.y));
        let (ux, uy) = (dx as f32 * X, dy as f32 * Y);
        let length = ux.hypot(uy).max(f32::MIN_POSITIVE);
        let (scale_x, scale_y) = (-uy / length * X, ux / length * Y);
        let side = |(x, y): (i32, i32)| x as f32 * scale_x + y as f32 * scale_y;
        Self {
            from,
            to,
            dx,
            dy,
            scale_x,
            scale_y,
            middles: NEIGHBOURS.map(|step| side(step) / 2.0),
            corners: CORNERS.map(side),
        }
    }

    /// How the line meets a hex, exactly.
    pub fn meets(&self, hex: Spot) -> Meeting {
        let centre =
            self.dx * i64::from(hex.y - self.from.y) - self.dy * i64::from(hex.x - self.from.x);
        let (mut above, mut below, mut on) = (false, false, 0);
        for (x, y) in CORNERS {
            match centre + self.dx * i64::from(y) - self.dy * i64::from(x) {
                0 => on += 1,
                s if s > 0 => above = true,
                _ => below = true,
            }
        }
        match (above && below, on) {
            (true, _) => Meeting::Inside,
            (false, 0) => Meeting::Misses,
            (false, 1) => Meeting::Corner,
            (false, _) => Meeting::Side,
        }
    }

    /// The part of the thread that lies in a hex, from 0 at its start to 1 at its end.
    pub fn inside(&self, hex: Spot) -> Option<(f64, f64)> {
        let (mut start, mut end) = (0.0_f64, 1.0_f64);
        let (x, y) = (f64::from(self.from.x - hex.x), f64::from(self.from.y - hex.y));
        let (dx, dy) = (self.dx as f64, self.dy as f64);
        // A hex is |y| ≤ 1 and |x| + |y| ≤ 2: six half planes n·p ≤ c.
        for (nx, ny, c) in [
            (0.0, 1.0, 1.0),
            (0.0, -1.0, 1.0),
            (1.0, 1.0, 2.0),
            (1.0, -1.0, 2.0),
            (-1.0, 1.0, 2.0),
            (-1.0, -1.0, 2.0),
        ] {
            let (slack, speed) = (c - nx * x - ny * y, nx * dx + ny * dy);
            if speed > 0.0 {
                end = end.min(slack / speed);
            } else if speed < 0.0 {
                start = start.max(slack / speed);
            } else if slack < 0.0 {
                return None;
            }
        }
        // A thread along a side is rounded to one side of it or the other.
        (start <= end + 1e-9).then_some((start, end.max(start)))
    }

    /// Signed distance of a centre from the line; a hex is 1 from side to side.
    pub fn offset(&self, hex: Spot) -> f32 {
        (hex.x - self.from.x) as f32 * self.scale_x + (hex.y - self.from.y) as f32 * self.scale_y
    }

    /// Distance of the line from the spokes of a hex: to the middles of the sides in `sides` and, with
    /// `corners`, to the corners between two neighbouring ones. Infinite without spokes.
    pub fn distance_of_spokes(&self, offset: f32, sides: u8, corners: bool) -> f32 {
        let mut nearest = f32::INFINITY;
        let mut reach = |end: f32| {
            nearest =
                if offset * end <= 0.0 { 0.0 } else { nearest.min(offset.abs()).min(end.abs()) };
        };
        for side in 0..6 {
            if sides & (1 << side) != 0 {
                reach(offset + self.middles[side]);
                if corners && sides & (1 << ((side + 1) % 6)) != 0 {
                    reach(offset + self.corners[side]);
                }
            }
        }
        nearest
    }

    /// The largest distance from a road at which the thread enters or leaves a hex; a road runs from the
    /// centre to the middles of `sides`. Infinite where it leaves by a side without road.
    pub fn off_road(&self, hex: Spot, sides: u8) -> f32 {
        let mut worst = 0.0_f32;
        let mut crossed = 0;
        let offset = self.offset(hex);
        for side in 0..6 {
            let (a, b) = (offset + self.corners[(side + 5) % 6], offset + self.corners[side]);
            if a * b > 0.0 || (a == 0.0 && b == 0.0) {
                continue;
            }
            crossed += 1;
            if sides & (1 << side) == 0 {
                return f32::INFINITY;
            }
            // Distance along the side from its middle; a side is 1/√3 long.
            let part = a / (a - b) - 0.5;
            worst = worst.max(part.abs() * 0.577_350_3);
        }
        if crossed < 2 { f32::INFINITY } else { worst.max(offset.abs()) }
    }

    /// The columns it passes and, in each, the places along it that it may meet: `(x, first y, last y)`.
    /// Never leaves out a hex that it meets.
    pub fn columns(&self) -> impl Iterator<Item = (i32, i32, i32)> + use<> {
        let step = if self.dx >= 0 { 3 } else { -3 };
        let count = i32::try_from(self.dx.unsigned_abs() / 3).unwrap_or(0);
        let (low, high) = (self.from.y.min(self.to.y) - 1, self.from.y.max(self.to.y) + 1);
        let (from, dx, dy) = (self.from, self.dx, self.dy);
        // The line at a distance from its start, rounded down.
        let at = move |x: i32| {
            let y = (i64::from(x) * dy).checked_div_euclid(dx).unwrap_or(0);
            from.y + i32::try_from(y).unwrap_or(0)
        };
        (0..=count).map(move |n| {
            let x = step * n;
            if dx == 0 {
                return (from.x, low, high);
            }
            let (a, b) = (at(x - 2), at(x + 2));
            (from.x + x, (a.min(b) - 1).max(low), (a.max(b) + 2).min(high))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spot(column: i32, y: i32) -> Spot {
        Spot { x: 3 * column, y }
    }

    #[test]
    fn a_thread_along_a_hexrow_runs_inside_and_one_across_the_grain_along_sides() {
        let straight = Thread::new(spot(0, 0), spot(0, 6));
        assert_eq!(straight.meets(spot(0, 2)), Meeting::Inside);
        assert_eq!(straight.meets(spot(1, 3)), Meeting::Misses);
        // From one hex to the second next column: along the side between the two hexes between.
        let grain = Thread::new(spot(0, 0), spot(2, 0));
        assert_eq!(grain.meets(spot(1, 1)), Meeting::Side);
        assert_eq!(grain.meets(spot(1, -1)), Meeting::Side);
        assert_eq!(grain.meets(spot(2, 0)), Meeting::Inside);
    }

    #[test]
    fn the_columns_of_a_thread_hold_every_hex_that_it_meets() {
        for target in [(5, 3), (5, -7), (-4, 6), (-4, 0), (1, 21), (0, -8), (7, 1)] {
            let thread = Thread::new(spot(0, 0), spot(target.0, target.1));
            let range = thread.from.range(thread.to);
            let listed: Vec<(i32, i32, i32)> = thread.columns().collect();
            for column in -8..=8_i32 {
                for y in -24..=24_i32 {
                    let hex = spot(column, y);
                    let between = hex.range(thread.from) < range && hex.range(thread.to) < range;
                    if (column + y) % 2 == 0 && between && thread.meets(hex) != Meeting::Misses {
                        let held = listed.iter().any(|&(x, a, b)| x == hex.x && a <= y && y <= b);
                        assert!(held, "{target:?} meets {hex:?}, not in {listed:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn offsets_are_in_hexes() {
        let thread = Thread::new(spot(0, 0), spot(0, 10));
        assert!((thread.offset(spot(1, 5)).abs() - 0.866_025_4).abs() < 1e-5);
        let across = Thread::new(spot(0, 0), spot(4, 0));
        assert!((across.offset(spot(2, 2)).abs() - 1.0).abs() < 1e-5);
        assert_eq!(across.distance_of_spokes(across.offset(spot(1, 1)), 0b000001, true), 0.0);
        assert!(across.distance_of_spokes(across.offset(spot(1, 1)), 0b001000, true) > 0.49);
    }

    #[test]
    fn ranges_are_counted_in_hexes() {
        assert_eq!(spot(0, 1).range(spot(0, 9)), 4);
        assert_eq!(spot(0, 1).range(spot(3, 2)), 3);
        assert_eq!(spot(2, 1).range(spot(1, 14)), 7);
    }
}
