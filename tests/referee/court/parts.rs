//! A log that begins in the middle: what an attack before it may have asked for is unchecked.

use super::{Log, moves};
use hexwright::deeds::{Act, Deed, Standing};

/// The tidy log from a deed on, as a file of its own.
fn from(log: &Log, cut: usize) -> Log {
    let mut log = log.clone();
    let Act::SetUp { mut pieces, markers, scenario, .. } = log.deeds[0].act.clone() else {
        panic!("no table")
    };
    let mut moment = None;
    for deed in &log.deeds[1..cut] {
        let piece = |pieces: &mut Vec<Standing>, unit, change: &dyn Fn(&mut Standing)| {
            pieces.iter_mut().filter(|piece| piece.unit == unit).for_each(change);
        };
        match deed.act.clone() {
            Act::Turn(now) => moment = Some(now),
            Act::Move { unit, to, .. } => piece(&mut pieces, unit, &|piece| piece.at = to.clone()),
            Act::Steps { unit, to, .. } => {
                piece(&mut pieces, unit, &|piece| piece.steps = Some(to))
            }
            _ => {}
        }
    }
    let act = Act::SetUp { pieces, markers, moment, scenario };
    log.deeds.splice(..cut, [Deed { step: 0, by: None, act }]);
    log.renumber();
    log
}

#[test]
fn a_retreat_after_an_attack_of_the_file_before_is_unchecked() {
    let log = Log::tidy();
    let letter = from(&log, log.roll(0) + 1);
    letter.excused();
    let verdict = letter.heard();
    let open = verdict.rulings.iter().flat_map(|ruling| &ruling.judgement.unchecked);
    assert!(open.into_iter().any(|one| one.reason.contains("begins in the middle")));
}

#[test]
fn what_no_result_asks_for_is_told_of_such_a_file_too() {
    let log = Log::tidy();
    let mut letter = from(&log, log.roll(0) + 1);
    letter.after(0, [moves("l-73", "0608", "0612")]);
    let (accused, _) = letter.said();
    assert!(accused.iter().any(|words| words.starts_with("BH-2.0")), "{accused:?}");
}

#[test]
fn a_file_that_begins_with_a_phase_is_judged_as_a_whole() {
    let log = Log::tidy();
    let cut = log.click("kess", "supply") + 1;
    let mut letter = from(&log, cut);
    letter.excused();
    let at = letter.move_to("k-223", "1105");
    letter.deeds[at].act = moves("k-223", "1005", "1505");
    let (accused, _) = letter.said();
    assert!(accused.iter().any(|words| words.starts_with("BH-5.0")), "{accused:?}");
}
