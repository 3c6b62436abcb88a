//! Why a file could not be read, with the place and what the reader can do.

use std::fmt;

/// A reason why something of VASSAL's could not be read or written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable {
    place: String,
    reason: String,
    help: Option<String>,
}

/// What every reader in this folder returns.
pub type Result<T> = std::result::Result<T, Unreadable>;

impl Unreadable {
    /// A reason at a place: a file, an archive entry, a byte, a log step.
    pub fn new(place: impl fmt::Display, reason: impl fmt::Display) -> Self {
        Unreadable { place: place.to_string(), reason: reason.to_string(), help: None }
    }

    /// Adds what the reader can do about it.
    #[must_use]
    pub fn help(mut self, help: impl fmt::Display) -> Self {
        self.help = Some(help.to_string());
        self
    }

    /// The same reason seen from further out: `file: entry: …`.
    #[must_use]
    pub fn within(mut self, outer: impl fmt::Display) -> Self {
        self.place = if self.place.is_empty() {
            outer.to_string()
        } else {
            format!("{outer}: {}", self.place)
        };
        self
    }

    /// Where it went wrong.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// What the reader can do about it.
    pub fn advice(&self) -> Option<&str> {
        self.help.as_deref()
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.place.is_empty() {
            f.write_str(&self.reason)
        } else {
            write!(f, "{}: {}", self.place, self.reason)
        }
    }
}

impl std::error::Error for Unreadable {}
