//! Why sheets could not be made.

use super::geometry::{Um, to_mm};
use crate::draw::studio::StudioError;
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
    /// Faces that cannot be drawn, or pictures that cannot be made.
    Studio(StudioError),
    /// A file could not be composed: which, and why.
    Composing(String),
    /// An output that could not be written.
    Output(OutputError),
}

impl PrintError {
    /// What the reader can do about it.
    pub fn help(&self) -> Option<String> {
        let help = match self {
            PrintError::Options(_) | PrintError::Composing(_) => return None,
            PrintError::DoesNotFit { .. } => {
                "take larger paper, smaller margins, or turn crop marks off"
            }
            PrintError::Studio(error) => return error.help().map(str::to_owned),
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
            PrintError::Studio(error) => error.fmt(f),
            PrintError::Composing(reason) => f.write_str(reason),
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

impl From<StudioError> for PrintError {
    fn from(error: StudioError) -> Self {
        PrintError::Studio(error)
    }
}
