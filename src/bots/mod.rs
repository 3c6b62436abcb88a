//! Bots: they play games at random through the referee's own mechanics, and commit one labelled crime when asked.
//!
//! They exist to measure the referee: legal games must be found legal, crimes must be found.

mod bot;
mod dice;
pub mod pack;
mod scribe;

pub use bot::{Bot, Committed, Crime, Manner, Played, Plays, play};
pub use dice::Dice;
