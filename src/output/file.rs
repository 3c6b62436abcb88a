//! The one file that a user named with `--out`.
//!
//! It obeys the same promise as a build. Which files Hexwright wrote is kept with this user's other state on this
//! machine, so that running a command again replaces what it wrote before, and nothing else.

use super::seal::{keep, recall, seal, state_folder};
use super::{OutputError, Written, write_whole};
use crate::input::open_regular;
use std::io::Write;
use std::path::{Path, PathBuf};

/// How many files are remembered; one forgotten is merely not replaced unasked.
const MOST: usize = 5_000;
const KIND: &str = "files";

/// Refuses an output that is one of the files to be read, whatever it is called.
pub fn check_inputs<'a>(
    out: &Path,
    inputs: impl IntoIterator<Item = &'a Path>,
) -> Result<(), OutputError> {
    let is_input =
        inputs.into_iter().any(|input| same_file::is_same_file(out, input).unwrap_or(false));
    if is_input { Err(OutputError::IsInput(out.to_owned())) } else { Ok(()) }
}

/// Writes a file, whole or not at all. A file that is there is replaced if Hexwright wrote it and nobody changed
/// it since, or with `force`. A pipe or a terminal (`/dev/stdout`) is simply written to.
pub fn write_file(path: &Path, bytes: &[u8], force: bool) -> Result<Written, OutputError> {
    let told = super::whole::about(path);
    // A link is followed: the user named it, and means what it points at.
    let real = path.canonicalize();
    if let Ok(real) = &real
        && is_stream(real)
    {
        let mut stream = std::fs::OpenOptions::new().write(true).open(real).map_err(&told)?;
        stream.write_all(bytes).map_err(told)?;
        return Ok(Written::Replaced);
    }
    let content = blake3::hash(bytes).to_hex().to_string();
    let target = real.unwrap_or_else(|_| path.to_owned());
    let mut record = Record::open(&target);
    let written = match content_of(&target) {
        Content::Absent => Written::New,
        Content::Is(hash) if hash == content => return Ok(Written::Unchanged),
        Content::Is(hash) if force || record.has(&hash) => Written::Replaced,
        // A folder stays, however much force is used.
        _ => return Err(OutputError::NotOurs(path.to_owned())),
    };
    // Remembered first: a file that is there and not known to be ours would be in the way for ever.
    record.add(&content);
    write_whole(&target, bytes)?;
    Ok(written)
}

#[cfg(unix)]
fn is_stream(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    path.metadata()
        .is_ok_and(|data| data.file_type().is_char_device() || data.file_type().is_fifo())
}

#[cfg(not(unix))]
fn is_stream(_: &Path) -> bool {
    false
}

/// What is at a path.
pub(super) enum Content {
    /// Nothing.
    Absent,
    /// A regular file with this hash.
    Is(String),
    /// Anything else: a folder, a link, a device, a file that cannot be read.
    Strange,
}

/// Looks at a path without following links or waiting for pipes.
pub(super) fn content_of(path: &Path) -> Content {
    match open_regular(path) {
        Err(refused) if refused.is_missing() => Content::Absent,
        Err(_) => Content::Strange,
        Ok(file) => {
            let mut hasher = blake3::Hasher::new();
            match hasher.update_reader(file) {
                Ok(_) => Content::Is(hasher.finalize().to_hex().to_string()),
                Err(_) => Content::Strange,
            }
        }
    }
}

/// What Hexwright wrote outside of builds: sealed names of paths, and hashes of contents.
struct Record {
    file: Option<PathBuf>,
    name: String,
    known: Vec<(String, String)>,
}

impl Record {
    fn open(path: &Path) -> Self {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        // Names are sealed too: the record tells nobody what the user works on.
        let name = seal("path", path.as_os_str().as_encoded_bytes());
        let file = state_folder().map(|folder| folder.join("files"));
        let bytes = file.as_deref().and_then(|file| recall(file, KIND));
        let known = bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        Record { file, name, known: known.unwrap_or_default() }
    }

    fn has(&self, content: &str) -> bool {
        self.known.iter().any(|(name, known)| *name == self.name && known == content)
    }

    /// Adds a content to those this file may have: until it is written, it has the one from before.
    fn add(&mut self, content: &str) {
        let own: Vec<usize> = self
            .known
            .iter()
            .enumerate()
            .filter(|(_, (name, _))| *name == self.name)
            .map(|(nth, _)| nth)
            .collect();
        if let [.., first, _last] = own[..] {
            self.known.drain(first..=first);
        }
        self.known.push((self.name.clone(), content.to_owned()));
        let spare = self.known.len().saturating_sub(MOST);
        self.known.drain(..spare);
        let json = serde_json::to_vec(&self.known).unwrap_or_default();
        // Without the record the file is not replaced next time; that is no reason not to write it.
        let _ = self.file.as_deref().map(|file| keep(file, KIND, &json));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_if_it_is_ours_and_unchanged_or_on_demand() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.csv");
        assert_eq!(write_file(&path, b"one", false).unwrap(), Written::New);
        assert_eq!(write_file(&path, b"two", false).unwrap(), Written::Replaced);
        assert_eq!(write_file(&path, b"three", false).unwrap(), Written::Replaced);
        assert_eq!(write_file(&path, b"three", false).unwrap(), Written::Unchanged);
        std::fs::write(&path, "edited").unwrap();
        assert!(matches!(write_file(&path, b"four", false), Err(OutputError::NotOurs(_))));
        assert_eq!(std::fs::read(&path).unwrap(), b"edited");
        assert_eq!(write_file(&path, b"four", true).unwrap(), Written::Replaced);
        assert!(matches!(write_file(folder.path(), b"", true), Err(OutputError::NotOurs(_))));
    }

    #[test]
    fn a_file_that_is_read_is_not_written() {
        let folder = tempfile::tempdir().unwrap();
        let (log, link) = (folder.path().join("a.vlog"), folder.path().join("b.vlog"));
        std::fs::write(&log, "log").unwrap();
        std::fs::hard_link(&log, &link).unwrap();
        assert!(check_inputs(&link, [log.as_path()]).is_err());
        assert!(check_inputs(&folder.path().join("c"), [log.as_path()]).is_ok());
    }
}
