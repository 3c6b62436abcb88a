//! Roads, tracks and railways: curves through hexes that join where they meet.

use super::curve::{along, direction, lerp, right_of};
use super::ground::Ground;
use super::noise::Dice;
use super::part::PathPart;
use super::pen::{Pen, num};
use super::picture::{Picture, around};
use crate::hex::{Hex, Hexside, Point};
use std::collections::BTreeMap;

/// Roads join roads and railways join railways, but not each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Web {
    Ferry,
    Stream,
    Road,
    Rail,
}

fn web(part: PathPart) -> Option<Web> {
    match part {
        PathPart::Ferry => Some(Web::Ferry),
        PathPart::Stream => Some(Web::Stream),
        PathPart::Trail | PathPart::Track | PathPart::Road | PathPart::MajorRoad => Some(Web::Road),
        PathPart::Railway => Some(Web::Rail),
        PathPart::Nothing => None,
    }
}

/// A piece of road within one hex: a cubic curve.
#[derive(Debug, Clone)]
pub struct Stretch {
    pub hex: Hex,
    pub part: PathPart,
    colour: Option<String>,
    pub curve: [Point; 4],
}

impl Stretch {
    /// The point at 0 to 1.
    pub fn point(&self, t: f64) -> Point {
        let [a, b, c, d] = self.curve;
        let (ab, bc, cd) = (lerp(a, b, t), lerp(b, c, t), lerp(c, d, t));
        lerp(lerp(ab, bc, t), lerp(bc, cd, t), t)
    }

    /// Points along it.
    pub fn samples(&self, count: usize) -> Vec<Point> {
        (0..=count).map(|i| self.point(i as f64 / count as f64)).collect()
    }
}

/// Where a road crosses a hexside: the point and the direction it runs in.
#[derive(Debug, Clone, Copy)]
pub struct Crossing {
    pub side: Hexside,
    pub part: PathPart,
    pub at: Point,
    pub heading: Point,
}

/// All stretches and crossings of a map.
#[derive(Debug, Default)]
pub struct Roads {
    pub stretches: Vec<Stretch>,
    pub crossings: Vec<Crossing>,
}

#[derive(Clone)]
struct Way {
    part: PathPart,
    colour: Option<String>,
}

/// The ways out of a hex.
type Exits = Vec<(Hexside, Way)>;

/// Lays out all paths of the map.
pub fn roads(ground: &Ground) -> Roads {
    let mut ways: BTreeMap<(Web, Hexside), Way> = BTreeMap::new();
    for path in &ground.map.paths {
        let part = ground.path_part(path.kind);
        let Some(web) = web(part) else { continue };
        let colour = ground.game.paths[path.kind].colour.clone();
        for pair in path.along.windows(2) {
            let side = match (pair[0].hex(), pair[1].hex()) {
                (Some(a), Some(b)) => Hexside::between(a, b),
                // A way to or from a box leaves the map.
                (Some(hex), None) | (None, Some(hex)) => way_out(ground, hex),
                (None, None) => None,
            };
            let Some(side) = side else { continue };
            let way = ways.entry((web, side)).or_insert(Way { part, colour: colour.clone() });
            if part > way.part {
                *way = Way { part, colour: colour.clone() };
            }
        }
    }
    let mut webs_at: BTreeMap<Hexside, Vec<Web>> = BTreeMap::new();
    for (web, side) in ways.keys() {
        webs_at.entry(*side).or_default().push(*web);
    }
    // Where each way crosses its hexside: side by side when several do.
    let cross = |web: Web, side: Hexside| {
        let [a, b] = side.corners().map(|v| ground.grid.vertex(v));
        let beside = &webs_at[&side];
        let place = beside.iter().position(|w| *w == web).unwrap_or(0) as f64;
        let shift = (place - (beside.len() as f64 - 1.0) / 2.0) * 0.3;
        ground.warp.bend(lerp(a, b, 0.5 + shift))
    };
    let mut roads = Roads::default();
    let mut exits: BTreeMap<([i32; 2], Web), Exits> = BTreeMap::new();
    for ((web, side), way) in &ways {
        let [a, b] = side.hexes();
        roads.crossings.push(Crossing {
            side: *side,
            part: way.part,
            at: cross(*web, *side),
            heading: direction(ground.grid.centre(a), ground.grid.centre(b)),
        });
        for hex in [a, b] {
            exits.entry((hex.to_array(), *web)).or_default().push((*side, way.clone()));
        }
    }
    let crowded: Vec<[i32; 2]> = {
        let mut seen: BTreeMap<[i32; 2], usize> = BTreeMap::new();
        for (hex, _) in exits.keys() {
            *seen.entry(*hex).or_default() += 1;
        }
        seen.into_iter().filter(|(_, webs)| *webs > 1).map(|(hex, _)| hex).collect()
    };
    let node_of =
        |hex: Hex, web: Web| node(ground, hex, web, crowded.binary_search(&hex.to_array()).is_ok());
    for ((hex, web), ways) in &exits {
        let hex = Hex::from(*hex);
        // A road crosses a hexside in one direction, whichever hex it is drawn from.
        let enter = |side: Hexside| {
            let beyond = side.across(hex).unwrap_or(hex);
            Entry {
                at: cross(*web, side),
                inward: direction(node_of(beyond, *web), node_of(hex, *web)),
            }
        };
        junction(ground, hex, node_of(hex, *web), ways, enter, &mut roads.stretches);
    }
    roads
}

/// The hexside by which a way leaves the map: the one that looks most squarely over the edge.
fn way_out(ground: &Ground, hex: Hex) -> Option<Hexside> {
    let centre = ground.grid.centre(hex);
    let off = hex.all_neighbors().into_iter().filter(|other| !ground.on_map(*other));
    let ahead: Vec<(Hex, Point)> =
        off.map(|other| (other, direction(centre, ground.grid.centre(other)))).collect();
    let (x, y) = ahead.iter().fold((0.0, 0.0), |(x, y), (_, d)| (x + d.x, y + d.y));
    let square = |d: &Point| d.x * x + d.y * y;
    let out = ahead.iter().max_by(|(_, a), (_, b)| square(a).total_cmp(&square(b)));
    out.and_then(|(other, _)| Hexside::between(hex, *other))
}

/// Where a way enters a hex, and in which direction.
#[derive(Clone, Copy)]
struct Entry {
    at: Point,
    inward: Point,
}

/// Where the ways of a web meet in a hex: near its centre.
fn node(ground: &Ground, hex: Hex, web: Web, crowded: bool) -> Point {
    let centre = ground.grid.centre(hex);
    let mut dice = Dice::of(hex, 5);
    let stray = if ground.is_settled(hex) { 0.015 } else { 0.06 } * ground.size;
    let p = Point::new(centre.x + stray * dice.signed(), centre.y + stray * dice.signed());
    match web {
        Web::Rail if crowded => Point::new(p.x + 0.1 * ground.size, p.y + 0.1 * ground.size),
        _ => p,
    }
}

fn junction(
    ground: &Ground,
    hex: Hex,
    node: Point,
    ways: &[(Hexside, Way)],
    enter: impl Fn(Hexside) -> Entry,
    stretches: &mut Vec<Stretch>,
) {
    let ends: Vec<(Entry, &Way)> = ways.iter().map(|(side, way)| (enter(*side), way)).collect();
    let lead = |entry: Entry, reach: f64| along(entry.at, entry.inward, reach * ground.size);
    let mut put = |way: &Way, curve: [Point; 4]| {
        stretches.push(Stretch { hex, part: way.part, colour: way.colour.clone(), curve });
    };
    if let [(entry, way)] = ends[..] {
        let from = entry.at;
        put(way, [from, lead(entry, 0.17), lerp(from, node, 0.7), node]);
        // A road that ends in the open at the edge of the map leads on beyond it.
        let lonely =
            !ground.is_settled(hex) && !ground.map.places.iter().any(|place| place.hex == hex);
        let heading = direction(from, node);
        let out = hex
            .all_neighbors()
            .into_iter()
            .filter(|h| !ground.on_map(*h))
            .map(|h| ground.grid.centre(hex).midpoint(ground.grid.centre(h)))
            .max_by(|a, b| {
                let ahead = |p: &Point| {
                    let d = direction(node, *p);
                    d.x * heading.x + d.y * heading.y
                };
                ahead(a).total_cmp(&ahead(b))
            });
        if let (true, Some(out)) = (lonely, out) {
            let d = direction(node, out);
            if d.x * heading.x + d.y * heading.y > 0.3 {
                let far = along(out, d, ground.size * 0.5);
                put(
                    way,
                    [node, along(node, heading, ground.size * 0.2), lerp(node, out, 0.7), far],
                );
            }
        }
        return;
    }
    // The main way through: the best of the widest, and of those the straightest.
    let mut best = (0, 1);
    let mut most = f64::MIN;
    for i in 0..ends.len() {
        for j in i + 1..ends.len() {
            let (a, b) = (direction(node, ends[i].0.at), direction(node, ends[j].0.at));
            let straight = -(a.x * b.x + a.y * b.y);
            let rank = f64::from((ends[i].1.part as u8).min(ends[j].1.part as u8));
            if straight + rank * 3.0 > most {
                most = straight + rank * 3.0;
                best = (i, j);
            }
        }
    }
    let ((from, way_a), (to, way_b)) = (ends[best.0], ends[best.1]);
    let (a, b) = (from.at, to.at);
    let whole = [a, lead(from, 0.33), lead(to, 0.33), b];
    let middle = {
        let stretch = Stretch { hex, part: way_a.part, colour: None, curve: whole };
        stretch.point(0.5)
    };
    if way_a.part == way_b.part {
        put(way_a, whole);
    } else {
        let tangent = direction(whole[1], whole[2]);
        let back = along(middle, tangent, -ground.size * 0.1);
        let on = along(middle, tangent, ground.size * 0.1);
        put(way_a, [a, lead(from, 0.17), back, middle]);
        put(way_b, [middle, on, lead(to, 0.17), b]);
    }
    let tangent = direction(whole[1], whole[2]);
    for (i, (entry, way)) in ends.iter().enumerate() {
        if i == best.0 || i == best.1 {
            continue;
        }
        let from = &entry.at;
        let heading = direction(*from, middle);
        let lean = tangent.x * heading.x + tangent.y * heading.y;
        let merge = along(middle, tangent, -lean.signum() * ground.size * 0.14 * lean.abs());
        put(way, [*from, lead(*entry, 0.2), lerp(merge, *from, 0.12), middle]);
    }
}

/// Draws all stretches: casings first, then the ways themselves, the widest last.
pub fn draw(ground: &Ground, picture: &mut Picture, roads: &Roads) {
    let parts = [
        PathPart::Ferry,
        PathPart::Stream,
        PathPart::Trail,
        PathPart::Track,
        PathPart::Road,
        PathPart::MajorRoad,
        PathPart::Railway,
    ];
    let size = ground.size;
    let of = |part: PathPart| roads.stretches.iter().filter(move |s| s.part == part);
    for fill in [false, true] {
        for part in parts {
            let Some(line) = ground.style.path.get(part.name()) else { continue };
            if part == PathPart::Railway {
                if fill {
                    of(part).for_each(|s| rail(picture, s, line, size));
                }
                continue;
            }
            let (colour, width) =
                if fill { (&line.colour, line.width) } else { (&line.casing, line.casing_width) };
            if colour.is_empty() || width <= 0.0 {
                continue;
            }
            // Broken lines are broken in the casing, so that the fill does not bridge the gaps.
            let dash = if line.dash.is_empty()
                || (fill && line.casing_width > 0.0 && part != PathPart::Track)
            {
                String::new()
            } else {
                let gaps: Vec<String> = line.dash.iter().map(|d| num(d * size)).collect();
                format!(" stroke-dasharray=\"{}\"", gaps.join(" "))
            };
            let cap = if dash.is_empty() { "round" } else { "butt" };
            for s in of(part) {
                let colour = s.colour.as_ref().filter(|_| fill).unwrap_or(colour);
                let [a, b, c, d] = s.curve;
                let mut pen = Pen::default();
                pen.start(a).curve(b, c, d);
                picture.put(
                    around(&s.curve, width * size),
                    format!(
                        "<path d=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\" stroke-linecap=\"{cap}\"{dash}/>",
                        pen.data(),
                        num(width * size)
                    ),
                );
            }
        }
    }
}

fn rail(picture: &mut Picture, stretch: &Stretch, line: &super::style::LineStyle, size: f64) {
    let [a, b, c, d] = stretch.curve;
    let mut pen = Pen::default();
    pen.start(a).curve(b, c, d);
    let samples = stretch.samples(24);
    let whole = super::curve::length(&samples);
    let ties = (whole / (0.1 * size)).round().max(1.0);
    let mut ticks = Pen::default();
    for i in 0..ties as usize {
        let at = (i as f64 + 0.5) / ties * whole;
        if let Some((p, heading)) = super::curve::point_at(&samples, at) {
            let across = right_of(heading);
            ticks.start(along(p, across, -0.034 * size)).line(along(p, across, 0.034 * size));
        }
    }
    let colour = stretch.colour.as_ref().unwrap_or(&line.colour);
    picture.put(
        around(&stretch.curve, 0.1 * size),
        format!(
            "<path d=\"{0}\" fill=\"none\" stroke=\"{1}\" stroke-width=\"{2}\" stroke-linecap=\"round\"/><path d=\"{0}{3}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{4}\"/>",
            pen.data(),
            if line.casing.is_empty() { "none" } else { &line.casing },
            num(line.casing_width * size),
            ticks.data(),
            num(line.width * size)
        ),
    );
}
