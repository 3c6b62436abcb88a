//! VASSAL modules.

pub mod board;
pub mod component;
pub mod components;
pub mod error;
pub mod names;
