//! What the deeds of a Combat Phase may have meant: combats as they were declared or can be guessed, and what was done
//! about each.

mod aftermath;
mod gather;
mod guess;

use super::super::Sicily;
use super::{Claimed, Order, Verb};
use crate::deeds::{Declared, UnitId};
use crate::referee::frame::{Event, Play, What};
use gather::{Told, gather};

/// How declarations and dice are matched, where a log leaves it open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Reading {
    /// Of several combats declared, the dice are for the one declared last.
    latest_first: bool,
    /// Who declares an attack on another hex takes back the one declared before.
    takes_back: bool,
}

/// The readings of a Combat Phase, the likeliest first: verbs with the steps that they are told at. What was done `before`
/// the fighting is laid first.
pub(in crate::games::sicily) fn plans(
    play: &Play<'_, Sicily>,
    before: &[Event],
    stretch: &[Event],
) -> Vec<Vec<(usize, Verb)>> {
    let mut plans: Vec<Vec<Told>> = Vec::new();
    for takes_back in [false, true] {
        for latest_first in [false, true] {
            let told = gather(play, stretch, Reading { latest_first, takes_back });
            if !plans.contains(&told) {
                plans.push(told);
            }
        }
    }
    plans.iter().map(|told| plan(play, before, told)).collect()
}

/// Whether an attack that is declared leaves one before it standing: other units join it or attack elsewhere, or the same
/// ones attack one more hex.
pub(in crate::games::sicily) fn joins(earlier: &Declared, later: &Declared) -> bool {
    let known = |unit: &UnitId| earlier.units.contains(unit);
    let same = earlier.units.len() == later.units.len() && later.units.iter().all(known);
    let others = !later.units.iter().any(known);
    others || same && earlier.places != later.places
}

/// Where the fighting of a stretch begins that is not cut by a click between movement and combat.
pub(in crate::games::sicily) fn begins(stretch: &[Event]) -> usize {
    let fights = |event: &Event| match &event.what {
        What::Declared(said) => said.id == "attack",
        What::Rolled(faces) => faces.len() == 2,
        _ => false,
    };
    stretch.iter().position(fights).unwrap_or(stretch.len())
}

fn plan(play: &Play<'_, Sicily>, before: &[Event], told: &[Told]) -> Vec<(usize, Verb)> {
    let mut table = aftermath::Table::new(play);
    table.lay(before);
    let mut plan = Vec::new();
    let last = told.len().saturating_sub(1);
    for (number, fight) in told.iter().enumerate() {
        let order = if fight.is_declared() {
            Some(order(play, fight))
        } else {
            guess::order(play, &table, fight, told)
        };
        match order {
            Some(order) => {
                announce(&mut plan, fight, &order);
                plan.push((fight.step, Verb::Attack(order.clone())));
                if fight.broke_through {
                    plan.push((fight.step, Verb::Breakthrough));
                }
                let done = aftermath::verbs(&mut table, fight, Some(&order), &mut plan);
                // The end of the phase settles the last one; a log that is cut leaves it open.
                if number < last {
                    plan.push((done.max(fight.step), Verb::Over));
                }
            }
            None if fight.rolled.is_some() => {
                plan.push((fight.step, Verb::Untold));
                aftermath::verbs(&mut table, fight, None, &mut plan);
            }
            // Deeds that no combat came before.
            None => {
                aftermath::verbs(&mut table, fight, None, &mut plan);
            }
        }
    }
    plan
}

/// What was announced besides: ships and aircraft come before the attack that they help.
fn announce(plan: &mut Vec<(usize, Verb)>, fight: &Told, order: &Order) {
    let against = order.against.first().copied();
    for step in &fight.air {
        plan.push((*step, Verb::Air(1, against)));
    }
    for (step, nation, roll) in &fight.ships {
        let salvo = super::support::Gunfire { nation: *nation, against, roll: *roll };
        plan.push((*step, Verb::Gunfire(salvo)));
    }
}

/// The attack that was declared.
fn order(play: &Play<'_, Sicily>, fight: &Told) -> Order {
    let side = fight.units.first().map_or(0, |unit| play.unit(*unit).side);
    let (support, defence_support) =
        fight.guns.iter().copied().partition(|gun| play.unit(*gun).side == side);
    let on_map = |guns: Vec<u16>| -> (Vec<u16>, usize) {
        let (here, away): (Vec<u16>, Vec<u16>) =
            guns.into_iter().partition(|gun| play.position.place(*gun).is_some());
        (here, away.len())
    };
    let (defence_support, mainland) = on_map(defence_support);
    Order {
        with: fight.units.clone(),
        against: fight.targets.clone(),
        support,
        defence_support,
        mainland,
        roll: fight.rolled.map(|(_, sum)| sum),
        told: fight.result,
        claimed: Claimed { column: fight.column, ..Claimed::default() },
        guessed: false,
    }
}
