//! Sheets as PNG, at any resolution: band by band, so that after one change one band is painted.

use super::furniture::Furniture;
use super::geometry::{PageBox, Um};
use super::portfolio::Portfolio;
use super::{PrintError, SheetPage, Slot};
use crate::bitmap::{Band, png_of};
use crate::draw::studio::{Dpi, Picture, StudioError, pixels_of, scale_of};
use crate::output::Store;
use rayon::prelude::*;
use resvg::tiny_skia::{Color, Pixmap, Transform};
use std::ops::Range;
use std::sync::OnceLock;

/// Rows of a band without counters; bands with counters are as high as the counters.
const EMPTY_ROWS: u32 = 256;

/// A page as PNG, white where nothing is printed. Bands that the store has are not painted again.
pub fn page_png(
    page: &SheetPage,
    furniture: &Furniture,
    portfolio: &dyn Portfolio,
    dpi: Dpi,
    store: &Store,
) -> Result<Vec<u8>, PrintError> {
    let size = pixels_of(page.size, dpi)?;
    let painter = Painter { page, furniture, portfolio, dpi, size, trees: OnceLock::new() };
    let bands: Vec<Band> = bands(page, dpi, size.1)
        .into_par_iter()
        .map(|band| {
            let key = painter.key(&band);
            let kept = store.get(&key).and_then(|bytes| Band::from_bytes(&bytes));
            if let Some(kept) = kept {
                return Ok(kept);
            }
            let pixels = painter.paint(&band)?;
            let packed = Band::pack(size.0, pixels.data()).map_err(StudioError::Encoding)?;
            store.put(&key, packed.to_bytes());
            Ok(packed)
        })
        .collect::<Result<_, PrintError>>()?;
    Ok(png_of(size, dpi.per_metre(), &bands))
}

/// Rows of a page that no counter crosses the edges of, and the slots in them.
#[derive(Debug, PartialEq, Eq)]
struct Rows {
    rows: Range<u32>,
    slots: Vec<usize>,
}

fn edge(distance: Um, dpi: Dpi) -> i32 {
    dpi.pixels(distance).round() as i32
}

fn bands(page: &SheetPage, dpi: Dpi, height: u32) -> Vec<Rows> {
    let row = |distance: Um| u32::try_from(edge(distance, dpi)).unwrap_or(0).min(height);
    let mut slots: Vec<(Range<u32>, usize)> = page
        .slots
        .iter()
        .enumerate()
        .map(|(nth, slot)| (row(slot.inked().y)..row(slot.inked().bottom()), nth))
        .collect();
    slots.sort_by_key(|(rows, nth)| (rows.start, *nth));
    let mut bands: Vec<Rows> = Vec::new();
    let empty = |bands: &mut Vec<Rows>, rows: Range<u32>| {
        for start in rows.clone().step_by(EMPTY_ROWS as usize) {
            let rows = start..rows.end.min(start + EMPTY_ROWS);
            bands.push(Rows { rows, slots: Vec::new() });
        }
    };
    for (rows, nth) in slots {
        match bands.last_mut().filter(|band| !band.slots.is_empty() && rows.start < band.rows.end) {
            Some(band) => {
                band.rows.end = band.rows.end.max(rows.end);
                band.slots.push(nth);
            }
            None => {
                let above = bands.last().map_or(0, |band| band.rows.end);
                empty(&mut bands, above..rows.start);
                bands.push(Rows { rows, slots: vec![nth] });
            }
        }
    }
    let above = bands.last().map_or(0, |band| band.rows.end);
    empty(&mut bands, above..height);
    // In the order of the page: of overlapping counters the later lies above.
    bands.iter_mut().for_each(|band| band.slots.sort_unstable());
    bands.retain(|band| !band.rows.is_empty());
    bands
}

/// The drawings of a page's furniture, below and above the counters.
type Trees = (usvg::Tree, Option<usvg::Tree>);

struct Painter<'a> {
    page: &'a SheetPage,
    furniture: &'a Furniture,
    portfolio: &'a dyn Portfolio,
    dpi: Dpi,
    size: (u32, u32),
    trees: OnceLock<Result<Trees, String>>,
}

impl<'a> Painter<'a> {
    fn slots(&self, band: &Rows) -> impl Iterator<Item = &'a Slot> {
        let page = self.page;
        band.slots.iter().map(|nth| &page.slots[*nth]).collect::<Vec<_>>().into_iter()
    }

    /// Hash of all that a band is painted from.
    fn key(&self, band: &Rows) -> blake3::Hash {
        let mut hasher = blake3::Hasher::new();
        hasher.update(env!("CARGO_PKG_VERSION").as_bytes());
        let (furniture, page) = (self.furniture, self.page.size);
        hasher.update(format!("{:?} {:?} {:?}", self.dpi, page, band.rows).as_bytes());
        for text in [Some(&furniture.below), furniture.above.as_ref()].into_iter().flatten() {
            hasher.update(blake3::hash(text.as_bytes()).as_bytes());
        }
        for slot in self.slots(band) {
            let Slot { trim, bleed, upside_down, rounded, .. } = slot;
            hasher.update(format!("{trim:?} {bleed:?} {upside_down} {rounded}").as_bytes());
            let face = self.portfolio.hash(slot.piece, slot.side);
            hasher.update(face.map_or([0; 32], |hash| *hash.as_bytes()).as_slice());
        }
        hasher.finalize()
    }

    fn trees(&self) -> Result<&Trees, PrintError> {
        let read = |svg: &String| {
            usvg::Tree::from_str(svg, &crate::draw::svg_options())
                .map_err(|error| format!("page furniture: {error}"))
        };
        let trees = self.trees.get_or_init(|| {
            Ok((read(&self.furniture.below)?, self.furniture.above.as_ref().map(read).transpose()?))
        });
        trees.as_ref().map_err(|error| PrintError::Composing(error.clone()))
    }

    fn paint(&self, band: &Rows) -> Result<Pixmap, PrintError> {
        let too_many = || StudioError::TooManyPixels {
            pixels: (u64::from(self.size.0), u64::from(self.size.1)),
        };
        let top = band.rows.start as i32;
        let mut pixmap =
            Pixmap::new(self.size.0, band.rows.end - band.rows.start).ok_or_else(too_many)?;
        pixmap.fill(Color::WHITE);
        let (below, above) = self.trees()?;
        self.furnish(&mut pixmap, below, top);
        for slot in self.slots(band) {
            let Some(picture) = self.portfolio.picture(slot.piece, slot.side)? else { continue };
            if let Some(((x, y), face)) = render_slot(slot, &picture, self.dpi) {
                lay_over(&mut pixmap, (x, y - top), &face);
            }
        }
        if let Some(above) = above {
            self.furnish(&mut pixmap, above, top);
        }
        Ok(pixmap)
    }

    fn furnish(&self, pixmap: &mut Pixmap, tree: &usvg::Tree, top: i32) {
        let scale = Transform::from_scale(
            self.dpi.pixels(self.page.size.0) as f32 / tree.size().width(),
            self.dpi.pixels(self.page.size.1) as f32 / tree.size().height(),
        );
        resvg::render(tree, scale.post_translate(0.0, -(top as f32)), &mut pixmap.as_mut());
    }
}

/// Lays a picture over an opaque one, pixel on pixel.
fn lay_over(page: &mut Pixmap, (left, top): (i32, i32), face: &Pixmap) {
    let (across, down) = (page.width() as i32, page.height() as i32);
    let columns = left.clamp(0, across)..(left + face.width() as i32).clamp(0, across);
    let rows = top.clamp(0, down)..(top + face.height() as i32).clamp(0, down);
    if columns.is_empty() {
        return;
    }
    let line = |row: i32, columns: &Range<i32>, width: i32| {
        let start = row * width;
        (start + columns.start) as usize * 4..(start + columns.end) as usize * 4
    };
    let own = columns.start - left..columns.end - left;
    for row in rows {
        let to = &mut page.data_mut()[line(row, &columns, across)];
        let from = &face.data()[line(row - top, &own, face.width() as i32)];
        for (to, from) in to.chunks_exact_mut(4).zip(from.chunks_exact(4)) {
            match from[3] {
                255 => to.copy_from_slice(from),
                0 => {}
                // What is drawn is already multiplied by how opaque it is.
                opaque => {
                    for (to, from) in to.iter_mut().zip(from) {
                        let behind = u32::from(*to) * u32::from(255 - opaque);
                        *to = from.saturating_add(((behind + 127) / 255) as u8);
                    }
                }
            }
        }
    }
}

/// A face cut at whole pixels, so that neighbours meet without a seam, while the
/// art itself lies where it belongs to a fraction of a pixel.
fn render_slot(slot: &Slot, picture: &Picture, dpi: Dpi) -> Option<((i32, i32), Pixmap)> {
    let _task = picture.being_drawn();
    let inked: PageBox = slot.inked();
    let (left, top) = (edge(inked.x, dpi), edge(inked.y, dpi));
    let (width, height) = (edge(inked.right(), dpi) - left, edge(inked.bottom(), dpi) - top);
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
