//! Advance and close combat (3.7, 3.8).

use super::super::hearing::entry::Entry;
use super::super::table::Table;
use super::{Bot, Crime, Pair};
use crate::hex::Hex;
use crate::referee::Judgement;

impl Bot<'_> {
    pub(super) fn advance_phase(&mut self) {
        let side = self.attacker();
        for unit in self.units_of(&side) {
            if self.dice.chance(45) {
                self.advance(unit);
            }
        }
        self.advance_crimes(&side);
    }

    fn able_to_advance(&self, unit: usize) -> bool {
        let who = &self.table.units[unit];
        let gun = self.table.weapons_of(unit).any(|(_, weapon)| weapon.arm.is_gun());
        who.good_order()
            && !who.has("pinned")
            && !who.has("manhandled")
            && !gun
            && !self.table.advanced.contains(&unit)
            && who.hex().is_some_and(|hex| !self.contested(hex))
    }

    fn advance(&mut self, unit: usize) {
        let Some(from) = self.table.units[unit].hex() else { return };
        if !self.able_to_advance(unit) {
            return;
        }
        let mut choices: Vec<Hex> =
            self.table.ground.neighbours(from).filter(|to| self.room(*to, &[unit])).collect();
        self.dice.shuffle(&mut choices);
        let enemy = self.defender();
        // Into the enemy, next to him, or anywhere.
        choices.sort_by_key(|to| self.stack(*to, &enemy).is_empty());
        let into_enemy = choices.first().is_some_and(|to| !self.stack(*to, &enemy).is_empty());
        if into_enemy && !self.dice.chance(60) {
            choices.retain(|to| self.stack(*to, &enemy).is_empty());
        }
        let Some(&to) = choices.first() else { return };
        let mut group = vec![unit];
        if self.dice.chance(40) {
            let side = self.table.units[unit].side.clone();
            for other in self.stack(from, &side) {
                let mut more = group.clone();
                more.push(other);
                let leaders =
                    more.iter().filter(|unit| self.table.units[**unit].is_leader()).count();
                if other != unit
                    && leaders < 2
                    && self.able_to_advance(other)
                    && self.room(to, &more)
                {
                    group = more;
                }
            }
        }
        let before = self.table.clone();
        let entry = Entry::new("advance")
            .list("units", self.ids(&group))
            .list("path", [self.name(from), self.name(to)])
            .node();
        if self.lawful(&entry).is_none() {
            return;
        }
        for unit in &group {
            let piece = self.piece(*unit);
            self.say("advance", [piece], None, &[]);
        }
        let tired = group.iter().any(|unit| {
            self.table.units[*unit].has("exhausted") && !before.units[*unit].has("exhausted")
        });
        if tired && self.wants(Crime::AdvanceWithoutCx) {
            for unit in &group {
                if !before.units[*unit].has("exhausted") {
                    self.table.units[*unit].clear("exhausted");
                }
            }
            self.show(&before);
            self.guilty();
            return;
        }
        self.show(&before);
        self.tally("advances");
    }

    pub(super) fn close_combat(&mut self) {
        let attacker = self.attacker();
        for hex in self.hexes_of(&attacker) {
            if self.contested(hex) {
                self.fight(hex);
            }
        }
        let before = self.table.clone();
        for unit in &mut self.table.units {
            unit.clear("pinned");
        }
        self.show(&before);
    }

    /// Everything in one hex: ambush, attacks of both sides, melee.
    fn fight(&mut self, hex: Hex) {
        let (attacker, defender) = (self.attacker(), self.defender());
        self.table.ambush = None;
        self.table.close_attacks.clear();
        let entered =
            self.stack(hex, &attacker).iter().any(|unit| self.table.advanced.contains(unit));
        let melee = self.table.units_in(hex).any(|(_, unit)| unit.has("melee"));
        let cover = self.table.ground.terrain(hex).is_cover();
        if entered && !melee && cover {
            self.ambush(hex, &attacker, &defender);
        }
        self.tally("close combats");
        match self.table.ambush.clone().map(|(_, side)| side) {
            Some(first) => {
                let second = if first == attacker { &defender } else { &attacker };
                self.attack_alone(hex, &first, second);
                self.attack_alone(hex, second, &first);
            }
            None => self.attack_both(hex, &attacker, &defender),
        }
        self.close_crimes(hex);
        self.table.ambush = None;
        self.melee(hex);
    }

    fn ambush(&mut self, hex: Hex, attacker: &str, defender: &str) {
        let (a, d) = (self.die(), self.die());
        let entry = Entry::new("ambush-roll")
            .word("at", self.name(hex))
            .word("attacker", a)
            .word("defender", d)
            .node();
        if self.lawful(&entry).is_none() {
            return;
        }
        for (side, face) in [(attacker, a), (defender, d)] {
            if let Some(unit) = self.stack(hex, side).first().copied() {
                self.say_check(unit, "ambush");
                self.roll_die(face);
            }
        }
        self.tally("ambush rolls");
    }

    /// Those of a side who attack: everybody unbroken.
    pub(super) fn attackers(&self, hex: Hex, side: &str) -> Vec<usize> {
        let mut with = self.stack(hex, side);
        with.retain(|unit| !self.table.units[*unit].is_broken());
        with
    }

    /// Dice that make no leader out of the blue.
    fn close_dice(&mut self) -> Pair {
        loop {
            let dice = self.pair();
            if dice != [1, 1] {
                return dice;
            }
        }
    }

    fn attack_entry(
        &self,
        with: &[usize],
        against: &[usize],
        dice: Pair,
    ) -> crate::referee::case::Node {
        Entry::new("close-combat")
            .list("with", self.ids(with))
            .list("against", self.ids(against))
            .list("dice", dice)
            .node()
    }

    pub(super) fn say_close(&mut self, with: &[usize], against: &[usize]) {
        let targets: Vec<String> =
            against.iter().map(|unit| self.piece(*unit).to_string()).collect();
        let units: Vec<_> = with.iter().map(|unit| self.piece(*unit)).collect();
        self.say("close-combat", units, None, &[("targets", &targets.join(", "))]);
    }

    /// The attacks of an ambusher, or of those who survived him.
    fn attack_alone(&mut self, hex: Hex, side: &str, other: &str) {
        let (with, against) = (self.attackers(hex, side), self.stack(hex, other));
        if with.is_empty() || against.is_empty() {
            return;
        }
        let dice = self.close_dice();
        let before = self.table.clone();
        let Some(judgement) = self.lawful(&self.attack_entry(&with, &against, dice)) else {
            return;
        };
        self.say_close(&with, &against);
        self.roll_pair(dice);
        self.conclude(&before, &[(against, judgement)]);
    }

    /// Both sides attack before anybody is taken away: the attacks are simultaneous.
    fn attack_both(&mut self, hex: Hex, attacker: &str, defender: &str) {
        let (ours, theirs) = (self.attackers(hex, attacker), self.attackers(hex, defender));
        let (all_ours, all_theirs) = (self.stack(hex, attacker), self.stack(hex, defender));
        let mut attacks = Vec::new();
        if !ours.is_empty() {
            attacks.push((ours, all_theirs.clone()));
        }
        if !theirs.is_empty() && self.dice.chance(90) {
            attacks.push((theirs, all_ours));
        }
        let before = self.table.clone();
        let mut judged = Vec::new();
        for (with, against) in &attacks {
            let dice = self.close_dice();
            if let Some(judgement) = self.lawful(&self.attack_entry(with, against, dice)) {
                self.say_close(with, against);
                self.roll_pair(dice);
                judged.push((against.clone(), judgement));
            }
        }
        self.conclude(&before, &judged);
    }

    /// Shows what became of those who were attacked.
    fn conclude(&mut self, before: &Table, attacks: &[(Vec<usize>, Judgement)]) {
        let mut attacked = attacks.iter().flat_map(|(against, _)| against);
        let lost = attacked.any(|unit| {
            before.units[*unit].hex().is_some() && self.table.units[*unit].hex().is_none()
        });
        if lost && self.wants(Crime::SurvivesCloseCombat) {
            let close = self.table.close_attacks.clone();
            self.table = before.clone();
            self.table.close_attacks = close;
            self.guilty();
            return;
        }
        self.show(before);
        for (against, judgement) in attacks {
            self.tally("close combat attacks");
            let result = judgement.values.get("close-combat").and_then(|v| v["result"].as_str());
            let leaders = against.iter().all(|unit| before.units[*unit].is_leader());
            // Where only leaders are attacked, one of them takes the casualty reduction as a wound.
            if let (Some("casualty-reduction"), true, Some(unit)) =
                (result, leaders, against.first())
            {
                self.wound(*unit);
            }
        }
    }

    /// Both sides are left, and somebody is unbroken: a melee.
    fn melee(&mut self, hex: Hex) {
        let before = self.table.clone();
        if self.contested(hex) {
            let entry = Entry::new("place-counter")
                .word("counter", "melee")
                .word("at", self.name(hex))
                .node();
            if self.lawful(&entry).is_some() {
                self.tally("melees");
            } else {
                self.part(hex);
            }
        } else {
            self.part(hex);
        }
        self.show(&before);
    }

    fn part(&mut self, hex: Hex) {
        for unit in &mut self.table.units {
            if unit.hex() == Some(hex) {
                unit.clear("melee");
            }
        }
    }
}
