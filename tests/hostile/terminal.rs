//! A terminal obeys what is printed on it: nothing from a file may reach it as it is.

use crate::forge::{self, arg};
use crate::support::{hexwright, hexwright_in, said};
use std::path::Path;
use std::process::{Command, Output};

/// Sets the title, hides what follows, and turns the line around.
const IN_TOML: &str = r"\u001b]0;OWNED\u0007\u001b[8m\u009b31m\u202eevil";
/// The same without the escape character, which separates commands in logs and is forbidden in XML.
const IN_LOGS: &str = "\u{9b}8m\u{9d}0 OWNED\u{9c}\u{202e}evil\u{7f}";

fn steering(text: &str) -> Vec<char> {
    let steers = |c: &char| {
        (c.is_control() && !matches!(c, '\n' | '\t'))
            || matches!(c, '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.chars().filter(steers).collect()
}

fn assert_harmless(output: &Output, what: &str) {
    let text = said(output);
    assert_eq!(steering(&text), [], "{what}: {text:?}");
    assert!(text.contains("evil"), "{what} shows the hostile name, or the test is idle: {text}");
}

fn hostile_project(folder: &Path) {
    forge::bridgehead(folder);
    let game = folder.join("games/bridgehead.toml");
    forge::edit(&game, "title = \"Bridgehead\"", &format!("title = \"Bridge{IN_TOML}\""));
}

#[test]
pub fn project_files_cannot_steer_the_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    hostile_project(folder.path());
    for args in [&["games"][..], &["games", "--json"]] {
        assert_harmless(&hexwright_in(folder.path(), args), &args.join(" "));
    }
    // Mistakes quote what is wrong: words in messages, labels and suggestions, and the line itself.
    let scenarios = folder.path().join("scenarios/bridgehead");
    let hostile = format!("[[\"{IN_TOML}\"]]\n# \u{9b}8m\u{202e}evil\nid = \"{IN_TOML}\"\n");
    std::fs::write(scenarios.join("evil.toml"), hostile).expect("written");
    let rows = "id,side,count\n\u{9b}8m\u{202e}evil,\u{9b}8m\u{202e}evil,\u{9b}1\n";
    std::fs::write(folder.path().join("counters/bridgehead/evil.csv"), rows).expect("written");
    for args in [&["check"][..], &["check", "--format", "json"], &["build", "--target", "sheets"]] {
        assert_harmless(&hexwright_in(folder.path(), args), &args.join(" "));
    }
}

#[test]
pub fn file_names_cannot_steer_the_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    forge::bridgehead(folder.path());
    let name = "\u{1b}]0;OWNED\u{7}\u{202e}evil.toml";
    std::fs::write(folder.path().join("scenarios/bridgehead").join(name), "=").expect("written");
    assert_harmless(&hexwright_in(folder.path(), &["check"]), "check");
    let file = folder.path().join(name);
    for args in
        [&["inspect", arg(&file)][..], &["export", arg(&file)], &["extract", arg(&file), "x"]]
    {
        assert_harmless(&hexwright_in(folder.path(), args), args[0]);
    }
}

#[test]
pub fn our_own_colours_are_the_only_ones() {
    let folder = tempfile::tempdir().expect("a folder");
    forge::bridgehead(folder.path());
    let game = folder.path().join("games/bridgehead.toml");
    forge::edit(&game, "title = ", &format!("\"{IN_TOML}\" = 1\ntitle = "));
    let output = Command::new(env!("CARGO_BIN_EXE_hexwright"))
        .args(["check", arg(folder.path())])
        .env("CLICOLOR_FORCE", "1")
        .output()
        .expect("the program runs");
    let text = said(&output);
    assert!(text.contains("\x1b[") && text.contains("evil"), "coloured: {text:?}");
    assert!(!text.contains("\x1b[8m") && !text.contains("\x1b]"), "{text:?}");
    // What is left when our colours are taken away.
    let plain: String = text
        .split("\x1b[")
        .map(|part| {
            part.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';')
                .strip_prefix('m')
                .unwrap_or(part)
        })
        .collect();
    assert_eq!(steering(&plain), [], "{plain:?}");
}

#[test]
pub fn logs_cannot_steer_the_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("evil.vlog");
    let name = format!("Red {IN_LOGS}");
    let speaker = format!("&lt;{IN_LOGS}&gt; - ");
    forge::log("mini.vlog", &[("Red Inf", &name), ("&lt;Alice&gt; - ", &speaker)], &log);
    for args in [
        &["inspect", "--pieces"][..],
        &["inspect", "--steps"],
        &["inspect", "--chat"],
        &["inspect", "--steps", "--format", "json"],
    ] {
        let args: Vec<&str> = args.iter().copied().chain([arg(&log)]).collect();
        assert_harmless(&hexwright(&args), &args.join(" "));
    }
    let json = hexwright(&["inspect", arg(&log), "--steps", "--format", "json"]);
    let document: serde_json::Value = serde_json::from_slice(&json.stdout).expect("JSON");
    assert!(document.to_string().contains(IN_LOGS), "JSON still says what the log says");
}

#[test]
pub fn modules_cannot_steer_the_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let module = folder.path().join("evil.vmod");
    let named = format!("name=\"{}\"", IN_LOGS.replace('\u{7f}', "&#127;"));
    forge::module("mini.vmod", &[("name=\"Mini\"", &named)], &module);
    let project = folder.path().join("project");
    let imported = hexwright(&["import", arg(&module), arg(&project)]);
    assert_eq!(steering(&said(&imported)), []);
    for args in [&["inspect", arg(&module)][..], &["games", arg(&project)]] {
        assert_harmless(&hexwright(args), &args.join(" "));
    }
}

/// Data goes byte for byte into files and pipes; only a terminal gets it spelt out.
#[test]
#[cfg(unix)]
fn exported_rows_are_exact_in_a_pipe_and_harmless_on_a_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("evil.vlog");
    forge::log("mini.vlog", &[("Red Inf", IN_LOGS)], &log);
    let piped = hexwright(&["export", arg(&log)]);
    assert!(String::from_utf8_lossy(&piped.stdout).contains(IN_LOGS));
    // `script` gives a command a terminal of its own.
    let command = format!("{} export '{}'", env!("CARGO_BIN_EXE_hexwright"), log.display());
    let shown = Command::new("script").args(["-qec", &command, "/dev/null"]).output();
    let Ok(shown) = shown else {
        eprintln!("skipped: there is no `script` here to give the program a terminal");
        return;
    };
    let text = said(&shown).replace("\r\n", "\n");
    assert!(text.contains("\\u202eevil"), "{text:?}");
    assert_eq!(steering(&text), [], "{text:?}");
}
