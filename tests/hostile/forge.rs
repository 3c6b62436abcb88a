//! Projects, logs and modules as a stranger with bad intent would hand them over.

use hexwright::vassal::{self, Limits, Opened, archive};
use std::path::{Path, PathBuf};

/// A file of the genuine logs.
pub fn genuine(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/logs").join(name)
}

/// A path as an argument.
pub fn arg(path: &Path) -> &str {
    path.to_str().expect("paths of tests are UTF-8")
}

/// The tutorial game as a project of its own.
pub fn bridgehead(folder: &Path) {
    for (path, bytes) in hexwright::embedded::bridgehead() {
        hexwright::output::write_whole(&folder.join(path), &bytes).expect("the project is written");
    }
}

/// Replaces a text in a file that must hold it.
pub fn edit(file: &Path, from: &str, to: &str) {
    let text = std::fs::read_to_string(file).expect("the file is there");
    assert!(text.contains(from), "{} does not hold `{from}`", file.display());
    std::fs::write(file, text.replace(from, to)).expect("the file is written");
}

/// A genuine log with some of its text replaced.
pub fn log(from: &str, replaced: &[(&str, &str)], to: &Path) {
    let opened = vassal::open(&genuine(from), &Limits::default()).expect("a genuine log");
    let Opened::Saved(mut saved) = opened else { panic!("{from} is not a log") };
    for (old, new) in replaced {
        assert!(saved.text.contains(old), "{from} does not hold `{old}`");
        saved.text = saved.text.replace(old, new);
    }
    std::fs::write(to, saved.pack().expect("packs")).expect("the log is written");
}

/// A genuine module with some of its build file replaced.
pub fn module(from: &str, replaced: &[(&str, &str)], to: &Path) {
    let limits = Limits::default();
    let mut archive = archive::Archive::open(&genuine(from), &limits).expect("a genuine module");
    let mut entries = Vec::new();
    for name in archive.names().to_vec() {
        let mut bytes = archive.read(&name, &limits).expect("an entry");
        if name.starts_with("buildFile") {
            let mut text = String::from_utf8(bytes).expect("UTF-8");
            for (old, new) in replaced {
                assert!(text.contains(old), "{from} does not hold `{old}`");
                text = text.replace(old, new);
            }
            bytes = text.into_bytes();
        }
        entries.push((name, bytes));
    }
    let entries = entries.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()));
    std::fs::write(to, archive::pack(entries).expect("packs")).expect("the module is written");
}
