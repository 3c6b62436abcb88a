//! Many pieces of work kept from one build to the next, each by the hash of what it was made from.
//!
//! All are in one sealed file, read at once and written at once: hundreds of small files cost more than most of what
//! would be in them.

use super::{keep, recall};
use std::collections::{BTreeMap, HashSet};
use std::ops::{Deref, Range};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Changes of the store that a piece survives unused: as long as somebody tries this and that.
const OLDEST: u32 = 12;
/// Bytes that one build may add: beyond that, memory is worth more than the next build's time.
const MOST: usize = 256 << 20;

type Key = [u8; 32];

/// A piece: of an earlier build, or made in this one.
#[derive(Debug)]
pub enum Kept<'a> {
    /// It was in the file.
    Before(&'a [u8]),
    /// It was made just now.
    Now(Arc<Vec<u8>>),
}

impl Deref for Kept<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Kept::Before(bytes) => bytes,
            Kept::Now(bytes) => bytes,
        }
    }
}

/// The pieces in one file.
#[derive(Debug)]
pub struct Store {
    file: PathBuf,
    kind: &'static str,
    body: Vec<u8>,
    before: BTreeMap<Key, (u32, Range<usize>)>,
    now: Mutex<Now>,
}

/// What this build made and used.
#[derive(Debug, Default)]
struct Now {
    made: BTreeMap<Key, Arc<Vec<u8>>>,
    used: HashSet<Key>,
    bytes: usize,
}

impl Store {
    /// The store in this file; a missing or damaged one, or one that somebody else wrote, is empty. A new layout of
    /// the pieces is another `kind`.
    pub fn open(file: &Path, kind: &'static str) -> Self {
        let body = recall(file, kind).unwrap_or_default();
        let before = index(&body).unwrap_or_default();
        Store { file: file.to_owned(), kind, body, before, now: Mutex::default() }
    }

    fn now(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The piece of this key, if there is one.
    pub fn get(&self, key: &blake3::Hash) -> Option<Kept<'_>> {
        let key = key.as_bytes();
        let mut now = self.now();
        now.used.insert(*key);
        if let Some(bytes) = now.made.get(key) {
            return Some(Kept::Now(Arc::clone(bytes)));
        }
        let (_, place) = self.before.get(key)?;
        self.body.get(place.clone()).map(Kept::Before)
    }

    /// Keeps a piece, unless this build has kept too much already.
    pub fn put(&self, key: &blake3::Hash, bytes: Vec<u8>) -> Kept<'_> {
        let bytes = Arc::new(bytes);
        let mut now = self.now();
        if now.bytes + bytes.len() <= MOST {
            now.bytes += bytes.len();
            now.made.insert(*key.as_bytes(), Arc::clone(&bytes));
        }
        Kept::Now(bytes)
    }

    /// The piece of this key, made if there is none.
    pub fn of<E>(
        &self,
        key: &blake3::Hash,
        make: impl FnOnce() -> Result<Vec<u8>, E>,
    ) -> Result<Kept<'_>, E> {
        match self.get(key) {
            Some(piece) => Ok(piece),
            None => Ok(self.put(key, make()?)),
        }
    }

    /// Ends a build: if it made anything, the rest grows older and the file is written. A store that cannot be
    /// written costs the next build some time, nothing else.
    pub fn close(self) {
        let Now { made, used, .. } = self.now.into_inner().unwrap_or_else(PoisonError::into_inner);
        if made.is_empty() {
            return;
        }
        let old = self.before.iter().filter(|(key, _)| !made.contains_key(*key));
        let old = old.filter_map(|(key, (age, place))| {
            let age = if used.contains(key) { 0 } else { age + 1 };
            (age <= OLDEST).then_some((key, age, self.body.get(place.clone())?))
        });
        let new = made.iter().map(|(key, bytes)| (key, 0, bytes.as_slice()));
        let mut body = Vec::with_capacity(self.body.len());
        for (key, age, bytes) in old.chain(new) {
            body.extend_from_slice(key);
            body.extend_from_slice(&age.to_le_bytes());
            body.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
            body.extend_from_slice(bytes);
        }
        let _ = keep(&self.file, self.kind, &body);
    }
}

/// Where each piece lies.
fn index(body: &[u8]) -> Option<BTreeMap<Key, (u32, Range<usize>)>> {
    let mut rest = body;
    let mut pieces = BTreeMap::new();
    while !rest.is_empty() {
        let (key, after) = rest.split_first_chunk()?;
        let (age, after) = after.split_first_chunk()?;
        let (length, after) = after.split_first_chunk()?;
        let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
        let start = body.len() - after.len();
        rest = after.get(length..)?;
        pieces.insert(*key, (u32::from_le_bytes(*age), start..start + length));
    }
    Some(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> blake3::Hash {
        blake3::hash(text.as_bytes())
    }

    fn make(text: &str) -> Result<Vec<u8>, ()> {
        Ok(text.as_bytes().to_vec())
    }

    #[test]
    fn pieces_come_back_and_are_made_once() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("store");
        let store = Store::open(&file, "test 1");
        assert!(store.get(&key("one")).is_none());
        assert_eq!(&*store.of(&key("one"), || make("first")).unwrap(), b"first");
        assert_eq!(&*store.of(&key("one"), || make("again")).unwrap(), b"first");
        assert_eq!(store.of(&key("bad"), || Err("no")).err(), Some("no"));
        store.put(&key("empty"), Vec::new());
        store.close();
        let store = Store::open(&file, "test 1");
        assert_eq!(store.get(&key("one")).as_deref(), Some(&b"first"[..]));
        assert_eq!(store.get(&key("empty")).as_deref(), Some(&b""[..]));
        assert!(store.get(&key("bad")).is_none());
        assert!(Store::open(&file, "test 2").get(&key("one")).is_none());
    }

    #[test]
    fn a_damaged_store_is_empty() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("store");
        let store = Store::open(&file, "test 1");
        store.put(&key("one"), b"first".to_vec());
        store.close();
        let good = std::fs::read(&file).unwrap();
        std::fs::write(&file, &good[..good.len() - 1]).unwrap();
        assert!(Store::open(&file, "test 1").get(&key("one")).is_none());
        // Even a file that vouches for nonsense is only nonsense.
        keep(&file, "test 1", &[7; 60]).unwrap();
        assert!(Store::open(&file, "test 1").get(&key("one")).is_none());
    }

    #[test]
    fn what_nobody_uses_is_forgotten_after_a_while() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("store");
        let store = Store::open(&file, "test 1");
        store.put(&key("used"), b"u".to_vec());
        store.put(&key("unused"), b"n".to_vec());
        store.close();
        for build in 0..=OLDEST {
            let store = Store::open(&file, "test 1");
            assert_eq!(store.before.len(), 2 + build as usize, "{build}");
            assert!(store.get(&key("used")).is_some());
            store.put(&key(&build.to_string()), Vec::new());
            store.close();
        }
        let store = Store::open(&file, "test 1");
        assert!(store.get(&key("used")).is_some() && store.get(&key("unused")).is_none());
    }
}
