//! Habits of people who play legally: they are told as notes at most, or as one suspicion where they blur the phases.

use super::corrections::{arrives, leaves, steps};
use super::{Log, attack, moves, rolls, spot, state, turn};
use hexwright::deeds::Act;

#[test]
fn clicking_once_a_player_turn_is_a_habit() {
    Log::tidy().with_clicks(&[("kess", "supply")]).forgiven();
}

#[test]
fn clicking_no_more_after_the_first_moves_is_a_habit() {
    Log::tidy().with_clicks(&[("lorn", "movement"), ("lorn", "combat")]).forgiven();
}

#[test]
fn all_clicks_of_a_player_turn_at_its_end_are_late() {
    let mut log = Log::tidy();
    let supply = log.click("kess", "supply");
    for phase in ["movement", "combat", "rally"] {
        log.shift(log.click("lorn", phase), supply);
    }
    log.excused();
}

#[test]
fn the_tracker_clicked_through_the_turn_and_back_tells_nothing() {
    let mut log = Log::tidy();
    let clicks: Vec<Act> = ["combat", "rally"]
        .iter()
        .map(|phase| Act::Turn(turn(&log.deeds[log.click("lorn", phase)])))
        .collect();
    let back = Act::Turn(turn(&log.deeds[log.click("lorn", "movement")]));
    log.after(log.move_to("l-73", "0608"), clicks.into_iter().chain([back]));
    log.excused();
}

#[test]
fn both_attacks_announced_before_the_dice_are_a_slip() {
    let mut log = Log::tidy();
    log.shift(log.attack(1), log.roll(0));
    log.forgiven();
}

#[test]
fn a_retreat_made_by_the_attacker_is_a_courtesy() {
    let mut log = Log::tidy();
    let at = log.move_to("k-221", "0505");
    log.deeds[at].by = Some(super::side("lorn"));
    log.excused();
}

#[test]
fn one_player_at_the_screen_plays_for_both() {
    let mut log = Log::tidy();
    log.deeds.iter_mut().for_each(|deed| deed.by = Some(super::side("kess")));
    log.excused();
}

#[test]
fn an_advance_before_the_retreat_is_the_same_attack() {
    let mut log = Log::tidy();
    log.shift(log.move_to("l-71", "0507"), log.move_to("k-221", "0505"));
    log.excused();
}

#[test]
fn losses_a_phase_late_are_forgiven() {
    let mut log = Log::tidy();
    let loss = log.nth(0, |act| *act == steps("l-121", 2, 1));
    log.shift(loss, log.click("lorn", "rally") + 1);
    log.say(log.click("lorn", "rally"), "lorn", "forgot my step");
    log.forgiven();
}

#[test]
fn a_marker_a_phase_late_is_forgiven() {
    let mut log = Log::tidy();
    let marked = log.nth(0, |act| *act == state("k-221", true));
    log.shift(marked, log.click("lorn", "rally") + 1);
    log.forgiven();
}

#[test]
fn a_marker_on_the_wrong_unit_taken_off_at_once_is_a_note() {
    let log = Log::tidy();
    let at = log.move_to("k-221", "0505");
    log.with(at, [state("l-71", true), state("l-71", false)]).excused();
}

#[test]
fn a_counter_replaced_in_the_enemys_turn_is_a_note() {
    let log = Log::tidy();
    let at = log.click("kess", "movement");
    log.with(at, [leaves("l-73", spot("0608")), arrives("l-73", "0608")]).excused();
}

#[test]
fn a_fresh_counter_put_down_before_the_old_one_goes_is_a_note() {
    let log = Log::tidy();
    let at = log.click("kess", "movement");
    log.with(at, [arrives("l-73#2", "0608"), leaves("l-73", spot("0608"))]).excused();
}

#[test]
fn an_enemy_counter_nudged_and_put_back_is_a_note() {
    let log = Log::tidy();
    let at = log.move_to("l-73", "0608");
    log.with(at, [moves("k-223", "1005", "1004"), moves("k-223", "1004", "1005")]).excused();
}

#[test]
fn set_up_that_goes_on_after_the_first_click_is_set_up() {
    let mut log = Log::tidy();
    let last = log.move_to("l-12r", "1209");
    log.shift(last, log.click("lorn", "movement") + 1);
    log.forgiven();
}

#[test]
fn a_die_told_in_chat_is_forgiven() {
    let mut log = Log::tidy();
    let at = log.roll(1);
    log.deeds.remove(at);
    log.say(at - 1, "lorn", "dice server is down, I rolled a 6 on the table");
    log.forgiven();
}

#[test]
fn dice_of_the_wrong_hour_are_notes() {
    let log = Log::tidy();
    let at = log.click("kess", "supply");
    log.with(at, [rolls(2), rolls(5)]).excused();
}

#[test]
fn an_attack_cancelled_and_declared_with_others_is_one() {
    let log = Log::tidy();
    let at = log.attack(0) - 1;
    log.with(at, [attack(&["l-73"], "0507"), attack(&["l-71", "l-73"], "0507")]).excused();
}

#[test]
fn a_hex_put_right_after_the_roll_with_a_word_is_forgiven() {
    let mut log = Log::tidy();
    let at = log.attack(0);
    let right = log.deeds[at].act.clone();
    log.deeds[at].act = attack(&["l-71", "l-72", "l-7a"], "0506");
    log.after(log.roll(0), [right]);
    log.say(log.roll(0), "lorn", "typo, I mean 0507");
    log.forgiven();
}

#[test]
fn a_turn_in_which_everything_is_taken_back_and_redone_is_legal() {
    let mut log = Log::tidy();
    let (from, to) = (log.click("lorn", "movement") + 1, log.click("lorn", "combat"));
    for at in (from..to).rev() {
        if let Act::Move { unit, from, to } = log.deeds[at].act.clone() {
            let back = Act::Move { unit: unit.clone(), from: to.clone(), to: from.clone() };
            log.after(at, [back, Act::Move { unit, from, to }]);
        }
    }
    log.renumber();
    log.excused();
}
