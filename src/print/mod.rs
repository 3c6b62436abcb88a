//! Drawn counters → imposed sheets → PDF and PNG.

mod calibrate;
mod error;
mod furniture;
pub mod geometry;
mod grid;
mod impose;
mod manifest;
mod map;
mod map_pdf;
mod map_tiles;
mod options;
mod paper;
mod pdf;
mod png;
mod portfolio;
mod sheets;
mod squeeze;

pub use calibrate::{calibration_pages, calibration_pdf};
pub use error::PrintError;
pub use furniture::{Furniture, Heading, furnish};
pub use impose::{Layout, PageRole, Piece, SheetPage, Slot, impose, turn};
pub use manifest::Manifest;
pub use map::{MapReport, MapRequest, build_charts, build_map};
pub use map_pdf::{pages_pdf, tiled_pdf};
pub use map_tiles::{Tile, TileOptions, TilePlan};
pub use options::{Backs, Blocks, DieCut, SheetOptions};
pub use paper::{Orientation, Paper};
pub use pdf::{About, write_pdf};
pub use png::page_png;
pub use portfolio::{Pictures, Portfolio};
pub use sheets::{SheetReport, SheetRequest, build_sheets};

// What requests for sheets and maps are made of.
pub use crate::draw::studio::{
    Album, Cached, Dpi, FaceCache, Picture, Progress, Raster, encode, overlay_png, picture_png,
    pixel_size, raster_png, render_face,
};
