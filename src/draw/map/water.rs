//! Sea, lakes and the land between them.

use super::ground::Ground;
use super::pen::{Pen, num};
use super::picture::{EVERYWHERE, Picture};
use super::region::{natural, outlines};
use crate::hex::Hex;

/// Paints the open water, its shallows, and the land.
pub fn draw(ground: &Ground, picture: &mut Picture) {
    let (style, field, size) = (ground.style, ground.field, ground.size);
    let frame = |fill: &str| {
        format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{fill}\"/>",
            num(field.min.x),
            num(field.min.y),
            num(field.width()),
            num(field.height())
        )
    };
    let clear = style.terrain("clear", None).fill;
    if !ground.order.iter().any(|hex| ground.is_water(*hex)) {
        picture.put(EVERYWHERE, frame(&clear));
        return;
    }
    picture.put(EVERYWHERE, frame(&style.water.sea));
    let coast = coast(ground);
    let data = coast.data();
    let bands = &style.water.shallows;
    for (i, colour) in bands.iter().enumerate() {
        // Widest first; each band is narrower than the one before.
        let part = (bands.len() - i) as f64 / bands.len() as f64;
        let reach =
            if style.water.waterlines { 0.3 * part.powf(1.35) } else { 0.36 * part.powf(1.5) };
        if style.water.waterlines {
            let line = 0.012 * (0.55 + 0.45 * (1.0 - part));
            stroke(picture, data, colour, (reach + line) * 2.0 * size);
            stroke(picture, data, &style.water.sea, reach * 2.0 * size);
        } else {
            stroke(picture, data, colour, reach * 2.0 * size);
        }
    }
    picture.put(EVERYWHERE, format!("<path d=\"{data}\" fill=\"{clear}\" fill-rule=\"evenodd\"/>"));
}

/// Draws the shore line.
pub fn draw_coast(ground: &Ground, picture: &mut Picture) {
    let coast = coast(ground);
    if !coast.is_empty() && ground.order.iter().any(|hex| ground.is_water(*hex)) {
        stroke(
            picture,
            coast.data(),
            &ground.style.water.coast,
            ground.style.water.coast_width * ground.size,
        );
    }
}

fn stroke(picture: &mut Picture, data: &str, colour: &str, width: f64) {
    picture.put(
        EVERYWHERE,
        format!(
            "<path d=\"{data}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\" stroke-linejoin=\"round\"/>",
            num(width)
        ),
    );
}

fn coast(ground: &Ground) -> Pen {
    let land: Vec<Hex> =
        ground.order.iter().copied().filter(|hex| !ground.is_water(*hex)).collect();
    let is_land = |hex: Hex| ground.data(hex).is_some() && !ground.is_water(hex);
    let mut pen = Pen::default();
    for outline in outlines(&ground.grid, &land, is_land) {
        pen.smooth_loop(&natural(&outline, 0.0, ground.warp));
    }
    pen
}
