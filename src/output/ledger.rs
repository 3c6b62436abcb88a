//! The ledger of a build: which files it wrote, from what, with which content.
//!
//! It answers two questions. Is this output still what its inputs would give? And may
//! this file be replaced? Only files that a build wrote and nobody changed since may.
//!
//! A file is claimed before it is written, in a journal beside the ledger: a build that was interrupted knows
//! its own files again. A ledger that this machine did not seal came with the project. Its word counts only where
//! the content of a file bears it out, and then only for replacing that file: nothing is up to date and nothing is
//! removed because a stranger says so.

use super::file::{Content, content_of};
use super::journal::Journal;
use super::place::below;
use super::stamp::{Seen, Stamp};
use super::{OutputError, keep, recall, write_whole};
use crate::input;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

/// The largest ledger of others that is looked into, in bytes.
const LARGEST: u64 = 16 << 20;

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

/// A content that an output may have, because a build wrote it or was about to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Claim {
    pub(super) inputs: String,
    pub(super) content: String,
    /// Whether this machine says so.
    #[serde(skip)]
    pub(super) ours: bool,
}

/// By name of the output; of several claims the last is the newest.
pub(super) type Claims = BTreeMap<String, Vec<Claim>>;

/// What a ledger is on disk.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Book {
    /// Hash of what all outputs were made from, if one build made them all and had nothing to complain about.
    whole: Option<String>,
    claims: Claims,
    /// What was found in outputs, and how the file system knew them then: one that was not touched since is not read.
    #[serde(default)]
    seen: BTreeMap<String, Seen>,
}

/// The files that builds of one target wrote into one folder.
#[derive(Debug)]
pub struct Ledger {
    out: PathBuf,
    file: PathBuf,
    journal: Journal,
    book: Book,
    /// What this build made: names as systems compare them that ignore case, and as they are.
    made: BTreeMap<String, String>,
    force: bool,
}

impl Ledger {
    /// Opens the ledger of `target` in the cache folder. A missing or damaged ledger is an
    /// empty one: nothing is taken for ours that is not written down. With `force`, files that
    /// are not ours are replaced.
    pub fn open(out: &Path, cache: &Path, target: &str, force: bool) -> Self {
        let file = cache.join(format!("{target}.json"));
        let mut book = read(&file);
        let (journal, found) = Journal::open(&cache.join(format!("{target}.journal")));
        for (name, claim) in found {
            // A build that was interrupted is no whole one.
            book.whole = None;
            book.claims.entry(name).or_default().push(claim);
        }
        Ledger { out: out.to_owned(), file, journal, book, made: BTreeMap::new(), force }
    }

    /// How many outputs there are, if all of them are there as the last build wrote them, and it made them from
    /// this: then there is nothing to build.
    pub fn is_whole(&mut self, of: &blake3::Hash) -> Option<usize> {
        if self.book.whole.as_deref() != Some(of.to_hex().as_str()) {
            return None;
        }
        let claims = &self.book.claims;
        let look = |(name, claims): (&String, &Vec<Claim>)| {
            let ([claim], Ok(path)) = (claims.as_slice(), below(&self.out, Path::new(name))) else {
                return (false, None);
            };
            let (content, seen) = self.look(name, &path);
            let there = claim.ours && matches!(content, Content::Is(hash) if hash == claim.content);
            (there, seen.map(|seen| (name.clone(), seen)))
        };
        let (there, seen): (Vec<bool>, Vec<_>) = claims.par_iter().map(look).unzip();
        let before = self.book.seen.len();
        self.book.seen.extend(seen.into_iter().flatten());
        let whole = there.iter().all(|there| *there).then_some(claims.len());
        if whole.is_some() && self.book.seen.len() > before {
            // Nothing depends on it but the time of the next build.
            let _ = self.save();
        }
        whole
    }

    /// What is at a path, and what may be remembered of it.
    fn look(&self, name: &str, path: &Path) -> (Content, Option<Seen>) {
        let stamp = Stamp::of(path);
        let known = self.book.seen.get(name).filter(|seen| seen.still(stamp.as_ref()));
        if let Some(seen) = known {
            return (Content::Is(seen.content.clone()), None);
        }
        let content = content_of(path);
        let seen = match (&content, stamp) {
            (Content::Is(hash), Some(stamp)) => stamp.seen(hash),
            _ => None,
        };
        (content, seen)
    }

    /// What is at the path of an output.
    fn content(&mut self, name: &str, path: &Path) -> Content {
        let (content, seen) = self.look(name, path);
        self.book.seen.extend(seen.map(|seen| (name.to_owned(), seen)));
        content
    }

    /// Whether the output is there as written, from these inputs. If so it counts as part of
    /// this build.
    pub fn is_current(&mut self, name: &str, inputs: &blake3::Hash) -> bool {
        let inputs = inputs.to_hex();
        let claims = self.book.claims.get(name).into_iter().flatten();
        let contents: Vec<String> = claims
            .filter(|claim| claim.ours && claim.inputs == inputs.as_str())
            .map(|claim| claim.content.clone())
            .collect();
        if contents.is_empty() || self.made.contains_key(&name.to_lowercase()) {
            return false;
        }
        let Ok(path) = below(&self.out, Path::new(name)) else { return false };
        let current =
            matches!(self.content(name, &path), Content::Is(hash) if contents.contains(&hash));
        if current {
            self.made.insert(name.to_lowercase(), name.to_owned());
        }
        current
    }

    /// Writes an output, whole or not at all.
    pub fn write(
        &mut self,
        name: &str,
        inputs: &blake3::Hash,
        bytes: &[u8],
    ) -> Result<Written, OutputError> {
        let path = below(&self.out, Path::new(name))?;
        if let Some(other) = self.made.get(&name.to_lowercase()) {
            return Err(OutputError::Twice(other.clone(), name.to_owned()));
        }
        let content = blake3::hash(bytes).to_hex().to_string();
        // Whatever was whole is being changed.
        self.book.whole = None;
        let there = self.content(name, &path);
        let claims = self.book.claims.entry(name.to_owned()).or_default();
        let written = match there {
            Content::Absent => Written::New,
            Content::Is(hash) if hash == content => Written::Unchanged,
            Content::Is(hash) if self.force || claims.iter().any(|claim| claim.content == hash) => {
                Written::Replaced
            }
            // A link is replaced by force, what it leads to never is; a folder stays.
            Content::Strange if self.force && !path.is_dir() => Written::Replaced,
            _ => return Err(OutputError::NotOurs(path)),
        };
        let inputs = inputs.to_hex().to_string();
        let claim = Claim { inputs, content, ours: true };
        // Claimed first: between the two a build may be killed.
        if !claims.contains(&claim) {
            self.journal.add(name, &claim)?;
            claims.push(claim.clone());
        }
        if written != Written::Unchanged {
            write_whole(&path, bytes)?;
        }
        *claims = vec![claim];
        self.made.insert(name.to_lowercase(), name.to_owned());
        Ok(written)
    }

    /// Ends the build: outputs of earlier builds that this one no longer makes are removed,
    /// unless somebody changed them, and the ledger is saved. Returns what was removed.
    pub fn close(self) -> Result<Vec<PathBuf>, OutputError> {
        self.close_whole(None)
    }

    /// As [`Ledger::close`], noting what all outputs were made from: see [`Ledger::is_whole`].
    pub fn close_whole(mut self, of: Option<blake3::Hash>) -> Result<Vec<PathBuf>, OutputError> {
        let made: BTreeSet<&String> = self.made.values().collect();
        let stale: Vec<String> =
            self.book.claims.keys().filter(|name| !made.contains(name)).cloned().collect();
        let mut removed = Vec::new();
        for name in stale {
            let claims = self.book.claims.remove(&name).unwrap_or_default();
            // On a system that ignores case, an old name may be the file that was just written.
            if self.made.contains_key(&name.to_lowercase()) {
                continue;
            }
            removed.extend(self.remove(&name, &claims));
        }
        self.book.whole = of.map(|of| of.to_hex().to_string());
        self.book.seen.retain(|name, _| made.contains(name));
        self.save()?;
        Ok(removed)
    }

    /// Removes an output if it is what this machine claims to have written.
    fn remove(&self, name: &str, claims: &[Claim]) -> Option<PathBuf> {
        let path = below(&self.out, Path::new(name)).ok()?;
        let Content::Is(hash) = content_of(&path) else { return None };
        if !claims.iter().any(|claim| claim.ours && claim.content == hash) {
            return None;
        }
        std::fs::remove_file(&path).ok()?;
        // A folder that held outputs only goes with the last of them.
        let mut folder = path.parent();
        while let Some(parent) = folder.filter(|parent| *parent != self.out) {
            if std::fs::remove_dir(parent).is_err() {
                break;
            }
            folder = parent.parent();
        }
        Some(path)
    }

    /// Saves what is known so far: after an error, what was written stays ours.
    pub fn save(&mut self) -> Result<(), OutputError> {
        let json = serde_json::to_vec_pretty(&self.book).map_err(io::Error::from)?;
        keep(&self.file, KIND, &json)?;
        self.journal.clear();
        Ok(())
    }
}

const KIND: &str = "ledger";

/// A ledger: ours if this machine sealed it, else that of somebody else, which is never whole.
fn read(file: &Path) -> Book {
    if let Some(json) = recall(file, KIND) {
        let mut book = parsed(&json).unwrap_or_default();
        book.claims.values_mut().flatten().for_each(|claim| claim.ours = true);
        return book;
    }
    Book { whole: None, seen: BTreeMap::new(), ..foreign(file).unwrap_or_default() }
}

fn foreign(file: &Path) -> Option<Book> {
    let bytes = input::read_file(file, LARGEST).ok()?;
    let json = match bytes.iter().position(|byte| *byte == b'\n') {
        Some(end) if bytes.starts_with(b"hexwright ") => &bytes[end..],
        _ => &bytes,
    };
    parsed(json)
}

/// Ledgers of earlier versions were claims alone, and the first had one for each name.
fn parsed(json: &[u8]) -> Option<Book> {
    let claims = |claims: Claims| Book { claims, ..Book::default() };
    serde_json::from_slice(json).ok().or_else(|| {
        serde_json::from_slice(json).ok().map(claims).or_else(|| {
            let single: BTreeMap<String, Claim> = serde_json::from_slice(json).ok()?;
            Some(claims(single.into_iter().map(|(name, claim)| (name, vec![claim])).collect()))
        })
    })
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
        assert!(matches!(refused, Err(OutputError::NotOurs(_))));
        assert_eq!(std::fs::read(out.join("mine.txt")).unwrap(), b"mine");

        ledger.write("ours.txt", &key("1"), b"one").unwrap();
        ledger.save().unwrap();
        std::fs::write(out.join("ours.txt"), "edited by hand").unwrap();
        let mut ledger = Ledger::open(&out, &cache, "sheets", false);
        assert!(matches!(
            ledger.write("ours.txt", &key("2"), b"two"),
            Err(OutputError::NotOurs(_))
        ));

        let mut forced = Ledger::open(&out, &cache, "sheets", true);
        assert_eq!(forced.write("mine.txt", &key("1"), b"theirs").unwrap(), Written::Replaced);
    }

    #[test]
    fn a_build_is_whole_until_any_of_its_files_or_what_they_were_made_from_change() {
        let (_root, out, cache) = folder();
        let open = || Ledger::open(&out, &cache, "sheets", false);
        let build = |names: &[&str], of: Option<&str>| {
            let mut ledger = open();
            for name in names {
                ledger.write(name, &key("1"), name.as_bytes()).unwrap();
            }
            ledger.close_whole(of.map(key)).unwrap();
        };
        assert_eq!(open().is_whole(&key("sources")), None);
        build(&["a.txt", "b.txt"], None);
        assert_eq!(open().is_whole(&key("sources")), None);
        build(&["a.txt", "b.txt"], Some("sources"));
        assert_eq!(open().is_whole(&key("sources")), Some(2));
        assert_eq!(open().is_whole(&key("others")), None);
        std::fs::write(out.join("b.txt"), "edited").unwrap();
        assert_eq!(open().is_whole(&key("sources")), None);
        std::fs::write(out.join("b.txt"), "b.txt").unwrap();
        assert_eq!(open().is_whole(&key("sources")), Some(2));
        std::fs::remove_file(out.join("a.txt")).unwrap();
        assert_eq!(open().is_whole(&key("sources")), None);
        // A build that fails half way leaves nothing whole, nor does one that is killed.
        build(&["a.txt", "b.txt"], Some("sources"));
        let mut failed = open();
        failed.write("a.txt", &key("2"), b"half").unwrap();
        drop(failed);
        assert_eq!(open().is_whole(&key("sources")), None);
        build(&["a.txt", "b.txt"], Some("sources"));
        let mut failed = open();
        failed.write("a.txt", &key("2"), b"half").unwrap();
        failed.save().unwrap();
        assert_eq!(open().is_whole(&key("sources")), None);
    }

    #[cfg(unix)]
    #[test]
    fn an_output_that_was_touched_is_read_again_though_it_looks_as_before() {
        let (_root, out, cache) = folder();
        let open = || Ledger::open(&out, &cache, "sheets", false);
        let mut ledger = open();
        ledger.write("a.txt", &key("1"), b"one").unwrap();
        ledger.close_whole(Some(key("sources"))).unwrap();
        assert!(open().book.seen.is_empty(), "too young to be remembered");
        std::thread::sleep(std::time::Duration::from_millis(100));
        assert_eq!(open().is_whole(&key("sources")), Some(1));
        let seen = open().book.seen["a.txt"].clone();
        assert_eq!(seen.content, blake3::hash(b"one").to_hex().as_str());
        assert_eq!(open().is_whole(&key("sources")), Some(1));
        // As long as before, and the time of its last writing put back.
        let file = out.join("a.txt");
        let then = std::fs::metadata(&file).unwrap().modified().unwrap();
        std::fs::write(&file, "two").unwrap();
        std::fs::File::options().write(true).open(&file).unwrap().set_modified(then).unwrap();
        assert_eq!(open().is_whole(&key("sources")), None);
        assert!(!open().is_current("a.txt", &key("1")));
        assert!(matches!(open().write("a.txt", &key("2"), b"new"), Err(OutputError::NotOurs(_))));
    }

    #[test]
    fn a_ledger_of_others_is_never_whole() {
        let (_root, out, cache) = folder();
        let mut ledger = Ledger::open(&out, &cache, "sheets", false);
        ledger.write("a.txt", &key("1"), b"one").unwrap();
        ledger.close_whole(Some(key("sources"))).unwrap();
        let file = cache.join("sheets.json");
        let sealed = std::fs::read(&file).unwrap();
        let json = &sealed[sealed.iter().position(|byte| *byte == b'\n').unwrap() + 1..];
        for forged in [json.to_vec(), [b"hexwright ledger 00\n", json].concat()] {
            std::fs::write(&file, forged).unwrap();
            let mut ledger = Ledger::open(&out, &cache, "sheets", false);
            assert!(ledger.book.seen.is_empty());
            assert_eq!(ledger.is_whole(&key("sources")), None);
            assert!(!ledger.is_current("a.txt", &key("1")));
            // But the file may be replaced.
            assert_eq!(ledger.write("a.txt", &key("2"), b"two").unwrap(), Written::Replaced);
            std::fs::write(out.join("a.txt"), "one").unwrap();
        }
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
            assert!(matches!(refused, Err(OutputError::Outside(_))), "{name}");
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

    #[test]
    fn a_build_that_was_interrupted_knows_its_files_again() {
        let (_root, out, cache) = folder();
        let mut ledger = Ledger::open(&out, &cache, "sheets", false);
        ledger.write("a.txt", &key("1"), b"one").unwrap();
        ledger.close().unwrap();
        let mut killed = Ledger::open(&out, &cache, "sheets", false);
        killed.write("a.txt", &key("2"), b"two").unwrap();
        killed.write("b.txt", &key("2"), b"two").unwrap();
        // Killed before it wrote what it had claimed, in the middle of the next claim.
        killed.journal.add("c.txt", &killed.book.claims["b.txt"][0].clone()).unwrap();
        drop(killed);
        let journal = cache.join("sheets.journal");
        let half = [std::fs::read(&journal).unwrap(), b"0123 {\"name".to_vec()].concat();
        std::fs::write(&journal, half).unwrap();

        let mut next = Ledger::open(&out, &cache, "sheets", false);
        assert!(next.is_current("b.txt", &key("2")));
        assert_eq!(next.write("a.txt", &key("3"), b"three").unwrap(), Written::Replaced);
        assert_eq!(next.write("c.txt", &key("3"), b"three").unwrap(), Written::New);
        next.close().unwrap();
        assert!(!journal.exists());
        let mut last = Ledger::open(&out, &cache, "sheets", false);
        for (name, inputs) in [("a.txt", "3"), ("b.txt", "2"), ("c.txt", "3")] {
            assert!(last.is_current(name, &key(inputs)), "{name}");
        }
    }

    #[test]
    fn a_ledger_of_others_makes_nothing_current_and_removes_nothing() {
        let (_root, out, cache) = folder();
        std::fs::create_dir_all(&cache).unwrap();
        std::fs::create_dir_all(&out).unwrap();
        let claim = |content: &[u8]| {
            let (inputs, content) = (key("1").to_hex(), blake3::hash(content).to_hex());
            serde_json::json!({ "inputs": inputs.as_str(), "content": content.as_str() })
        };
        let victim = cache.join("victim.txt");
        let claims = serde_json::json!({
            "shipped.txt": claim(b"shipped"),
            "stale.txt": claim(b"stale"),
            "../cache/victim.txt": claim(b"victim"),
            victim.to_str().unwrap(): claim(b"victim"),
        });
        std::fs::write(cache.join("sheets.json"), claims.to_string()).unwrap();
        for (path, text) in [
            (out.join("shipped.txt"), "shipped"),
            (out.join("stale.txt"), "stale"),
            (victim.clone(), "victim"),
        ] {
            std::fs::write(path, text).unwrap();
        }
        let mut ledger = Ledger::open(&out, &cache, "sheets", false);
        assert!(!ledger.is_current("shipped.txt", &key("1")));
        assert_eq!(ledger.write("shipped.txt", &key("1"), b"drawn").unwrap(), Written::Replaced);
        assert_eq!(ledger.close().unwrap(), Vec::<PathBuf>::new());
        assert!(victim.exists() && out.join("stale.txt").exists());
    }

    #[test]
    fn two_outputs_are_never_the_same_file() {
        let (_root, out, cache) = folder();
        let mut ledger = Ledger::open(&out, &cache, "map", false);
        ledger.write("map/a.svg", &key("1"), b"a").unwrap();
        let refused = ledger.write("map/A.svg", &key("1"), b"A");
        assert!(matches!(refused, Err(OutputError::Twice(..))));
    }
}
