//! Counter sheets as people save them: what is read, and what is asked about.

use crate::support::{hexwright_in, said};
use std::path::{Path, PathBuf};

const HEADER: &str = "id,name,side,type,echelon,count,steps,attack,defence,movement,back_attack,back_defence,back_movement";

fn new_project() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    assert!(hexwright_in(folder.path(), &["new", "battle"]).status.success());
    let root = folder.path().join("battle");
    (folder, root)
}

fn units(root: &Path) -> PathBuf {
    root.join("counters/battle/units.csv")
}

/// Changes the sheet of a new project and checks it, warnings denied.
fn check_with(change: impl FnOnce(String) -> String) -> (Option<i32>, String) {
    let (_keep, root) = new_project();
    let before = std::fs::read_to_string(units(&root)).unwrap();
    assert!(before.contains(HEADER), "the scaffold's header is the one that these tests change");
    let after = change(before.clone());
    assert_ne!(before, after);
    std::fs::write(units(&root), after).unwrap();
    check(&root)
}

fn check(root: &Path) -> (Option<i32>, String) {
    let run = hexwright_in(root, &["check", "--deny-warnings"]);
    (run.status.code(), said(&run))
}

fn renamed(from: &str, to: &str) -> (Option<i32>, String) {
    check_with(|text| text.replacen(HEADER, &HEADER.replacen(from, to, 1), 1))
}

#[test]
fn headers_are_read_whatever_their_capitals() {
    let (code, said) =
        check_with(|text| text.replacen(HEADER, &HEADER.to_uppercase().replace("ID", "Id"), 1));
    assert_eq!(code, Some(0), "{said}");
}

#[test]
fn a_misspelt_header_is_named_once_with_what_was_meant() {
    for (from, to, meant) in [
        (",side,", ",sidee,", "side"),
        (",echelon,", ",echelonn,", "echelon"),
        (",back_attack,", ",back_atack,", "back_attack"),
        (",movement,", ",movment,", "movement"),
    ] {
        let (code, said) = renamed(from, to);
        assert_eq!(code, Some(1), "{to}: {said}");
        assert_eq!(said.matches("[unknown-column]").count(), 1, "{to}: {said}");
        assert!(said.contains(&format!("did you mean `{meant}`?")), "{to}: {said}");
        assert!(!said.contains("missing-side"), "{to}: {said}");
    }
}

#[test]
fn a_column_of_the_designers_own_is_no_mistake() {
    let (code, said) = check_with(|text| {
        text.lines()
            .map(|line| match line {
                HEADER => format!("{line},historian\n"),
                "" => "\n".to_owned(),
                line if line.starts_with('#') => format!("{line}\n"),
                line => format!("{line},see Smith\n"),
            })
            .collect()
    });
    assert_eq!(code, Some(0), "{said}");
}

#[test]
fn a_unit_without_a_side_is_asked_about() {
    let (code, said) = check_with(|text| text.replacen("1st Foot,blue,", "1st Foot,,", 1));
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("missing-side"), "{said}");
}

#[test]
fn a_strength_that_became_a_date_is_an_error() {
    let (code, said) = check_with(|text| {
        text.replacen(
            "blue-1,1st Foot,blue,infantry,regiment,1,2,4,",
            "blue-1,1st Foot,blue,infantry,regiment,1,2,04.Mai,",
            1,
        )
    });
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("`04.Mai` is a date, and `attack` holds numbers"), "{said}");
}

#[test]
fn dates_are_known_in_full_and_as_counts_of_days() {
    let attack = |value: &str| {
        check_with(|text| {
            let row = "blue-1,1st Foot,blue,infantry,regiment,1,2,";
            text.replacen(&format!("{row}4,"), &format!("{row}{value},"), 1)
        })
    };
    for date in ["05/04/2026", "4.5.2026", "2026/5/4", "4.5.26"] {
        let (code, said) = attack(date);
        assert_eq!(code, Some(2), "{said}");
        assert!(
            said.contains(&format!("`{date}` is a date, and `attack` holds numbers")),
            "{said}"
        );
    }
    let (code, said) = attack("46146");
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("`46146` is a date as spreadsheets count days"), "{said}");
    assert_eq!(attack("12").0, Some(0));
}

#[test]
fn more_steps_than_a_counter_has_sides_are_asked_about() {
    let (code, said) = check_with(|text| {
        text.replacen("blue,infantry,regiment,1,2,", "blue,infantry,regiment,1,7,", 1)
    });
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("7 steps do not fit on the two sides of a counter"), "{said}");
}

#[test]
fn semicolons_tabs_and_empty_rows_are_read() {
    let parted = |by: &str, text: &str| -> String {
        text.lines().map(|line| line.replace(',', by) + "\r\n").collect()
    };
    let width = HEADER.matches(',').count();
    for by in [";", "\t"] {
        let (code, said) = check_with(|text| {
            let empty = by.repeat(width + 3) + "\r\n";
            parted(by, &text) + &empty + &empty
        });
        assert_eq!(code, Some(0), "{by:?}: {said}");
        let (code, said) = check_with(|text| format!("sep={by}\r\n") + &parted(by, &text));
        assert_eq!(code, Some(0), "sep={by:?}: {said}");
    }
}

#[test]
fn mistakes_behind_semicolons_stand_where_they_are() {
    let (_, said) =
        check_with(|text| text.replacen("1st Foot,blue,", "1st Foot,bleu,", 1).replace(',', ";"));
    let line = said.lines().find(|line| line.contains("units.csv:")).unwrap_or_default().to_owned();
    assert!(said.contains("unknown-side") && line.contains(":17"), "{said}");
}

#[test]
fn sheets_are_found_by_any_spelling_of_their_ending() {
    for name in ["Units.CSV", "units.tsv"] {
        let (_keep, root) = new_project();
        std::fs::rename(units(&root), root.join("counters/battle").join(name)).unwrap();
        let (code, said) = check(&root);
        assert_eq!(code, Some(0), "{name}: {said}");
    }
}

#[test]
fn a_workbook_of_another_kind_is_never_passed_over_in_silence() {
    let (_keep, root) = new_project();
    let folder = root.join("counters/battle");
    // Beside its own CSV a workbook is where the designer keeps it.
    std::fs::write(folder.join("units.xlsx"), b"PK").unwrap();
    assert_eq!(check(&root).0, Some(0));
    std::fs::write(folder.join("more.xls"), b"PK").unwrap();
    let (code, said) = check(&root);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("more.xls is a workbook") && said.contains("save it as .xlsx"), "{said}");
}

#[test]
fn values_that_rules_reckon_with_are_numbers() {
    for (value, fine) in [
        ("4", true),
        ("(4)", true),
        ("-", true),
        (" 4 ", true),
        ("\"4,5\"", false),
        ("O", false),
        ("-4", false),
        ("four", false),
    ] {
        let (code, said) = check_with(|text| {
            let row = "blue-1,1st Foot,blue,infantry,regiment,1,2,4,";
            text.replacen(row, &format!("{}{value},", &row[..row.len() - 2]), 1) + "\n"
        });
        assert_eq!(code, Some(if fine { 0 } else { 2 }), "{value}: {said}");
        assert_eq!(!fine, said.contains("the rules reckon with `attack`"), "{value}: {said}");
    }
    let (code, said) = check_with(|text| text.replacen(",4,5,4,2,3,4", ",4,5,4,2,3,4 1/3x", 1));
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("the rules reckon with `back_movement`"), "{said}");
}

#[test]
fn a_slip_among_numbers_is_asked_about_in_columns_of_ones_own() {
    let (code, said) = check_with(|text| {
        text.lines()
            .enumerate()
            .map(|(nth, line)| match line {
                HEADER => format!("{line},ammo\n"),
                line if line.is_empty() || line.starts_with('#') => format!("{line}\n"),
                line => format!("{line},{}\n", if nth == 4 { "1O" } else { "3" }),
            })
            .collect()
    });
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("`1O` is no number, and `ammo` holds numbers"), "{said}");
}

#[test]
fn short_headers_and_values_without_a_header_are_asked_about() {
    for (from, to, meant) in [(",type,", ",typ,", "type"), (",steps,", ",step,", "steps")] {
        let (code, said) = renamed(from, to);
        assert_eq!(code, Some(1), "{to}: {said}");
        assert!(said.contains(&format!("did you mean `{meant}`?")), "{to}: {said}");
    }
    let (code, said) = renamed(",defence,", ",,");
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("[column-without-header]"), "{said}");
}
