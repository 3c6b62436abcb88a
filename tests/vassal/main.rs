//! VASSAL's files, read and written; modules, checked and built.

mod chain;
mod commands;
mod corpus;
mod genuine;
mod lint;
mod module;
mod play;
mod previous;
#[path = "../support/mod.rs"]
mod support;
mod tables;
