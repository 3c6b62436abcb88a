//! The tracker is a witness, not the law.

use super::{Log, moves, rolls, state, turn};
use hexwright::deeds::Act;
use hexwright::referee::Severity;

#[test]
fn a_click_after_the_moves_is_late() {
    let mut log = Log::tidy();
    log.shift(log.click("lorn", "movement"), log.click("lorn", "combat"));
    let notes = log.excused();
    assert!(notes.iter().any(|note| note.contains("tracker late")), "{notes:?}");
}

#[test]
fn a_crime_under_a_late_tracker_is_found() {
    let mut log = Log::tidy();
    let at = log.move_to("l-123", "1208");
    log.deeds[at].act = moves("l-123", "1211", "1204");
    log.shift(log.click("lorn", "movement"), log.click("lorn", "combat"));
    let (accused, _) = log.said();
    assert!(accused.iter().any(|words| words.starts_with("BH-5.0")), "{accused:?}");
}

#[test]
fn a_click_in_the_middle_of_the_moves_is_one_suspicion() {
    let mut log = Log::tidy();
    log.shift(log.click("lorn", "movement"), log.move_to("l-7a", "0509"));
    log.accused(Severity::Suspect, "BH-2.0");
}

#[test]
fn a_tracker_never_touched_accuses_nobody() {
    let mut log = Log::tidy();
    log.deeds.retain(|deed| !matches!(deed.act, Act::Turn(_)));
    log.excused();
}

#[test]
fn a_phase_clicked_too_early_and_back_is_no_end_of_it() {
    let mut log = Log::tidy();
    let (combat, rally) = (log.click("lorn", "combat"), log.click("lorn", "rally"));
    let (combat, rally) = (turn(&log.deeds[combat]), turn(&log.deeds[rally]));
    log.after(log.roll(0), [Act::Turn(rally), Act::Turn(combat)]);
    log.excused();
}

#[test]
fn a_move_after_the_click_is_out_of_its_phase() {
    let mut log = Log::tidy();
    log.after(log.click("lorn", "combat"), [moves("l-73", "0608", "0708")]);
    log.accused(Severity::Violation, "BH-2.0");
}

#[test]
fn a_move_after_the_click_that_goes_back_is_put_right() {
    let mut log = Log::tidy();
    let there_and_back = [moves("l-73", "0608", "0708"), moves("l-73", "0708", "0608")];
    log.after(log.click("lorn", "combat"), there_and_back);
    assert_eq!(log.excused().len(), 1);
}

#[test]
fn a_late_move_that_the_opponent_allows_is_a_note() {
    let mut log = Log::tidy();
    let click = log.click("lorn", "combat");
    log.after(click, [moves("l-123", "1208", "1207")]);
    let at = log.move_to("l-123", "1208");
    log.deeds.remove(at);
    let late = log.move_to("l-123", "1207");
    log.deeds[late].act = moves("l-123", "1211", "1208");
    log.say(late, "lorn", "I forgot to move that one, ok?");
    log.say(late, "kess", "sure, go ahead");
    let notes = log.excused();
    assert!(notes.iter().any(|note| note.contains("agreed")), "{notes:?}");
}

#[test]
fn a_rally_in_the_phase_of_the_enemy_is_found() {
    let mut log = Log::tidy();
    log.after(log.click("lorn", "rally"), [state("k-221", false)]);
    let own = log.nth(1, |act| *act == state("k-221", false));
    log.deeds.remove(own);
    let (accused, _) = log.said();
    let cites = |words: &String| words.starts_with("BH-8.1") || words.starts_with("BH-2.0");
    assert!(accused.iter().any(cites), "{accused:?}");
}

#[test]
fn a_second_movement_phase_is_found() {
    let mut log = Log::tidy();
    let (movement, end) = (log.click("lorn", "movement"), log.click("kess", "rally"));
    let (movement, rally) = (turn(&log.deeds[movement]), turn(&log.deeds[end]));
    let extra = [Act::Turn(movement), moves("l-123", "1208", "1207"), Act::Turn(rally)];
    log.after(end, extra);
    let (accused, _) = log.said();
    assert!(accused.iter().any(|words| words.starts_with("BH-2.0")), "{accused:?}");
}

#[test]
fn a_roll_for_the_beer_is_a_note_at_most() {
    let mut log = Log::tidy();
    log.after(log.click("lorn", "movement"), [rolls(3)]);
    log.excused();
}
