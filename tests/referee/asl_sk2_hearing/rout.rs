//! Rally, rout and close combat.

use super::play::{LEADER, SQUAD, YANK, germans};
use hexwright::deeds::{Act, UnitId};

#[test]
fn a_rally_that_fails_leaves_the_unit_broken() {
    let rally = |dice: [u32; 2]| {
        germans()
            .broken(SQUAD, "xS10")
            .piece(LEADER, "xS10")
            .piece(YANK, "xA2")
            .says("rally", &[SQUAD], "", &[("how", "by a leader")])
            .rolls(&dice)
    };
    rally([1, 1]).turns(SQUAD, false).phase("prep-fire").comes_clean();
    rally([6, 5]).phase("prep-fire").comes_clean();
    rally([6, 5]).turns(SQUAD, false).phase("prep-fire").breaks("SK2-3.1f-RALLY-DR");
}

#[test]
fn close_combat_takes_the_loser_away() {
    let fight = || {
        germans()
            .piece(SQUAD, "xR10")
            .piece(YANK, "xR10")
            .phase("close-combat")
            .says("close-combat", &[SQUAD], "", &[("targets", "american-squad-6-6-6 (xR10)")])
            .rolls(&[1, 1])
    };
    fight().lost(YANK, "xR10").other_side().comes_clean();
    fight().other_side().breaks("SK2-3.8-RESULT");
}

#[test]
fn desperation_morale_stays_on_next_to_an_enemy() {
    let rally = |at: &'static str| {
        germans()
            .broken(SQUAD, "xS10")
            .piece(YANK, at)
            .act(Act::State {
                unit: UnitId::new(SQUAD),
                state: "desperation-morale".to_owned(),
                on: false,
            })
            .phase("prep-fire")
    };
    rally("xA2").comes_clean();
    rally("xR10").breaks("SK2-3.1g-DM-REMOVE");
}

#[test]
fn a_broken_unit_next_to_an_enemy_must_rout() {
    germans()
        .broken(SQUAD, "xS10")
        .piece(YANK, "xR10")
        .phase("rout")
        .phase("advance")
        .breaks("SK2-3.6-MUST");
}

#[test]
fn a_router_goes_to_the_nearest_cover_and_not_to_the_enemy() {
    let rout = |way: &[&'static str]| {
        let mut play = germans().broken(SQUAD, way[0]).piece(YANK, "xR10").phase("rout");
        for pair in way.windows(2) {
            play = play.moves(&[SQUAD], pair[0], pair[1]);
        }
        play.phase("advance")
    };
    rout(&["xS10", "xT10"]).comes_clean();
    rout(&["xS10", "xR9"]).breaks("SK2-3.6-ADJ");
}

#[test]
fn a_rout_is_judged_on_the_table_before_others_are_lost() {
    // The squad in sight of the router is what lets him pass by the nearest cover; it fails to rout later.
    let rout = |seen: bool| {
        let mut play = germans().broken(SQUAD, "xN8").piece(YANK, "xL9");
        if seen {
            play = play.broken("american-squad-6-6-6#2", "xR10");
        }
        play = play.phase("rout").says("rout", &[SQUAD], "", &[("manner", "low crawl")]).moves(
            &[SQUAD],
            "xN8",
            "xN9",
        );
        if seen {
            play = play.lost("american-squad-6-6-6#2", "xR10");
        }
        play.phase("advance")
    };
    rout(true).comes_clean();
    rout(false).breaks("SK2-3.6-DEST");
}
