//! The world of a game: its [`Space`], which stays, and the [`Position`] on it, which changes with every deed.
//!
//! Names are resolved to numbers once, where text comes in; a position is copied without allocating, so that readings
//! can be tried.

mod position;
mod roster;
mod space;

pub use position::{Body, Position, Unit};
pub use roster::{Enrolled, Roster};
pub use space::{At, Entry, Off, Space, bit};
