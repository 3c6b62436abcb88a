//! What a log that begins in the middle of a phase does not show: attacks before it, whose results are in it.

use super::super::Play;
use crate::model::Topic;
use crate::referee::Judgement;
use crate::referee::world::{At, Off, Unit};

impl Play<'_> {
    /// Whether the log begins in the middle of a game, so that the phase may have begun before it.
    pub(super) fn begins_amid(&self) -> bool {
        self.clock.now.is_some_and(|(turn, stage)| {
            stage > 0 || self.scenario.is_some_and(|scenario| turn > scenario.turns.first)
        })
    }

    /// Leaves unchecked what an attack before the log may have asked for; whether it did.
    pub(crate) fn leave_to_before(&mut self, unit: Unit, step: usize) -> bool {
        if !self.state.continues || self.attacking().is_none() || !self.may_result(unit) {
            return false;
        }
        let mut judgement = Judgement::default();
        judgement.leave_unchecked(
            self.board().rule(Topic::Results),
            "the log begins in the middle of the phase, and an attack before it may ask for this",
        );
        let subject = format!("{} suffers a result or goes on", self.board().unit(unit));
        self.say(step, subject, judgement);
        true
    }

    /// Whether a result of some attack may be what happened to a unit.
    fn may_result(&self, unit: Unit) -> bool {
        let (was, is) = (&self.state.start, &self.position);
        let Some(from) = was.place(unit) else { return false };
        let changed = was.at(unit) != is.at(unit)
            || was.steps(unit) != is.steps(unit)
            || was.states(unit) != is.states(unit);
        let regains = is.steps(unit) > was.steps(unit) || was.states(unit) & !is.states(unit) != 0;
        let near = match is.at(unit) {
            At::Map(to) => {
                let far = self.board().space.lattice.distance(from, to);
                far.is_some_and(|far| far <= self.longest_retreat().max(1))
            }
            At::Off(off) => matches!(off, Off::Eliminated(_) | Off::Away),
        };
        changed && near && !regains
    }

    /// The most hexes that any result makes units retreat.
    pub(crate) fn longest_retreat(&self) -> u32 {
        let combat = self.board().game.rules.combat.as_ref();
        let outcomes = combat.into_iter().flat_map(|combat| &combat.outcomes);
        let hexes = outcomes.map(|one| one.attacker.retreats.max(one.defender.retreats));
        hexes.max().unwrap_or(0)
    }
}
