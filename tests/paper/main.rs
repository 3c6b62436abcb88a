//! Paper: counters, maps, charts and sheets as they come out of the printer.

mod aids;
mod collisions;
mod counter_mistakes;
mod drawing;
mod golden_counters;
mod map_mistakes;
mod maps;
mod pdf_pages;
mod print;
#[path = "../support/mod.rs"]
mod support;
