//! VASSAL's file formats, read and written: archives, the veil over saved
//! games, the escaping join, commands, pieces and their traits, the build file
//! and its grids.
//!
//! Reading is lossless: what is not known is kept as it was written, counted
//! and reported, and encoding what was decoded gives the same bytes again.

pub mod archive;
pub mod board;
pub mod build;
pub mod census;
pub mod command;
pub mod error;
pub mod file;
pub mod folder;
pub mod grid;
pub mod limits;
pub mod lint;
pub mod metadata;
pub mod nested;
pub mod obfuscation;
pub mod piece;
pub mod secret;
pub mod sequence;
pub mod traits;

pub use error::{Result, Unreadable};
pub use file::{ModuleFile, Opened, SavedGame, open, open_bytes};
pub use limits::Limits;
pub use metadata::Metadata;
