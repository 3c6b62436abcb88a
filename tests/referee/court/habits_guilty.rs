//! A mess hides no crime: the same habits, and something illegal that nobody put right.

use super::corrections::{arrives, leaves, steps};
use super::{Log, attack, moves, rolls, spot, state};
use hexwright::deeds::Act;

fn late() -> Log {
    let mut log = Log::tidy();
    log.shift(log.click("lorn", "movement"), log.click("lorn", "combat"));
    log
}

#[test]
fn a_loss_not_taken_under_a_late_tracker_is_found() {
    late().without(|act| *act == steps("l-121", 2, 1)).guilty(&["BH-6.3"]);
}

#[test]
fn a_second_attack_under_a_late_tracker_is_found() {
    let log = late();
    let at = log.nth(0, |act| *act == steps("k-222", 2, 1));
    log.with(at, [attack(&["l-121"], "1105"), rolls(6)]).guilty(&["BH-6.0"]);
}

#[test]
fn a_move_too_far_under_a_tracker_clicked_once_a_turn_is_found() {
    let log = Log::tidy();
    let at = log.move_to("l-123", "1208");
    let log = log.instead(at, moves("l-123", "1211", "1204"));
    log.with_clicks(&[("kess", "supply")]).guilty(&["BH-5.0"]);
}

#[test]
fn a_retreat_not_made_after_the_clicks_stop_is_found() {
    let stays = |act: &Act| {
        *act == moves("k-31", "0506", "0505")
            || *act == state("k-31", true)
            || *act == state("k-31", false)
    };
    let log = Log::tidy().with_clicks(&[("lorn", "movement"), ("lorn", "combat")]);
    log.without(stays).guilty(&["BH-6.3", "BH-7.0"]);
}

#[test]
fn the_enemy_moving_in_the_middle_of_ones_moves_is_found() {
    let log = Log::tidy();
    let at = log.move_to("l-73", "0608");
    log.with(at, [moves("k-223", "1005", "1004")]).guilty(&["BH-2.0"]);
}

#[test]
fn a_reduced_unit_replaced_by_a_fresh_one_is_found() {
    let log = Log::tidy();
    let at = log.click("kess", "movement");
    log.with(at, [leaves("l-121", spot("1106")), arrives("l-121", "1106")])
        .guilty(&["BH-1.0", "BH-2.0"]);
}

#[test]
fn a_counter_replaced_elsewhere_is_found() {
    let log = Log::tidy();
    let at = log.click("lorn", "combat");
    log.with(at, [leaves("l-73", spot("0608")), arrives("l-73", "0611")])
        .guilty(&["BH-2.0", "BH-5.0"]);
}

#[test]
fn a_unit_lost_that_no_result_took_is_found_though_nobody_declares() {
    let log = Log::tidy().without(|act| matches!(act, Act::Declare(_)));
    let at = log.nth(0, |act| *act == steps("k-222", 2, 1));
    log.with(at, [leaves("l-73", spot("0608"))]).guilty(&["BH-6.3", "BH-2.0"]);
}

#[test]
fn a_move_too_far_by_somebody_elses_hand_is_found() {
    let mut log = Log::tidy();
    log.deeds.iter_mut().for_each(|deed| deed.by = Some(super::side("kess")));
    let at = log.move_to("l-123", "1208");
    log.instead(at, moves("l-123", "1211", "1204")).guilty(&["BH-5.0"]);
}

#[test]
fn a_marker_taken_off_in_the_phase_it_was_put_on_is_found() {
    let log = Log::tidy().without(|act| *act == state("k-221", false));
    let at = log.nth(0, |act| *act == state("k-221", true));
    log.with(at, [state("k-221", false)]).guilty(&["BH-7.0", "BH-8.1", "BH-2.0"]);
}

#[test]
fn one_regiment_in_two_undeclared_attacks_is_found() {
    // Both attacks lose the step of the same regiment: whoever else took part, it attacked twice.
    let log = Log::tidy().without(|act| matches!(act, Act::Declare(_)));
    let at = log.nth(0, |act| *act == steps("k-222", 2, 1));
    let again = [rolls(6), moves("l-121", "1106", "1105")];
    log.with(at, again).guilty(&["BH-6.0", "BH-6.3", "BH-2.0", "BH-3.0"]);
}

#[test]
fn two_rolls_too_low_and_a_third_that_is_used_are_a_suspicion() {
    let mut log = Log::tidy();
    log.after(log.roll(0) - 1, [rolls(1), rolls(2)]);
    log.guilty(&["BH-6.3"]);
}

#[test]
fn a_turn_of_the_enemy_passed_over_by_the_clicks_is_found() {
    let mut log = Log::tidy();
    let (from, to) = (log.click("kess", "supply"), log.deeds.len());
    let second = log.deeds[from..to].iter().position(|deed| {
        matches!(&deed.act, Act::Turn(moment) if moment.turn == 2 && moment.phase.iter().any(|id| id == "supply"))
    });
    log.deeds.drain(from..from + second.unwrap());
    // The unit that would have rallied in it shows that it never was.
    log.guilty(&["BH-2.0", "BH-8.1"]);
}
