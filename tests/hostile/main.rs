//! Input from strangers: whatever it is, the program reports and never panics.

mod attacks;
mod budget;
mod drawings;
mod forge;
mod ground;
mod kills;
mod links;
mod measure;
mod outputs;
mod privacy;
mod referee;
mod sources;
mod spreadsheets;
mod tables;
mod terminal;

#[path = "../support/mod.rs"]
mod support;
