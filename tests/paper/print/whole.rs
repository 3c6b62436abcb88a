//! A build that has nothing to do does nothing; one that has anything to do makes what a build from nothing makes.

use hexwright::embedded;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

const UNITS: &str = "counters/skirmish/units.csv";
const TEMPLATE: &str = "templates/counters/marker.svg.j2";
const MARKER: &str = include_str!("../../../templates/counters/marker.svg.j2");

fn write(root: &Path, name: &str, text: &str) {
    let path = root.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in embedded::starter("skirmish", "Skirmish") {
        write(folder.path(), path.to_str().unwrap(), &text);
    }
    folder
}

/// What is built when nothing else is asked for: without pictures, which take longest.
const QUICK: [&str; 4] = ["--target", "sheets,charts", "--no-png", "--no-map-png"];

/// Builds and returns the names of the files that were written.
fn build(root: &Path, options: &[&str]) -> Vec<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_hexwright"))
        .args(["build", "--map-dpi", "50", "--dpi", "60"])
        .args(options)
        .current_dir(root)
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{told}");
    let written = String::from_utf8(output.stdout).unwrap();
    let names = written.lines().filter_map(|line| Path::new(line).file_name());
    names.map(|name| name.to_string_lossy().into_owned()).collect()
}

/// Every output with its bytes; caches are none.
fn outputs(root: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut outputs = BTreeMap::new();
    let mut folders = vec![root.join("build")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                if !path.file_name().unwrap().to_string_lossy().starts_with('.') {
                    folders.push(path);
                }
            } else {
                let name = path.strip_prefix(root).unwrap().to_owned();
                outputs.insert(name, std::fs::read(path).unwrap());
            }
        }
    }
    outputs
}

/// The same sources, built from nothing.
fn from_nothing(root: &Path, options: &[&str]) -> BTreeMap<PathBuf, Vec<u8>> {
    let copy = tempfile::tempdir().unwrap();
    for entry in walkdir::WalkDir::new(root).into_iter().flatten() {
        let name = entry.path().strip_prefix(root).unwrap();
        if entry.file_type().is_file() && !name.starts_with("build") {
            let bytes = std::fs::read(entry.path()).unwrap();
            std::fs::create_dir_all(copy.path().join(name).parent().unwrap()).unwrap();
            std::fs::write(copy.path().join(name), bytes).unwrap();
        }
    }
    build(copy.path(), options);
    outputs(copy.path())
}

#[test]
fn after_one_change_the_outputs_are_those_of_a_build_from_nothing() {
    let folder = project();
    let root = folder.path();
    let edit = |from: &str, to: &str| {
        let text = std::fs::read_to_string(root.join(UNITS)).unwrap();
        assert!(text.contains(from), "{text}");
        write(root, UNITS, &text.replacen(from, to, 1));
    };
    let nothing = Vec::<String>::new();
    assert!(build(root, &[]).len() > 10);
    assert_eq!(build(root, &[]), nothing);

    // One value of one counter.
    edit("regiment,1,2,4,5,4,2,3,4", "regiment,1,2,9,5,4,7,3,4");
    let written = build(root, &[]);
    assert!(written.iter().any(|name| name == "counters.pdf"), "{written:?}");
    assert!(written.iter().any(|name| name.ends_with(".vmod")), "{written:?}");
    assert_eq!(outputs(root), from_nothing(root, &[]));
    assert_eq!(build(root, &[]), nothing);
}

#[test]
fn templates_options_and_outputs_that_are_gone_set_off_a_build() {
    let folder = project();
    let (root, nothing) = (folder.path(), Vec::<String>::new());
    let quick = QUICK.as_slice();
    assert!(!build(root, quick).is_empty());
    assert_eq!(build(root, quick), nothing);

    // A template of the project's own, where there was none.
    write(root, TEMPLATE, &MARKER.replace("label, 7, 8", "label, 7, 12"));
    assert!(!build(root, quick).is_empty());
    assert_eq!(outputs(root), from_nothing(root, quick));
    write(root, TEMPLATE, MARKER);
    assert!(!build(root, quick).is_empty());
    assert_eq!(outputs(root), from_nothing(root, quick));
    assert_eq!(build(root, quick), nothing);

    // Other paper.
    let options = [quick, &["--no-crop-marks", "--map-style", "classic"]].concat();
    assert!(!build(root, &options).is_empty());
    assert_eq!(outputs(root), from_nothing(root, &options));
    assert!(!build(root, quick).is_empty());
    assert_eq!(outputs(root), from_nothing(root, quick));

    // An output that is gone comes back.
    std::fs::remove_file(root.join("build/skirmish/manifest.csv")).unwrap();
    assert_eq!(build(root, quick), ["manifest.csv"]);
}
