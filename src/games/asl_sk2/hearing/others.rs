//! Rally, weapons, close combat, ordnance, charges and pushed Guns.

use super::super::table::Piece;
use super::super::units::Possessor;
use super::Log;
use super::act::{Act, Verdict};
use super::entry::Entry;
use super::laying;
use super::scene::Open;
use super::shown::{Event, Place, names, units_of};
use crate::deeds::Declared;
use crate::referee::Ruling;

impl Log<'_> {
    fn one(&self, unit: usize) -> Vec<String> {
        names(&self.table, &[unit], &[]).map(str::to_owned).collect()
    }

    /// `rally`.
    pub(super) fn rally(
        &mut self,
        step: usize,
        declared: &Declared,
        faces: &[i32],
        rulings: &mut Vec<Ruling>,
    ) {
        let (units, _) = units_of(&self.shown, &declared.units);
        let (Some(&unit), [a, b]) = (units.first(), faces) else { return };
        let alone = declared.values.get("how").is_some_and(|how| how == "by itself");
        let subject = format!("{} rallies", self.names(&[unit], &[]));
        let entry =
            |verb: &str| Entry::new(verb).list("units", self.one(unit)).list("dice", [a, b]);
        let entries = if alone {
            vec![entry("self-rally")]
        } else {
            let hex = self.table.units[unit].hex();
            let leaders = hex.into_iter().flat_map(|hex| self.table.units_in(hex));
            let led: Vec<Entry> = leaders
                .filter(|(other, leader)| {
                    *other != unit
                        && leader.is_leader()
                        && leader.side == self.table.units[unit].side
                })
                .map(|(_, leader)| entry("rally").word("leader", &leader.id))
                .collect();
            if led.is_empty() { vec![entry("rally")] } else { led }
        };
        self.scene.reasons.clear();
        self.table.attack = None;
        let before = self.table.units[unit].clone();
        let act = Act {
            step,
            subject: subject.clone(),
            entries,
            weapons: &[],
            units: vec![unit],
            hexes: before.hex().into_iter().collect(),
        };
        let verdict = self.act(act, rulings);
        let close = laying::is_unsure(self.game, &before.id, "broken_morale")
            && a + b != 12
            && self.is_close_call(rulings, "rally");
        let mut open = Open { step, subject, at: self.scene.at, ..Open::default() };
        let marked = self.shown.units[unit].states.contains("desperation-morale");
        let despairs = before.has("desperation-morale");
        let torn = despairs != marked && self.turns_on(rulings, "rally", 4);
        if close && verdict == Verdict::Legal {
            let reason = "the broken morale of this counter is not known from any text, and one more or less would decide";
            self.unchecked(rulings, step, &open.subject, "SK2-3.1f-RALLY-DR", reason);
        }
        if torn && verdict == Verdict::Legal {
            let reason =
                "whether it is under DM decides, and the marker does not agree with what is known";
            self.unchecked(rulings, step, &open.subject, "SK2-3.2.3-DM", reason);
        }
        open.muted = verdict != Verdict::Legal || close || torn;
        open.units.insert(unit);
        open.before.insert(unit, before);
        self.scene.open = Some(open);
    }

    /// Whether one more or less of morale would turn the result of the last roll.
    pub(super) fn is_close_call(&self, rulings: &[Ruling], name: &str) -> bool {
        self.turns_on(rulings, name, 1)
    }

    /// Whether so much more or less would turn the result of the last roll.
    fn turns_on(&self, rulings: &[Ruling], name: &str, by: i64) -> bool {
        let Some(values) = rulings.last().and_then(|ruling| ruling.judgement.values.get(name))
        else {
            return false;
        };
        let number = |key: &str| values[key].as_i64();
        let (Some(last), Some(morale)) = (number("final"), number("morale")) else { return false };
        (1 - by..=by).contains(&(last - morale))
    }

    /// `weapon`.
    pub(super) fn handle_weapon(
        &mut self,
        step: usize,
        declared: &Declared,
        die: Option<i32>,
        rulings: &mut Vec<Ruling>,
    ) {
        let (units, _) = units_of(&self.shown, &declared.units);
        let Some(&unit) = units.first() else { return };
        let deed = declared.values.get("deed").map(String::as_str).unwrap_or_default();
        let subject = format!("{} {deed}", self.names(&[unit], &[]));
        let Some(hex) = self.table.units[unit].hex() else { return };
        let here: Vec<usize> = (0..self.table.weapons.len())
            .filter(|weapon| self.shown.weapons[*weapon].at == Place::Hex(hex))
            .collect();
        if deed.starts_with("recovers") {
            for weapon in &here {
                let weapon = &mut self.table.weapons[*weapon];
                if weapon.has("perhaps-abandoned") {
                    weapon.possessor = Possessor::Nobody;
                    weapon.lies_at = Some(hex);
                }
            }
        }
        let of = |verb: &str, weapon: usize| {
            Entry::new(verb)
                .list("units", self.one(unit))
                .word("weapon", &self.table.weapons[weapon].id)
                .perhaps("die", die)
        };
        let wants_die = deed.starts_with("repairs") || deed.starts_with("recovers");
        if wants_die && die.is_none() {
            let reason = "it was declared, but nothing was rolled for it";
            self.unchecked(rulings, step, &subject, "SK2-3.1c-REPAIR", reason);
            return;
        }
        let own = |weapon: &&usize| {
            self.table.owner(**weapon) == Some(unit) || self.carriers[**weapon].contains(&unit)
        };
        let broken = |weapon: &&usize| self.table.weapons[**weapon].has("malfunctioned");
        let free = |weapon: &&usize| self.table.weapons[**weapon].possessor == Possessor::Nobody;
        let all = |verb: &str, list: Vec<usize>| -> (Vec<Entry>, Vec<usize>) {
            (list.iter().map(|weapon| of(verb, *weapon)).collect(), list)
        };
        let (mut entries, mut weapons) = match deed {
            "repairs its weapon" => {
                let mut list: Vec<usize> =
                    here.iter().filter(own).filter(broken).copied().collect();
                if list.is_empty() {
                    list = here.iter().filter(own).copied().collect();
                }
                all("repair", list)
            }
            "recovers a weapon" => {
                // Where somebody seems to have every weapon, the log does not tell which was dropped.
                all("recover", here.iter().filter(free).copied().collect())
            }
            "drops its weapon" => all("drop-weapon", here.iter().filter(own).copied().collect()),
            "transfers its weapon" => {
                let list: Vec<usize> = here.iter().filter(own).copied().collect();
                let side = &self.table.units[unit].side;
                let takers: Vec<&str> = self
                    .table
                    .units_in(hex)
                    .filter(|(other, one)| *other != unit && one.side == *side)
                    .map(|(_, one)| one.id.as_str())
                    .collect();
                let entries = list
                    .iter()
                    .flat_map(|weapon| takers.iter().map(move |taker| (*weapon, *taker)))
                    .map(|(weapon, taker)| {
                        of("transfer", weapon)
                            .word("from", &self.table.units[unit].id)
                            .word("to", taker)
                    })
                    .collect();
                (entries, list)
            }
            _ => (Vec::new(), Vec::new()),
        };
        if entries.is_empty() {
            for weapon in here.iter().filter(|_| deed.starts_with("recovers")) {
                self.carriers[*weapon].insert(unit);
            }
            let reason = "the log does not tell of which weapon, or to whom";
            self.unchecked(rulings, step, &subject, "SK2-1.2.4-POSSESS", reason);
            return;
        }
        // What becomes of a weapon tells which was meant.
        let meant =
            self.turned_next(&weapons).and_then(|one| weapons.iter().position(|w| *w == one));
        if let Some(at) = meant.filter(|_| entries.len() == weapons.len()) {
            entries = vec![entries.swap_remove(at)];
            weapons = vec![weapons[at]];
        }
        let before = self.table.weapons.clone();
        self.scene.reasons.clear();
        let act = Act {
            step,
            subject: subject.clone(),
            entries,
            // A weapon that is taken up lies there: nobody has it.
            weapons: if deed.starts_with("recovers") { &[] } else { &weapons },
            units: vec![unit],
            hexes: vec![hex],
        };
        let verdict = self.act(act, rulings);
        // Which weapon was meant is not told: only one can be compared.
        let sure = weapons.len() == 1 && verdict == Verdict::Legal;
        let unsure = weapons
            .iter()
            .any(|weapon| laying::is_unsure(self.game, &self.table.weapons[*weapon].id, "repair"));
        if weapons.len() > 1 {
            // Any of them may have been meant: none is known to have been touched.
            self.table.weapons = before;
            if deed.starts_with("recovers") {
                weapons.iter().for_each(|weapon| {
                    self.carriers[*weapon].insert(unit);
                });
            }
            weapons.clear();
        }
        for weapon in &weapons {
            if let Some(owner) = self.table.owner(*weapon) {
                self.carriers[*weapon] = [owner].into();
                self.table.weapons[*weapon].states.remove("abandoned");
            } else {
                self.carriers[*weapon].clear();
                self.table.weapons[*weapon].set("abandoned");
            }
        }
        let repaired = deed.starts_with("repairs");
        self.scene.open = Some(Open {
            step,
            subject,
            at: self.scene.at,
            weapons: if repaired { weapons.iter().copied().collect() } else { Default::default() },
            muted: !sure || unsure,
            ..Open::default()
        });
    }

    /// The one of some weapons that is turned over or taken away before anything else is done.
    fn turned_next(&self, among: &[usize]) -> Option<usize> {
        let after = self.scene.coming.iter().skip(self.scene.at + 1).map(|(_, event)| event);
        let at_once = after.take_while(|event| !matches!(event, Event::Said(_) | Event::Rolled(_)));
        at_once
            .filter_map(|event| match event {
                Event::Turned { piece: Piece::Weapon(weapon), .. }
                | Event::Lost(Piece::Weapon(weapon)) => Some(*weapon),
                _ => None,
            })
            .find(|weapon| among.contains(weapon))
    }

    /// `close-combat`: results fall together, so nothing is compared before the phase is over.
    pub(super) fn close_combat(
        &mut self,
        step: usize,
        declared: &Declared,
        faces: &[i32],
        rulings: &mut Vec<Ruling>,
    ) {
        let (with, _) = units_of(&self.shown, &declared.units);
        let mut against = self.targets_of(declared);
        let subject = format!(
            "{} attacks {} in close combat",
            self.names(&with, &[]),
            self.names(&against, &[])
        );
        let [a, b] = faces else { return };
        // The one that suffers casualty reduction is picked at random: the log shows it later.
        let hit: Vec<usize> = self.hit_later(&against);
        against.sort_by_key(|unit| !hit.contains(unit));
        let entry = Entry::new("close-combat")
            .list("with", names(&self.table, &with, &[]))
            .list("against", names(&self.table, &against, &[]))
            .list("dice", [a, b]);
        let before: Vec<_> =
            against.iter().map(|unit| (*unit, self.table.units[*unit].clone())).collect();
        let act = Act {
            step,
            subject: subject.clone(),
            entries: vec![entry],
            weapons: &[],
            units: with.iter().chain(&against).copied().collect(),
            hexes: with
                .first()
                .and_then(|unit| self.table.units[*unit].hex())
                .into_iter()
                .collect(),
        };
        let verdict = self.act(act, rulings);
        let result = rulings.last().and_then(|ruling| ruling.judgement.values.get("close-combat"));
        let reduces = result.is_some_and(|values| values["result"] == "casualty-reduction");
        let leaders = reduces && against.iter().any(|unit| self.table.units[*unit].is_leader());
        let at = self.scene.at;
        let open =
            self.scene.open.get_or_insert_with(|| Open { step, subject, at, ..Open::default() });
        // Wounds of leaders, and the pick among several, are not followed further.
        open.muted |= verdict != Verdict::Legal || leaders;
        open.units.extend(&against);
        for (unit, one) in before {
            open.before.entry(unit).or_insert(one);
        }
    }

    fn hit_later(&self, among: &[usize]) -> Vec<usize> {
        let later = self.scene.coming.iter().skip(self.scene.at + 1);
        later
            .filter_map(|(_, event)| match event {
                Event::Lost(Piece::Unit(unit)) | Event::Became { unit, .. } => Some(*unit),
                _ => None,
            })
            .filter(|unit| among.contains(unit))
            .collect()
    }

    /// Two dice, one a side.
    pub(super) fn ambush(
        &mut self,
        step: usize,
        unit: usize,
        faces: &[i32],
        rulings: &mut Vec<Ruling>,
    ) {
        let [die] = faces else { return };
        let Some(hex) = self.table.units[unit].hex() else { return };
        let Some((_, other, first)) = self.scene.half_roll.take().filter(|(_, other, _)| {
            self.table.units[*other].hex() == Some(hex)
                && self.table.units[*other].side != self.table.units[unit].side
        }) else {
            self.scene.half_roll = Some((step, unit, *die));
            return;
        };
        let first_attacks = self.table.units[other].side == self.table.side;
        let (attacker, defender) = if first_attacks { (first, *die) } else { (*die, first) };
        let entry = Entry::new("ambush-roll")
            .word("at", self.hex_name(hex))
            .word("attacker", attacker)
            .word("defender", defender);
        let act = Act {
            step,
            subject: format!("ambush in {}", self.hex_name(hex)),
            entries: vec![entry],
            weapons: &[],
            units: vec![other, unit],
            hexes: vec![hex],
        };
        self.act(act, rulings);
    }

    pub(super) fn leader_creation(
        &mut self,
        step: usize,
        subject: String,
        entry: Entry,
        unit: usize,
        rulings: &mut Vec<Ruling>,
    ) {
        let hexes = self.table.units[unit].hex().into_iter().collect();
        let act =
            Act { step, subject, entries: vec![entry], weapons: &[], units: vec![unit], hexes };
        self.act(act, rulings);
    }
}
