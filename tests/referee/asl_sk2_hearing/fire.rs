//! Attacks, what they do to their targets, and who serves the weapons.

use super::play::{LMG, SECOND, SQUAD, YANK, germans};

#[test]
fn a_target_that_fails_its_check_breaks() {
    let shot = || {
        germans()
            .piece(SQUAD, "xS10")
            .piece(YANK, "xQ10")
            .phase("prep-fire")
            .fires(&[SQUAD], "xQ10", "prep fire")
            .rolls(&[2, 1])
            .checks(YANK, "morale check")
            .rolls(&[5, 3])
    };
    shot().turns(YANK, true).phase("movement").comes_clean();
    shot().phase("movement").breaks("SK2-3.2.3-MC");
}

#[test]
fn a_target_that_does_not_check_is_found() {
    germans()
        .piece(SQUAD, "xS10")
        .piece(YANK, "xQ10")
        .phase("prep-fire")
        .fires(&[SQUAD], "xQ10", "prep fire")
        .rolls(&[2, 1])
        .phase("movement")
        .breaks("SK2-3.2-TARGET-ALL");
}

#[test]
fn first_fire_stops_a_mover() {
    let shot = || {
        germans()
            .piece(SQUAD, "xS10")
            .piece(YANK, "xP9")
            .phase("movement")
            .moves(&[SQUAD], "xS10", "xR10")
            .fires(&[YANK], "xR10", "defensive first fire")
            .rolls(&[4, 3])
            .checks(SQUAD, "morale check")
            .rolls(&[5, 4])
            .turns(SQUAD, true)
    };
    shot().phase("defensive-fire").comes_clean();
    shot().moves(&[SQUAD], "xR10", "xQ10").phase("defensive-fire").breaks("SK2-3.2.3-BROKEN-LIMIT");
}

#[test]
fn fire_needs_a_line_of_sight() {
    germans()
        .piece(SQUAD, "xO6")
        .piece(YANK, "xO10")
        .phase("prep-fire")
        .fires(&[SQUAD], "xO10", "prep fire")
        .rolls(&[6, 5])
        .phase("movement")
        .breaks("SK2-3.2.1-LOS-REQ");
}

#[test]
fn first_fire_comes_too_late_when_the_mover_has_gone_on() {
    germans()
        .piece(SQUAD, "xS10")
        .piece(YANK, "xP9")
        .phase("movement")
        .moves(&[SQUAD], "xS10", "xR10")
        .moves(&[SQUAD], "xR10", "xQ10")
        .fires(&[YANK], "xR10", "defensive first fire")
        .rolls(&[6, 5])
        .phase("defensive-fire")
        .breaks("SK2-3.3.1-DFF-TRIGGER");
}

#[test]
fn whoever_fires_a_machine_gun_has_it() {
    let fire = |other: &'static str| {
        germans()
            .piece(SQUAD, "xS10")
            .piece(SECOND, "xS10")
            .piece(LMG, "xS10")
            .piece(YANK, "xQ10")
            .phase("prep-fire")
            .fires(&[SECOND, LMG], "xQ10", "prep fire")
            .rolls(&[6, 5])
            .phase("movement")
            .moves(&[other], "xS10", "xT10")
            .phase("defensive-fire")
    };
    fire(SQUAD).comes_clean();
    fire(SECOND).breaks("SK2-3.3-MOVE-ELIG");
}

/// Three squads of which one is pinned go on being shot at.
fn shots_at_a_stack(pinned_checks: &'static str) -> super::play::Play {
    const THIRD: &str = "german-squad-4-6-7#3";
    germans()
        .piece(SQUAD, "xS10")
        .piece(THIRD, "xS10")
        .piece(YANK, "xP9")
        .piece("american-squad-6-6-6#2", "xP8")
        .phase("movement")
        .moves(&[SQUAD, THIRD], "xS10", "xR10")
        .fires(&[YANK], "xR10", "defensive first fire")
        .rolls(&[4, 3])
        .checks(SQUAD, "morale check")
        .rolls(&[4, 2])
        .marks(SQUAD, "pinned")
        .checks(THIRD, "morale check")
        .rolls(&[2, 1])
        .fires(&["american-squad-6-6-6#2"], "xR10", "defensive first fire")
        .rolls(&[4, 3])
        .checks(SQUAD, pinned_checks)
        .rolls(&[1, 1])
        .checks(THIRD, "morale check")
        .rolls(&[2, 1])
        .phase("defensive-fire")
}

#[test]
fn one_roll_is_read_for_each_target_with_its_own_modifiers() {
    shots_at_a_stack("pin task check").comes_clean();
}

#[test]
fn dice_after_a_move_are_not_those_of_a_selection_before_it() {
    const THIRD: &str = "german-squad-4-6-7#3";
    germans()
        .piece(SQUAD, "xS10")
        .piece(SECOND, "xS10")
        .piece(THIRD, "xT10")
        .piece(YANK, "xP9")
        .phase("movement")
        .moves(&[SQUAD, SECOND], "xS10", "xR10")
        .fires(&[YANK], "xR10", "defensive first fire")
        .rolls(&[1, 2])
        .checks(SQUAD, "random selection")
        .rolls(&[2])
        .checks(SECOND, "random selection")
        .rolls(&[5])
        .lost(SQUAD, "xR10")
        .lost(SECOND, "xR10")
        .marker("residual-2", "xR10")
        .moves(&[THIRD], "xT10", "xS10")
        .moves(&[THIRD], "xS10", "xR10")
        .rolls(&[6, 5])
        .phase("defensive-fire")
        .comes_clean();
}
