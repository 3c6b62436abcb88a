//! Why something could not be written, and what to do about it.

use std::path::{Path, PathBuf};
use std::{fmt, io};

/// Why an output could not be written. Nothing was changed.
#[derive(Debug)]
pub enum OutputError {
    /// The file was not written by Hexwright, or was changed since.
    NotOurs(PathBuf),
    /// The file to be written is one that is read.
    IsInput(PathBuf),
    /// A name that leads out of the folder it belongs to.
    Outside(String),
    /// A link, or something else that is no folder, on the way to an output.
    NoFolder(PathBuf),
    /// Two outputs of one build have names that are the same, or differ in case only.
    Twice(String, String),
    /// The folder to be made has something in it.
    Occupied(PathBuf),
    /// Writing failed; the error names the file.
    File(io::Error),
}

impl OutputError {
    /// What the reader can do about it.
    pub fn help(&self) -> Option<String> {
        Some(match self {
            OutputError::NotOurs(path) if ends_with(path, "vmod") => format!(
                "if it was edited in VASSAL, `--target vassal --previous {}` carries that work over and `--force` \
                 then replaces the file; or move it away",
                path.display()
            ),
            OutputError::NotOurs(_) => "move it away, or replace it with --force".to_owned(),
            OutputError::IsInput(_) => "name another file with --out".to_owned(),
            OutputError::Outside(_) => {
                "an output's name is a plain name; name the folder with --out".to_owned()
            }
            OutputError::NoFolder(_) => {
                "remove it, or name the folder that you mean with --out".to_owned()
            }
            OutputError::Twice(..) => "give one of them another id".to_owned(),
            OutputError::Occupied(_) => {
                "name a folder that does not exist yet; nothing was changed".to_owned()
            }
            OutputError::File(_) => return None,
        })
    }
}

fn ends_with(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found == extension)
}

impl fmt::Display for OutputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OutputError::NotOurs(path) => write!(
                f,
                "`{}` was not written by Hexwright, or was changed since; it is left alone",
                path.display()
            ),
            OutputError::IsInput(path) => {
                write!(f, "`{}` is read here and cannot be written as well", path.display())
            }
            OutputError::Outside(name) => write!(f, "`{name}` leads out of the output folder"),
            OutputError::NoFolder(path) => write!(
                f,
                "`{}` is a link or a file where a folder of outputs should be; nothing is written through it",
                path.display()
            ),
            OutputError::Twice(one, other) => {
                write!(f, "`{one}` and `{other}` would be the same file")
            }
            OutputError::Occupied(path) => write!(f, "{} is not empty", path.display()),
            OutputError::File(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for OutputError {}

impl From<io::Error> for OutputError {
    fn from(error: io::Error) -> Self {
        OutputError::File(error)
    }
}
