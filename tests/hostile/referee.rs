//! The referee judges by the sources: broken ones would accuse players of the designer's mistakes.

use crate::forge::{self, arg};
use crate::support::{hexwright_in, said};

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
    for format in ["text", "json", "sarif", "junit", "html"] {
        let args = ["audit", arg(&log), "--game", "bridgehead", "--format", format];
        let broken = hexwright_in(folder.path(), &args);
        assert_eq!(broken.status.code(), Some(2), "{format}: {}", said(&broken));
        assert!(broken.stdout.is_empty(), "{format}: nothing is judged: {}", said(&broken));
        let told = String::from_utf8_lossy(&broken.stderr);
        assert!(told.contains("the sources have") && told.contains("hexwright check"), "{told}");
    }
}
