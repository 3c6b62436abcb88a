//! Rivers and canals along hexsides, as one network of water.

use super::curve::{along, calm_line, direction, ribbon, round_line};
use super::ground::Ground;
use super::noise::noise;
use super::part::SidePart;
use super::pen::{Pen, num};
use super::picture::{Picture, around};
use crate::hex::{Hexside, Point, Vertex};
use std::collections::{BTreeMap, BTreeSet};

/// One river from end to end as drawn.
pub struct Course {
    /// Its name.
    pub name: String,
    /// Points along it.
    pub points: Vec<Point>,
    /// Half its width at each point.
    half_widths: Vec<f64>,
    canal: bool,
}

/// How a course ends.
#[derive(Clone, Copy)]
enum End {
    /// Rises or seeps away here.
    Source,
    /// Flows on: into another river, the sea, or off the map.
    Open,
}

/// All rivers and canals of the map.
pub fn courses(ground: &Ground) -> Vec<Course> {
    let mut courses = Vec::new();
    for canal in [false, true] {
        let network = Network::of(ground, canal);
        courses.extend(network.chains().into_iter().map(|chain| network.course(ground, &chain)));
    }
    courses
}

struct Reach {
    part: SidePart,
    line: usize,
}

/// Hexsides with water, and which of them flow into each other at each corner.
struct Network {
    canal: bool,
    reaches: BTreeMap<Hexside, Reach>,
    at: BTreeMap<Vertex, Vec<Hexside>>,
    names: Vec<String>,
}

impl Network {
    fn of(ground: &Ground, canal: bool) -> Self {
        let mut reaches: BTreeMap<Hexside, Reach> = BTreeMap::new();
        let mut add = |side: Hexside, part: SidePart, line: usize| {
            if part.is_river() && (part == SidePart::Canal) == canal {
                let reach = reaches.entry(side).or_insert(Reach { part, line });
                if part == SidePart::MajorRiver {
                    reach.part = part;
                }
            }
        };
        for (i, line) in ground.map.lines.iter().enumerate() {
            for &side in &line.sides {
                add(side, ground.side_part(line.kind), i);
            }
        }
        for (&side, kinds) in &ground.map.hexsides {
            for kind in kinds {
                add(side, ground.side_part(*kind), usize::MAX);
            }
        }
        let mut at: BTreeMap<Vertex, Vec<Hexside>> = BTreeMap::new();
        for &side in reaches.keys() {
            for corner in side.corners() {
                at.entry(corner).or_default().push(side);
            }
        }
        let names = ground.map.lines.iter().map(|line| line.name.clone()).collect();
        Network { canal, reaches, at, names }
    }

    /// The two reaches that form the main stream through a corner.
    fn through(&self, corner: Vertex) -> Option<[Hexside; 2]> {
        let here = self.at.get(&corner)?;
        let mut best: Option<(u32, [Hexside; 2])> = None;
        for (i, &a) in here.iter().enumerate() {
            for &b in &here[i + 1..] {
                let (ra, rb) = (&self.reaches[&a], &self.reaches[&b]);
                let score = 4 * u32::from(ra.line == rb.line)
                    + 2 * u32::from(ra.part == rb.part)
                    + u32::from(ra.part == SidePart::MajorRiver);
                if best.as_ref().is_none_or(|(most, _)| score > *most) {
                    best = Some((score, [a, b]));
                }
            }
        }
        best.map(|(_, pair)| pair)
    }

    /// Main streams as lists of corners with the hexsides between them.
    fn chains(&self) -> Vec<(Vec<Vertex>, Vec<Hexside>)> {
        let mut left: BTreeSet<Hexside> = self.reaches.keys().copied().collect();
        let mut chains = Vec::new();
        while let Some(start) = left.pop_first() {
            let [a, b] = start.corners();
            let mut corners = std::collections::VecDeque::from([a, b]);
            let mut sides = std::collections::VecDeque::from([start]);
            for forwards in [true, false] {
                loop {
                    let ends = if forwards {
                        (corners.back(), sides.back())
                    } else {
                        (corners.front(), sides.front())
                    };
                    let (Some(&corner), Some(&side)) = ends else { break };
                    let next = match self.through(corner) {
                        Some([x, y]) if x == side => y,
                        Some([x, y]) if y == side => x,
                        _ => break,
                    };
                    if !left.remove(&next) {
                        break;
                    }
                    let [c, d] = next.corners();
                    let beyond = if c == corner { d } else { c };
                    if forwards {
                        corners.push_back(beyond);
                        sides.push_back(next);
                    } else {
                        corners.push_front(beyond);
                        sides.push_front(next);
                    }
                }
            }
            chains.push((corners.into(), sides.into()));
        }
        chains
    }

    /// Where the end of a chain lies, whether it flows on, and a further point beyond it.
    fn end(
        &self,
        ground: &Ground,
        corner: Vertex,
        before: Vertex,
        last: Hexside,
    ) -> (Point, End, Option<Point>) {
        let grid = &ground.grid;
        let p = grid.vertex(corner);
        if let Some(pair) = self.through(corner)
            && !pair.contains(&last)
        {
            // A tributary meets the main stream where that really flows.
            let [m1, m2] = pair.map(|side| {
                let [a, b] = side.corners().map(|v| grid.vertex(v));
                a.midpoint(b)
            });
            let q = Point::new((m1.x + 2.0 * p.x + m2.x) / 4.0, (m1.y + 2.0 * p.y + m2.y) / 4.0);
            return (q, End::Open, None);
        }
        if let Some(sea) = corner.hexes().into_iter().find(|hex| ground.is_water(*hex)) {
            let d = direction(p, grid.centre(sea));
            return (p, End::Open, Some(along(p, d, ground.size * 0.16)));
        }
        if corner.hexes().iter().any(|hex| !ground.on_map(*hex)) {
            let d = direction(grid.vertex(before), p);
            return (p, End::Open, Some(along(p, d, ground.size * 0.9)));
        }
        (p, End::Source, None)
    }

    fn course(&self, ground: &Ground, chain: &(Vec<Vertex>, Vec<Hexside>)) -> Course {
        let (corners, sides) = chain;
        let n = corners.len();
        let closed = n > 3 && corners[0] == corners[n - 1];
        let mut points: Vec<Point> = corners.iter().map(|v| ground.grid.vertex(*v)).collect();
        let (first, from, before) = self.end(ground, corners[0], corners[1], sides[0]);
        let (last, to, after) =
            self.end(ground, corners[n - 1], corners[n - 2], sides[sides.len() - 1]);
        let width = |side: Hexside| {
            let part = self.reaches[&side].part;
            ground.style.hexside.get(part.name()).map_or(0.07, |line| line.width) * ground.size
                / 2.0
        };
        let mut widths: Vec<f64> = (0..n)
            .map(|i| {
                let beside = [i.checked_sub(1), Some(i)];
                let known: Vec<f64> = beside
                    .iter()
                    .flatten()
                    .filter_map(|&k| sides.get(k))
                    .map(|s| width(*s))
                    .collect();
                known.iter().sum::<f64>() / known.len().max(1) as f64
            })
            .collect();
        if !closed {
            points[0] = first;
            points[n - 1] = last;
            if !self.canal {
                let taper = |i: usize| {
                    if n > 4 {
                        [0.35, 0.62, 0.85].get(i).copied().unwrap_or(1.0)
                    } else {
                        [0.5, 0.85].get(i).copied().unwrap_or(1.0)
                    }
                };
                for i in 0..n.min(3) {
                    if matches!(from, End::Source) {
                        widths[i] *= taper(i);
                    } else if matches!(to, End::Source) {
                        widths[n - 1 - i] *= taper(i);
                    }
                }
            }
            if let Some(p) = before {
                points.insert(0, p);
                widths.insert(0, widths[0] * 1.15);
            }
            if let Some(p) = after {
                points.push(p);
                widths.push(widths[widths.len() - 1] * 1.15);
            }
        }
        let per = if self.canal { 3 } else { 6 };
        let calm = if self.canal { 0.1 } else { super::region::CALM * 0.7 };
        let samples = round_line(&calm_line(&points, calm), per);
        let count = samples.len();
        let along_line = |i: usize| {
            let at = i as f64 / (count - 1).max(1) as f64 * (widths.len() - 1) as f64;
            let (low, t) = (at.floor() as usize, at.fract());
            widths[low] * (1.0 - t) + widths[(low + 1).min(widths.len() - 1)] * t
        };
        let natural = |i: usize, p: Point| {
            let wobble = if self.canal { 0.0 } else { 0.12 };
            along_line(i)
                * (1.0
                    + wobble
                        * noise(
                            Point::new(p.x / (ground.size * 0.6), p.y / (ground.size * 0.6)),
                            7,
                        ))
        };
        let half_widths: Vec<f64> =
            samples.iter().enumerate().map(|(i, p)| natural(i, *p)).collect();
        // Between its crossings a river swings more freely than the shore does.
        let crossed: Vec<Point> = sides
            .iter()
            .filter(|side| ground.map.crossings.contains_key(side))
            .map(|side| {
                let [a, b] = side.corners().map(|v| ground.grid.vertex(v));
                a.midpoint(b)
            })
            .collect();
        let swing = |p: Point, n: Point| {
            let near = crossed.iter().map(|c| c.distance(p)).fold(f64::MAX, f64::min);
            let free = ((near / ground.size - 0.12) / 0.3).clamp(0.0, 1.0);
            let at = Point::new(p.x / (ground.size * 0.5), p.y / (ground.size * 0.5));
            along(p, n, if self.canal { 0.0 } else { 0.085 * free * ground.size * noise(at, 23) })
        };
        let normals = super::curve::normals(&samples, false);
        let last = samples.len() - 1;
        let bent = samples
            .iter()
            .zip(normals)
            .enumerate()
            .map(|(i, (p, n))| {
                // The ends stay where other waters expect them.
                let p = if i < 2 || i + 2 > last { *p } else { swing(*p, n) };
                if self.canal { p } else { ground.warp.bend(p) }
            })
            .collect();
        let mut named: Vec<&str> = sides
            .iter()
            .filter_map(|s| self.names.get(self.reaches[s].line))
            .map(String::as_str)
            .collect();
        named.retain(|name| !name.is_empty());
        Course {
            name: named.first().copied().unwrap_or_default().to_owned(),
            points: bent,
            half_widths,
            canal: self.canal,
        }
    }
}

/// Draws the banks of all rivers, then their water, so that tributaries join without a line between.
pub fn draw(ground: &Ground, picture: &mut Picture, courses: &[Course]) {
    let water = &ground.style.water;
    let canal = ground.style.hexside.get("canal").cloned().unwrap_or_default();
    let bank = 0.011 * ground.size;
    for (fill, extra) in [(false, bank), (true, 0.0)] {
        for course in courses {
            if course.canal {
                let (colour, width) = if fill {
                    (&canal.colour, canal.width)
                } else {
                    (&canal.casing, canal.casing_width)
                };
                let mut pen = Pen::default();
                pen.smooth_line(&course.points);
                picture.put(
                    around(&course.points, width * ground.size),
                    format!(
                        "<path d=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\" stroke-linecap=\"round\"/>",
                        pen.data(),
                        num(width * ground.size)
                    ),
                );
                continue;
            }
            let outline = ribbon(&course.points, |i| course.half_widths[i] + extra);
            let mut pen = Pen::default();
            pen.smooth_loop(&outline);
            let colour = if fill { &water.river } else { &water.bank };
            picture.put(
                around(&outline, 0.0),
                format!("<path d=\"{}\" fill=\"{colour}\"/>", pen.data()),
            );
        }
    }
}
