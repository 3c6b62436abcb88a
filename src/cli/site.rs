//! Where a build takes place, and what it is made from.

use crate::input::ProjectFolder;
use std::path::Path;

/// Art and templates of more bytes than this are read by the build alone.
const MOST_SOURCES: u64 = 64 << 20;

/// Where a build takes place.
#[derive(Debug, Clone, Copy)]
pub struct Site<'a> {
    /// The project's folder.
    pub root: &'a Path,
    /// Hash of the sources that the model was made of.
    pub sources: blake3::Hash,
    /// Hash of those sources that maps are made of.
    pub ground: blake3::Hash,
    /// Where the game's outputs go.
    pub folder: &'a Path,
    /// Where drawn faces and ledgers are kept.
    pub cache: &'a Path,
    /// Replace files that are not ours.
    pub force: bool,
}

impl Site<'_> {
    /// Hash of all that outputs are made from: the sources, and the project's templates and pictures, used or not.
    /// `None` where that cannot be told cheaply: links may lead anywhere.
    pub fn made_from(&self) -> Option<blake3::Hash> {
        let mut hasher = blake3::Hasher::new();
        hasher.update(env!("CARGO_PKG_VERSION").as_bytes());
        hasher.update(self.sources.as_bytes());
        let project = ProjectFolder::new(self.root);
        let outputs = self.folder.parent().filter(|folder| *folder != self.root);
        let own = |path: &Path| {
            let hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes()[0] == b'.');
            let made = outputs == Some(path) || path == self.folder || path == self.cache;
            path == self.root || !(hidden || made || path == self.root.join("target"))
        };
        let mut left = MOST_SOURCES;
        let walk = walkdir::WalkDir::new(self.root).sort_by_file_name().into_iter();
        for entry in walk.filter_entry(|entry| own(entry.path())) {
            let entry = entry.ok()?;
            let path = entry.path().strip_prefix(self.root).ok()?;
            if entry.path_is_symlink() && entry.depth() > 0 {
                return None;
            }
            if !entry.file_type().is_file() || !drawn_from(path) {
                continue;
            }
            let bytes = project.read(path, left).ok()?;
            left -= bytes.len() as u64;
            hasher.update(path.as_os_str().as_encoded_bytes());
            hasher.update(blake3::hash(&bytes).as_bytes());
        }
        Some(hasher.finalize())
    }
}

/// Whether a file of a project may be part of a drawing.
fn drawn_from(path: &Path) -> bool {
    const PICTURES: [&str; 5] = ["png", "jpg", "jpeg", "gif", "svg"];
    let ending = path.extension().unwrap_or_default();
    path.starts_with("templates") || PICTURES.iter().any(|kind| ending.eq_ignore_ascii_case(kind))
}
