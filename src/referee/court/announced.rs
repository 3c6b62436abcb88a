//! Declarations and dice in another order than the rules have them: announced together, or put right after the roll.

use super::Session;
use super::customs::Matter;
use super::drafts::DRAFT;
use super::reading::{Item, Reading, Slip, touches};
use crate::deeds::Act;

impl Session<'_> {
    fn act<'s>(&'s self, reading: &'s Reading, at: usize) -> &'s Act {
        &Reading::deed(&reading.items[at], &self.deeds).act
    }

    fn is_need(&self, act: &Act) -> bool {
        matches!(act, Act::Declare(declared) if self.customs.needs_dice(declared))
    }

    /// Two needs were declared before the dice of the first; then dice came for both, in this order or the other.
    pub(super) fn announced_together(&self, reading: &Reading, out: &mut Vec<Reading>) {
        let count = reading.items.len();
        let is_roll = |at: &usize| matches!(self.act(reading, *at), Act::Roll { .. });
        for (&draft, _) in reading.aside.iter().filter(|(_, why)| **why == DRAFT) {
            let after =
                |at: &usize| matches!(reading.items[*at], Item::Deed(number) if number > draft);
            let is_need = |at: &usize| self.is_need(self.act(reading, *at));
            let Some(second) = (0..count).find(|at| after(at) && is_need(at)) else { continue };
            let Some(first_roll) = (second..count).find(is_roll) else { continue };
            let Some(second_roll) = (first_roll + 1..count).find(is_roll) else { continue };
            let ended = |at: usize| {
                let act = self.act(reading, at);
                matches!(act, Act::Turn(_)) || at > first_roll && self.is_need(act)
            };
            let Item::Deed(other) = reading.items[second] else { continue };
            if (second + 1..second_roll).any(ended) {
                continue;
            }
            let mut told = reading.clone();
            told.aside.remove(&draft);
            told.slips.push(Slip {
                steps: vec![self.deeds[draft].step],
                about: Matter::Declarations,
                words: "two attacks were announced before the dice of the first".to_owned(),
                kind: "announced together",
                units: Vec::new(),
            });
            let mut in_order = told.clone();
            in_order.shift(&[other], second_roll);
            in_order.items.insert(second, Item::Deed(draft));
            told.items.insert(second_roll, Item::Deed(draft));
            out.extend([in_order, told]);
        }
    }

    /// A declaration that was put right in words only after its roll: the roll is that of the right one.
    pub(super) fn put_right_after_roll(&self, reading: &Reading, out: &mut Vec<Reading>) {
        let count = reading.items.len();
        let step = |at: usize| Reading::deed(&reading.items[at], &self.deeds).step;
        for wrong in (0..count).filter(|at| self.is_need(self.act(reading, *at))) {
            // The next deeds that are more than words, whatever else is declared between them.
            let mut next = (wrong + 1..count).filter(|at| {
                let act = self.act(reading, *at);
                touches(act) || self.is_need(act) || matches!(act, Act::Roll { .. } | Act::Turn(_))
            });
            let (Some(roll), Some(right), Some(then)) = (next.next(), next.next(), next.next())
            else {
                continue;
            };
            let is_so = matches!(self.act(reading, roll), Act::Roll { .. })
                && self.is_need(self.act(reading, right))
                && touches(self.act(reading, then));
            let said = self.words().excuse(step(wrong), step(right) + 3);
            let (true, Some(talk)) = (is_so, said) else { continue };
            let (Item::Deed(wrong), Item::Deed(roll)) =
                (&reading.items[wrong], &reading.items[roll])
            else {
                continue;
            };
            let mut other = reading.clone();
            other.shift(&[*roll], right + 1);
            other.without(&[*wrong], "a declaration that was put right in words");
            other.slips.push(Slip {
                steps: vec![self.deeds[*wrong].step],
                about: Matter::Declarations,
                words: format!(
                    "the declaration was put right after the roll (“{}”)",
                    talk.text.trim()
                ),
                kind: "put right after the roll",
                units: Vec::new(),
            });
            out.push(other);
        }
    }
}
