//! The referee of Italy '43 says what the rule cases expect, and accounts for every rule.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use hexwright::model::Game;
use hexwright::referee::case::{read_cases, run_case};
use hexwright::{games, source};
use std::collections::BTreeSet;
use std::path::Path;

fn italy43() -> Game {
    let loaded = source::load(Path::new(env!("CARGO_MANIFEST_DIR")));
    loaded.project.games.get("italy43").unwrap().clone()
}

fn case_files() -> Vec<std::path::PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/italy43");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn every_case_comes_out_as_expected() {
    let game = italy43();
    let referee = games::referee(&game).unwrap();
    let mut wrong = Vec::new();
    let mut played = 0;
    for file in case_files() {
        let text = std::fs::read_to_string(&file).unwrap();
        for case in read_cases(&text).unwrap() {
            let report = run_case(referee.as_ref(), &case);
            played += report.variants;
            for failure in report.failures {
                wrong.push(format!(
                    "{} variant {}: {}",
                    report.id,
                    failure.variant,
                    failure.differences.join("; ")
                ));
            }
        }
    }
    assert!(played > 500, "only {played} variants were played");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_rule_that_a_case_names_is_known_and_explained() {
    let game = italy43();
    let referee = games::referee(&game).unwrap();
    let rules = referee.rules();
    let ids: BTreeSet<&str> = rules.iter().map(|rule| rule.id.as_ref()).collect();
    assert_eq!(ids.len(), rules.len(), "a rule is listed twice");
    for rule in &rules {
        assert!(!rule.text().trim().is_empty(), "{} has no explanation", rule.id);
    }
    for file in case_files() {
        let text = std::fs::read_to_string(&file).unwrap();
        for case in read_cases(&text).unwrap() {
            for rule in &case.rules {
                assert!(ids.contains(rule.as_str()), "{} names the unknown rule {rule}", case.id);
            }
        }
    }
}
