//! The referee judges by the sources: broken ones would accuse players of the designer's mistakes.

use crate::forge::{self, arg};
use crate::support::{hexwright_in, said};
use std::path::Path;

#[test]
pub fn no_log_is_judged_by_broken_sources() {
    let folder = tempfile::tempdir().expect("a folder");
    forge::bridgehead(folder.path());
    let log = forge::genuine("bridgehead-planted.vlog");
    let sound = hexwright_in(folder.path(), &["audit", arg(&log), "--game", "bridgehead"]);
    assert_eq!(sound.status.code(), Some(1), "{}", said(&sound));
    // Half the sheet of one side is gone, as after a bad merge.
    let counters = folder.path().join("counters/bridgehead");
    for sheet in std::fs::read_dir(&counters).expect("sheets").flatten() {
        let text = std::fs::read_to_string(sheet.path()).expect("a sheet");
        std::fs::write(sheet.path(), &text[..text.len() / 2]).expect("written");
    }
    refused(folder.path(), &log);
    // What the program has inside does not take the place of what is broken.
    forge::bridgehead(folder.path());
    let project = folder.path().join("hexwright.toml");
    let text = std::fs::read_to_string(&project).expect("the project");
    for broken in [format!("{text}\n[[["), text.replace("bridgehead", "bridgehaed")] {
        std::fs::write(&project, broken).expect("written");
        refused(folder.path(), &log);
    }
}

fn refused(folder: &Path, log: &Path) {
    for format in ["text", "json", "sarif", "junit", "html"] {
        let args = ["audit", arg(log), "--game", "bridgehead", "--format", format];
        let broken = hexwright_in(folder, &args);
        assert_eq!(broken.status.code(), Some(2), "{format}: {}", said(&broken));
        assert!(broken.stdout.is_empty(), "{format}: nothing is judged: {}", said(&broken));
        let told = String::from_utf8_lossy(&broken.stderr);
        assert!(told.contains("the sources have") && told.contains("hexwright check"), "{told}");
    }
}

#[test]
pub fn no_case_is_judged_by_broken_sources() {
    let folder = tempfile::tempdir().expect("a folder");
    forge::bridgehead(folder.path());
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/bridgehead");
    let play = || hexwright_in(folder.path(), &["case", arg(&cases)]);
    assert_eq!(play().status.code(), Some(0), "{}", said(&play()));
    let game = folder.path().join("games/bridgehead.toml");
    let text = std::fs::read_to_string(&game).expect("the game");
    std::fs::write(&game, format!("{text}\n[[chart]]\nid = 7\n")).expect("written");
    let broken = play();
    assert_eq!(broken.status.code(), Some(2), "{}", said(&broken));
    assert!(broken.stdout.is_empty() && said(&broken).contains("the sources have"));
}
