//! The claims of the build that is running: a line each, written before the file it is about.

use super::ledger::Claim;
use super::seal::seal;
use crate::input::{self, no_surprises};
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The largest journal that is read, in bytes.
const LARGEST: u64 = 64 << 20;

#[derive(Serialize, Deserialize)]
struct Line {
    name: String,
    inputs: String,
    content: String,
}

/// A journal: empty, unless a build was interrupted.
#[derive(Debug)]
pub(super) struct Journal {
    path: PathBuf,
    file: Option<File>,
}

impl Journal {
    /// Opens a journal and returns the claims of a build that was interrupted. A line that this machine did not
    /// seal, or that was cut off, claims nothing.
    pub(super) fn open(path: &Path) -> (Self, Vec<(String, Claim)>) {
        let bytes = input::read_file(path, LARGEST).unwrap_or_default();
        let claims = bytes.split(|byte| *byte == b'\n').filter_map(claim).collect();
        (Journal { path: path.to_owned(), file: None }, claims)
    }

    /// Adds a claim.
    pub(super) fn add(&mut self, name: &str, claim: &Claim) -> io::Result<()> {
        let Claim { inputs, content, .. } = claim.clone();
        let json = serde_json::to_string(&Line { name: name.to_owned(), inputs, content })?;
        // The line before may have been cut off by a kill: this one starts afresh.
        let line = format!("\n{} {json}\n", seal(KIND, json.as_bytes()));
        if self.file.is_none() {
            self.file = Some(append(&self.path)?);
        }
        let Some(file) = &mut self.file else { return Ok(()) };
        file.write_all(line.as_bytes()).map_err(super::whole::about(&self.path))
    }

    /// Ends the journal: the ledger has it all now.
    pub(super) fn clear(&mut self) {
        self.file = None;
        let _ = std::fs::remove_file(&self.path);
    }
}

const KIND: &str = "claim";

fn claim(line: &[u8]) -> Option<(String, Claim)> {
    let line = std::str::from_utf8(line).ok()?;
    let (sealed, json) = line.split_once(' ')?;
    if sealed != seal(KIND, json.as_bytes()) {
        return None;
    }
    let Line { name, inputs, content } = serde_json::from_str(json).ok()?;
    Some((name, Claim { inputs, content, ours: true }))
}

fn append(path: &Path) -> io::Result<File> {
    let told = super::whole::about(path);
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(&told)?;
    }
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    no_surprises(&mut options);
    let file = options.open(path).map_err(&told)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(told(io::Error::other("is not a file"))) }
}
