//! The rule cases of ASL Starter Kit #2.

use hexwright::games::asl_sk2::AslSk2;
use hexwright::referee::Referee;
use hexwright::referee::case::{read_cases, run_case};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == ending))
        .collect();
    files.sort();
    files
}

#[test]
fn every_case_comes_out_as_the_rules_say() {
    let referee = AslSk2::new();
    let mut failed = Vec::new();
    let mut variants = 0;
    for file in files(Path::new("tests/cases/asl_sk2"), "yaml") {
        let cases = read_cases(&std::fs::read_to_string(&file).unwrap()).unwrap();
        for case in &cases {
            let report = run_case(&referee, case);
            variants += report.variants;
            for failure in report.failures {
                failed.push(format!(
                    "{} variant {}: {}",
                    report.id,
                    failure.variant,
                    failure.differences.join("; ")
                ));
            }
        }
    }
    assert!(variants > 150, "only {variants} variants were played");
    assert!(failed.is_empty(), "{} of {variants} failed:\n{}", failed.len(), failed.join("\n"));
}

#[test]
fn every_rule_that_is_cited_is_listed() {
    let referee = AslSk2::new();
    let listed: BTreeSet<String> = referee.rules().iter().map(|rule| rule.id.to_string()).collect();
    for file in files(Path::new("src/games/asl_sk2"), "rs") {
        let text = std::fs::read_to_string(&file).unwrap();
        for part in text.split('"').filter(|part| part.starts_with("SK2-")) {
            assert!(listed.contains(part), "{} cites {part}, which is no rule", file.display());
        }
    }
}
