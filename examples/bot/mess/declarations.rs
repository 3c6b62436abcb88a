//! Declarations that are made again, changed, or not made.

use hexwright::bots::Dice;
use hexwright::deeds::{Act, Deed};

/// What is declared is declared first with a unit less, or twice.
pub fn again(deeds: &[Deed], dice: &mut Dice) -> Vec<Deed> {
    let mut out = Vec::with_capacity(deeds.len() * 2);
    for deed in deeds {
        if let Act::Declare(declared) = &deed.act
            && dice.chance(70)
        {
            let mut draft = declared.clone();
            if draft.units.len() > 1 && dice.chance(60) {
                draft.units.pop();
            }
            out.push(Deed { act: Act::Declare(draft), ..deed.clone() });
        }
        out.push(deed.clone());
    }
    out
}

/// Nothing is declared.
pub fn never(deeds: &[Deed]) -> Vec<Deed> {
    deeds.iter().filter(|deed| !matches!(deed.act, Act::Declare(_))).cloned().collect()
}
