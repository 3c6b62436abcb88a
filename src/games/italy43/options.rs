//! 25.0 Optional rules.

use super::entry::{Apply, Disengage, MajorAssault, Named, Retreat};
use super::play::Play;
use super::position::{Position, Who};
use super::replacements::REPLACEMENT_MARKER;
use super::sequence::COMBAT_MENU;
use super::tables::Kind;
use super::words::{Phase, Quality, Side};
use crate::hex::Hex;
use crate::referee::{Problem, RuleId, rules};

rules! {
    pub(crate) static OPTIONS = [
        /// A major assault buys one or two more dice for a supply point each, before rolling.
        ASSAULT_COST = "I43-25.1a", "Major assault: cost", "25.1.1, 25.1.2", Budget;
        /// It needs ready corps artillery that shifts the attack; ships and nebelwerfers will not do.
        ASSAULT_CORPS = "I43-25.1b", "Major assault: corps artillery", "25.1.3", Transition;
        /// The attacker applies one of the dice rolled.
        ASSAULT_PICK = "I43-25.1c", "Major assault: one die", "25.1.2", Resolution;
        /// A unit, not a mountain one, that crosses a bare mountain side, and a vehicle that crosses an unbridged river, is
        /// marked half effective if it ends next to an enemy.
        HALF_MARKER = "I43-25.2a", "Half effectiveness: marker", "25.2", Transition;
        /// It attacks at half, not over mountain sides, as a vehicle not over rivers, advances one hex, and crosses no second one.
        HALF_EFFECT = "I43-25.2b", "Half effectiveness: effects", "25.2", Transition;
        /// A pontoon exists at a major river side while friendly units hold both hexes, the mover included; not in rain.
        PONTOON = "I43-25.3a", "Pontoons", "25.3", State;
        /// Over it a unit crosses without starting next to the river, and vehicles retreat.
        PONTOON_USE = "I43-25.3b", "Using pontoons", "25.3", Transition;
        /// A unit may try to disengage in its own Combat Phase: next to an enemy, not attacking, without a Replacement
        /// marker, and with a way to retreat.
        DISENGAGE_WHO = "I43-25.4a", "Who may disengage", "25.4.3", Transition;
        /// 1 and 2 fail, 3 costs a step, 4 to 6 succeed; +1 mechanised, +1 elite, −1 low quality.
        DISENGAGE_TABLE = "I43-25.4b", "Disengagement table", "25.4.2", Resolution;
        /// Success is a retreat of one or two hexes and disruption; nobody advances.
        DISENGAGE_EFFECT = "I43-25.4c", "Effect of disengagement", "25.4.4", Resolution;
    ];
}

/// A try to disengage.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Attempt {
    /// None while the die is not known.
    pub(super) success: Option<bool>,
    pub(super) costs_step: bool,
    pub(super) loss_taken: bool,
}

impl Position<'_> {
    /// I43 25.3: friendly units on both banks; the mover itself holds the near one.
    pub(super) fn pontoon(&self, side: Side, to: Hex) -> bool {
        self.when.option("pontoons") && !self.when.rain() && self.holds(to, side)
    }
}

impl Play<'_> {
    pub(super) fn major_assault(&mut self, entry: &MajorAssault) {
        let attackers = self.combat().map(|combat| combat.attackers.clone()).unwrap_or_default();
        let side =
            attackers.first().map(|who| self.position.units[*who].side).or(self.position.when.side);
        if !self.position.when.options.is_empty() && !self.position.when.option("major-assault") {
            let message = "major assaults are not in use".to_owned();
            self.violation(ASSAULT_COST, &attackers, message);
        }
        let spend = entry.spend.unwrap_or(entry.extra_dice);
        if entry.extra_dice > 2 || spend != entry.extra_dice {
            let message = format!(
                "{} more dice for {spend} supply points: two at most, one point each",
                entry.extra_dice
            );
            self.violation(ASSAULT_COST, &attackers, message);
        }
        let rolled = self.combat().is_some_and(|combat| !combat.dice.is_empty());
        if rolled {
            let message = "a major assault is declared before the dice".to_owned();
            self.violation(ASSAULT_COST, &attackers, message);
        }
        let corps = self.combat().is_some_and(|combat| {
            combat.attacker_support.iter().any(|word| {
                self.position
                    .who(word)
                    .is_some_and(|who| self.position.units[who].is(Kind::CorpsArtillery))
            })
        });
        if !corps {
            let message = "no corps artillery shifts the attack".to_owned();
            self.violation(ASSAULT_CORPS, &attackers, message);
        }
        if let Some(side) = side
            && let Some(points) = &mut self.position.facts.supply_points[side as usize]
        {
            *points -= spend as i32;
            if *points < 0 {
                *points = 0;
                let message = format!("the {side} side has not enough supply points");
                self.violation(ASSAULT_COST, &attackers, message);
            }
        }
        if let Some(combat) = self.combat_mut() {
            combat.extra_dice = entry.extra_dice.min(2);
        }
    }

    pub(super) fn apply_die(&mut self, entry: &Apply) {
        let Some(index) = self.current else { return };
        let combat = &self.combats[index];
        let attackers = combat.attackers.clone();
        if !combat.dice.contains(&entry.die) || combat.applied.is_some() {
            let message = format!("{} is not one of the dice, or another was applied", entry.die);
            self.violation(ASSAULT_PICK, &attackers, message);
        }
        let mut combat = self.combats[index].clone();
        combat.applied = Some(entry.die);
        self.note_result(&mut combat);
        self.combats[index] = combat;
    }

    pub(super) fn disengage(&mut self, entry: &Disengage) -> Result<(), Problem> {
        let units = self.all(&entry.named())?;
        self.judge_disengagers(&units);
        let all = |of: &dyn Fn(&super::unit::Unit) -> bool| {
            units.iter().all(|who| of(&self.position.units[*who]))
        };
        let mechanised = all(&|unit| unit.class.mechanised);
        let elite = all(&|unit| unit.quality == Quality::Elite);
        let low = !all(&|unit| unit.quality != Quality::Low);
        let modifier = i32::from(mechanised) + i32::from(elite) - i32::from(low);
        self.now.value("modifier", modifier);
        if entry.modifier.is_some_and(|announced| announced != modifier) {
            let message = format!(
                "the modifier is {modifier:+}, not {:+}",
                entry.modifier.unwrap_or_default()
            );
            self.violation(DISENGAGE_TABLE, &units, message);
        }
        let mut attempt = Attempt::default();
        if let Some(roll) = entry.roll {
            let total = (roll + modifier).clamp(1, 6);
            let row = self.position.tables.roll("disengagement", total as u32).unwrap_or("fails");
            let outcome = match row {
                "fails" => "fail",
                "success" => "success",
                _ => "success-with-loss",
            };
            attempt.success = Some(outcome != "fail");
            attempt.costs_step = outcome == "success-with-loss";
            self.now.value("total", total);
            self.now.value("outcome", outcome);
            if let Some(who) = units.first()
                && outcome != "fail"
            {
                self.now.value("after", self.position.units[*who].order.worse().word());
            }
        }
        for who in units {
            self.phase.disengaged.insert(who, attempt);
        }
        Ok(())
    }

    fn judge_disengagers(&mut self, units: &[Who]) {
        let when = self.position.when.clone();
        if !when.options.is_empty() && !when.option("disengagement") {
            self.violation_or(
                COMBAT_MENU,
                &[DISENGAGE_WHO],
                units,
                "disengagement is not in use".to_owned(),
            );
        }
        let place = units.first().map(|who| self.position.units[*who].at);
        if units.iter().any(|who| Some(self.position.units[*who].at) != place) {
            self.violation(DISENGAGE_WHO, units, "one roll is for one stack".to_owned());
        }
        for who in units {
            let unit = &self.position.units[*who];
            let id = unit.id.clone();
            let near =
                unit.hex().is_some_and(|hex| self.position.adjacent_to(hex, unit.side.enemy()));
            let why = if when.phase.is_some_and(|phase| phase != Phase::Combat)
                || !self.phasing(unit.side)
            {
                Some("may disengage in its own Combat Phase only")
            } else if self.phase.attacked.contains(who) {
                Some("has attacked this phase")
            } else if unit.replacement {
                Some("carries a Replacement marker")
            } else if !near {
                Some("is not next to an enemy")
            } else if self.phase.disengaged.contains_key(who) {
                Some("has tried already")
            } else if unit.auto_ds {
                Some("carries an Auto DS marker")
            } else if !self.position.can_retreat(*who, 1) && !self.position.can_retreat(*who, 2) {
                Some("has no way to retreat")
            } else {
                None
            };
            if let Some(why) = why {
                let also: &[RuleId] = if unit.replacement { &[REPLACEMENT_MARKER] } else { &[] };
                self.violation_or(DISENGAGE_WHO, also, &[*who], format!("{id} {why}"));
            }
        }
    }

    /// The retreat of a unit that tried to disengage; its length.
    pub(super) fn judge_disengaged(&mut self, who: Who, entry: &Retreat) -> u32 {
        let id = self.id(who).to_owned();
        let attempt = self.phase.disengaged.get(&who).copied().unwrap_or_default();
        if attempt.success == Some(false) {
            let message = format!("{id} failed to disengage and stays");
            self.violation_or(DISENGAGE_TABLE, &[DISENGAGE_EFFECT], &[who], message);
        }
        let stack_paid = self.phase.disengaged.values().any(|other| other.loss_taken);
        if attempt.costs_step && !attempt.loss_taken && !stack_paid {
            let message = format!("{id} loses a step before it retreats");
            self.violation(DISENGAGE_TABLE, &[who], message);
        }
        if entry.hexes.is_some_and(|hexes| hexes == 0 || hexes > 2) {
            let message = format!("{id} disengages by one or two hexes");
            self.violation_or(DISENGAGE_EFFECT, &[super::retreat::LENGTH], &[who], message);
        }
        entry.hexes.unwrap_or(2).clamp(1, 2)
    }
}
