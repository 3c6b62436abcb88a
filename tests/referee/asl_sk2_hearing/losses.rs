//! KIA, K and backblast: losses fall on those whom the log shows.

use super::play::{Play, SECOND, SQUAD, YANK};

/// Americans shoot at a German stack next to them, adjacent and in the open: 24 firepower in prep fire.
fn volley(play: Play, dice: [u32; 2]) -> Play {
    const YANKS: [&str; 2] = [YANK, "american-squad-6-6-6#2"];
    play.piece(YANKS[0], "xQ10")
        .piece(YANKS[1], "xQ10")
        .phase("prep-fire")
        .fires(&YANKS, "xR10", "prep fire")
        .rolls(&dice)
}

fn americans() -> Play {
    Play::new("S12", "allied")
}

#[test]
fn a_leader_picked_by_a_k_is_wounded_and_others_fall_by_their_checks() {
    const LEADER: &str = "german-leader-8-1";
    const HALF: &str = "german-half-squad-2-3-7#2a";
    let stack = americans().piece(SQUAD, "xR10").piece(SECOND, "xR10").piece(LEADER, "xR10");
    volley(stack, [3, 2])
        .checks(LEADER, "wound severity")
        .rolls(&[2])
        .marks(LEADER, "wounded")
        .checks(SQUAD, "morale check")
        .rolls(&[1, 1])
        .checks(SECOND, "morale check")
        .rolls(&[6, 6])
        .becomes(SECOND, HALF, "xR10")
        .turns(HALF, true)
        .phase("movement")
        .comes_clean();
}

#[test]
fn a_broken_squad_that_is_gone_was_the_one_killed() {
    const HALF: &str = "german-half-squad-2-4-7";
    let stack = || americans().broken(HALF, "xR10").broken(SQUAD, "xR10");
    // Both are gone: the squad by the KIA, the broken half-squad by the reduction of everybody else.
    volley(stack(), [1, 2]).lost(HALF, "xR10").lost(SQUAD, "xR10").phase("movement").comes_clean();
    volley(stack(), [1, 2]).phase("movement").breaks("SK2-3.2.3-KIA");
}

#[test]
fn a_launcher_in_a_building_hurts_those_around_it() {
    const BAZOOKA: &str = "american-bazooka-43";
    const HALF: &str = "american-half-squad-3-4-6#1a";
    let shot = || {
        americans()
            .piece(YANK, "xO8")
            .piece(BAZOOKA, "xO8")
            .piece(SQUAD, "xP7")
            .phase("prep-fire")
            .says("shot", &[BAZOOKA], "xP7", &[("ammo", "HEAT"), ("target", "infantry")])
            .rolls(&[1, 6])
            .becomes(YANK, HALF, "xO8")
            .checks(HALF, "morale check")
    };
    shot().rolls(&[1, 1]).phase("movement").comes_clean();
    shot().rolls(&[6, 5]).turns(HALF, true).phase("movement").comes_clean();
    shot().rolls(&[6, 5]).phase("movement").breaks("SK2-3.2.3-MC");
}
