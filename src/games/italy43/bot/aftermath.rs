//! What a combat does: losses, determined defences, retreats.

use super::super::combat::CombatKind;
use super::super::entry::{self, Entry};
use super::super::ground::{Off, Place};
use super::super::position::Who;
use super::super::tables::{Outcome, Tables};
use super::super::words::{Crt, Order};
use super::fight::Battle;
use super::{Bot, Crime};
use crate::deeds::Act;
use crate::hex::Hex;

impl Bot<'_> {
    /// Takes a step from somebody who may lose it.
    pub(super) fn lose_one(&mut self, from: &[Who]) -> bool {
        let mut choices: Vec<Who> = from
            .iter()
            .filter(|who| self.work.position.units[**who].hex().is_some())
            .copied()
            .collect();
        self.dice.shuffle(&mut choices);
        for who in choices {
            let unit = &self.work.position.units[who];
            let (id, steps, at) = (unit.id.clone(), unit.steps, unit.at);
            if !self.lawful(&Entry::Lose(entry::Lose { unit: Some(id), ..entry::Lose::default() }))
            {
                continue;
            }
            if steps <= 1 {
                self.take_off(who, at);
            } else {
                self.flip(who, steps, steps - 1);
                self.show_side(who, steps - 1);
            }
            self.tally("losses");
            return true;
        }
        false
    }

    /// The values of the side that a unit shows with so many steps.
    fn show_side(&mut self, who: Who, steps: u32) {
        let unit = &mut self.work.position.units[who];
        let counter = unit.id.split('#').next().and_then(|id| self.game.counters.get(id));
        if let Some(counter) = counter {
            unit.show(self.game, &Tables::of(self.game), counter, steps);
        }
    }

    /// Lays a unit into the Eliminated Box; the bot's own game has done so already.
    fn take_off(&mut self, who: Who, from: Place) {
        self.went(who, from, Place::Off(Off::EliminatedBox));
    }

    /// A piece goes somewhere on the table; the bot's own game has moved it already.
    pub(super) fn went(&mut self, who: Who, from: Place, to: Place) {
        let act = Act::Move { unit: self.unit(who), from: self.spot(from), to: self.spot(to) };
        self.emit(act);
        self.clear_forts();
    }

    /// Losses, then a determined defence or a retreat.
    pub(super) fn resolve(&mut self, battle: &Battle, crt: Crt) {
        let target = battle.target;
        let recon = self.work.combat().is_some_and(|combat| self.work.recon_only(combat));
        let waived = recon && matches!(crt, Crt::D1 | Crt::Ds);
        if crt.defender_loses() && !waived {
            let steps = |who: &Who| self.work.position.units[*who].steps;
            if self.wants(Crime::NoLoss) && battle.defenders.iter().any(|who| steps(who) > 0) {
                self.guilty();
            } else {
                self.lose_one(&battle.defenders);
            }
        }
        if crt.attacker_loses() {
            self.lose_one(&battle.with);
        }
        let alive: Vec<Who> = battle
            .defenders
            .iter()
            .filter(|who| self.work.position.units[**who].at == Place::Hex(target))
            .copied()
            .collect();
        let mut held = false;
        let automatic = battle.kind == CombatKind::AutoDs;
        if crt.allows_defence()
            && !waived
            && !automatic
            && !alive.is_empty()
            && self.dice.chance(40)
        {
            held = self.stand(target, &alive, &battle.with);
        }
        if let Some(hexes) = crt.retreat().filter(|_| !held) {
            for who in alive {
                if self.work.position.units[who].at == Place::Hex(target) {
                    self.retreat(who, hexes);
                }
            }
        }
    }

    /// A determined defence; whether it held.
    fn stand(&mut self, target: Hex, alive: &[Who], with: &[Who]) -> bool {
        let dice = vec![self.die(), self.die()];
        for who in alive {
            let id = self.work.position.units[*who].id.clone();
            let entry = entry::Defence {
                at: Some(self.work.position.ground.hex_name(target)),
                lead: Some(id),
                dice: dice.clone(),
                ..entry::Defence::default()
            };
            if !self.possible(&Entry::Defence(entry.clone())) {
                continue;
            }
            self.say("determined-defence", &[*who], None, &[]);
            self.roll("2d6", &dice);
            self.lawful(&Entry::Defence(entry));
            self.tally("determined defences");
            let Some(defence) = self.work.combat().map(|combat| combat.defence.clone()) else {
                return false;
            };
            for _ in 0..defence.lead_owes {
                self.lose_one(&[*who]);
            }
            for _ in 0..defence.attacker_owes {
                self.lose_one(with);
            }
            if let Some(number @ 1..) = defence.marker {
                let word = format!("battle-{number}");
                let at = Some(self.work.position.ground.hex_name(target));
                if self.lawful(&Entry::Place(entry::Place { marker: Some(word), at, unit: None })) {
                    self.put_down("battle", target);
                }
            } else if defence.marker == Some(0)
                && self.work.position.facts.battle_markers.remove(&target).is_some()
            {
                self.pick_up("battle", target);
            }
            return defence.last == Some(Outcome::Hold)
                || (defence.last == Some(Outcome::Partial) && !defence.forced);
        }
        false
    }

    fn retreat(&mut self, who: Who, hexes: u32) {
        let before = self.work.position.units[who].order;
        let short = self.wants(Crime::ShortRetreat).then(|| self.short_way(who, hexes)).flatten();
        let crime = short.is_some();
        let from = self.work.position.units[who].at;
        let went = match short {
            Some(way) => {
                let entry = self.retreat_along(who, &way);
                // The bot's own game says that it is wrong, and carries it out.
                let _ = self.work.perform(entry);
                way.last().copied()
            }
            None => {
                let ways = self.ways_back(who, hexes);
                let lawful = ways.into_iter().find(|way| {
                    let entry = self.retreat_along(who, way);
                    self.lawful(&entry)
                });
                lawful.and_then(|way| way.last().copied())
            }
        };
        let Some(to) = went else {
            let id = self.work.position.units[who].id.clone();
            let entry =
                entry::Retreat { unit: Some(id), eliminated: true, ..entry::Retreat::default() };
            if self.lawful(&Entry::Retreat(entry)) {
                self.take_off(who, from);
                self.tally("eliminations");
            }
            return;
        };
        self.went(who, from, to);
        if crime {
            self.guilty();
        }
        self.tally("retreats");
        let after = if hexes == 4 { Order::FullRetreat } else { before.worse() };
        if after == before {
            return;
        }
        if self.wants(Crime::NoMarker) && before == Order::GoodOrder {
            self.guilty();
            return;
        }
        self.mark_order(who, before, after);
    }

    pub(super) fn retreat_along(&self, who: Who, way: &[Place]) -> Entry {
        let path = way.iter().map(|place| self.work.position.ground.name(*place)).collect();
        let unit = Some(self.work.position.units[who].id.clone());
        Entry::Retreat(entry::Retreat { unit, path, ..entry::Retreat::default() })
    }

    /// Marks a unit that retreated, on the table and in the bot's own game.
    pub(super) fn mark_order(&mut self, who: Who, before: Order, after: Order) {
        self.show_order(who, before, after);
        let unit = Some(self.work.position.units[who].id.clone());
        self.work.position.units[who].order = before;
        let mark =
            entry::Mark { unit, r#as: Some(after.word().to_owned()), ..entry::Mark::default() };
        // The unit is known, so this cannot fail.
        let _ = self.work.perform(Entry::Mark(mark));
    }

    /// Ways that lead away, into hexes with room first.
    pub(super) fn ways_back(&mut self, who: Who, hexes: u32) -> Vec<Vec<Place>> {
        let mut ways = self.work.position.ways_of_retreat(who, hexes);
        self.dice.shuffle(&mut ways);
        ways.sort_by_key(|way| match way.last() {
            Some(Place::Hex(hex)) => !self.fits(who, *hex),
            _ => false,
        });
        ways
    }
}
