//! Covered arcs: a gun points at a hexspine (3.2.4).

use super::table::Table;
use crate::hex::{Hex, Point};

/// Whether a hex lies in the arc of a gun: the wedge between the two hexes of its spine, edges included.
/// Without an arc everything does.
pub(super) fn inside(table: &Table, gun: Hex, spine: Option<(Hex, Hex)>, target: Hex) -> bool {
    let Some((a, b)) = spine else { return true };
    if target == gun {
        return true;
    }
    let grid = &table.ground.grid;
    let origin = grid.centre(gun);
    let towards = |hex: Hex| {
        let point = grid.centre(hex);
        Point::new(point.x - origin.x, point.y - origin.y)
    };
    let cross = |p: Point, q: Point| p.x * q.y - p.y * q.x;
    let (a, b, target) = (towards(a), towards(b), towards(target));
    let size = (a.x.hypot(a.y) * target.x.hypot(target.y)) * 1e-6;
    let turn = cross(a, b).signum();
    cross(a, target) * turn >= -size && cross(target, b) * turn >= -size
}

/// How many spines a gun turns from one to another, 0 to 3.
pub(super) fn turned(table: &Table, gun: Hex, from: (Hex, Hex), to: (Hex, Hex)) -> i32 {
    let grid = &table.ground.grid;
    let origin = grid.centre(gun);
    let angle = |(a, b): (Hex, Hex)| {
        let (p, q) = (grid.centre(a), grid.centre(b));
        ((p.y + q.y) / 2.0 - origin.y).atan2((p.x + q.x) / 2.0 - origin.x)
    };
    let sixth = std::f64::consts::FRAC_PI_3;
    let turn = ((angle(to) - angle(from)) / sixth).round() as i32;
    let turn = turn.rem_euclid(6);
    turn.min(6 - turn)
}

/// A spine by its name.
pub(super) fn name(table: &Table, (a, b): (Hex, Hex)) -> String {
    format!("{}/{}", table.ground.name(a), table.ground.name(b))
}
