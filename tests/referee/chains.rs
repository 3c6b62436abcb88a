//! Logs that continue one another are one game, in whatever order they are named; what is missing between them is told.

use crate::support::{hexwright, said};
use hexwright::vassal::{Limits, Opened, SavedGame, open};
use serde_json::Value;
use std::path::{Path, PathBuf};

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
    let mut attacks = found.iter().filter(|finding| finding["rule"] == "BH-6.0");
    let attack = attacks.next().expect("a second attack");
    assert_eq!(attacks.next(), None, "the same unit against the same hex again is one act");
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

/// Runs an audit of the chain in which somebody attacks twice; what it says, and the exit code.
fn twice(more: &[&str]) -> (String, Option<i32>) {
    let files = ["twice-in-two-logs-1", "twice-in-two-logs-2"].map(file);
    let mut args = vec!["audit", "--chain", "--game", "bridgehead"];
    args.extend(files.iter().map(String::as_str));
    args.extend(more);
    let output = hexwright(&args);
    (said(&output), output.status.code())
}

#[test]
fn a_step_of_a_chain_is_explained_by_its_file() {
    for name in ["twice-in-two-logs-2", "twice-in-two-logs-2.vlog"] {
        let (text, _) = twice(&["--explain", &format!("{name}:4")]);
        assert!(text.starts_with("twice-in-two-logs-2.vlog, step 4, "), "{text}");
        assert!(text.contains("attacks 0507") && text.contains("not legal"), "{text}");
    }
    let (text, _) = twice(&["--explain", "twice-in-two-logs-2:999"]);
    assert!(text.contains("nothing was judged in this step"), "{text}");
    let (text, _) = twice(&["--explain", "twice-in-two-logs-2:4", "--format", "json"]);
    let report: Value = serde_json::from_str(text.trim()).unwrap();
    assert_eq!(report["explanations"][0]["step"], 4);
    assert!(report["explanations"][0]["log"].as_str().unwrap().ends_with("logs-2.vlog"), "{text}");
}

#[test]
fn a_step_that_several_files_have_is_asked_for_by_file() {
    let (text, code) = twice(&["--explain", "4"]);
    assert!(code == Some(2) && text.contains("twice-in-two-logs-1.vlog:4"), "{text}");
    let (text, code) = twice(&["--from", "letters-9:4"]);
    assert!(code == Some(2) && text.contains("no file `letters-9`"), "{text}");
}

#[test]
fn a_part_of_a_chain_goes_by_the_order_of_the_game() {
    let (text, code) = twice(&["--to", "twice-in-two-logs-1:99"]);
    assert!(code == Some(0) && !text.contains("twice-in-two-logs-2.vlog, step"), "{text}");
    let (text, code) = twice(&["--from", "twice-in-two-logs-2:1"]);
    assert!(code == Some(1) && text.contains("twice-in-two-logs-2.vlog, step 4"), "{text}");
    let (text, code) = twice(&["--from", "twice-in-two-logs-2:5"]);
    assert!(!text.contains("twice-in-two-logs-2.vlog, step 4") && code != Some(2), "{text}");
}

fn opened(name: &str) -> SavedGame {
    let Opened::Saved(saved) = open(Path::new(&file(name)), &Limits::default()).unwrap() else {
        panic!("{name} is no log")
    };
    *saved
}

/// A chain of files made for a test, beside the letters that are copied to it.
fn beside(folder: &str, letters: &[&str], made: &[(&str, SavedGame)]) -> (Value, Option<i32>) {
    let folder: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    for name in letters {
        std::fs::copy(file(name), folder.join(format!("{name}.vlog"))).unwrap();
    }
    for (name, saved) in made {
        std::fs::write(folder.join(name), saved.pack().unwrap()).unwrap();
    }
    let folder = folder.to_str().unwrap();
    let output =
        hexwright(&["audit", "--chain", folder, "--game", "bridgehead", "--format", "json"]);
    let report: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", said(&output)));
    (report["audits"][0].clone(), output.status.code())
}

fn sheet<'a>(audit: &'a Value, name: &str) -> &'a Value {
    let mut files = audit["files"].as_array().unwrap().iter();
    files.find(|file| file["log"].as_str().unwrap().ends_with(name)).unwrap()
}

/// The log with so many of its commands; without any it is a save.
fn up_to(mut saved: SavedGame, commands: usize) -> SavedGame {
    let cut = saved.text.match_indices("LOG\t").nth(commands).map(|(at, _)| at - 1);
    saved.text.truncate(cut.unwrap());
    saved
}

#[test]
fn a_save_from_which_a_log_begins_is_named_and_adds_nothing() {
    let save = up_to(opened("letters-2"), 0);
    let (audit, code) = beside("chain-save", &LETTERS, &[("turn-2.vsav", save)]);
    assert_eq!(sheet(&audit, "turn-2.vsav")["link"], "save");
    assert_eq!(accusations(&audit), Vec::<&Value>::new());
    assert_eq!(code, Some(0));
    let (plain, _) = chain(&LETTERS);
    assert_eq!(audit["account"], plain["account"]);
}

#[test]
fn a_save_that_no_log_knows_stands_in_the_gap() {
    let save = up_to(opened("letters-3"), 0);
    let (audit, _) =
        beside("chain-save-in-gap", &["letters-1", "letters-4"], &[("turn-3.vsav", save)]);
    assert_eq!(sheet(&audit, "turn-3.vsav")["link"], "gap");
    assert_eq!(accusations(&audit), Vec::<&Value>::new());
}

#[test]
fn two_files_that_continue_the_same_one_are_branches_and_what_they_share_is_told_once() {
    let other = up_to(opened("letters-2"), 15);
    let (audit, code) = beside("chain-branches", &LETTERS, &[("other.vlog", other)]);
    for name in ["other.vlog", "letters-2.vlog"] {
        assert_eq!(sheet(&audit, name)["branch"], true, "{name}");
        assert_eq!(sheet(&audit, name)["link"], "follows", "{name}");
    }
    assert_eq!(accusations(&audit), Vec::<&Value>::new());
    assert_eq!(code, Some(0));
    let (plain, _) = chain(&LETTERS);
    let judged = |audit: &Value| audit["account"]["deeds"].as_u64().unwrap();
    assert!(judged(&audit) > judged(&plain), "the branch is heard too");
    assert!(judged(&audit) < judged(&plain) * 2, "and what came before it once");
}
