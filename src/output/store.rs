//! Many pieces of work kept from one build to the next, each by the hash of what it was made from.
//!
//! All are in two sealed files, each read at once and written at once: hundreds of small files cost more than most of
//! what would be in them. After a small change only the second file is written, which has what is new; from time to time
//! both become one again.

use super::{keep, recall};
use std::collections::{BTreeMap, HashSet};
use std::ops::{Deref, Range};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How often the files become one while a piece is kept that nobody uses: as long as somebody tries this and that.
const OLDEST: u32 = 3;
/// Changes after which they become one at the latest, and sooner once this part of the first is new.
const CHANGES: u32 = 6;
const PART: usize = 4;
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
    /// What all earlier builds made, and what the last few made since then.
    bodies: [Vec<u8>; 2],
    /// How many builds that were.
    changes: u32,
    before: BTreeMap<Key, Place>,
    now: Mutex<Now>,
}

/// Where a piece lies: in which of the two, and where; and how long it has been unused.
#[derive(Debug, Clone)]
struct Place {
    body: usize,
    at: Range<usize>,
    age: u32,
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
        let mut bodies = [recall(file, kind).unwrap_or_default(), Vec::new()];
        let mut before = index(&bodies[0], 0).unwrap_or_default();
        let mut changes = 0;
        if let Some((count, newer)) = recall(&newer(file), kind).as_deref().and_then(counted)
            && let Some(found) = index(newer, 1)
        {
            changes = count;
            bodies[1] = newer.to_vec();
            before.extend(found);
        }
        Store { file: file.to_owned(), kind, bodies, changes, before, now: Mutex::default() }
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
        self.lying(self.before.get(key)?).map(Kept::Before)
    }

    fn lying(&self, place: &Place) -> Option<&[u8]> {
        self.bodies.get(place.body)?.get(place.at.clone())
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

    /// Ends a build: if it made anything, that is written. A store that cannot be written costs the next build some
    /// time, nothing else.
    pub fn close(self) {
        let Now { made, used, bytes } =
            std::mem::take(&mut *self.now.lock().unwrap_or_else(PoisonError::into_inner));
        if made.is_empty() {
            return;
        }
        let new = made.iter().map(|(key, bytes)| (key, 0, bytes.as_slice()));
        let old = self.before.iter().filter(|(key, _)| !made.contains_key(*key));
        let few = (self.bodies[1].len() + bytes) * PART <= self.bodies[0].len();
        if few && self.changes < CHANGES {
            let newer_ones = old.filter(|(_, place)| place.body == 1);
            let kept = newer_ones.filter_map(|(key, place)| Some((key, 0, self.lying(place)?)));
            let body = written((self.changes + 1).to_le_bytes().to_vec(), kept.chain(new));
            let _ = keep(&newer(&self.file), self.kind, &body);
            return;
        }
        let old = old.filter_map(|(key, place)| {
            let age = if used.contains(key) { 0 } else { place.age + 1 };
            (age <= OLDEST).then_some((key, age, self.lying(place)?))
        });
        let body = written(Vec::with_capacity(self.bodies[0].len() + bytes), old.chain(new));
        if keep(&self.file, self.kind, &body).is_ok() {
            let _ = std::fs::remove_file(newer(&self.file));
        }
    }
}

/// The file of what was made since the other was written.
fn newer(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push("-newer");
    PathBuf::from(name)
}

/// How many builds added to a body, and the body.
fn counted(bytes: &[u8]) -> Option<(u32, &[u8])> {
    let (count, body) = bytes.split_first_chunk()?;
    Some((u32::from_le_bytes(*count), body))
}

fn written<'p>(
    mut body: Vec<u8>,
    pieces: impl Iterator<Item = (&'p Key, u32, &'p [u8])>,
) -> Vec<u8> {
    for (key, age, bytes) in pieces {
        body.extend_from_slice(key);
        body.extend_from_slice(&age.to_le_bytes());
        body.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
        body.extend_from_slice(bytes);
    }
    body
}

/// Where each piece lies.
fn index(body: &[u8], number: usize) -> Option<BTreeMap<Key, Place>> {
    let mut rest = body;
    let mut pieces = BTreeMap::new();
    while !rest.is_empty() {
        let (key, after) = rest.split_first_chunk()?;
        let (age, after) = after.split_first_chunk()?;
        let (length, after) = after.split_first_chunk()?;
        let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
        let start = body.len() - after.len();
        rest = after.get(length..)?;
        let age = u32::from_le_bytes(*age);
        pieces.insert(*key, Place { body: number, at: start..start + length, age });
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
        let mut lived = 0;
        for build in 0..4 * CHANGES * (OLDEST + 2) {
            let store = Store::open(&file, "test 1");
            lived += u32::from(store.before.contains_key(key("unused").as_bytes()));
            assert!(store.get(&key("used")).is_some(), "{build}");
            store.put(&key(&build.to_string()), Vec::new());
            store.close();
        }
        assert!((OLDEST..4 * CHANGES * (OLDEST + 1)).contains(&lived), "{lived}");
    }

    #[test]
    fn a_small_change_writes_what_is_new_and_both_files_become_one_in_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("store");
        let open = || Store::open(&file, "test 1");
        let store = open();
        store.put(&key("large"), vec![7; 10_000]);
        store.close();
        let first = std::fs::read(&file).unwrap();
        let piece = |nth: u32| vec![nth as u8; 20];
        for nth in 0..3 * CHANGES {
            let store = open();
            store.put(&key(&nth.to_string()), piece(nth));
            store.close();
            if nth < CHANGES {
                assert!(std::fs::read(&file).unwrap() == first, "{nth}");
            }
            let store = open();
            assert_eq!(store.get(&key("large")).as_deref(), Some(&vec![7; 10_000][..]));
            for earlier in 0..=nth {
                let kept = store.get(&key(&earlier.to_string()));
                assert_eq!(kept.as_deref(), Some(&piece(earlier)[..]), "{earlier} of {nth}");
            }
        }
        assert!(std::fs::read(&file).unwrap() != first);
        // What is newer counts, and where it is damaged, what is older does.
        open().close();
        let store = open();
        store.put(&key("large"), vec![8; 100]);
        store.close();
        assert_eq!(open().get(&key("large")).as_deref(), Some(&vec![8; 100][..]));
        if newer(&file).exists() {
            std::fs::write(newer(&file), "hexwright test 1 0\n").unwrap();
            assert_eq!(open().get(&key("large")).as_deref(), Some(&vec![7; 10_000][..]));
        }
    }
}
