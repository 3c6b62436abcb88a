//! What grows: woods, forests, orchards, vines, grain, brush, marsh; and what does not: sand, rough.

use super::curve::along;
use super::ground::Ground;
use super::noise::Dice;
use super::part::TerrainPart;
use super::pen::{Pen, num};
use super::picture::{Picture, around, touch};
use super::region::{connected, natural, outlines};
use super::style::TerrainStyle;
use crate::hex::{Hex, Point};
use std::collections::HashSet;

/// Paints the ground below the textures.
pub fn draw_ground(ground: &Ground, picture: &mut Picture, parts: &[TerrainPart]) {
    for &part in parts {
        let inset = match part {
            TerrainPart::City => 0.02,
            TerrainPart::Woods | TerrainPart::Forest => 0.055,
            _ => 0.03,
        };
        for (hexes, style) in ground.patches(part) {
            patch(ground, picture, &hexes, &style, inset);
        }
    }
}

fn patch(ground: &Ground, picture: &mut Picture, hexes: &[Hex], style: &TerrainStyle, inset: f64) {
    if style.fill == "none" && style.edge == "none" {
        return;
    }
    let members: HashSet<Hex> = hexes.iter().copied().collect();
    for part in connected(&ground.grid, hexes) {
        let mut pen = Pen::default();
        let mut points = Vec::new();
        for outline in outlines(&ground.grid, &part, |hex| members.contains(&hex)) {
            let outline = natural(&outline, inset * ground.size, ground.warp);
            pen.smooth_loop(&outline);
            points.extend(outline);
        }
        let edge = match style.edge.as_str() {
            "none" => String::new(),
            edge => format!(" stroke=\"{edge}\" stroke-width=\"{}\"", num(0.014 * ground.size)),
        };
        picture.put(
            around(&points, 0.02 * ground.size),
            format!(
                "<path d=\"{}\" fill=\"{}\" fill-rule=\"evenodd\"{edge}/>",
                pen.data(),
                style.fill
            ),
        );
    }
}

/// Draws the textures of a part.
pub fn draw_texture(ground: &Ground, picture: &mut Picture, part: TerrainPart) {
    for (hexes, style) in ground.patches(part) {
        let members: HashSet<Hex> = hexes.iter().copied().collect();
        let within = |hex: Hex| members.contains(&hex);
        let free = |hex: Hex, p: Point, room: f64, margin: f64| {
            let clear_of_number = !ground.on_map(hex)
                || !touch(ground.number_box(hex), around(&[p], room * ground.size));
            clear_of_number && ground.depth(hex, p, within) > margin
        };
        match part {
            TerrainPart::Woods => {
                let trees = strew(ground, &hexes, 0.142, 0.3, 41, |h, p| free(h, p, 0.035, 0.115));
                crowns(ground, picture, &trees, &style, 0.058);
            }
            TerrainPart::Forest => {
                let trees = strew(ground, &hexes, 0.118, 0.28, 43, |h, p| free(h, p, 0.035, 0.11));
                forest(ground, picture, &trees, &style);
            }
            TerrainPart::Orchard => {
                let trees = strew(ground, &hexes, 0.165, 0.0, 47, |h, p| free(h, p, 0.035, 0.13));
                crowns(ground, picture, &trees, &style, 0.043);
            }
            TerrainPart::Brush => {
                let bushes = strew(ground, &hexes, 0.2, 0.42, 53, |h, p| free(h, p, 0.03, 0.1));
                crowns(ground, picture, &bushes, &style, 0.026);
            }
            TerrainPart::Marsh => {
                let tufts = strew(ground, &hexes, 0.235, 0.3, 59, |h, p| free(h, p, 0.07, 0.13));
                marsh(ground, picture, &tufts, &style);
            }
            TerrainPart::Grain => {
                let rows = strew(ground, &hexes, 0.1, 0.12, 61, |h, p| free(h, p, 0.03, 0.1));
                grain(ground, picture, &rows, &style);
            }
            TerrainPart::Vineyard => {
                let rows = strew(ground, &hexes, 0.13, 0.0, 67, |h, p| free(h, p, 0.03, 0.12));
                vines(ground, picture, &rows, &style);
            }
            TerrainPart::Clear => {
                let hexes: Vec<Hex> =
                    hexes.iter().copied().filter(|hex| ground.on_map(*hex)).collect();
                let grass = strew(ground, &hexes, 0.36, 0.45, 79, |h, p| free(h, p, 0.05, 0.08));
                meadow(ground, picture, &grass, &style);
            }
            TerrainPart::Sand => {
                let grains = strew(ground, &hexes, 0.085, 0.45, 71, |h, p| free(h, p, 0.01, 0.06));
                dots(ground, picture, &grains, &style.ink, 0.013, Point::new(0.0, 0.0));
            }
            TerrainPart::Rough => {
                let stones = strew(ground, &hexes, 0.21, 0.36, 73, |h, p| free(h, p, 0.05, 0.12));
                rough(ground, picture, &stones, &style);
            }
            _ => {}
        }
    }
}

type Strewn = Vec<(Hex, Vec<Point>)>;

fn strew(
    ground: &Ground,
    hexes: &[Hex],
    spacing: f64,
    jitter: f64,
    purpose: u64,
    keep: impl Fn(Hex, Point) -> bool,
) -> Strewn {
    hexes
        .iter()
        .map(|&hex| {
            let mut points = ground.strewn(hex, spacing, jitter, purpose);
            points.retain(|p| keep(hex, *p));
            (hex, points)
        })
        .collect()
}

fn path(picture: &mut Picture, ground: &Ground, hex: Hex, pen: &Pen, paint: &str) {
    if !pen.is_empty() {
        picture.put(ground.around(hex), format!("<path d=\"{}\" {paint}/>", pen.data()));
    }
}

/// Round dots of one colour, `width` a part of the hex size; `shift` a part of the width.
fn dots(
    ground: &Ground,
    picture: &mut Picture,
    strewn: &Strewn,
    colour: &str,
    width: f64,
    shift: Point,
) {
    if colour == "none" {
        return;
    }
    let width = width * ground.size;
    for (hex, points) in strewn {
        let mut pen = Pen::default();
        for p in points {
            pen.dot(along(*p, shift, width));
        }
        path(
            picture,
            ground,
            *hex,
            &pen,
            &format!(
                "fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\" stroke-linecap=\"round\"",
                num(width)
            ),
        );
    }
}

/// Trees from above: shade, crown, light. Sizes vary from tree to tree.
fn crowns(
    ground: &Ground,
    picture: &mut Picture,
    strewn: &Strewn,
    style: &TerrainStyle,
    radius: f64,
) {
    let groups: Vec<(f64, Strewn)> = [0.8, 1.0, 1.22]
        .into_iter()
        .enumerate()
        .map(|(i, scale)| {
            let of_size = |p: &Point| {
                let mut dice = Dice::of(Hex::new((p.x * 64.0) as i32, (p.y * 64.0) as i32), 83);
                (dice.unit() * 3.0) as usize == i
            };
            let trees = strewn
                .iter()
                .map(|(hex, points)| (*hex, points.iter().copied().filter(of_size).collect()))
                .collect();
            (radius * scale, trees)
        })
        .collect();
    for (radius, trees) in &groups {
        dots(ground, picture, trees, &style.dark, radius * 2.0, Point::new(0.07, 0.09));
    }
    for (radius, trees) in &groups {
        dots(ground, picture, trees, &style.ink, radius * 1.78, Point::new(0.0, 0.0));
        dots(ground, picture, trees, &style.light, radius * 0.9, Point::new(-0.2, -0.24));
    }
}

/// Conifers among round crowns.
fn forest(ground: &Ground, picture: &mut Picture, strewn: &Strewn, style: &TerrainStyle) {
    let is_conifer =
        |p: &Point| Dice::of(Hex::new((p.x * 64.0) as i32, (p.y * 64.0) as i32), 89).chance(0.5);
    let select = |conifer: bool| -> Strewn {
        strewn
            .iter()
            .map(|(hex, points)| {
                (*hex, points.iter().copied().filter(|p| is_conifer(p) == conifer).collect())
            })
            .collect()
    };
    crowns(ground, picture, &select(false), style, 0.05);
    for (hex, points) in select(true) {
        let (mut dark, mut lit) = (Pen::default(), Pen::default());
        for p in points {
            let mut dice = Dice::of(Hex::new((p.x * 64.0) as i32, (p.y * 64.0) as i32), 97);
            let h = ground.size * dice.between(0.062, 0.085);
            let at = |x: f64, y: f64| Point::new(p.x + x * h, p.y + y * h);
            dark.polygon(&[at(0.0, -1.0), at(0.62, 0.75), at(-0.62, 0.75)]);
            lit.polygon(&[at(0.0, -0.85), at(0.0, 0.6), at(-0.48, 0.6)]);
        }
        path(picture, ground, hex, &dark, &format!("fill=\"{}\"", style.dark));
        path(picture, ground, hex, &lit, &format!("fill=\"{}\"", style.ink));
    }
}

/// Blades of grass, hardly seen: they keep open ground from looking like blank paper.
fn meadow(ground: &Ground, picture: &mut Picture, strewn: &Strewn, style: &TerrainStyle) {
    for (hex, points) in strewn {
        let mut pen = Pen::default();
        for p in points {
            let u = ground.size * 0.022;
            let at = |x: f64, y: f64| Point::new(p.x + x * u, p.y + y * u);
            pen.start(at(-0.7, -0.8)).line(at(-0.2, 0.5)).start(at(0.1, -1.1)).line(at(0.1, 0.5));
            pen.start(at(0.9, -0.7)).line(at(0.4, 0.5));
        }
        let paint = format!(
            "fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\"",
            style.ink,
            num(0.009 * ground.size)
        );
        path(picture, ground, *hex, &pen, &paint);
    }
}

fn marsh(ground: &Ground, picture: &mut Picture, strewn: &Strewn, style: &TerrainStyle) {
    for (hex, points) in strewn {
        let (mut water, mut tufts) = (Pen::default(), Pen::default());
        for (i, p) in points.iter().enumerate() {
            let u = ground.size * 0.05;
            let at = |x: f64, y: f64| Point::new(p.x + x * u, p.y + y * u);
            water.start(at(-1.5, 0.35)).line(at(1.5, 0.35));
            if i % 2 == 0 {
                water.start(at(-0.2, 1.0)).line(at(2.1, 1.0));
            }
            for (x, y) in [(-1.0, -0.75), (-0.5, -1.3), (0.0, -1.6), (0.5, -1.3), (1.0, -0.75)] {
                tufts.start(at(x * 0.45, 0.1)).line(at(x, y));
            }
        }
        let line = |colour: &str, width: f64| {
            format!(
                "fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\" stroke-linecap=\"round\"",
                num(width * ground.size)
            )
        };
        path(picture, ground, *hex, &water, &line(&style.dark, 0.0115));
        path(picture, ground, *hex, &tufts, &line(&style.ink, 0.0115));
    }
}

fn grain(ground: &Ground, picture: &mut Picture, strewn: &Strewn, style: &TerrainStyle) {
    for (hex, points) in strewn {
        let (mut straw, mut ears) = (Pen::default(), Pen::default());
        for p in points {
            let u = ground.size * 0.026;
            straw.start(Point::new(p.x, p.y + u)).line(Point::new(p.x + u * 0.5, p.y - u));
            ears.dot(Point::new(p.x + u * 0.55, p.y - u * 1.05));
        }
        let line = |colour: &str, width: f64| {
            format!(
                "fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\" stroke-linecap=\"round\"",
                num(width * ground.size)
            )
        };
        path(picture, ground, *hex, &straw, &line(&style.ink, 0.011));
        path(picture, ground, *hex, &ears, &line(&style.dark, 0.02));
    }
}

fn vines(ground: &Ground, picture: &mut Picture, strewn: &Strewn, style: &TerrainStyle) {
    for (hex, points) in strewn {
        let (mut stakes, mut grapes) = (Pen::default(), Pen::default());
        for p in points {
            let u = ground.size * 0.03;
            stakes.start(Point::new(p.x, p.y - u)).line(Point::new(p.x, p.y + u));
            grapes.dot(Point::new(p.x + u * 0.55, p.y));
        }
        let line = |colour: &str, width: f64| {
            format!(
                "fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\" stroke-linecap=\"round\"",
                num(width * ground.size)
            )
        };
        path(picture, ground, *hex, &stakes, &line(&style.ink, 0.012));
        path(picture, ground, *hex, &grapes, &line(&style.dark, 0.026));
    }
}

/// Broken ground: small lit boulders and hooks.
fn rough(ground: &Ground, picture: &mut Picture, strewn: &Strewn, style: &TerrainStyle) {
    for (hex, points) in strewn {
        let (mut stones, mut hooks) = (Pen::default(), Pen::default());
        for p in points {
            let mut dice = Dice::of(Hex::new((p.x * 64.0) as i32, (p.y * 64.0) as i32), 101);
            let u = ground.size * dice.between(0.026, 0.042);
            let at = |x: f64, y: f64| Point::new(p.x + x * u, p.y + y * u);
            if dice.chance(0.55) {
                hooks
                    .start(at(-1.0, 0.5))
                    .line(at(-0.2, -0.6))
                    .line(at(0.5, 0.1))
                    .line(at(1.2, 0.6));
            } else {
                stones.polygon(&[at(-0.8, 0.4), at(-0.4, -0.6), at(0.5, -0.5), at(0.9, 0.4)]);
            }
        }
        let width = num(0.0125 * ground.size);
        path(picture, ground, *hex, &stones, &format!("fill=\"{}\"", style.ink));
        path(
            picture,
            ground,
            *hex,
            &hooks,
            &format!(
                "fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"",
                style.dark
            ),
        );
    }
}
