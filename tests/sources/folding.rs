//! One mistake, one message: causes are told first, what follows from them is folded and counted.

use crate::support::{hexwright_in, said};
use std::path::{Path, PathBuf};

fn new_project() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    assert!(hexwright_in(folder.path(), &["new", "battle"]).status.success());
    let root = folder.path().join("battle");
    (folder, root)
}

fn change(root: &Path, file: &str, from: &str, to: &str) {
    let path = root.join(file);
    let before = std::fs::read_to_string(&path).unwrap();
    let after = before.replace(from, to);
    assert_ne!(before, after, "{file} has no {from}");
    std::fs::write(path, after).unwrap();
}

fn check(root: &Path, args: &[&str]) -> String {
    said(&hexwright_in(root, &[&["check"], args].concat()))
}

/// The headlines of all messages, in order.
fn headlines(said: &str) -> Vec<&str> {
    said.lines().filter(|line| line.starts_with("error[") || line.starts_with("warning[")).collect()
}

#[test]
fn a_misspelt_default_template_is_told_once_in_its_own_file() {
    let (_keep, root) = new_project();
    change(&root, "games/battle.toml", "template = \"attack-", "template = \"atack-");
    let said = check(&root, &[]);
    assert_eq!(headlines(&said).len(), 1, "{said}");
    assert!(said.contains("games/battle.toml:8:12"), "{said}");
    assert!(said.contains("did you mean `attack-defence-movement`?"), "{said}");
}

#[test]
fn a_misspelt_default_size_is_told_once_in_its_own_file() {
    let (_keep, root) = new_project();
    change(&root, "games/battle.toml", "size = \"5/8\"", "size = \"5/9\"");
    let said = check(&root, &[]);
    assert_eq!(headlines(&said).len(), 1, "{said}");
    assert!(said.contains("games/battle.toml:10:8"), "{said}");
}

#[test]
fn mistyped_keys_of_a_map_accuse_no_counter_of_being_unused() {
    let (_keep, root) = new_project();
    change(&root, "maps/battle/map.toml", "columns = 10", "colums = 10");
    change(&root, "maps/battle/map.toml", "numbering =", "numbring =");
    let said = check(&root, &[]);
    assert!(!said.contains("unused-counter"), "{said}");
    let told = headlines(&said);
    assert_eq!(told.len(), 2, "{said}");
    assert!(told.iter().all(|line| line.contains("[unknown-key]")), "{said}");
}

#[test]
fn an_unreadable_sheet_is_one_message_and_what_follows_is_counted() {
    let (_keep, root) = new_project();
    std::fs::write(root.join("counters/battle/units.csv"), b"id,name\nblue-1,M\xFCller\n").unwrap();
    let brief = check(&root, &[]);
    assert_eq!(headlines(&brief).len(), 1, "{brief}");
    assert!(brief.contains("[unreadable-encoding]"), "{brief}");
    assert!(brief.contains("… and 5 that follow from these"), "{brief}");
    assert!(brief.contains("6 errors, 0 warnings (5 only follow from others)"), "{brief}");
    let all = check(&root, &["--all"]);
    assert_eq!(all.matches("unknown-unit").count(), 5, "{all}");
    let json: serde_json::Value =
        serde_json::from_slice(&hexwright_in(&root, &["check", "--format", "json"]).stdout)
            .unwrap();
    let list = json["diagnostics"].as_array().unwrap();
    assert_eq!(list.len(), 6);
    assert_eq!(list.iter().filter(|one| one["follows"] == true).count(), 5);
}

#[test]
fn a_row_that_cannot_be_read_is_not_missed_where_it_is_used() {
    let (_keep, root) = new_project();
    change(&root, "counters/battle/units.csv", "blue-1,1st Foot,blue", "blue-1,1st, Foot,blue");
    let said = check(&root, &[]);
    assert_eq!(headlines(&said).len(), 1, "{said}");
    assert!(said.contains("[wrong-field-count]"), "{said}");
}

#[test]
fn a_mistyped_heading_is_one_message() {
    let (_keep, root) = new_project();
    change(&root, "games/battle.toml", "[[side]]", "[[sdie]]");
    let said = check(&root, &[]);
    assert_eq!(headlines(&said).len(), 1, "{said}");
    let (_keep, root) = new_project();
    change(&root, "games/battle.toml", "[[unit_type]]", "[[unit_typ]]");
    let said = check(&root, &[]);
    assert_eq!(headlines(&said).len(), 1, "{said}");
    assert!(said.contains("… and 5 that follow from these"), "{said}");
}

#[test]
fn a_typo_in_a_column_is_told_once_with_its_lines() {
    let (_keep, root) = new_project();
    change(&root, "counters/battle/units.csv", ",infantry,", ",infantri,");
    let said = check(&root, &[]);
    assert_eq!(headlines(&said).len(), 1, "{said}");
    assert!(said.contains("the same in lines 5, 7, 8"), "{said}");
}

#[test]
fn a_slip_in_a_template_is_told_once_and_not_once_a_row() {
    let (_keep, root) = new_project();
    std::fs::create_dir_all(root.join("templates/counters")).unwrap();
    std::fs::write(
        root.join("templates/counters/mine.svg"),
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100\" height=\"100\"><text x=\"9\" y=\"50\" font-size=\"30\">{{ strenght }}</text></svg>",
    )
    .unwrap();
    change(&root, "games/battle.toml", "\"attack-defence-movement\"", "\"mine\"");
    let said = check(&root, &[]);
    assert_eq!(headlines(&said).len(), 1, "{said}");
    assert!(said.contains("strenght"), "{said}");
}

#[test]
fn errors_come_before_warnings_and_of_a_kind_ten_are_shown() {
    let (_keep, root) = new_project();
    let path = root.join("counters/battle/units.csv");
    let mut text = std::fs::read_to_string(&path).unwrap();
    for nth in 0..30 {
        text += &format!("x{nth},X,side{nth},infantry,II,1,1,2,2,3,,,\n");
    }
    std::fs::write(path, text).unwrap();
    let brief = check(&root, &[]);
    let told = headlines(&brief);
    assert!(told[0].starts_with("error"), "{brief}");
    assert_eq!(told.iter().filter(|line| line.contains("unknown-side")).count(), 10, "{brief}");
    assert!(brief.contains("… and 20 more unknown-side"), "{brief}");
    // Thirty counters that no scenario uses: the same doubt, told once.
    assert_eq!(told.iter().filter(|line| line.contains("unused-counter")).count(), 1, "{brief}");
    assert_eq!(check(&root, &["--all"]).matches("unknown-side").count(), 30);
}
