//! Judging a retreat.

use super::super::combat::{AUTO_DS_EFFECT, CombatKind};
use super::super::disruption as dis;
use super::super::entry::{self, Named};
use super::super::ground::{Off, Place};
use super::super::pending::Want;
use super::super::play::Play;
use super::super::position::Who;
use super::super::results::rule_of;
use super::super::tables::Outcome;
use super::super::unit::Restriction;
use super::super::words::{Order, Phase};
use super::super::{defence, options, sequence};
use super::path::Retreat;
use super::*;
use crate::hex::Hex;
use crate::referee::{Problem, RuleId};

/// What orders a unit to retreat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cause {
    Combat(usize),
    Disengagement,
    /// An enemy came next to a unit in Full Retreat.
    Automatic,
    /// The log does not show it.
    Unknown,
}

impl Play<'_> {
    pub(in super::super) fn retreat(&mut self, entry: &entry::Retreat) -> Result<(), Problem> {
        let units = self.all(&entry.named())?;
        let path = self.places(&entry.path)?;
        for who in &units {
            let at = self.position.units[*who].at;
            if path.first().is_some_and(|first| *first != at) && at != Place::Off(Off::Elsewhere) {
                let name = self.position.ground.name(at);
                return Err(Problem::new(format!("{} is in {name}", self.id(*who))));
            }
        }
        for who in units {
            self.retreat_unit(who, entry, &path);
        }
        Ok(())
    }

    fn retreat_unit(&mut self, who: Who, entry: &entry::Retreat, path: &[Place]) {
        let cause = self.cause_of(who);
        let ordered = self.judge_order(who, cause, entry);
        let from = self.position.units[who].hex();
        if entry.eliminated {
            self.judge_elimination(who, cause, from, ordered);
            if matches!(cause, Cause::Combat(_)) {
                self.defender_steps_lost += self.position.units[who].steps;
            }
            self.kill(who);
        } else {
            if let Some(from) = from
                && path.len() > 1
            {
                self.judge_way(who, cause, from, ordered, path);
            }
            self.owe_order(who, cause, ordered);
            let unit = &mut self.position.units[who];
            unit.retreated = true;
            if unit.restriction == Some(Restriction::NaplesGarrison)
                && cause != Cause::Disengagement
            {
                self.position.facts.garrison_forced_out = true;
            }
            let end = path.last().copied().unwrap_or(Place::Off(Off::Elsewhere));
            for place in path.iter().skip(1) {
                self.position.units[who].at = *place;
                if let Place::Hex(hex) = place {
                    self.entered(who, *hex);
                }
            }
            self.position.units[who].at = end;
        }
        if let Cause::Combat(index) = cause {
            let combat = &self.combats[index];
            if combat.defender_owes() > 0 && self.recon_only(combat) {
                self.phase.waived.insert(who);
            }
            self.combats[index].retreated.insert(who);
        }
        self.pending.retain(|duty| !(duty.unit == Some(who) && matches!(duty.want, Want::Left(_))));
    }

    fn cause_of(&self, who: Who) -> Cause {
        if self.phase.disengaged.contains_key(&who) {
            return Cause::Disengagement;
        }
        let automatic = self
            .pending
            .iter()
            .any(|duty| duty.unit == Some(who) && duty.rule == dis::AUTOMATIC_RETREAT);
        if automatic {
            return Cause::Automatic;
        }
        match self.current {
            Some(index) if self.combats[index].defenders.contains(&who) => Cause::Combat(index),
            _ => Cause::Unknown,
        }
    }

    /// Whether the retreat was ordered, and by how many hexes.
    fn judge_order(&mut self, who: Who, cause: Cause, entry: &entry::Retreat) -> u32 {
        let id = self.id(who).to_owned();
        if self.pending.iter().any(|duty| duty.unit == Some(who) && duty.want == Want::Gone)
            && !entry.eliminated
        {
            let message = format!("{id} was to be eliminated, not to retreat");
            self.violation(dis::FULL_RETREAT_ELIMINATED, &[who], message);
        }
        match cause {
            Cause::Combat(index) => self.judge_combat_order(index, who, entry),
            Cause::Disengagement => self.judge_disengaged(who, entry),
            Cause::Automatic => {
                if entry.hexes.is_some_and(|hexes| hexes != 2) {
                    let message = format!("{id} gives way by two hexes");
                    self.violation_or(dis::AUTOMATIC_RETREAT, &[LENGTH], &[who], message);
                }
                2
            }
            Cause::Unknown => {
                let when = &self.position.when;
                let unit = &self.position.units[who];
                let moving =
                    when.phase == Some(Phase::Movement) && when.side == Some(unit.side.enemy());
                let auto_ds = self.combats.iter().any(|combat| combat.kind == CombatKind::AutoDs);
                if moving && !auto_ds {
                    let message = format!("nothing drives {id} back");
                    let rule = if unit.full_retreat() {
                        dis::AUTOMATIC_RETREAT
                    } else {
                        sequence::MOVEMENT_MENU
                    };
                    self.violation(rule, &[who], message);
                }
                entry.hexes.unwrap_or(2)
            }
        }
    }

    fn judge_combat_order(&mut self, index: usize, who: Who, entry: &entry::Retreat) -> u32 {
        let id = self.id(who).to_owned();
        let combat = &self.combats[index];
        let kind = combat.kind;
        let result = combat.result;
        let ordered = result.and_then(|result| result.retreat());
        let held = combat.held();
        let last = combat.defence.last;
        let target = combat.target;
        if self.position.units[who].retreated && kind == CombatKind::Attack && !entry.eliminated {
            let message = format!("{id} retreated here this phase and dies if driven out again");
            self.violation(RETREATED_BEFORE, &[who], message);
        }
        if held {
            if last == Some(Outcome::Partial) {
                let [rule, other] = self.battle_rule(target);
                let message = format!("{id} stays: the hex takes another partial success");
                self.violation_or(rule, &[other, defence::OUTCOME], &[who], message);
            } else {
                let message = format!("{id} held and does not retreat");
                self.violation_or(defence::OUTCOME, &[defence::ALLOWED], &[who], message);
            }
        } else if let Some(result) = result
            && ordered.is_none()
        {
            let message = format!("{} asks for no retreat", result.word());
            self.violation_or(rule_of(result), &[LENGTH], &[who], message);
        }
        let ordered = ordered.or(entry.hexes).unwrap_or(2);
        if let (Some(hexes), Some(result)) = (entry.hexes, result)
            && hexes != ordered
            && result.retreat().is_some()
        {
            let message =
                format!("{} orders a retreat of {ordered} hexes, not {hexes}", result.word());
            self.violation_or(LENGTH, &[rule_of(result)], &[who], message);
        }
        ordered
    }

    /// I43 12.1.3: nobody dies who can live. Inside a combat a log that shows no way leaves it open.
    fn judge_elimination(&mut self, who: Who, cause: Cause, from: Option<Hex>, ordered: u32) {
        if matches!(cause, Cause::Combat(_)) || self.position.facts.no_retreat || from.is_none() {
            return;
        }
        if self.position.can_retreat(who, ordered) {
            let message = format!("{} is eliminated though it could retreat", self.id(who));
            self.violation(SURVIVE, &[who], message);
        }
    }

    fn judge_way(&mut self, who: Who, cause: Cause, from: Hex, ordered: u32, path: &[Place]) {
        let mut retreat = Retreat::new(&self.position, who, from, ordered);
        if cause == Cause::Disengagement {
            retreat.fewest = 1;
        }
        let wrongs = retreat.wrongs(path);
        let mut away_exists = false;
        if wrongs.is_empty() && !retreat.leads_away(path) {
            retreat.each_way(&mut |way| {
                away_exists = retreat.leads_away(way);
                away_exists
            });
        }
        let names: Vec<String> =
            path.iter().map(|place| self.position.ground.name(*place)).collect();
        let way = names.join("–");
        let fine = wrongs.is_empty() && !away_exists;
        let suspicion = if fine { self.direction_suspicion(&retreat, path) } else { None };
        for wrong in wrongs {
            let message = format!("{} retreats {way}: {}", self.id(who), wrong.message);
            self.violation_or(wrong.rule, wrong.also, &[who], message);
        }
        if away_exists {
            let message = format!("{} retreats {way}: not every hex leads away", self.id(who));
            self.violation(AWAY, &[who], message);
        }
        if let Some(rule) = suspicion {
            let message = format!("{} retreats {way}, away from its supply", self.id(who));
            self.suspect(
                rule,
                &[],
                &[who],
                message,
                "A-22: distance over land to the nearest source",
            );
        }
    }

    /// I43 12.1.3, third and fourth: clearly away from supply though a better way was open.
    fn direction_suspicion(&self, retreat: &Retreat<'_, '_>, path: &[Place]) -> Option<RuleId> {
        let end = path.last()?.hex()?;
        if (path.len() - 1) < retreat.ordered as usize {
            return None;
        }
        let side = self.position.units[retreat.who].side;
        let far = |hex: Hex| self.position.source_distance(hex, side);
        let (before, after) = (far(retreat.from)?, far(end)?);
        let mut nearer = false;
        if after > before {
            retreat.each_way(&mut |way| {
                let to = way.last().and_then(|place| place.hex());
                nearer =
                    retreat.leads_away(way) && to.and_then(far).is_some_and(|far| far < before);
                nearer
            });
        }
        if nearer {
            return Some(TOWARDS_SUPPLY);
        }
        if !self.position.facts.trace || self.position.supplied_at(retreat.who, end) {
            return None;
        }
        let mut supplied = false;
        retreat.each_way(&mut |way| {
            let to = way.last().and_then(|place| place.hex());
            supplied = retreat.leads_away(way)
                && to.is_some_and(|hex| {
                    far(hex).is_some_and(|far| far <= after)
                        && self.position.supplied_at(retreat.who, hex)
                });
            supplied
        });
        supplied.then_some(INTO_SUPPLY)
    }

    /// The order marker that the retreat calls for.
    fn owe_order(&mut self, who: Who, cause: Cause, ordered: u32) {
        let unit = &self.position.units[who];
        let before = unit.order;
        let result = match cause {
            Cause::Combat(index) => self.combats[index].result,
            _ => None,
        };
        let shattered = ordered >= 4 || result.is_some_and(|result| result.retreat() == Some(4));
        let (rule, also, order): (_, &[RuleId], _) = match cause {
            Cause::Automatic => return,
            Cause::Disengagement => {
                (options::DISENGAGE_EFFECT, &[dis::RETREAT_DISRUPTS], before.worse())
            }
            _ if shattered => (dis::FULL_RETREAT_RESULT, &[AUTO_DS_EFFECT], Order::FullRetreat),
            _ if before == Order::Disrupted => {
                (dis::DISRUPTED_TWICE, &[dis::RETREAT_DISRUPTS], Order::FullRetreat)
            }
            _ => (dis::RETREAT_DISRUPTS, &[], Order::Disrupted),
        };
        if before >= order {
            return;
        }
        let message = format!("{} retreated and must be marked {}", self.id(who), order.word());
        self.owe(rule, also, Some(who), Want::Order(order), message, true);
    }
}
