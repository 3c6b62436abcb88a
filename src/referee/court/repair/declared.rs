//! Declarations and dice in another order than the rules have them: announced together, made twice, or put right after
//! the roll.

use super::super::customs::Matter;
use super::super::drafts::DRAFT;
use super::super::reading::{Item, Slip, touches};
use super::{Repair, SURPLUS};
use crate::deeds::Talk;

/// Why a declaration does not count that somebody put right by typing.
const IN_WORDS: &str = "a declaration that was put right in words";

impl<'r> Repair<'r> {
    fn excuse(&self, from: usize, to: usize) -> Option<&'r Talk> {
        self.session.words().excuse(from, to)
    }

    /// Whether an item is more than words beside the game: a need, dice, a click, something done.
    fn counts(&self, at: usize) -> bool {
        touches(self.act(at)) || self.is_boundary(at)
    }

    /// Two needs were declared before the dice of the first; then dice came for both, in this order or the other.
    pub(super) fn announced_together(&mut self) {
        let count = self.items().end;
        let drafts = self.reading.aside.iter().filter(|(_, why)| **why == DRAFT);
        for (&draft, _) in drafts {
            let is_after = |at: &usize| self.number(*at).is_some_and(|number| number > draft);
            let is_need = |at: &usize| self.is_need(self.act(*at));
            let mut needs = self.items().filter(|at| is_after(at) && is_need(at));
            let Some(second) = needs.next() else { continue };
            let is_roll = |at: &usize| self.is_roll(*at);
            let Some(first_roll) = (second..count).find(is_roll) else { continue };
            let Some(second_roll) = (first_roll + 1..count).find(is_roll) else { continue };
            let ended = |at: usize| self.is_click(at) || at > first_roll && is_need(&at);
            let Some(other) = self.number(second) else { continue };
            if (second + 1..second_roll).any(ended) {
                continue;
            }
            let mut told = self.reading.clone();
            told.aside.remove(&draft);
            let words = "two attacks were announced before the dice of the first";
            let step = self.session.deeds[draft].step;
            told.slips.push(Slip::new(Matter::Declarations, "announced together", step, words));
            let mut in_order = told.clone();
            in_order.shift(&[other], second_roll);
            in_order.items.insert(second, Item::Deed(draft));
            // Where both were rolled before anything was done, the results of the first end somewhere after them.
            let results = second_roll + 1..count;
            let results = results.take_while(|at| !self.is_boundary(*at)).count();
            if let (Some(roll), true) = (self.number(second_roll), second_roll == first_roll + 1) {
                self.found.extend((1..=results).map(|results| {
                    let mut later = in_order.clone();
                    later.shift(&[other, roll], second_roll + 2 + results);
                    later
                }));
            }
            told.items.insert(second_roll, Item::Deed(draft));
            self.found.extend([in_order, told]);
        }
    }

    /// The same need was declared again, and dice rolled again, before anything was done about the first: one of the
    /// rolls is the one that counts.
    pub(super) fn declared_again(&mut self) {
        let told: Vec<usize> = self.items().filter(|at| self.counts(*at)).collect();
        for pair in told.windows(4) {
            let &[first, roll, again, second] = pair else { continue };
            let is_so = self.is_need(self.act(first))
                && self.act(first) == self.act(again)
                && self.is_roll(roll)
                && self.is_roll(second)
                && self.deed(first).step <= self.step;
            let numbers = [roll, again, second].map(|at| self.number(at));
            let (true, [Some(roll), Some(again), Some(second)]) = (is_so, numbers) else {
                continue;
            };
            for (gone, used) in [(second, None), (roll, Some(second))] {
                let mut other = self.reading.clone();
                other.without(&[gone], SURPLUS);
                other.without(&[again], DRAFT);
                other.rerolls.extend(used.map(|used| (gone, used)));
                self.found.push(other);
            }
        }
    }

    /// A declaration that was put right in words only after its roll: the roll is that of the right one.
    pub(super) fn put_right_after_roll(&mut self) {
        let told: Vec<usize> = self.items().filter(|at| self.counts(*at)).collect();
        for four in told.windows(4) {
            let &[wrong, roll, right, then] = four else { continue };
            let is_so = self.is_need(self.act(wrong))
                && self.is_roll(roll)
                && self.is_need(self.act(right))
                && touches(self.act(then));
            let (from, to) = (self.deed(wrong).step, self.deed(right).step + 3);
            let numbers = (self.number(wrong), self.number(roll));
            let (true, Some(talk), (Some(wrong), Some(roll))) =
                (is_so, self.excuse(from, to), numbers)
            else {
                continue;
            };
            let mut other = self.reading.clone();
            other.shift(&[roll], right + 1);
            other.without(&[wrong], IN_WORDS);
            let words =
                format!("the declaration was put right after the roll (“{}”)", talk.text.trim());
            let kind = "put right after the roll";
            self.offer(other, Slip::new(Matter::Declarations, kind, from, words));
        }
    }

    /// A declaration that was put right in words only: what it said does not count.
    pub(super) fn corrected_in_words(&mut self) {
        for at in self.items() {
            let step = self.deed(at).step;
            let near = step <= self.step + 1 && self.step <= step + 12;
            if !near || !self.is_need(self.act(at)) {
                continue;
            }
            let mut next = at + 1..self.items().end;
            let until = next.find(|at| self.counts(*at)).map(|at| self.deed(at).step);
            let talk = self.excuse(step, until.unwrap_or(step + 3));
            let (Some(talk), Some(number)) = (talk, self.number(at)) else { continue };
            let mut other = self.reading.clone();
            other.without(&[number], IN_WORDS);
            let words = format!("the declaration was put right in words (“{}”)", talk.text.trim());
            let kind = "corrected in words";
            self.offer(other, Slip::new(Matter::Declarations, kind, step, words));
        }
    }
}
