//! Sicily as people play it: logs made in the real program, each with the verdict of a sensible director.

use crate::support::{hexwright, said};
use serde_json::Value;
use std::path::Path;

const FOLDER: &str = "tests/logs/sicily";

/// A line of the manifest.
struct Labelled {
    files: Vec<String>,
    label: String,
    /// The rules that fit, when it is guilty.
    rules: Vec<String>,
}

/// The manifest; `letters-1..4` are four logs that continue one another.
fn labelled() -> Vec<Labelled> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(FOLDER).join("MANIFEST.csv");
    let mut rows = csv::Reader::from_path(path).expect("the manifest");
    let read = rows.records().map(|row| {
        let row = row.expect("a row of the manifest");
        let files = match row[0].split_once("1..") {
            Some((stem, last)) => {
                let last: u32 = last.parse().expect("a number");
                (1..=last).map(|number| format!("{FOLDER}/{stem}{number}.vlog")).collect()
            }
            None => vec![format!("{FOLDER}/{}.vlog", &row[0])],
        };
        let rules = row[2].split(';').filter(|rule| !rule.is_empty()).map(str::to_owned).collect();
        Labelled { files, label: row[1].to_owned(), rules }
    });
    read.collect()
}

/// The audit of one log, or of several as a chain.
fn audit(files: &[String]) -> Value {
    let mut args = vec!["audit", "--game", "sicily", "--format", "json"];
    if files.len() > 1 {
        args.push("--chain");
    }
    args.extend(files.iter().map(String::as_str));
    let output = hexwright(&args);
    let report: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", said(&output)));
    report["audits"][0].clone()
}

/// The findings of a severity, in words.
fn found<'a>(audit: &'a Value, severity: &str) -> Vec<&'a Value> {
    let findings = audit["findings"].as_array().expect("findings").iter();
    findings.filter(|finding| finding["severity"] == severity).collect()
}

fn told(findings: &[&Value]) -> Vec<String> {
    let words = |finding: &&Value| format!("{} {}", finding["rule"], finding["message"]);
    findings.iter().map(words).collect()
}

/// What is wrong with an audit of a log with this label; nothing when a director would say the same.
fn objection(log: &Labelled) -> Option<String> {
    let audit = audit(&log.files);
    let (violations, suspects) = (found(&audit, "violation"), found(&audit, "suspect"));
    let accused: Vec<&Value> = violations.iter().chain(&suspects).copied().collect();
    let is_right = match log.label.as_str() {
        "clean" => accused.is_empty(),
        "slip" => violations.is_empty() && suspects.len() <= 1,
        "guilty" => {
            let fits = |finding: &&Value| log.rules.iter().any(|rule| finding["rule"] == **rule);
            accused.iter().any(fits)
        }
        other => panic!("a label {other}"),
    };
    (!is_right).then(|| format!("{} is {}: {:?}", log.files[0], log.label, told(&accused)))
}

#[test]
fn untidy_logs_of_the_real_program_get_the_verdict_of_a_director() {
    let logs = labelled();
    assert!(logs.len() >= 25, "{} logs", logs.len());
    let objections: Vec<String> = logs.iter().filter_map(objection).collect();
    assert_eq!(objections, Vec::<String>::new());
}

#[test]
fn chits_in_their_cups_are_no_second_copies() {
    let audit = audit(&[format!("{FOLDER}/tidy.vlog")]);
    assert_eq!(audit["findings"], Value::Array(Vec::new()), "a tidy log leaves nothing to say");
}

#[test]
fn most_deeds_of_a_log_from_the_set_up_are_judged() {
    let audit = audit(&[format!("{FOLDER}/landing.vlog")]);
    let account = &audit["account"];
    let (all, judged) = (account["deeds"].as_u64().unwrap(), account["judged"].as_u64().unwrap());
    assert!(judged * 10 >= all * 9, "{judged} of {all} are judged: {account}");
}
