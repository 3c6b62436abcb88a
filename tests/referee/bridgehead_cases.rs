//! The rule cases of the games of this project: small situations with what the referee must say.

use hexwright::games;
use hexwright::referee::case::{Case, read_cases, run_case};
use hexwright::source::load;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

fn cases_below(folder: &Path) -> Vec<Case> {
    let mut files: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut cases = Vec::new();
    for file in files.iter().filter(|file| file.extension().is_some_and(|e| e == "yaml")) {
        let text = std::fs::read_to_string(file).unwrap();
        cases.extend(read_cases(&text).unwrap_or_else(|p| panic!("{}: {p}", file.display())));
    }
    cases
}

#[test]
fn every_case_of_bridgehead_comes_out_as_expected_and_every_checked_rule_has_both_verdicts() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let loaded = load(root);
    let game = loaded.game("bridgehead").unwrap();
    let referee = games::referee(game).unwrap();
    let cases = cases_below(&root.join("tests/cases/bridgehead"));
    let mut wrong = Vec::new();
    let mut verdicts: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for case in &cases {
        let report = run_case(referee.as_ref(), case);
        for failure in &report.failures {
            wrong.push(format!(
                "{} variant {}: {:?}",
                case.id, failure.variant, failure.differences
            ));
        }
        for expectation in case.variants.iter().flat_map(|variant| &variant.expect) {
            use hexwright::referee::case::Verdict;
            match &expectation.verdict {
                Verdict::Legal => {
                    for rule in &case.rules {
                        verdicts.entry(rule.clone()).or_default().insert("legal");
                    }
                }
                Verdict::Violation(rules) => {
                    for rule in rules {
                        verdicts.entry(rule.clone()).or_default().insert("violation");
                    }
                }
                _ => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for rule in referee.rules().into_iter().filter(|rule| rule.is_checked()) {
        let seen = verdicts.get(rule.id.as_ref()).map_or(0, BTreeSet::len);
        assert_eq!(seen, 2, "{} has no case of each verdict: {verdicts:?}", rule.id);
    }
}
