//! Lines of sight on boards known hex by hex: terrain fills its hex (3.2.1).

use super::boards::Thread;
use super::ground::Ground;
use super::table::{Smoke, View};
use super::terrain::Terrain;
use crate::hex::{Hex, Point};
use std::collections::HashMap;

/// Why a line of sight is blocked: the rule, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) rule: &'static str,
    pub(super) at: Hex,
    pub(super) why: String,
}

/// A line of sight.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Sight {
    pub(super) blocked: Option<Block>,
    /// What hinders it: name, where, how much.
    pub(super) hindrances: Vec<(&'static str, Hex, i32)>,
    /// It runs along the road through an orchard.
    pub(super) along_road: bool,
    /// Facts of hexes cannot decide it; what is told here is one way to take it.
    pub(super) disputed: bool,
}

impl Sight {
    pub(super) fn is_clear(&self) -> bool {
        self.blocked.is_none()
    }

    pub(super) fn hindrance(&self) -> i32 {
        self.hindrances.iter().map(|(_, _, by)| by).sum()
    }
}

/// How a thread meets a hex between its ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Contact {
    /// Through its inside.
    Through,
    /// Along a hexside, or over a corner.
    Touch,
}

const TOUCH: f64 = 1e-6;

/// The line of sight between the centres of two hexes.
pub(super) fn sight(
    ground: &Ground,
    smoke: &HashMap<Hex, Smoke>,
    view: View,
    from: Hex,
    to: Hex,
) -> Sight {
    if from == to {
        return Sight::default();
    }
    over_boards(ground, smoke, view, from, to)
        .unwrap_or_else(|| over_facts(ground, smoke, from, to))
}

/// Over boards depictions have a core and a hull, and some threads cannot be decided.
fn over_boards(
    ground: &Ground,
    smoke: &HashMap<Hex, Smoke>,
    view: View,
    from: Hex,
    to: Hex,
) -> Option<Sight> {
    let lookout = ground.lookout.as_ref()?;
    let clouds: Vec<(Hex, i32)> =
        smoke.iter().map(|(hex, smoke)| (*hex, smoke.hindrance)).collect();
    let mut sight = Sight::default();
    let block = |rule, at| Some(Block { rule, at, why: "the thread is stopped".to_owned() });
    let hindrance = match lookout.look(from, to, &clouds)? {
        Thread::Blocked { at, rule } => {
            sight.blocked = block(rule, at);
            return Some(sight);
        }
        Thread::Disputed { at, rule, least, most } => {
            sight.disputed = true;
            if view == View::Shut {
                sight.blocked = block(rule, at);
                return Some(sight);
            }
            if view == View::Open { least } else { most }
        }
        Thread::Clear { least, most } => {
            sight.disputed = least != most;
            if view == View::Open { least } else { most }
        }
    };
    if hindrance > 0 {
        sight.hindrances.push(("hindrance", to, hindrance));
    }
    if smoke.contains_key(&from) {
        sight.hindrances.push(("out-of-smoke", from, 1));
    }
    Some(sight)
}

fn over_facts(ground: &Ground, smoke: &HashMap<Hex, Smoke>, from: Hex, to: Hex) -> Sight {
    let mut sight = Sight::default();
    let (low, high) = if ground.level(from) <= ground.level(to) { (from, to) } else { (to, from) };
    let levels_differ = ground.level(low) != ground.level(high);
    let block = |rule, at, why: &str| Some(Block { rule, at, why: why.to_owned() });
    if levels_differ && !leaves_by_crest(ground, high, low) {
        sight.blocked = block(
            "SK2-3.2.1-LOS-CREST",
            high,
            "the thread does not leave the higher hex over a crest line",
        );
    }
    for (hex, contact) in between(ground, from, to) {
        let terrain = ground.terrain(hex);
        let level = ground.level(hex);
        let through = contact == Contact::Through;
        // An obstacle stands on its hex: on a hill it is higher by the hill's level. One sees into it, never past.
        let rises = level + 1 > ground.level(low);
        // Down a road through woods one sees; across it the trees stand. Without its hexsides the road is free.
        let wooded = terrain == Terrain::Woods
            || terrain == Terrain::WoodsRoad
                && ground.has_road(hex)
                && !along_road(ground, hex, from, to);
        if through && (terrain.is_building() || wooded) && rises && sight.is_clear() {
            sight.blocked = block("SK2-3.2.1-LOS-OBST", hex, "the thread crosses an obstacle");
        }
        if through && !levels_differ && level > ground.level(low) && sight.is_clear() {
            sight.blocked = block("SK2-1.1.1-HILL", hex, "the thread crosses a hill");
        }
        if terrain == Terrain::OrchardRoad && along_road(ground, hex, from, to) {
            sight.along_road = true;
        } else if terrain.is_orchard() {
            if levels_differ && ground.orchard_in_season() {
                if sight.is_clear() {
                    sight.blocked = block(
                        "SK2-1.1.1-ORCHARD-SEASON",
                        hex,
                        "an orchard in leaf stands between the levels",
                    );
                }
            } else if rises {
                sight.hindrances.push(("orchard", hex, 1));
            }
        }
        // From above one looks over grain.
        if terrain == Terrain::Grain
            && through
            && ground.grain_in_season()
            && !levels_differ
            && level == ground.level(low)
        {
            sight.hindrances.push(("grain", hex, 1));
        }
        if let Some(smoke) = smoke.get(&hex) {
            sight.hindrances.push(("smoke", hex, smoke.hindrance));
        }
    }
    for end in [from, to] {
        if let Some(smoke) = smoke.get(&end) {
            sight.hindrances.push(("smoke", end, smoke.hindrance));
        }
    }
    if smoke.contains_key(&from) {
        sight.hindrances.push(("out-of-smoke", from, 1));
    }
    if sight.is_clear() && sight.hindrance() >= 6 {
        sight.blocked = block("SK2-3.2.1-LOS-SIX", to, "hindrances of 6 and more block the line");
    }
    sight
}

/// Whether the thread leaves the higher hex over a crest line and crosses no other.
fn leaves_by_crest(ground: &Ground, high: Hex, low: Hex) -> bool {
    let mut path = vec![high];
    path.extend(
        between(ground, high, low)
            .into_iter()
            .filter(|(_, c)| *c == Contact::Through)
            .map(|(hex, _)| hex),
    );
    path.push(low);
    let mut crossings = path.windows(2).map(|pair| {
        // Without drawn crests, a change of level between neighbours is one.
        let implied = !ground.has_crests() && ground.level(pair[0]) != ground.level(pair[1]);
        ground.is_crest(pair[0], pair[1]) || implied
    });
    let first = crossings.next().unwrap_or(false);
    first && !crossings.any(|crosses| crosses)
}

/// The hex through which a thread comes into its last one; none where it comes along a hexside.
pub(super) fn enters_from(ground: &Ground, from: Hex, to: Hex) -> Option<Hex> {
    match between(ground, from, to).last() {
        None => Some(from),
        Some((hex, Contact::Through)) => Some(*hex),
        Some((_, Contact::Touch)) => None,
    }
}

/// Whether the thread follows the road through a hex: it enters and leaves over road hexsides.
fn along_road(ground: &Ground, hex: Hex, from: Hex, to: Hex) -> bool {
    let near = |end: Hex| ground.neighbours(hex).min_by_key(|n| ground.range(*n, end));
    [from, to].into_iter().filter_map(near).all(|neighbour| ground.is_road(hex, neighbour))
}

/// The hexes between two others that their thread meets, from the first to the second.
fn between(ground: &Ground, from: Hex, to: Hex) -> Vec<(Hex, Contact)> {
    let (a, b) = (ground.grid.centre(from), ground.grid.centre(to));
    let reach = ground.range(from, to);
    let near = |hex: &Hex| {
        *hex != from && *hex != to && ground.range(*hex, from) + ground.range(*hex, to) <= reach + 1
    };
    let mut met: Vec<(f64, Hex, Contact)> = ground
        .grid
        .hexes()
        .filter(near)
        .filter_map(|hex| {
            contact(&ground.grid.corners(hex), a, b).map(|(at, contact)| (at, hex, contact))
        })
        .collect();
    met.sort_by(|x, y| x.0.total_cmp(&y.0));
    met.into_iter().map(|(_, hex, contact)| (hex, contact)).collect()
}

/// Clips the thread against a hexagon: where it meets it, and how.
fn contact(corners: &[Point; 6], a: Point, b: Point) -> Option<(f64, Contact)> {
    let length = a.distance(b);
    let scale = corners[0].distance(corners[1]);
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    let centre = Point::new(
        corners.iter().map(|c| c.x).sum::<f64>() / 6.0,
        corners.iter().map(|c| c.y).sum::<f64>() / 6.0,
    );
    for index in 0..6 {
        let (p, q) = (corners[index], corners[(index + 1) % 6]);
        let normal =
            |point: Point| ((q.x - p.x) * (point.y - p.y) - (q.y - p.y) * (point.x - p.x)) / scale;
        let sign = normal(centre).signum();
        let (from, to) = (normal(a) * sign, normal(b) * sign);
        if from < -TOUCH * scale && to < -TOUCH * scale {
            return None;
        }
        if (to - from).abs() > TOUCH * scale {
            let at = from / (from - to);
            if to > from { enter = enter.max(at) } else { leave = leave.min(at) }
        }
    }
    let overlap = (leave - enter) * length;
    if overlap < -TOUCH * scale {
        return None;
    }
    // Along a hexside the thread stays on one of the six lines: it is inside nowhere.
    let middle = Point::new(
        a.x + (b.x - a.x) * (enter + leave) / 2.0,
        a.y + (b.y - a.y) * (enter + leave) / 2.0,
    );
    let inside = (0..6).all(|index| {
        let (p, q) = (corners[index], corners[(index + 1) % 6]);
        let normal =
            |point: Point| ((q.x - p.x) * (point.y - p.y) - (q.y - p.y) * (point.x - p.x)) / scale;
        normal(middle) * normal(centre).signum() > 1e-4 * scale
    });
    let contact = if inside && overlap > 1e-4 * scale { Contact::Through } else { Contact::Touch };
    Some((enter, contact))
}
