//! What several integration tests need.
#![allow(dead_code, reason = "each test binary uses a part of it")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The program that was just built; another one if `HEXWRIGHT_PROGRAM` names it: an older one, or one built to be fast.
pub fn program() -> PathBuf {
    let named = std::env::var_os("HEXWRIGHT_PROGRAM");
    named.map_or(PathBuf::from(env!("CARGO_BIN_EXE_hexwright")), PathBuf::from)
}

/// Runs the program and waits for it.
pub fn hexwright(args: &[&str]) -> Output {
    Command::new(program()).args(args).output().expect("the program runs")
}

/// Runs the program in a folder.
pub fn hexwright_in(folder: &Path, args: &[&str]) -> Output {
    Command::new(program()).args(args).current_dir(folder).output().expect("the program runs")
}

/// Both outputs as text, for messages.
pub fn said(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

/// Compares a text with a golden file; `HEXWRIGHT_GOLDEN=update` writes it.
pub fn golden(file: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if std::env::var_os("HEXWRIGHT_GOLDEN").is_some_and(|value| value == "update") {
        std::fs::write(&path, text).expect("the golden file is written");
        return;
    }
    let wanted = std::fs::read_to_string(&path).unwrap_or_default();
    if wanted != text {
        let diff = similar::TextDiff::from_lines(wanted.as_str(), text);
        panic!("{file} differs (HEXWRIGHT_GOLDEN=update writes it anew):\n{}", diff.unified_diff());
    }
}
