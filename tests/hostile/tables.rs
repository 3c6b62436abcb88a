//! Files of other tables that somebody made to do harm.

use crate::ground::Machine;
use serde_json::{Value, json};

fn room() -> Value {
    json!({
        "_meta": { "version": 22 },
        "hw-game": { "hexwright": { "game": "bridgehead", "version": "1.0", "scenario": "crossing" } },
        "hw-board-sarn": { "x": 0, "y": 0, "width": 1000, "height": 1000 },
    })
}

/// Every file, and what it is: read by each command it ends with words, not with a panic.
fn attacks() -> Vec<(&'static str, Vec<u8>)> {
    let deep = "[".repeat(200_000);
    let mut within = room();
    within["a"] = json!({ "type": "card", "cardType": "l-71", "parent": "b" });
    within["b"] = json!({ "type": "pile", "parent": "a" });
    let mut huge = room();
    huge["a"] = json!({
        "type": "card", "cardType": "l-71", "x": 1e308, "y": -1e308, "z": 1e308, "activeFace": u64::MAX,
    });
    huge["hw-board-sarn"]["width"] = json!(1e-308);
    huge["hw-die-1d6-4294967295"] =
        json!({ "type": "dice", "rollCount": u64::MAX, "activeFace": u64::MAX });
    let mut odd = room();
    odd["\u{1b}[2J../../etc"] = json!({ "type": "card", "cardType": "../../../etc/passwd" });
    odd["hw-log"] = json!({ "text": "\u{1b}]0;owned\u{7}<script>alert(1)</script>" });
    let mut other = room();
    other["hw-game"]["hexwright"]["game"] = json!("../../../../etc");
    let mut stranger = room();
    stranger["hw-game"]["hexwright"]["scenario"] = json!("\u{1b}[31m nowhere");
    let trace = format!(
        "[\n{},\n{},\n",
        json!({ "initialState": huge, "source": "client" }),
        json!({ "func": "delta", "source": "broadcast", "exceptPlayer": "\u{1b}[2J",
                "args": { "s": { "a": { "parent": "a" }, "hw-turn": { "text": "Turn -9999999999999" } } } }),
    );
    let save = json!({
        "SaveName": "x",
        "ObjectStates": [
            { "Memo": "{\"hexwright-board\":\"sarn\",\"width\":1e308,\"height\":1,\"label\":{\"game\":\"bridgehead\",\
                       \"version\":\"1.0\",\"scenario\":\"crossing\"}}",
              "Transform": { "posX": 0, "posZ": 0, "scaleX": 0 } },
            { "GMNotes": "l-71", "Memo": "{\"counter\":\"l-71\"}", "Transform": { "posX": 1e308, "rotZ": 1e308 },
              "States": { "1": {}, "2": {} } },
        ],
    });
    vec![
        ("deep.trace", deep.clone().into_bytes()),
        ("deep.json", format!("{{\"_meta\":{deep}").into_bytes()),
        ("within.vtt", within.to_string().into_bytes()),
        ("huge.vtt", huge.to_string().into_bytes()),
        ("odd.vtt", odd.to_string().into_bytes()),
        ("other.vtt", other.to_string().into_bytes()),
        ("stranger.vtt", stranger.to_string().into_bytes()),
        ("odd.trace", trace.into_bytes()),
        ("empty.trace", Vec::new()),
        ("half.trace", b"[\n  {\"initial".to_vec()),
        ("save.json", save.to_string().into_bytes()),
        ("bytes.vtt", vec![0xff; 4096]),
        ("zip.vtt", b"PK\x03\x04nonsense".to_vec()),
    ]
}

#[test]
pub fn files_of_other_tables_end_in_words_and_never_in_a_panic_or_an_escape_sequence() {
    let machine = Machine::new();
    for (name, bytes) in attacks() {
        let path = machine.write(name, bytes);
        let file = path.to_str().expect("a plain path");
        let commands: [&[&str]; 5] = [
            &["inspect", file, "--steps"],
            &["interpret", file, "--game", "bridgehead"],
            &["audit", file, "--game", "bridgehead"],
            &["replay", file, "--game", "bridgehead", "--out", "page.html", "--force"],
            &["convert", file, "--target", "vassal", "--out", "out.vsav", "--force"],
        ];
        for args in commands {
            let output = machine.run(args);
            let said = crate::support::said(&output);
            assert!(output.status.code().is_some_and(|code| code <= 3), "{args:?}: {said}");
            assert!(!said.contains("panicked"), "{args:?}: {said}");
            assert!(!said.contains('\u{1b}'), "{args:?}: {said:?}");
        }
    }
    let page = std::fs::read_to_string(machine.path("page.html")).unwrap_or_default();
    assert!(!page.contains("<script>alert(1)"), "a line of the log became a script");
}

#[test]
pub fn a_room_that_is_small_to_send_and_huge_to_read_is_refused() {
    let machine = Machine::new();
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    writer.start_file("0.json", zip::write::SimpleFileOptions::default()).unwrap();
    let spaces = vec![b' '; 1 << 20];
    for _ in 0..200 {
        std::io::Write::write_all(&mut writer, &spaces).unwrap();
    }
    let bytes = writer.finish().unwrap().into_inner();
    assert!(bytes.len() < 1 << 20);
    let path = machine.write("bomb.vtt", bytes);
    let said = machine.expect(2, &["inspect", path.to_str().unwrap()]);
    assert!(said.contains("--max-entry-bytes"), "{said}");
}
