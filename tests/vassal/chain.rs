//! Logs that continue each other, and logs that contradict themselves, made for the purpose.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test or benchmark that cannot go on has failed"
)]

use crate::support::{hexwright, said};
use hexwright::replay::{Event, GameChain, MismatchCause, Replay, Snapshot};
use hexwright::vassal::sequence::join;
use hexwright::vassal::{Limits, Opened, open_bytes};

const ESC: char = '\u{1b}';

/// A log: pieces at the start as `id x y`, then entries of commands.
fn log(pieces: &[(&str, i32, i32)], entries: &[&[&str]]) -> Vec<u8> {
    let mut top = vec!["begin_save".to_owned()];
    for (id, x, y) in pieces {
        top.push(format!("+/{id}/piece;;;;Unit {id}/Map;{x};{y};{id};0"));
    }
    top.push("end_save".to_owned());
    for entry in entries {
        top.push(join(ESC, entry.iter().map(|command| format!("LOG\t{command}"))));
    }
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    writer.start_file("savedGame", zip::write::SimpleFileOptions::default()).expect("starts");
    std::io::Write::write_all(&mut writer, join(ESC, &top).as_bytes()).expect("writes");
    writer.finish().expect("finishes").into_inner()
}

/// Every mismatch: the step, the piece, why.
fn mismatches(bytes: Vec<u8>) -> Vec<(usize, String, MismatchCause)> {
    let limits = Limits::default();
    let Ok(Opened::Saved(saved)) = open_bytes(bytes, &limits) else { panic!("a saved game") };
    let tree = saved.commands(&limits).expect("decodes");
    let steps = Replay::start(&tree, None, &limits).expect("starts").finish().expect("plays");
    let mut found = Vec::new();
    for step in &steps {
        for event in &step.events {
            if let Event::Mismatch { piece, cause, .. } = event {
                found.push((step.number, piece.id.clone(), *cause));
            }
        }
    }
    found
}

/// A drag to an empty hex as old programs wrote it: the stack that is made, the move, and its undo.
const THERE: [&str; 2] = ["M/1/Map/50/50/null/Map/10/10/null/pw", "+/90/stack/Map;50;50;1"];
const BACK: [&str; 2] = ["-/90", "M/1/Map/10/10/null/Map/50/50/null/pw"];

#[test]
fn moves_that_start_where_the_piece_lies_are_not_doubted() {
    assert_eq!(mismatches(log(&[("1", 10, 10)], &[&THERE, &BACK, &THERE])), []);
}

#[test]
fn an_undo_run_again_and_written_only_in_part_explains_the_next_move() {
    let again = ["M/1/Map/70/70/null/Map/10/10/null/pw", "+/91/stack/Map;70;70;1"];
    let entries: [&[&str]; 5] = [&THERE, &BACK, &THERE, &BACK[..1], &again];
    let found = mismatches(log(&[("1", 10, 10)], &entries));
    assert_eq!(found, [(5, "1".to_owned(), MismatchCause::UndoCutShort)]);
}

#[test]
fn a_stack_that_only_the_mover_knew_explains_the_next_move() {
    let together = ["M/1/Map/50/50/null/Map/10/10/null/pw", "M/2/Map/50/50/1/Map/20/20/null/pw"];
    let stack = ["M/777/Map/60/60/null/Map/50/50/null/pw"];
    let on = ["M/2/Map/70/70/null/Map/60/60/1/pw"];
    let found = mismatches(log(&[("1", 10, 10), ("2", 20, 20)], &[&together, &stack, &on]));
    assert_eq!(found, [(3, "2".to_owned(), MismatchCause::UnnamedStack)]);
}

#[test]
fn a_move_stepped_through_after_it_was_made_by_hand_was_done_before() {
    let by_hand = ["M/1/Map/50/50/null/Map/10/10/null/pw"];
    let found = mismatches(log(&[("1", 10, 10)], &[&by_hand, &by_hand]));
    assert_eq!(found, [(2, "1".to_owned(), MismatchCause::DoneBefore)]);
}

#[test]
fn an_undo_says_what_the_undone_move_had_said() {
    // The stack that held the piece moved on before the undo: the undo still says where the piece had gone.
    let stack_on = ["M/90/Map/80/80/null/Map/50/50/null/pw"];
    let found = mismatches(log(&[("1", 10, 10)], &[&THERE, &stack_on, &BACK]));
    assert_eq!(found, [(3, "1".to_owned(), MismatchCause::Undo)]);
}

#[test]
fn a_contradiction_without_a_reason_is_told_as_such() {
    let odd = ["M/1/Map/50/50/null/Map/30/30/null/pw"];
    let found = mismatches(log(&[("1", 10, 10)], &[&odd]));
    assert_eq!(found, [(1, "1".to_owned(), MismatchCause::Unknown)]);
}

fn ends(bytes: Vec<u8>) -> (Snapshot, Snapshot) {
    let limits = Limits::default();
    let Ok(Opened::Saved(saved)) = open_bytes(bytes, &limits) else { panic!("a saved game") };
    let tree = saved.commands(&limits).expect("decodes");
    let mut replay = Replay::start(&tree, None, &limits).expect("starts");
    let start = Snapshot::of(replay.position());
    replay.finish().expect("plays");
    (start, Snapshot::of(replay.position()))
}

#[test]
fn a_chain_tells_who_was_followed_throughout_and_who_has_gaps() {
    let first = log(&[("1", 10, 10), ("2", 20, 20), ("3", 30, 30)], &[&THERE]);
    // Unit 2 moved between the logs, 3 was removed, 4 came in.
    let second = log(&[("1", 50, 50), ("2", 25, 25), ("4", 40, 40)], &[]);
    let mut chain = GameChain::default();
    for bytes in [first, second] {
        let (start, end) = ends(bytes);
        chain.add(&start, end);
    }
    let [junction] = chain.junctions.as_slice() else { panic!("two files meet once") };
    assert_eq!((junction.agree, junction.shared, junction.breaks.len()), (1, 2, 3));
    let followed = chain.followed();
    assert_eq!(followed.counters, 4);
    assert_eq!((followed.throughout, followed.unbroken, followed.with_gaps), (1, 2, 1));
}

#[test]
fn the_chain_is_printed_with_what_changed_between_the_logs() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, bytes: Vec<u8>| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).expect("written");
        path.to_str().expect("plain").to_owned()
    };
    let first = write("a.vlog", log(&[("1", 10, 10), ("2", 20, 20)], &[&THERE]));
    let second = write("b.vlog", log(&[("1", 50, 50), ("2", 25, 25)], &[]));
    let strange = write("c.vlog", log(&[("8", 50, 50)], &[]));
    let output = hexwright(&["inspect", "--chain", "--pieces", &first, &second]);
    let text = said(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("1 of 2 counters agree; 1 moved"), "{text}");
    assert!(text.contains("moved: Unit 2 [2] Map 20,20 → Map 25,25"), "{text}");
    assert!(text.contains("1 through all 2 files without a gap"), "{text}");
    assert!(!text.contains("pw"), "{text}");
    let output = hexwright(&["inspect", "--chain", "--format", "json", &first, &strange]);
    assert_eq!(output.status.code(), Some(1), "another game is a finding");
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(told["files"][1]["after_the_one_before"]["shared"], 0);
    assert_eq!(told["followed"]["counters"], 3);
}
