//! Outlines of geomorphic boards: woods, orchards, hills and buildings with their exact shapes.

use super::curve::{inside, round_loop};
use super::ground::Ground;
use super::noise::Dice;
use super::part::TerrainPart;
use super::pen::{Pen, num};
use super::picture::{Picture, around};
use crate::hex::{Hex, Point};

struct Shape {
    part: TerrainPart,
    points: Vec<Point>,
    style: super::style::TerrainStyle,
}

/// The outlines of the map in millimetres on the sheet.
fn shapes(ground: &Ground) -> Vec<Shape> {
    let origin = ground.grid.layout().origin;
    let on_sheet =
        |&(x, y): &(f64, f64)| Point::new(origin.x + x * ground.size, origin.y + y * ground.size);
    let shape = |outline: &crate::model::Outline| {
        let terrain = &ground.game.terrain[outline.terrain];
        let part = ground.parts(outline.terrain).first().copied()?;
        Some(Shape {
            part,
            points: outline.points.iter().map(on_sheet).collect(),
            style: ground.style.terrain(part.name(), terrain.colour.as_deref()),
        })
    };
    ground.map.outlines.iter().filter_map(shape).filter(|s| s.points.len() > 2).collect()
}

pub(super) fn is_building(part: TerrainPart) -> bool {
    matches!(part, TerrainPart::StoneBuilding | TerrainPart::WoodenBuilding)
}

/// Draws natural outlines; their edges are rounded as the eye expects of woods and slopes.
pub fn draw(ground: &Ground, picture: &mut Picture) {
    let size = ground.size;
    for shape in shapes(ground).iter().filter(|s| !is_building(s.part)) {
        let round = round_loop(&shape.points, 6);
        let mut pen = Pen::default();
        pen.smooth_loop(&round);
        let edge = if shape.style.edge == "none" { &shape.style.dark } else { &shape.style.edge };
        picture.put(
            around(&round, 0.05 * size),
            format!(
                "<path d=\"{}\" fill=\"{}\" stroke=\"{edge}\" stroke-width=\"{}\"/>",
                pen.data(),
                shape.style.fill,
                num(0.014 * size)
            ),
        );
        trees(ground, picture, shape, &round);
    }
}

fn trees(ground: &Ground, picture: &mut Picture, shape: &Shape, round: &[Point]) {
    let size = ground.size;
    let (step, jitter, width) = match shape.part {
        TerrainPart::Woods => (0.13, 0.3, 0.1),
        TerrainPart::Forest => (0.11, 0.3, 0.095),
        TerrainPart::Orchard => (0.2, 0.0, 0.1),
        TerrainPart::Brush => (0.17, 0.4, 0.05),
        TerrainPart::Grain => (0.085, 0.2, 0.02),
        _ => return,
    };
    let area = around(round, 0.0);
    let (rows, columns) = (area.height() / (step * size), area.width() / (step * size));
    // An outline larger than any board would ask for endless trees.
    let (rows, columns) = (rows.clamp(0.0, 600.0) as i32, columns.clamp(0.0, 600.0) as i32);
    let room = width * size * 0.6;
    let (mut dark, mut ink, mut light) = (Pen::default(), Pen::default(), Pen::default());
    for row in 0..=rows {
        for column in 0..=columns {
            let mut dice = Dice::of(Hex::new(column, row), 107);
            let shift = if row % 2 == 0 || shape.part == TerrainPart::Orchard { 0.0 } else { 0.5 };
            let p = Point::new(
                area.min.x
                    + (f64::from(column) + 0.5 + shift + jitter * dice.signed()) * step * size,
                area.min.y + (f64::from(row) + 0.5 + jitter * dice.signed()) * step * size,
            );
            let all_in = [(room, 0.0), (-room, 0.0), (0.0, room), (0.0, -room)]
                .iter()
                .all(|(x, y)| inside(round, Point::new(p.x + x, p.y + y)));
            if all_in {
                let d = width * size;
                dark.dot(Point::new(p.x + 0.07 * d, p.y + 0.09 * d));
                ink.dot(p);
                light.dot(Point::new(p.x - 0.2 * d, p.y - 0.24 * d));
            }
        }
    }
    for (pen, colour, part) in [
        (dark, &shape.style.dark, 1.0),
        (ink, &shape.style.ink, 0.9),
        (light, &shape.style.light, 0.42),
    ] {
        if !pen.is_empty() && colour != "none" {
            picture.put(
                area,
                format!(
                    "<path d=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\" stroke-linecap=\"round\"/>",
                    pen.data(),
                    num(width * size * part)
                ),
            );
        }
    }
}

/// Draws buildings above the roads: walls, roof ridge, shadow.
pub fn draw_buildings(ground: &Ground, picture: &mut Picture) {
    let size = ground.size;
    for shape in shapes(ground).iter().filter(|s| is_building(s.part)) {
        let mut walls = Pen::exact();
        walls.polygon(&shape.points);
        let mut shade = Pen::default();
        let fallen: Vec<Point> = shape
            .points
            .iter()
            .map(|p| Point::new(p.x + 0.025 * size, p.y + 0.03 * size))
            .collect();
        shade.polygon(&fallen);
        // The roof is a smaller copy, so that a building reads as a solid from above.
        let n = shape.points.len() as f64;
        let middle = Point::new(
            shape.points.iter().map(|p| p.x).sum::<f64>() / n,
            shape.points.iter().map(|p| p.y).sum::<f64>() / n,
        );
        let roof: Vec<Point> =
            shape.points.iter().map(|p| super::curve::lerp(middle, *p, 0.72)).collect();
        let mut ridge = Pen::default();
        ridge.polygon(&roof);
        picture.put(
            around(&shape.points, 0.06 * size),
            format!(
                "<path d=\"{}\" fill=\"{}\" fill-opacity=\".45\"/><path d=\"{}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"/><path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"/>",
                shade.data(),
                shape.style.dark,
                walls.data(),
                shape.style.fill,
                shape.style.edge,
                num(0.02 * size),
                ridge.data(),
                shape.style.light,
                num(0.012 * size)
            ),
        );
    }
}
