//! The file that a user names with `--out`, for all commands that have one.

use super::Failure;
use crate::output::{self, OutputError};
use std::path::Path;

/// The flag of commands that write one file.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
pub struct ForceArgs {
    /// Replace the file even if Hexwright did not write it, or it was changed since
    #[arg(long)]
    pub force: bool,
}

impl ForceArgs {
    /// Writes the file, unless something of the user's is in its place.
    pub fn write(self, path: &Path, bytes: &[u8]) -> Result<(), Failure> {
        output::write_file(path, bytes, self.force)?;
        Ok(())
    }
}

impl From<OutputError> for Failure {
    fn from(error: OutputError) -> Self {
        let failure = Failure::new(&error);
        error.help().into_iter().fold(failure, Failure::help)
    }
}
