//! Losses and marks that are thought of when the next phase was clicked.

use hexwright::bots::Dice;
use hexwright::deeds::{Act, Deed, UnitId};

pub fn late(deeds: &[Deed], dice: &mut Dice) -> Vec<Deed> {
    let mut out = Vec::with_capacity(deeds.len());
    let mut owed: Vec<Deed> = Vec::new();
    for deed in deeds {
        // What a unit does comes after what it owes.
        if let Some(unit) = unit_of(&deed.act) {
            out.extend(owed.extract_if(.., |other| unit_of(&other.act) == Some(unit)));
        }
        match deed.act {
            Act::Steps { .. } | Act::State { .. } if dice.chance(30) => owed.push(deed.clone()),
            Act::Turn(_) => {
                out.push(deed.clone());
                out.append(&mut owed);
            }
            _ => out.push(deed.clone()),
        }
    }
    out.append(&mut owed);
    out
}

fn unit_of(act: &Act) -> Option<&UnitId> {
    match act {
        Act::Move { unit, .. }
        | Act::Leave { unit, .. }
        | Act::Steps { unit, .. }
        | Act::State { unit, .. } => Some(unit),
        Act::Arrive(standing) => Some(&standing.unit),
        _ => None,
    }
}
