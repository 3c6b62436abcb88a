//! Large drawings as PNG: rendered band by band, so that memory does not grow with the sheet.

use super::{Dpi, PrintError};
use crate::draw::map::Picture;
use crate::hex::{Point, Rect};
use rayon::prelude::*;
use resvg::tiny_skia::{Color, Pixmap, Transform};
use std::io::Write;

/// Pixels of one band.
const BAND_PIXELS: u32 = 4_000_000;
/// Longest side in pixels.
const LONGEST: u64 = 60_000;
/// 34 × 22 inches at 600 dpi is half of this.
const MOST_PIXELS: u64 = 600_000_000;

/// Width and height in pixels of a drawing at a resolution.
pub fn pixel_size(picture: &Picture, dpi: Dpi) -> Result<(u32, u32), PrintError> {
    let pixels = |mm: f64| (mm * f64::from(dpi.dots()) / 25.4).round().max(1.0) as u64;
    let (width, height) = (pixels(picture.width), pixels(picture.height));
    match (u32::try_from(width), u32::try_from(height)) {
        (Ok(w), Ok(h)) if width.max(height) <= LONGEST && width * height <= MOST_PIXELS => {
            Ok((w, h))
        }
        _ => Err(PrintError::TooManyPixels { pixels: (width, height) }),
    }
}

/// A drawing as PNG, with its resolution noted. A point at `p` millimetres of the drawing is at
/// `p · dpi / 25.4` pixels of the picture.
pub fn picture_png(picture: &Picture, name: &str, dpi: Dpi) -> Result<Vec<u8>, PrintError> {
    let (width, height) = pixel_size(picture, dpi)?;
    let wrong = |reason: String| PrintError::Picture { counter: name.to_owned(), reason };
    let rows = (BAND_PIXELS / width).clamp(16, height.max(16));
    let bands: Vec<u32> = (0..height.div_ceil(rows)).collect();
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    let per_metre = (f64::from(dpi.dots()) / 0.0254).round() as u32;
    encoder.set_pixel_dims(Some(png::PixelDimensions {
        xppu: per_metre,
        yppu: per_metre,
        unit: png::Unit::Meter,
    }));
    let mut writer = encoder.write_header().map_err(|error| wrong(error.to_string()))?;
    let mut stream = writer.stream_writer().map_err(|error| wrong(error.to_string()))?;
    // As many bands at a time as there are cores; more would only cost memory.
    for group in bands.chunks(rayon::current_num_threads().max(1)) {
        let drawn: Vec<Result<Vec<u8>, PrintError>> = group
            .par_iter()
            .map(|band| {
                let top = band * rows;
                render_band(picture, name, dpi, width, top, rows.min(height - top))
            })
            .collect();
        for band in drawn {
            stream.write_all(&band?).map_err(|error| wrong(error.to_string()))?;
        }
    }
    stream.finish().map_err(|error| wrong(error.to_string()))?;
    writer.finish().map_err(|error| wrong(error.to_string()))?;
    Ok(out)
}

fn render_band(
    picture: &Picture,
    name: &str,
    dpi: Dpi,
    width: u32,
    top: u32,
    rows: u32,
) -> Result<Vec<u8>, PrintError> {
    let mm = |pixels: u32| f64::from(pixels) * 25.4 / f64::from(dpi.dots());
    // A pixel more on both sides: what lies between two pixels belongs to both.
    let view = Rect {
        min: Point::new(-1e9, mm(top) - mm(1)),
        max: Point::new(1e9, mm(top + rows) + mm(1)),
    };
    let wrong = |reason: String| PrintError::Picture { counter: name.to_owned(), reason };
    let tree = usvg::Tree::from_str(&picture.svg_of(view), &crate::draw::svg_options())
        .map_err(|error| wrong(error.to_string()))?;
    let mut pixmap =
        Pixmap::new(width, rows).ok_or_else(|| wrong("a band of no size".to_owned()))?;
    pixmap.fill(Color::WHITE);
    // SVG knows 96 units to the inch.
    let scale = dpi.dots() as f32 / 96.0;
    let transform = Transform::from_scale(scale, scale).post_translate(0.0, -(top as f32));
    resvg::render(&tree, transform, &mut pixmap.as_mut());
    let mut rgb = Vec::with_capacity(width as usize * rows as usize * 3);
    for pixel in pixmap.data().chunks_exact(4) {
        rgb.extend_from_slice(&pixel[..3]);
    }
    Ok(rgb)
}
