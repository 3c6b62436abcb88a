//! Why a counter cannot be drawn.

use std::fmt;
use std::path::PathBuf;

/// Why a counter, or any counter at all, cannot be drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DrawError {
    /// No template of that name exists.
    NoTemplate {
        /// The name asked for.
        name: String,
        /// The nearest name that exists, or what there is.
        help: Option<String>,
    },
    /// A template does not work out: a syntax error, an unknown placeholder, a wrong argument.
    Template {
        /// The template, by file name.
        template: String,
        /// The line in it, if known.
        line: Option<usize>,
        /// What is wrong.
        message: String,
        /// What to do about it.
        help: Option<String>,
    },
    /// A drawing is not well-formed SVG, or holds what a drawing must not hold.
    Svg {
        /// The template or art file.
        origin: String,
        /// The line in the drawing, if known.
        line: Option<usize>,
        /// What is wrong.
        message: String,
    },
    /// An art file cannot be used.
    Art {
        /// The file as named in the row or template.
        file: PathBuf,
        /// What is wrong.
        message: String,
    },
}

impl fmt::Display for DrawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = |line: &Option<usize>| line.map(|n| format!(":{n}")).unwrap_or_default();
        match self {
            DrawError::NoTemplate { name, help } => {
                write!(f, "there is no counter template `{name}`")?;
                match help {
                    Some(help) => write!(f, "; {help}"),
                    None => Ok(()),
                }
            }
            DrawError::Template { template, line, message, help } => {
                write!(f, "{template}{}: {message}", at(line))?;
                match help {
                    Some(help) => write!(f, " ({help})"),
                    None => Ok(()),
                }
            }
            DrawError::Svg { origin, line, message } => {
                write!(f, "{origin}{}: {message}", at(line))
            }
            DrawError::Art { file, message } => write!(f, "{}: {message}", file.display()),
        }
    }
}

impl std::error::Error for DrawError {}
