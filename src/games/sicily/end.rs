//! What must hold when a phase ends.

use super::state::Scenario;
use super::units::{ALLIED, DISRUPTED, LANDED};
use super::verb::Ends;
use super::{
    Sicily, airborne, boundary, combat, evacuation, landings, look, setup, stacking, support,
    victory,
};
use crate::referee::Judgement;
use crate::referee::frame::Play;
use crate::referee::world::Unit;

/// A phase of a log ends.
pub(super) fn closes(play: &mut Play<'_, Sicily>, said: &mut Judgement) {
    let Some(stage) = play.clock.stage(&play.sequence) else { return };
    let (moves, fights) = (stage.allows("move"), stage.allows("attack"));
    let (ends, special) = (stage.allows("next-turn"), stage.id().starts_with("special"));
    let allied = stage.side().is_some_and(|side| side.index() == usize::from(ALLIED));
    if moves {
        if allied {
            if !special {
                landings::judge_first_wave(play, said);
                airborne::judge_end(play, said);
            }
        } else if special && super::look::scenario(play) != Scenario::VariableCampaign {
            boundary::judge_counterthrust(play, said);
        }
        judge(play, Ends::Movement, said);
    }
    if fights {
        judge(play, Ends::Combat, said);
    }
    if ends {
        support::judge_bills(play, said);
        evacuation::ends_turn(play);
        victory::ends_turn(play);
        lifts_disruption(play);
    }
}

/// Disruption ends with the turn.
fn lifts_disruption(play: &mut Play<'_, Sicily>) {
    let units: Vec<Unit> = look::troops(play).map(|(unit, _)| unit).collect();
    for unit in units {
        play.set(unit, DISRUPTED | LANDED, false);
    }
}

/// Something is over.
pub(super) fn judge(play: &mut Play<'_, Sicily>, what: Ends, said: &mut Judgement) {
    match what {
        Ends::Movement => {
            if let Some(side) = play.clock.acting(&play.sequence) {
                stacking::judge(play, side, said);
                if play.exact && side != ALLIED && play.clock.turn() == Some(1) && is_special(play)
                {
                    boundary::judge_counterthrust(play, said);
                }
            }
        }
        Ends::SetUp => setup::judge(play, said),
        Ends::Airborne => airborne::judge_end(play, said),
        Ends::Combat => {
            combat::closes(play, said);
            landings::judge_end_of_combat(play, said);
        }
    }
}

/// Whether the Special Stage is on.
fn is_special(play: &Play<'_, Sicily>) -> bool {
    play.clock.stage(&play.sequence).is_some_and(|stage| stage.id().starts_with("special"))
}
