//! Sources: what they say, what is wrong with them, and the grids and games that they describe.

mod asl_sk2;
mod bridgehead;
mod docs;
mod folding;
mod hex_properties;
mod italy43;
mod mistakes;
mod places;
mod projects;
mod rooms;
mod sicily;
mod sight;
mod soft_underbelly;
mod spreadsheets;
#[path = "../support/mod.rs"]
mod support;
mod workbooks;
