//! What attacks on outputs and links need: a machine of one's own, projects on it, and a look at their folders.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A machine: a place for the user's state, and a folder to work in.
pub struct Machine {
    folder: tempfile::TempDir,
}

impl Machine {
    pub fn new() -> Self {
        Machine { folder: tempfile::tempdir().unwrap() }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The program on this machine, working in its folder.
    pub fn program(&self, args: &[&str]) -> Command {
        let mut command = Command::new(crate::support::program());
        command.args(args).current_dir(self.folder.path());
        command.env("HOME", self.path("home")).env("XDG_STATE_HOME", self.path("home/state"));
        command.env("LOCALAPPDATA", self.path("home/state"));
        command
    }

    pub fn run(&self, args: &[&str]) -> Output {
        self.program(args).output().expect("the program runs")
    }

    /// Runs and expects this exit code.
    pub fn expect(&self, code: i32, args: &[&str]) -> String {
        let output = self.run(args);
        let said = crate::support::said(&output);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {said}");
        said
    }

    /// A small project called `battle`.
    pub fn battle(&self) -> PathBuf {
        self.expect(0, &["new", "battle"]);
        self.path("battle")
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }
}

/// Every file below a folder but those of the cache, by path from it.
pub fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    walkdir::WalkDir::new(folder)
        .into_iter()
        .map(Result::unwrap)
        .filter(|entry| !entry.file_type().is_dir())
        .map(|entry| entry.path().strip_prefix(folder).unwrap().to_owned())
        .filter(|path| !path.starts_with(".cache"))
        .map(|path| (path.clone(), std::fs::read(folder.join(&path)).unwrap_or_default()))
        .collect()
}

/// Replaces a text in a file.
pub fn edit(file: &Path, from: &str, to: &str) {
    let text = std::fs::read_to_string(file).unwrap();
    assert!(text.contains(from), "{} has no {from:?}", file.display());
    std::fs::write(file, text.replacen(from, to, 1)).unwrap();
}
