//! Declarations and their dice.

use super::super::table::{Phase, Piece};
use super::super::units::Arm;
use super::Log;
use super::act::{Act, Verdict};
use super::entry::Entry;
use super::scene::Open;
use super::shown::{names, units_of};
use crate::deeds::{Declared, UnitId};
use crate::hex::Hex;
use crate::interpret::items;
use crate::referee::Ruling;

impl Log<'_> {
    /// Somebody says what he does.
    pub(super) fn listen(&mut self, step: usize, declared: &Declared, rulings: &mut Vec<Ruling>) {
        let (units, _) = units_of(&self.shown, &declared.units);
        match declared.id.as_str() {
            "move" => {
                self.end_selection();
                let mode = declared.values.get("mode").cloned().unwrap_or_default();
                self.scene.modes.extend(units.into_iter().map(|unit| (unit, mode.clone())));
            }
            "rout" => {
                self.end_route(rulings);
                let manner = declared.values.get("manner").cloned().unwrap_or_default();
                if manner == "stays" {
                    self.stays(step, &units, rulings);
                }
                self.scene.modes.extend(units.into_iter().map(|unit| (unit, manner.clone())));
            }
            "advance" => {}
            // Results of close combat fall together.
            "check" | "close-combat" => {
                self.hang_up(rulings);
                self.scene.said = Some((step, declared.clone()));
            }
            _ => {
                self.end_route(rulings);
                self.hang_up(rulings);
                self.settle(rulings);
                self.scene.backblast = None;
                self.scene.said = Some((step, declared.clone()));
            }
        }
    }

    /// Dice of a random selection are rolled before anybody goes on; later ones are for something else.
    pub(super) fn end_selection(&mut self) {
        let selects = |(_, declared): &mut (usize, Declared)| {
            declared.values.get("check").is_some_and(|check| check == "random selection")
        };
        let _ = self.scene.said.take_if(selects);
    }

    /// Nothing was rolled for what was said last.
    pub(super) fn hang_up(&mut self, rulings: &mut Vec<Ruling>) {
        let Some((step, declared)) = self.scene.said.take() else { return };
        let (units, weapons) = units_of(&self.shown, &declared.units);
        match declared.id.as_str() {
            "weapon" => self.handle_weapon(step, &declared, None, rulings),
            "demolition-charge" => self.place_charge(step, &declared, rulings),
            "check" | "rally" | "close-combat" | "fire" | "shot" | "smoke" => {
                let subject = format!("{} by {}", declared.id, self.names(&units, &weapons));
                let reason = "it was declared, but nothing was rolled for it";
                self.unchecked(rulings, step, &subject, "SK2-3.2.3-IFT-RESULT", reason);
            }
            _ => {}
        }
    }

    /// Dice.
    pub(super) fn roll(&mut self, step: usize, faces: &[i32], rulings: &mut Vec<Ruling>) {
        let Some((said, declared)) = self.scene.said.take() else {
            return self.loose_roll(step, faces, rulings);
        };
        match declared.id.as_str() {
            "fire" => self.fire(said, &declared, faces, rulings),
            "shot" => self.shot(said, &declared, faces, rulings),
            "check" => self.check(said, &declared, faces, rulings),
            "smoke" => self.grenade(said, &declared, faces, rulings),
            "rally" => self.rally(said, &declared, faces, rulings),
            "weapon" => self.handle_weapon(said, &declared, faces.first().copied(), rulings),
            "close-combat" => self.close_combat(said, &declared, faces, rulings),
            "demolition-charge" => self.charge_goes_off(said, &declared, faces, rulings),
            _ => self.loose_roll(step, faces, rulings),
        }
    }

    /// Dice that nobody declared.
    fn loose_roll(&mut self, step: usize, faces: &[i32], rulings: &mut Vec<Ruling>) {
        if self.pushing_roll(step, faces, rulings) {
            return;
        }
        // Whoever came last; those who have left the hex meanwhile are no longer attacked.
        let units = &self.table.units;
        self.table.residual_due.retain(|(unit, hex)| units[*unit].hex() == Some(*hex));
        if let ([a, b], Some((_, hex))) = (faces, self.table.residual_due.last().copied()) {
            let due: Vec<usize> = self
                .table
                .residual_due
                .iter()
                .filter(|(_, at)| *at == hex)
                .map(|(unit, _)| *unit)
                .collect();
            self.settle(rulings);
            let entry = Entry::new("residual-attack")
                .word("at", self.hex_name(hex))
                .list("against", names(&self.table, &due, &[]))
                .list("dice", [a, b]);
            let subject = format!("residual firepower attacks {}", self.names(&due, &[]));
            self.attack(step, subject, vec![entry], &[], Vec::new(), hex, rulings);
            return;
        }
        self.scene.loose.push(step);
        if let Some(open) = &mut self.scene.open {
            open.loose += 1;
        }
    }

    fn target(&self, declared: &Declared) -> Option<Hex> {
        self.place(declared.places.first()?).hex()
    }

    /// `fire`.
    fn fire(&mut self, step: usize, declared: &Declared, faces: &[i32], rulings: &mut Vec<Ruling>) {
        let (units, weapons) = units_of(&self.shown, &declared.units);
        let subject = format!("{} fires", self.names(&units, &weapons));
        let (Some(at), [a, b]) = (self.target(declared), faces) else {
            let reason = "the log does not tell at which hex, or with which dice";
            self.unchecked(rulings, step, &subject, "SK2-3.2.3-IFT-RESULT", reason);
            return;
        };
        let subject = format!("{subject} at {}", self.hex_name(at));
        let kind = declared.values.get("kind").map(String::as_str).unwrap_or_default();
        let mode = match kind {
            "defensive first fire" => Some("first"),
            "subsequent first fire" => Some("subsequent-first"),
            "final protective fire" => Some("final-protective"),
            _ => None,
        };
        let undirected =
            declared.values.get("direction").is_some_and(|word| word.starts_with("no "));
        let (leaders, men): (Vec<usize>, Vec<usize>) =
            units.iter().copied().partition(|unit| self.table.units[*unit].is_leader());
        let flame =
            weapons.iter().any(|weapon| self.table.weapons[*weapon].arm == Arm::Flamethrower);
        let entry = Entry::new("fire")
            .list("with", names(&self.table, &men, &weapons))
            .word("at", self.hex_name(at))
            .list("dice", [a, b])
            .perhaps("mode", mode)
            .perhaps("method", flame.then_some("flamethrower"));
        let entry = self.at_the_mover(entry, &units, at);
        let led = |entry: Entry| entry.list("led-by", names(&self.table, &leaders, &[]));
        let manned = |entry: Entry| entry.list("fired-by", names(&self.table, &leaders, &[]));
        let entries = match (leaders.is_empty(), undirected) {
            (true, _) => vec![entry],
            (false, false) => vec![led(entry)],
            // A leader who does not direct mans a weapon, or was only clicked along.
            (false, true) => vec![manned(entry.clone()), entry],
        };
        self.attack(step, subject, entries, &weapons, units, at, rulings);
    }

    /// Fire at a hex that the mover has left was meant for him.
    fn at_the_mover(&self, entry: Entry, units: &[usize], at: Hex) -> Entry {
        let side = units.first().map(|unit| self.table.units[*unit].side.as_str());
        let empty = side.is_some_and(|side| self.table.enemies_in(at, side).next().is_none());
        if self.table.phase != Phase::Movement || !empty || self.table.movers.is_empty() {
            return entry;
        }
        entry.list("against", names(&self.table, &self.table.movers, &[]))
    }

    /// Judges an attack and waits for what becomes of its targets.
    #[expect(clippy::too_many_arguments, reason = "an attack has many parts")]
    pub(super) fn attack(
        &mut self,
        step: usize,
        subject: String,
        entries: Vec<Entry>,
        weapons: &[usize],
        units: Vec<usize>,
        at: Hex,
        rulings: &mut Vec<Ruling>,
    ) -> Verdict {
        self.table.attack = None;
        self.table.losses_seen.clear();
        self.scene.reasons.clear();
        let before = self.table.units.iter().cloned().enumerate().collect();
        let arm = |weapon: &usize| self.table.weapons[*weapon].arm.is_ordnance();
        let hit = entries.first().is_some_and(|entry| entry.verb() == "effect-roll");
        let ordnance = hit || weapons.iter().any(arm);
        let act = Act {
            step,
            subject: subject.clone(),
            entries,
            weapons,
            units: units.clone(),
            hexes: vec![at],
        };
        let marks: Vec<_> = self.table.weapons.iter().map(|weapon| weapon.states.clone()).collect();
        let mut verdict = self.act(act, rulings);
        for (weapon, states) in marks.into_iter().enumerate() {
            // Marked with the unit that fired, if that one has it: which is not known.
            if !weapons.contains(&weapon) && self.carriers[weapon].len() > 1 {
                self.table.weapons[weapon].states = states;
            }
        }
        for weapon in weapons {
            // Somebody has what is fired.
            self.table.weapons[*weapon].states.remove("perhaps-abandoned");
        }
        self.forget_gunners(weapons, &units);
        let attack = self.table.attack.clone().unwrap_or_default();
        let mut open = Open {
            step,
            subject,
            weapons: weapons.iter().copied().collect(),
            muted: verdict != Verdict::Legal,
            ..Open::default()
        };
        if verdict == Verdict::Vague {
            let reason =
                "a line of sight or a hindrance that hex facts leave open decides the result";
            self.unchecked(rulings, step, &open.subject, "SK2-3.2.3-IFT-RESULT", reason);
        }
        open.units.extend(&attack.targets);
        // Who is broken already and might have been hurt despairs (3.2.3).
        if verdict == Verdict::Legal && self.cover_is_open(&attack, ordnance, at) {
            let reason = "a Gun is there: whether it is emplaced, and where its shield points, the log does not tell";
            self.unchecked(rulings, step, &open.subject, "SK2-6.3-EMPLACE", reason);
            verdict = Verdict::Vague;
            open.muted = true;
        }
        if attack.mixes_losses() && verdict == Verdict::Legal {
            let reason = "the roll takes losses from some targets only, and the rules do not tell among whom chance picks";
            self.unchecked(rulings, step, &open.subject, "SK2-3.2.3-IFT-RESULT", reason);
            verdict = Verdict::Vague;
            open.muted = true;
        }
        if verdict == Verdict::Legal {
            for unit in &attack.targets {
                if attack.endangers(*unit) && self.table.units[*unit].is_broken() {
                    self.table.units[*unit].set("desperation-morale");
                }
            }
        }
        open.at = self.scene.at;
        open.before = before;
        let desperate = attack.desperate.clone();
        self.scene.open = Some(open);
        if verdict == Verdict::Legal {
            self.casualties(&attack.result, &attack.targets, rulings);
            self.desperate_checks(step, &desperate, rulings);
        }
        verdict
    }

    /// The targets that a declaration names.
    pub(super) fn targets_of(&self, declared: &Declared) -> Vec<usize> {
        let listed = declared.values.get("targets").map(String::as_str).unwrap_or_default();
        let ids: Vec<UnitId> = items(listed).map(UnitId::new).collect();
        units_of(&self.shown, &ids).0
    }

    /// `smoke`.
    fn grenade(
        &mut self,
        step: usize,
        declared: &Declared,
        faces: &[i32],
        rulings: &mut Vec<Ruling>,
    ) {
        let (units, _) = units_of(&self.shown, &declared.units);
        let (Some(&unit), Some(at), [die]) = (units.first(), self.target(declared), faces) else {
            return;
        };
        let subject = format!(
            "{} throws smoke grenades into {}",
            self.names(&[unit], &[]),
            self.hex_name(at)
        );
        if super::laying::is_unsure(self.game, &self.table.units[unit].id, "smoke") {
            let reason = "the smoke exponent of this counter is not known from any text";
            self.unchecked(rulings, step, &subject, "SK2-3.3-SMK-GREN", reason);
            return;
        }
        let entry = Entry::new("smoke-grenade")
            .list("units", names(&self.table, &[unit], &[]))
            .word("at", self.hex_name(at))
            .word("die", die);
        let act = Act {
            step,
            subject,
            entries: vec![entry],
            weapons: &[],
            units: vec![unit],
            hexes: vec![at],
        };
        self.act(act, rulings);
    }

    /// A piece of a declaration that is a weapon.
    pub(super) fn weapon_of(&self, declared: &Declared) -> Option<usize> {
        declared.units.iter().find_map(|id| match self.shown.pieces.get(id) {
            Some(Piece::Weapon(weapon)) => Some(*weapon),
            _ => None,
        })
    }
}
