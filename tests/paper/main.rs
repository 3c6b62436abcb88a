//! Paper: counters, maps, charts and sheets as they come out of the printer.

mod counter_mistakes;
mod drawing;
mod golden_counters;
mod maps;
mod pdf_pages;
mod print;
#[path = "../support/mod.rs"]
mod support;
