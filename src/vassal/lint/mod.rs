//! What is wrong with a module, Hexwright's own or anyone's.
//!
//! One file for each check, with what it looks for and why. A check that is
//! not sure keeps quiet: a designer who is told nonsense twice does not look a
//! third time.

mod bench;
mod broken_html;
mod duplicate_gpid;
mod grid_off_board;
mod huge_image;
mod key_collision;
mod missing_image;
mod pictures;
mod prototypes;
mod setup;
mod unescaped;
mod unused_image;

use super::file::ModuleFile;
use super::limits::Limits;
use crate::diagnostic::Diagnostic;
use bench::Bench;
use std::path::Path;

/// A check: what findings are called, and what it looks for.
#[derive(Debug, Clone, Copy)]
pub struct Check {
    /// The codes of its findings.
    pub codes: &'static [&'static str],
    /// What it looks for, in one line.
    pub looks_for: &'static str,
    run: fn(&mut Bench<'_>),
}

/// All checks, in the order they are made.
pub const CHECKS: [Check; 9] = [
    missing_image::CHECK,
    unused_image::CHECK,
    huge_image::CHECK,
    prototypes::CHECK,
    duplicate_gpid::CHECK,
    key_collision::CHECK,
    grid_off_board::CHECK,
    setup::CHECK,
    LANGUAGE,
];

/// Texts that do not say what was meant.
const LANGUAGE: Check = Check {
    codes: &["unescaped-comma", "unpaired-dollar", "broken-html", "html-without-html"],
    looks_for: "texts that do not come out as they were meant",
    run: |bench| {
        unescaped::run(bench);
        broken_html::run(bench);
    },
};

/// What was found, and what could not be looked at.
#[derive(Debug, Clone, Default)]
pub struct Linted {
    /// The findings, by check.
    pub findings: Vec<Diagnostic>,
    /// What was not checked, with the reason.
    pub unchecked: Vec<String>,
    /// Pieces, prototypes and pictures that were looked at.
    pub looked_at: (usize, usize, usize),
}

/// Checks a module.
pub fn lint(path: &Path, module: &mut ModuleFile, limits: &Limits) -> Linted {
    let mut bench = Bench::new(path, module, limits);
    for check in CHECKS {
        (check.run)(&mut bench);
    }
    bench.finish()
}
