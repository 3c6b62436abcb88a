//! What people do who mean no harm, as they were seen to play: late, early, twice, in hops, by another's hand.

use super::corrections::{arrives, leaves, steps};
use super::{Log, attack, moves, rolls, spot, state, turn};
use hexwright::deeds::{Act, Declared, UnitId};

fn is_state(unit: &'static str, is: bool) -> impl Fn(&Act) -> bool {
    move |act| matches!(act, Act::State { unit: u, on, .. } if u.counter() == unit && *on == is)
}

fn declares(id: &str, unit: &str) -> Act {
    let units = vec![UnitId::new(unit)];
    Act::Declare(Declared { id: id.to_owned(), units, ..Declared::default() })
}

impl Log {
    fn clicks(&self, side: &str, phase: &str) -> Act {
        Act::Turn(turn(&self.deeds[self.click(side, phase)]))
    }
}

// The tracker

#[test]
fn a_phase_clicked_before_the_losses_and_clicked_back_after_them() {
    let log = Log::tidy();
    let at = log.roll(1);
    let (rally, combat) = (log.clicks("lorn", "rally"), log.clicks("lorn", "combat"));
    let mut log = log.with(at, [rally]);
    let after = log.nth(0, |act| *act == steps("k-222", 2, 1));
    log.after(after, [combat]);
    log.forgiven();
}

#[test]
fn a_click_too_many_at_once_taken_back() {
    let log = Log::tidy();
    let at = log.click("lorn", "combat");
    let (rally, combat) = (log.clicks("lorn", "rally"), log.clicks("lorn", "combat"));
    log.with(at, [rally, combat]).excused();
}

#[test]
fn both_players_click_the_same_phase() {
    let log = Log::tidy();
    let at = log.click("kess", "movement");
    let (combat, movement) = (log.clicks("kess", "combat"), log.clicks("kess", "movement"));
    log.with(at, [combat, movement]).excused();
}

#[test]
fn the_supply_phase_of_the_enemy_is_never_clicked() {
    Log::tidy()
        .with_clicks(&[
            ("lorn", "movement"),
            ("lorn", "combat"),
            ("lorn", "rally"),
            ("kess", "movement"),
            ("kess", "combat"),
            ("kess", "rally"),
        ])
        .forgiven();
}

#[test]
fn the_rally_phase_is_never_clicked_and_markers_come_off_at_the_end_of_combat() {
    let mut log = Log::tidy();
    let rally = log.click("kess", "rally");
    log.deeds.remove(rally);
    log.forgiven();
}

#[test]
fn markers_come_off_when_the_turn_has_ended() {
    let mut log = Log::tidy();
    let end = log.nth(0, |act| matches!(act, Act::Marker { .. }));
    for unit in ["k-221", "k-31"] {
        log.shift(log.nth(0, is_state(unit, false)), end + 1);
    }
    log.forgiven();
}

#[test]
fn a_marker_comes_off_one_phase_late() {
    let mut log = Log::tidy();
    let next = log.nth(0, |act| matches!(act, Act::Turn(moment) if moment.turn == 2));
    log.shift(log.nth(0, is_state("k-31", false)), next + 1);
    log.forgiven();
}

#[test]
fn movement_and_combat_are_played_before_the_first_click_and_then_all_is_clicked() {
    let mut log = Log::tidy();
    let rally = log.click("lorn", "rally");
    log.shift(log.click("lorn", "movement"), rally);
    log.shift(log.click("lorn", "combat"), rally);
    log.forgiven();
}

#[test]
fn a_whole_turn_is_clicked_in_one_go_before_it_is_played() {
    // Combat is clicked before the moves, which are made under it, and nothing is clicked back.
    let mut log = Log::tidy();
    log.shift(log.click("lorn", "combat"), log.click("lorn", "movement") + 1);
    let words = log.said();
    assert!(!words.0.is_empty(), "{words:?}");
}

#[test]
fn the_tracker_is_clicked_back_to_the_phase_just_before_more_moves() {
    let log = Log::tidy();
    let last = log.click("lorn", "combat");
    let (combat, movement) = (log.clicks("lorn", "combat"), log.clicks("lorn", "movement"));
    let at = log.move_to("l-123", "1208");
    let late = log.deeds[at].act.clone();
    let mut log = log.with(last, [movement, late, combat]);
    log.deeds.remove(at);
    log.excused();
}

// Moves

#[test]
fn a_stack_is_dragged_in_hops_with_a_unit_left_behind_for_later() {
    let log = Log::tidy();
    let (a, b) = (log.move_to("l-121", "1106"), log.move_to("l-122", "1106"));
    let log =
        log.instead(b, moves("l-122", "1109", "1108")).instead(a, moves("l-121", "1109", "1108"));
    let at = log.move_to("l-12r", "1206");
    let log = log.with(
        at,
        [
            moves("l-121", "1108", "1107"),
            moves("l-122", "1108", "1107"),
            moves("l-121", "1107", "1106"),
            moves("l-122", "1107", "1106"),
        ],
    );
    log.excused();
}

#[test]
fn a_unit_is_dropped_on_the_wrong_hex_and_moved_on_from_there() {
    let log = Log::tidy();
    let at = log.move_to("l-73", "0608");
    log.instead(at, moves("l-73", "0609", "0712"))
        .with(at, [moves("l-73", "0712", "0608")])
        .excused();
}

#[test]
fn a_move_taken_back_in_the_next_phase_with_a_word_is_forgiven() {
    let log = Log::tidy();
    let at = log.move_to("l-73", "0608");
    let mut log = log.instead(at, moves("l-73", "0609", "0604"));
    let click = log.click("lorn", "combat");
    log.after(click, [moves("l-73", "0604", "0609")]);
    log.say(click + 1, "lorn", "oops, way too far, I put it back");
    log.forgiven();
}

#[test]
fn a_unit_bumped_in_combat_and_put_back_is_a_note() {
    let log = Log::tidy();
    let at = log.roll(0);
    log.with(at, [moves("l-12r", "1206", "1207"), moves("l-12r", "1207", "1206")]).excused();
}

#[test]
fn a_unit_bumped_in_combat_and_put_back_after_the_attack_is_a_note() {
    let log = Log::tidy();
    let at = log.roll(0);
    let back = log.nth(0, |act| *act == steps("k-222", 2, 1)) + 1;
    log.with(at, [moves("l-12r", "1206", "1207")])
        .with(back, [moves("l-12r", "1207", "1206")])
        .excused();
}

#[test]
fn the_fighting_unit_itself_is_bumped_and_put_back() {
    let log = Log::tidy();
    let at = log.attack(0);
    log.with(at, [moves("l-72", "0508", "0509"), moves("l-72", "0509", "0508")]).excused();
}

#[test]
fn a_stack_bumped_and_put_back_by_the_opponent_is_a_note() {
    let log = Log::tidy();
    let at = log.click("lorn", "rally");
    let mut log = log.with(
        at,
        [
            moves("l-121", "1106", "1107"),
            moves("l-122", "1106", "1107"),
            moves("l-121", "1107", "1106"),
            moves("l-122", "1107", "1106"),
        ],
    );
    for deed in &mut log.deeds[at + 1..at + 5] {
        deed.by = Some(super::side("kess"));
    }
    log.excused();
}

#[test]
fn two_units_in_a_hex_are_rearranged_and_change_hexes_back() {
    let log = Log::tidy();
    let at = log.move_to("l-123", "1208");
    log.with(
        at,
        [
            moves("l-71", "0508", "0509"),
            moves("l-72", "0508", "0509"),
            moves("l-71", "0509", "0508"),
            moves("l-72", "0509", "0508"),
        ],
    )
    .excused();
}

#[test]
fn a_unit_taken_off_in_movement_and_put_back_two_steps_later() {
    let log = Log::tidy();
    let at = log.move_to("l-73", "0608");
    let log = log.with(at, [leaves("l-73", spot("0608"))]);
    let at = log.move_to("l-7a", "0509");
    log.with(at, [arrives("l-73", "0608")]).excused();
}

#[test]
fn a_counter_replaced_from_the_palette_moves_on_with_it() {
    // The fresh counter is dragged on; the old one is taken away after it.
    let log = Log::tidy();
    let at = log.move_to("l-73", "0608");
    let log = log.instead(at, arrives("l-73#2", "0609"));
    log.with(at, [leaves("l-73", spot("0609")), moves("l-73#2", "0609", "0608")]).excused();
}

#[test]
fn a_reduced_counter_replaced_by_a_reduced_one_is_a_note() {
    let log = Log::tidy();
    let at = log.click("kess", "movement");
    let reduced = match arrives("l-121", "1106") {
        Act::Arrive(mut standing) => {
            standing.steps = Some(1);
            Act::Arrive(standing)
        }
        other => other,
    };
    log.with(at, [leaves("l-121", spot("1106")), reduced]).excused();
}

#[test]
fn a_reduced_counter_replaced_by_a_fresh_one_that_is_turned_over_at_once_is_a_note() {
    let log = Log::tidy();
    let at = log.click("kess", "movement");
    let acts = [leaves("l-121", spot("1106")), arrives("l-121", "1106"), steps("l-121", 2, 1)];
    log.with(at, acts).excused();
}

// Declarations and dice

#[test]
fn an_attack_is_declared_after_its_roll_and_the_results() {
    let mut log = Log::tidy();
    let at = log.attack(1);
    let rally = log.click("lorn", "rally");
    log.shift(at, rally);
    log.forgiven();
}

#[test]
fn attacks_are_declared_and_rolled_twice_with_the_first_roll_used() {
    let log = Log::tidy();
    let at = log.roll(1);
    let again = log.deeds[log.attack(1)].act.clone();
    log.with(at, [again, rolls(3)]).forgiven();
}

#[test]
fn an_attack_declared_with_a_unit_more_than_was_meant_is_amended() {
    let log = Log::tidy();
    let at = log.attack(0) - 1;
    log.with(at, [attack(&["l-71", "l-72", "l-73", "l-7a"], "0507")]).excused();
}

#[test]
fn an_attack_declared_for_another_hex_while_the_dice_were_rolled_for_the_right_one() {
    let mut log = Log::tidy();
    let at = log.attack(0);
    let right = log.deeds[at].act.clone();
    log.after(at, [attack(&["l-121"], "0507"), right]);
    log.excused();
}

#[test]
fn the_opponent_declares_and_rolls_for_the_player() {
    let mut log = Log::tidy();
    let (from, to) = (log.attack(0), log.click("lorn", "rally"));
    for deed in &mut log.deeds[from..to] {
        deed.by = Some(super::side("kess"));
    }
    log.excused();
}

#[test]
fn a_third_roll_by_the_opponent_is_a_note() {
    let mut log = Log::tidy();
    let at = log.roll(0);
    log.after(at, [rolls(4), rolls(2)]);
    log.deeds[at + 1].by = Some(super::side("kess"));
    log.excused();
}

#[test]
fn dice_rolled_in_movement_for_fun_before_the_attack_are_notes() {
    let log = Log::tidy();
    let at = log.move_to("l-7a", "0509");
    log.with(at, [rolls(6), rolls(6), rolls(1)]).excused();
}

#[test]
fn a_die_rolled_between_declaration_and_attack_and_called_a_test() {
    let mut log = Log::tidy();
    let at = log.attack(0);
    log.after(at, [rolls(2)]);
    log.say(at + 1, "kess", "just testing the dice, sorry");
    log.forgiven();
}

#[test]
fn a_die_rolled_just_before_the_declaration_for_fun() {
    let mut log = Log::tidy();
    let at = log.attack(1) - 1;
    log.after(at, [rolls(2)]);
    log.forgiven();
}

// Results

#[test]
fn a_loss_taken_off_by_the_opponent() {
    let mut log = Log::tidy();
    let loss = log.nth(0, |act| *act == steps("l-121", 2, 1));
    log.deeds[loss].by = Some(super::side("kess"));
    log.excused();
}

#[test]
fn a_loss_on_the_wrong_unit_put_right_after_the_next_click() {
    let log = Log::tidy();
    let loss = log.nth(0, |act| *act == steps("l-121", 2, 1));
    let log = log.instead(loss, steps("l-12r", 2, 1));
    let click = log.click("lorn", "rally");
    log.with(click, [steps("l-12r", 1, 2), steps("l-121", 2, 1)]).forgiven();
}

#[test]
fn a_retreat_to_the_wrong_hex_put_right_at_once() {
    let log = Log::tidy();
    let at = log.move_to("k-221", "0505");
    log.instead(at, moves("k-221", "0507", "0605"))
        .with(at, [moves("k-221", "0605", "0505")])
        .excused();
}

#[test]
fn a_retreat_that_goes_out_in_single_hexes() {
    let log = Log::tidy();
    let at = log.move_to("k-221", "0505");
    log.instead(at, moves("k-221", "0507", "0406"))
        .with(at, [moves("k-221", "0406", "0505")])
        .excused();
}

#[test]
fn the_marker_of_a_retreat_comes_before_the_retreat() {
    let mut log = Log::tidy();
    log.shift(log.nth(0, is_state("k-221", true)), log.move_to("k-221", "0505"));
    log.excused();
}

#[test]
fn the_marker_of_a_retreat_is_put_on_by_the_attacker() {
    let mut log = Log::tidy();
    let at = log.nth(0, is_state("k-221", true));
    log.deeds[at].by = Some(super::side("lorn"));
    log.excused();
}

#[test]
fn the_retreat_of_the_first_attack_after_the_declaration_of_the_second() {
    let mut log = Log::tidy();
    let second = log.attack(1);
    for _ in 0..5 {
        let first = log.roll(0) + 1;
        if first + 1 < second {
            log.shift(first, log.attack(1) + 1);
        }
    }
    log.forgiven();
}

#[test]
fn an_advance_after_the_next_attack_is_late() {
    let mut log = Log::tidy();
    log.shift(log.move_to("l-71", "0507"), log.click("lorn", "rally"));
    log.forgiven();
}

#[test]
fn an_advance_in_the_rally_phase_with_a_word_is_forgiven() {
    let mut log = Log::tidy();
    let advance = log.move_to("l-71", "0507");
    log.shift(advance, log.click("lorn", "rally") + 1);
    let at = log.move_to("l-71", "0507");
    log.say(at, "lorn", "forgot my advance, ok?");
    log.say(at, "kess", "sure");
    log.forgiven();
}

#[test]
fn an_advance_left_out_is_a_choice() {
    // Then the attack of Kess on that hex would be one on nobody: the log ends before it.
    let mut log = Log::tidy();
    let advance = log.move_to("l-71", "0507");
    log.deeds.remove(advance);
    log.deeds.truncate(log.click("kess", "combat"));
    log.excused();
}

#[test]
fn retreat_declared_with_the_button_twice() {
    let log = Log::tidy();
    let at = log.move_to("k-221", "0505");
    log.with(at - 1, [declares("retreat", "k-221"), declares("retreat", "k-221")]).excused();
}

#[test]
fn an_attackers_loss_turned_over_twice_and_back_once() {
    let log = Log::tidy();
    let at = log.nth(0, |act| *act == steps("l-121", 2, 1));
    log.with(at, [steps("l-121", 1, 2), steps("l-121", 2, 1)]).excused();
}

#[test]
fn a_disrupted_marker_on_the_neighbour_first() {
    let log = Log::tidy();
    let at = log.nth(0, is_state("k-221", true));
    log.with(at - 1, [state("k-31", true)]).with(at + 1, [state("k-31", false)]).excused();
}

// The log

#[test]
fn the_log_ends_in_the_middle_of_the_enemys_moves() {
    let mut log = Log::tidy();
    let at = log.move_to("k-223", "1105");
    log.deeds.truncate(at);
    log.excused();
}

#[test]
fn the_log_ends_between_a_declaration_and_its_die() {
    let mut log = Log::tidy();
    let at = log.attack(1);
    log.deeds.truncate(at + 1);
    log.excused();
}

#[test]
fn the_log_ends_before_the_loss() {
    let mut log = Log::tidy();
    let at = log.roll(1);
    log.deeds.truncate(at + 2);
    log.excused();
}

#[test]
fn a_reinforcement_placed_on_the_edge_and_moved_on_after_others() {
    let log = Log::tidy();
    let at = log.nth(0, |act| matches!(act, Act::Move { unit, .. } if unit.counter() == "l-41"));
    let Act::Move { unit, from, .. } = log.deeds[at].act.clone() else { panic!() };
    let log = log.instead(at, Act::Move { unit, from, to: spot("1212") });
    let last = log.move_to("l-12r", "1207");
    log.with(last, [moves("l-41", "1212", "1207")]).excused();
}

#[test]
fn a_reinforcement_laid_on_the_map_under_the_supply_click() {
    let mut log = Log::tidy();
    let at = log.nth(0, |act| matches!(act, Act::Move { unit, .. } if unit.counter() == "l-41"));
    let movement = log.nth(0, |act| {
        matches!(act, Act::Turn(moment) if moment.turn == 2 && moment.phase.iter().any(|id| id == "movement"))
    });
    log.shift(at, movement);
    log.forgiven();
}

// Put right, late or agreed

#[test]
fn a_loss_remembered_in_the_enemys_movement_is_late() {
    let mut log = Log::tidy();
    let loss = log.nth(0, |act| *act == steps("k-222", 2, 1));
    log.shift(loss, log.click("kess", "movement") + 1);
    log.forgiven();
}

#[test]
fn a_mark_remembered_in_the_enemys_movement_is_late() {
    let mut log = Log::tidy();
    let marked = log.nth(0, is_state("k-221", true));
    log.shift(marked, log.click("kess", "movement") + 1);
    log.forgiven();
}

#[test]
fn an_attack_made_after_the_click_that_the_opponent_allows_is_a_note() {
    let mut log = Log::tidy();
    log.shift(log.click("lorn", "rally"), log.attack(1));
    let at = log.attack(1);
    log.say(at - 1, "lorn", "wait, one more attack, ok?");
    log.say(at, "kess", "sure");
    log.excused();
}

#[test]
fn an_attack_made_after_the_click_without_a_word_is_found() {
    let mut log = Log::tidy();
    log.shift(log.click("lorn", "rally"), log.attack(1));
    assert!(!log.said().0.is_empty());
}

#[test]
fn every_die_is_rolled_before_its_attack_is_declared() {
    let mut log = Log::tidy();
    for nth in 0..2 {
        log.shift(log.roll(nth), log.attack(nth));
    }
    log.forgiven();
}

#[test]
fn both_attacks_are_declared_and_rolled_before_the_results_of_either() {
    let mut log = Log::tidy();
    log.shift(log.attack(1), log.roll(0));
    log.shift(log.roll(1), log.roll(0) + 1);
    log.forgiven();
}

#[test]
fn two_units_are_set_up_among_the_first_moves() {
    let mut log = Log::tidy();
    for (unit, hex) in [("l-12r", "1209"), ("l-123", "1211")] {
        log.shift(log.move_to(unit, hex), log.move_to("l-73", "0608"));
    }
    log.forgiven();
}
