//! Sheets and single counters as PNG, at any resolution.

use super::furniture::Furniture;
use super::geometry::{PageBox, Um};
use super::picture::Picture;
use super::{Pictures, PrintError, SheetPage, Slot};
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder};
use rayon::prelude::*;
use resvg::tiny_skia::{Color, IntSize, Pixmap, PixmapPaint, Transform};

/// A1 at 600 dpi; beyond that memory is better spent otherwise.
const MOST_PIXELS: u64 = 300_000_000;
/// Faces rendered before they are set on the page: bounds memory at high resolutions.
const BATCH_PIXELS: u64 = 16_000_000;

/// Dots per inch of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Dpi(u32);

impl Dpi {
    /// What print shops ask for.
    pub const SHEETS: Dpi = Dpi(300);

    /// What a screen and most home printers make use of.
    pub const MAPS: Dpi = Dpi(150);

    /// A resolution from 36 to 2400 dpi.
    pub fn new(dots: u32) -> Result<Self, PrintError> {
        match dots {
            36..=2400 => Ok(Dpi(dots)),
            _ => Err(PrintError::Options(format!("{dots} dpi is out of range: 36 to 2400"))),
        }
    }

    /// Dots per inch.
    pub fn dots(self) -> u32 {
        self.0
    }

    /// Pixels, with a fraction, of a distance.
    fn pixels(self, distance: Um) -> f64 {
        distance as f64 * f64::from(self.0) / 25_400.0
    }
}

impl std::str::FromStr for Dpi {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let dots = text.parse().map_err(|_| format!("`{text}` is no number of dots per inch"))?;
        Dpi::new(dots).map_err(|error| error.to_string())
    }
}

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

/// Renders a face by itself, as cut or with its bleed.
pub fn render_face(picture: &Picture, with_bleed: bool, dpi: Dpi) -> Result<Pixmap, PrintError> {
    let bleed = if with_bleed { picture.bleed } else { 0 };
    let size = (picture.size.0 + 2 * bleed, picture.size.1 + 2 * bleed);
    let mut pixmap = blank(size, dpi)?;
    let inset = dpi.pixels(bleed - picture.bleed);
    let transform = scale_of(picture, dpi).post_translate(inset as f32, inset as f32);
    resvg::render(&picture.tree, transform, &mut pixmap.as_mut());
    Ok(pixmap)
}

/// PNG bytes of a picture, with its resolution noted so that programs print it at size.
pub fn encode(pixmap: &Pixmap, dpi: Dpi) -> Result<Vec<u8>, PrintError> {
    let (width, height) = (pixmap.width(), pixmap.height());
    let data = pixmap.data();
    let opaque = data.iter().skip(3).step_by(4).all(|&alpha| alpha == 255);
    let (bytes, colour) = if opaque {
        let mut rgb = vec![0; data.len() / 4 * 3];
        for (to, from) in rgb.chunks_exact_mut(3).zip(data.chunks_exact(4)) {
            to.copy_from_slice(&from[..3]);
        }
        (rgb, ExtendedColorType::Rgb8)
    } else {
        let straight = pixmap.pixels().iter().flat_map(|pixel| {
            let pixel = pixel.demultiply();
            [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]
        });
        (straight.collect(), ExtendedColorType::Rgba8)
    };
    let mut png = Vec::new();
    PngEncoder::new_with_quality(&mut png, CompressionType::Fast, FilterType::Up)
        .write_image(&bytes, width, height, colour)
        .map_err(|error| PrintError::Composing(format!("PNG: {error}")))?;
    Ok(with_resolution(png, dpi))
}

/// Adds the `pHYs` chunk behind the header, which is always 33 bytes long.
fn with_resolution(mut png: Vec<u8>, dpi: Dpi) -> Vec<u8> {
    const AFTER_HEADER: usize = 33;
    let per_metre = (f64::from(dpi.0) / 0.0254).round() as u32;
    let mut chunk = b"pHYs".to_vec();
    chunk.extend(per_metre.to_be_bytes());
    chunk.extend(per_metre.to_be_bytes());
    chunk.push(1);
    let mut crc = flate2::Crc::new();
    crc.update(&chunk);
    let framed = 9_u32.to_be_bytes().into_iter().chain(chunk).chain(crc.sum().to_be_bytes());
    if png.len() >= AFTER_HEADER {
        png.splice(AFTER_HEADER..AFTER_HEADER, framed);
    }
    png
}

fn blank((width, height): (Um, Um), dpi: Dpi) -> Result<Pixmap, PrintError> {
    let (w, h) = (dpi.pixels(width).round() as u64, dpi.pixels(height).round() as u64);
    let too_many = || PrintError::TooManyPixels { pixels: (w, h) };
    if w * h > MOST_PIXELS {
        return Err(too_many());
    }
    let size = IntSize::from_wh((w as u32).max(1), (h as u32).max(1)).ok_or_else(too_many)?;
    Pixmap::new(size.width(), size.height()).ok_or_else(too_many)
}

fn area(on_page: &PageBox, dpi: Dpi) -> u64 {
    (dpi.pixels(on_page.width) * dpi.pixels(on_page.height)) as u64
}

/// From the drawing's units to pixels.
fn scale_of(picture: &Picture, dpi: Dpi) -> Transform {
    let (width, height) = picture.canvas();
    Transform::from_scale(
        dpi.pixels(width) as f32 / picture.tree.size().width(),
        dpi.pixels(height) as f32 / picture.tree.size().height(),
    )
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
