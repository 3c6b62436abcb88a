//! Sheets as PNG, at any resolution.

use super::furniture::Furniture;
use super::geometry::{PageBox, Um};
use super::{Pictures, PrintError, SheetPage, Slot};
use crate::draw::studio::{Dpi, Picture, blank, scale_of};
use rayon::prelude::*;
use resvg::tiny_skia::{Color, Pixmap, PixmapPaint, Transform};

/// Faces rendered before they are set on the page: bounds memory at high resolutions.
const BATCH_PIXELS: u64 = 16_000_000;

/// Renders a page, white where nothing is printed.
pub fn render_page(
    page: &SheetPage,
    furniture: &Furniture,
    pictures: &[Pictures],
    dpi: Dpi,
) -> Result<Pixmap, PrintError> {
    let mut pixmap = blank(page.size, dpi)?;
    pixmap.fill(Color::WHITE);
    draw_furniture(&mut pixmap, &furniture.below, page, dpi)?;
    let slots: Vec<(&Slot, &Picture)> = page
        .slots
        .iter()
        .filter_map(|slot| Some((slot, &**pictures.get(slot.piece)?.side(slot.side)?)))
        .collect();
    let largest = slots.iter().map(|(slot, _)| area(&slot.inked(), dpi)).max().unwrap_or(1);
    let batch = (BATCH_PIXELS / largest.max(1)).clamp(1, 4096) as usize;
    for batch in slots.chunks(batch) {
        let faces: Vec<Option<((i32, i32), Pixmap)>> =
            batch.par_iter().map(|(slot, picture)| render_slot(slot, picture, dpi)).collect();
        for ((x, y), face) in faces.into_iter().flatten() {
            pixmap.draw_pixmap(
                x,
                y,
                face.as_ref(),
                &PixmapPaint::default(),
                Transform::identity(),
                None,
            );
        }
    }
    if let Some(above) = &furniture.above {
        draw_furniture(&mut pixmap, above, page, dpi)?;
    }
    Ok(pixmap)
}

fn area(on_page: &PageBox, dpi: Dpi) -> u64 {
    (dpi.pixels(on_page.width) * dpi.pixels(on_page.height)) as u64
}

/// A face cut at whole pixels, so that neighbours meet without a seam, while the
/// art itself lies where it belongs to a fraction of a pixel.
fn render_slot(slot: &Slot, picture: &Picture, dpi: Dpi) -> Option<((i32, i32), Pixmap)> {
    let inked = slot.inked();
    let edge = |distance: Um| dpi.pixels(distance).round() as i32;
    let (left, top) = (edge(inked.x), edge(inked.y));
    let (width, height) = (edge(inked.right()) - left, edge(inked.bottom()) - top);
    let mut pixmap = Pixmap::new(u32::try_from(width).ok()?, u32::try_from(height).ok()?)?;
    let x = dpi.pixels(slot.trim.x - picture.bleed) - f64::from(left);
    let y = dpi.pixels(slot.trim.y - picture.bleed) - f64::from(top);
    let mut transform = scale_of(picture, dpi);
    if slot.upside_down {
        let (canvas_width, canvas_height) = picture.canvas();
        transform = transform
            .post_scale(-1.0, -1.0)
            .post_translate(dpi.pixels(canvas_width) as f32, dpi.pixels(canvas_height) as f32);
    }
    resvg::render(
        &picture.tree,
        transform.post_translate(x as f32, y as f32),
        &mut pixmap.as_mut(),
    );
    Some(((left, top), pixmap))
}

fn draw_furniture(
    pixmap: &mut Pixmap,
    svg: &str,
    page: &SheetPage,
    dpi: Dpi,
) -> Result<(), PrintError> {
    let tree = usvg::Tree::from_str(svg, &crate::draw::svg_options())
        .map_err(|error| PrintError::Composing(format!("page furniture: {error}")))?;
    let scale = Transform::from_scale(
        dpi.pixels(page.size.0) as f32 / tree.size().width(),
        dpi.pixels(page.size.1) as f32 / tree.size().height(),
    );
    resvg::render(&tree, scale, &mut pixmap.as_mut());
    Ok(())
}
