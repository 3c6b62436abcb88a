//! 14.0 Advance after combat.

mod way;

use super::breakthrough as bt;
use super::combat::{AUTO_DS_ADVANCE, CombatKind};
use super::defence;
use super::entry::{self, Named};
use super::ground::Place;
use super::movement::ENEMY_HEX;
use super::play::Play;
use super::position::Who;
use super::replacements::REPLACEMENT_MARKER;
use super::results::rule_of;
use super::words::{Advance, Crt, Phase};
use super::zones::Front;
use super::{artillery, sequence};
use crate::hex::Hex;
use crate::referee::{Problem, RuleId, rules};

rules! {
    pub(crate) static ADVANCE = [
        /// Only units that took part in the attack advance; no artillery, nobody with a Replacement marker.
        ADVANCE_WHO = "I43-14.1a", "Who advances", "14.1, 17.2, 20.4", Transition;
        /// Each stack that an advance forms obeys the stacking limit when the advance is complete.
        ADVANCE_STACKING = "I43-14.1b", "Stacking after an advance", "14.1", State;
        /// Adv 1 and Adv 2 are one and two hexes.
        ONE_OR_TWO = "I43-14.2.1", "Adv 1 and Adv 2", "14.2.1", Transition;
        /// Adv 2+ gives mechanised units a third hex if it is clear or entered by road; others never more than two.
        TWO_PLUS = "I43-14.2.2", "Adv 2+", "14.2.2", Transition;
        /// After an exchange, a hold that cost the last step or a forced partial success only the vacated hex is entered.
        LIMITED = "I43-14.2.3", "Limited advance", "14.2.3, 10.1, 11.4.2, 11.5", Transition;
        /// Otherwise an advance goes in any direction.
        ANY_DIRECTION = "I43-14.3", "Any direction", "14.3", Transition;
        /// No step leads from one hex to another in the zone of the same enemy unit, except into or out of the vacated hex.
        SAME_UNIT = "I43-14.4.1a", "Two hexes in one unit's zone", "14.4.1", Transition;
        /// Entering an enemy zone ends the advance, except in the vacated hex.
        ZONE_STOPS = "I43-14.4.1b", "Zones stop an advance", "14.4.1", Transition;
        /// Bonds are entered or crossed only on the step into the vacated hex.
        ADVANCE_BONDS = "I43-14.4.2", "Bonds in an advance", "14.4.2", Transition;
        /// Nothing prohibited in movement is entered or crossed.
        ADVANCE_PROHIBITED = "I43-14.5a", "Prohibited terrain", "14.5", Transition;
        /// Cities, and marsh off the road, end the advance.
        CITY_MARSH = "I43-14.5b", "Cities and marsh stop", "14.5", Transition;
        /// A mountain side without road or pass is crossed only as the first hex, into the hex attacked.
        ADVANCE_MOUNTAIN = "I43-14.5c", "Mountain sides", "14.5", Transition;
        /// An unbridged major river likewise.
        ADVANCE_RIVER = "I43-14.5d", "Major rivers", "14.5", Transition;
        /// Unsupplied units advance two hexes at most, half-effective ones one.
        ADVANCE_CAPS = "I43-14.6", "Unsupplied and half-effective units", "16.4, 25.2", Transition;
    ];
}

/// A rule broken, others that fit as well, and why.
type Wrong = (RuleId, Vec<RuleId>, String);

/// An advance: how far, and from which combat.
struct Grant {
    allowance: Advance,
    vacated: Hex,
    combat: Option<usize>,
    /// Why it is a limited one.
    limited_by: Vec<RuleId>,
}

impl Play<'_> {
    pub(super) fn advance(&mut self, entry: &entry::Advance) -> Result<(), Problem> {
        let units = self.all(&entry.named())?;
        let (path, to) = self.way(&entry.path, entry.to.as_deref())?;
        for who in &units {
            let at = self.position.units[*who].at;
            if path.first().is_some_and(|first| *first != at) {
                let name = self.position.ground.name(at);
                return Err(Problem::new(format!("{} is in {name}", self.id(*who))));
            }
        }
        for who in units {
            self.advance_unit(who, entry, &path, to)?;
        }
        Ok(())
    }

    fn advance_unit(
        &mut self,
        who: Who,
        entry: &entry::Advance,
        path: &[Place],
        to: Place,
    ) -> Result<(), Problem> {
        self.judge_advance_phase(who);
        let Some(grant) = self.grant_of(who, entry)? else { return Ok(()) };
        self.judge_advancing_unit(who);
        let Some(start) = self.position.units[who].hex() else { return Ok(()) };
        let before: Vec<Hex> = grant
            .combat
            .and_then(|index| self.combats[index].advanced.get(&who).cloned())
            .unwrap_or_else(|| vec![start]);
        let front = Front::of(&self.position, self.position.units[who].side);
        let way: Vec<Place> = if path.len() > 1 {
            path[1..].to_vec()
        } else {
            self.best_way(who, &front, &grant, &before, to)
        };
        let wrongs = self.advance_wrongs(who, &front, &grant, &before, &way);
        let names: Vec<String> = std::iter::once(Place::Hex(start))
            .chain(way.iter().copied())
            .map(|place| self.position.ground.name(place))
            .collect();
        for (rule, also, message) in wrongs {
            let message = format!("{} advances {}: {message}", self.id(who), names.join("–"));
            self.violation_or(rule, &also, &[who], message);
        }
        self.carry_out(who, &grant, before, &way);
        Ok(())
    }

    fn judge_advance_phase(&mut self, who: Who) {
        let Some(phase) = self.position.when.phase.filter(|phase| *phase != Phase::Combat) else {
            return;
        };
        let auto_ds = self.position.units[who].auto_ds;
        let message = format!("{} advances in the {}", self.id(who), self.position.when.describe());
        let rule = if auto_ds { AUTO_DS_ADVANCE } else { sequence::menu(phase) };
        self.violation_or(rule, &[ADVANCE_WHO], &[who], message);
    }

    /// The combat that a unit advances after.
    pub(super) fn combat_of(&self, who: Who) -> Option<usize> {
        if self.position.units[who].auto_ds {
            let own = |index: &usize| {
                let combat = &self.combats[*index];
                combat.kind == CombatKind::AutoDs && combat.attackers.contains(&who)
            };
            if let Some(index) = (0..self.combats.len()).rev().find(own) {
                // Its breakthrough combat, if it has just fought one.
                let fought = self.current.filter(|current| {
                    self.combats[*current].parent == Some(index)
                        && self.combats[*current].attackers.contains(&who)
                });
                return fought.or(Some(index));
            }
        }
        let current = self.current?;
        if self.combats[current].attackers.contains(&who) {
            return Some(current);
        }
        if let Some(parent) = self.combats[current].parent
            && self.combats[parent].attackers.contains(&who)
        {
            return Some(parent);
        }
        Some(current)
    }

    /// What lets the unit advance; none when nothing does, which is then reported.
    fn grant_of(&mut self, who: Who, entry: &entry::Advance) -> Result<Option<Grant>, Problem> {
        let told = entry.allowance.as_deref().and_then(Advance::read);
        if entry.vacated.is_some() {
            let vacated = self.hex_at(entry.vacated.as_ref())?;
            let allowance = told.unwrap_or(Advance::TwoPlus);
            return Ok(Some(Grant { allowance, vacated, combat: None, limited_by: Vec::new() }));
        }
        let Some(index) = self.combat_of(who) else {
            let message = format!("{} advances after no combat", self.id(who));
            self.violation(ADVANCE_WHO, &[who], message);
            return Ok(None);
        };
        let combat = &self.combats[index];
        let id = self.id(who).to_owned();
        let target = combat.target;
        let result = combat.result;
        if !combat.attackers.is_empty() && !combat.attackers.contains(&who) {
            let message = format!("{id} did not take part in the attack");
            self.violation(ADVANCE_WHO, &[who], message);
            return Ok(Some(Grant {
                allowance: Advance::TwoPlus,
                vacated: target,
                combat: None,
                limited_by: Vec::new(),
            }));
        }
        let side = self.position.units[who].side;
        let occupied = self.position.holds(target, side.enemy()) && !combat.vacated;
        let kind = combat.kind;
        let held = combat.held();
        let forced = combat.defence.forced;
        let granted = combat.advance;
        if kind == CombatKind::Breakthrough {
            if occupied {
                let message = format!("{id}: the breakthrough failed and ends its advance");
                self.violation(bt::AFTERMATH, &[who], message);
            }
            let limited_by = vec![bt::AFTERMATH];
            return Ok(Some(Grant {
                allowance: Advance::Limited,
                vacated: target,
                combat: Some(index),
                limited_by,
            }));
        }
        if result == Some(Crt::A1) {
            let message = format!("{id}: A1 allows no advance");
            self.violation_or(rule_of(Crt::A1), &[ADVANCE_WHO], &[who], message);
            return Ok(None);
        }
        if self.phase.disengaged.keys().any(|other| self.position.units[*other].side != side)
            && result.is_none()
        {
            let message = format!("{id}: there is no advance after a disengagement");
            self.violation(super::options::DISENGAGE_EFFECT, &[who], message);
        }
        if occupied {
            let message =
                format!("{id}: the defender is still in {}", self.position.ground.hex_name(target));
            let (rule, also): (_, Vec<RuleId>) = match result {
                _ if held => (defence::OUTCOME, vec![defence::ALLOWED, ADVANCE_WHO]),
                Some(result) => (rule_of(result), vec![ADVANCE_WHO, ENEMY_HEX]),
                None => (ADVANCE_WHO, vec![ENEMY_HEX]),
            };
            self.violation_or(rule, &also, &[who], message);
            return Ok(None);
        }
        let mut limited_by = Vec::new();
        if result == Some(Crt::Ex) {
            limited_by.push(rule_of(Crt::Ex));
        }
        if held {
            limited_by.push(defence::LAST_STEP);
        }
        if forced {
            limited_by.extend(self.battle_rule(target));
        }
        let allowance = if limited_by.is_empty() {
            // A length that nobody tells rests on a reconstructed table and accuses nobody.
            told.or(granted).unwrap_or(Advance::TwoPlus)
        } else {
            Advance::Limited
        };
        Ok(Some(Grant { allowance, vacated: target, combat: Some(index), limited_by }))
    }

    fn judge_advancing_unit(&mut self, who: Who) {
        let unit = &self.position.units[who];
        let id = unit.id.clone();
        if unit.artillery() {
            let message = format!("{id} is artillery and never advances");
            self.violation_or(artillery::ARTILLERY_FACTS, &[ADVANCE_WHO], &[who], message);
        } else if unit.replacement {
            let message = format!("{id} carries a Replacement marker and does not advance");
            self.violation_or(REPLACEMENT_MARKER, &[ADVANCE_WHO], &[who], message);
        }
    }

    fn carry_out(&mut self, who: Who, grant: &Grant, mut before: Vec<Hex>, way: &[Place]) {
        let mut crossed = false;
        for place in way {
            if let (Some(from), Place::Hex(to)) = (self.position.units[who].hex(), place) {
                crossed |=
                    self.position.makes_half_effective(who, self.position.ground.side(from, *to));
            }
            self.position.units[who].at = *place;
            if let Place::Hex(hex) = place {
                before.push(*hex);
                self.entered(who, *hex);
            }
        }
        if crossed {
            self.crossed_obstacle(who);
        }
        if let Some(index) = grant.combat {
            let combat = &mut self.combats[index];
            combat.advanced.insert(who, before);
            if !combat.breakthrough_fought && !combat.advance_order.contains(&who) {
                combat.advance_order.push(who);
            }
            if combat.kind == CombatKind::AutoDs {
                self.phase.auto_ds_advanced = true;
            }
        }
    }
}
