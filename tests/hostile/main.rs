//! Input from strangers: whatever it is, the program reports and never panics.

mod ground;
mod kills;
mod links;
mod outputs;
mod sources;
#[path = "../support/mod.rs"]
mod support;
