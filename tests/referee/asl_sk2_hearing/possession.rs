//! Who has which weapon, where the log does not tell.

use super::play::{LMG, Play, SECOND, SQUAD, YANK, germans};

const YANK_TWO: &str = "american-squad-6-6-6#2";
const MORTAR: &str = "american-light-mortar";

#[test]
fn whoever_may_have_served_a_mortar_is_not_held_to_it() {
    for mover in [YANK, YANK_TWO] {
        Play::new("S12", "allied")
            .piece(YANK, "xS10")
            .piece(YANK_TWO, "xS10")
            .piece(MORTAR, "xS10")
            .piece(SQUAD, "xO10")
            .phase("prep-fire")
            .says("shot", &[MORTAR], "xO10", &[("ammo", "HE"), ("target", "area")])
            .rolls(&[6, 5])
            .phase("movement")
            .moves(&[mover], "xS10", "xT10")
            .phase("defensive-fire")
            .comes_clean();
    }
}

#[test]
fn a_stack_may_leave_one_of_its_men_behind_and_go_on_with_the_gun() {
    const HMG: &str = "german-mmg";
    germans()
        .piece(SQUAD, "xS10")
        .piece(SECOND, "xS10")
        .piece(HMG, "xS10")
        .piece(YANK, "xA2")
        .phase("movement")
        .moves(&[SQUAD, SECOND, HMG], "xS10", "xR10")
        .says("smoke", &[SQUAD], "xR10", &[])
        .moves(&[SECOND, HMG], "xR10", "xQ10")
        .phase("defensive-fire")
        .comes_clean();
}

#[test]
fn the_weapon_of_the_dead_is_not_in_the_hands_of_those_who_slew_them() {
    // In final protective fire every weapon of the firer must join: this one is nobody's.
    Play::new("S12", "allied")
        .piece(SQUAD, "xR10")
        .piece(LMG, "xR10")
        .piece(YANK, "xR10")
        .piece(SECOND, "xT10")
        .phase("close-combat")
        .says("close-combat", &[YANK], "", &[("targets", "german-squad-4-6-7 (xR10)")])
        .rolls(&[1, 1])
        .lost(SQUAD, "xR10")
        .passes_to(3, "axis")
        .phase("movement")
        .moves(&[SECOND], "xT10", "xS10")
        .fires(&[YANK], "xS10", "defensive first fire")
        .rolls(&[6, 5])
        .checks(SECOND, "morale check")
        .rolls(&[1, 2])
        .moves(&[SECOND], "xS10", "xS9")
        .fires(&[YANK], "xS9", "subsequent first fire")
        .rolls(&[6, 5])
        .moves(&[SECOND], "xS9", "xR9")
        .fires(&[YANK], "xR9", "final protective fire")
        .rolls(&[5, 1])
        .marks(YANK, "pinned")
        .checks(SECOND, "morale check")
        .rolls(&[1, 2])
        .phase("defensive-fire")
        .comes_clean();
}

#[test]
fn the_weapon_that_is_turned_over_was_the_one_repaired() {
    const GUNS: [&str; 2] = [LMG, "german-lmg#2"];
    let repairs = |play: Play, unit: &str, die: u32| {
        play.says("weapon", &[unit], "", &[("deed", "repairs its weapon")]).rolls(&[die])
    };
    for mended in GUNS {
        let play = germans()
            .piece(SQUAD, "xS10")
            .piece(SECOND, "xS10")
            .malfunctioned(GUNS[0], "xS10")
            .malfunctioned(GUNS[1], "xS10")
            .piece(YANK, "xA2");
        let play = repairs(play, SQUAD, 1).turns(mended, false);
        repairs(play, SECOND, 3).phase("prep-fire").comes_clean();
    }
}
