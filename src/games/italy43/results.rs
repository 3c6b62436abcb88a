//! 10.0 Combat results: losses, remnants, and what a combat leaves undone.

use super::combat::{AUTO_DS_EFFECT, Combat, CombatKind, STEP_ORDER, TABLE_ENDS, column_name};
use super::entry::{Announced, Named, Roll, Units};
use super::pending::Want;
use super::play::Play;
use super::position::Who;
use super::retreat::LENGTH;
use super::special::RECON_WAIVER;
use super::tables::{Kind, Outcome};
use super::words::{Advance, Crt};
use super::{defence, options, supply};
use crate::model::Provenance;
use crate::referee::{Problem, RuleId, rules};

rules! {
    pub(crate) static RESULTS = [
        /// DS: the defender loses a step that the attacker picks; the rest retreat four hexes into Full Retreat.
        DS = "I43-10.1a", "DS", "10.1, 19.2", Resolution;
        /// DR4: the defender retreats four hexes into Full Retreat; no determined defence.
        DR4 = "I43-10.1b", "DR4", "10.1", Resolution;
        /// D1: the defender loses a step, then retreats two hexes and is Disrupted, or stands by determined defence.
        D1 = "I43-10.1c", "D1", "10.1", Resolution;
        /// A1/D1: as D1, and the attacker loses a step as well.
        A1_D1 = "I43-10.1d", "A1/D1", "10.1", Resolution;
        /// DR2: the defender retreats two hexes and is Disrupted, or stands by determined defence.
        DR2 = "I43-10.1e", "DR2", "10.1", Resolution;
        /// DRX: both lose a step that the enemy picks; then as DR2.
        DRX = "I43-10.1f", "DRX", "10.1", Resolution;
        /// A1/DR2: the attacker loses a step; the defender as in DR2.
        A1_DR2 = "I43-10.1g", "A1/DR2", "10.1", Resolution;
        /// EX: both lose a step that the enemy picks; no retreat; into an emptied hex a limited advance.
        EX = "I43-10.1h", "EX", "10.1, 14.2.3", Resolution;
        /// A1: the attacker loses a step; nobody retreats or advances.
        A1 = "I43-10.1i", "A1", "10.1", Resolution;
        /// The result says how far the attacker may advance.
        ADVANCE_LENGTH = "I43-10.1j", "Length of the advance", "10.1, 14.2", Resolution;
        /// Owners pick their losses, except in EX, DRX and DS.
        WHO_PICKS = "I43-10.2.1", "Who picks losses", "10.2.1", Resolution,
            unobservable "the log shows which unit lost a step, not who chose it; whether it could be chosen is checked";
        /// Losses fall on units that added strength; the attacker's on the main assault force.
        ///
        /// Breaks it: a unit outside the main assault force takes the attacker's loss.
        ELIGIBLE_LOSS = "I43-10.2.2a", "Who may take a loss", "10.2.2", Transition;
        /// If both lose, the defender selects first.
        DEFENDER_FIRST = "I43-10.2.2b", "Defender selects first", "10.2.2", Sequence,
            unobservable "the order in which counters are turned says nothing about the order of choice";
        /// A loss turns the counter, or removes it when it is on its last step.
        ///
        /// Breaks it: a fresh two-step unit is taken off for one loss.
        LOSS_MARKING = "I43-10.3", "Marking losses", "10.3", Transition;
        /// On its second loss a three-step unit goes to the Remnant Display and a remnant of its kind takes its place.
        REMNANT = "I43-10.4.1", "Remnants", "10.4.1", Transition;
        /// A remnant is optional, and impossible when none of its kind is free.
        REMNANT_FREE = "I43-10.4.2", "No remnant", "10.4.2", Transition;
        /// When a remnant dies its parent goes to the Eliminated Box and the remnant back to the display.
        REMNANT_DIES = "I43-10.4.3", "End of a remnant", "10.4.3, 20.3.5", State;
    ];
}

/// The rule of a result.
pub(super) fn rule_of(result: Crt) -> RuleId {
    match result {
        Crt::Ds => DS,
        Crt::Dr4 => DR4,
        Crt::D1 => D1,
        Crt::A1D1 => A1_D1,
        Crt::Dr2 => DR2,
        Crt::Drx => DRX,
        Crt::A1Dr2 => A1_DR2,
        Crt::Ex => EX,
        Crt::A1 => A1,
    }
}

impl Play<'_> {
    pub(super) fn result(&mut self, entry: &Announced) {
        let Some(index) = self.current else { return };
        if let Some(word) = &entry.column
            && let Some(assault) = self.combats[index].assault.clone()
        {
            let reckoning = self.position.reckon_plainly(&assault);
            self.judge_announced(word, &assault, &reckoning);
        }
        let combat = &self.combats[index];
        let die =
            combat.applied.or(if combat.dice.len() == 1 { Some(combat.dice[0]) } else { None });
        if let (Some(crt), Some(column)) = (entry.crt, combat.column) {
            let name = column_name(column);
            let attackers = combat.attackers.clone();
            if name == "DS" && crt != Crt::Ds {
                let message = format!("10-1 is a DS, not {}", crt.word());
                self.violation(TABLE_ENDS, &attackers, message);
            } else if let Some(cell) = die.and_then(|die| self.position.tables.crt(&name, die))
                && cell.result != crt
            {
                let message = format!("the table gives {}, not {}", cell.result.word(), crt.word());
                if cell.provenance == Provenance::Reconstructed {
                    let note = crate::referee::Finding::note(STEP_ORDER, message);
                    self.report(note.rests_on(Provenance::Reconstructed));
                } else {
                    self.violation_or(
                        STEP_ORDER,
                        &[rule_of(cell.result), rule_of(crt)],
                        &attackers,
                        message,
                    );
                }
            }
        }
        let combat = &mut self.combats[index];
        if entry.crt.is_some() {
            combat.result = entry.crt;
            combat.assumed = false;
            if let Some(advance) = entry.advance.as_deref().and_then(Advance::read) {
                combat.advance = Some(advance);
            }
        }
        if entry.background.is_some() {
            combat.background = entry.background;
        }
        if let Some(crt) = self.combats[index].result {
            self.now.value("result", crt.word());
        }
    }

    pub(super) fn roll(&mut self, entry: &Roll) {
        let Some(index) = self.current else { return };
        let allowed = 1 + self.combats[index].extra_dice as usize;
        if entry.dice.len() > allowed {
            let message = format!("{} dice were rolled, {allowed} allowed", entry.dice.len());
            let attackers = self.combats[index].attackers.clone();
            self.violation(options::ASSAULT_COST, &attackers, message);
        }
        let mut combat = self.combats[index].clone();
        combat.dice.clone_from(&entry.dice);
        self.note_result(&mut combat);
        self.combats[index] = combat;
    }

    // The end of a combat

    pub(super) fn stay(&mut self, entry: &Units) -> Result<(), Problem> {
        for who in self.all(&entry.named())? {
            self.judge_staying(who);
        }
        Ok(())
    }

    fn judge_staying(&mut self, who: Who) {
        let id = self.id(who).to_owned();
        let due: Vec<_> = self
            .pending
            .iter()
            .filter(|duty| duty.unit == Some(who))
            .filter(|duty| {
                matches!(duty.want, Want::Gone | Want::Left(_) | Want::At(_) | Want::Steps(_))
            })
            .filter(|duty| !duty.satisfied(&self.position))
            .cloned()
            .collect();
        for duty in due {
            self.violation_or(duty.rule, &duty.also, &[who], duty.message);
            self.pending.retain(|other| other.rule != duty.rule || other.unit != Some(who));
        }
        if self.phase.needs_remnant.contains(&who) && self.position.units[who].at.on_map() {
            let message = format!(
                "{id} is on its third step: a remnant takes its place, or it is eliminated"
            );
            self.violation_or(REMNANT, &[REMNANT_FREE], &[who], message);
        }
        if self.position.lost_artillery(who) {
            let message =
                format!("{id} is isolated artillery without a unit to trace to: it is eliminated");
            self.violation(supply::LOST_ARTILLERY, &[who], message);
        }
        let Some(index) = self.current else { return };
        let combat = &self.combats[index];
        if !combat.defenders.contains(&who) || !self.defends(index, who) {
            return;
        }
        if combat.defence.lead_owes > 0 && combat.defence.lead == Some(who) {
            let message = format!("{id} led the defence and must lose a step");
            self.violation_or(defence::OUTCOME, &[defence::NO_WAY_OUT], &[who], message);
            return;
        }
        let Some(result) = combat.result.filter(|result| result.retreat().is_some()) else {
            return;
        };
        if combat.held() {
            return;
        }
        let others_left = !combat.retreated.is_empty();
        let failed = combat.defence.last == Some(Outcome::Fail);
        let message = format!("{id} must leave its hex after {}", result.word());
        if failed {
            if !self.position.facts.no_retreat {
                self.violation_or(
                    defence::OUTCOME,
                    &[defence::NO_WAY_OUT, LENGTH],
                    &[who],
                    message,
                );
            }
        } else if combat.defence.forced {
            self.violation_or(defence::MINOR_CITY, &[defence::MAJOR_CITY], &[who], message);
        } else if others_left {
            self.violation_or(LENGTH, &[rule_of(result)], &[who], message);
        } else {
            self.violation_or(rule_of(result), &[LENGTH], &[who], message);
        }
    }

    pub(super) fn end_combat(&mut self) {
        if let Some(index) = self.current {
            self.close_combat(index);
        }
        self.settle(true);
    }

    pub(super) fn close_combats(&mut self) {
        for index in 0..self.combats.len() {
            self.close_combat(index);
        }
    }

    fn close_combat(&mut self, index: usize) {
        let combat = self.combats[index].clone();
        if combat.closed {
            return;
        }
        self.combats[index].closed = true;
        self.close_defence(index, &combat);
        let Some(result) = combat.result else { return };
        let rule = if combat.kind == CombatKind::AutoDs { AUTO_DS_EFFECT } else { rule_of(result) };
        let here: Vec<Who> =
            combat.defenders.iter().filter(|who| self.defends(index, **who)).copied().collect();
        let alive = combat.defenders.iter().any(|who| self.position.units[*who].steps > 0);
        if combat.defender_owes() > 0 && alive {
            let recon = self.recon_only(&combat);
            let waived = recon && matches!(result, Crt::D1 | Crt::Ds);
            if recon && !waived {
                let message = format!("recon units take the loss of {}", result.word());
                self.violation_or(RECON_WAIVER, &[rule], &combat.defenders, message);
            } else if !waived {
                let message = format!("the defender did not take the loss of {}", result.word());
                self.violation_or(rule, &[rule_of(result)], &combat.defenders, message);
            }
        }
        if combat.attacker_owes() > 0 {
            let message = format!("the attacker did not take the loss of {}", result.word());
            self.violation(rule, &combat.attackers, message);
        }
        if result.retreat().is_some() && !combat.held() && !combat.vacated && !here.is_empty() {
            let message = format!("{} neither retreated nor held", self.position.names(&here));
            let also: &[RuleId] = match combat.defence.last {
                Some(Outcome::Fail) => &[LENGTH, defence::NO_WAY_OUT, defence::OUTCOME],
                _ => &[LENGTH],
            };
            self.violation_or(rule, also, &here, message);
        }
    }

    /// I43 19.2: whether only recon units defended.
    pub(super) fn recon_only(&self, combat: &Combat) -> bool {
        !combat.defenders.is_empty()
            && combat.defenders.iter().all(|who| self.position.units[*who].is(Kind::Recon))
    }
}
