//! Games as modules that online tabletops load.

pub mod vassal;
