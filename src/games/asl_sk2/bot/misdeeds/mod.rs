//! How the crimes are committed, phase by phase.

mod close;
mod fire;
mod march;
mod rout;
