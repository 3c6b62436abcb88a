//! Who may attack whom.

use super::super::areas::AREA_PROPERTIES;
use super::super::breakthrough as bt;
use super::super::disruption::DISRUPTED_LIMITS;
use super::super::fortifications::VACANT_FORT;
use super::super::ground::Place;
use super::super::movement::{
    ALLIES_AND_ZONE, GERMANS_AND_ZONE, RAIN, TRUCK_ATTACK, VEHICLE_MOUNTAIN,
};
use super::super::options::HALF_EFFECT;
use super::super::play::Play;
use super::super::position::Who;
use super::super::replacements::{NO_COMBAT_OUT, REPLACEMENT_MARKER};
use super::super::words::Side;
use super::CombatKind;
use super::rules::*;
use crate::hex::{Hex, distance};
use crate::referee::RuleId;

impl Play<'_> {
    /// Judges every attacker by himself.
    pub(super) fn judge_attackers(&mut self, attackers: &[Who], target: Hex, kind: CombatKind) {
        for who in attackers {
            self.judge_attacker(*who, target, kind);
            self.judge_crossing(*who, target, kind);
        }
        let british =
            |who: &Who| self.position.units[*who].army() == super::super::words::Army::British;
        let some = attackers.iter().any(british);
        if some && !attackers.iter().all(british) {
            let message = "British units attack together with units of the US army".to_owned();
            self.violation(BRITISH_APART, attackers, message);
        }
    }

    fn judge_attacker(&mut self, who: Who, target: Hex, kind: CombatKind) {
        let unit = &self.position.units[who];
        let id = unit.id.clone();
        let mut wrong: Vec<(RuleId, &[RuleId], String)> = Vec::new();
        if !self.phasing(unit.side) {
            wrong.push((
                ATTACKERS,
                &[super::super::sequence::COMBAT_MENU],
                format!("{id} is not of the phasing side"),
            ));
        }
        if matches!(unit.at, Place::Area(_)) {
            wrong.push((
                AREA_PROPERTIES,
                &[ATTACKERS],
                format!("{id} attacks out of an entry area"),
            ));
        } else if unit.hex().is_none_or(|hex| distance(hex, target) != 1) {
            let rule = if kind == CombatKind::Breakthrough { bt::TARGETS } else { ATTACKERS };
            let name = self.position.ground.hex_name(target);
            wrong.push((rule, &[ATTACKERS], format!("{id} is not next to {name}")));
        }
        if unit.attack.is_none_or(|attack| attack <= 0) {
            wrong.push((
                ATTACKERS,
                &[super::super::artillery::ATTACKED_ARTILLERY],
                format!("{id} has no attack strength"),
            ));
        }
        if !unit.good_order() {
            wrong.push((DISRUPTED_LIMITS, &[ATTACKERS], format!("{id} is not in Good Order")));
        }
        if unit.truck {
            wrong.push((TRUCK_ATTACK, &[ATTACKERS], format!("{id} was trucked this turn")));
        }
        let marked = unit.hex().into_iter().flat_map(|hex| self.position.in_hex(hex));
        if marked.into_iter().any(|other| self.position.units[other].replacement) {
            let also: &[RuleId] = &[REPLACEMENT_MARKER, ATTACKERS];
            wrong.push((
                NO_COMBAT_OUT,
                also,
                format!("{id} attacks out of a hex with a Replacement marker"),
            ));
        }
        if kind == CombatKind::Attack && unit.auto_ds {
            wrong.push((AUTO_DS_MARKERS, &[ATTACKERS], format!("{id} carries an Auto DS marker")));
        }
        if kind == CombatKind::Attack && self.phase.attacked.contains(&who) {
            wrong.push((
                ATTACK_ONCE,
                &[ONE_TARGET],
                format!("{id} has attacked already this phase"),
            ));
        }
        if kind == CombatKind::Attack && self.phase.disengaged.contains_key(&who) {
            wrong.push((
                super::super::options::DISENGAGE_WHO,
                &[],
                format!("{id} tried to disengage this phase"),
            ));
        }
        for (rule, also, message) in wrong {
            self.violation_or(rule, also, &[who], message);
        }
    }

    /// I43 8.1: not where it could not move.
    fn judge_crossing(&mut self, who: Who, target: Hex, kind: CombatKind) {
        let unit = &self.position.units[who];
        let Some(hex) = unit.hex().filter(|hex| distance(*hex, target) == 1) else { return };
        let (id, class) = (unit.id.clone(), unit.class);
        let side = self.position.ground.side(hex, target);
        let half = unit.half_effective;
        if self.position.ground.sea_between(hex, target) {
            self.violation(PROHIBITED_ATTACK, &[who], format!("{id} attacks over the sea"));
        }
        let breakthrough = kind == CombatKind::Breakthrough;
        if breakthrough && (side.bare_mountain() || side.unbridged()) {
            let message = format!(
                "{id} attacks in breakthrough over a mountain or river side without a road"
            );
            self.violation_or(bt::NO_OBSTACLES, &[bt::TARGETS], &[who], message);
        } else if class.vehicle && side.bare_mountain() {
            let message =
                format!("{id} is a vehicle and attacks over a mountain side without road or pass");
            self.violation_or(PROHIBITED_ATTACK, &[VEHICLE_MOUNTAIN], &[who], message);
        }
        if class.vehicle && side.unbridged() && self.position.when.rain() {
            let message = format!("{id} is a vehicle and attacks over an unbridged river in rain");
            self.violation_or(RAIN, &[PROHIBITED_ATTACK], &[who], message);
        }
        if half && (side.mountain || (class.vehicle && side.river())) {
            let message =
                format!("{id} is half effective and attacks over a mountain or river side");
            self.violation(HALF_EFFECT, &[who], message);
        }
        self.judge_zone_attack(who, target);
    }

    /// I43 5.8.2 with 8.1, ruling A-16.
    fn judge_zone_attack(&mut self, who: Who, target: Hex) {
        let Some(section) = self.position.ground.hex(target).section else { return };
        let reading = "A-16: what may not be entered may not be attacked";
        let message = format!("{} attacks into section {}", self.id(who), section.word());
        match self.position.units[who].side {
            Side::Allied => {
                self.suspect(ALLIES_AND_ZONE, &[PROHIBITED_ATTACK], &[who], message, reading);
            }
            Side::German if self.position.section_owner(section) == Side::Allied => {
                self.suspect(GERMANS_AND_ZONE, &[PROHIBITED_ATTACK], &[who], message, reading);
            }
            Side::German => {}
        }
    }

    /// Judges the defenders: somebody must be there, all of them defend, and once only.
    pub(super) fn judge_defenders(
        &mut self,
        target: Hex,
        defenders: &[Who],
        named: Option<&[Who]>,
        kind: CombatKind,
    ) {
        let name = self.position.ground.hex_name(target);
        if defenders.is_empty() {
            if self.position.facts.forts.contains_key(&target) {
                let message = format!("the fort in {name} is vacant and cannot be attacked");
                self.violation_or(VACANT_FORT, &[ATTACKERS], &[], message);
            } else {
                self.violation(ATTACKERS, &[], format!("no enemy unit is in {name}"));
            }
        }
        if let Some(named) = named {
            let left_out: Vec<Who> =
                defenders.iter().filter(|who| !named.contains(who)).copied().collect();
            if !left_out.is_empty() {
                let message = format!("{} also defends {name}", self.position.names(&left_out));
                self.violation(WHOLE_HEX, &left_out, message);
            }
        }
        let again: Vec<Who> =
            defenders.iter().filter(|who| self.phase.was_attacked.contains(who)).copied().collect();
        if kind == CombatKind::Attack && !again.is_empty() {
            let message =
                format!("{} was attacked already this phase", self.position.names(&again));
            self.violation(ATTACK_ONCE, &again, message);
        }
    }
}
