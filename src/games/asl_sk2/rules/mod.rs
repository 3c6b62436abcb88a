//! Every rule of the rulebook, in its order.

mod defensive;
mod effects;
mod experience;
mod fire;
mod movement;
mod ordnance;
mod rout_close_combat;
mod scenarios;
mod sequence;
mod terrain;
mod to_hit;
mod weapons;

use crate::referee::Rule;

/// All rules.
pub(super) fn all() -> impl Iterator<Item = &'static Rule> {
    [
        terrain::TERRAIN,
        sequence::SEQUENCE,
        fire::FIRE,
        effects::EFFECTS,
        to_hit::TO_HIT,
        movement::MOVEMENT,
        defensive::DEFENSIVE,
        rout_close_combat::ROUT_CLOSE_COMBAT,
        weapons::WEAPONS,
        experience::EXPERIENCE,
        ordnance::ORDNANCE,
        scenarios::SCENARIOS,
    ]
    .into_iter()
    .flatten()
}
