//! A project's files are regular files inside its folder: nothing else is opened.
#![cfg(unix)]

use crate::ground::{Machine, edit};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Rules of sight, by which a map may have a grid.
const SIGHT: &str =
    "hindrance_limit = 6\n[ground]\ncore = 0.2\nhull = 0.5\nspoke_core = 0.1\nspoke_hull = 0.4\n";

/// Runs with a deadline: a pipe that is opened never ends.
fn refused(machine: &Machine, args: &[&str]) -> String {
    let (out, err) = (machine.path("stdout"), machine.path("stderr"));
    let mut child = machine
        .program(args)
        .stdin(Stdio::null())
        .stdout(std::fs::File::create(&out).unwrap())
        .stderr(std::fs::File::create(&err).unwrap())
        .spawn()
        .unwrap();
    let started = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if started.elapsed() > Duration::from_secs(20) {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("{args:?} never ends");
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    let said = std::fs::read_to_string(out).unwrap() + &std::fs::read_to_string(err).unwrap();
    assert_eq!(status.code(), Some(2), "{args:?}: {said}");
    said
}

fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// Puts a link out, a link to a device, and a pipe in place of a file, and expects a clear refusal each time.
fn everything_but_a_file(machine: &Machine, file: &Path, args: &[&str]) {
    let good = std::fs::read(file).unwrap_or_default();
    let secret = machine.write("secret/file", &good);
    let name = file.file_name().unwrap().to_str().unwrap();
    for (kind, words) in
        [("link", "leads out of it"), ("device", "leads out of it"), ("pipe", "is a pipe")]
    {
        let _ = std::fs::remove_file(file);
        match kind {
            "link" => symlink(&secret, file).unwrap(),
            "device" => symlink("/dev/zero", file).unwrap(),
            _ => pipe(file),
        }
        let said = refused(machine, args);
        assert!(said.contains(words) && said.contains(name), "{kind} as {name}: {said}");
    }
    std::fs::remove_file(file).unwrap();
    std::fs::write(file, good).unwrap();
}

#[test]
pub fn sources_are_files_of_the_project() {
    let machine = Machine::new();
    let project = machine.battle();
    for file in [
        "games/battle.toml",
        "counters/battle/units.csv",
        "maps/battle/map.toml",
        "scenarios/battle/first-battle.toml",
    ] {
        everything_but_a_file(&machine, &project.join(file), &["check", "battle"]);
    }
    let away = machine.path("away");
    std::fs::rename(project.join("counters/battle"), &away).unwrap();
    symlink(&away, project.join("counters/battle")).unwrap();
    assert!(refused(&machine, &["check", "battle"]).contains("leads out of it"));
}

#[test]
pub fn templates_styles_art_and_backdrops_are_files_of_the_project() {
    let machine = Machine::new();
    let project = machine.battle();
    for folder in ["templates/counters", "templates/symbols", "templates/maps", "art"] {
        std::fs::create_dir_all(project.join(folder)).unwrap();
    }
    let build = ["build", "--project", "battle", "--target", "sheets"];
    everything_but_a_file(&machine, &project.join("templates/counters/marker.svg"), &build);
    std::fs::remove_file(project.join("templates/counters/marker.svg")).unwrap();
    let map = ["build", "--project", "battle", "--target", "map", "--map-style", "own"];
    everything_but_a_file(&machine, &project.join("templates/maps/own.toml"), &map);

    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><path d=\"M0 0h9v9z\"/></svg>";
    std::fs::write(project.join("art/turn.svg"), svg).unwrap();
    std::fs::write(
        project.join("counters/battle/markers.csv"),
        "id,name,kind,count,text,art\nturn,Turn,marker,1,TURN,art/turn.svg\n",
    )
    .unwrap();
    everything_but_a_file(&machine, &project.join("art/turn.svg"), &build);

    std::fs::write(project.join("art/board.png"), "no picture").unwrap();
    let backdrop = "[backdrop]\nimage = \"art/board.png\"\npoints = { 0101 = [1, 1], 0102 = [1, 9], 0201 = [9, 1] }\n";
    let toml = project.join("maps/battle/map.toml");
    let text = std::fs::read_to_string(&toml).unwrap();
    std::fs::write(&toml, format!("{text}\n{backdrop}")).unwrap();
    everything_but_a_file(&machine, &project.join("art/board.png"), &["check", "battle"]);
}

#[test]
pub fn a_module_is_packed_of_files_in_its_folder() {
    let machine = Machine::new();
    machine.expect(0, &["demo", "demo"]);
    machine.expect(0, &["extract", "demo/build/bridgehead/bridgehead-1.0.vmod", "taken"]);
    let some = |folder: &str| {
        let files = walkdir::WalkDir::new(machine.path(folder)).sort_by_file_name().into_iter();
        files.map(Result::unwrap).find(|entry| entry.file_type().is_file()).unwrap().into_path()
    };
    let pack = ["pack", "taken", "packed.vmod"];
    for file in
        [some("taken/archive"), some("taken/build"), machine.path("taken/hexwright-module.json")]
    {
        everything_but_a_file(&machine, &file, &pack);
    }
    // An entry of the manifest is a name, not a path.
    machine.write("secret/key", "secret");
    edit(
        &machine.path("taken/hexwright-module.json"),
        "\"entries\": [",
        "\"entries\": [\"../../secret/key\",",
    );
    assert!(refused(&machine, &pack).contains("must lie inside"));
    assert!(!machine.path("packed.vmod").exists());
}

#[test]
pub fn a_link_inside_the_project_is_followed() {
    let machine = Machine::new();
    let project = machine.battle();
    std::fs::rename(project.join("counters/battle/units.csv"), project.join("units.csv")).unwrap();
    symlink("../../units.csv", project.join("counters/battle/units.csv")).unwrap();
    machine.expect(0, &["check", "battle"]);
}

#[test]
pub fn cases_and_boards_are_files_of_the_project() {
    let machine = Machine::new();
    let project = machine.battle();
    let cases = project.join("tests/cases/battle");
    std::fs::create_dir_all(&cases).unwrap();
    for args in [
        &["rules", "battle", "--project", "battle"][..],
        &["rule", "BATTLE-5.0", "--project", "battle"],
        &["case", "battle/tests/cases", "--project", "battle"],
    ] {
        everything_but_a_file(&machine, &cases.join("own.yaml"), args);
        std::fs::remove_file(cases.join("own.yaml")).unwrap();
    }
    // The folder itself.
    let away = machine.path("away");
    std::fs::rename(&cases, &away).unwrap();
    machine.write("away/own.yaml", "[]");
    symlink(&away, &cases).unwrap();
    let rules = ["rules", "battle", "--project", "battle"];
    assert!(refused(&machine, &rules).contains("leads out of it"));
    // The grid of a board lies beside the sources.
    machine.write("battle/games/battle/sight.toml", SIGHT);
    let boards = project.join(".hexwright/boards/battle");
    std::fs::create_dir_all(&boards).unwrap();
    let look = ["map", "los", "0101", "0202", "--project", "battle"];
    everything_but_a_file(&machine, &boards.join("map.board"), &look);
}
