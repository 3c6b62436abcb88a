//! Why sheets could not be made.

use super::geometry::{Um, to_mm};
use crate::draw::DrawError;
use crate::output::OutputError;
use std::fmt;

/// Why sheets could not be made.
#[derive(Debug)]
pub enum PrintError {
    /// Options that contradict each other or the paper.
    Options(String),
    /// A counter that no page can hold.
    DoesNotFit {
        /// Its size.
        counter: (Um, Um),
        /// The room there is.
        room: (Um, Um),
        /// What the room is left over from.
        page: String,
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
    /// A file could not be composed: which, and why.
    Composing(String),
    /// Counters that cannot be drawn: their ids and why, all of them.
    Undrawable(Vec<(String, DrawError)>),
    /// An output that could not be written.
    Output(OutputError),
}

impl PrintError {
    /// What the reader can do about it.
    pub fn help(&self) -> Option<String> {
        let help = match self {
            PrintError::Options(_) | PrintError::Composing(_) | PrintError::Undrawable(_) => {
                return None;
            }
            PrintError::DoesNotFit { .. } => {
                "take larger paper, smaller margins, or turn crop marks off"
            }
            PrintError::Picture { .. } => "`hexwright check` shows where the picture comes from",
            PrintError::TooManyPixels { .. } => "ask for fewer dots per inch",
            PrintError::Output(error) => return error.help(),
        };
        Some(help.to_owned())
    }
}

impl fmt::Display for PrintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PrintError::Options(reason) => f.write_str(reason),
            PrintError::DoesNotFit { counter, room, page } => write!(
                f,
                "a counter of {} × {} mm does not fit: {page} leaves {} × {} mm beside margins, marks and ruler",
                to_mm(counter.0),
                to_mm(counter.1),
                to_mm(room.0.max(0)),
                to_mm(room.1.max(0)),
            ),
            PrintError::Picture { counter, reason } => {
                write!(f, "picture of `{counter}`: {reason}")
            }
            PrintError::TooManyPixels { pixels } => {
                write!(f, "a picture of {} × {} pixels is too large", pixels.0, pixels.1)
            }
            PrintError::Composing(reason) => f.write_str(reason),
            PrintError::Undrawable(counters) => {
                for (index, (counter, reason)) in counters.iter().enumerate() {
                    let end = if index + 1 < counters.len() { "\n" } else { "" };
                    write!(f, "counter `{counter}`: {reason}{end}")?;
                }
                Ok(())
            }
            PrintError::Output(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PrintError {}

impl From<OutputError> for PrintError {
    fn from(error: OutputError) -> Self {
        PrintError::Output(error)
    }
}
