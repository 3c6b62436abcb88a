//! Counters deleted and taken anew from the palette: the fresh one is turned over and marked as the old one was.

use super::table::Table;
use hexwright::bots::Dice;
use hexwright::deeds::{Act, Deed, Standing};

pub fn replaced(deeds: &[Deed], dice: &mut Dice) -> Vec<Deed> {
    let mut table = Table::default();
    let mut out = Vec::with_capacity(deeds.len() * 2);
    for deed in deeds {
        table.note(deed);
        out.push(deed.clone());
        if !matches!(deed.act, Act::Move { .. } | Act::Turn(_)) || !dice.chance(8) {
            continue;
        }
        let units = table.on_map();
        let Some(old) = units.get(dice.below(units.len())) else { continue };
        let full = table.full_steps(&old.unit);
        let mut say = |act| out.push(Deed { act, ..deed.clone() });
        let unit = || old.unit.clone();
        say(Act::Leave { unit: unit(), from: old.at.clone() });
        let fresh = Standing { steps: full, states: Vec::new(), ..(*old).clone() };
        say(Act::Arrive(fresh));
        if let (Some(full), Some(left)) = (full, old.steps)
            && left < full
        {
            say(Act::Steps { unit: unit(), from: full, to: left });
        }
        for state in &old.states {
            say(Act::State { unit: unit(), state: state.clone(), on: true });
        }
    }
    out
}
