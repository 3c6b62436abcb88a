//! The rout phase (3.6).

use super::super::hearing::entry::Entry;
use super::super::rout;
use super::super::table::Table;
use super::{Bot, Crime};
use crate::deeds::Act;
use crate::hex::Hex;

impl Bot<'_> {
    pub(super) fn rout_phase(&mut self) {
        let (attacker, defender) = (self.attacker(), self.defender());
        self.obliged();
        for side in [attacker, defender] {
            self.rout_unbroken(&side);
            for unit in self.units_of(&side) {
                self.rout_unit(unit);
            }
        }
    }

    /// Those who must rout, and those next to an enemy, come under DM.
    fn obliged(&mut self) {
        let before = self.table.clone();
        for unit in 0..self.table.units.len() {
            let who = &self.table.units[unit];
            if who.hex().is_some() && who.is_broken() && !who.has("melee") && self.must_rout(unit) {
                self.table.units[unit].set("desperation-morale");
            }
        }
        self.show(&before);
    }

    fn must_rout(&self, unit: usize) -> bool {
        rout::must_rout(&self.table, unit)
    }

    fn rout_unit(&mut self, unit: usize) {
        let who = &self.table.units[unit];
        if who.hex().is_none() || !who.is_broken() || who.has("melee") {
            return;
        }
        let must = self.must_rout(unit);
        if !must && (!who.has("desperation-morale") || !self.dice.chance(40)) {
            return;
        }
        if self.rout_crimes(unit, must) {
            return;
        }
        let ways = self.ways(unit);
        for (way, crawl) in ways {
            if self.run(unit, &way, crawl) {
                return;
            }
        }
        if must {
            self.fails_to_rout(unit);
        }
    }

    /// Who must rout and cannot is lost.
    fn fails_to_rout(&mut self, unit: usize) {
        let entry = Entry::new("eliminate")
            .list("units", self.ids(&[unit]))
            .word("reason", "failure-to-rout")
            .node();
        if self.do_and_show(&entry) {
            self.tally("failures to rout");
        }
    }

    /// Ways that a router may take, in another order each time; crawling last.
    fn ways(&mut self, unit: usize) -> Vec<(Vec<Hex>, bool)> {
        let Some(start) = self.table.units[unit].hex() else { return Vec::new() };
        let reached = rout::reach(&self.table, unit, start);
        let mut ways = Vec::new();
        let mut ends: Vec<Hex> = reached.keys().copied().filter(|hex| *hex != start).collect();
        // Who ends next to an unbroken enemy would be lost.
        ends.retain(|hex| !self.beside_steady_enemy(unit, *hex));
        ends.sort_by_key(|hex| (hex.x, hex.y));
        self.dice.shuffle(&mut ends);
        for end in &ends {
            let mut way = vec![*end];
            while let Some(at) = way.last().copied().filter(|at| *at != start) {
                let Some((_, before)) = reached.get(&at) else { break };
                way.push(*before);
            }
            way.reverse();
            ways.push((way, false));
        }
        if self.dice.chance(50) {
            ways.sort_by_key(|(way, _)| way.len());
        }
        let near: Vec<(Vec<Hex>, bool)> = ways
            .iter()
            .filter(|(way, _)| way.len() == 2)
            .map(|(way, _)| (way.clone(), true))
            .collect();
        if self.dice.chance(20) {
            ways.splice(0..0, near);
        } else {
            ways.extend(near);
        }
        ways
    }

    /// Runs along a way if it is lawful, checking where it is interdicted.
    fn run(&mut self, unit: usize, way: &[Hex], crawl: bool) -> bool {
        if !crawl && !self.interdiction_is_plain(unit, way) {
            return false;
        }
        let heavy = self.too_heavy(unit);
        let mut note = Entry::new("rout")
            .list("unit", self.ids(&[unit]))
            .list("path", way.iter().map(|hex| self.name(*hex)))
            .list("dropped", self.weapon_ids(&heavy));
        if crawl {
            note = note.word("mode", "low-crawl");
        }
        let before = self.table.clone();
        self.table.close_eyes();
        if self.lawful(&note.node()).is_none() {
            return false;
        }
        let certain = !self.table.is_doubtful();
        let checks: Vec<Hex> = self
            .table
            .interdictions
            .iter()
            .filter(|(who, _)| *who == unit)
            .map(|(_, hex)| *hex)
            .collect();
        let piece = self.piece(unit);
        let manner = if crawl { "low crawl" } else { "running" };
        self.say("rout", [piece], None, &[("manner", manner)]);
        self.tally(if crawl { "low crawls" } else { "routs" });
        self.hops(unit, way, &checks, before, certain);
        true
    }

    /// Hex by hex, with the checks of interdiction.
    fn hops(&mut self, unit: usize, way: &[Hex], checks: &[Hex], before: Table, certain: bool) {
        let mut before = before;
        let end = self.table.units[unit].at;
        for step in way.windows(2) {
            self.table.units[unit].at = super::super::units::Whereabouts::Hex(step[1]);
            self.show(&before);
            before = self.table.clone();
            if !checks.contains(&step[1]) {
                continue;
            }
            self.table.units[unit].came_from = Some(step[0]);
            let dice = self.pair();
            let entry = Entry::new("interdiction-check")
                .list("unit", self.ids(&[unit]))
                .word("at", self.name(step[1]))
                .list("dice", dice)
                .node();
            let Some(judgement) = self.lawful(&entry) else { continue };
            if certain && self.wants(Crime::NoInterdiction) {
                self.table = before.clone();
                self.guilty();
                continue;
            }
            self.say_check(unit, "interdiction");
            self.roll_pair(dice);
            self.show(&before);
            self.tally("interdictions");
            before = self.table.clone();
            let result = judgement
                .values
                .get("morale-check")
                .and_then(|value| value["result"].as_str().map(str::to_owned));
            let leader = self.table.units[unit].is_leader();
            if result.as_deref() == Some("fail") && leader && dice != [6, 6] {
                self.wound(unit);
                before = self.table.clone();
            }
            if result.as_deref() == Some("pin") || self.table.units[unit].hex().is_none() {
                return;
            }
        }
        if self.table.units[unit].hex().is_some() {
            self.table.units[unit].at = end;
        }
    }

    /// Guns, and weapons beyond what a router carries, stay behind.
    pub(super) fn too_heavy(&self, unit: usize) -> Vec<usize> {
        let tired = self.table.units[unit].has("exhausted");
        let mut left = super::super::movement::capacity(&self.table, unit, tired);
        let mut dropped = Vec::new();
        for (index, weapon) in self.table.weapons_of(unit) {
            if weapon.arm.is_gun() || weapon.portage > left {
                dropped.push(index);
            } else {
                left -= weapon.portage;
            }
        }
        dropped
    }

    /// Whether every line that could interdict the way is certain.
    fn interdiction_is_plain(&self, unit: usize, way: &[Hex]) -> bool {
        let side = &self.table.units[unit].side;
        way.iter().skip(1).all(|hex| {
            self.table.enemies(side).all(|(_, enemy)| {
                enemy.hex().is_none_or(|at| {
                    self.table.ground.range(at, *hex) > 24 || !self.table.sight(at, *hex).disputed
                })
            })
        })
    }

    /// Moves a piece as only criminals do.
    pub(super) fn drag(&mut self, unit: usize, to: Hex) {
        let Some(from) = self.table.units[unit].hex() else { return };
        let act = Act::Move { unit: self.piece(unit), from: self.spot(from), to: self.spot(to) };
        self.emit(act);
        let weapons: Vec<usize> = self.table.weapons_of(unit).map(|(index, _)| index).collect();
        for weapon in weapons {
            let act = Act::Move {
                unit: self.weapon_piece(weapon),
                from: self.spot(from),
                to: self.spot(to),
            };
            self.emit(act);
        }
        self.table.units[unit].at = super::super::units::Whereabouts::Hex(to);
    }
}
