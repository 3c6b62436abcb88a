//! Hexwright turns plain-text sources of a hex-and-counter wargame into paper,
//! modules for online tabletops, and a referee.
//!
//! Data flows one way; see `ARCHITECTURE.md` for the rooms and who may call whom.

pub mod cli;
pub mod hex;
pub mod replay;
pub mod vassal;
