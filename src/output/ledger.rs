//! The ledger of a build: which files it wrote, from what, with which content.
//!
//! It answers two questions. Is this output still what its inputs would give? And may
//! this file be replaced? Only files that a build wrote and nobody changed since may.

use crate::output::write_whole;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};
use std::{fmt, io};

/// Why an output could not be written.
#[derive(Debug)]
pub enum LedgerError {
    /// The file was not written by a build, or was changed since.
    NotOurs(PathBuf),
    /// A name that leads out of the output folder.
    Outside(String),
    /// Writing failed; the error names the file.
    File(io::Error),
}

impl fmt::Display for LedgerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LedgerError::NotOurs(path) => write!(
                f,
                "`{}` was not written by an earlier build, or was changed since; it is left alone",
                path.display()
            ),
            LedgerError::Outside(name) => write!(f, "`{name}` leads out of the output folder"),
            LedgerError::File(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for LedgerError {}

impl From<io::Error> for LedgerError {
    fn from(error: io::Error) -> Self {
        LedgerError::File(error)
    }
}

/// What happened to an output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Written {
    /// It was not there before.
    New,
    /// It was there with other content.
    Replaced,
    /// It was there with the same content, and not touched.
    Unchanged,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    inputs: String,
    content: String,
}

/// The files that builds of one target wrote into one folder.
#[derive(Debug)]
pub struct Ledger {
    out: PathBuf,
    file: PathBuf,
    entries: BTreeMap<String, Entry>,
    touched: BTreeSet<String>,
    force: bool,
}

impl Ledger {
    /// Opens the ledger of `target` in the cache folder. A missing or damaged ledger is an
    /// empty one: nothing is taken for ours that is not written down. With `force`, files that
    /// are not ours are replaced.
    pub fn open(out: &Path, cache: &Path, target: &str, force: bool) -> Self {
        let file = cache.join(format!("{target}.json"));
        let entries = std::fs::read(&file)
            .ok()
            .and_then(|bytes| serde_json::from_slice(&bytes).ok())
            .unwrap_or_default();
        Ledger { out: out.to_owned(), file, entries, touched: BTreeSet::new(), force }
    }

    /// Whether the output is there as written, from these inputs. If so it counts as part of
    /// this build.
    pub fn is_current(&mut self, name: &str, inputs: &blake3::Hash) -> bool {
        let current = self.entries.get(name).is_some_and(|entry| {
            entry.inputs == inputs.to_hex().as_str()
                && content_of(&self.out.join(name)).is_some_and(|hash| hash == entry.content)
        });
        if current {
            self.touched.insert(name.to_owned());
        }
        current
    }

    /// Writes an output, whole or not at all.
    pub fn write(
        &mut self,
        name: &str,
        inputs: &blake3::Hash,
        bytes: &[u8],
    ) -> Result<Written, LedgerError> {
        let plain = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
        if !plain || name.is_empty() {
            return Err(LedgerError::Outside(name.to_owned()));
        }
        let path = self.out.join(name);
        let content = blake3::hash(bytes).to_hex().to_string();
        let existing = content_of(&path);
        let written = match &existing {
            Some(hash) if *hash == content => Written::Unchanged,
            Some(hash) => {
                let ours = self.entries.get(name).is_some_and(|entry| entry.content == *hash);
                if !ours && !self.force {
                    return Err(LedgerError::NotOurs(path));
                }
                Written::Replaced
            }
            None if path.symlink_metadata().is_ok() && !self.force => {
                return Err(LedgerError::NotOurs(path));
            }
            None => Written::New,
        };
        if written != Written::Unchanged {
            write_whole(&path, bytes)?;
        }
        self.entries
            .insert(name.to_owned(), Entry { inputs: inputs.to_hex().to_string(), content });
        self.touched.insert(name.to_owned());
        Ok(written)
    }

    /// Ends the build: outputs of earlier builds that this one no longer makes are removed,
    /// unless somebody changed them, and the ledger is saved. Returns what was removed.
    pub fn close(mut self) -> Result<Vec<PathBuf>, LedgerError> {
        let stale: Vec<String> =
            self.entries.keys().filter(|name| !self.touched.contains(*name)).cloned().collect();
        let mut removed = Vec::new();
        for name in stale {
            let path = self.out.join(&name);
            let ours = self
                .entries
                .remove(&name)
                .is_some_and(|entry| content_of(&path) == Some(entry.content));
            if ours && std::fs::remove_file(&path).is_ok() {
                removed.push(path);
            }
        }
        self.save()?;
        Ok(removed)
    }

    /// Saves what is known so far: after an error, what was written stays ours.
    pub fn save(&self) -> Result<(), LedgerError> {
        let json = serde_json::to_vec_pretty(&self.entries).map_err(io::Error::from)?;
        Ok(write_whole(&self.file, &json)?)
    }
}

fn content_of(path: &Path) -> Option<String> {
    let bytes = std::fs::read(path).ok()?;
    Some(blake3::hash(&bytes).to_hex().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> (tempfile::TempDir, PathBuf, PathBuf) {
        let root = tempfile::tempdir().unwrap();
        let (out, cache) = (root.path().join("out"), root.path().join("cache"));
        (root, out, cache)
    }

    fn key(text: &str) -> blake3::Hash {
        blake3::hash(text.as_bytes())
    }

    #[test]
    fn an_output_is_current_until_its_inputs_or_its_content_change() {
        let (_root, out, cache) = folder();
        let mut ledger = Ledger::open(&out, &cache, "sheets", false);
        assert!(!ledger.is_current("a.txt", &key("1")));
        assert_eq!(ledger.write("a.txt", &key("1"), b"one").unwrap(), Written::New);
        ledger.close().unwrap();

        let mut ledger = Ledger::open(&out, &cache, "sheets", false);
        assert!(ledger.is_current("a.txt", &key("1")));
        assert!(!ledger.is_current("a.txt", &key("2")));
        std::fs::write(out.join("a.txt"), "edited").unwrap();
        assert!(!ledger.is_current("a.txt", &key("1")));
    }

    #[test]
    fn a_file_of_the_users_is_never_replaced_unasked() {
        let (_root, out, cache) = folder();
        std::fs::create_dir_all(&out).unwrap();
        std::fs::write(out.join("mine.txt"), "mine").unwrap();
        let mut ledger = Ledger::open(&out, &cache, "sheets", false);
        let refused = ledger.write("mine.txt", &key("1"), b"theirs");
        assert!(matches!(refused, Err(LedgerError::NotOurs(_))));
        assert_eq!(std::fs::read(out.join("mine.txt")).unwrap(), b"mine");

        ledger.write("ours.txt", &key("1"), b"one").unwrap();
        std::fs::write(out.join("ours.txt"), "edited by hand").unwrap();
        assert!(matches!(
            ledger.write("ours.txt", &key("2"), b"two"),
            Err(LedgerError::NotOurs(_))
        ));

        let mut forced = Ledger::open(&out, &cache, "sheets", true);
        assert_eq!(forced.write("mine.txt", &key("1"), b"theirs").unwrap(), Written::Replaced);
    }

    #[test]
    fn outputs_no_longer_made_go_unless_somebody_changed_them() {
        let (_root, out, cache) = folder();
        let mut ledger = Ledger::open(&out, &cache, "sheets", false);
        for name in ["keep.txt", "drop.txt", "edited.txt"] {
            ledger.write(name, &key(name), name.as_bytes()).unwrap();
        }
        ledger.close().unwrap();
        std::fs::write(out.join("edited.txt"), "by hand").unwrap();

        let mut ledger = Ledger::open(&out, &cache, "sheets", false);
        assert!(ledger.is_current("keep.txt", &key("keep.txt")));
        assert_eq!(ledger.close().unwrap(), [out.join("drop.txt")]);
        assert!(out.join("keep.txt").exists() && out.join("edited.txt").exists());
        assert!(!out.join("drop.txt").exists());
    }

    #[test]
    fn no_name_leads_out_of_the_folder() {
        let (_root, out, cache) = folder();
        let mut ledger = Ledger::open(&out, &cache, "sheets", true);
        for name in ["../escape.txt", "/tmp/escape.txt", "a/../../escape.txt", "", "./a"] {
            let refused = ledger.write(name, &key("1"), b"");
            assert!(matches!(refused, Err(LedgerError::Outside(_))), "{name}");
        }
    }

    #[test]
    fn a_damaged_ledger_claims_nothing() {
        let (_root, out, cache) = folder();
        std::fs::create_dir_all(&cache).unwrap();
        std::fs::create_dir_all(&out).unwrap();
        std::fs::write(cache.join("sheets.json"), "{ not json").unwrap();
        std::fs::write(out.join("a.txt"), "somebody's").unwrap();
        let mut ledger = Ledger::open(&out, &cache, "sheets", false);
        assert!(ledger.write("a.txt", &key("1"), b"x").is_err());
    }
}
