//! Logs of other games than the one asked for: nothing in them is judged, in every format.

use crate::support::hexwright;
use serde_json::Value;
use std::path::Path;

#[test]
fn a_log_of_another_game_accuses_nobody() {
    let page = Path::new(env!("CARGO_TARGET_TMPDIR")).join("another-game.html");
    for (log, game) in [
        ("tests/logs/italy43-example.vlog", "bridgehead"),
        ("tests/logs/bridgehead-three-gravities.vlog", "asl-sk2"),
        ("tests/logs/bridgehead-three-gravities.vlog", "italy43"),
    ] {
        let run = |more: &[&str]| hexwright(&[&["audit", log, "--game", game], more].concat());
        let output = run(&[]);
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(3), "{game}: {text}");
        assert!(text.contains("NOTHING WAS JUDGED") && text.contains("another game"), "{text}");
        let report = serde_json::from_slice::<Value>(&run(&["--format", "json"]).stdout).unwrap();
        assert_eq!(report["audits"][0]["verdict"], "little judged", "{game}");
        assert_eq!(report["audits"][0]["findings"], serde_json::json!([]), "{game}");
        let table = hexwright(&["audit", log, log, "--game", game]);
        assert!(String::from_utf8_lossy(&table.stdout).contains("little judged\n"), "{game}");
        let made = run(&["--format", "html", "--force", "--out", page.to_str().unwrap()]);
        assert_eq!(made.status.code(), Some(3), "{game}");
        assert!(std::fs::read_to_string(&page).unwrap().contains("NOTHING WAS JUDGED"), "{game}");
    }
}
