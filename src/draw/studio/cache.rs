//! Drawn faces kept between builds, by what they were drawn from: changing one row
//! redraws one counter.
//!
//! All faces of a game are in one file, read at once and written at once: hundreds of small
//! files cost more than drawing them.

use super::{Um, um};
use crate::draw::DrawnFace;
use crate::model::Length;
use crate::output;
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};

/// A new layout of the file makes an old one unreadable, not wrong.
const FORMAT: &str = "faces 4";
/// Builds that a face survives unused: as long as somebody tries this and that.
const OLDEST: u32 = 20;

/// What is known about a face.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cached {
    /// Nothing is on that side.
    Blank,
    /// It was drawn like this.
    Drawn(DrawnFace),
}

#[derive(Debug)]
struct Entry {
    /// Builds since it was last used.
    age: u32,
    face: Cached,
}

/// The drawn faces of a game.
#[derive(Debug)]
pub struct FaceCache {
    file: PathBuf,
    entries: BTreeMap<[u8; 32], Entry>,
    changed: bool,
}

impl FaceCache {
    /// The faces in this file; a missing or damaged one has none.
    pub fn open(file: &Path) -> Self {
        let text = output::recall(file, FORMAT).and_then(|bytes| String::from_utf8(bytes).ok());
        let entries = text.and_then(|text| read(&text));
        FaceCache { file: file.to_owned(), entries: entries.unwrap_or_default(), changed: false }
    }

    /// The face drawn from what `key` stands for.
    pub fn get(&self, key: &blake3::Hash) -> Option<Cached> {
        self.entries.get(key.as_bytes()).map(|entry| entry.face.clone())
    }

    /// Keeps a face. One with warnings is not kept, so that every build repeats them.
    pub fn put(&mut self, key: &blake3::Hash, face: Option<&DrawnFace>) {
        let face = match face {
            None => Cached::Blank,
            Some(face) if face.warnings.is_empty() => Cached::Drawn(face.clone()),
            Some(_) => return,
        };
        self.entries.insert(*key.as_bytes(), Entry { age: 0, face });
        self.changed = true;
    }

    /// Ends a build that used these faces: others grow older, the oldest are forgotten, and
    /// the file is written if a face came in.
    pub fn close(mut self, used: &HashSet<blake3::Hash>) -> io::Result<()> {
        if !self.changed {
            return Ok(());
        }
        for (key, entry) in &mut self.entries {
            let now = used.contains(&blake3::Hash::from_bytes(*key));
            entry.age = if now { 0 } else { entry.age + 1 };
        }
        self.entries.retain(|_, entry| entry.age <= OLDEST);
        output::keep(&self.file, FORMAT, write(&self.entries).as_bytes())
    }
}

/// For each face a line of numbers and its SVG.
fn write(entries: &BTreeMap<[u8; 32], Entry>) -> String {
    let mut body = String::new();
    for (key, Entry { age, face }) in entries {
        let key = blake3::Hash::from_bytes(*key).to_hex();
        // Writing to a string cannot fail.
        let _ = match face {
            Cached::Blank => writeln!(body, "{key} {age} 0 0 0 0"),
            Cached::Drawn(face) => {
                let (w, h, b) = (um(face.width), um(face.height), um(face.bleed));
                writeln!(body, "{key} {age} {w} {h} {b} {}\n{}", face.svg.len(), face.svg)
            }
        };
    }
    body
}

fn read(text: &str) -> Option<BTreeMap<[u8; 32], Entry>> {
    let mut body = text;
    let mut entries = BTreeMap::new();
    while !body.is_empty() {
        let (line, rest) = body.split_once('\n')?;
        let fields: Vec<&str> = line.split(' ').collect();
        let [key, age, width, height, bleed, bytes] = fields.try_into().ok()?;
        let key = blake3::Hash::from_hex(key).ok()?;
        let bytes: usize = bytes.parse().ok()?;
        let face = if bytes == 0 {
            body = rest;
            Cached::Blank
        } else {
            let svg = rest.get(..bytes)?.to_owned();
            body = rest.get(bytes..)?.strip_prefix('\n')?;
            let length = |um: &str| um.parse::<Um>().ok().map(|um| Length::mm(um as f64 / 1000.0));
            let (width, height, bleed) = (length(width)?, length(height)?, length(bleed)?);
            Cached::Drawn(DrawnFace { svg, width, height, bleed, warnings: Vec::new() })
        };
        entries.insert(*key.as_bytes(), Entry { age: age.parse().ok()?, face });
    }
    Some(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn face(svg: &str) -> DrawnFace {
        let (width, bleed) = (Length::mm(15.875), Length::mm(1.5));
        DrawnFace { svg: svg.into(), width, height: width, bleed, warnings: vec![] }
    }

    fn key(text: &str) -> blake3::Hash {
        blake3::hash(text.as_bytes())
    }

    #[test]
    fn faces_come_back_as_they_were_kept() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("faces");
        let mut cache = FaceCache::open(&file);
        assert_eq!(cache.get(&key("one")), None);
        cache.put(&key("one"), Some(&face("<svg>\n</svg>")));
        cache.put(&key("two"), None);
        cache.put(&key("three"), Some(&face("<svg>Kraków</svg>\n")));
        cache.close(&HashSet::new()).unwrap();
        let cache = FaceCache::open(&file);
        assert_eq!(cache.get(&key("one")), Some(Cached::Drawn(face("<svg>\n</svg>"))));
        assert_eq!(cache.get(&key("two")), Some(Cached::Blank));
        assert_eq!(cache.get(&key("three")), Some(Cached::Drawn(face("<svg>Kraków</svg>\n"))));
    }

    #[test]
    fn a_damaged_file_is_as_good_as_none() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("faces");
        let mut cache = FaceCache::open(&file);
        cache.put(&key("one"), Some(&face("<svg/>")));
        cache.close(&HashSet::new()).unwrap();
        let good = std::fs::read_to_string(&file).unwrap();
        let cut = good[..good.len() - 3].to_owned();
        for damage in [cut, good.replace("15875", "15876"), String::new(), "\n\n".into()] {
            std::fs::write(&file, &damage).unwrap();
            assert_eq!(FaceCache::open(&file).get(&key("one")), None, "{damage:?}");
        }
        // Even a file that vouches for nonsense is only nonsense.
        let nonsense = "zz 0 1 2 3 9999999\n<svg/>\n";
        output::keep(&file, FORMAT, nonsense.as_bytes()).unwrap();
        assert_eq!(FaceCache::open(&file).get(&key("one")), None);
    }

    #[test]
    fn faces_of_long_ago_are_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("faces");
        let mut cache = FaceCache::open(&file);
        for name in ["used", "unused"] {
            cache.put(&key(name), None);
        }
        cache.close(&HashSet::from([key("used"), key("unused")])).unwrap();
        for build in 0..=OLDEST {
            let mut cache = FaceCache::open(&file);
            assert!(cache.get(&key("unused")).is_some(), "build {build}");
            cache.put(&key(&build.to_string()), None);
            cache.close(&HashSet::from([key("used")])).unwrap();
        }
        let cache = FaceCache::open(&file);
        assert_eq!(
            (cache.get(&key("used")), cache.get(&key("unused"))),
            (Some(Cached::Blank), None)
        );
    }
}
