//! Faces of counters as PNG, at any resolution.

use super::{Picture, StudioError, Um};
use resvg::tiny_skia::{Pixmap, Transform};

/// A1 at 600 dpi; beyond that memory is better spent otherwise.
const MOST_PIXELS: u64 = 300_000_000;

/// Dots per inch of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Dpi(u32);

impl Dpi {
    /// What print shops ask for.
    pub const SHEETS: Dpi = Dpi(300);

    /// What a screen and most home printers make use of.
    pub const MAPS: Dpi = Dpi(150);

    /// A resolution from 36 to 2400 dpi.
    pub fn new(dots: u32) -> Result<Self, StudioError> {
        match dots {
            36..=2400 => Ok(Dpi(dots)),
            _ => Err(StudioError::Resolution(dots)),
        }
    }

    /// Dots per inch.
    pub fn dots(self) -> u32 {
        self.0
    }

    /// The same as pictures note it: whole dots per metre.
    pub(crate) fn per_metre(self) -> u32 {
        (f64::from(self.0) / 0.0254).round() as u32
    }

    /// Pixels, with a fraction, of a distance.
    pub(crate) fn pixels(self, distance: Um) -> f64 {
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

/// Renders a face by itself, as cut or with its bleed.
pub fn render_face(picture: &Picture, with_bleed: bool, dpi: Dpi) -> Result<Pixmap, StudioError> {
    let _task = picture.being_drawn();
    let bleed = if with_bleed { picture.bleed } else { 0 };
    let size = (picture.size.0 + 2 * bleed, picture.size.1 + 2 * bleed);
    let mut pixmap = blank(size, dpi)?;
    let inset = dpi.pixels(bleed - picture.bleed);
    let transform = scale_of(picture, dpi).post_translate(inset as f32, inset as f32);
    resvg::render(&picture.tree, transform, &mut pixmap.as_mut());
    Ok(pixmap)
}

/// PNG bytes of a picture, with its resolution noted so that programs print it at size.
pub fn encode(pixmap: &Pixmap, dpi: Dpi) -> Result<Vec<u8>, StudioError> {
    let (width, height) = (pixmap.width(), pixmap.height());
    let data = pixmap.data();
    let opaque = data.iter().skip(3).step_by(4).all(|&alpha| alpha == 255);
    let (bytes, colour) = if opaque {
        let mut rgb = vec![0; data.len() / 4 * 3];
        for (to, from) in rgb.chunks_exact_mut(3).zip(data.chunks_exact(4)) {
            to.copy_from_slice(&from[..3]);
        }
        (rgb, png::ColorType::Rgb)
    } else {
        let straight = pixmap.pixels().iter().flat_map(|pixel| {
            let pixel = pixel.demultiply();
            [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]
        });
        (straight.collect(), png::ColorType::Rgba)
    };
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, width, height);
    encoder.set_color(colour);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    encoder.set_filter(png::Filter::Up);
    encoder.set_pixel_dims(Some(png::PixelDimensions {
        xppu: dpi.per_metre(),
        yppu: dpi.per_metre(),
        unit: png::Unit::Meter,
    }));
    let failed = |error: png::EncodingError| StudioError::Encoding(error.to_string());
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&bytes).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(out)
}

/// Width and height in pixels of something of this size.
pub(crate) fn pixels_of((width, height): (Um, Um), dpi: Dpi) -> Result<(u32, u32), StudioError> {
    let (w, h) = (dpi.pixels(width).round() as u64, dpi.pixels(height).round() as u64);
    match (u32::try_from(w), u32::try_from(h)) {
        (Ok(across), Ok(down)) if w * h <= MOST_PIXELS => Ok((across.max(1), down.max(1))),
        _ => Err(StudioError::TooManyPixels { pixels: (w, h) }),
    }
}

/// An empty picture of this size.
fn blank(size: (Um, Um), dpi: Dpi) -> Result<Pixmap, StudioError> {
    let (width, height) = pixels_of(size, dpi)?;
    let pixels = (u64::from(width), u64::from(height));
    Pixmap::new(width, height).ok_or(StudioError::TooManyPixels { pixels })
}

/// From the drawing's units to pixels.
pub(crate) fn scale_of(picture: &Picture, dpi: Dpi) -> Transform {
    let (width, height) = picture.canvas();
    Transform::from_scale(
        dpi.pixels(width) as f32 / picture.tree.size().width(),
        dpi.pixels(height) as f32 / picture.tree.size().height(),
    )
}
