//! Lattices: how virtualtabletop draws pieces to hexes and spaces.
//!
//! A counter dropped at a corner goes to the nearest point of the lattices whose rectangle holds that corner. A hex grid
//! is two of them, one for every other line of hexes. Half the counter is in the offset: the program's own alignment
//! measures from the corner and would draw counters into the wrong hex.

use crate::hex::Orientation;
use crate::module::table::{BoardPlan, Frame};
use serde_json::{Value, json};

/// A lattice of corners, in pixels of the surface.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lattice {
    /// From point to point, across and down.
    pub step: (f64, f64),
    /// One of its points.
    pub offset: (f64, f64),
    /// Corners it draws: the least and the greatest.
    pub min: (f64, f64),
    /// Corners it draws: the least and the greatest.
    pub max: (f64, f64),
}

/// More than any surface is wide: a lattice of a single row or point.
const ONCE: f64 = 9999.0;

/// A whole number without its fraction.
pub(super) fn number(value: f64) -> Value {
    if value.fract() == 0.0 { json!(value as i64) } else { json!(value) }
}

/// For the program, a limit of 0 is none.
fn limit(value: f64) -> Value {
    number(if value == 0.0 { 0.5 } else { value })
}

impl Lattice {
    /// As the program writes it.
    pub fn json(&self) -> Value {
        json!({
            "x": number(self.step.0), "y": number(self.step.1),
            "offsetX": number(self.offset.0), "offsetY": number(self.offset.1),
            "minX": limit(self.min.0), "minY": limit(self.min.1),
            "maxX": limit(self.max.0), "maxY": limit(self.max.1),
        })
    }

    /// As read from a file; none when it is no lattice of this form.
    pub fn read(value: &Value) -> Option<Self> {
        let get = |name: &str| value.get(name).and_then(Value::as_f64);
        Some(Lattice {
            step: (get("x")?, get("y")?),
            offset: (get("offsetX")?, get("offsetY")?),
            min: (get("minX")?, get("minY")?),
            max: (get("maxX")?, get("maxY")?),
        })
    }

    fn holds(&self, (x, y): (f64, f64)) -> bool {
        (self.min.0..=self.max.0).contains(&x) && (self.min.1..=self.max.1).contains(&y)
    }

    fn nearest(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let one = |at: f64, offset: f64, step: f64| {
            let at = at + step / 2.0;
            at - (at - offset).rem_euclid(step)
        };
        (one(x, self.offset.0, self.step.0), one(y, self.offset.1, self.step.1))
    }
}

/// Where a counter whose corner is dropped there comes to lie.
pub fn snap(lattices: &[Lattice], at: (f64, f64)) -> (f64, f64) {
    let away = |(x, y): (f64, f64)| (x - at.0).powi(2) + (y - at.1).powi(2);
    let points = lattices.iter().filter(|lattice| lattice.holds(at)).map(|one| one.nearest(at));
    points.min_by(|a, b| away(*a).total_cmp(&away(*b))).unwrap_or(at)
}

/// The lattices of a board whose corner lies at a pixel, for counters of a size.
pub fn hexes(
    board: &BoardPlan,
    orientation: Orientation,
    (left, top): (i32, i32),
    flipped: bool,
    size: (i32, i32),
) -> Vec<Lattice> {
    let (width, height) = board.size();
    let turned = |(x, y): (i32, i32)| if flipped { (width - x, height - y) } else { (x, y) };
    let sideways = orientation == Orientation::Pointy;
    let swap = |(x, y): (f64, f64)| if sideways { (y, x) } else { (x, y) };
    let centres = board.hexes.iter().map(|(_, at)| {
        let (x, y) = turned(*at);
        swap((f64::from(left + x), f64::from(top + y)))
    });
    // Lines of hexes: where each is, its first and last hex.
    let mut lines: Vec<(f64, f64, f64)> = Vec::new();
    for (u, v) in centres {
        match lines.iter_mut().find(|(line, ..)| *line == u) {
            Some((_, first, last)) => (*first, *last) = (first.min(v), last.max(v)),
            None => lines.push((u, v, v)),
        }
    }
    lines.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (dx, dy) = (f64::from(board.pitch.dx), f64::from(board.pitch.dy));
    let half = swap((f64::from(size.0) / 2.0, f64::from(size.1) / 2.0));
    let lattice = |nth: usize| {
        let own = || lines.iter().skip(nth).step_by(2);
        let first = own().next()?;
        let lowest = own().map(|line| line.1).fold(f64::INFINITY, f64::min);
        let highest = own().map(|line| line.2).fold(f64::NEG_INFINITY, f64::max);
        let last = own().map(|line| line.0).fold(f64::NEG_INFINITY, f64::max);
        // A hex is four thirds of a line wide.
        let (reach, rise) = (dx * 2.0 / 3.0, dy / 2.0);
        Some(Lattice {
            step: swap((2.0 * dx, dy)),
            offset: swap((first.0 - half.0, first.1 - half.1)),
            min: swap((first.0 - reach - half.0, lowest - rise - half.1)),
            max: swap((last + reach - half.0, highest + rise - half.1)),
        })
    };
    [0, 1].into_iter().filter_map(lattice).collect()
}

/// A lattice cut into pieces that leave frames out: what is dropped into a box on the map stays there. `size` is that of
/// the counters.
pub fn outside(lattice: Lattice, frames: &[Frame], size: (i32, i32)) -> Vec<Lattice> {
    let half = (f64::from(size.0) / 2.0, f64::from(size.1) / 2.0);
    // The corners of counters whose middle is in a frame.
    let hole = |frame: &Frame| {
        let (left, right) = (f64::from(frame.left) - half.0, f64::from(frame.right) - half.0);
        let (top, bottom) = (f64::from(frame.top) - half.1, f64::from(frame.bottom) - half.1);
        let meets = left < lattice.max.0
            && right > lattice.min.0
            && top < lattice.max.1
            && bottom > lattice.min.1;
        meets.then_some((left, top, right, bottom))
    };
    let holes: Vec<(f64, f64, f64, f64)> = frames.iter().filter_map(hole).collect();
    let mut edges = vec![lattice.min.1, lattice.max.1];
    edges.extend(holes.iter().flat_map(|hole| [hole.1, hole.3]));
    edges.retain(|edge| (lattice.min.1..=lattice.max.1).contains(edge));
    edges.sort_by(f64::total_cmp);
    edges.dedup();
    let mut pieces: Vec<Lattice> = Vec::new();
    for band in edges.windows(2) {
        let (top, bottom) = (band[0], band[1]);
        let mut taken: Vec<(f64, f64)> = holes
            .iter()
            .filter(|hole| hole.1 < bottom && hole.3 > top)
            .map(|hole| (hole.0, hole.2))
            .collect();
        taken.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut from = lattice.min.0;
        for (left, right) in taken.into_iter().chain([(lattice.max.0, lattice.max.0)]) {
            if left > from {
                let above = pieces.iter_mut().find(|one| {
                    (one.min.0, one.max.0, one.max.1) == (from, left.min(lattice.max.0), top)
                });
                match above {
                    Some(one) => one.max.1 = bottom,
                    None => pieces.push(Lattice {
                        min: (from, top),
                        max: (left.min(lattice.max.0), bottom),
                        ..lattice
                    }),
                }
            }
            from = from.max(right);
        }
    }
    pieces
}

/// The lattices of spaces, one for each row of them.
pub fn spaces(frames: &[Frame], size: (i32, i32)) -> Vec<Lattice> {
    let mut rows: Vec<Vec<Frame>> = Vec::new();
    for frame in frames {
        let goes_on = |row: &&mut Vec<Frame>| {
            let (first, last) = (row[0], row[row.len() - 1]);
            let pitch = frame.left - last.left;
            let even = row.get(1).is_none_or(|second| second.left - first.left == pitch);
            (first.top, first.bottom) == (frame.top, frame.bottom)
                && even
                && pitch > 0
                && last.right - last.left == frame.right - frame.left
        };
        match rows.last_mut().filter(goes_on) {
            Some(row) => row.push(*frame),
            None => rows.push(vec![*frame]),
        }
    }
    let half = (f64::from(size.0) / 2.0, f64::from(size.1) / 2.0);
    let lattice = |row: &Vec<Frame>| {
        let (first, last) = (row[0], row[row.len() - 1]);
        let middle = |low: i32, high: i32| f64::from(low + high) / 2.0;
        let across = row.get(1).map_or(ONCE, |second| f64::from(second.left - first.left));
        Lattice {
            step: (across, ONCE),
            offset: (
                middle(first.left, first.right) - half.0,
                middle(first.top, first.bottom) - half.1,
            ),
            min: (f64::from(first.left) - half.0, f64::from(first.top) - half.1),
            max: (f64::from(last.right) - half.0, f64::from(first.bottom) - half.1),
        }
    };
    rows.iter().map(lattice).collect()
}
