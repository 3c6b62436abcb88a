//! Why a module could not be made.

use crate::draw::studio::StudioError;
use crate::output::OutputError;
use crate::vassal::Unreadable;
use std::fmt;

/// A reason why a module could not be made.
#[derive(Debug)]
pub enum ModuleError {
    /// A map could not be drawn.
    Map {
        /// The map.
        map: String,
        /// Why.
        reason: String,
    },
    /// Faces could not be drawn, or pictures not be made.
    Studio(StudioError),
    /// A text cannot be written in VASSAL's formats.
    Text {
        /// What it is: `name of l-71`.
        what: String,
        /// The text.
        text: String,
        /// Why.
        reason: &'static str,
    },
    /// A part of the sources that was copied as it is cannot be used.
    Verbatim {
        /// Which.
        what: String,
        /// Why.
        reason: String,
    },
    /// The scenario cannot be set up.
    SetUp {
        /// The scenario.
        scenario: String,
        /// Why.
        reason: String,
    },
    /// A log cannot go on like this.
    Log(String),
    /// Something cannot be packed.
    Archive(Unreadable),
    /// The module built before cannot be used.
    Previous(String),
    /// The file could not be written.
    Output(OutputError),
}

impl fmt::Display for ModuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ModuleError::Map { map, reason } => write!(f, "map `{map}`: {reason}"),
            ModuleError::Studio(error) => error.fmt(f),
            ModuleError::Text { what, text, reason } => {
                write!(f, "the {what}, {text:?}, {reason}")
            }
            ModuleError::Verbatim { what, reason } => write!(f, "{what}: {reason}"),
            ModuleError::Previous(reason) => write!(f, "the previous module: {reason}"),
            ModuleError::SetUp { scenario, reason } => {
                write!(f, "scenario `{scenario}`: {reason}")
            }
            ModuleError::Log(reason) => f.write_str(reason),
            ModuleError::Archive(error) => error.fmt(f),
            ModuleError::Output(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ModuleError {}

impl From<StudioError> for ModuleError {
    fn from(error: StudioError) -> Self {
        ModuleError::Studio(error)
    }
}

impl From<Unreadable> for ModuleError {
    fn from(error: Unreadable) -> Self {
        ModuleError::Archive(error)
    }
}

impl From<OutputError> for ModuleError {
    fn from(error: OutputError) -> Self {
        ModuleError::Output(error)
    }
}
