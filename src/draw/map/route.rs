//! A route across the map, shown step by step.

use super::ground::Ground;
use super::lettering::{Anchor, Face, Halo, text_with_halo};
use super::pen::{Pen, num};
use super::picture::{EVERYWHERE, Picture};
use crate::hex::{Hex, Point};

/// A route: the hexes entered, with what to write at each.
#[derive(Debug, Clone, Default)]
pub struct Route {
    /// Where it starts.
    pub start: Option<Hex>,
    /// The hexes entered, each with a short text (the points spent so far).
    pub steps: Vec<(Hex, String)>,
}

/// Draws a route above everything else.
pub fn draw(ground: &Ground, picture: &mut Picture, route: &Route) {
    let Some(start) = route.start else { return };
    let size = ground.size;
    let points: Vec<Point> = std::iter::once(start)
        .chain(route.steps.iter().map(|(hex, _)| *hex))
        .map(|hex| ground.grid.centre(hex))
        .collect();
    let mut pen = Pen::default();
    pen.smooth_line(&points);
    let colour = &ground.style.victory.fill;
    picture.layer("");
    for (stroke, width) in [(ground.style.labels.halo.as_str(), 0.13), (colour.as_str(), 0.075)] {
        picture.put(
            EVERYWHERE,
            format!(
                "<path d=\"{}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{}\" stroke-opacity=\".85\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
                pen.data(),
                num(width * size)
            ),
        );
    }
    let face = Face::bold(&ground.style.fonts.label);
    for (hex, words) in &route.steps {
        let p = ground.grid.centre(*hex);
        picture.put(
            EVERYWHERE,
            format!(
                "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{colour}\"/>{}",
                num(p.x),
                num(p.y),
                num(0.07 * size),
                text_with_halo(
                    Point::new(p.x, p.y + 0.24 * size),
                    words,
                    face,
                    0.15 * size,
                    colour,
                    Anchor::Middle,
                    Halo::new(&ground.style.labels.halo, 0.05 * size)
                )
            ),
        );
    }
}
