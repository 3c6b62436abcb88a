//! What is wrong with the looks of a counter.

use crate::diagnostic::Severity;
use std::fmt;

/// A finding about how a counter looks.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
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
        let word = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        write!(f, "{word}[{}] {}: {}", self.code, self.counter, self.message)
    }
}
