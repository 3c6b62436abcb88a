//! Projects as a designer meets them: a new one, a changed one, a broken one.

use crate::support::{hexwright, hexwright_in, said};
use std::path::{Path, PathBuf};

fn new_project() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let run = hexwright_in(folder.path(), &["new", "battle"]);
    assert!(run.status.success(), "{}", said(&run));
    let root = folder.path().join("battle");
    (folder, root)
}

fn append(root: &Path, file: &str, text: &str) {
    let path = root.join(file);
    let before = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, before + text).unwrap();
}

fn check(root: &Path) -> (Option<i32>, String) {
    let run = hexwright_in(root, &["check"]);
    (run.status.code(), said(&run))
}

#[test]
fn a_new_project_checks_without_a_word_of_complaint() {
    let (_keep, root) = new_project();
    let run = hexwright_in(&root, &["check", "--deny-warnings"]);
    assert_eq!(run.status.code(), Some(0), "{}", said(&run));
    assert!(said(&run).contains("no mistakes found"));
}

#[test]
fn a_new_project_refers_to_schemas_that_exist() {
    let (_keep, root) = new_project();
    let mut seen = 0;
    for entry in walkdir::WalkDir::new(&root).into_iter().map(Result::unwrap) {
        let Ok(text) = std::fs::read_to_string(entry.path()) else { continue };
        if let Some(schema) = text.lines().next().and_then(|line| line.strip_prefix("#:schema ")) {
            let path = entry.path().parent().unwrap().join(schema);
            let document: serde_json::Value =
                serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
            assert!(document["title"].is_string(), "{}", path.display());
            seen += 1;
        }
    }
    assert_eq!(seen, 6);
}

#[test]
fn a_counter_row_that_a_scenario_uses_is_accepted() {
    let (_keep, root) = new_project();
    append(&root, "counters/battle/units.csv", "red-guns,Red Guns,red,infantry,II,1,1,2,2,3,,,\n");
    append(
        &root,
        "scenarios/battle/first-battle.toml",
        "\n[[setup]]\nunits = \"red-guns\"\nat = \"0905\"\n",
    );
    let (code, said) = check(&root);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("8 counters"), "{said}");
}

#[test]
fn a_counter_row_with_a_misspelt_side_is_refused_with_line_column_and_suggestion() {
    let (_keep, root) = new_project();
    append(&root, "counters/battle/units.csv", "red-guns,Red Guns,rde,infantry,II,1,1,2,2,3,,,\n");
    let (code, said) = check(&root);
    assert_eq!(code, Some(2), "{said}");
    assert!(
        said.contains("counters/battle/units.csv:9:19") && said.contains("did you mean `red`?"),
        "{said}"
    );
}

#[test]
fn a_hex_is_accepted_on_the_map_and_refused_off_it() {
    let (_keep, root) = new_project();
    append(&root, "maps/battle/map.toml", "\n[[terrain]]\ntype = \"woods\"\nhexes = \"0908\"\n");
    assert_eq!(check(&root).0, Some(0));
    append(
        &root,
        "maps/battle/map.toml",
        "\n[[terrain]]\ntype = \"woods\"\nhexes = \"0908 0909\"\n",
    );
    let (code, said) = check(&root);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("0909") && said.contains("off-map"), "{said}");
}

#[test]
fn check_keeps_what_it_found_well_beside_a_build_and_still_sees_what_changed() {
    let (_keep, root) = new_project();
    let proofs = root.join("build/.cache/battle/proofs");
    assert_eq!(check(&root).0, Some(0));
    assert!(!root.join("build").exists(), "looking at a project left files in it");
    let run = hexwright_in(&root, &["build", "--target", "rules"]);
    assert!(run.status.success(), "{}", said(&run));
    let first = check(&root);
    let kept = std::fs::read(&proofs).expect("proofs are kept");
    assert_eq!(check(&root), first);
    assert_eq!(std::fs::read(&proofs).unwrap(), kept);

    append(&root, "counters/battle/units.csv", "red-guns,Red Guns,red,infantry,II,1,2,2,2,3,,,\n");
    let (_, told) = check(&root);
    assert!(told.contains("red-guns") && told.contains("warning"), "{told}");
    assert_eq!(check(&root).1, told, "a warning is told every time");
    assert_ne!(std::fs::read(&proofs).unwrap(), kept);
}

#[test]
fn a_module_is_made_again_when_something_changed_that_it_is_made_from() {
    let (_keep, root) = new_project();
    let build = || {
        let run = hexwright_in(&root, &["build", "-v", "--target", "vassal"]);
        assert!(run.status.success(), "{}", said(&run));
        said(&run).contains(" made, ")
    };
    assert!(build() && !build(), "nothing changed");
    std::fs::create_dir_all(root.join("templates/symbols")).unwrap();
    std::fs::write(root.join("templates/symbols/own.svg"), "<path d=\"M0 0h1\"/>").unwrap();
    assert!(build() && !build(), "a template");
    append(&root, "counters/battle/units.csv", "red-guns,Red Guns,red,infantry,II,1,1,2,2,3,,,\n");
    assert!(build(), "a counter");
}

#[test]
fn terrain_that_nothing_can_draw_is_told_by_check() {
    let (_keep, root) = new_project();
    append(
        &root,
        "games/battle.toml",
        "\n[[terrain]]\nid = \"lava\"\nname = \"Lava\"\ndraw = \"wods\"\n",
    );
    let (code, said) = check(&root);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("unknown-drawing") && said.contains("woods"), "{said}");
    let text = std::fs::read_to_string(root.join("games/battle.toml")).unwrap();
    let line = text.lines().position(|line| line.contains("wods")).unwrap() + 1;
    assert!(said.contains(&format!("games/battle.toml:{line}:8")), "{said}");
}

#[test]
fn a_picture_too_small_for_its_map_and_boards_on_top_of_each_other_are_told_where_they_stand() {
    let (_keep, root) = new_project();
    image::RgbImage::new(60, 60).save(root.join("small.png")).unwrap();
    append(
        &root,
        "maps/battle/map.toml",
        "\n[backdrop]\nimage = \"small.png\"\npoints = { \"0101\" = [10, 10], \"0102\" = [10, 30], \"0201\" = [27, 20] }\n",
    );
    let scenario = std::fs::read_dir(root.join("scenarios/battle")).unwrap().next().unwrap();
    let scenario = format!("scenarios/battle/{}", scenario.unwrap().file_name().display());
    append(&root, &scenario, "\n[[board]]\nmap = \"map\"\n[[board]]\nmap = \"map\"\n");
    let (code, said) = check(&root);
    assert_eq!(code, Some(2), "{said}");
    let place = |file: &str, found: &str, nth: usize| {
        let text = std::fs::read_to_string(root.join(file)).unwrap();
        let lines = text.lines().enumerate().filter(|(_, line)| line.starts_with(found));
        let (line, _) = lines.collect::<Vec<_>>()[nth];
        format!("{file}:{}:{}", line + 1, found.len() + 1)
    };
    assert!(said.contains("wrong-backdrop") && said.contains("outside the picture"), "{said}");
    assert!(said.contains(&place("maps/battle/map.toml", "image = ", 0)), "{said}");
    assert!(said.contains("wrong-layout"), "{said}");
    assert!(said.contains(&place(&scenario, "map = ", 1)), "{said}");
}

#[test]
fn windows_line_ends_and_byte_order_marks_are_fine() {
    let (_keep, root) = new_project();
    for file in ["counters/battle/units.csv", "maps/battle/map.toml", "games/battle.toml"] {
        let path = root.join(file);
        let text = std::fs::read_to_string(&path).unwrap().replace('\n', "\r\n");
        std::fs::write(&path, format!("\u{FEFF}{text}")).unwrap();
    }
    let (code, said) = check(&root);
    assert_eq!(code, Some(0), "{said}");
}

#[test]
fn warnings_are_findings_only_when_denied() {
    let (_keep, root) = new_project();
    append(&root, "counters/battle/units.csv", "spare,Spare,red,infantry,II,1,1,2,2,3,,,\n");
    assert_eq!(hexwright_in(&root, &["check"]).status.code(), Some(0));
    assert_eq!(hexwright_in(&root, &["check", "--deny-warnings"]).status.code(), Some(1));
}

#[test]
fn nothing_of_the_users_is_written_over() {
    let (keep, _root) = new_project();
    let again = hexwright_in(keep.path(), &["new", "battle"]);
    assert_eq!(again.status.code(), Some(2));
    assert!(said(&again).contains("not empty"));
    let demo = hexwright_in(keep.path(), &["demo", "battle"]);
    assert_eq!(demo.status.code(), Some(2));
}

#[test]
fn a_folder_without_a_project_is_told_so() {
    let folder = tempfile::tempdir().unwrap();
    let run = hexwright_in(folder.path(), &["check"]);
    assert_eq!(run.status.code(), Some(2));
    assert!(said(&run).contains("hexwright new"), "{}", said(&run));
}

#[test]
fn the_demonstration_builds_the_tutorial_game() {
    let folder = tempfile::tempdir().unwrap();
    let run = hexwright_in(folder.path(), &["demo", "out"]);
    assert_eq!(run.status.code(), Some(0), "{}", said(&run));
    let root = folder.path().join("out");
    assert_eq!(hexwright_in(&root, &["check", "--deny-warnings"]).status.code(), Some(0));
    assert!(root.join("build/bridgehead/rules.html").is_file());
}

#[test]
fn this_repository_checks_without_warnings() {
    let run = hexwright(&["check", "--deny-warnings"]);
    assert_eq!(run.status.code(), Some(0), "{}", said(&run));
}

#[test]
fn every_schema_describes_its_keys() {
    let run = hexwright(&["schema"]);
    let all: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    for kind in ["project", "game", "charts", "rules", "map", "scenario"] {
        let properties = all[kind]["properties"].as_object().unwrap();
        for (key, schema) in properties {
            assert!(schema["description"].is_string(), "{kind}: {key} has no description");
        }
    }
}
