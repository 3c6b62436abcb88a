//! Rule cases: a small situation, what was done, and what the referee must say.
//!
//! A case file is a YAML list of cases. The skeleton is the same for every game; words for
//! terrain, unit types, markers, verbs and values are the game's own. `docs/cases.md` describes it.

mod de;
mod expect;
mod file;
mod node;
mod part;
mod patch;
mod run;
mod situation;

pub use expect::{Expectation, Verdict, same_value};
pub use file::{Basis, Case, Situation, Variant, read_cases};
pub use node::{Node, Tree};
pub use part::{Finds, Names, Part, unknown};
pub use patch::Patch;
pub use run::{CaseReport, Failure, run_case};
pub use situation::{Stands, read_patch, read_units};
