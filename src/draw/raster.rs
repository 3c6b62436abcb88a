//! Drawn faces as pixels.

use super::{DrawError, DrawnFace, svg_options};
use resvg::tiny_skia::{Pixmap, Transform};

/// The most pixels of a rendered face.
const MOST_PIXELS: f64 = 64e6;

impl DrawnFace {
    /// Renders the face, bleed included, at a resolution.
    pub fn render(&self, dpi: f64) -> Result<Pixmap, DrawError> {
        self.render_with(dpi, &svg_options())
    }

    /// Renders with given options: for several faces at once, or with a style sheet.
    pub(crate) fn render_with(
        &self,
        dpi: f64,
        options: &usvg::Options<'_>,
    ) -> Result<Pixmap, DrawError> {
        let fault =
            |message: String| DrawError::Svg { origin: "drawing".into(), line: None, message };
        let tree =
            usvg::Tree::from_str(&self.svg, options).map_err(|error| fault(error.to_string()))?;
        let pixels = |mm: f64| ((mm + 2.0 * self.bleed.to_mm()) / 25.4 * dpi).round().max(1.0);
        let (across, down) = (pixels(self.width.to_mm()), pixels(self.height.to_mm()));
        if !(across * down).is_finite() || across * down > MOST_PIXELS {
            return Err(fault(format!(
                "{across} × {down} pixels are too many; use fewer dots per inch"
            )));
        }
        let mut pixmap = Pixmap::new(across as u32, down as u32)
            .ok_or_else(|| fault("no room for its pixels".into()))?;
        let scale = Transform::from_scale(
            across as f32 / tree.size().width(),
            down as f32 / tree.size().height(),
        );
        resvg::render(&tree, scale, &mut pixmap.as_mut());
        Ok(pixmap)
    }
}
