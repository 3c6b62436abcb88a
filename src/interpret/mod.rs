//! From a replayed log to deeds: the module's words read as the game's.
//!
//! The replay says that piece 1234 went from pixel to pixel; interpretation says that the
//! 7th Foot went from 0505 to 0506. What it cannot read it counts and names, and leaves out.

mod mapping;

pub use mapping::{
    DeclarationMapping, ENTRY, MapMapping, Mapping, Pieces, PointsMapping, StateMapping, Steps,
    TurnMapping,
};
