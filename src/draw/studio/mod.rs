//! The studio: every face of a game drawn once and kept between builds, and drawings as pixels.
//!
//! Sheets, modules and pages take their pictures from here, so that none of them goes through another.

mod cache;
mod drawing;
mod error;
mod faces;
mod picture;
mod png;

pub use cache::{Cached, FaceCache};
pub use drawing::{Raster, overlay_png, picture_png, pixel_size, raster_png};
pub use error::StudioError;
pub(crate) use faces::{FaceOrder, FaceTally, Faces, draw_all};
pub use picture::{Album, Picture};
pub use png::{Dpi, encode, render_face};
pub(crate) use png::{pixels_of, scale_of};

use crate::model::Length;

/// A distance or coordinate in micrometres: 5/8 in is 15 875 of them, so that nothing drifts.
pub type Um = i64;

/// How far art runs beyond the cut, unless asked otherwise: sheets and modules that agree share the cache.
pub const FACE_BLEED: Um = 1_500;

/// Micrometres of a length.
pub fn um(length: Length) -> Um {
    (length.to_mm() * 1000.0).round() as Um
}

/// What a build is doing; the total is known when a stage starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// A stage with so many steps starts.
    Stage(&'static str, u64),
    /// A step is done.
    Step,
}
