//! Maps as pictures: a [`Map`](crate::model::Map) in a [`Style`] becomes a sheet in millimetres.
//!
//! Everything is drawn from the model and from numbers seeded by hexes, so the same sources give
//! the same bytes on every machine. Natural lines (shores, rivers, woods) follow the hexsides but
//! are bent by one field of noise, so that what touches on the grid touches on the map.
//!
//! ```no_run
//! # fn draw(game: &hexwright::model::Game) -> Result<(), hexwright::draw::map::MapError> {
//! use hexwright::draw::map::{MapOptions, draw_map};
//! for map in &game.maps {
//!     let drawn = draw_map(game, map, &MapOptions::default())?;
//!     println!("{} x {} mm", drawn.picture.width, drawn.picture.height);
//! }
//! # Ok(())
//! # }
//! ```

mod backdrop;
mod board;
mod boxes;
mod cartouche;
mod check;
mod curve;
mod error;
mod field;
mod ground;
mod label;
mod legend;
pub(crate) mod lettering;
mod noise;
mod outline;
mod part;
pub(crate) mod pen;
pub(crate) mod picture;
mod region;
mod relief;
mod river;
mod road;
mod route;
mod ruling;
mod settlement;
mod sheet;
mod side;
mod style;
mod style_check;
mod symbol;
mod vegetation;
mod water;

pub use backdrop::{Alignment, align};
pub use board::{check_boards, draw_boards};
pub use check::{LayoutMistake, check_drawing, check_layout};
pub use error::MapError;
pub(crate) use legend::{Sample, sample_of, swatch};
pub use part::{PathPart, SidePart, TerrainPart};
pub use picture::Picture;
pub use route::Route;
pub use sheet::{check_backdrop, draw_map, lay_out_map, map_fingerprint};
pub use style::{GridMode, Style, style_names};
pub use style_check::{StyleMistake, check_styles};

use crate::hex::{BoxId, Grid, Rect};
use std::path::PathBuf;

/// How a map is drawn.
#[derive(Debug, Clone)]
pub struct MapOptions {
    /// The style, by name.
    pub style: String,
    /// The project's folder: where its own styles and its map art are.
    pub project_root: Option<PathBuf>,
    /// Whether the title, legend, boxes and tracks are drawn around the field.
    pub surround: bool,
    /// Whether a backdrop is shown with its grid and alignment points, to judge the alignment.
    pub proof: bool,
    /// A route to show on the map.
    pub route: Option<Route>,
}

impl Default for MapOptions {
    fn default() -> Self {
        MapOptions {
            style: "modern".to_owned(),
            project_root: None,
            surround: true,
            proof: false,
            route: None,
        }
    }
}

/// A drawn map.
#[derive(Debug, Clone)]
pub struct DrawnMap {
    /// The sheet.
    pub picture: Picture,
    /// The grid in millimetres on the sheet: `grid.centre(hex)` is where that hex was drawn.
    pub grid: Grid,
    /// The frame of the hex field on the sheet.
    pub field: Rect,
    /// Where the boxes and track spaces were drawn, in the order of [`crate::model::Map::box_locations`].
    pub boxes: Vec<(BoxId, Rect)>,
    /// What the designer should know: the residual of an alignment, names that found no place.
    pub notes: Vec<String>,
}

/// Where everything of a map goes, in millimetres.
#[derive(Debug, Clone)]
pub struct MapLayout {
    /// Width of the sheet.
    pub width: f64,
    /// Height of the sheet.
    pub height: f64,
    /// The grid on the sheet.
    pub grid: Grid,
    /// The boxes and track spaces, as in [`DrawnMap::boxes`].
    pub boxes: Vec<(BoxId, Rect)>,
}
