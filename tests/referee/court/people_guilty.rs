//! What people do who gain by it, in the same untidy logs.

use super::corrections::{arrives, leaves, steps};
use super::{Log, attack, moves, rolls, spot, state, turn};
use hexwright::deeds::{Act, UndoneRoll};

fn click(log: &Log, side: &str, phase: &str) -> Act {
    Act::Turn(turn(&log.deeds[log.click(side, phase)]))
}

#[test]
fn a_move_after_the_units_attack() {
    let log = Log::tidy();
    let at = log.nth(0, |act| *act == steps("k-222", 2, 1));
    log.with(at, [moves("l-122", "1106", "1206")]).guilty(&["BH-2.0", "BH-6.3", "BH-7.1"]);
}

#[test]
fn moves_after_combat_with_the_tracker_set_back_and_on() {
    let log = Log::tidy();
    let at = log.nth(0, |act| *act == steps("k-222", 2, 1));
    let (back, on) = (click(&log, "lorn", "movement"), click(&log, "lorn", "combat"));
    log.with(at, [back, moves("l-73", "0608", "0607"), on]).guilty(&["BH-2.0", "BH-5.0"]);
}

#[test]
fn a_second_turn_of_the_same_side_in_place_of_the_enemys() {
    let log = Log::tidy();
    let at = log.click("lorn", "rally");
    let clicks: Vec<Act> = ["supply", "movement", "combat", "rally"]
        .iter()
        .map(|phase| click(&log, "kess", phase))
        .collect();
    let mut log = log.with(at, clicks.into_iter().take(2).chain([moves("l-73", "0608", "0607")]));
    let rest = log.click("kess", "movement") + 2;
    log.deeds.truncate(rest);
    log.guilty(&["BH-2.0"]);
}

#[test]
fn extra_points_spread_over_hops_of_different_phases() {
    let log = Log::tidy();
    let on = log.move_to("k-223", "1105");
    let log = log.instead(on, moves("k-223", "1004", "1303"));
    let at = log.click("kess", "supply");
    log.with(at, [moves("k-223", "1005", "1004")]).guilty(&["BH-5.0", "BH-2.0", "BH-4.0"]);
}

#[test]
fn rolled_again_until_it_fits() {
    let mut log = Log::tidy();
    log.after(log.roll(1) - 1, [rolls(1), rolls(2), rolls(3)]);
    log.guilty(&["BH-6.3"]);
}

#[test]
fn a_roll_undone_across_the_click_of_a_phase() {
    let mut log = Log::tidy();
    let at = log.roll(0);
    let step = log.deeds[at].step - 3;
    log.asides.undone_rolls.push(UndoneRoll {
        step,
        by: None,
        dice: "1d6".to_owned(),
        faces: vec![2],
        left_for: None,
    });
    log.guilty(&["BH-6.3"]);
}

#[test]
fn two_rolls_undone_before_the_one_that_counts() {
    let mut log = Log::tidy();
    let step = log.deeds[log.roll(1)].step;
    for (back, face) in [(3, 1), (2, 3)] {
        log.asides.undone_rolls.push(UndoneRoll {
            step: step - back,
            by: None,
            dice: "1d6".to_owned(),
            faces: vec![face],
            left_for: None,
        });
    }
    log.guilty(&["BH-6.3"]);
}

#[test]
fn another_result_than_the_one_rolled() {
    let log = Log::tidy();
    let at = log.roll(0);
    log.instead(at, rolls(1)).guilty(&["BH-6.3", "BH-6.2", "BH-6.1"]);
}

#[test]
fn a_die_changed_by_typing_another() {
    let mut log = Log::tidy();
    let at = log.roll(0);
    log.deeds[at].act = rolls(1);
    log.say(at, "lorn", "* Roll 1d6: 6 [Lorn]");
    log.guilty(&["BH-6.3", "BH-6.2", "BH-6.1"]);
}

#[test]
fn a_loss_of_the_enemy_that_no_result_asked_for() {
    let log = Log::tidy();
    let at = log.roll(0);
    log.with(at, [steps("k-221", 2, 1)]).guilty(&["BH-6.3"]);
}

#[test]
fn a_loss_given_back_in_the_next_phase() {
    let log = Log::tidy();
    let at = log.click("lorn", "rally");
    log.with(at, [steps("l-121", 1, 2)]).guilty(&["BH-1.0", "BH-6.3"]);
}

#[test]
fn a_loss_given_back_in_the_same_phase() {
    let log = Log::tidy();
    let at = log.nth(0, |act| *act == steps("k-222", 2, 1));
    log.with(at, [steps("l-121", 1, 2)]).guilty(&["BH-1.0", "BH-6.3"]);
}

#[test]
fn a_loss_taken_by_a_unit_that_did_not_fight() {
    let log = Log::tidy();
    let at = log.nth(0, |act| *act == steps("l-121", 2, 1));
    log.instead(at, steps("l-12r", 2, 1)).guilty(&["BH-6.3", "BH-2.0"]);
}

#[test]
fn an_eliminated_unit_that_comes_back_from_the_palette() {
    let log = Log::tidy();
    let loss = log.nth(0, |act| *act == steps("k-222", 2, 1));
    let log = log.with(loss, [leaves("k-222", spot("1105"))]);
    let at = log.click("kess", "movement");
    log.with(at, [arrives("k-222", "1104")]).guilty(&["BH-6.3", "BH-5.1", "BH-1.0", "BH-2.0"]);
}

#[test]
fn an_enemy_counter_moved_out_of_the_way_before_the_attack() {
    let log = Log::tidy();
    let at = log.click("lorn", "combat");
    log.with(at, [moves("k-31", "0506", "0405")]).guilty(&["BH-2.0"]);
}

#[test]
fn an_enemy_counter_disrupted_without_a_result() {
    let log = Log::tidy();
    let at = log.move_to("l-73", "0608");
    log.with(at, [state("k-222", true)]).guilty(&["BH-8.1", "BH-2.0", "BH-7.0"]);
}

#[test]
fn an_enemy_counter_turned_over_in_ones_own_movement() {
    let log = Log::tidy();
    let at = log.move_to("l-73", "0608");
    log.with(at, [steps("k-222", 2, 1)]).guilty(&["BH-2.0", "BH-1.0", "BH-6.3"]);
}

#[test]
fn a_retreat_of_one_hex() {
    let log = Log::tidy();
    let at = log.move_to("k-31", "0505");
    log.instead(at, moves("k-31", "0506", "0406")).guilty(&["BH-7.0", "BH-6.3"]);
}

#[test]
fn a_retreat_three_hexes_on() {
    let log = Log::tidy();
    let at = log.move_to("k-221", "0505");
    log.instead(at, moves("k-221", "0507", "0504")).guilty(&["BH-7.0", "BH-6.3"]);
}

#[test]
fn an_advance_two_hexes() {
    let log = Log::tidy();
    let at = log.move_to("l-71", "0507");
    log.instead(at, moves("l-71", "0508", "0407")).guilty(&["BH-7.1", "BH-6.3", "BH-2.0"]);
}

#[test]
fn an_advance_by_artillery() {
    let log = Log::tidy();
    let at = log.move_to("l-71", "0507");
    log.with(at, [moves("l-7a", "0509", "0507")]).guilty(&["BH-7.1", "BH-6.3", "BH-2.0"]);
}

#[test]
fn an_advance_by_a_unit_that_did_not_attack() {
    let log = Log::tidy();
    let at = log.move_to("l-71", "0507");
    log.with(at, [moves("l-73", "0608", "0507")]).guilty(&["BH-7.1", "BH-6.3", "BH-2.0"]);
}

#[test]
fn a_disrupted_unit_that_attacks() {
    let log = Log::tidy();
    let at = log.attack(2);
    log.instead(at, attack(&["k-31", "k-3a", "k-221"], "0507"))
        .guilty(&["BH-8.1", "BH-6.0", "BH-7.0", "BH-2.0"]);
}

#[test]
fn an_attack_after_the_click_to_rally() {
    let log = Log::tidy();
    let at = log.click("lorn", "rally");
    log.with(at, [attack(&["l-73"], "0507"), rolls(4)]).guilty(&["BH-2.0", "BH-6.0"]);
}

#[test]
fn an_attack_after_the_click_to_rally_that_nobody_declares() {
    let log = Log::tidy();
    let at = log.click("lorn", "rally");
    log.with(at, [rolls(6), steps("k-222", 1, 0), leaves("k-222", spot("1105"))])
        .guilty(&["BH-2.0", "BH-6.0", "BH-6.3"]);
}

#[test]
fn an_attack_on_a_hex_that_nobody_touches() {
    let log = Log::tidy();
    let at = log.attack(1);
    log.instead(at, attack(&["l-121", "l-122"], "1104")).guilty(&["BH-6.0", "BH-6.3"]);
}

#[test]
fn a_hex_attacked_again_by_others() {
    let log = Log::tidy();
    let at = log.nth(0, |act| *act == steps("k-222", 2, 1));
    log.with(at, [attack(&["l-12r"], "1105"), rolls(4)]).guilty(&["BH-6.0"]);
}

#[test]
fn a_marker_taken_off_before_the_rally_of_its_side() {
    let mut log = Log::tidy();
    let off = log.nth(0, |act| *act == state("k-221", false));
    log.shift(off, log.click("kess", "movement") + 1);
    log.guilty(&["BH-8.1", "BH-2.0"]);
}

#[test]
fn a_reinforcement_at_the_entry_of_the_enemy() {
    let log = Log::tidy();
    let at = log.nth(0, |act| matches!(act, Act::Move { unit, .. } if unit.counter() == "l-41"));
    let Act::Move { unit, from, .. } = log.deeds[at].act.clone() else { panic!() };
    log.instead(at, Act::Move { unit, from, to: spot("0801") }).guilty(&["BH-5.1", "BH-5.0"]);
}

#[test]
fn three_units_in_a_hex_after_combat() {
    let log = Log::tidy();
    let at = log.move_to("l-71", "0507");
    log.with(at, [moves("l-72", "0508", "0507"), moves("l-73", "0608", "0507")])
        .guilty(&["BH-3.0", "BH-7.1", "BH-6.3", "BH-2.0"]);
}

#[test]
fn a_move_from_zone_to_zone() {
    let log = Log::tidy();
    let at = log.move_to("l-12r", "1206");
    log.with(at, [moves("l-12r", "1206", "1006")]).guilty(&["BH-4.0", "BH-5.0"]);
}

#[test]
fn a_unit_moved_twice_in_different_corners_of_the_phase() {
    let log = Log::tidy();
    let at = log.move_to("l-123", "1208");
    log.with(
        at,
        [
            moves("l-73", "0608", "0708"),
            moves("l-73", "0708", "0808"),
            moves("l-73", "0808", "1109"),
        ],
    )
    .guilty(&["BH-5.0", "BH-4.0"]);
}

#[test]
fn a_unit_pushed_on_a_hex_after_the_click_and_left_there() {
    let log = Log::tidy();
    let at = log.click("kess", "supply");
    log.with(at, [moves("l-73", "0608", "0607")]).guilty(&["BH-2.0"]);
}

#[test]
fn the_second_movement_phase_of_kess_after_his_combat() {
    let log = Log::tidy();
    let at = log.nth(0, |act| *act == state("k-31", true));
    log.with(at, [moves("k-223", "1105", "1104")]).guilty(&["BH-2.0", "BH-7.0", "BH-6.3"]);
}

#[test]
fn the_set_up_changed_in_the_middle_of_the_first_turn() {
    let log = Log::tidy();
    let at = log.click("lorn", "combat");
    log.with(at, [moves("k-223", "1005", "0605")]).guilty(&["BH-2.0"]);
}

#[test]
fn a_fresh_counter_for_a_reduced_one_though_a_word_is_said() {
    let mut log = Log::tidy();
    let at = log.click("kess", "movement");
    log.after(at, [leaves("l-121", spot("1106")), arrives("l-121", "1106")]);
    log.say(at, "lorn", "replacing a broken counter");
    log.guilty(&["BH-1.0", "BH-2.0"]);
}
