//! Why a map cannot be drawn.

use std::fmt;
use std::path::PathBuf;

/// Why a map cannot be drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MapError {
    /// No style of that name exists.
    NoStyle {
        /// The name asked for.
        name: String,
        /// What to write instead.
        help: Option<String>,
    },
    /// A style file is wrong.
    Style {
        /// The file.
        file: String,
        /// The line, if known.
        line: Option<usize>,
        /// What is wrong.
        message: String,
    },
    /// A type names a drawing part that does not exist.
    Part {
        /// `terrain`, `hexside` or `path`.
        what: &'static str,
        /// The type's id.
        id: String,
        /// The unknown name.
        draw: String,
        /// What to write instead.
        help: Option<String>,
    },
    /// A backdrop cannot be aligned.
    Alignment(String),
    /// A backdrop's picture cannot be used.
    Art {
        /// The picture as named in the source.
        image: String,
        /// What is wrong.
        message: String,
    },
    /// The map cannot be laid out.
    Layout(String),
    /// A file cannot be read.
    File(PathBuf, String),
}

impl fmt::Display for MapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let help =
            |help: &Option<String>| help.as_ref().map(|h| format!(" ({h})")).unwrap_or_default();
        match self {
            MapError::NoStyle { name, help: next } => {
                write!(f, "there is no map style `{name}`{}", help(next))
            }
            MapError::Style { file, line, message } => {
                let line = line.map(|n| format!(":{n}")).unwrap_or_default();
                write!(f, "map style {file}{line}: {message}")
            }
            MapError::Part { what, id, draw, help: next } => {
                write!(
                    f,
                    "{what} `{id}` is drawn as `{draw}`, which no map style knows{}",
                    help(next)
                )
            }
            MapError::Alignment(message) | MapError::Layout(message) => f.write_str(message),
            MapError::Art { image, message } => write!(f, "map art {image}: {message}"),
            MapError::File(path, message) => write!(f, "{}: {message}", path.display()),
        }
    }
}

impl std::error::Error for MapError {}
