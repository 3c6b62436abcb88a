//! 10.2, 10.3: who takes a loss, and how it is shown.

use super::combat::CombatKind;
use super::defence;
use super::entry::{Lose, Named, Units};
use super::ground::{Off, Place};
use super::modifiers::PARENTHESISED_LOSS;
use super::pending::Want;
use super::play::Play;
use super::position::Who;
use super::results::{ELIGIBLE_LOSS, LOSS_MARKING, REMNANT_DIES, rule_of};
use super::retreat::RETREATED_BEFORE;
use super::supply;
use super::tables::Outcome;
use super::values;
use super::words::Crt;
use crate::referee::Problem;

impl Play<'_> {
    pub(super) fn lose(&mut self, entry: &Lose) -> Result<(), Problem> {
        let who = self.one(entry.unit.as_ref())?;
        self.judge_side_words(who, entry.from.as_deref(), entry.to.as_deref());
        let id = self.id(who).to_owned();
        if let Some(due) = self.phase.attrition.remove(&who) {
            if !due {
                let message = format!("{id} lost nothing by attrition");
                self.violation(supply::ATTRITION_TABLE, &[who], message);
            }
            self.take_step(who);
            if self.position.units[who].steps == 0 {
                self.position.units[who].lost_to_attrition = true;
            }
            self.pending
                .retain(|duty| !(duty.unit == Some(who) && duty.rule == supply::ATTRITION_TABLE));
            return Ok(());
        }
        if let Some(due) = self.position.facts.losses_due.get_mut(&id) {
            if *due == 0 {
                let message = format!("{id} has no loss to take");
                self.violation(LOSS_MARKING, &[who], message);
            } else {
                *due -= 1;
            }
        } else if let Some(attempt) = self.phase.disengaged.get_mut(&who) {
            attempt.loss_taken = true;
        } else if let Some(index) = self.current {
            self.judge_loss(index, who);
        }
        self.take_step(who);
        Ok(())
    }

    pub(super) fn judge_loss(&mut self, index: usize, who: Who) {
        let combat = &self.combats[index];
        if combat.defenders.contains(&who) {
            self.judge_defender_loss(index, who);
        } else if combat.attackers.contains(&who) {
            self.judge_attacker_loss(index, who);
        }
    }

    pub(super) fn judge_defender_loss(&mut self, index: usize, who: Who) {
        let id = self.id(who).to_owned();
        let unit = &self.position.units[who];
        let combat = &self.combats[index];
        let is_lead = combat.defence.lead_owes > 0 && combat.defence.lead == Some(who);
        let better = combat.defenders.iter().any(|other| {
            let other_unit = &self.position.units[*other];
            *other != who
                && self.defends(index, *other)
                && !other_unit.artillery()
                && !other_unit.full_retreat()
        });
        let wrong = if unit.retreated && combat.kind == CombatKind::Attack {
            Some((RETREATED_BEFORE, "retreated into the hex this phase and takes no loss"))
        } else if better && unit.artillery() {
            Some((PARENTHESISED_LOSS, "is artillery and is lost after all other defenders"))
        } else if better && unit.full_retreat() {
            Some((ELIGIBLE_LOSS, "is in Full Retreat and adds no strength"))
        } else {
            None
        };
        if let Some((rule, why)) = wrong {
            self.violation_or(rule, &[ELIGIBLE_LOSS], &[who], format!("{id} {why}"));
        }
        let combat = &mut self.combats[index];
        let result = combat.result;
        if is_lead {
            combat.defence.lead_owes -= 1;
        } else if combat.defender_owes() > 0
            || (combat.assumed
                && combat.defender_losses == 0
                && result.is_some_and(Crt::defender_loses))
            || result.is_none()
        {
            combat.defender_losses += 1;
        } else if combat.defence.lead_owes > 0 {
            let message = format!("the lead unit loses the step, not {id}");
            self.violation(defence::OUTCOME, &[who], message);
        } else if let Some(result) = result {
            combat.defender_losses += 1;
            let rule = rule_of(result);
            let message = format!("{id} loses a step that {} does not ask for", result.word());
            self.violation(rule, &[who], message);
        }
    }

    pub(super) fn judge_attacker_loss(&mut self, index: usize, who: Who) {
        let id = self.id(who).to_owned();
        let combat = &self.combats[index];
        if combat.main_force.as_ref().is_some_and(|force| !force.contains(&who)) {
            let message = format!("{id} is not in the main assault force");
            self.violation(ELIGIBLE_LOSS, &[who], message);
        }
        let combat = &mut self.combats[index];
        let result = combat.result;
        if combat.attacker_owes() > 0 || result.is_none() {
            combat.attacker_losses += 1;
        } else if combat.defence.attacker_owes > 0 {
            combat.defence.attacker_owes -= 1;
        } else if combat.assumed
            && combat.attacker_losses == 0
            && result.is_some_and(Crt::attacker_loses)
        {
            combat.attacker_losses += 1;
        } else if let Some(result) = result {
            let message = format!("{id} loses a step that {} does not ask for", result.word());
            self.violation(rule_of(result), &[who], message);
        }
    }

    /// Whether a defender is still in the attacked hex.
    pub(super) fn defends(&self, index: usize, who: Who) -> bool {
        self.position.units[who].at == Place::Hex(self.combats[index].target)
    }

    /// I43 10.3: full, reduced, remnant, eliminated.
    pub(super) fn judge_side_words(&mut self, who: Who, from: Option<&str>, to: Option<&str>) {
        let unit = &self.position.units[who];
        let now = side_word(unit.steps, unit.full_steps, unit.remnant);
        let next = match unit.steps.saturating_sub(1) {
            0 => "eliminated",
            steps => side_word(steps, unit.full_steps, unit.remnant),
        };
        // I43 10.4.2: a remnant may be declined.
        let declined = unit.full_steps == 3 && unit.steps == 2 && to == Some("eliminated");
        let wrong = from.is_some_and(|from| from != now && unit.full_steps > 1)
            || to.is_some_and(|to| to != next && !declined);
        if wrong {
            let message = format!("{} is {now}: one loss makes it {next}", unit.id);
            self.violation_or(LOSS_MARKING, &[values::STEPS], &[who], message);
        }
    }

    /// One step off.
    pub(super) fn take_step(&mut self, who: Who) {
        let defending = self.combat().is_some_and(|combat| combat.defenders.contains(&who));
        if defending || (self.current.is_none() && !self.phasing(self.position.units[who].side)) {
            self.defender_steps_lost += 1;
        }
        let unit = &mut self.position.units[who];
        unit.steps = unit.steps.saturating_sub(1);
        if unit.steps == 1 && unit.full_steps == 3 && !unit.remnant {
            self.phase.needs_remnant.insert(who);
        }
        if self.position.units[who].steps == 0 {
            self.kill(who);
        }
    }

    /// The unit dies; a remnant takes its parent with it (10.4.3).
    pub(super) fn kill(&mut self, who: Who) {
        let hex = self.position.units[who].hex();
        let side = self.position.units[who].side;
        if self.position.units[who].remnant {
            self.position.units[who].at = Place::Off(Off::RemnantDisplay);
            self.position.units[who].steps = 0;
            let parent = self.position.units[who].remnant_of.clone();
            if let Some(parent) = parent.and_then(|id| self.position.who(&id)) {
                let message =
                    format!("{} goes to the Eliminated Box with its remnant", self.id(parent));
                let want = Want::At(Place::Off(Off::EliminatedBox));
                self.position.units[parent].at = Place::Off(Off::EliminatedBox);
                self.owe(REMNANT_DIES, &[], Some(parent), want, message, false);
            }
        } else {
            self.position.box_up(who);
        }
        // I43 13.3.2: an exchange may leave nobody but units in Full Retreat.
        if let Some(hex) = hex
            && self.combat().is_some_and(|combat| combat.result == Some(Crt::Ex))
            && self.position.holds(hex, side)
        {
            self.expose_full_retreat(hex, side);
        }
    }

    pub(super) fn eliminate(&mut self, entry: &Units) -> Result<(), Problem> {
        let units = self.all(&entry.named())?;
        self.judge_giving_up(&units);
        for who in units {
            let steps = self.position.units[who].steps.max(1);
            if let Some(index) = self.current {
                let defending = self.combats[index].defenders.contains(&who);
                let attacking = self.combats[index].attackers.contains(&who);
                let combat = &mut self.combats[index];
                if defending {
                    self.defender_steps_lost += steps;
                    if combat.defence.lead == Some(who) {
                        combat.defence.lead_owes = combat.defence.lead_owes.saturating_sub(steps);
                    }
                    if combat.defender_owes() > 0 {
                        combat.defender_losses += 1;
                    }
                } else if attacking && combat.attacker_owes() > 0 {
                    combat.attacker_losses += 1;
                } else if attacking && combat.defence.attacker_owes > 0 {
                    combat.defence.attacker_owes -= 1;
                }
            }
            if self.phase.attrition.remove(&who) == Some(true) {
                self.position.units[who].lost_to_attrition = true;
            }
            self.kill(who);
        }
        Ok(())
    }

    /// I43 11.4.3: with no way out the defender keeps rolling; giving up is not offered.
    pub(super) fn judge_giving_up(&mut self, units: &[Who]) {
        let Some(combat) = self.combat() else { return };
        if combat.defence.last != Some(Outcome::Fail) || !self.position.facts.no_retreat {
            return;
        }
        let gives_up: Vec<Who> = units
            .iter()
            .filter(|who| combat.defenders.contains(who))
            .filter(|who| {
                let lead = combat.defence.lead == Some(**who) && combat.defence.lead_owes > 0;
                !lead || self.position.units[**who].steps > 1
            })
            .copied()
            .collect();
        if !gives_up.is_empty() {
            let message =
                format!("{} gives up though it may keep rolling", self.position.names(&gives_up));
            self.suspect(
                defence::NO_WAY_OUT,
                &[],
                &gives_up,
                message,
                "the defender must go on until he holds or is gone",
            );
        }
    }
}

fn side_word(steps: u32, full: u32, remnant: bool) -> &'static str {
    match (steps, full) {
        _ if remnant => "remnant",
        (steps, full) if steps >= full => "full",
        (1, 3) => "remnant",
        (0, _) => "eliminated",
        _ => "reduced",
    }
}
