//! A die belongs to a need: surplus rolls are notes, a later number that was used is a suspicion.

use super::{Log, rolls};
use hexwright::deeds::UndoneRoll;
use hexwright::referee::Severity;

#[test]
fn a_double_click_of_which_the_first_counts_is_a_note() {
    let mut log = Log::tidy();
    log.after(log.roll(0), [rolls(1)]);
    let notes = log.excused();
    assert!(notes.iter().any(|note| note.contains("nothing needed")), "{notes:?}");
}

#[test]
fn a_later_roll_that_is_used_is_a_suspicion_with_both_numbers() {
    let mut log = Log::tidy();
    log.after(log.roll(0) - 1, [rolls(1)]);
    let words = log.accused(Severity::Suspect, "BH-6.3");
    assert!(words.contains("roll of 1") && words.contains('6'), "{words}");
}

#[test]
fn a_later_roll_with_its_reason_in_chat_is_a_note() {
    let mut log = Log::tidy();
    log.after(log.roll(0) - 1, [rolls(1)]);
    log.say(log.roll(0), "lorn", "misclick, I roll again");
    log.excused();
}

/// A log in which a 1 was rolled and taken back before the 6.
fn undone() -> Log {
    let mut log = Log::tidy();
    let step = log.deeds[log.roll(0)].step - 1;
    let roll =
        UndoneRoll { step, by: None, dice: "1d6".to_owned(), faces: vec![1], left_for: None };
    log.asides.undone_rolls.push(roll);
    log
}

#[test]
fn a_roll_undone_and_made_again_is_a_suspicion() {
    let words = undone().accused(Severity::Suspect, "BH-6.3");
    assert!(words.contains("roll of 1") && words.contains('6'), "{words}");
}

#[test]
fn a_roll_undone_with_a_word_is_a_note() {
    let mut log = undone();
    log.say(log.roll(0), "lorn", "sorry, too early");
    log.excused();
}
