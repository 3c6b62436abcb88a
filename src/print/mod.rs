//! Drawn counters → imposed sheets → PDF and PNG.

mod error;
pub mod geometry;
mod grid;
mod impose;
mod options;
mod paper;

pub use error::PrintError;
pub use impose::{Layout, PageRole, Piece, SheetPage, Slot, impose, turn};
pub use options::{Backs, Blocks, DieCut, SheetOptions};
pub use paper::{Orientation, Paper};
