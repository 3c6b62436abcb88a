//! The bot fights: attacks, determined defences, retreats, advances.

use super::super::combat::{LOWEST_ODDS, column_name};
use super::super::entry::{self, Entry};
use super::super::ground::{Off, Place};
use super::super::position::Who;
use super::super::tables::{Background, Outcome};
use super::super::words::{Army, Order, Side};
use super::{Bot, Crime};
use crate::hex::{Hex, distance};
use crate::rules::{Judgement, Severity};
use std::collections::HashSet;

impl Bot<'_> {
    pub(super) fn combat(&mut self) {
        let side = self.side();
        self.give_up_exposed(side.enemy());
        let mut fought: HashSet<Who> = HashSet::new();
        let mut targets = self.hexes_of(side.enemy());
        self.dice.shuffle(&mut targets);
        for target in targets.into_iter().take(12) {
            if self.dice.chance(60) {
                self.attack(side, target, &mut fought);
            }
        }
        self.combat_crimes(side, &fought);
        for who in self.units_of(side) {
            if self
                .work
                .position
                .overstacked(side)
                .contains(&self.work.position.units[who].hex().unwrap_or_default())
            {
                self.cure_stacks(side);
            }
        }
    }

    /// Who could attack a hex, of one army.
    fn attackers(&self, side: Side, target: Hex, fought: &HashSet<Who>) -> Vec<Who> {
        let mut able: Vec<Who> = Vec::new();
        for (who, unit) in self.work.position.units.iter().enumerate() {
            let near = unit.hex().is_some_and(|hex| distance(hex, target) == 1);
            if unit.side != side
                || !near
                || fought.contains(&who)
                || unit.attack.is_none_or(|a| a <= 0)
            {
                continue;
            }
            let entry = entry::Attack {
                with: vec![unit.id.clone()],
                against: Some(self.work.position.ground.hex_name(target)),
                ..entry::Attack::default()
            };
            let mut play = self.work.clone();
            play.now = Judgement::default();
            let done = play.perform(Entry::Attack(entry));
            let only_weak = play
                .now
                .findings
                .iter()
                .all(|f| f.rule == LOWEST_ODDS || f.severity == Severity::Note);
            if done.is_ok() && only_weak {
                able.push(who);
            }
        }
        let army = |who: &Who| self.work.position.units[*who].army();
        let british = able.iter().filter(|who| army(who) == Army::British).count();
        let keep_british = british * 2 > able.len();
        able.retain(|who| side == Side::German || (army(who) == Army::British) == keep_british);
        able
    }

    fn attack(&mut self, side: Side, target: Hex, fought: &mut HashSet<Who>) {
        let with = self.attackers(side, target, fought);
        // Hexes in the zone are closed to some; leave them alone.
        if with.is_empty() || self.work.position.ground.hex(target).section.is_some() {
            return;
        }
        let name = self.work.position.ground.hex_name(target);
        let ids: Vec<String> =
            with.iter().map(|who| self.work.position.units[*who].id.clone()).collect();
        let defenders: Vec<Who> = self.work.position.side_in_hex(target, side.enemy()).collect();
        let mut support = entry::Support::default();
        let entry = |support: &entry::Support| {
            Entry::Attack(entry::Attack {
                with: ids.clone(),
                against: Some(name.clone()),
                support: Some(support.clone()),
                ..entry::Attack::default()
            })
        };
        if !self.possible(&entry(&support)) {
            return;
        }
        for (who, artillery) in self.ready_artillery() {
            let mut more = support.clone();
            let own = self.work.position.units[who].side == side;
            if own {
                more.attacker.push(artillery)
            } else {
                more.defender.push(artillery)
            }
            if self.dice.chance(50) && self.possible(&entry(&more)) {
                support = more;
            }
        }
        if !self.lawful(&entry(&support)) {
            return;
        }
        fought.extend(&with);
        self.tally("attacks");
        self.say("attack", &with, Some(Place::Hex(target)), &[]);
        for word in support.attacker.iter().chain(&support.defender) {
            let Some(who) = self.work.position.who(word) else { continue };
            if self.dice.chance(60) {
                self.say("support", &[who], None, &[]);
            }
            self.flip(who, 1, 0);
        }
        let column = self.work.combat().and_then(|combat| combat.column).unwrap_or(0);
        if self.wants(Crime::WrongColumn) {
            self.say(
                "column",
                &[],
                None,
                &[("column", &column_name(if column < 3 { column + 2 } else { column - 2 }))],
            );
            self.guilty();
        } else {
            self.say("column", &[], None, &[("column", &column_name(column))]);
        }
        let die = self.die();
        self.roll("1d6", &[die]);
        self.lawful(&Entry::Roll(entry::Roll { dice: vec![die] }));
        let cell = self.work.position.tables.crt(&column_name(column), die);
        let (crt, advance, background) = match cell {
            Some(cell) => (cell.result, cell.advance, cell.background),
            None => (
                super::super::words::Crt::Ds,
                Some(super::super::words::Advance::TwoPlus),
                Background::Plain,
            ),
        };
        let length = advance.map(|advance| match advance {
            super::super::words::Advance::TwoPlus => "2+",
            super::super::words::Advance::Two => "2",
            _ => "1",
        });
        let text = match length {
            Some(length) => format!("{} Adv {length}", crt.word()),
            None => crt.word().to_owned(),
        };
        self.say("result", &[], None, &[("result", &text)]);
        let announced = entry::Announced {
            crt: Some(crt),
            advance: length.map(str::to_owned),
            background: Some(background),
            ..entry::Announced::default()
        };
        self.lawful(&Entry::Result(announced));
        self.resolve(side, target, &with, &defenders, crt);
    }

    fn possible(&self, entry: &Entry) -> bool {
        let mut play = self.work.clone();
        play.now = Judgement::default();
        play.perform(entry.clone()).is_ok()
            && play.now.findings.iter().all(|f| f.severity == Severity::Note)
    }

    fn ready_artillery(&self) -> Vec<(Who, String)> {
        let ready = |(_, unit): &(Who, &super::super::unit::Unit)| {
            unit.artillery() && !unit.fired && unit.hex().is_some()
        };
        let units = self.work.position.units.iter().enumerate().filter(ready);
        units.map(|(who, unit)| (who, unit.id.clone())).collect()
    }

    /// Takes a step from somebody who may lose it.
    fn lose_one(&mut self, from: &[Who]) -> bool {
        let mut choices: Vec<Who> = from
            .iter()
            .filter(|who| self.work.position.units[**who].hex().is_some())
            .copied()
            .collect();
        self.dice.shuffle(&mut choices);
        for who in choices {
            let unit = &self.work.position.units[who];
            let (id, steps) = (unit.id.clone(), unit.steps);
            if !self.lawful(&Entry::Lose(entry::Lose { unit: Some(id), ..entry::Lose::default() }))
            {
                continue;
            }
            if steps <= 1 {
                let at = self.work.position.units[who].at;
                let from = self.log.place_of(who);
                let _ = at;
                self.take_off(who, from);
            } else {
                self.flip(who, steps, steps - 1);
            }
            self.tally("losses");
            return true;
        }
        false
    }

    /// Lays a unit into the Eliminated Box; the bot's own game has done so already.
    fn take_off(&mut self, who: Who, from: Place) {
        let act = crate::rules::Act::Move {
            unit: self.unit(who),
            from: self.spot(from),
            to: self.spot(Place::Off(Off::EliminatedBox)),
        };
        self.emit(act);
    }

    fn resolve(
        &mut self,
        side: Side,
        target: Hex,
        with: &[Who],
        defenders: &[Who],
        crt: super::super::words::Crt,
    ) {
        let recon = self.work.combat().is_some_and(|combat| self.work.recon_only(combat));
        let waived =
            recon && matches!(crt, super::super::words::Crt::D1 | super::super::words::Crt::Ds);
        if crt.defender_loses() && !waived {
            if self.wants(Crime::NoLoss)
                && defenders.iter().any(|who| self.work.position.units[*who].steps > 0)
            {
                self.guilty();
            } else {
                self.lose_one(defenders);
            }
        }
        if crt.attacker_loses() {
            self.lose_one(with);
        }
        let alive: Vec<Who> = defenders
            .iter()
            .filter(|who| self.work.position.units[**who].at == Place::Hex(target))
            .copied()
            .collect();
        let mut held = false;
        if crt.allows_defence() && !waived && !alive.is_empty() && self.dice.chance(40) {
            held = self.stand(target, &alive, with);
        }
        if let Some(hexes) = crt.retreat().filter(|_| !held) {
            for who in alive {
                if self.work.position.units[who].at == Place::Hex(target) {
                    self.retreat(who, hexes);
                }
            }
        }
        if !self.work.position.holds(target, side.enemy()) && self.dice.chance(75) {
            self.advance(with, target);
        }
        // Whatever the bot's own game still asks for would be an error of the bot.
        self.lawful(&Entry::EndCombat);
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
                    let spot = self.spot(Place::Hex(target));
                    self.emit(crate::rules::Act::Marker {
                        marker: "battle".to_owned(),
                        from: None,
                        to: Some(spot),
                    });
                }
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
        let entry = |bot: &Self, way: &[Place]| {
            let path = way.iter().map(|place| bot.work.position.ground.name(*place)).collect();
            let unit = Some(bot.work.position.units[who].id.clone());
            Entry::Retreat(entry::Retreat { unit, path, ..entry::Retreat::default() })
        };
        let went = match short {
            Some(way) => {
                let entry = entry(self, &way);
                let _ = self.work.perform(entry);
                way.last().copied()
            }
            None => {
                let ways = self.ways_back(who, hexes);
                let lawful = ways.into_iter().find(|way| {
                    let entry = entry(self, way);
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
        let act = crate::rules::Act::Move {
            unit: self.unit(who),
            from: self.spot(from),
            to: self.spot(to),
        };
        self.emit(act);
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
        self.show_order(who, before, after);
        let unit = Some(self.work.position.units[who].id.clone());
        self.work.position.units[who].order = before;
        let mark =
            entry::Mark { unit, r#as: Some(after.word().to_owned()), ..entry::Mark::default() };
        let _ = self.work.perform(Entry::Mark(mark));
    }

    /// Ways that lead away, into hexes with room first.
    fn ways_back(&mut self, who: Who, hexes: u32) -> Vec<Vec<Place>> {
        let mut ways = self.work.position.ways_of_retreat(who, hexes);
        self.dice.shuffle(&mut ways);
        ways.sort_by_key(|way| match way.last() {
            Some(Place::Hex(hex)) => !self.fits(who, *hex),
            _ => false,
        });
        ways
    }

    fn advance(&mut self, with: &[Who], target: Hex) {
        for who in with {
            let unit = &self.work.position.units[*who];
            let Some(from) = unit.hex() else { continue };
            if self.dice.chance(25) {
                continue;
            }
            let mut goals = vec![target];
            if self.dice.chance(40) {
                let near: Vec<Hex> = self.work.position.ground.neighbours(target).collect();
                goals.insert(0, near[self.dice.below(near.len())]);
            }
            for goal in goals {
                if goal == from || !self.fits(*who, goal) || self.next_to_broken(*who, goal) {
                    continue;
                }
                let advance = entry::Advance {
                    unit: Some(self.work.position.units[*who].id.clone()),
                    to: Some(self.work.position.ground.hex_name(goal)),
                    ..entry::Advance::default()
                };
                if self.lawful(&Entry::Advance(advance)) {
                    let act = crate::rules::Act::Move {
                        unit: self.unit(*who),
                        from: self.spot(Place::Hex(from)),
                        to: self.spot(Place::Hex(goal)),
                    };
                    self.emit(act);
                    self.tally("advances");
                    break;
                }
            }
        }
    }

    /// Whether a unit in Full Retreat would have to give way.
    fn next_to_broken(&self, who: Who, hex: Hex) -> bool {
        let side = self.work.position.units[who].side.enemy();
        self.work.position.ground.neighbours(hex).any(|near| {
            let mut units = self.work.position.side_in_hex(near, side).peekable();
            units.peek().is_some()
                && units.all(|unit| self.work.position.units[unit].full_retreat())
        })
    }
}
