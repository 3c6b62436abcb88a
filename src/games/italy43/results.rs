//! 10.0 Combat results: losses, remnants, and what a combat leaves undone.

use super::combat::{AUTO_DS_EFFECT, Combat, CombatKind, STEP_ORDER, TABLE_ENDS, column_name};
use super::entry::{Announced, Lose, Named, Roll, Swap, Units};
use super::ground::{Off, Place};
use super::modifiers::PARENTHESISED_LOSS;
use super::pending::Want;
use super::play::Play;
use super::position::Who;
use super::retreat::{LENGTH, RETREATED_BEFORE};
use super::special::RECON_WAIVER;
use super::tables::{Kind, Outcome};
use super::unit::Unit;
use super::words::{Advance, Crt};
use super::{defence, options, replacements, supply};
use crate::model::Provenance;
use crate::rules::{Problem, rules};

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
pub(super) fn rule_of(result: Crt) -> &'static str {
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
                    let note = crate::rules::Finding::note(STEP_ORDER, message);
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

    // Losses

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

    fn judge_loss(&mut self, index: usize, who: Who) {
        let combat = &self.combats[index];
        if combat.defenders.contains(&who) {
            self.judge_defender_loss(index, who);
        } else if combat.attackers.contains(&who) {
            self.judge_attacker_loss(index, who);
        }
    }

    fn judge_defender_loss(&mut self, index: usize, who: Who) {
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

    fn judge_attacker_loss(&mut self, index: usize, who: Who) {
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
    fn judge_side_words(&mut self, who: Who, from: Option<&str>, to: Option<&str>) {
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
            self.violation(LOSS_MARKING, &[who], message);
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
            self.position.to_box(who);
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
    fn judge_giving_up(&mut self, units: &[Who]) {
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

    // Remnants

    pub(super) fn swap(&mut self, entry: &Swap) -> Result<(), Problem> {
        let out = self.one(entry.out.as_ref())?;
        let into = self.one(entry.r#in.as_ref())?;
        let at = self.position.units[out].at;
        let place = match &entry.at {
            Some(word) => self.where_is(word)?,
            None => at,
        };
        let out_to = match &entry.out_to {
            Some(word) => self.where_is(word)?,
            None => Place::Off(Off::RemnantDisplay),
        };
        if self.position.units[into].remnant {
            self.judge_remnant(out, into, out_to, place);
            let parent = self.position.units[out].clone();
            let remnant = &mut self.position.units[into];
            // Ruling A-30: it inherits order, supply and markers.
            remnant.order = parent.order;
            remnant.supply = parent.supply;
            remnant.retreated = parent.retreated;
            remnant.replacement = parent.replacement;
            remnant.remnant_of = Some(parent.id);
            remnant.steps = 1;
            self.inherit(out, into);
        } else {
            self.judge_rebuilt(out, into, out_to, place, entry.step.as_deref());
            let remnant = self.position.units[out].clone();
            let parent = &mut self.position.units[into];
            parent.steps = if entry.step.as_deref() == Some("full") { 3 } else { 2 };
            parent.order = remnant.order;
            parent.replacement = remnant.replacement;
            for duty in &mut self.pending {
                if duty.unit == Some(out) {
                    duty.unit = Some(into);
                }
            }
            if self.turn.replaced.contains(&out) {
                self.turn.replaced.insert(into);
            }
        }
        self.position.units[into].at = place;
        self.position.units[out].at = out_to;
        Ok(())
    }

    fn inherit(&mut self, out: Who, into: Who) {
        for combat in &mut self.combats {
            for list in [&mut combat.attackers, &mut combat.defenders] {
                if list.contains(&out) {
                    list.push(into);
                }
            }
            if let Some(force) = &mut combat.main_force
                && force.contains(&out)
            {
                force.insert(into);
            }
        }
        for facts in [&mut self.phase.attacked, &mut self.phase.was_attacked] {
            if facts.contains(&out) {
                facts.insert(into);
            }
        }
    }

    /// I43 10.4.1, 10.4.2.
    fn judge_remnant(&mut self, out: Who, into: Who, out_to: Place, place: Place) {
        let (parent, remnant) = (&self.position.units[out], &self.position.units[into]);
        let names = format!("{} for {}", remnant.id, parent.id);
        let mut wrong = Vec::new();
        if !same_class(parent, remnant) {
            wrong.push((REMNANT_FREE, format!("{names}: the remnant is of another kind")));
        }
        if remnant.at != Place::Off(Off::RemnantDisplay) {
            wrong.push((REMNANT_FREE, format!("{names}: the remnant is not free")));
        }
        if out_to != Place::Off(Off::RemnantDisplay) {
            wrong.push((REMNANT, format!("{} goes to the Remnant Display", parent.id)));
        }
        if parent.full_steps != 3 || parent.steps > 1 {
            wrong.push((
                REMNANT,
                format!("{} is not a three-step unit on its third step", parent.id),
            ));
        }
        if place != parent.at {
            wrong.push((REMNANT, format!("{names}: the remnant takes the unit's place")));
        }
        for (rule, message) in wrong {
            self.violation_or(rule, &[REMNANT], &[out, into], message);
        }
    }

    /// I43 20.3.5: a replacement turns a remnant into its parent.
    fn judge_rebuilt(
        &mut self,
        out: Who,
        into: Who,
        out_to: Place,
        place: Place,
        step: Option<&str>,
    ) {
        let (remnant, parent) = (&self.position.units[out], &self.position.units[into]);
        let mut wrong = Vec::new();
        if !remnant.remnant || remnant.remnant_of.as_deref().is_some_and(|id| id != parent.id) {
            wrong.push(format!("{} is not the remnant of {}", remnant.id, parent.id));
        }
        if out_to != Place::Off(Off::RemnantDisplay) {
            wrong.push(format!("{} goes back to the Remnant Display", remnant.id));
        }
        if place != remnant.at {
            wrong.push(format!("{} takes the remnant's place", parent.id));
        }
        if step.is_some_and(|step| step != "reduced") {
            wrong.push(format!("{} comes back on its reduced side", parent.id));
        }
        if !self.turn.replaced.contains(&out) {
            wrong.push(format!("{} received no replacement", remnant.id));
        }
        for message in wrong {
            self.violation_or(replacements::REBUILT, &[], &[out, into], message);
        }
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
            let also: &[&str] = match combat.defence.last {
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

fn side_word(steps: u32, full: u32, remnant: bool) -> &'static str {
    match (steps, full) {
        _ if remnant => "remnant",
        (steps, full) if steps >= full => "full",
        (1, 3) => "remnant",
        (0, _) => "eliminated",
        _ => "reduced",
    }
}

/// I43 10.4.1: remnants by nationality and kind; gliders use airborne ones, mountain infantry infantry ones.
fn same_class(parent: &Unit, remnant: &Unit) -> bool {
    let kind = |kind: Kind| match kind {
        Kind::Glider => Kind::Airborne,
        Kind::MountainInfantry => Kind::Infantry,
        other => other,
    };
    parent.nation == remnant.nation
        && kind(parent.class.kind) == kind(remnant.class.kind)
        && remnant.formation.as_ref().is_none_or(|own| parent.formation.as_ref() == Some(own))
}
