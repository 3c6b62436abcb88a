//! The rule cases of the games of this project: small situations with what the referee must say.

use hexwright::games;
use hexwright::referee::case::{Case, read_cases, run_case};
use hexwright::report::example;
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

/// What the program says of a rule; the library alone would not show that a reader sees it.
#[test]
fn a_rule_is_explained_with_an_example_that_breaks_it_and_the_same_put_right() {
    let said =
        crate::support::hexwright(&["rule", "bh-6.2", "--project", env!("CARGO_MANIFEST_DIR")]);
    let text = String::from_utf8(said.stdout).unwrap();
    for part in [
        "Breaks it:",
        "→ the column is declared as 2:1; it is 1:1, with -1 for “Defender in woods",
        "Put right:",
        "→ nothing to object",
    ] {
        assert!(text.contains(part), "{part} is missing in:\n{text}");
    }
}

#[test]
fn every_rule_that_cases_break_has_an_example_and_nearly_every_one_is_put_right() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let loaded = load(root);
    for (id, folder) in [("bridgehead", "bridgehead"), ("italy43", "italy43")] {
        let referee = games::referee(loaded.game(id).unwrap()).unwrap();
        let cases = cases_below(&root.join("tests/cases").join(folder));
        let (mut shown, mut right) = (0, 0);
        for rule in referee.rules() {
            let broken = cases.iter().flat_map(|case| &case.variants).any(|variant| {
                use hexwright::referee::case::Verdict;
                variant.expect.iter().any(|expected| {
                    matches!(&expected.verdict, Verdict::Violation(rules) if *rules == [rule.id.to_string()])
                })
            });
            let found = example(referee.as_ref(), &cases, rule.id);
            assert!(
                !broken || found.is_some(),
                "{} is broken in cases but has no example",
                rule.id
            );
            if let Some(found) = found {
                assert!(found.broken.said.is_some() && !found.broken.deeds.is_empty());
                shown += 1;
                right += usize::from(found.kept.is_some());
            }
        }
        assert!(shown > 10 && right * 10 >= shown * 9, "{id}: {right} of {shown}");
    }
}
