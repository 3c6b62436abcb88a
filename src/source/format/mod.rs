//! The source files as typed: one struct per table of a file.
//!
//! These types are the single description of the formats: serde reads with
//! them, and the JSON Schemas that editors and the shape check use are generated from them.
//! Names of other things are plain text here; `resolve` looks them up.

mod chart;
mod cost;
mod game;
mod map;
mod module;
mod project;
mod scenario;

pub use crate::model::typed::{At, Points, Text, Words};
pub use chart::{ChartFile, ChartMarkSource, ChartRowSource, ChartSource, HeadingSource};
pub use cost::CostValue;
pub use game::*;
pub use map::*;
pub use module::*;
pub use project::ProjectFile;
pub use scenario::*;
