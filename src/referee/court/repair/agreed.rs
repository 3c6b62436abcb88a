//! What the opponent agreed to.

use super::super::customs::Matter;
use super::super::reading::Slip;
use super::{NEXT_PHASE, Repair};
use crate::deeds::{Talk, UnitId};

/// How many steps before and after a deed people speak of it.
const EARSHOT: usize = 6;

impl<'r> Repair<'r> {
    /// Where somebody of the other side agrees to what a unit did.
    fn agreement(&self, unit: &UnitId) -> Option<&'r Talk> {
        let owner = self.session.customs.owner(unit);
        let (from, to) = (self.step.saturating_sub(EARSHOT), self.step + EARSHOT);
        self.session.words().agreement(from, to, owner)
    }

    /// A deed behind the tracker that the opponent agreed to: it counts where it belongs.
    pub(super) fn agreed(&mut self, unit: &UnitId) {
        let Some(talk) = self.agreement(unit) else { return };
        for at in self.of(unit) {
            if self.deed(at).step != self.step {
                continue;
            }
            let end = self.end_of_its_phase(at, NEXT_PHASE);
            let (Some(end), Some(number)) = (end, self.number(at)) else { continue };
            let mut other = self.reading.clone();
            other.shift(&[number], end);
            let words = format!(
                "{} was moved late, and the opponent agreed (“{}”)",
                self.name(unit),
                talk.text.trim()
            );
            self.offer(other, Slip::new(Matter::Order, "agreed", self.step, words).of(unit));
        }
    }

    /// The opponent agreed that play goes on in a phase that was clicked away: the click came too early.
    pub(super) fn agreed_to_go_on(&mut self, unit: &UnitId) {
        /// So many deeds belong to what was agreed to.
        const MOST: usize = 16;
        let Some(talk) = self.agreement(unit) else { return };
        let so_far = self.items().take_while(|at| self.deed(*at).step <= self.step);
        let Some(click) = so_far.filter(|at| self.is_click(*at)).last() else { return };
        let Some(early) = self.number(click) else { return };
        let next = (click + 1..self.items().end).find(|at| self.is_click(*at));
        let ends = click + 2..=next.unwrap_or(self.items().end);
        let ends: Vec<usize> =
            ends.filter(|end| self.deed(end - 1).step >= self.step).take(MOST).collect();
        for end in ends {
            let mut other = self.reading.clone();
            other.shift(&[early], end);
            let words = format!(
                "play went on after the click, and the opponent agreed (“{}”)",
                talk.text.trim()
            );
            self.offer(other, Slip::new(Matter::Order, "agreed", self.step, words).of(unit));
        }
    }
}
