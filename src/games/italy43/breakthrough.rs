//! 15.0 Breakthrough combat.

use super::advance::ADVANCE_WHO;
use super::combat::CombatKind;
use super::entry::Join;
use super::ground::Place;
use super::play::Play;
use super::position::Who;
use super::words::{Advance, Crt};
use crate::hex::Hex;
use crate::referee::{Problem, rules};

rules! {
    pub(crate) static BREAKTHROUGH = [
        /// Breakthrough combat needs an advance of two or more hexes; never after a limited advance or a breakthrough.
        TRIGGER = "I43-15.1", "When there is a breakthrough", "15.1, 14.2.3", Transition;
        /// The breakthrough group finishes its advance and its combat before the other attackers advance.
        ORDER = "I43-15.2.1", "The group goes first", "15.2.1", Sequence;
        /// One stack of each attack may fight one breakthrough combat.
        ONE_GROUP = "I43-15.2.2", "One group, one combat", "15.2.2, 15.2.1, 15.4", Budget;
        /// Units from several hexes join into the group in the vacated hex only, each spending a hex of its advance.
        FORMING = "I43-15.2.3", "Forming the group", "15.2.3", Transition;
        /// After that it may drop units, never pick any up.
        DROPPING = "I43-15.2.4", "Dropping, not picking up", "15.2.4", Transition;
        /// A group that does not enter the vacated hex has one hex of advance less.
        TURNING = "I43-15.2.5", "Turning away", "15.2.5", Transition;
        /// The combat costs one hex of advance; entering the newly vacated hex afterwards is free.
        COST = "I43-15.2.5b", "Cost of the combat", "15.2.3, 15.2.5", Budget;
        /// The target is next to where the group has advanced to, and the group could advance into it.
        TARGETS = "I43-15.2.6a", "Targets", "15.2.6", Transition;
        /// Not over mountain or river sides, except along roads and passes.
        NO_OBSTACLES = "I43-15.2.6b", "No mountains or rivers", "15.2.6", Transition;
        /// No artillery, air or naval shift for either side; everything else counts, and stacking binds.
        MODIFIERS = "I43-15.2.7", "Modifiers", "15.2.7", Resolution;
        /// After success the group enters the vacated hex and stops, or stays; after failure it stays.
        AFTERMATH = "I43-15.2.8", "Aftermath", "15.2.1, 15.2.8", Transition;
        /// Units that retreated this phase defend at half and survive another retreat; what is overstacked adds nothing.
        RETREATED_DEFENDERS = "I43-15.3a", "Retreated defenders", "15.3", Resolution;
        /// Each automatic DS gives one breakthrough group.
        AFTER_AUTO_DS = "I43-15.4", "Breakthrough after automatic DS", "15.4, 8.7.2", Budget;
    ];
}

impl Play<'_> {
    /// The combat whose advance a breakthrough belongs to; none when the log does not show it.
    pub(super) fn breakthrough_parent(&self, attackers: &[Who]) -> Option<usize> {
        let first = *attackers.first()?;
        if self.position.units[first].auto_ds {
            let own = |index: &usize| {
                let combat = &self.combats[*index];
                combat.kind == CombatKind::AutoDs && combat.attackers.contains(&first)
            };
            if let Some(index) = (0..self.combats.len()).rev().find(own) {
                return Some(index);
            }
        }
        let current = self.current?;
        match self.combats[current].kind {
            CombatKind::Breakthrough => self.combats[current].parent,
            _ => Some(current),
        }
    }

    /// Judges the group that fights a breakthrough.
    pub(super) fn judge_group(&mut self, attackers: &[Who]) {
        let at = attackers.first().map(|who| self.position.units[*who].at);
        if attackers.iter().any(|who| Some(self.position.units[*who].at) != at) {
            let message = "the breakthrough group is one stack".to_owned();
            self.violation(ONE_GROUP, attackers, message);
        }
        let Some(index) = self.breakthrough_parent(attackers) else { return };
        let parent = self.combats[index].clone();
        let strangers: Vec<Who> =
            attackers.iter().filter(|who| !parent.attackers.contains(who)).copied().collect();
        if !parent.attackers.is_empty() && !strangers.is_empty() {
            let message =
                format!("{} did not take part in the attack", self.position.names(&strangers));
            self.violation_or(ADVANCE_WHO, &[ONE_GROUP], &strangers, message);
        }
        let granted = parent.advance;
        let limited = parent.result == Some(Crt::Ex) || parent.held() || parent.defence.forced;
        if limited || granted.is_some_and(|advance| advance < Advance::Two) {
            let message = "breakthrough needs an advance of two or more hexes".to_owned();
            self.violation(TRIGGER, attackers, message);
        }
        if parent.breakthrough_fought {
            let (rule, also) = match parent.kind {
                CombatKind::AutoDs => (AFTER_AUTO_DS, ONE_GROUP),
                _ => (ONE_GROUP, AFTER_AUTO_DS),
            };
            let message = "this attack has had its breakthrough combat".to_owned();
            self.violation_or(rule, &[also], attackers, message);
        } else {
            self.judge_group_way(attackers, &parent, granted);
        }
        let combat = &mut self.combats[index];
        combat.breakthrough_fought = true;
        combat.group = attackers.to_vec();
    }

    fn judge_group_way(
        &mut self,
        attackers: &[Who],
        parent: &super::combat::Combat,
        granted: Option<Advance>,
    ) {
        let ways: Vec<(Who, Vec<Hex>)> = attackers
            .iter()
            .filter(|who| !parent.joined.contains(who))
            .filter_map(|who| parent.advanced.get(who).map(|way| (*who, way.clone())))
            .collect();
        let idle: Vec<Who> = attackers
            .iter()
            .filter(|who| !parent.advanced.contains_key(who) && !parent.joined.contains(who))
            .copied()
            .collect();
        if !idle.is_empty() && !parent.attackers.is_empty() {
            let message = format!("{} has not advanced", self.position.names(&idle));
            self.violation_or(TARGETS, &[COST], &idle, message);
        }
        let Some((_, first)) = ways.first() else { return };
        let through = |way: &[Hex]| way.get(1) == Some(&parent.target);
        let together = ways.iter().all(|(_, way)| {
            way == first || (through(way) && through(first) && way[1..] == first[1..])
        });
        if !together {
            let message = "units join into the group in the vacated hex only".to_owned();
            self.violation_or(FORMING, &[DROPPING], attackers, message);
        }
        // Others who went before are in order only where the group dropped them.
        let early: Vec<Who> = parent
            .advance_order
            .iter()
            .filter(|who| !attackers.contains(who))
            .filter(|who| {
                let end = parent.advanced.get(who).and_then(|way| way.last());
                end.is_some_and(|end| !first[1..].contains(end))
            })
            .copied()
            .collect();
        if !early.is_empty() {
            let message = format!(
                "{} advanced before the breakthrough group was done",
                self.position.names(&early)
            );
            self.violation_or(ORDER, &[ONE_GROUP], &early, message);
        }
        let Some(granted) = granted else { return };
        for (who, way) in &ways {
            let unit = &self.position.units[*who];
            let third =
                granted == Advance::TwoPlus && unit.class.mechanised && !unit.marked_unsupplied();
            let allowance: usize = if third { 3 } else { granted.hexes().min(2) as usize };
            let turned = !way[1..].contains(&parent.target);
            let spent = way.len() - 1 + 1 + usize::from(turned);
            if spent > allowance && granted >= Advance::Two {
                let message = format!("{} has no hex of advance left for the combat", unit.id);
                let (rule, also) = if turned { (TURNING, COST) } else { (COST, TURNING) };
                self.violation_or(rule, &[also], &[*who], message);
            }
        }
    }

    /// A unit joins the breakthrough group.
    pub(super) fn join(&mut self, entry: &Join) -> Result<(), Problem> {
        let who = self.one(entry.unit.as_ref())?;
        let hex = self.hex_at(entry.at.as_ref())?;
        if let Some(index) = self.combat_of(who) {
            let combat = &self.combats[index];
            let name = self.position.ground.hex_name(hex);
            if !combat.attackers.is_empty() && !combat.attackers.contains(&who) {
                let message = format!("{} did not take part in the attack", self.id(who));
                self.violation(ADVANCE_WHO, &[who], message);
            } else if combat.target != hex {
                let message =
                    format!("{} joins the group in {name}, not in the vacated hex", self.id(who));
                self.violation_or(DROPPING, &[FORMING], &[who], message);
            }
            let start = self.position.units[who].hex().unwrap_or(hex);
            let combat = &mut self.combats[index];
            combat.joined.insert(who);
            combat.advanced.insert(who, vec![start, hex]);
        }
        self.position.units[who].at = Place::Hex(hex);
        Ok(())
    }
}
