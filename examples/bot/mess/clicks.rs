//! Clicks of the tracker: late, on and back, never.

use hexwright::bots::Dice;
use hexwright::deeds::{Act, Deed};

/// Play goes on before anybody clicks; the clicks come later, all at once, when a phase is over.
pub fn late(deeds: &[Deed], dice: &mut Dice) -> Vec<Deed> {
    /// Nobody forgets more clicks than those of a player turn.
    const MOST: usize = 4;
    let mut out = Vec::with_capacity(deeds.len());
    let mut owed: Vec<Deed> = Vec::new();
    for deed in deeds {
        if matches!(deed.act, Act::Turn(_)) {
            owed.push(deed.clone());
            // Either all that are owed, or all but this one: then play goes on before its click.
            if owed.len() > MOST || dice.chance(40) {
                out.append(&mut owed);
            } else if dice.chance(60) {
                out.extend(owed.drain(..owed.len() - 1));
            }
        } else {
            out.push(deed.clone());
        }
    }
    out.append(&mut owed);
    out
}

/// Somebody clicks some phases on, looks around, and clicks back.
pub fn on_and_back(deeds: &[Deed], dice: &mut Dice) -> Vec<Deed> {
    let clicks: Vec<&Deed> = deeds.iter().filter(|deed| matches!(deed.act, Act::Turn(_))).collect();
    let mut out = Vec::with_capacity(deeds.len() * 2);
    let mut next = 0;
    for deed in deeds {
        out.push(deed.clone());
        next += usize::from(matches!(deed.act, Act::Turn(_)));
        if next == 0 || !dice.chance(5) {
            continue;
        }
        let far = (next + 1 + dice.below(3)).min(clicks.len());
        out.extend(clicks[next..far].iter().map(|deed| (*deed).clone()));
        out.extend(
            clicks[next - 1..far.saturating_sub(1).max(next - 1)]
                .iter()
                .rev()
                .map(|deed| (*deed).clone()),
        );
    }
    out
}

/// Nobody ever clicks.
pub fn never(deeds: &[Deed]) -> Vec<Deed> {
    deeds.iter().filter(|deed| !matches!(deed.act, Act::Turn(_))).cloned().collect()
}
