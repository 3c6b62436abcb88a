//! Moves, losses and markers that are taken back by hand and made again.

use hexwright::bots::Dice;
use hexwright::deeds::{Act, Deed};

pub fn and_redone(deeds: &[Deed], dice: &mut Dice) -> Vec<Deed> {
    let mut out = Vec::with_capacity(deeds.len() * 2);
    for deed in deeds {
        out.push(deed.clone());
        if let Some(back) = reversed(&deed.act)
            && dice.chance(50)
        {
            out.push(Deed { act: back, ..deed.clone() });
            out.push(deed.clone());
        }
    }
    out
}

/// The deed that takes this one back, if there is one that any table shows.
fn reversed(act: &Act) -> Option<Act> {
    match act {
        Act::Move { unit, from, to } if from.location().is_some() && to.location().is_some() => {
            Some(Act::Move { unit: unit.clone(), from: to.clone(), to: from.clone() })
        }
        Act::Steps { unit, from, to } => {
            Some(Act::Steps { unit: unit.clone(), from: *to, to: *from })
        }
        Act::State { unit, state, on } => {
            Some(Act::State { unit: unit.clone(), state: state.clone(), on: !on })
        }
        _ => None,
    }
}
