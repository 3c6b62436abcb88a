//! What came late: retreats, losses, advances and marks after their attack, units after the set-up.

use super::super::customs::{Fit, Matter};
use super::super::reading::{Reading, Slip};
use super::{NEXT_PHASE, NEXT_TURN, Repair, journey};
use crate::deeds::{Act, UnitId};

impl Repair<'_> {
    /// A retreat, loss, advance or marker that came late: it belongs to an attack before.
    pub(super) fn done_late(&mut self, unit: &UnitId) {
        let own = self.of(unit);
        let here = self.here();
        // The unit’s deeds that may be late: those of the finding’s step, or the next ones after it.
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for &at in own.iter().filter(|at| self.passes.between(here, **at) <= NEXT_PHASE) {
            match groups.last_mut() {
                Some(group)
                    if group.last().is_some_and(|last| {
                        !(*last + 1..at).any(|between| self.is_boundary(between))
                    }) =>
                {
                    group.push(at);
                }
                _ => groups.push(vec![at]),
            }
        }
        for group in groups {
            let numbers: Vec<usize> = group.iter().filter_map(|at| self.number(*at)).collect();
            for end in self.ends_of_attacks(0, group[0], NEXT_PHASE) {
                // What a unit did stays in its order.
                if !own.iter().any(|at| (end..group[0]).contains(at)) {
                    self.offer_earlier(unit, &numbers, end);
                }
            }
        }
    }

    /// A loss or a mark that came late, wherever its unit went meanwhile: it belongs to an attack before, or to the end
    /// of the phase that it is for.
    pub(super) fn changed_late(&mut self, unit: &UnitId) {
        let is_change = |at: &usize| matches!(self.act(*at), Act::Steps { .. } | Act::State { .. });
        let changes: Vec<usize> = self.of(unit).into_iter().filter(is_change).collect();
        let here = self.here();
        for (nth, &at) in changes.iter().enumerate() {
            let Some(number) = self.number(at) else { continue };
            if self.passes.between(here, at) > NEXT_TURN {
                continue;
            }
            // Changes of a unit stay in their order.
            let after = nth.checked_sub(1).map_or(0, |before| changes[before] + 1);
            let in_its_phase = self.end_of_its_phase(at, NEXT_TURN).filter(|end| *end >= after);
            let mut ends: Vec<usize> = in_its_phase.into_iter().collect();
            ends.extend(self.ends_of_attacks(after, at, NEXT_TURN));
            ends.into_iter().for_each(|end| self.offer_earlier(unit, &[number], end));
        }
    }

    /// A unit that nobody thought of before the first click is set up after it.
    pub(super) fn set_up_late(&mut self, unit: &UnitId) {
        let Some(click) = self.items().find(|at| self.is_click(*at)) else { return };
        let first = self.of(unit).into_iter().find(|at| journey(self.act(*at)).is_some());
        let Some(first) = first.filter(|at| *at > click) else { return };
        let Some(number) = self.number(first) else { return };
        if (click..first).any(|at| self.is_roll(at)) || !self.session.sets_up() {
            return;
        }
        let mut other = self.reading.clone();
        other.shift(&[number], click);
        let words = format!("{} was set up after the first click", self.name(unit));
        let step = self.session.deeds[number].step;
        self.offer(other, Slip::new(Matter::Order, "set up late", step, words).of(unit));
    }

    /// The reading under which deeds of a unit, in their order, belong before an item.
    fn offer_earlier(&mut self, unit: &UnitId, numbers: &[usize], end: usize) {
        let Some(first) = numbers.first() else { return };
        let mut other: Reading = self.reading.clone();
        other.shift(numbers, end);
        let name = self.name(unit);
        let words =
            format!("what was asked of {name} was done late, before anything depended on it");
        let step = self.session.deeds[*first].step;
        self.offer(other, Slip::new(Matter::Order, "late result", step, words).of(unit));
    }

    /// The ends of what was done about each roll between two items, the latest first, if play passed on few enough
    /// times since.
    fn ends_of_attacks(&self, after: usize, before: usize, most: usize) -> Vec<usize> {
        let in_time = |at: &usize| self.passes.between(*at, before) <= most;
        let rolls = (after..before).rev().take_while(in_time).filter(|at| self.is_roll(*at));
        let end = |roll: usize| (roll + 1..before).find(|next| self.is_boundary(*next));
        rolls.filter_map(end).collect()
    }

    /// The end of the latest phase before a deed that it is the proper thing for, if play passed on few enough times
    /// since.
    pub(super) fn end_of_its_phase(&self, at: usize, most: usize) -> Option<usize> {
        let session = self.session;
        let mut end = None;
        for before in (0..at).rev() {
            let moment = match self.act(before) {
                Act::Turn(moment) | Act::SetUp { moment: Some(moment), .. } => moment,
                _ => continue,
            };
            let found = session.sequence.find(moment);
            let stage = found.and_then(|at| session.sequence.turn(at.0).get(at.1));
            if stage.is_some_and(|stage| session.customs.fit(self.deed(at), stage) == Fit::Proper) {
                return end;
            }
            if self.is_click(before) {
                end = Some(before);
            }
            if self.passes.between(before, at) > most {
                return None;
            }
        }
        None
    }
}
