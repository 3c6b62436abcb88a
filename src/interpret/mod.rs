//! From a replayed log to deeds: the module's words read as the game's.
//!
//! The replay says that piece 1234 went from pixel to pixel; interpretation says that the
//! 7th Foot went from 0505 to 0506. What it cannot read it counts and names, and leaves out.

mod codebook;
mod declaration;
mod mapping;
mod places;
mod read;
mod recording;
mod script;
mod turns;

pub use codebook::Codebook;
pub use declaration::{Pattern, bare, items};
pub use mapping::{
    DeclarationMapping, ENTRY, MapMapping, Mapping, Pieces, PointsMapping, StateMapping, Steps,
    TurnMapping,
};
pub use read::{Gaps, Interpretation, interpret, read};
pub use recording::Recording;
pub use script::{deed_words, moment_name, place_name, player_name, unit_name};
