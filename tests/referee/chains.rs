//! Logs that continue one another are one game, in whatever order they are named; what is missing between them is told.

use crate::support::hexwright;
use serde_json::Value;
use std::path::Path;

const LETTERS: [&str; 4] = ["letters-1", "letters-2", "letters-3", "letters-4"];

fn file(name: &str) -> String {
    format!("tests/logs/chains/{name}.vlog")
}

/// The audit of a chain as JSON, and the exit code.
fn chain(names: &[&str]) -> (Value, Option<i32>) {
    let files: Vec<String> = names.iter().map(|name| file(name)).collect();
    let mut args = vec!["audit", "--chain", "--game", "bridgehead", "--format", "json"];
    args.extend(files.iter().map(String::as_str));
    let output = hexwright(&args);
    let report: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
    assert_eq!(report["audits"].as_array().unwrap().len(), 1);
    (report["audits"][0].clone(), output.status.code())
}

fn order(audit: &Value) -> Vec<String> {
    let files = audit["files"].as_array().unwrap().iter();
    let name =
        |file: &Value| Path::new(file["log"].as_str().unwrap()).file_stem().unwrap().to_owned();
    files.map(|file| name(file).to_string_lossy().into_owned()).collect()
}

fn accusations(audit: &Value) -> Vec<&Value> {
    audit["findings"].as_array().unwrap().iter().filter(|f| f["severity"] != "note").collect()
}

#[test]
fn a_game_by_letter_is_clean_and_its_order_is_found() {
    let (audit, code) = chain(&LETTERS);
    assert_eq!(accusations(&audit), Vec::<&Value>::new());
    assert_eq!(code, Some(0), "{}", audit["headline"]);
    assert_eq!(order(&audit), LETTERS);
    let shuffled = ["letters-3", "letters-1", "letters-4", "letters-2"];
    let (other, _) = chain(&shuffled);
    assert_eq!(order(&other), LETTERS);
    assert_eq!(other["findings"], audit["findings"]);
    assert_eq!(other["account"], audit["account"]);
}

#[test]
fn an_attack_that_was_made_in_the_file_before_counts() {
    let (audit, code) = chain(&["twice-in-two-logs-1", "twice-in-two-logs-2"]);
    assert_eq!(code, Some(1));
    let found = accusations(&audit);
    let attack = found.iter().find(|finding| finding["rule"] == "BH-6.0").expect("a second attack");
    assert!(attack["log"].as_str().unwrap().ends_with("twice-in-two-logs-2.vlog"), "{attack}");
    let step = attack["step"].as_u64().unwrap();
    let of_file = &audit["files"][1];
    assert!(step >= 1 && step <= of_file["steps"].as_u64().unwrap(), "{attack}");
}

#[test]
fn a_missing_file_is_told_and_nobody_is_accused_of_it() {
    let (audit, _) = chain(&["letters-1", "letters-4"]);
    assert_eq!(audit["files"][1]["link"], "gap");
    assert!(!audit["files"][1]["differences"].as_array().unwrap().is_empty());
    let notices = audit["notices"].to_string();
    assert!(notices.contains("something is missing"), "{notices}");
    assert_eq!(accusations(&audit), Vec::<&Value>::new());
}

#[test]
fn a_file_begun_in_the_middle_of_another_and_a_copy_are_named() {
    let mut files = LETTERS.to_vec();
    files.extend(["letters-not-stepped-through", "letters-1"]);
    let (audit, code) = chain(&files);
    assert_eq!(accusations(&audit), Vec::<&Value>::new());
    assert_eq!(code, Some(0));
    let of = |name: &str| {
        let mut files = audit["files"].as_array().unwrap().iter();
        files.rfind(|file| file["log"].as_str().unwrap().ends_with(name)).unwrap()["link"].clone()
    };
    assert_eq!(of("letters-1.vlog"), "copy");
    assert_eq!(of("letters-not-stepped-through.vlog"), "midway");
}

#[test]
fn every_format_tells_the_file() {
    let files = ["twice-in-two-logs-1", "twice-in-two-logs-2"].map(file);
    let run = |more: &[&str]| {
        let mut args = vec!["audit", "--chain", "--game", "bridgehead"];
        args.extend(files.iter().map(String::as_str));
        args.extend(more);
        String::from_utf8(hexwright(&args).stdout).unwrap()
    };
    let told = "twice-in-two-logs-2.vlog";
    assert!(run(&[]).contains(&format!("{told}, step ")));
    assert!(run(&["--jsonl"]).lines().count() == 1 && run(&["--jsonl"]).contains(told));
    assert!(run(&["--format", "sarif"]).contains(told));
    assert!(run(&["--format", "junit"]).contains(told));
    let page = Path::new(env!("CARGO_TARGET_TMPDIR")).join("chain.html");
    run(&["--format", "html", "--force", "--out", page.to_str().unwrap()]);
    assert!(std::fs::read_to_string(page).unwrap().contains(&format!("{told}, step ")));
}

#[test]
fn a_folder_stands_for_its_logs() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("chain-of-letters");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    for (number, name) in LETTERS.iter().enumerate() {
        // As text, `10` comes before `9`.
        std::fs::copy(file(name), folder.join(format!("turn-{}.vlog", number + 8))).unwrap();
    }
    std::fs::write(folder.join("notes.txt"), "no log").unwrap();
    let output = hexwright(&["audit", "--chain", folder.to_str().unwrap(), "--game", "bridgehead"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("turn-11.vlog: ") && text.contains("continues turn-10.vlog"), "{text}");
}
