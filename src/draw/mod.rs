//! Counters as pictures: a row of values on a template becomes an SVG document.
//!
//! The templates of `templates/counters/` are part of the program; a project overrides any of
//! them with its own `templates/counters/<name>.svg`. Drawing is a pure function of the model,
//! the templates, the art files and the bundled fonts, so the same sources give the same bytes
//! on every machine.

mod art;
mod artist;
pub mod chart;
mod collisions;
pub(crate) mod colour;
mod context;
mod effort;
mod error;
mod expression;
mod fit;
mod fonts;
mod functions;
mod halo;
mod inspect;
mod lint;
mod look;
pub mod map;
mod proofs;
mod raster;
mod reach;
mod rich;
mod silhouette;
pub mod studio;
mod svg;
mod symbol;
mod templates;
mod wrap;

pub use art::{MOST_ART_BYTES, MOST_ART_PIXELS, MOST_ART_SIDE};
pub use artist::{ArtOptions, Artist};
pub use error::DrawError;
pub(crate) use fonts::has_glyph;
pub use fonts::{fonts, svg_options};
pub use inspect::MOST_SVG_BYTES;
pub use lint::lint_looks;
pub use look::Look;
pub use proofs::Proofs;
pub use silhouette::silhouette_names;
pub use symbol::symbol_names;
pub use templates::{TemplateCard, bundled_templates};

use crate::model::Length;

/// Which side of a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FaceSide {
    /// The side that is up at full strength.
    Front,
    /// The other side.
    Back,
}

/// One drawn side of a counter: a complete SVG document in millimetres.
///
/// The trim box is `0 0 width height`; art runs `bleed` beyond it on every side, so the view box
/// is `-bleed -bleed width+2·bleed height+2·bleed`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DrawnFace {
    /// The document.
    pub svg: String,
    /// Width of the trim box.
    pub width: Length,
    /// Height of the trim box.
    pub height: Length,
    /// How far the art runs beyond the trim box.
    pub bleed: Length,
    /// What is wrong with its looks, as far as the drawing itself tells.
    pub warnings: Vec<Look>,
}
