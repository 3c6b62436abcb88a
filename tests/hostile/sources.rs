//! Sources come from strangers: whatever is done to a file, loading reports and never panics.

use hexwright::{diagnostic, embedded, source};
use proptest::prelude::*;
use std::path::PathBuf;

/// A change that a careless hand, a bad editor or an attacker could make to a file.
#[derive(Debug, Clone)]
enum Damage {
    Delete { at: usize, length: usize },
    Insert { at: usize, text: String },
    Swap { at: usize, with: usize },
    Repeat { at: usize, length: usize, times: usize },
    Byte { at: usize, value: u8 },
}

fn damage() -> impl Strategy<Value = Damage> {
    let word = prop_oneof![
        Just("\"".to_owned()),
        Just("\"\"\"\n".to_owned()),
        Just("[[".to_owned()),
        Just("\n[[phase]]\n".to_owned()),
        Just("99999999999999999999".to_owned()),
        Just("-1".to_owned()),
        Just("0199-9901".to_owned()),
        Just("0101:9999".to_owned()),
        Just("\u{202e}ł€\u{0}".to_owned()),
        Just(",,,,\n".to_owned()),
        Just("1/0".to_owned()),
        ".{0,12}",
    ];
    prop_oneof![
        (any::<usize>(), 0..40usize).prop_map(|(at, length)| Damage::Delete { at, length }),
        (any::<usize>(), word).prop_map(|(at, text)| Damage::Insert { at, text }),
        (any::<usize>(), any::<usize>()).prop_map(|(at, with)| Damage::Swap { at, with }),
        (any::<usize>(), 0..60usize, 2..6usize).prop_map(|(at, length, times)| Damage::Repeat {
            at,
            length,
            times
        }),
        (any::<usize>(), any::<u8>()).prop_map(|(at, value)| Damage::Byte { at, value }),
    ]
}

fn apply(bytes: &mut Vec<u8>, damage: &Damage) {
    if bytes.is_empty() {
        return;
    }
    let size = bytes.len();
    match damage {
        Damage::Delete { at, length } => {
            let at = at % size;
            bytes.drain(at..(at + length).min(size));
        }
        Damage::Insert { at, text } => {
            let at = at % size;
            bytes.splice(at..at, text.bytes());
        }
        Damage::Swap { at, with } => bytes.swap(at % size, with % size),
        Damage::Repeat { at, length, times } => {
            let at = at % size;
            let piece = bytes[at..(at + length).min(size)].repeat(*times);
            bytes.splice(at..at, piece);
        }
        Damage::Byte { at, value } => bytes[at % size] = *value,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, ..ProptestConfig::default() })]

    #[test]
    fn a_damaged_project_is_reported_and_never_panics(
        hits in prop::collection::vec((any::<usize>(), damage()), 1..6),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let mut files: Vec<(PathBuf, Vec<u8>)> = embedded::starter("battle", "Battle")
            .into_iter()
            .map(|(path, text)| (path, text.into_bytes()))
            .collect();
        for (file, damage) in &hits {
            let count = files.len();
            apply(&mut files[file % count].1, damage);
        }
        for (path, bytes) in &files {
            hexwright::output::write_whole(&folder.path().join(path), bytes).unwrap();
        }
        let loaded = source::load(folder.path());
        for found in loaded.diagnostics.sorted() {
            prop_assert!(!diagnostic::to_text(found).is_empty());
            prop_assert!(diagnostic::to_json(found)["code"].is_string());
        }
    }
}
