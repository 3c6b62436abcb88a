//! The rally phase: repair, self-rally, rally by leaders, DM (3.1).

use super::super::hearing::entry::Entry;
use super::super::units::Possessor;
use super::{Bot, Crime};

impl Bot<'_> {
    pub(super) fn rally_phase(&mut self) {
        let (attacker, defender) = (self.attacker(), self.defender());
        for side in [&attacker, &defender] {
            self.recover_all(side);
        }
        for side in [&attacker, &defender] {
            self.repair_all(side);
        }
        for side in [&attacker, &defender] {
            self.self_rally_all(side);
        }
        for side in [&attacker, &defender] {
            self.rally_all(side);
        }
        self.rally_crimes();
        self.lift_desperation();
    }

    fn recover_all(&mut self, side: &str) {
        for weapon in 0..self.table.weapons.len() {
            let gun = &self.table.weapons[weapon];
            if gun.possessor != Possessor::Nobody || gun.arm.is_gun() {
                continue;
            }
            let Some(hex) = gun.lies_at else { continue };
            let id = gun.id.clone();
            let finder = self.stack(hex, side).into_iter().find(|unit| {
                let unit = &self.table.units[*unit];
                unit.good_order() && !unit.is_leader() && !unit.acted_in_rally
            });
            let Some(unit) = finder.filter(|_| self.dice.chance(70)) else { continue };
            let die = self.die();
            let entry = Entry::new("recover")
                .list("unit", self.ids(&[unit]))
                .word("weapon", &id)
                .word("die", die)
                .node();
            let before = self.table.clone();
            if self.lawful(&entry).is_some() {
                let piece = self.piece(unit);
                self.say("weapon", [piece], None, &[("deed", "recovers a weapon")]);
                self.roll_die(die);
                self.show(&before);
                self.tally("recoveries");
            }
        }
    }

    fn repair_all(&mut self, side: &str) {
        for weapon in 0..self.table.weapons.len() {
            let gun = &self.table.weapons[weapon];
            let Some(owner) = self.table.owner(weapon).filter(|_| gun.has("malfunctioned")) else {
                continue;
            };
            let unit = &self.table.units[owner];
            if unit.side != side || !unit.good_order() || unit.hex().is_none() {
                continue;
            }
            // Nobody tries what the counter does not tell how to judge.
            if gun.repair.is_none() && !gun.arm.is_gun() && !gun.arm.is_mortar() {
                continue;
            }
            let id = gun.id.clone();
            let die = self.die();
            let entry = Entry::new("repair")
                .list("unit", self.ids(&[owner]))
                .word("weapon", &id)
                .word("die", die)
                .node();
            let before = self.table.clone();
            if self.lawful(&entry).is_some() {
                let piece = self.piece(owner);
                self.say("weapon", [piece], None, &[("deed", "repairs its weapon")]);
                self.roll_die(die);
                self.show(&before);
                self.tally("repairs");
            }
        }
    }

    fn self_rally_all(&mut self, side: &str) {
        for unit in self.units_of(side) {
            let who = &self.table.units[unit];
            if who.is_broken() && !who.rallied && self.dice.chance(60) {
                self.rally(unit, None);
            }
        }
    }

    fn rally_all(&mut self, side: &str) {
        for unit in self.units_of(side) {
            let who = &self.table.units[unit];
            if !who.is_broken() || who.rallied {
                continue;
            }
            let leader = who.hex().and_then(|hex| self.table.leader_in(hex, side));
            if let Some(leader) = leader {
                self.rally(unit, Some(leader));
            }
        }
    }

    /// One attempt; whether it may be made.
    pub(super) fn rally(&mut self, unit: usize, leader: Option<usize>) -> bool {
        let dice = self.pair();
        let mut note = Entry::new(if leader.is_some() { "rally" } else { "self-rally" })
            .list("unit", self.ids(&[unit]))
            .list("dice", dice);
        if let Some(leader) = leader {
            note = note.list("leader", self.ids(&[leader]));
        }
        let before = self.table.clone();
        let Some(judgement) = self.lawful(&note.node()) else { return false };
        self.say_rally(unit, leader.is_some());
        self.roll_pair(dice);
        // Broken morale is unsure on many counters: only a roll that fails by far is a sure failure.
        let number = |key: &str| judgement.values.get("rally").and_then(|roll| roll[key].as_i64());
        let by = number("final").zip(number("morale")).map_or(0, |(last, morale)| last - morale);
        let failed = self.table.units[unit].is_broken() && dice != [6, 6];
        if failed && by > 5 && self.wants(Crime::FalseRally) {
            let who = &mut self.table.units[unit];
            who.clear("broken");
            who.clear("desperation-morale");
            self.show(&before);
            self.guilty();
            return true;
        }
        self.show(&before);
        self.tally("rally attempts");
        if dice == [6, 6] && self.table.units[unit].is_leader() {
            self.wound(unit);
        }
        true
    }

    pub(super) fn say_rally(&mut self, unit: usize, led: bool) {
        let piece = self.piece(unit);
        let how = if led { "by a leader" } else { "by itself" };
        self.say("rally", [piece], None, &[("how", how)]);
    }

    /// 3.1g: DM comes off unless an enemy is beside; one beside a broken unit puts it there.
    fn lift_desperation(&mut self) {
        let before = self.table.clone();
        for unit in 0..self.table.units.len() {
            let who = &self.table.units[unit];
            let Some(hex) = who.hex().filter(|_| who.is_broken()) else { continue };
            let side = who.side.clone();
            let beside = self.table.enemies(&side).any(|(_, enemy)| {
                enemy.hex().is_some_and(|at| self.table.ground.range(at, hex) <= 1)
            });
            if !beside {
                self.table.units[unit].clear("desperation-morale");
            }
        }
        self.show(&before);
    }

    /// Crimes of this phase.
    fn rally_crimes(&mut self) {
        let (attacker, defender) = (self.attacker(), self.defender());
        match self.crime {
            Some(Crime::RallyTwice) => {
                let again = self.units_of(&attacker).into_iter().find(|unit| {
                    let who = &self.table.units[*unit];
                    who.rallied && who.is_broken()
                });
                if let Some(unit) = again {
                    self.false_attempt(unit, false);
                }
            }
            Some(Crime::RallyWithoutLeader) => {
                let alone = self.units_of(&defender).into_iter().find(|unit| {
                    let who = &self.table.units[*unit];
                    let squad = !who.is_leader() && who.size != super::super::units::Size::Crew;
                    let led =
                        who.hex().is_some_and(|hex| self.table.leader_in(hex, &defender).is_some());
                    squad && who.is_broken() && !who.rallied && !led && !who.has("melee")
                });
                if let Some(unit) = alone {
                    self.false_attempt(unit, false);
                }
            }
            _ => {}
        }
    }

    /// An attempt that may not be made.
    fn false_attempt(&mut self, unit: usize, led: bool) {
        self.say_rally(unit, led);
        let dice = self.pair();
        self.roll_pair(dice);
        self.guilty();
    }
}
