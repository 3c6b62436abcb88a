//! States that a fight leaves behind: those that a retreat demands, and those that nothing does.

use super::super::Play;
use super::super::board::bit_of;
use super::super::combat::{Aftermath, Attack};
use super::engagement::Engagement;
use crate::model::{Outcome, Topic};
use crate::referee::world::Unit;

impl Play<'_> {
    /// Units that retreated must show it before the phase ends; zones follow the rule at once.
    pub(crate) fn owe_states(&mut self, retreated: &[Unit], engagement: &Engagement) {
        let board = self.board();
        let Some(state) = board.game.rules.retreat.as_ref().and_then(|rules| rules.state) else {
            return;
        };
        let bit = bit_of(state);
        for &unit in retreated {
            let states = self.position.states(unit);
            if states & bit != 0 {
                continue;
            }
            let touched = engagement.touched.iter().filter(|(known, _)| *known == unit);
            let step = touched.map(|(_, step)| *step).next_back().unwrap_or(engagement.step);
            self.state.owed.push((unit, bit, step));
            self.position.set_states(board.space, unit, states | bit);
        }
    }

    /// Markers that were taken off during an attack that was not declared: no result does that.
    pub(crate) fn judge_ended_states(&mut self, engagement: &Engagement) {
        let board = self.board();
        let mut units = engagement.touched.clone();
        units.dedup_by_key(|(unit, _)| *unit);
        for (unit, step) in units {
            let ended = engagement.before.states(unit) & !self.position.states(unit);
            if ended == 0 || self.position.place(unit).is_none() {
                continue;
            }
            let message = format!(
                "{} is no longer {} in {}",
                board.unit(unit),
                board.state_names(ended),
                self.phase_words()
            );
            let finding = board.violation(Topic::States, message, &[unit]);
            self.accuse(step, finding.or(board.rule(Topic::Sequence)));
        }
    }

    /// Whether the log ends while somebody to blame loses steps where it stands: more may follow.
    pub(crate) fn may_go_on(
        &self,
        engagement: &Engagement,
        attack: &Attack,
        blamed: &[Unit],
    ) -> bool {
        let Some((last, _)) = engagement.touched.last() else { return false };
        let (was, is) = (&engagement.before, &self.position);
        let fights =
            attack.units.contains(last) || attack.defenders(self.board(), was).contains(last);
        if !fights || !blamed.contains(last) {
            return false;
        }
        match (was.place(*last), is.place(*last)) {
            // It lost steps and is still to retreat.
            (from, to) if from == to => is.steps(*last) < was.steps(*last),
            // It is on its way, or stopped short and is still to lose for it.
            (Some(from), Some(to)) => {
                let far = self.board().space.lattice.distance(from, to);
                far.is_some_and(|far| far < self.longest_retreat())
            }
            _ => false,
        }
    }

    /// States that appeared during an attack without a reason.
    pub(crate) fn judge_new_states(
        &mut self,
        engagement: &Engagement,
        attack: &Attack,
        outcome: Option<&Outcome>,
    ) {
        let board = self.board();
        let Some(outcome) = outcome else { return };
        let after = &self.position;
        let aftermath =
            Aftermath { board, before: &engagement.before, after, attack, complete: true };
        let retreated = aftermath.retreated(outcome);
        let shown = board.game.rules.retreat.as_ref().and_then(|rules| rules.state);
        let shown = shown.map_or(0, bit_of);
        let mut units: Vec<(Unit, usize)> = engagement.touched.clone();
        units.dedup_by_key(|(unit, _)| *unit);
        for (unit, step) in units {
            if self.position.place(unit).is_none() {
                continue;
            }
            let (was, is) = (engagement.before.states(unit), self.position.states(unit));
            let fine = if retreated.contains(&unit) { shown } else { 0 };
            if (was ^ is) & !fine == 0 {
                continue;
            }
            let message = format!(
                "{} {} {}, though it did not retreat",
                board.unit(unit),
                if is & !was != 0 { "becomes" } else { "is no longer" },
                board.state_names((was ^ is) & !fine)
            );
            let finding =
                board.violation(Topic::States, message, &[unit]).or(board.rule(Topic::Retreat));
            self.accuse(step, finding);
        }
    }
}
