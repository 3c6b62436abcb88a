//! Villages, towns and cities as blocks of houses along their streets.

use super::curve::direction;
use super::ground::Ground;
use super::noise::Dice;
use super::part::TerrainPart;
use super::pen::{Pen, num};
use super::picture::Picture;
use super::road::Roads;
use super::style::TerrainStyle;
use crate::hex::{Hex, Point};
use std::collections::{HashMap, HashSet};

/// How far the houses of a part reach from the middle of the hex, as a part of the hex size.
pub fn radius(part: TerrainPart) -> f64 {
    match part {
        TerrainPart::Village => 0.15,
        TerrainPart::Town => 0.235,
        TerrainPart::City => 0.4,
        _ => 0.0,
    }
}

/// Draws the houses of all settlements.
pub fn draw(ground: &Ground, picture: &mut Picture, roads: &Roads) {
    let mut streets: HashMap<Hex, Vec<Point>> = HashMap::new();
    for stretch in &roads.stretches {
        streets.entry(stretch.hex).or_default().extend(stretch.samples(12));
    }
    for part in [TerrainPart::Village, TerrainPart::Town, TerrainPart::City] {
        for (hexes, style) in ground.patches(part) {
            let members: HashSet<Hex> = hexes.iter().copied().collect();
            for &hex in &hexes {
                let streets = streets.get(&hex).map_or(&[][..], Vec::as_slice);
                houses(ground, picture, hex, part, &style, streets, |h| members.contains(&h));
            }
        }
    }
}

fn houses(
    ground: &Ground,
    picture: &mut Picture,
    hex: Hex,
    part: TerrainPart,
    style: &TerrainStyle,
    streets: &[Point],
    within: impl Fn(Hex) -> bool,
) {
    let size = ground.size;
    let centre = ground.grid.centre(hex);
    let mut dice = Dice::of(hex, 103);
    let turn = match streets {
        [a, b, ..] => {
            let d = direction(*a, *b);
            d.y.atan2(d.x)
        }
        _ => dice.between(-0.5, 0.5),
    };
    let (sin, cos) = turn.sin_cos();
    let (cell, empty) = match part {
        TerrainPart::Village => (0.088, 0.5),
        TerrainPart::Town => (0.088, 0.14),
        _ => (0.098, 0.05),
    };
    let reach = radius(part);
    let count = (reach / cell).ceil() as i32 + 1;
    let (mut shade, mut walls, mut lit) = (Pen::default(), Pen::default(), Pen::default());
    let number = ground.number_box(hex);
    for row in -count..count {
        for column in -count..count {
            let (u, v) = ((f64::from(column) + 0.5) * cell, (f64::from(row) + 0.5) * cell);
            let (u, v) = (u + 0.012 * dice.signed(), v + 0.012 * dice.signed());
            let (w, h) = (cell * dice.between(0.28, 0.42), cell * dice.between(0.28, 0.42));
            let (skip, bright) = (dice.chance(empty), dice.chance(0.3));
            let p = Point::new(
                centre.x + (u * cos - v * sin) * size,
                centre.y + (u * sin + v * cos) * size,
            );
            let far = p.distance(centre) / size;
            let limit = if part == TerrainPart::City {
                ground.depth(hex, p, &within) > 0.1
            } else {
                far < reach * dice.between(0.85, 1.1)
            };
            let on_street = streets.iter().any(|s| s.distance(p) < (0.052 + w.min(h) * 0.4) * size);
            let over_number =
                super::picture::touch(number, super::picture::around(&[p], 0.03 * size));
            if skip || !limit || on_street || over_number || far > 0.5 {
                continue;
            }
            let corner = |x: f64, y: f64, shift: f64| {
                Point::new(
                    p.x + (x * w * cos - y * h * sin + shift) * size,
                    p.y + (x * w * sin + y * h * cos + shift * 1.1) * size,
                )
            };
            let block = |shift: f64| {
                [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
                    .map(|(x, y)| corner(x, y, shift))
            };
            shade.polygon(&block(0.008));
            if bright { &mut lit } else { &mut walls }.polygon(&block(0.0));
        }
    }
    let area = ground.around(hex);
    let mut put = |pen: &Pen, fill: &str, edge: &str| {
        if !pen.is_empty() {
            picture.put(
                area,
                format!(
                    "<path d=\"{}\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"{}\"/>",
                    pen.data(),
                    num(0.005 * size)
                ),
            );
        }
    };
    put(&shade, &style.dark, &style.dark);
    put(&walls, &style.ink, &style.dark);
    put(&lit, &style.light, &style.dark);
}
