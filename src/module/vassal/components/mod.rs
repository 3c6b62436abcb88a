//! The components of a module, each with the settings that VASSAL 3.7 knows.

pub mod board;
pub mod document;
pub mod game;
pub mod map;
pub mod palette;
pub mod toolbar;
pub mod turn;
