//! Drawn faces kept between builds, by what they were drawn from: changing one row
//! redraws one counter.

use crate::draw::DrawnFace;
use crate::model::Length;
use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

/// A new layout of the files makes old ones unreadable, not wrong.
const FIRST_LINE: &str = "hexwright face 1";

/// A folder of drawn faces.
#[derive(Debug)]
pub struct FaceCache {
    folder: PathBuf,
}

/// What is known about a face.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cached {
    /// Nothing is on that side.
    Blank,
    /// It was drawn like this.
    Drawn(DrawnFace),
}

impl FaceCache {
    /// The faces in this folder, which need not exist yet.
    pub fn new(folder: &Path) -> Self {
        FaceCache { folder: folder.to_owned() }
    }

    fn file(&self, key: &blake3::Hash) -> PathBuf {
        let hex = key.to_hex();
        self.folder.join(&hex[..2]).join(&hex[2..])
    }

    /// The face drawn from what `key` stands for. A damaged file is as good as none.
    pub fn get(&self, key: &blake3::Hash) -> Option<Cached> {
        let text = std::fs::read_to_string(self.file(key)).ok()?;
        let (head, svg) = text.split_once('\n')?;
        let fields = head.strip_prefix(FIRST_LINE)?.split_whitespace().collect::<Vec<_>>();
        if fields == ["blank"] {
            return Some(Cached::Blank);
        }
        let [width, height, bleed, hash] = fields.try_into().ok()?;
        if blake3::hash(svg.as_bytes()).to_hex().as_str() != hash {
            return None;
        }
        let length = |um: &str| um.parse::<u32>().ok().map(|um| Length::mm(f64::from(um) / 1000.0));
        Some(Cached::Drawn(DrawnFace {
            svg: svg.to_owned(),
            width: length(width)?,
            height: length(height)?,
            bleed: length(bleed)?,
            warnings: Vec::new(),
        }))
    }

    /// Keeps a face. One with warnings is not kept, so that every build repeats them.
    pub fn put(&self, key: &blake3::Hash, face: Option<&DrawnFace>) -> io::Result<()> {
        let text = match face {
            None => format!("{FIRST_LINE} blank\n"),
            Some(face) if !face.warnings.is_empty() => return Ok(()),
            Some(face) => format!(
                "{FIRST_LINE} {} {} {} {}\n{}",
                super::geometry::um(face.width),
                super::geometry::um(face.height),
                super::geometry::um(face.bleed),
                blake3::hash(face.svg.as_bytes()).to_hex(),
                face.svg
            ),
        };
        crate::output::write_whole(&self.file(key), text.as_bytes())
    }

    /// Forgets faces of long ago: when far more are kept than a build uses, only those used stay.
    pub fn prune(&self, used: &HashSet<blake3::Hash>) {
        let files = || {
            let folders = std::fs::read_dir(&self.folder).into_iter().flatten().flatten();
            folders
                .flat_map(|folder| std::fs::read_dir(folder.path()).into_iter().flatten().flatten())
        };
        if files().count() <= 4 * used.len() + 256 {
            return;
        }
        let used: HashSet<PathBuf> = used.iter().map(|key| self.file(key)).collect();
        for file in files().filter(|file| !used.contains(&file.path())) {
            // What cannot be removed now is removed another time.
            let _ = std::fs::remove_file(file.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn face(svg: &str) -> DrawnFace {
        let (width, bleed) = (Length::mm(15.875), Length::mm(1.5));
        DrawnFace { svg: svg.into(), width, height: width, bleed, warnings: vec![] }
    }

    #[test]
    fn faces_come_back_as_they_were_kept() {
        let folder = tempfile::tempdir().unwrap();
        let cache = FaceCache::new(folder.path());
        let (one, two) = (blake3::hash(b"one"), blake3::hash(b"two"));
        assert_eq!(cache.get(&one), None);
        cache.put(&one, Some(&face("<svg>\n</svg>"))).unwrap();
        cache.put(&two, None).unwrap();
        assert_eq!(cache.get(&one), Some(Cached::Drawn(face("<svg>\n</svg>"))));
        assert_eq!(cache.get(&two), Some(Cached::Blank));
    }

    #[test]
    fn a_damaged_file_is_as_good_as_none() {
        let folder = tempfile::tempdir().unwrap();
        let cache = FaceCache::new(folder.path());
        let key = blake3::hash(b"one");
        cache.put(&key, Some(&face("<svg/>"))).unwrap();
        let file = cache.file(&key);
        for damage in ["", "hexwright face 1 1 2 3", "hexwright face 1 9 9 9 00\n<svg/>", "\n\n\n"]
        {
            std::fs::write(&file, damage).unwrap();
            assert_eq!(cache.get(&key), None, "{damage:?}");
        }
    }

    #[test]
    fn faces_of_long_ago_are_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let cache = FaceCache::new(folder.path());
        let keys: Vec<_> = (0..300_u32).map(|i| blake3::hash(&i.to_le_bytes())).collect();
        for key in &keys {
            cache.put(key, None).unwrap();
        }
        cache.prune(&keys[..2].iter().copied().collect());
        assert_eq!(cache.get(&keys[0]), Some(Cached::Blank));
        assert_eq!(cache.get(&keys[299]), None);
    }
}
