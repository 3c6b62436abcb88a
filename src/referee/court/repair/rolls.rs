//! Of several rolls for one need, another one than the first was meant.

use super::super::reading::Item;
use super::Repair;

/// Why a roll is set aside.
pub(in super::super) const SURPLUS: &str = "a roll that nothing needed";

impl Repair<'_> {
    pub(super) fn other_rolls(&mut self) {
        // The stretch: from the last need before the finding to the next one after it.
        let is_need = |at: &usize| self.is_need(self.act(*at)) || self.is_click(*at);
        let step = |at: usize| self.deed(at).step;
        let all = self.items();
        // What is found when a phase ends is about the dice of that phase, and its step is that of the click.
        let is_before =
            |at: &usize| step(*at) < self.step || step(*at) == self.step && !self.is_click(*at);
        let before = all.clone().filter(is_need).take_while(is_before);
        let begins = before.last().unwrap_or(0);
        let ends = all.clone().filter(|at| *at > begins).find(is_need).unwrap_or(all.end);
        let rolls = (begins..ends).filter(|at| self.is_roll(*at));
        let standing: Vec<usize> = rolls.filter_map(|at| self.number(at)).collect();
        let bound = |at: usize| all.contains(&at).then(|| step(at));
        let bounds = bound(begins).unwrap_or(0)..=bound(ends).unwrap_or(usize::MAX);
        // Rolls that were set aside as surplus may be the ones that were used.
        let aside = self.reading.aside.iter().filter(|(number, why)| {
            **why == SURPLUS && bounds.contains(&self.session.deeds[**number].step)
        });
        let surplus = aside.map(|(number, _)| *number);
        let mut rolls: Vec<usize> = standing.iter().copied().chain(surplus).collect();
        rolls.sort_unstable();
        if rolls.len() < 2 {
            return;
        }
        for &used in rolls.iter().filter(|used| standing != [**used]) {
            let mut other = self.reading.clone();
            let Some(place) = standing.first().and_then(|first| other.find(*first)) else { return };
            other.items.insert(place, Item::Deed(used));
            let mut kept = false;
            let gone: Vec<usize> = rolls.iter().copied().filter(|roll| *roll != used).collect();
            other.items.retain(|item| match item {
                Item::Deed(number) if *number == used => !std::mem::replace(&mut kept, true),
                Item::Deed(number) => !gone.contains(number),
                Item::Told(_) => true,
            });
            other.aside.remove(&used);
            other.aside.extend(gone.iter().map(|roll| (*roll, SURPLUS)));
            other.rerolls.retain(|(_, later)| !rolls.contains(later));
            if used != rolls[0] {
                other.rerolls.push((rolls[0], used));
            }
            self.found.push(other);
        }
    }
}
