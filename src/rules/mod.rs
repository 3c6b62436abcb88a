//! The referee's engine: services shared by games, none of which knows a particular game.

pub mod sight;
