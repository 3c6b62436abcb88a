//! Attacks that must be made, where the rules make them a duty.

use super::super::super::ground::{OFF, Place};
use super::super::super::world::{Position, Unit};
use super::super::board::Board;
use super::attack::Attack;

/// The units that could have attacked a hex and attacked nobody, when its enemies had to be attacked:
/// they stood in a zone of this side all the phase. Nobody when the duty was done or could not be.
///
/// Units that attacked somebody else are let off, even if they could have been shared out better.
pub(crate) fn idle(
    board: Board<'_>,
    dawn: &Position,
    now: &Position,
    side: u8,
    target: Place,
    attackers: &[Unit],
) -> Vec<Unit> {
    let enemy = |unit: &Unit| board.roster[*unit].side != side;
    let stayed = |unit: Unit| dawn.at(unit) == now.at(unit);
    if !dawn.in_own_zone(side, target) || !now.in_own_zone(side, target) {
        return Vec::new();
    }
    if !now.stack(target).any(|unit| enemy(&unit) && stayed(unit)) {
        return Vec::new();
    }
    let near = board.space.lattice.around(target).iter().filter(|place| **place != OFF);
    near.flat_map(|place| now.stack(*place))
        .filter(|unit| !enemy(unit) && stayed(*unit) && !attackers.contains(unit))
        .filter(|unit| dawn.states(*unit) == now.states(*unit))
        .filter(|unit| Attack::objection(board, now, side, *unit, target).is_none())
        .collect()
}
