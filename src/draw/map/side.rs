//! Bridges, fords, passes, crests, cliffs, walls, boundaries: everything else on hexsides.

use super::curve::{along, calm_line, direction, lerp, right_of, round_line};
use super::ground::Ground;
use super::part::{PathPart, SidePart};
use super::pen::{Pen, num};
use super::picture::{Picture, around};
use super::road::Roads;
use crate::draw::colour::Rgb;
use crate::hex::{Hexside, Point, Vertex};
use std::collections::BTreeMap;

/// Draws lines along hexsides, below the roads.
pub fn draw(ground: &Ground, picture: &mut Picture) {
    for part in [
        SidePart::Hedge,
        SidePart::Wall,
        SidePart::Crest,
        SidePart::Cliff,
        SidePart::MountainSide,
        SidePart::Boundary,
        SidePart::Blocked,
    ] {
        for (colour, sides) in sides(ground, part) {
            for chain in chains(&sides) {
                line(ground, picture, part, colour, &chain);
            }
        }
    }
}

/// The hexsides drawn as a part, by the colour that their type has of its own.
fn sides<'a>(ground: &'a Ground, part: SidePart) -> BTreeMap<Option<&'a str>, Vec<Hexside>> {
    let mut found: BTreeMap<Option<&str>, Vec<Hexside>> = BTreeMap::new();
    for (side, kinds) in &ground.map.hexsides {
        for kind in kinds.iter().filter(|kind| ground.side_part(**kind) == part) {
            let list = found.entry(ground.game.hexsides[*kind].colour.as_deref()).or_default();
            // Two types of one colour on a side are one line.
            if list.last() != Some(side) {
                list.push(*side);
            }
        }
    }
    found
}

/// Hexsides strung together at their corners.
fn chains(sides: &[Hexside]) -> Vec<Vec<Vertex>> {
    let mut at: BTreeMap<Vertex, Vec<usize>> = BTreeMap::new();
    for (i, side) in sides.iter().enumerate() {
        for corner in side.corners() {
            at.entry(corner).or_default().push(i);
        }
    }
    let mut used = vec![false; sides.len()];
    let mut chains = Vec::new();
    // Ends first, so that a line is not cut in its middle.
    let mut starts: Vec<usize> = (0..sides.len()).collect();
    starts.sort_by_key(|&i| !sides[i].corners().iter().any(|c| at[c].len() != 2));
    for start in starts {
        if used[start] {
            continue;
        }
        used[start] = true;
        let [a, b] = sides[start].corners();
        let mut chain =
            if at[&a].len() == 2 && at[&b].len() != 2 { vec![b, a] } else { vec![a, b] };
        while let Some(&end) = chain.last() {
            let here = &at[&end];
            let Some(&next) = here.iter().find(|&&i| !used[i]).filter(|_| here.len() == 2) else {
                break;
            };
            used[next] = true;
            let [c, d] = sides[next].corners();
            chain.push(if c == end { d } else { c });
        }
        chains.push(chain);
    }
    chains
}

fn line(
    ground: &Ground,
    picture: &mut Picture,
    part: SidePart,
    colour: Option<&str>,
    chain: &[Vertex],
) {
    let size = ground.size;
    let mut style = ground.style.hexside.get(part.name()).cloned().unwrap_or_default();
    if let Some(colour) = colour {
        style.colour = colour.to_owned();
        if let Some(own) = Rgb::parse(colour).filter(|_| !style.casing.is_empty()) {
            style.casing = own.mix(Rgb::of_bytes([255; 3]), 0.6).hex();
        }
    }
    let corners: Vec<Point> = chain.iter().map(|v| ground.grid.vertex(*v)).collect();
    let natural =
        matches!(part, SidePart::Crest | SidePart::Cliff | SidePart::Boundary | SidePart::Hedge);
    let points: Vec<Point> = if natural {
        round_line(&calm_line(&corners, super::region::CALM), 6)
            .into_iter()
            .map(|p| ground.warp.bend(p))
            .collect()
    } else {
        corners
    };
    let area = around(&points, 0.2 * size);
    let mut pen = Pen::default();
    if natural {
        pen.smooth_line(&points);
    } else {
        pen.polyline(&points);
    }
    let dash = if style.dash.is_empty() {
        String::new()
    } else {
        let gaps: Vec<String> = style.dash.iter().map(|d| num(d * size)).collect();
        format!(" stroke-dasharray=\"{}\"", gaps.join(" "))
    };
    if !style.casing.is_empty() && style.casing_width > 0.0 {
        picture.put(
            area,
            format!(
                "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-opacity=\"{}\" stroke-linejoin=\"round\" stroke-linecap=\"round\"/>",
                pen.data(),
                style.casing,
                num(style.casing_width * size),
                if part == SidePart::Boundary { ".55" } else { "1" }
            ),
        );
    }
    let mut teeth = Pen::default();
    let mut filled = false;
    match part {
        // Teeth on one side: the ground falls away on the right of the line.
        SidePart::Crest | SidePart::Cliff => {
            let step = if part == SidePart::Cliff { 0.055 } else { 0.1 };
            let tooth = if part == SidePart::Cliff { 0.075 } else { 0.06 };
            let whole = super::curve::length(&points);
            let count = (whole / (step * size)).floor() as usize;
            for i in 0..count {
                if let Some((p, d)) =
                    super::curve::point_at(&points, (i as f64 + 0.5) * step * size)
                {
                    teeth.start(p).line(along(p, right_of(d), tooth * size));
                }
            }
        }
        SidePart::MountainSide => {
            filled = true;
            for pair in points.windows(2) {
                // A pass needs room for its brackets.
                let open = passes(ground).any(|at| {
                    let middle = lerp(pair[0], pair[1], 0.5);
                    (at.x - middle.x).hypot(at.y - middle.y) < 0.1 * size
                });
                let feet: &[f64] = if open { &[0.02, 0.98] } else { &[0.2, 0.5, 0.8] };
                for &t in feet {
                    let foot = lerp(pair[0], pair[1], t);
                    let at = |x: f64, y: f64| Point::new(foot.x + x * size, foot.y + y * size);
                    teeth.polygon(&[at(-0.075, 0.055), at(0.0, -0.095), at(0.075, 0.055)]);
                }
            }
        }
        _ => {}
    }
    if part != SidePart::MountainSide {
        picture.put(
            area,
            format!(
                "<path d=\"{}{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\" stroke-linecap=\"{}\"{dash}/>",
                pen.data(),
                teeth.data(),
                style.colour,
                num(style.width * size),
                if dash.is_empty() { "round" } else { "butt" }
            ),
        );
    } else if filled {
        picture.put(
            area,
            format!(
                "<path d=\"{}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"/>",
                teeth.data(),
                style.casing,
                style.colour,
                num(style.width * size * 0.7)
            ),
        );
    }
}

/// The middles of the hexsides that have a pass.
fn passes<'a>(ground: &'a Ground) -> impl Iterator<Item = Point> + 'a {
    let is = |kind: &crate::model::Id<crate::model::HexsideType>| {
        ground.side_part(*kind) == SidePart::Pass
    };
    let sides = ground.map.hexsides.iter().filter(move |(_, kinds)| kinds.iter().any(is));
    sides.map(|(side, _)| {
        let [a, b] = side.hexes().map(|hex| ground.grid.centre(hex));
        a.midpoint(b)
    })
}

/// Draws what lets units across hexsides: bridges below roads, fords, ferries and passes.
pub fn draw_crossings(ground: &Ground, picture: &mut Picture, roads: &Roads) {
    for (&side, kinds) in &ground.map.hexsides {
        for kind in kinds {
            let part = ground.side_part(*kind);
            let [a, b] = side.hexes().map(|hex| ground.grid.centre(hex));
            let at = ground.warp.bend(a.midpoint(b));
            let heading = direction(a, b);
            // Mountain hexsides are drawn straight, so their passes are too.
            let straight = a.midpoint(b);
            match part {
                SidePart::Bridge => bridge(ground, picture, at, heading, 0.1, true),
                SidePart::Ford | SidePart::Ferry => ford(ground, picture, part, at, heading),
                SidePart::Pass => pass(ground, picture, straight, heading),
                _ => {}
            }
        }
    }
    for crossing in &roads.crossings {
        let carried = matches!(
            crossing.part,
            PathPart::Trail
                | PathPart::Track
                | PathPart::Road
                | PathPart::MajorRoad
                | PathPart::Railway
        );
        let kinds = ground.map.hexsides.get(&crossing.side);
        let wet =
            kinds.is_some_and(|kinds| kinds.iter().any(|kind| ground.side_part(*kind).is_river()));
        if carried && wet {
            let width = ground
                .style
                .path
                .get(crossing.part.name())
                .map_or(0.06, |l| l.casing_width.max(l.width));
            bridge(ground, picture, crossing.at, crossing.heading, width, false);
        }
    }
}

fn river_width(ground: &Ground) -> f64 {
    ground.style.hexside.get("river").map_or(0.085, |line| line.width)
}

/// Two rails with splayed ends across the water.
fn bridge(
    ground: &Ground,
    picture: &mut Picture,
    at: Point,
    heading: Point,
    width: f64,
    deck: bool,
) {
    let size = ground.size;
    let style = ground.style.hexside.get("bridge").cloned().unwrap_or_default();
    let across = right_of(heading);
    let reach = (river_width(ground) * 0.5 + 0.055) * size;
    let half = (width * 0.5 + 0.022) * size;
    let mut pen = Pen::default();
    for side in [-1.0, 1.0] {
        let p = |t: f64, out: f64| along(along(at, heading, t), across, side * (half + out));
        let splay = 0.035 * size;
        pen.polyline(&[
            p(-reach - splay, splay),
            p(-reach, 0.0),
            p(reach, 0.0),
            p(reach + splay, splay),
        ]);
    }
    let mut planks = Pen::default();
    let p = |t: f64, s: f64| along(along(at, heading, t), across, s);
    planks.polygon(&[p(-reach, -half), p(reach, -half), p(reach, half), p(-reach, half)]);
    let area = around(&[at], 0.4 * size);
    if deck {
        picture.put(area, format!("<path d=\"{}\" fill=\"{}\"/>", planks.data(), style.colour));
    }
    picture.put(
        area,
        format!(
            "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
            pen.data(),
            style.casing,
            num(style.width * size)
        ),
    );
}

fn ford(ground: &Ground, picture: &mut Picture, part: SidePart, at: Point, heading: Point) {
    let size = ground.size;
    let style = ground.style.hexside.get(part.name()).cloned().unwrap_or_default();
    let across = right_of(heading);
    let mut pen = Pen::default();
    let half = 0.14 * size;
    for s in [-0.035, 0.035] {
        pen.start(along(along(at, across, s * size), heading, -half));
        pen.line(along(along(at, across, s * size), heading, half));
    }
    let dash = format!("{0} {0}", num(0.03 * size));
    picture.put(
        around(&[at], 0.4 * size),
        format!(
            "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-dasharray=\"{dash}\"/>",
            pen.data(),
            style.colour,
            num(style.width * size * 1.2)
        ),
    );
}

/// Two brackets, open towards both hexes.
fn pass(ground: &Ground, picture: &mut Picture, at: Point, heading: Point) {
    let size = ground.size;
    let style = ground.style.hexside.get("pass").cloned().unwrap_or_default();
    let across = right_of(heading);
    let mut pen = Pen::default();
    for side in [-1.0, 1.0] {
        let p = |t: f64, s: f64| along(along(at, heading, t * size), across, side * s * size);
        pen.start(p(-0.13, 0.13)).curve(p(-0.07, 0.05), p(0.07, 0.05), p(0.13, 0.13));
    }
    picture.put(
        around(&[at], 0.4 * size),
        format!(
            "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\"/>",
            pen.data(),
            style.colour,
            num(style.width * size)
        ),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::{Grid, GridSpec, Stagger};

    #[test]
    fn hexsides_in_any_order_become_one_line() {
        let grid = Grid::new(GridSpec::flat(6, 6, Stagger::EvenDown)).unwrap();
        let side = |a: &str, b: &str| {
            Hexside::between(grid.parse(a).unwrap(), grid.parse(b).unwrap()).unwrap()
        };
        let sides = [side("0303", "0403"), side("0303", "0302"), side("0303", "0402")];
        let found = chains(&sides);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].len(), 4);
    }
}
