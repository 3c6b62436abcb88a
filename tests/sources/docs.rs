//! What the documentation says is run as written: every command, every example of a source, every exit code.

use crate::places::Places;
use crate::support::{hexwright_in, said};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Logs that only a reader has: of commands with them the arguments are read.
const ONLY_READ: [&str; 8] = [
    "italy43-WrongColumn",
    "GAME.vlog --game asl-sk2",
    // Files of other tables: tests of tables make and read them.
    "game.vtt",
    "room.vtt",
    "game.trace",
    "before.json",
    "game.vsav --game bridgehead --target vtt",
    "game.vlog --game bridgehead --target tts",
];

/// Builds of larger games take half a minute unoptimised: they are run where `HEXWRIGHT_LONG` says so, as `cargo xtask ci` does.
const LONG: [&str; 5] =
    ["build italy43", "build sicily", "build soft-underbelly", "build asl-sk2", "build harrow"];

/// What stands in the documentation for something of the reader's.
const STANDS_FOR: [(&str, &str); 24] = [
    ("extract FILE DIR", "extract game.vmod taken"),
    ("rules GAME", "rules bridgehead"),
    ("rule ID", "rule BH-4.0"),
    ("case FILE|DIR", "case tests/cases/bridgehead"),
    ("map los 0304 0709", "map los wE2 wH5 --game asl-sk2 --map w"),
    ("GAME --target", "bridgehead --target"),
    ("pack DIR FILE", "pack parts packed.vmod"),
    ("vmod DIR", "vmod imported"),
    ("new NAME", "new battle"),
    ("game ID", "game bridgehead"),
    ("SomeModule.vmod", "game.vmod"),
    ("bridgehead-1.0.vmod", "game.vmod"),
    ("FILE.vmod", "game.vmod"),
    ("--module FILE", "--module game.vmod"),
    ("--module M", "--module game.vmod"),
    ("GAME.vlog --game italy43", "tests/logs/italy43-example.vlog --game italy43"),
    ("turn-*.vlog", "turn-1.vlog turn-2.vlog"),
    ("diff OLD NEW", "diff game.vmod game.vmod"),
    ("extract FILE", "extract game.vmod"),
    ("--chain LOG", "--chain game.vlog"),
    ("inspect FILE", "inspect game.vlog"),
    ("export FILE", "export game.vlog"),
    ("LOG", "game.vlog"),
    ("*.vlog", "game.vlog"),
];

/// A command, and where it is written.
#[derive(Debug)]
struct Written {
    at: String,
    command: String,
}

fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages = vec![root.join("README.md"), root.join("templates/project/README.md")];
    let docs = std::fs::read_dir(root.join("docs")).unwrap();
    pages.extend(docs.map(|entry| entry.unwrap().path()).filter(|path| path.extension().is_some()));
    pages.sort();
    pages
}

/// Every command of the documentation: lines of its blocks, and what stands between backticks.
fn commands() -> Vec<Written> {
    let mut all = Vec::new();
    for page in pages() {
        let text = std::fs::read_to_string(&page).unwrap().replace("\\\n", " ");
        for (number, line) in (1..).zip(text.lines()) {
            let at = format!("{}:{number}", page.display());
            let bare = line.trim_start().trim_start_matches("$ ");
            let is_block = line.starts_with("    ") || line.starts_with('$') || line == bare;
            // The program of a reader who has only cargo.
            let bare = &bare.replacen("cargo run -- ", "hexwright ", 1);
            if is_block && bare.starts_with("hexwright ") {
                let command = bare.split("  #").next().unwrap_or(bare).trim().to_owned();
                all.push(Written { at, command });
                continue;
            }
            let inline = line.split('`').skip(1).step_by(2);
            let inline = inline.filter(|code| code.starts_with("hexwright "));
            all.extend(inline.map(|code| Written { at: at.clone(), command: code.to_owned() }));
        }
    }
    all
}

/// The arguments of a command with what stands for the reader's things; whether it can be run.
fn arguments(command: &str) -> (Vec<String>, bool) {
    let mut text = command.replace('…', "");
    let all = std::env::var_os("HEXWRIGHT_LONG").is_some();
    let own = ONLY_READ.iter().any(|part| text.contains(part))
        || (!all && LONG.iter().any(|part| text.contains(part)));
    for (words, meant) in STANDS_FOR {
        text = text.replace(words, meant);
    }
    let text = text.split(" > ").next().unwrap_or_default().to_owned();
    let arguments: Vec<String> = text
        .split_whitespace()
        .skip(1)
        // `stats|path|hex` is any of them.
        .map(|word| word.split('|').next().unwrap_or_default().to_owned())
        .collect();
    let placeholder =
        |word: &String| word.len() > 1 && word.chars().all(|c| c.is_ascii_uppercase());
    // Alone most words are the name of a command that is spoken of.
    let whole = arguments.len() > 1
        || ["check", "build", "demo", "games"].iter().any(|one| arguments.iter().eq([one]));
    let run = !own && !arguments.iter().any(placeholder) && whole;
    (arguments, run)
}

#[test]
fn every_command_of_the_documentation_is_one() {
    let commands = commands();
    assert!(commands.len() > 80, "only {} commands were found", commands.len());
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut wrong = Vec::new();
    let mut seen = BTreeSet::new();
    for written in &commands {
        let (mut arguments, _) = arguments(&written.command);
        if arguments.iter().any(|word| word == "--help") || !seen.insert(arguments.clone()) {
            continue;
        }
        // With --help everything before it is read, and nothing is done.
        arguments.push("--help".to_owned());
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let run = hexwright_in(root, &arguments);
        if run.status.code() != Some(0) {
            wrong.push(format!("{}: {}\n{}", written.at, written.command, said(&run)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn commands_of_the_documentation_do_what_they_say() {
    let places = Places::new();
    let mut wrong = Vec::new();
    let mut seen = BTreeSet::new();
    let mut ran = 0;
    for written in commands() {
        let (arguments, run) = arguments(&written.command);
        if !run || !seen.insert(arguments.clone()) {
            continue;
        }
        let begins =
            ["new", "demo"].contains(&arguments[0].as_str()).then(|| tempfile::tempdir().unwrap());
        let place = places.of(&arguments.join(" "));
        let folder = begins.as_ref().map_or(place.as_path(), tempfile::TempDir::path);
        let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let run = hexwright_in(folder, &words);
        ran += 1;
        if !matches!(run.status.code(), Some(0 | 1)) {
            wrong.push(format!("{}: {}\n{}", written.at, written.command, said(&run)));
        }
        // What one command writes, a later one may read.
        if let Some((_, file)) = written.command.split_once(" > ") {
            std::fs::write(places.desk().join(file.trim()), &run.stdout).unwrap();
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(ran > 55, "only {ran} commands were run");
}

#[test]
fn the_install_line_installs_the_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    assert!(readme.contains("    cargo install --path .  "), "the install line is another");
    let run = std::process::Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(root)
        .output()
        .unwrap();
    let told: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    let packages = told["packages"].as_array().unwrap();
    let package = packages.iter().find(|package| package["name"] == "hexwright").unwrap();
    let programs: Vec<&serde_json::Value> = package["targets"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|target| target["kind"][0] == "bin")
        .map(|target| &target["name"])
        .collect();
    assert_eq!(programs, ["hexwright"]);
    assert_eq!(package["default_run"], "hexwright");
    assert!(
        package["rust_version"].as_str().is_some_and(|version| readme_allows(&readme, version))
    );
}

/// Whether the toolchain that the README names is new enough.
fn readme_allows(readme: &str, needed: &str) -> bool {
    let minor =
        |version: &str| version.split('.').nth(1).and_then(|minor| minor.parse::<u32>().ok());
    let named = readme.split("tested with ").nth(1).and_then(|rest| rest.split(')').next());
    named.and_then(minor) >= minor(needed)
}

#[test]
fn exit_codes_are_those_of_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| hexwright_in(folder.path(), args).status.code();
    assert_eq!(run(&["new", "battle"]), Some(0));
    assert_eq!(run(&["check", "battle"]), Some(0));
    let sheet = folder.path().join("battle/counters/battle/units.csv");
    let text = std::fs::read_to_string(&sheet).unwrap();
    std::fs::write(&sheet, text.replace("1st Foot,blue,", "1st Foot,,")).unwrap();
    assert_eq!(run(&["check", "battle"]), Some(0));
    assert_eq!(run(&["check", "battle", "--deny-warnings"]), Some(1));
    std::fs::write(&sheet, text.replace("1st Foot,blue,", "1st Foot,bleu,")).unwrap();
    assert_eq!(run(&["check", "battle"]), Some(2));
    assert_eq!(run(&["check", "nowhere"]), Some(2));
    assert_eq!(run(&["check", "--no-such-flag"]), Some(2));
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let planted = "tests/logs/bridgehead-planted.vlog";
    let audit =
        |log: &str| hexwright_in(root, &["audit", log, "--game", "bridgehead"]).status.code();
    assert_eq!(audit(planted), Some(1));
    assert_eq!(audit("tests/logs/none.vlog"), Some(2));
    assert_eq!(hexwright_in(root, &["diff", planted, planted]).status.code(), Some(0));
}

#[test]
fn one_word_asks_every_command_for_json() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for args in [&["games"][..], &["rules", "bridgehead"], &["rule", "BH-4.0"]] {
        for flag in [&["--format", "json"][..], &["--json"]] {
            let run = hexwright_in(root, &[args, flag].concat());
            assert_eq!(run.status.code(), Some(0), "{args:?}: {}", said(&run));
            let read: Result<serde_json::Value, _> = serde_json::from_slice(&run.stdout);
            assert!(read.is_ok(), "{args:?} {flag:?}: {}", said(&run));
        }
        let help = said(&hexwright_in(root, &[args, &["--help"]].concat()));
        assert!(help.contains("--format") && !help.contains("--json"), "{help}");
    }
    // What a map answers is a report too.
    let tutorial = ["--format", "json", "--game", "bridgehead"];
    let boards = ["--format", "json", "--game", "asl-sk2", "--map", "w"];
    for (args, of) in [
        (&["map", "stats"][..], &tutorial[..]),
        (&["map", "hex", "0803"], &tutorial),
        (&["map", "path", "0510", "0803", "--unit", "infantry"], &tutorial),
        (&["map", "los", "wE2", "wH5"], &boards),
    ] {
        let run = hexwright_in(root, &[args, of].concat());
        let read: Result<serde_json::Value, _> = serde_json::from_slice(&run.stdout);
        let read = read.unwrap_or_else(|error| panic!("{args:?}: {error}: {}", said(&run)));
        let key = ["terrain", "facts", "steps", "answer"].iter().find(|key| !read[**key].is_null());
        assert!(key.is_some(), "{read}");
    }
}

#[test]
fn every_key_of_charts_and_results_is_documented() {
    let docs: String = pages().iter().map(|page| std::fs::read_to_string(page).unwrap()).collect();
    let mut keys: BTreeMap<String, &str> = BTreeMap::new();
    for kind in ["charts", "rules"] {
        let run = hexwright_in(Path::new(env!("CARGO_MANIFEST_DIR")), &["schema", kind]);
        let schema: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
        for (name, part) in schema["$defs"].as_object().unwrap() {
            if name.starts_with("Chart") || name.starts_with("Heading") || name == "ResultSource" {
                let properties = part["properties"].as_object().into_iter().flatten();
                keys.extend(properties.map(|(key, _)| (key.clone(), kind)));
            }
        }
    }
    assert!(keys.contains_key("defender_eliminated") && keys.contains_key("rows_are"), "{keys:?}");
    let missing: Vec<_> = keys.keys().filter(|key| !docs.contains(key.as_str())).collect();
    assert!(missing.is_empty(), "no page speaks of {missing:?}");
}

#[test]
fn a_new_project_teaches_what_is_true() {
    let folder = tempfile::tempdir().unwrap();
    assert!(hexwright_in(folder.path(), &["new", "battle"]).status.success());
    let root = folder.path().join("battle");
    // Every column of its markers is printed by their template.
    let markers = std::fs::read_to_string(root.join("counters/battle/markers.csv")).unwrap();
    let header = markers.lines().find(|line| line.starts_with("id,")).unwrap();
    let template = include_str!("../../templates/counters/marker.svg.j2");
    let takes = template.lines().find_map(|line| line.strip_prefix("takes: ")).unwrap();
    let takes: Vec<&str> = takes.split(", ").collect();
    for column in header.split(',').skip(4) {
        assert!(takes.contains(&column), "the marker template prints no {column}, but {takes:?}");
    }
    // What is called checked has the data that checking takes.
    let results = |root: &Path| said(&hexwright_in(root, &["rule", "BATTLE-6.3"]));
    assert!(results(&root).contains("Checked: the result of the roll"), "{}", results(&root));
    let rules = root.join("games/battle/rules.toml");
    let text = std::fs::read_to_string(&rules).unwrap();
    let start = text.find("[combat.results]").unwrap();
    let end = start + text[start..].find("[retreat]").unwrap();
    std::fs::write(&rules, format!("{}{}", &text[..start], &text[end..])).unwrap();
    assert!(!results(&root).contains("Checked:"), "{}", results(&root));
    std::fs::write(&rules, text).unwrap();
    // Its rules of play are in the module's help.
    let run = hexwright_in(&root, &["build", "--target", "vassal"]);
    assert!(run.status.success(), "{}", said(&run));
    let module = std::fs::read(root.join("build/battle/battle-0.1.vmod")).unwrap();
    let archive = zip::ZipArchive::new(std::io::Cursor::new(module)).unwrap();
    assert!(archive.file_names().flatten().any(|name| name == "help/Rules_of_play"));
}

#[test]
fn every_key_of_map_styles_is_documented() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("docs/maps.md")).unwrap();
    let table = page.split("| table | keys |").nth(1).unwrap().split("\n\n").next().unwrap();
    for style in ["modern", "classic", "high-contrast", "low-ink"] {
        let path = root.join(format!("templates/maps/{style}.toml"));
        let style: toml::Table = std::fs::read_to_string(path).unwrap().parse().unwrap();
        for (name, value) in &style {
            let by_kind = ["terrain", "path", "hexside"].contains(&name.as_str());
            let tables: Vec<&toml::Table> = match value {
                toml::Value::Table(table) if by_kind => {
                    table.values().filter_map(toml::Value::as_table).collect()
                }
                toml::Value::Table(table) if name != "symbol" => vec![table],
                _ => Vec::new(),
            };
            assert!(
                table.contains(&format!("`{name}`")) || table.contains(&format!("`[{name}]`")),
                "{name}"
            );
            for key in tables.iter().flat_map(|table| table.keys()) {
                assert!(table.contains(&format!("`{key}`")), "[{name}] {key}");
            }
        }
    }
}
