//! Hexwright turns plain-text sources of a hex-and-counter wargame into paper,
//! modules for online tabletops, and a referee.
//!
//! Data flows one way; see `ARCHITECTURE.md` for the rooms and who may call whom.

pub mod cli;
pub mod diagnostic;
pub mod embedded;
pub mod hex;
pub mod import;
pub mod model;
pub mod output;
pub mod replay;
pub mod rulebook;
pub mod source;
pub mod templates;
pub mod vassal;
