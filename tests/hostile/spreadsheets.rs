//! Tables and pages that we write are opened by programs that obey them.

use crate::forge;
use crate::support::{hexwright_in, said};

#[test]
pub fn formulas_in_counters_stay_text_in_the_manifest() {
    let folder = tempfile::tempdir().expect("a folder");
    forge::bridgehead(folder.path());
    let sheet = folder.path().join("counters/bridgehead/kess.csv");
    let formula = "=HYPERLINK(A1)";
    let text = std::fs::read_to_string(&sheet).expect("a sheet");
    let with = text.lines().map(|row| match row {
        row if row.starts_with("id,") => format!("{row},motto\n"),
        row if row.is_empty() || row.starts_with('#') => format!("{row}\n"),
        row => format!("{row},{formula}\n"),
    });
    std::fs::write(&sheet, with.collect::<String>()).expect("written");
    let built = hexwright_in(folder.path(), &["build", "--target", "sheets"]);
    assert_eq!(built.status.code(), Some(0), "{}", said(&built));
    let manifest = walk(folder.path().join("build"), "manifest.csv");
    let text = std::fs::read_to_string(manifest).expect("the manifest");
    assert!(text.contains(&format!("'{formula}")), "{text}");
    assert!(!text.contains(&format!(",{formula}")), "{text}");
}

#[test]
pub fn formulas_in_modules_stay_text_in_the_sheets_of_their_import() {
    let folder = tempfile::tempdir().expect("a folder");
    let module = folder.path().join("hostile.vmod");
    let formula = "=HYPERLINK(A1)";
    forge::module("mini.vmod", &[("Blue Arm", formula), ("+ (reduced)", "-(r)")], &module);
    let args = ["import", forge::arg(&module), "taken"];
    let output = hexwright_in(folder.path(), &args);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let sheet = walk(folder.path().join("taken"), "pieces.csv");
    let text = std::fs::read_to_string(sheet).expect("the sheet");
    assert!(
        text.contains(&format!("'{formula}")) && !text.contains(&format!(",{formula}")),
        "{text}"
    );
    // The mark is no part of the name.
    let loaded = hexwright::source::load(&folder.path().join("taken"));
    let game = loaded.project.games.iter().next().expect("a game");
    assert!(game.counters.iter().any(|counter| counter.name == formula));
}

#[test]
pub fn the_rules_of_play_run_no_script() {
    let folder = tempfile::tempdir().expect("a folder");
    forge::bridgehead(folder.path());
    let built = hexwright_in(folder.path(), &["build", "--target", "rules"]);
    assert_eq!(built.status.code(), Some(0), "{}", said(&built));
    let page =
        std::fs::read_to_string(walk(folder.path().join("build"), "rules.html")).expect("it");
    let policy = page.find("Content-Security-Policy").expect("a policy");
    assert!(page[policy..].contains("default-src 'none'"));
    assert!(policy < page.find("<style").expect("a style"), "before anything it governs");
}

fn walk(folder: std::path::PathBuf, name: &str) -> std::path::PathBuf {
    walkdir::WalkDir::new(&folder)
        .into_iter()
        .flatten()
        .find(|entry| entry.file_name() == name)
        .unwrap_or_else(|| panic!("no {name} below {}", folder.display()))
        .into_path()
}
