//! Rolls that nothing needs: a double click, dice tried out, a roll for the beer.

use hexwright::bots::Dice;
use hexwright::deeds::{Act, Deed};

pub fn extra(deeds: &[Deed], dice: &mut Dice) -> Vec<Deed> {
    let like = deeds.iter().find_map(|deed| match &deed.act {
        Act::Roll { dice, faces } => Some((dice.clone(), faces.len())),
        _ => None,
    });
    let Some((name, count)) = like else { return deeds.to_vec() };
    let roll = |deed: &Deed, dice: &mut Dice| {
        let faces = (0..count).map(|_| 1 + dice.below(6) as u32).collect();
        Deed { act: Act::Roll { dice: name.clone(), faces }, ..deed.clone() }
    };
    let mut out = Vec::with_capacity(deeds.len() * 2);
    for deed in deeds {
        out.push(deed.clone());
        let likely = match deed.act {
            // The button was clicked twice.
            Act::Roll { .. } => 50,
            // Somebody tries the dice out when a phase begins.
            Act::Turn(_) => 15,
            _ => 0,
        };
        if dice.chance(likely) {
            out.push(roll(deed, dice));
        }
    }
    out
}
