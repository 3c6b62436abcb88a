//! Large drawings as PNG: rendered band by band, so that memory does not grow with the sheet.

use super::{Dpi, StudioError};
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
pub fn pixel_size(picture: &Picture, dpi: Dpi) -> Result<(u32, u32), StudioError> {
    let pixels = |mm: f64| (mm * f64::from(dpi.dots()) / 25.4).round().max(1.0) as u64;
    let (width, height) = (pixels(picture.width), pixels(picture.height));
    match (u32::try_from(width), u32::try_from(height)) {
        (Ok(w), Ok(h)) if width.max(height) <= LONGEST && width * height <= MOST_PIXELS => {
            Ok((w, h))
        }
        _ => Err(StudioError::TooManyPixels { pixels: (width, height) }),
    }
}

/// How a drawing becomes pixels: a point at `p` millimetres is at `p · scale + shift` pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Raster {
    /// Width and height in pixels; what lies beyond is cut off.
    pub size: (u32, u32),
    /// Pixels to the millimetre, across and down.
    pub scale: (f64, f64),
    /// Where the drawing's corner comes to lie.
    pub shift: (f64, f64),
}

/// A drawing as PNG, with its resolution noted. A point at `p` millimetres of the drawing is at
/// `p · dpi / 25.4` pixels of the picture.
pub fn picture_png(picture: &Picture, name: &str, dpi: Dpi) -> Result<Vec<u8>, StudioError> {
    let scale = f64::from(dpi.dots()) / 25.4;
    let size = pixel_size(picture, dpi)?;
    raster_png(picture, name, &Raster { size, scale: (scale, scale), shift: (0.0, 0.0) })
}

/// A drawing as PNG, scaled and cut to the pixel.
pub fn raster_png(picture: &Picture, name: &str, raster: &Raster) -> Result<Vec<u8>, StudioError> {
    let (width, height) = raster.size;
    let (across, down) = (u64::from(width), u64::from(height));
    if across.max(down) > LONGEST || across * down > MOST_PIXELS {
        return Err(StudioError::TooManyPixels { pixels: (across, down) });
    }
    let wrong = |reason: String| StudioError::Picture { counter: name.to_owned(), reason };
    let rows = (BAND_PIXELS / width).clamp(16, height.max(16));
    let bands: Vec<u32> = (0..height.div_ceil(rows)).collect();
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    let per_metre = |scale: f64| (scale * 1000.0).round() as u32;
    encoder.set_pixel_dims(Some(png::PixelDimensions {
        xppu: per_metre(raster.scale.0),
        yppu: per_metre(raster.scale.1),
        unit: png::Unit::Meter,
    }));
    let mut writer = encoder.write_header().map_err(|error| wrong(error.to_string()))?;
    let mut stream = writer.stream_writer().map_err(|error| wrong(error.to_string()))?;
    // As many bands at a time as there are cores; more would only cost memory.
    for group in bands.chunks(rayon::current_num_threads().max(1)) {
        let drawn: Vec<Result<Vec<u8>, StudioError>> = group
            .par_iter()
            .map(|band| {
                let top = band * rows;
                render_band(picture, name, raster, top, rows.min(height - top))
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

/// A small drawing as PNG that lets through what lies behind it.
pub fn overlay_png(picture: &Picture, name: &str, raster: &Raster) -> Result<Vec<u8>, StudioError> {
    let wrong = |reason: String| StudioError::Picture { counter: name.to_owned(), reason };
    let (width, height) = raster.size;
    let tree = usvg::Tree::from_str(&picture.svg(), &crate::draw::svg_options())
        .map_err(|error| wrong(error.to_string()))?;
    let pixels = u64::from(width) * u64::from(height);
    let mut pixmap = Pixmap::new(width, height)
        .filter(|_| pixels <= u64::from(BAND_PIXELS))
        .ok_or(StudioError::TooManyPixels { pixels: (u64::from(width), u64::from(height)) })?;
    let units = |scale: f64| (scale * 25.4 / 96.0) as f32;
    let transform = Transform::from_scale(units(raster.scale.0), units(raster.scale.1))
        .post_translate(raster.shift.0 as f32, raster.shift.1 as f32);
    resvg::render(&tree, transform, &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| wrong(error.to_string()))
}

fn render_band(
    picture: &Picture,
    name: &str,
    raster: &Raster,
    top: u32,
    rows: u32,
) -> Result<Vec<u8>, StudioError> {
    let mm = |pixels: f64| (pixels - raster.shift.1) / raster.scale.1;
    // A pixel more on both sides: what lies between two pixels belongs to both.
    let view = Rect {
        min: Point::new(-1e9, mm(f64::from(top) - 1.0)),
        max: Point::new(1e9, mm(f64::from(top + rows) + 1.0)),
    };
    let wrong = |reason: String| StudioError::Picture { counter: name.to_owned(), reason };
    let tree = usvg::Tree::from_str(&picture.svg_of(view), &crate::draw::svg_options())
        .map_err(|error| wrong(error.to_string()))?;
    let mut pixmap =
        Pixmap::new(raster.size.0, rows).ok_or_else(|| wrong("a band of no size".to_owned()))?;
    pixmap.fill(Color::WHITE);
    // SVG knows 96 units to the inch.
    let units = |scale: f64| (scale * 25.4 / 96.0) as f32;
    let transform = Transform::from_scale(units(raster.scale.0), units(raster.scale.1))
        .post_translate(raster.shift.0 as f32, (raster.shift.1 - f64::from(top)) as f32);
    resvg::render(&tree, transform, &mut pixmap.as_mut());
    let mut rgb = Vec::with_capacity(raster.size.0 as usize * rows as usize * 3);
    for pixel in pixmap.data().chunks_exact(4) {
        rgb.extend_from_slice(&pixel[..3]);
    }
    Ok(rgb)
}
