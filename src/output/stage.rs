//! A folder of files that is there completely or not at all.
//!
//! Everything is written to a folder with a passing name first, and moved when it is whole. An error takes that
//! folder away again; after a kill the next stage at the same place does.

use super::place::below;
use super::whole::{about, is_unfinished, unfinished_name};
use super::{OutputError, write_whole};
use crate::input::open_regular;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// In every stage, locked for as long as somebody works on it.
const MARK: &str = ".hexwright-stage";
/// In a stage that replaces things: what was there before.
const OLD: &str = ".hexwright-old";

/// Files on their way into a folder.
#[derive(Debug)]
pub struct Stage {
    /// Where the files are until they are all there.
    passing: PathBuf,
    /// Where they go.
    target: PathBuf,
    /// Whether the target was there before.
    inside: bool,
    finished: bool,
    _mark: File,
}

impl Stage {
    /// Begins a folder; it must not exist, or be empty.
    pub fn new(target: &Path) -> Result<Self, OutputError> {
        if target.is_dir() {
            sweep(target);
        }
        if occupied(target) {
            return Err(OutputError::Occupied(target.to_owned()));
        }
        Stage::begin(target)
    }

    /// Begins what will lie in a folder beside other things, in place of things of the same names.
    pub fn over(target: &Path) -> Result<Self, OutputError> {
        if target.is_dir() {
            sweep(target);
        }
        Stage::begin(target)
    }

    fn begin(target: &Path) -> Result<Self, OutputError> {
        // A folder that is there stays the one it is: somebody may stand in it.
        let inside = target.is_dir();
        let parent = match target.parent() {
            _ if inside => target,
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let told = about(target);
        std::fs::create_dir_all(parent).map_err(&told)?;
        if !inside {
            sweep(parent);
        }
        let passing = parent.join(unfinished_name()?);
        std::fs::create_dir(&passing).map_err(&told)?;
        let mark = File::create(passing.join(MARK)).map_err(&told)?;
        // Without locks the stage works as well; it is only never swept.
        let _ = mark.try_lock();
        let target = target.to_owned();
        Ok(Stage { passing, target, inside, finished: false, _mark: mark })
    }

    /// Writes a file. Names that differ in case only are one file on some systems: the second is refused there.
    pub fn write(&self, name: impl AsRef<Path>, bytes: &[u8]) -> Result<(), OutputError> {
        let name = name.as_ref();
        let path = below(&self.passing, name)?;
        if path.symlink_metadata().is_ok() {
            let name = name.display().to_string();
            return Err(OutputError::Twice(name.clone(), name));
        }
        Ok(write_whole(&path, bytes)?)
    }

    /// Makes an empty folder.
    pub fn folder(&self, name: impl AsRef<Path>) -> Result<(), OutputError> {
        let path = below(&self.passing, name.as_ref())?;
        Ok(std::fs::create_dir_all(&path).map_err(about(&path))?)
    }

    /// Puts everything in its place. `replaced` are names that are taken away first; with an error all is as before.
    pub fn finish(mut self, replaced: &[&str]) -> Result<(), OutputError> {
        let told = about(&self.target);
        let mut moves = Moves::default();
        let moved = if self.inside {
            self.move_in(replaced, &mut moves)
        } else {
            std::fs::remove_file(self.passing.join(MARK))
                .and_then(|()| std::fs::rename(&self.passing, &self.target))
        };
        match moved {
            Ok(()) => {
                self.finished = !self.inside;
                Ok(())
            }
            Err(error) => {
                moves.undo();
                Err(told(error).into())
            }
        }
    }

    fn move_in(&self, replaced: &[&str], moves: &mut Moves) -> io::Result<()> {
        let old = self.passing.join(OLD);
        std::fs::create_dir(&old)?;
        for name in replaced {
            let there = self.target.join(name);
            if there.symlink_metadata().is_ok() {
                moves.go(there, old.join(name))?;
            }
        }
        for entry in std::fs::read_dir(&self.passing)? {
            let entry = entry?;
            let name = entry.file_name();
            if name == MARK || name == OLD {
                continue;
            }
            let there = self.target.join(&name);
            if there.symlink_metadata().is_ok() {
                return Err(io::ErrorKind::AlreadyExists.into());
            }
            moves.go(entry.path(), there)?;
        }
        Ok(())
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        if !self.finished {
            let _ = std::fs::remove_dir_all(&self.passing);
        }
    }
}

/// Moves that were made, to be taken back.
#[derive(Debug, Default)]
struct Moves(Vec<(PathBuf, PathBuf)>);

impl Moves {
    fn go(&mut self, from: PathBuf, to: PathBuf) -> io::Result<()> {
        std::fs::rename(&from, &to)?;
        self.0.push((from, to));
        Ok(())
    }

    fn undo(self) {
        for (from, to) in self.0.into_iter().rev() {
            let _ = std::fs::rename(to, from);
        }
    }
}

/// Whether something is at that place that would be in the way of a new folder.
fn occupied(target: &Path) -> bool {
    match std::fs::read_dir(target) {
        Ok(mut entries) => entries.next().is_some(),
        Err(_) => target.symlink_metadata().is_ok(),
    }
}

/// Removes stages that nobody works on any more.
fn sweep(folder: &Path) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let is_stage = entry.file_name().to_str().is_some_and(is_unfinished)
            && entry.file_type().is_ok_and(|kind| kind.is_dir());
        if !is_stage {
            continue;
        }
        let abandoned =
            open_regular(&entry.path().join(MARK)).is_ok_and(|mark| mark.try_lock().is_ok());
        if abandoned && restore(&entry.path(), folder) {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

/// Puts back what an interrupted replacement had taken away and not replaced.
fn restore(stage: &Path, target: &Path) -> bool {
    let old = stage.join(OLD);
    // A link here was made by somebody else, to have things moved out of where it leads.
    if !old.symlink_metadata().is_ok_and(|there| there.is_dir()) {
        return true;
    }
    let Ok(old) = std::fs::read_dir(old) else { return false };
    old.flatten().all(|entry| {
        let there = target.join(entry.file_name());
        there.symlink_metadata().is_ok() || std::fs::rename(entry.path(), there).is_ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_folder_is_there_whole_or_not_at_all() {
        let root = tempfile::tempdir().unwrap();
        let target = root.path().join("deep/new");
        let stage = Stage::new(&target).unwrap();
        stage.write("a/b.txt", b"b").unwrap();
        assert!(matches!(stage.write("../c.txt", b"c"), Err(OutputError::Outside(_))));
        assert!(!target.exists());
        drop(stage);
        assert_eq!(names(&root.path().join("deep")), Vec::<String>::new());

        let stage = Stage::new(&target).unwrap();
        stage.write("a/b.txt", b"b").unwrap();
        stage.finish(&[]).unwrap();
        assert_eq!(
            (names(&root.path().join("deep")), names(&target)),
            (vec!["new".into()], vec!["a".into()])
        );
        assert!(matches!(Stage::new(&target), Err(OutputError::Occupied(_))));
    }

    #[test]
    fn a_folder_that_was_empty_or_has_other_things_is_filled() {
        let root = tempfile::tempdir().unwrap();
        let stage = Stage::new(root.path()).unwrap();
        stage.write("build/a", b"1").unwrap();
        stage.finish(&[]).unwrap();
        std::fs::write(root.path().join("mine"), "mine").unwrap();

        let stage = Stage::over(root.path()).unwrap();
        stage.write("build/b", b"2").unwrap();
        stage.finish(&["build"]).unwrap();
        assert_eq!(names(root.path()), ["build", "mine"]);
        assert_eq!(names(&root.path().join("build")), ["b"]);

        // What is in the way and was not to be replaced stays, and so does everything else.
        let stage = Stage::over(root.path()).unwrap();
        stage.write("build/c", b"3").unwrap();
        stage.write("mine", b"theirs").unwrap();
        assert!(stage.finish(&["build"]).is_err());
        assert_eq!(names(root.path()), ["build", "mine"]);
        assert_eq!(names(&root.path().join("build")), ["b"]);
    }

    #[test]
    fn an_abandoned_stage_is_swept_and_gives_back_what_it_took() {
        let root = tempfile::tempdir().unwrap();
        let passing = root.path().join(".hexwright-abc123");
        std::fs::create_dir_all(passing.join(".hexwright-old/build")).unwrap();
        std::fs::write(passing.join(MARK), "").unwrap();
        std::fs::create_dir(root.path().join(".hexwright-nomark")).unwrap();
        drop(Stage::over(root.path()).unwrap());
        assert_eq!(names(root.path()), [".hexwright-nomark", "build"]);
    }
}
