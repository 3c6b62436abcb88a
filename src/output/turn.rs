//! One build at a time in a folder, and nothing left of those that were interrupted.

use super::Grounds;
use super::whole::is_unfinished;
use crate::input::no_surprises;
use std::fs::{File, OpenOptions};
use std::path::Path;
use walkdir::WalkDir;

/// How deep outputs lie below their folder.
const DEEPEST: usize = 4;

/// A build's turn at its folders; it ends when this is dropped, or the process ends in whatever way.
#[derive(Debug)]
pub struct Turn {
    _lock: Option<File>,
}

impl Turn {
    /// Waits until no other build works in these folders, then removes unfinished files of builds that were
    /// interrupted: whoever wrote them is gone.
    pub fn take(grounds: &Grounds) -> Self {
        let lock = lock(&grounds.cache);
        // On a file system without locks nobody can tell whose unfinished files these are.
        if lock.is_some() {
            for folder in [&grounds.folder, &grounds.cache] {
                sweep(folder);
            }
        }
        Turn { _lock: lock }
    }
}

fn lock(folder: &Path) -> Option<File> {
    std::fs::create_dir_all(folder).ok()?;
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    no_surprises(&mut options);
    let file = options.open(folder.join("lock")).ok()?;
    file.metadata().ok().filter(std::fs::Metadata::is_file)?;
    file.lock().ok()?;
    Some(file)
}

/// Removes unfinished files. One that cannot be removed harms nobody.
fn sweep(folder: &Path) {
    for entry in WalkDir::new(folder).max_depth(DEEPEST).into_iter().flatten() {
        let unfinished = entry.file_name().to_str().is_some_and(is_unfinished);
        if unfinished && entry.file_type().is_file() {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unfinished_files_are_swept_and_others_stay() {
        let root = tempfile::tempdir().unwrap();
        let grounds =
            Grounds { folder: root.path().join("out"), cache: root.path().join("out/.cache") };
        std::fs::create_dir_all(grounds.folder.join("sheets")).unwrap();
        let stays = [".hexwright-notes.txt", "a.pdf", ".hidden"];
        for name in [".hexwright-a1b2c3", "sheets/.hexwright-XYZ123"].iter().chain(&stays) {
            std::fs::write(grounds.folder.join(name), "").unwrap();
        }
        drop(Turn::take(&grounds));
        for name in stays {
            assert!(grounds.folder.join(name).exists(), "{name}");
        }
        assert!(!grounds.folder.join(".hexwright-a1b2c3").exists());
        assert!(!grounds.folder.join("sheets/.hexwright-XYZ123").exists());
    }
}
