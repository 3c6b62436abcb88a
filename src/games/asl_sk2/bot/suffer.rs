//! What an attack does to those it hits: casualties, morale checks, pins, leaders lost (3.2.3).

use super::super::hearing::entry::Entry;
use super::super::units::Whereabouts;
use super::{Bot, Crime};
use crate::referee::case::Node;

impl Bot<'_> {
    /// Carries out the attack that was just resolved.
    pub(super) fn suffer(&mut self) {
        let Some(attack) = self.table.attack.clone() else { return };
        let losses = self.table.losses_seen.len();
        let mut targets: Vec<usize> =
            attack.targets.iter().copied().filter(|unit| self.stands(*unit)).collect();
        self.best_leader_first(&mut targets);
        let result = attack.result.as_str();
        if let Some(number) = result.strip_suffix("KIA").and_then(|n| n.parse::<usize>().ok()) {
            self.killed(&targets, number);
        } else if result.starts_with("K/") {
            let reduced = self.reduced(&targets);
            // 3.2.3: the half-squad that is left checks with the others, a wounded leader does not.
            targets.retain(|unit| {
                self.stands(*unit)
                    && !(Some(*unit) == reduced && self.table.units[*unit].is_leader())
            });
            self.check_all(&targets);
        } else {
            for unit in &targets {
                let result = attack.result_of(*unit);
                if result.ends_with("MC") {
                    self.check_all(&[*unit]);
                } else if result == "PTC" && !self.table.units[*unit].is_broken() {
                    self.pin_check(*unit, None);
                }
            }
        }
        targets.retain(|unit| attack.endangers(*unit));
        self.desperation(&targets);
        self.leaders_lost(losses);
    }

    fn stands(&self, unit: usize) -> bool {
        matches!(self.table.units[unit].at, Whereabouts::Hex(_))
    }

    /// The best leader checks before everybody else.
    fn best_leader_first(&self, targets: &mut [usize]) {
        targets.sort_by_key(|unit| {
            let unit = &self.table.units[*unit];
            match (unit.is_leader() && !unit.is_broken(), unit.is_leader()) {
                (true, _) => (0, unit.current_leadership()),
                _ => (1, 0),
            }
        });
    }

    /// Picks some of the targets at random, with dice that everybody sees.
    fn draw(&mut self, targets: &[usize], count: usize) -> Vec<usize> {
        if targets.len() <= count {
            return targets.to_vec();
        }
        let mut order = targets.to_vec();
        self.dice.shuffle(&mut order);
        let chosen: Vec<usize> = order[..count].to_vec();
        // The chosen ones have the high dice.
        for unit in targets {
            let high = chosen.contains(unit);
            let face = if high { 4 + self.dice.below(3) } else { 1 + self.dice.below(3) };
            self.say_check(*unit, "random selection");
            self.roll_die(face as u32);
        }
        chosen
    }

    fn killed(&mut self, targets: &[usize], number: usize) {
        let victims = self.draw(targets, number);
        let before = self.table.clone();
        let hurt: Vec<usize> = targets
            .iter()
            .copied()
            .filter(|unit| !victims.contains(unit) && self.table.units[*unit].is_broken())
            .filter(|unit| self.table.units[*unit].is_leader())
            .collect();
        let entry = Entry::new("eliminate").list("units", self.ids(&victims)).node();
        if self.lawful(&entry).is_none() {
            return;
        }
        if self.wants(Crime::Spared) && !victims.is_empty() {
            // The counters stay where they are.
            self.table = before;
            self.guilty();
            return;
        }
        self.show(&before);
        self.tally("eliminations");
        self.weapons_of_the_dead(&victims, &before);
        for unit in hurt {
            self.wound(unit);
        }
    }

    /// 4.0: a die for each weapon of those whom a KIA took.
    fn weapons_of_the_dead(&mut self, victims: &[usize], before: &super::super::table::Table) {
        let weapons: Vec<usize> = (0..self.table.weapons.len())
            .filter(|weapon| before.owner(*weapon).is_some_and(|unit| victims.contains(&unit)))
            .filter(|weapon| self.table.weapons[*weapon].is_working())
            .collect();
        for weapon in weapons {
            let die = self.die();
            let id = self.table.weapons[weapon].id.clone();
            let entry =
                Entry::new("weapon-destruction-roll").word("weapon", &id).word("die", die).node();
            let before = self.table.clone();
            if self.lawful(&entry).is_some() {
                self.roll_die(die);
                // A weapon without a malfunctioned side is removed instead.
                let counter = self.game.counters.get(self.weapon_piece(weapon).counter());
                let removed = counter
                    .and_then(|counter| counter.value("breakdown"))
                    .is_some_and(|number| number.starts_with('X'));
                if removed && self.table.weapons[weapon].has("malfunctioned") {
                    self.table.weapons[weapon].set("destroyed");
                }
                self.show(&before);
            }
        }
    }

    /// One of them loses half.
    fn reduced(&mut self, targets: &[usize]) -> Option<usize> {
        let victim = *self.draw(targets, 1).first()?;
        if self.table.units[victim].is_leader() {
            self.wound(victim);
            return Some(victim);
        }
        let before = self.table.clone();
        let entry = Entry::new("apply").list("unit", self.ids(&[victim])).node();
        self.lawful(&entry)?;
        self.show(&before);
        self.tally("casualty reductions");
        Some(victim)
    }

    pub(super) fn wound(&mut self, unit: usize) {
        if !self.stands(unit) {
            return;
        }
        let die = self.die();
        let entry =
            Entry::new("wound-roll").list("unit", self.ids(&[unit])).word("die", die).node();
        let before = self.table.clone();
        if self.lawful(&entry).is_some() {
            self.say_check(unit, "wound severity");
            self.roll_die(die);
            self.show(&before);
            self.tally("wounds");
        }
    }

    fn check_all(&mut self, targets: &[usize]) {
        for unit in targets {
            if self.stands(*unit) {
                self.morale_check(*unit, None);
            }
        }
    }

    /// A morale check; leaders who are reduced roll for their wound.
    pub(super) fn morale_check(&mut self, unit: usize, kind: Option<&str>) {
        if self.wants(Crime::NoCheck) && kind.is_none() && self.skip_check(unit) {
            return;
        }
        let dice = self.pair();
        let mut note = Entry::new("morale-check").list("unit", self.ids(&[unit]));
        if let Some(kind) = kind {
            note = note.word("kind", kind);
        }
        let before = self.table.clone();
        let Some(judgement) = self.lawful(&note.list("dice", dice).node()) else { return };
        let words = match kind {
            Some("leader-loss") => "leader loss morale check",
            _ => "morale check",
        };
        self.say_check(unit, words);
        self.roll_pair(dice);
        self.tally("morale checks");
        let was_broken = before.units[unit].is_broken();
        let failed = judgement
            .values
            .get("morale-check")
            .and_then(|value| value["result"].as_str())
            .is_some_and(|result| result == "fail");
        if failed && !was_broken && self.wants(Crime::IgnoresBreak) {
            self.table = before;
            self.guilty();
            return;
        }
        self.show(&before);
        let twelve = dice == [6, 6];
        if failed
            && self.table.units[unit].is_leader()
            && (was_broken && !twelve || !was_broken && twelve)
        {
            self.wound(unit);
        }
    }

    fn pin_check(&mut self, unit: usize, kind: Option<&str>) {
        let dice = self.pair();
        let mut note = Entry::new("pin-check").list("unit", self.ids(&[unit]));
        if let Some(kind) = kind {
            note = note.word("kind", kind);
        }
        let before = self.table.clone();
        if self.lawful(&note.list("dice", dice).node()).is_none() {
            return;
        }
        let words = if kind.is_some() { "leader loss task check" } else { "pin task check" };
        self.say_check(unit, words);
        self.roll_pair(dice);
        let pinned = self.table.units[unit].has("pinned") && !before.units[unit].has("pinned");
        if pinned && self.wants(Crime::IgnoresPin) {
            self.table = before;
            self.guilty();
            return;
        }
        self.show(&before);
        self.tally("pin checks");
    }

    /// Those who saw a leader fall or break.
    fn leaders_lost(&mut self, seen: usize) {
        let mut at = seen;
        while let Some(loss) = self.table.losses_seen.get(at).cloned() {
            at += 1;
            let here: Vec<usize> = self.table.units_in(loss.hex).map(|(unit, _)| unit).collect();
            let side =
                self.table.units.iter().find(|u| u.hex() == Some(loss.hex)).map(|u| u.side.clone());
            for unit in here {
                let who = &self.table.units[unit];
                if who.current_morale() >= loss.morale || Some(&who.side) != side.as_ref() {
                    continue;
                }
                if loss.broke {
                    if who.good_order() {
                        self.pin_check(unit, Some("leader-break"));
                    }
                } else {
                    self.morale_check(unit, Some("leader-loss"));
                }
            }
        }
    }

    /// 3.2.3: broken units that were shot at dangerously come under DM.
    fn desperation(&mut self, targets: &[usize]) {
        for unit in targets {
            let who = &self.table.units[*unit];
            if self.stands(*unit) && who.is_broken() && !who.has("desperation-morale") {
                let before = self.table.clone();
                self.table.units[*unit].set("desperation-morale");
                self.show(&before);
            }
        }
    }

    /// Residual attacks, wounds and whatever else needs no declaration.
    pub(super) fn do_and_show(&mut self, entry: &Node) -> bool {
        let before = self.table.clone();
        if self.lawful(entry).is_none() {
            return false;
        }
        self.show(&before);
        true
    }
}
