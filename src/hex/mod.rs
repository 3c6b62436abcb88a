//! Hexes as printed on real maps: ids, numbering schemes, hexsides, geometry.
//!
//! A map is described by a [`GridSpec`] and resolved once into a [`Grid`], which
//! turns printed ids into [`Hex`] coordinates and back, knows which hexes exist,
//! and measures the map on paper. Inside, a hex is always the axial coordinate of
//! the `hexx` crate, so that neighbours and distances never depend on how a map
//! is numbered.
//!
//! ```
//! use hexwright::hex::{Grid, GridSpec, Stagger, distance};
//!
//! let grid = Grid::new(GridSpec::flat(60, 40, Stagger::EvenDown))?;
//! let (a, b) = (grid.parse("2935")?, grid.parse("3135")?);
//! assert_eq!(distance(a, b), 2);
//! assert_eq!(grid.id(a).map(|id| id.to_string()).as_deref(), Some("2935"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
mod error;
#[cfg(test)]
mod facts;
mod grid;
mod layout;
mod letters;
mod lines;
mod location;
mod numbering;
mod shape;
mod side;
mod spec;
#[cfg(test)]
mod tests;

pub use error::{GridError, GridProblem, HexIdError};
pub use grid::Grid;
pub use hexx::Hex;
pub use layout::{Layout, Point, Rect};
pub use letters::Letters;
pub use location::{BoxId, Location};
pub use numbering::{HexId, IdOrder, Labels, Numbering};
pub use shape::distance;
pub use side::{Direction, DirectionError, Hexside, Vertex};
pub use spec::{
    Corner, GridSpec, HalfHex, Halves, MAX_LINES, MAX_NUMBER, Orientation, Span, Stagger,
};
