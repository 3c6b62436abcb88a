//! Passwords are told by nobody, wherever a log has them; names of players neither, when they are to be left out.

use crate::forge::{self, arg, genuine};
use crate::support::{hexwright_in, said};
use std::path::{Path, PathBuf};

/// Bob's password, which he types into the chat, gives to a counter as its id, and has in the middle of values.
const PASSWORD: &str = "bobpw";
/// A log of the tutorial game with violations in it: its name and its chat name the players in many ways.
const NAME: &str = "KessBob-vs-alices.vlog";

fn log(folder: &Path) -> PathBuf {
    let log = folder.join(NAME);
    forge::log(
        "bridgehead-planted.vlog",
        &[
            ("Kess sets up first.", "my password is bobpw, xbobpwx (ALICE, Alices, bob's)"),
            ("/k-31/", "/bobpw/"),
            ("k-31;", "bobpw;"),
            ("CHAT* Attack: l-71", "CHAT* Attack: bobpw-1 (0508), l-71"),
            ("CHAT* Turn: ", "PROP\tsay_all\tModule\t\towner:bobpw/2|\u{1b}LOG\tCHAT* Turn: "),
            (" (Alice)", "Alice"),
        ],
        &log,
    );
    log
}

/// Every way in which a log is told, and the files that come of it.
fn told(folder: &Path, extra: &[&str]) -> Vec<(String, String)> {
    let log = log(folder);
    forge::bridgehead(folder);
    let game = ["--game", "bridgehead"];
    let mut ways: Vec<Vec<&str>> = vec![
        vec!["inspect", arg(&log), "--pieces", "--steps", "--chat"],
        vec!["inspect", arg(&log), "--pieces", "--steps", "--chat", "--format", "json"],
        vec!["inspect", arg(&log), arg(&log)],
        vec!["inspect", "--chain", arg(&log), arg(&log), "--format", "json"],
        vec!["export", arg(&log), "--format", "csv"],
        vec!["export", arg(&log), "--format", "json"],
        vec!["replay", arg(&log)],
        vec!["replay", arg(&log), game[0], game[1]],
        vec!["interpret", arg(&log), game[0], game[1]],
        vec!["interpret", arg(&log), game[0], game[1], "--json"],
        vec!["audit", arg(&log), game[0], game[1], "--explain", "40"],
        vec!["audit", "--chain", arg(&log), arg(&log), game[0], game[1]],
        vec!["audit", arg(&log), game[0], game[1], "--jsonl"],
    ];
    for format in ["text", "json", "sarif", "junit", "html"] {
        ways.push(vec!["audit", arg(&log), game[0], game[1], "--format", format]);
    }
    let mut all = Vec::new();
    for mut way in ways {
        way.extend(extra);
        let output = hexwright_in(folder, &way);
        let mut text = said(&output);
        assert!(matches!(output.status.code(), Some(0 | 1 | 3)), "{way:?}: {text}");
        for entry in std::fs::read_dir(folder).expect("the folder").flatten() {
            if entry.path().extension().is_some_and(|ending| ending == "html") {
                text.push_str(&entry.file_name().to_string_lossy());
                text.push_str(&std::fs::read_to_string(entry.path()).expect("a page"));
                std::fs::remove_file(entry.path()).expect("removed");
            }
        }
        // Pictures are letters by chance.
        let mut parts = text.split("data:image/");
        let mut plain = parts.next().unwrap_or_default().to_owned();
        parts.for_each(|part| plain.extend(part.split_once('"').map(|(_, rest)| rest)));
        all.push((way[..1].join(" ") + " " + &way[2..].join(" "), plain));
    }
    all
}

#[test]
pub fn passwords_within_chat_values_and_ids_are_masked() {
    let folder = tempfile::tempdir().expect("a folder");
    for (way, text) in told(folder.path(), &[]) {
        let near = text.find(PASSWORD).map(|at| &text[at.saturating_sub(60)..at + 20]);
        assert_eq!(near, None, "{way}");
    }
    let save = genuine("mini_end.vsav");
    let log = folder.path().join("mini.vlog");
    forge::log(
        "mini.vlog",
        &[("odd", "alicepw,"), ("OldDeckName;Deck", "OldDeckName;alicepw!")],
        &log,
    );
    for format in ["text", "json"] {
        let told = said(&hexwright_in(
            folder.path(),
            &["diff", arg(&save), arg(&log), "--format", format],
        ));
        assert!(!told.contains("alicepw"), "{told}");
    }
}

#[test]
pub fn names_are_left_out_in_every_spelling_and_format() {
    let folder = tempfile::tempdir().expect("a folder");
    for (way, text) in told(folder.path(), &["--anonymise"]) {
        let small = text.to_lowercase();
        for name in ["alice", "bob"] {
            let near = small
                .find(name)
                .map(|at| small[at.saturating_sub(60)..].chars().take(90).collect::<String>());
            assert_eq!(near, None, "{way}");
        }
        assert!(text.contains("Player ") || way.contains("--explain"), "{way}: {text:.300}");
    }
}

/// Words of a log in which no name or password is expected, each with what it becomes.
const ODD_PLACES: [(&str, &str); 5] = [
    // Where a move says that its piece was.
    ("null/Main Map/137/264", "null/Zorro zqpwxx/137/264"),
    // A property of the module, the name of a value.
    ("MutableProperty\tVP\t", "MutableProperty\tVP Zorro zqpwxx\t"),
    // A turn tracker.
    ("LOG\tTURNTurnTracker0\t", "LOG\tTURNTurnTracker Zorro zqpwxx\t"),
    // Commands of modules with code of their own: their kind, and all of them.
    ("LOG\tUNDO\ttrue", "LOG\tzqpwxx Zorro\ttrue"),
    // The value of a counter, by its name.
    ("Note", "Note Zorro zqpwxx"),
];

#[test]
pub fn names_and_passwords_are_looked_for_where_nobody_expects_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let save = genuine("mini_end.vsav");
    let module = genuine("mini.vmod");
    for place in ODD_PLACES {
        let log = folder.path().join("odd.vlog");
        let player = ("PLAYER\talicepw\tAlice\t", "PLAYER\tzqpwxx\tZorro\t");
        forge::log("mini.vlog", &[place, player], &log);
        let ways: [&[&str]; 8] = [
            &["inspect", arg(&log), "--anonymise"],
            &["inspect", arg(&log), "--anonymise", "--pieces", "--steps"],
            &["inspect", arg(&log), "--anonymise", "--pieces", "--steps", "--format", "json"],
            &["export", arg(&log), "--anonymise"],
            &["export", arg(&log), "--anonymise", "--format", "json"],
            &["diff", arg(&save), arg(&log), "--anonymise"],
            &["diff", arg(&log), arg(&module), "--anonymise", "--format", "json"],
            &["replay", arg(&log), "--anonymise", "--out", "page.html", "--force"],
        ];
        for way in ways {
            let output = hexwright_in(folder.path(), way);
            let mut text = said(&output);
            assert!(matches!(output.status.code(), Some(0 | 1)), "{way:?}: {text}");
            if way[0] == "replay" {
                text = std::fs::read_to_string(folder.path().join("page.html")).expect("a page");
            }
            let small = text.to_lowercase();
            for word in ["zorro", "zqpwxx"] {
                let near = small.find(word).map(|at| {
                    let from = (0..=at.saturating_sub(60)).rev();
                    let from = from.into_iter().find(|at| small.is_char_boundary(*at));
                    small[from.unwrap_or(0)..].chars().take(100).collect::<String>()
                });
                assert_eq!(near, None, "{place:?}: {}", way[1..].join(" "));
            }
        }
    }
}

#[test]
pub fn what_one_log_tells_of_another_is_left_out_of_both() {
    let folder = tempfile::tempdir().expect("a folder");
    // Zorro joins in the second log; the first is named after him and speaks of him.
    let first = folder.path().join("waiting-for-zorro.vlog");
    let second = folder.path().join("second.vlog");
    forge::log("mini.vlog", &[("Hello, this is", "Zorro is late")], &first);
    forge::log("mini.vlog", &[("PLAYER\talicepw\tAlice\t", "PLAYER\tzqpwxx\tZorro\t")], &second);
    for format in ["text", "json"] {
        let way =
            ["inspect", arg(&first), arg(&second), "--chat", "--anonymise", "--format", format];
        let told = said(&hexwright_in(folder.path(), &way)).to_lowercase();
        assert!(told.contains("is late") && !told.contains("zorro"), "{told}");
    }
}
