//! Proofs kept between runs: what was looked at and found well need not be drawn to be looked at again.

use crate::output;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Another way of looking makes old proofs worthless.
const KIND: &str = "proofs 1";
/// One hash: a line of hexadecimal digits.
const LINE: usize = 65;

/// What was found well, by the hash of everything that its look depends on.
#[derive(Debug, Default)]
pub struct Proofs {
    file: Option<PathBuf>,
    before: BTreeSet<[u8; 32]>,
    now: Mutex<BTreeSet<[u8; 32]>>,
}

impl Proofs {
    /// The proofs of earlier runs in a folder of the cache. Without that folder nothing is known and nothing kept:
    /// looking at a project must not leave files in it.
    pub fn open(cache: &Path) -> Self {
        if !cache.is_dir() {
            return Proofs::default();
        }
        let file = cache.join("proofs");
        let text = output::recall(&file, KIND).and_then(|bytes| String::from_utf8(bytes).ok());
        let hash = |line: &str| blake3::Hash::from_hex(line).ok().map(|hash| *hash.as_bytes());
        let before = text.iter().flat_map(|text| text.lines()).filter_map(hash).collect();
        Proofs { file: Some(file), before, now: Mutex::default() }
    }

    /// What `look` finds, which is nothing where that was seen before.
    pub(super) fn of<T>(&self, key: blake3::Hash, look: impl FnOnce() -> Vec<T>) -> Vec<T> {
        let found = if self.before.contains(key.as_bytes()) { Vec::new() } else { look() };
        if found.is_empty() {
            self.now.lock().unwrap_or_else(PoisonError::into_inner).insert(*key.as_bytes());
        }
        found
    }

    /// Keeps what this run found well, and nothing older. A proof that cannot be kept costs the next run some time.
    pub fn close(self) {
        let now = self.now.into_inner().unwrap_or_else(PoisonError::into_inner);
        let Some(file) = self.file.filter(|_| now != self.before) else { return };
        let mut text = String::with_capacity(now.len() * LINE);
        for hash in now {
            text.push_str(blake3::Hash::from_bytes(hash).to_hex().as_str());
            text.push('\n');
        }
        let _ = output::keep(&file, KIND, text.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_found_well_is_not_looked_at_again() {
        let folder = tempfile::tempdir().unwrap();
        let [fine, bad] = ["fine", "bad"].map(|text| blake3::hash(text.as_bytes()));
        let looks = |proofs: &Proofs, key, found: &[u8]| {
            let mut looked = false;
            let found = proofs.of(key, || {
                looked = true;
                found.to_vec()
            });
            (looked, found.len())
        };
        let first = Proofs::open(folder.path());
        assert_eq!((looks(&first, fine, &[]), looks(&first, bad, &[1])), ((true, 0), (true, 1)));
        first.close();
        let second = Proofs::open(folder.path());
        assert_eq!((looks(&second, fine, &[]), looks(&second, bad, &[1])), ((false, 0), (true, 1)));
        second.close();
        // What nobody asked about any more is forgotten.
        Proofs::open(folder.path()).close();
        assert!(looks(&Proofs::open(folder.path()), fine, &[]).0);
    }

    #[test]
    fn a_project_without_a_cache_gets_none() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("build/.cache/game");
        let proofs = Proofs::open(&missing);
        proofs.of(blake3::hash(b"fine"), Vec::<u8>::new);
        proofs.close();
        assert!(!missing.exists());
    }
}
