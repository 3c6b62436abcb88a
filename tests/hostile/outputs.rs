//! Nothing outside the project is written or removed by building it, nothing of the user's is overwritten unasked.

use crate::ground::{Machine, edit, files};
use std::path::Path;

const FAST: [&str; 6] = ["build", "--project", "battle", "--no-png", "--no-map-png", "--target"];

fn build(machine: &Machine, code: i32, target: &str, more: &[&str]) -> String {
    machine.expect(code, &[&FAST[..], &[target], more].concat())
}

fn claim(content: &[u8]) -> serde_json::Value {
    serde_json::json!({ "inputs": "0".repeat(64), "content": blake3::hash(content).to_hex().as_str() })
}

#[test]
pub fn a_ledger_that_came_with_a_project_removes_nothing() {
    let machine = Machine::new();
    machine.battle();
    let victim = machine.write("victim.txt", "precious");
    let inside = machine.write("battle/build/battle/notes.txt", "precious");
    let names = [victim.to_str().unwrap(), "../../../victim.txt", "notes.txt"];
    let claims: serde_json::Map<_, _> =
        names.iter().map(|name| ((*name).to_owned(), claim(b"precious"))).collect();
    for target in ["rules", "sheets", "map", "charts", "vassal"] {
        let text = serde_json::to_string(&claims).unwrap();
        machine.write(&format!("battle/build/.cache/battle/{target}.json"), &text);
        build(&machine, 0, target, &[]);
        assert!(victim.exists() && inside.exists(), "{target}");
    }
}

#[test]
pub fn ids_are_names_and_output_stays_inside() {
    let machine = Machine::new();
    let project = machine.battle();
    let toml = project.join("hexwright.toml");
    let good = std::fs::read_to_string(&toml).unwrap();
    let away = machine.path("away");
    let away = away.to_str().unwrap();
    std::fs::create_dir(away).unwrap();
    std::fs::copy(project.join("games/battle.toml"), Path::new(away).join("x.toml")).unwrap();
    let games = [format!("{away}/x"), "../../away/x".into(), "..".into(), ".cache".into()];
    for id in games {
        std::fs::write(&toml, good.replace("[\"battle\"]", &format!("[{id:?}]"))).unwrap();
        let said = build(&machine, 2, "rules", &["--out", "named"]);
        assert!(said.contains("bad-id") && said.contains("is no name for a game"), "{said}");
    }
    for output in [away, "../..", "build/../../away"] {
        std::fs::write(&toml, format!("output = {output:?}\n{good}")).unwrap();
        let said = build(&machine, 2, "rules", &[]);
        assert!(said.contains("leads out of the project") && said.contains("--out"), "{said}");
    }
    std::fs::write(&toml, good.replace("[\"battle\"]", "[\"battle\", \"Battle\"]")).unwrap();
    assert!(build(&machine, 2, "rules", &[]).contains("differ in case only"));
    assert_eq!(files(Path::new(away)).len(), 1, "nothing was written there");
    assert!(!machine.path("named").exists());
}

#[cfg(unix)]
#[test]
pub fn no_output_goes_through_a_link_of_the_project() {
    use std::os::unix::fs::symlink;
    for link in
        ["build", "build/battle", "build/.cache", "build/.cache/battle", "build/battle/charts"]
    {
        let machine = Machine::new();
        let project = machine.battle();
        let away = machine.path("away");
        std::fs::create_dir(&away).unwrap();
        std::fs::create_dir_all(project.join(link).parent().unwrap()).unwrap();
        symlink(&away, project.join(link)).unwrap();
        let said = build(&machine, 2, "charts", &["--force"]);
        assert!(said.contains("nothing is written through it"), "{link}: {said}");
        assert_eq!(files(&away).len(), 0, "{link}");
    }
    // A link in place of a file is replaced at most, and what it leads to never.
    let machine = Machine::new();
    machine.battle();
    let victim = machine.write("victim.html", "precious");
    machine.write("battle/build/battle/x", "");
    symlink(&victim, machine.path("battle/build/battle/rules.html")).unwrap();
    assert!(build(&machine, 2, "rules", &[]).contains("left alone"));
    build(&machine, 0, "rules", &["--force"]);
    assert_eq!(std::fs::read(&victim).unwrap(), b"precious");
}

#[test]
pub fn a_cache_that_came_with_a_project_is_not_believed() {
    let there = Machine::new();
    let project = there.battle();
    let said =
        there.expect(0, &["build", "--project", "battle", "--target", "sheets,vassal", "-v"]);
    assert!(!said.contains("reused"), "{said}");
    let honest = files(&project.join("build"));
    // The stranger draws something else, and then puts the sources back as they were.
    let units = project.join("counters/battle/units.csv");
    let good = std::fs::read_to_string(&units).unwrap();
    edit(
        &units,
        "blue-1,1st Foot,blue,infantry,regiment,1,2,4,5,4",
        "blue-1,1st Foot,blue,infantry,regiment,1,2,9,9,9",
    );
    there.expect(0, &["build", "--project", "battle", "--target", "sheets,vassal"]);
    std::fs::write(&units, good).unwrap();

    let here = Machine::new();
    for (path, bytes) in files(&project) {
        here.write(&format!("battle/{}", path.display()), bytes);
    }
    for (path, bytes) in files(&project.join("build/.cache")) {
        here.write(&format!("battle/build/.cache/{}", path.display()), bytes);
    }
    // Even ledgers that say the shipped files are what the sources give: the seal is of another machine.
    let said = here.expect(0, &["build", "--project", "battle", "--target", "sheets,vassal", "-v"]);
    assert!(said.contains("0 from the cache"), "{said}");
    assert_eq!(files(&here.path("battle/build")), honest);
    // On this machine the next build is quick again.
    let said = here.expect(0, &["build", "--project", "battle", "--target", "sheets,vassal", "-v"]);
    assert!(said.contains("the module is up to date"), "{said}");
}

#[test]
pub fn outputs_that_were_edited_by_hand_are_left_alone_with_a_next_step() {
    let machine = Machine::new();
    let project = machine.battle();
    build(&machine, 0, "rules,vassal", &[]);
    let out = project.join("build/battle");
    edit(&project.join("games/battle.toml"), "title = \"battle\"", "title = \"Battle\"");
    let module = out.join("battle-0.1.vmod");
    for (file, target, next) in
        [(out.join("rules.html"), "rules", "--force"), (module.clone(), "vassal", "--previous")]
    {
        std::fs::write(&file, "by hand").unwrap();
        let said = build(&machine, 2, target, &[]);
        assert!(said.contains("left alone") && said.contains(next), "{said}");
        assert_eq!(std::fs::read(&file).unwrap(), b"by hand");
        build(&machine, 0, target, &["--force"]);
    }
}

#[test]
pub fn no_command_writes_over_a_file_of_the_users() {
    let machine = Machine::new();
    machine.expect(0, &["demo", "demo"]);
    let folder = Path::new("demo/build/bridgehead");
    let log = machine.path("game.vlog");
    std::fs::copy(machine.path("demo/build/bridgehead/example.vlog"), &log).unwrap();
    let module = folder.join("bridgehead-1.0.vmod");
    let module = module.to_str().unwrap();
    machine.expect(0, &["extract", module, "taken"]);
    let commands: [(&[&str], i32); 7] = [
        (&["export", "game.vlog", "--out"], 0),
        (&["audit", "game.vlog", "--module", module, "--project", "demo", "--out"], 1),
        (
            &[
                "audit",
                "game.vlog",
                "--module",
                module,
                "--project",
                "demo",
                "--format",
                "html",
                "--out",
            ],
            1,
        ),
        (&["replay", "game.vlog", "--module", module, "--project", "demo", "--out"], 0),
        (&["print", "--calibrate", "--out"], 0),
        (&["map", "path", "0101", "0202", "--unit", "foot", "--project", "demo", "--draw"], 0),
        (&["pack", "taken"], 0),
    ];
    for (nth, (command, fine)) in commands.into_iter().enumerate() {
        let name = if command[0] == "map" { format!("out{nth}.svg") } else { format!("out{nth}") };
        let with = |more: &[&str]| -> Vec<String> {
            command
                .iter()
                .copied()
                .chain([name.as_str()])
                .chain(more.iter().copied())
                .map(str::to_owned)
                .collect()
        };
        let run = |code, more: &[&str]| {
            let args = with(more);
            machine.expect(code, &args.iter().map(String::as_str).collect::<Vec<_>>())
        };
        let mine = machine.write(&name, "mine");
        let said = run(2, &[]);
        assert!(said.contains("left alone") && said.contains("--force"), "{command:?}: {said}");
        assert_eq!(std::fs::read(&mine).unwrap(), b"mine", "{command:?}");
        run(fine, &["--force"]);
        assert_ne!(std::fs::read(&mine).unwrap(), b"mine", "{command:?}");
        // What Hexwright wrote it may write again.
        run(fine, &[]);
    }
    // The log that is read is never the file that is written.
    let before = std::fs::read(&log).unwrap();
    for command in [
        &["export", "game.vlog", "--force", "--out", "game.vlog"][..],
        &["replay", "game.vlog", "--force", "--out", "./game.vlog"],
        &[
            "audit",
            "game.vlog",
            "--module",
            module,
            "--project",
            "demo",
            "--force",
            "--out",
            "game.vlog",
        ],
    ] {
        let said = machine.expect(2, command);
        assert!(said.contains("is read here"), "{said}");
        assert_eq!(std::fs::read(&log).unwrap(), before);
    }
}

#[test]
pub fn schemas_are_not_written_over_files_of_the_users() {
    let machine = Machine::new();
    let mine = machine.write("schemas/game.json", "mine");
    assert!(machine.expect(2, &["schema", "--write", "schemas"]).contains("--force"));
    assert_eq!(std::fs::read(&mine).unwrap(), b"mine");
    machine.expect(0, &["schema", "--write", "schemas", "--force"]);
    machine.expect(0, &["schema", "--write", "schemas"]);
}

#[test]
pub fn a_folder_that_cannot_be_finished_is_not_begun() {
    let machine = Machine::new();
    machine.expect(0, &["demo", "demo"]);
    let module = machine.path("demo/build/bridgehead/bridgehead-1.0.vmod");
    // An archive whose directory is fine and whose last picture is not.
    let mut bytes = std::fs::read(&module).unwrap();
    let half = bytes.len() / 2;
    bytes[half..half + 64].fill(0x55);
    machine.write("bad.vmod", bytes);
    let before = std::fs::read_dir(machine.path("")).unwrap().count();
    let output = machine.run(&["extract", "bad.vmod", "taken"]);
    assert_eq!(output.status.code(), Some(2), "{}", crate::support::said(&output));
    assert_eq!(std::fs::read_dir(machine.path("")).unwrap().count(), before);
    // Over an earlier extract the same error changes nothing.
    machine.expect(0, &["extract", module.to_str().unwrap(), "taken"]);
    machine.write("taken/README", "mine");
    let good = files(&machine.path("taken"));
    machine.expect(2, &["extract", "bad.vmod", "taken", "--replace"]);
    assert_eq!(files(&machine.path("taken")), good);
    machine.expect(0, &["extract", module.to_str().unwrap(), "taken", "--replace"]);
    assert_eq!(files(&machine.path("taken")), good);
}

/// Whatever is written or removed goes through `src/output`, whatever of a project is read through `src/input`.
#[test]
pub fn there_is_one_door() {
    let doors =
        ["src/output", "src/input", "src/vassal", "src/source/watch.rs", "src/source/files.rs"];
    let writing = [
        "fs::write",
        "fs::remove",
        "fs::rename",
        "File::create",
        "create_dir",
        "OpenOptions",
        "write_whole",
    ];
    let mut found = Vec::new();
    for entry in walkdir::WalkDir::new("src").into_iter().map(Result::unwrap) {
        let path = entry.path().to_string_lossy().replace('\\', "/");
        if !path.ends_with(".rs") || doors.iter().any(|door| path.starts_with(door)) {
            continue;
        }
        let text = std::fs::read_to_string(entry.path()).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        found.extend(
            writing
                .iter()
                .filter(|word| code.contains(**word))
                .map(|word| format!("{path}: {word}")),
        );
        let reading = ["src/draw", "src/print", "src/module", "src/rulebook"];
        if reading.iter().any(|room| path.starts_with(room)) && code.contains("std::fs::") {
            found.push(format!("{path}: std::fs"));
        }
    }
    assert_eq!(found, Vec::<String>::new());
}
