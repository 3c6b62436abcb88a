//! Drawn counters → imposed sheets → PDF and PNG.

mod cache;
mod calibrate;
mod error;
mod furniture;
pub mod geometry;
mod grid;
mod impose;
mod manifest;
mod map;
mod map_pdf;
mod map_png;
mod map_tiles;
mod options;
mod paper;
mod pdf;
mod picture;
mod png;
mod sheets;
pub(crate) mod studio;

pub use cache::{Cached, FaceCache};
pub use calibrate::{calibration_pages, calibration_pdf};
pub use error::PrintError;
pub use furniture::{Furniture, Heading, furnish};
pub use impose::{Layout, PageRole, Piece, SheetPage, Slot, impose, turn};
pub use manifest::Manifest;
pub use map::{MapReport, MapRequest, build_charts, build_map};
pub use map_pdf::{pages_pdf, tiled_pdf};
pub use map_png::{Raster, overlay_png, picture_png, pixel_size, raster_png};
pub use map_tiles::{Tile, TileOptions, TilePlan};
pub use options::{Backs, Blocks, DieCut, SheetOptions};
pub use paper::{Orientation, Paper};
pub use pdf::{About, Pictures, write_pdf};
pub use picture::{Album, Picture};
pub use png::{Dpi, encode, render_face, render_page};
pub use sheets::{Progress, SheetReport, SheetRequest, build_sheets};
