//! A game in several files, as by e-mail: each begins where the one before it ended, in the middle of a phase.

use super::table::Table;
use hexwright::bots::Dice;
use hexwright::deeds::{Act, Deed};

/// A file: the deeds of the whole game so far, of which the first came before the file.
pub struct Part {
    pub deeds: Vec<Deed>,
    /// How many deeds, the table included, came before it; none when it begins with the game.
    pub before: usize,
}

impl Part {
    /// A game in one file.
    pub fn whole(deeds: Vec<Deed>) -> Self {
        Part { deeds, before: 0 }
    }

    /// With steps counted anew.
    pub fn numbered(mut self) -> Self {
        let begins = self.before.max(1) - 1;
        for (number, deed) in self.deeds.iter_mut().enumerate() {
            deed.step = number.saturating_sub(begins);
        }
        self
    }

    /// The deeds of the file alone, after the table with which it begins.
    pub fn with_table(&self) -> Vec<Deed> {
        if self.before == 0 {
            return self.deeds.clone();
        }
        let mut table = Table::default();
        self.deeds[..self.before].iter().for_each(|deed| table.note(deed));
        std::iter::once(table.beginning())
            .chain(self.deeds[self.before..].iter().cloned())
            .collect()
    }
}

/// A game in two to four files, cut anywhere.
pub fn in_parts(deeds: &[Deed], dice: &mut Dice) -> Vec<Part> {
    let mut cuts: Vec<usize> =
        (0..1 + dice.below(3)).map(|_| 1 + dice.below(deeds.len().saturating_sub(1))).collect();
    // Nobody sends a file off in the middle of a drag, or of the losses of a counter.
    for cut in &mut cuts {
        while deeds.get(*cut).is_some_and(|next| same_counter(&deeds[*cut - 1], next)) {
            *cut += 1;
        }
    }
    cuts.push(deeds.len());
    cuts.sort_unstable();
    cuts.dedup();
    let mut before = 0;
    let mut parts = Vec::new();
    for cut in cuts {
        parts.push(Part { deeds: deeds[..cut].to_vec(), before });
        before = cut;
    }
    parts
}

fn same_counter(one: &Deed, next: &Deed) -> bool {
    let unit = |deed: &Deed| match &deed.act {
        Act::Move { unit, .. } | Act::Leave { unit, .. } | Act::Steps { unit, .. } => {
            Some(unit.clone())
        }
        _ => None,
    };
    unit(one).is_some() && unit(one) == unit(next)
}
