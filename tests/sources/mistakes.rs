//! A project with every kind of mistake: each is reported once, at its line and column.
//!
//! The project in `tests/mistakes` says itself what is expected: a comment line with `^`
//! points at the column above it, `#<` means column 1; the code follows.

use crate::support::{golden, hexwright};
use std::collections::BTreeMap;
use std::path::Path;

type Found = (String, usize, usize, String);

/// What the comments of the project expect, and what no comment can say.
fn expected(root: &Path) -> BTreeMap<Found, usize> {
    let mut expected = BTreeMap::new();
    // A comment cannot stand in a file that is not text.
    expected.insert(("counters/muddle/latin.csv".into(), 2, 5, "unreadable-encoding".into()), 1);
    for entry in walkdir::WalkDir::new(root).into_iter().map(Result::unwrap) {
        let Ok(text) = std::fs::read_to_string(entry.path()) else { continue };
        let file = entry.path().strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
        let mut line = 0;
        for (number, content) in text.lines().enumerate() {
            let pointer = content.strip_prefix("#<").map(|code| (1, code)).or_else(|| {
                let rest = content.strip_prefix('#')?;
                let at = rest.find('^')?;
                rest[..at].trim().is_empty().then(|| (at + 2, &rest[at + 1..]))
            });
            match pointer {
                Some((column, code)) => {
                    *expected
                        .entry((file.clone(), line, column, code.trim().to_owned()))
                        .or_default() += 1;
                }
                None => line = number + 1,
            }
        }
    }
    expected
}

#[test]
fn every_mistake_is_reported_once_with_its_line_and_column_and_exit_code_2() {
    let root = Path::new("tests/mistakes");
    let run = hexwright(&["check", "tests/mistakes", "--format", "json"]);
    assert_eq!(run.status.code(), Some(2));
    let report: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    let mut found: BTreeMap<Found, usize> = BTreeMap::new();
    for diagnostic in report["diagnostics"].as_array().unwrap() {
        let text = |key: &str| diagnostic[key].as_str().unwrap_or_default().replace('\\', "/");
        let number = |key: &str| diagnostic[key].as_u64().unwrap_or_default() as usize;
        *found
            .entry((text("file"), number("line"), number("column"), text("code")))
            .or_default() += 1;
    }
    let expected = expected(root);
    let missing: Vec<_> = expected.iter().filter(|(key, n)| found.get(*key) != Some(n)).collect();
    let surplus: Vec<_> = found.iter().filter(|(key, n)| expected.get(*key) != Some(n)).collect();
    assert!(
        missing.is_empty() && surplus.is_empty(),
        "missing: {missing:#?}\nsurplus: {surplus:#?}"
    );
    assert!(expected.len() > 55, "the project shows {} mistakes", expected.len());
}

#[test]
fn the_report_for_people_shows_excerpts_and_suggestions() {
    let run = hexwright(&["check", "tests/mistakes"]);
    golden("tests/golden/mistakes.txt", &String::from_utf8(run.stderr).unwrap().replace('\\', "/"));
}
