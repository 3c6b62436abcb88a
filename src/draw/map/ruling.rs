//! Hex lines, centre dots and numbers.

use super::curve::lerp;
use super::ground::Ground;
use super::lettering::{Face, Halo};
use super::pen::{Pen, escape, num};
use super::picture::Picture;
use super::style::GridMode;
use crate::hex::{Hex, Point, Rect};

/// Rules the hexes. Every hexside is drawn once.
pub fn draw_lines(ground: &Ground, picture: &mut Picture) {
    let grid = &ground.style.grid;
    if grid.mode == GridMode::None {
        return;
    }
    picture.layer(format!(
        "fill=\"none\" stroke-width=\"{}\" stroke-opacity=\"{}\" stroke-linecap=\"round\"",
        num(grid.width * ground.size),
        num(grid.opacity)
    ));
    // Three sides a hex; those at the edge of the map come last.
    let sides: Vec<_> = ground.grid.hexsides().collect();
    for group in sides.chunks(3) {
        let (mut land, mut water) = (Pen::exact(), Pen::exact());
        let mut area = ground.around(group[0].hexes()[0]);
        for side in group {
            let ends = ground.grid.hexside_ends(*side);
            let here = super::picture::around(&ends, 0.1);
            area = super::picture::around(&[area.min, area.max, here.min, here.max], 0.0);
            let Some([a, b]) = clipped(ends, ground.field) else { continue };
            let wet = side.hexes().iter().all(|hex| ground.is_water(*hex) || !ground.on_map(*hex));
            let pen = if wet { &mut water } else { &mut land };
            if grid.mode == GridMode::Corners {
                pen.start(a).line(lerp(a, b, 0.2)).start(b).line(lerp(b, a, 0.2));
            } else {
                pen.start(a).line(b);
            }
        }
        for (pen, colour) in [(land, &grid.colour), (water, &grid.water)] {
            if !pen.is_empty() {
                picture.put(area, format!("<path d=\"{}\" stroke=\"{colour}\"/>", pen.data()));
            }
        }
    }
}

/// The part of a line within a rectangle.
fn clipped([a, b]: [Point; 2], field: Rect) -> Option<[Point; 2]> {
    let (mut from, mut to) = (0.0_f64, 1.0_f64);
    let slack = 1e-6;
    for (start, end, low, high) in [
        (a.x, b.x, field.min.x - slack, field.max.x + slack),
        (a.y, b.y, field.min.y - slack, field.max.y + slack),
    ] {
        let run = end - start;
        if run.abs() < 1e-12 {
            if start < low || start > high {
                return None;
            }
            continue;
        }
        let (t0, t1) = ((low - start) / run, (high - start) / run);
        from = from.max(t0.min(t1));
        to = to.min(t0.max(t1));
    }
    (from + 1e-6 < to).then(|| [lerp(a, b, from), lerp(a, b, to)])
}

/// Marks the centre of every hex, where the style (or a board) wants it.
pub fn draw_dots(ground: &Ground, picture: &mut Picture) {
    let colour = &ground.style.grid.colour;
    for hex in ground.grid.hexes() {
        let mut pen = Pen::exact();
        pen.dot(ground.grid.centre(hex));
        picture.put(
            ground.around(hex),
            format!(
                "<path d=\"{}\" stroke=\"{colour}\" stroke-width=\"{}\" stroke-linecap=\"round\"/>",
                pen.data(),
                num(0.05 * ground.size)
            ),
        );
    }
}

/// Prints the hex numbers.
pub fn draw_numbers(ground: &Ground, picture: &mut Picture) {
    let numbers = &ground.style.numbers;
    let size = numbers.size * ground.size;
    let face = Face::regular(&ground.style.fonts.body);
    picture.layer(format!(
        "{} font-size=\"{}\" text-anchor=\"middle\"",
        face.attributes(),
        num(size)
    ));
    let halo = &ground.style.terrain("clear", None).fill;
    for hex in ground.grid.hexes() {
        let (Some(id), at) = (ground.grid.id(hex), ground.number_at(hex)) else { continue };
        let wet = ground.is_water(hex);
        let colour = if wet { &numbers.water } else { &numbers.colour };
        let written = |paint: &str| {
            let (x, y) = (num(at.x), num(at.y + size * 0.36));
            format!("<text x=\"{x}\" y=\"{y}\" {paint}>{}</text>", escape(id.as_ref()))
        };
        let number = if wet || plain(ground, hex) {
            written(&format!("fill=\"{colour}\""))
        } else {
            Halo { colour: halo, width: size * 0.3, opacity: 0.6 }.below(colour, written)
        };
        picture.put(ground.number_box(hex), number);
    }
}

fn plain(ground: &Ground, hex: Hex) -> bool {
    ground.has(hex, super::part::TerrainPart::Clear)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexsides_beyond_the_edge_of_a_board_are_cut_off() {
        let field = super::super::picture::rect(0.0, 0.0, 10.0, 10.0);
        let p = Point::new;
        assert_eq!(
            clipped([p(-5.0, 5.0), p(5.0, 5.0)], field).map(|[a, _]| a.x.round()),
            Some(0.0)
        );
        assert_eq!(clipped([p(-5.0, -5.0), p(5.0, -5.0)], field), None);
    }
}
