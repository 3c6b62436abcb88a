//! Hexwright turns plain-text sources of a hex-and-counter wargame into
//! print-and-play paper, and reads the modules, saves and logs of VASSAL.
//!
//! Data flows one way; see `ARCHITECTURE.md` for the rooms and who may call whom.

// Input comes from strangers: nothing may panic on it.
#![warn(clippy::unwrap_used, clippy::expect_used)]

pub mod audit;
pub mod bitmap;
pub mod bots;
pub mod budget;
pub mod cli;
pub mod deeds;
pub mod diagnostic;
pub mod draw;
pub mod embedded;
pub mod games;
pub mod hex;
pub mod import;
pub mod input;
pub mod interpret;
pub mod model;
pub mod module;
pub mod output;
pub mod page;
pub mod print;
pub mod referee;
pub mod replay;
pub mod report;
pub mod retell;
pub mod rulebook;
pub mod sight;
pub mod source;
pub mod survey;
pub mod templates;
pub mod vassal;
