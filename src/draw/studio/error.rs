//! Why pictures could not be made.

use crate::draw::DrawError;
use std::fmt;

/// Why pictures could not be made.
#[derive(Debug)]
pub enum StudioError {
    /// Dots per inch that nobody prints.
    Resolution(u32),
    /// A map, or the player aids, that cannot be drawn.
    Undrawn {
        /// Which.
        map: String,
        /// What is wrong, and what would be right.
        reason: String,
    },
    /// A picture that cannot be read.
    Picture {
        /// Whose.
        counter: String,
        /// What is wrong.
        reason: String,
    },
    /// More pixels than memory should be asked for.
    TooManyPixels {
        /// Width and height asked for.
        pixels: (u64, u64),
    },
    /// A picture that cannot be written as PNG.
    Encoding(String),
    /// Counters that cannot be drawn: their ids and why, all of them.
    Undrawable(Vec<(String, DrawError)>),
    /// The cache of faces could not be written.
    Cache(std::io::Error),
}

impl StudioError {
    /// What the reader can do about it.
    pub fn help(&self) -> Option<&'static str> {
        match self {
            StudioError::Picture { .. } => {
                Some("`hexwright check` shows where the picture comes from")
            }
            StudioError::TooManyPixels { .. } => Some("ask for fewer dots per inch"),
            _ => None,
        }
    }
}

impl fmt::Display for StudioError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StudioError::Resolution(dots) => {
                write!(f, "{dots} dpi is out of range: 36 to 2400")
            }
            StudioError::Undrawn { map, reason } => write!(f, "`{map}` cannot be drawn: {reason}"),
            StudioError::Picture { counter, reason } => {
                write!(f, "picture of `{counter}`: {reason}")
            }
            StudioError::TooManyPixels { pixels } => {
                write!(f, "a picture of {} × {} pixels is too large", pixels.0, pixels.1)
            }
            StudioError::Encoding(reason) => write!(f, "PNG: {reason}"),
            StudioError::Undrawable(counters) => {
                for (index, (counter, reason)) in counters.iter().enumerate() {
                    let end = if index + 1 < counters.len() { "\n" } else { "" };
                    write!(f, "counter `{counter}`: {reason}{end}")?;
                }
                Ok(())
            }
            StudioError::Cache(error) => write!(f, "the cache of faces: {error}"),
        }
    }
}

impl std::error::Error for StudioError {}
