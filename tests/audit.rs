//! The audit as a tournament director meets it: real logs, wrong modules, damaged files.

mod support;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::OnceLock;
use support::hexwright;

/// The module of Bridgehead, built once.
fn module() -> &'static Path {
    static MODULE: OnceLock<PathBuf> = OnceLock::new();
    MODULE.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("audit");
        let _ = std::fs::remove_dir_all(&folder);
        let demo = folder.to_str().unwrap();
        let made = hexwright(&["demo", demo]);
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        folder.join("build/bridgehead/bridgehead-1.0.vmod")
    })
}

fn audit(log: &str, more: &[&str]) -> Output {
    let mut args = vec!["audit", log, "--module", module().to_str().unwrap()];
    args.extend(more);
    hexwright(&args)
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)))
}

#[test]
fn the_five_planted_violations_are_named_and_nothing_else() {
    let output = audit("tests/logs/bridgehead-planted.vlog", &["--format", "json"]);
    assert_eq!(output.status.code(), Some(1));
    let report = json(&output);
    let mut found: Vec<(String, String)> = report["audits"][0]["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| {
            let text = |key: &str| finding[key].as_str().unwrap_or_default().to_owned();
            (text("rule"), text("moment"))
        })
        .collect();
    found.sort();
    let movement = "turn 1, Lorn: Movement Phase";
    let planted = [
        ("BH-2.0", "turn 1, Lorn: Rally Phase"),
        ("BH-3.0", movement),
        ("BH-4.0", "turn 1, Kess: Movement Phase"),
        ("BH-5.0", movement),
        ("BH-5.0", movement),
    ]
    .map(|(rule, moment)| (rule.to_owned(), moment.to_owned()));
    assert_eq!(found, planted);
}

#[test]
fn a_legal_game_is_clean() {
    let output = audit("tests/logs/bridgehead-legal.vlog", &["--format", "json"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
    let report = json(&output);
    let audit = &report["audits"][0];
    assert_eq!(audit["findings"].as_array().map(Vec::len), Some(0));
    assert!(audit["coverage"]["judged"].as_u64().unwrap() > 20);
}

#[test]
fn house_rules_allow_and_are_told() {
    let output = audit("tests/logs/bridgehead-planted.vlog", &["--allow", "BH-3.0"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("4 violations"), "{text}");
    assert!(text.contains("Allowed by house rules"), "{text}");
}

#[test]
fn a_step_is_explained_with_its_arithmetic() {
    let output = audit("tests/logs/bridgehead-planted.vlog", &["--explain", "27"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("1207 → 1206") && text.contains("5 of 4"), "{text}");
}

#[test]
fn sarif_and_junit_name_every_finding() {
    let sarif = json(&audit("tests/logs/bridgehead-planted.vlog", &["--format", "sarif"]));
    assert_eq!(sarif["version"], "2.1.0");
    assert_eq!(sarif["runs"][0]["results"].as_array().map(Vec::len), Some(5));
    let junit = audit("tests/logs/bridgehead-planted.vlog", &["--format", "junit"]);
    let text = String::from_utf8_lossy(&junit.stdout).into_owned();
    assert_eq!(text.matches("<failure").count(), 5, "{text}");
    let mut reader = quick_xml::Reader::from_str(&text);
    while !matches!(reader.read_event().unwrap(), quick_xml::events::Event::Eof) {}
}

#[test]
fn a_foreign_module_is_audited_through_its_mapping() {
    let output = hexwright(&[
        "audit",
        "tests/logs/mini.vlog",
        "--module",
        "tests/logs/mini.vmod",
        "--mapping",
        "examples/foreign-module/mapping.toml",
        "--project",
        "examples/foreign-module",
        "--format",
        "json",
    ]);
    assert_eq!(output.status.code(), Some(1));
    let report = json(&output);
    let audit = &report["audits"][0];
    let rules: Vec<&str> = audit["findings"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|finding| finding["rule"].as_str())
        .collect();
    assert!(rules.contains(&"MINI-1"), "{rules:?}");
    assert!(audit["gaps"]["unknown_pieces"].as_object().unwrap().is_empty());
}

#[test]
fn a_log_of_another_game_is_told_and_accuses_nobody() {
    let output = audit("tests/logs/mini.vlog", &["--format", "json"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let report = json(&output);
    let audit = &report["audits"][0];
    let notices = audit["notices"].to_string();
    assert!(notices.contains("Mini"), "{notices}");
    assert!(!audit["gaps"]["unknown_pieces"].as_object().unwrap().is_empty());
    assert_eq!(audit["findings"].as_array().map(Vec::len), Some(0));
}

#[test]
fn damaged_and_missing_logs_end_with_a_reason_and_no_panic() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("audit-damaged");
    std::fs::create_dir_all(&folder).unwrap();
    let whole = std::fs::read("tests/logs/bridgehead-planted.vlog").unwrap();
    for length in [0, 10, whole.len() / 2, whole.len() - 20] {
        let path = folder.join(format!("cut-{length}.vlog"));
        std::fs::write(&path, &whole[..length]).unwrap();
        let output = audit(path.to_str().unwrap(), &[]);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(!told.contains("panicked"), "{told}");
    }
    let output = audit("tests/logs/nowhere.vlog", &[]);
    assert_eq!(output.status.code(), Some(2));
    let output = hexwright(&["audit", "tests/logs/mini.vlog", "--module", "tests/logs/mini.vmod"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--mapping"));
}
