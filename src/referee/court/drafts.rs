//! Declarations are intentions until their dice are rolled; a die belongs to a need.

use super::customs::{Customs, Matter};
use super::reading::{Item, Reading, Slip, touches};
use crate::deeds::{Act, Deed};

/// Why a declaration does not count.
pub(super) const DRAFT: &str = "a declaration that was changed or never rolled for";

/// A declaration without dice yet.
struct Pending {
    number: usize,
    rolled: Option<usize>,
    /// Whether something was done about it.
    touched: bool,
    /// A roll that came just before it.
    lead: Option<usize>,
}

/// Sets drafts aside: what was declared anew, or never rolled for, with nothing done about it. A die that was
/// rolled just before its declaration comes after it.
pub(super) fn settle_drafts(customs: &dyn Customs, deeds: &[Deed], reading: &mut Reading) {
    let mut pending: Option<Pending> = None;
    let mut stray: Option<usize> = None;
    let mut drafts = Vec::new();
    let mut leads = Vec::new();
    for item in &reading.items {
        let Item::Deed(number) = *item else { continue };
        match &deeds[number].act {
            Act::Declare(declared) if customs.needs_dice(declared) => {
                if let Some(open) = &mut pending
                    && let Act::Declare(earlier) = &deeds[open.number].act
                {
                    open.touched |= customs.joins(earlier, declared);
                }
                close(pending.take(), &mut drafts, &mut leads);
                let lead = stray.take();
                pending = Some(Pending { number, rolled: None, touched: false, lead });
            }
            Act::Roll { .. } => match &mut pending {
                // What was done about a need whose die came before it was done about that die.
                Some(open) if open.rolled.is_none() && !(open.touched && open.lead.is_some()) => {
                    open.rolled = Some(number);
                }
                _ => stray = Some(number),
            },
            Act::Turn(_) => {
                close(pending.take(), &mut drafts, &mut leads);
                stray = None;
            }
            act if touches(act) => {
                if let Some(open) = &mut pending {
                    open.touched = true;
                }
                stray = None;
            }
            _ => {}
        }
    }
    close(pending, &mut drafts, &mut leads);
    for (roll, declared) in leads {
        if let Some(at) = reading.find(declared) {
            reading.shift(&[roll], at + 1);
            let words = "the die was rolled before the attack was declared";
            reading.slips.push(Slip::new(Matter::Dice, "rolled first", deeds[roll].step, words));
        }
    }
    if !drafts.is_empty() {
        reading.without(&drafts, DRAFT);
    }
}

fn close(pending: Option<Pending>, drafts: &mut Vec<usize>, leads: &mut Vec<(usize, usize)>) {
    let Some(pending) = pending.filter(|pending| pending.rolled.is_none()) else { return };
    match pending.lead {
        Some(roll) => leads.push((roll, pending.number)),
        None if !pending.touched => drafts.push(pending.number),
        None => {}
    }
}

/// Rolls that follow another for the same need before anything was done: surplus, if the first counts.
pub(super) fn repeated_rolls(
    customs: &dyn Customs,
    deeds: &[Deed],
    reading: &Reading,
) -> Vec<usize> {
    let mut surplus = Vec::new();
    let (mut open, mut rolled) = (false, false);
    for item in &reading.items {
        let Item::Deed(number) = *item else { continue };
        match &deeds[number].act {
            Act::Declare(declared) if customs.needs_dice(declared) => {
                (open, rolled) = (true, false)
            }
            Act::Roll { .. } if open && rolled => surplus.push(number),
            Act::Roll { .. } if open => rolled = true,
            Act::Turn(_) => open = false,
            act if touches(act) => open = false,
            _ => {}
        }
    }
    surplus
}
