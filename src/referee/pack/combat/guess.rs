//! Attacks that nobody declared: which attackers and which hex make what was done right?

use super::super::super::ground::{OFF, Place};
use super::super::super::tell::Tell;
use super::super::super::world::{Position, Unit};
use super::super::board::Board;
use super::aftermath::Aftermath;
use super::attack::{Attack, Role};
use super::table::Table;
use crate::model::Outcome;

/// Beyond this many attackers next to a hex not every choice of them is tried.
const MOST_CHOSEN: usize = 12;

/// What the log tells of an attack.
#[derive(Clone, Copy)]
pub(crate) struct Guess<'a> {
    pub(crate) side: u8,
    pub(crate) roll: u32,
    pub(crate) units: Option<&'a [Unit]>,
    pub(crate) target: Option<Place>,
    /// Whether a unit may still attack.
    pub(crate) fresh: &'a dyn Fn(Unit) -> bool,
    /// Whether a hex may still be attacked.
    pub(crate) untouched: &'a dyn Fn(Place) -> bool,
}

/// Every attack that would explain what was done, up to `most`, and whether all were tried.
pub(crate) fn explanations<'g>(
    guess: Guess<'_>,
    board: Board<'_>,
    table: &'g Table,
    before: &Position,
    after: &Position,
    most: usize,
) -> (Vec<(Attack, &'g Outcome)>, bool) {
    let mut found = Vec::new();
    let mut all_tried = true;
    let targets: Vec<Place> = match guess.target {
        Some(target) => vec![target],
        None => board
            .space
            .lattice
            .places()
            .filter(|place| before.has_enemy(guess.side, *place) && (guess.untouched)(*place))
            .collect(),
    };
    for target in targets {
        let chosen: Vec<Vec<Unit>> = match guess.units {
            Some(units) => vec![units.to_vec()],
            None => {
                let (choices, all) = choices(guess, board, before, target);
                all_tried &= all;
                choices
            }
        };
        for units in chosen {
            let attack = Attack { units, target, side: guess.side };
            let odds = attack.odds(board, before, table, &mut Tell::silent());
            let Some(outcome) = table.outcome(odds.column, guess.roll) else { continue };
            let aftermath = Aftermath { board, before, after, attack: &attack, complete: true };
            if aftermath.against(outcome).is_none() {
                found.push((attack, outcome));
                if found.len() >= most {
                    return (found, all_tried);
                }
            }
        }
    }
    (found, all_tried)
}

/// Every choice of attackers and support that may attack a hex.
fn choices(
    guess: Guess<'_>,
    board: Board<'_>,
    before: &Position,
    target: Place,
) -> (Vec<Vec<Unit>>, bool) {
    let able = |unit: &Unit| {
        board.roster[*unit].side == guess.side
            && (guess.fresh)(*unit)
            && Attack::objection(board, before, guess.side, *unit, target).is_none()
    };
    let mut near: Vec<Unit> = Vec::new();
    for &place in board.space.lattice.around(target) {
        if place != OFF {
            near.extend(before.stack(place).filter(able));
        }
    }
    let count = board.roster.len() as Unit;
    let far: Vec<Unit> = (0..count)
        .filter(|unit| Attack::role(board, before, *unit, target) == Some(Role::Ranged))
        .filter(able)
        .collect();
    let all: Vec<Unit> = near.iter().chain(&far).copied().collect();
    if near.is_empty() {
        return (Vec::new(), true);
    }
    if all.len() > MOST_CHOSEN {
        return (vec![all], false);
    }
    let needs_near = (1u32 << near.len()) - 1;
    let masks = (1u32..1 << all.len()).filter(|mask| mask & needs_near != 0);
    let choose = |mask: u32| -> Vec<Unit> {
        all.iter().enumerate().filter(|(n, _)| mask & (1 << n) != 0).map(|(_, u)| *u).collect()
    };
    (masks.map(choose).collect(), true)
}
