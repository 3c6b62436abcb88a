//! Why a case could not be played.

use super::case::Node;

/// Why a case could not be played: a mistake in the case, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// What is wrong.
    pub message: String,
    /// Line and column in the case file, when known.
    pub at: Option<(usize, usize)>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Problem {
    /// A problem at a node of a case.
    pub fn at(node: &Node, message: impl Into<String>) -> Self {
        Problem { message: message.into(), at: Some(node.at), help: None }
    }

    /// A problem with no place.
    pub fn new(message: impl Into<String>) -> Self {
        Problem { message: message.into(), at: None, help: None }
    }

    /// Adds what to do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Problem {}
