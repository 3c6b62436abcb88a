//! The tracker is never touched: the deeds tell the phases, and only what no order of phases makes legal is accused.

use super::corrections::{arrives, leaves, steps};
use super::{Log, attack, moves, rolls, spot, state};
use hexwright::deeds::{Act, Deed};
use hexwright::referee::court::Fate;

/// The tidy log without clicks.
fn silent() -> Log {
    Log::tidy().without_clicks()
}

fn is_loss(unit: &'static str) -> impl Fn(&Act) -> bool {
    move |act| matches!(act, Act::Steps { unit: u, .. } if u.counter() == unit)
}

#[test]
fn a_legal_log_is_judged_though_nobody_clicks() {
    let log = silent();
    log.excused();
    let fates = log.heard().fates;
    let judged = fates.iter().flatten().filter(|fate| **fate == Fate::Judged).count();
    assert!(judged * 10 > fates.len() * 7, "{judged} of {}", fates.len());
}

#[test]
fn where_the_court_takes_play_to_pass_on_the_log_is_legal_to_the_letter() {
    let pack = hexwright::referee::pack::Pack::new(super::game()).unwrap();
    let told = silent().heard().told;
    assert!(told.iter().any(|deed| matches!(deed.act, Act::Turn(_))), "nobody tells when");
    let rulings = hexwright::referee::Referee::hear_all(&pack, None, &told).unwrap();
    let findings = rulings.iter().flat_map(|ruling| &ruling.judgement.findings);
    assert_eq!(findings.filter(|finding| finding.accuses()).count(), 0);
}

#[test]
fn a_unit_dragged_there_and_back_is_no_crime() {
    let log = silent();
    let at = log.move_to("l-73", "0608");
    log.with(at, [moves("l-73", "0608", "0708"), moves("l-73", "0708", "0608")]).excused();
}

#[test]
fn a_double_click_on_the_dice_is_a_note() {
    let log = silent();
    let at = log.roll(0);
    log.with(at, [rolls(2)]).excused();
}

#[test]
fn an_attack_declared_weaker_first_is_amended() {
    let log = silent();
    let at = log.attack(0) - 1;
    log.with(at, [attack(&["l-71"], "0507")]).excused();
}

#[test]
fn attacks_need_not_be_declared() {
    silent().without(|act| matches!(act, Act::Declare(_))).excused();
}

#[test]
fn the_log_may_stop_in_the_middle_of_an_attack() {
    let mut log = silent();
    let at = log.roll(0);
    log.deeds.truncate(at + 1);
    log.excused();
}

#[test]
fn the_log_may_stop_in_the_middle_of_the_moves() {
    let mut log = silent();
    let at = log.move_to("l-121", "1106");
    log.deeds.truncate(at + 1);
    log.excused();
}

#[test]
fn the_log_may_stop_in_the_middle_of_the_set_up() {
    let mut log = silent();
    log.deeds.truncate(6);
    log.excused();
}

#[test]
fn a_counter_replaced_in_its_hex_is_a_note() {
    let log = silent();
    let at = log.move_to("l-123", "1208");
    log.with(at, [leaves("l-73", spot("0608")), arrives("l-73", "0608")]).excused();
}

#[test]
fn an_enemy_counter_nudged_and_put_back_is_a_note() {
    let log = silent();
    let at = log.move_to("l-73", "0608");
    let nudged = [moves("k-223", "1005", "1004"), moves("k-223", "1004", "1005")];
    log.with(at, nudged).excused();
}

#[test]
fn a_counter_turned_over_by_mistake_and_back_is_a_note() {
    let log = silent();
    let at = log.move_to("k-223", "1105");
    log.with(at, [steps("l-73", 2, 1), steps("l-73", 1, 2)]).excused();
}

#[test]
fn a_move_too_far_in_any_order_is_found() {
    let log = silent();
    let at = log.move_to("l-123", "1208");
    log.instead(at, moves("l-123", "1211", "1204")).guilty(&["BH-5.0"]);
}

#[test]
fn a_move_too_far_in_hops_is_found() {
    let log = silent();
    let at = log.move_to("l-123", "1208");
    log.with(at, [moves("l-123", "1208", "1206"), moves("l-123", "1206", "1204")])
        .guilty(&["BH-5.0", "BH-2.0"]);
}

#[test]
fn a_loss_not_taken_is_found() {
    silent().without(is_loss("l-121")).guilty(&["BH-6.3"]);
}

#[test]
fn a_loss_too_many_is_found() {
    let log = silent();
    let at = log.nth(0, is_loss("l-121"));
    log.with(at, [steps("l-122", 2, 1)]).guilty(&["BH-6.3"]);
}

#[test]
fn a_retreat_not_made_is_found() {
    let stays = |act: &Act| {
        *act == moves("k-221", "0507", "0505")
            || *act == moves("l-71", "0508", "0507")
            || matches!(act, Act::State { unit, .. } if unit.counter() == "k-221")
    };
    silent().without(stays).guilty(&["BH-6.3", "BH-7.0"]);
}

#[test]
fn a_retreated_unit_that_is_never_marked_is_found() {
    let marks = |act: &Act| matches!(act, Act::State { unit, .. } if unit.counter() == "k-221");
    silent().without(marks).guilty(&["BH-7.0", "BH-8.1"]);
}

#[test]
fn a_rally_left_out_is_found() {
    silent().without(|act| *act == state("k-31", false)).guilty(&["BH-8.1"]);
}

#[test]
fn a_step_regained_is_found() {
    let log = silent();
    let at = log.move_to("k-223", "1105");
    log.with(at, [steps("l-121", 1, 2)]).guilty(&["BH-1.0"]);
}

#[test]
fn three_in_a_hex_at_the_end_of_every_order_are_found() {
    let log = silent();
    let at = log.move_to("l-73", "0608");
    log.instead(at, moves("l-73", "0609", "0508")).guilty(&["BH-3.0"]);
}

#[test]
fn a_unit_that_moves_among_the_enemys_moves_is_found() {
    let log = silent();
    let at = log.move_to("k-3a", "0605");
    log.with(at, [moves("l-73", "0608", "0609")]).guilty(&["BH-2.0"]);
}

#[test]
fn an_enemy_counter_carried_off_is_found() {
    let log = silent();
    let at = log.move_to("l-123", "1208");
    log.with(at, [moves("k-31", "0506", "0404")]).guilty(&["BH-2.0", "BH-5.0"]);
}

#[test]
fn a_unit_that_attacks_twice_is_found() {
    let log = silent();
    let at = log.nth(0, is_loss("k-222"));
    log.with(at, [attack(&["l-121"], "1105"), rolls(6)]).guilty(&["BH-6.0"]);
}

#[test]
fn a_reinforcement_before_its_turn_is_found() {
    let mut log = silent();
    let late = log.nth(0, |act| matches!(act, Act::Move { unit, .. } if unit.counter() == "l-41"));
    let deed = log.deeds.remove(late);
    let at = log.move_to("l-123", "1208");
    log.deeds.insert(at + 1, Deed { step: log.deeds[at].step + 1, ..deed });
    log.guilty(&["BH-5.1"]);
}

#[test]
fn a_unit_set_up_where_it_may_not_be_is_found() {
    let log = silent();
    let at = log.nth(0, |act| matches!(act, Act::Move { unit, .. } if unit.counter() == "k-31"));
    let Act::Move { unit, from, .. } = log.deeds[at].act.clone() else { panic!() };
    let go = log.instead(at, Act::Move { unit, from, to: spot("0509") });
    go.guilty(&["BH-1.1", "BH-3.0"]);
}

#[test]
fn a_unit_taken_off_without_a_result_is_found() {
    let log = silent();
    let at = log.move_to("k-223", "1105");
    log.with(at, [leaves("l-73", spot("0608"))]).guilty(&["BH-2.0", "BH-6.3", "BH-1.0"]);
}
