//! What is wrong with the looks of a counter.

use std::fmt;

/// How bad a [`Look`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Players can live with it.
    Warning,
    /// The printed counter would be wrong: a letter nobody can read.
    Error,
}

impl Severity {
    /// The word in reports.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// A finding about how a counter looks.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Look {
    /// Stable kebab-case code: `text-shrunk`, `low-contrast`, …
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// The counter's id.
    pub counter: String,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: String,
}

impl fmt::Display for Look {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}] {}: {}", self.severity.word(), self.code, self.counter, self.message)
    }
}
