//! Shots of Guns, mortars and light anti-tank weapons; charges; pushed Guns.

use super::super::ruling::Ruling as Said;
use super::super::table::{Attack, Phase};
use super::super::tables;
use super::super::units::Acquired;
use super::Log;
use super::act::{Act, Verdict};
use super::entry::Entry;
use super::scene::Open;
use super::shown::{names, units_of};
use crate::deeds::Declared;
use crate::hex::Hex;
use crate::referee::Ruling;
use std::collections::BTreeSet;

/// Said of the effect of a shot that may have missed.
const OPEN: &str = "open";

impl Log<'_> {
    /// `shot`: the To Hit roll.
    pub(super) fn shot(
        &mut self,
        step: usize,
        declared: &Declared,
        faces: &[i32],
        rulings: &mut Vec<Ruling>,
    ) {
        let Some(weapon) = self.weapon_of(declared) else { return };
        let subject = format!("{} shoots", self.names(&[], &[weapon]));
        let place = declared.places.first().and_then(|spot| self.place(spot).hex());
        let (Some(at), [a, b]) = (place, faces) else {
            let reason = "the log does not tell at which hex, or with which dice";
            self.unchecked(rulings, step, &subject, "SK2-3.2.4-TH-REQ", reason);
            return;
        };
        if declared.values.contains_key("rolled") {
            return self.effect(step, declared, weapon, faces, rulings);
        }
        let subject = format!("{subject} at {}", self.hex_name(at));
        let said = |key: &str| declared.values.get(key).map(String::as_str).unwrap_or_default();
        let latw = self.table.weapons[weapon].arm.is_latw();
        let ife = said("ammo") == "infantry firepower";
        let method = match (said("target"), latw, ife) {
            (_, _, true) => "infantry-equivalent",
            (_, true, _) => "anti-tank-weapon",
            ("area", ..) => "area-target",
            _ => "infantry-target",
        };
        let ammo = match said("ammo") {
            "smoke" => "smoke",
            "WP" => "wp",
            "HEAT" => "heat",
            _ => "he",
        };
        let turned: i32 = said("arc").parse().unwrap_or(0);
        let entry = Entry::new("fire")
            .list("with", names(&self.table, &[], &[weapon]))
            .word("at", self.hex_name(at))
            .word("method", method)
            .word("ammo", ammo)
            .word("turned", turned)
            .list("dice", [a, b]);
        let entry =
            if said("pace") == "intensive fire" { entry.word("intensive", "true") } else { entry };
        let units = self.gunners_of(declared, weapon);
        let decides = self.acquisition_decides(&entry, weapon, at);
        let verdict = self.attack(step, subject, vec![entry], &[weapon], units, at, rulings);
        let verdict = self.split_hit(step, at, verdict, rulings);
        let verdict = self.leave_open(step, verdict, decides, rulings);
        let from = self.table.weapon_hex(weapon);
        let harm = tables::fire(1, *a) != "none";
        if let Some(hex) =
            from.filter(|hex| harm && latw && self.table.ground.terrain(*hex).is_building())
        {
            self.scene.backblast = Some((step, hex, *a));
        }
        let hit = self.table.weapons[weapon].last.as_ref().is_some_and(|last| last.hit);
        let open = self.scene.open.as_ref().is_some_and(|open| open.muted);
        if (verdict == Verdict::Legal || open) && hit && !ife && ammo != "smoke" {
            // The next roll is that of the hit.
            let mut again = declared.clone();
            again.values.insert("rolled".to_owned(), "to hit".to_owned());
            if verdict != Verdict::Legal {
                again.values.insert(OPEN.to_owned(), String::new());
            }
            self.scene.said = Some((step, again));
        }
    }

    /// 4.4.2: the coloured die of a launcher in a building hurts those around it, unless it was aimed worse instead:
    /// what becomes of them tells that it was not. `shown`: the event at hand is part of that.
    pub(super) fn feel_backblast(&mut self, unit: usize, shown: bool, rulings: &mut Vec<Ruling>) {
        let Some((step, hex, coloured)) = self.scene.backblast else { return };
        let open = self.scene.open.as_ref();
        let target = open.is_some_and(|open| open.units.contains(&unit));
        if target || self.table.units[unit].hex() != Some(hex) {
            return;
        }
        self.settle(rulings);
        self.scene.backblast = None;
        let entry =
            Entry::new("backblast").word("at", self.hex_name(hex)).word("coloured", coloured);
        let subject = format!("the backblast in {}", self.hex_name(hex));
        let now = self.scene.at;
        if shown {
            self.scene.at = now.saturating_sub(1);
        }
        self.attack(step, subject, vec![entry], &[], Vec::new(), hex, rulings);
        self.scene.at = now;
    }

    /// Pinned movers have other To Hit modifiers than those beside them: one roll may hit some only.
    fn split_hit(
        &mut self,
        step: usize,
        at: Hex,
        verdict: Verdict,
        rulings: &mut Vec<Ruling>,
    ) -> Verdict {
        let movers = self.table.movers.iter().map(|unit| &self.table.units[*unit]);
        let pinned = movers.filter(|unit| unit.hex() == Some(at)).map(|unit| unit.has("pinned"));
        let kinds: BTreeSet<bool> = pinned.collect();
        if verdict != Verdict::Legal || self.table.phase != Phase::Movement || kinds.len() < 2 {
            return verdict;
        }
        let Some(open) = &mut self.scene.open else { return verdict };
        open.muted = true;
        let subject = open.subject.clone();
        let reason = "some of the movers are pinned: the roll may hit some of them only";
        self.unchecked(rulings, step, &subject, "SK2-3.2.4-TH-REQ", reason);
        Verdict::Vague
    }

    /// Whether hit or miss hangs on acquisition (6.10): the log does not tell whom a Gun that fired before has
    /// acquired among those in a hex, nor who kept sight of him.
    fn acquisition_decides(&self, entry: &Entry, weapon: usize, at: Hex) -> bool {
        if self.table.weapons[weapon].last.is_none() {
            return false;
        }
        let entry = entry.clone().node();
        let outcome = |level: Option<i32>| {
            let mut table = self.table.clone();
            let target = table.ground.name(at);
            table.weapons[weapon].acquired = level.map(|level| Acquired { target, level });
            super::super::judge(&mut table, &entry, &mut Said::default()).ok()?;
            table.weapons[weapon].last.as_ref().map(|last| (last.hit, last.critical))
        };
        let none = outcome(None);
        [-1, -2].into_iter().any(|level| outcome(Some(level)) != none)
    }

    /// A legal shot of which acquisition decides what it did is not compared with what happened.
    fn leave_open(
        &mut self,
        step: usize,
        verdict: Verdict,
        decides: bool,
        rulings: &mut Vec<Ruling>,
    ) -> Verdict {
        let Some(open) = self.scene.open.as_mut().filter(|_| decides && verdict == Verdict::Legal)
        else {
            return verdict;
        };
        open.muted = true;
        let subject = open.subject.clone();
        let reason = "whom the Gun has acquired decides the shot, and the log does not tell";
        self.unchecked(rulings, step, &subject, "SK2-6.10-ACQ-GAIN", reason);
        Verdict::Vague
    }

    /// Whether the result of an attack hangs on the emplacement or the shield of a Gun (6.3, 6.6).
    pub(super) fn cover_is_open(&self, attack: &Attack, ordnance: bool, at: Hex) -> bool {
        let (_, cover) = self.table.ground.terrain(at).tem();
        let guns: Vec<usize> = (0..self.table.weapons.len())
            .filter(|weapon| self.table.weapons[*weapon].arm.is_gun())
            .filter(|weapon| self.table.weapon_hex(*weapon) == Some(at))
            .collect();
        if cover >= 2 || guns.is_empty() {
            return false;
        }
        if ordnance {
            // It may miss, or hit the Gun.
            return true;
        }
        let original: i32 = attack.dice.iter().sum();
        let crews = |unit: usize| guns.iter().any(|gun| self.carriers[*gun].contains(&unit));
        attack.fates.iter().filter(|fate| crews(fate.unit)).any(|fate| {
            (1..=2)
                .any(|more| tables::fire(attack.column, original + fate.drm + more) != fate.result)
        })
    }

    /// Who serves a weapon: those whom the declaration names, or the only one who may have it.
    fn gunners_of(&self, declared: &Declared, weapon: usize) -> Vec<usize> {
        let (named, _) = units_of(&self.shown, &declared.units);
        if named.is_empty() && self.carriers[weapon].len() == 1 {
            return self.table.owner(weapon).into_iter().collect();
        }
        named
    }

    /// The effect of a hit.
    fn effect(
        &mut self,
        step: usize,
        declared: &Declared,
        weapon: usize,
        faces: &[i32],
        rulings: &mut Vec<Ruling>,
    ) {
        let place = declared.places.first().and_then(|spot| self.place(spot).hex());
        let (Some(at), [a, b]) = (place, faces) else { return };
        let entry = Entry::new("effect-roll")
            .list("with", names(&self.table, &[], &[weapon]))
            .word("at", self.hex_name(at))
            .list("dice", [a, b]);
        let subject = format!("the hit of {} in {}", self.names(&[], &[weapon]), self.hex_name(at));
        if declared.values.contains_key(OPEN) {
            // It may have missed: what becomes of the targets is taken from the log.
            let reason = "whether the shot hit is open, and so is its effect";
            self.unchecked(rulings, step, &subject, "SK2-3.2.3-IFT-RESULT", reason);
            self.scene.open = Some(Open {
                step,
                subject,
                weapons: BTreeSet::from([weapon]),
                units: self.table.units_in(at).map(|(unit, _)| unit).collect(),
                muted: true,
                at: self.scene.at,
                before: self.table.units.iter().cloned().enumerate().collect(),
                ..Open::default()
            });
            return;
        }
        let units = self.gunners_of(declared, weapon);
        // The weapon is compared with the shot, its targets with the effect.
        self.scene.open = None;
        let id = self.table.weapons[weapon].id.clone();
        let reason = self.scene.reasons.get(&id).copied();
        self.attack(step, subject, vec![entry], &[], units, at, rulings);
        self.scene.reasons.extend(reason.map(|rule| (id, rule)));
        if let Some(open) = &mut self.scene.open {
            open.weapons.insert(weapon);
        }
    }

    /// `demolition-charge`, placed.
    pub(super) fn place_charge(
        &mut self,
        step: usize,
        declared: &Declared,
        rulings: &mut Vec<Ruling>,
    ) {
        self.charge("place-demolition-charge", step, declared, None, rulings);
    }

    /// `demolition-charge`, set off.
    pub(super) fn charge_goes_off(
        &mut self,
        step: usize,
        declared: &Declared,
        faces: &[i32],
        rulings: &mut Vec<Ruling>,
    ) {
        self.charge("demolition-attack", step, declared, Some(faces), rulings);
    }

    fn charge(
        &mut self,
        verb: &str,
        step: usize,
        declared: &Declared,
        faces: Option<&[i32]>,
        rulings: &mut Vec<Ruling>,
    ) {
        let Some(weapon) = self.weapon_of(declared) else { return };
        let place = declared.places.first().and_then(|spot| self.place(spot).hex());
        let Some(at) = place else { return };
        let subject = format!("{} in {}", self.names(&[], &[weapon]), self.hex_name(at));
        let Some(unit) = self.table.owner(weapon) else {
            let reason = "the log does not tell who has the charge";
            self.unchecked(rulings, step, &subject, "SK2-4.3-DC-PLACE", reason);
            return;
        };
        let entry = Entry::new(verb)
            .list("units", names(&self.table, &[unit], &[]))
            .word("unit", &self.table.units[unit].id)
            .word("at", self.hex_name(at));
        match faces {
            Some(faces) => {
                let entry = entry.list("dice", faces);
                self.attack(step, subject, vec![entry], &[], vec![unit], at, rulings);
            }
            None => {
                let act = Act {
                    step,
                    subject,
                    entries: vec![entry],
                    weapons: &[weapon],
                    units: vec![unit],
                    hexes: vec![at],
                };
                self.act(act, rulings);
            }
        }
    }

    /// The roll of those who push a Gun.
    pub(super) fn pushing_roll(
        &mut self,
        step: usize,
        faces: &[i32],
        rulings: &mut Vec<Ruling>,
    ) -> bool {
        let ([a, b], Some((hop, from, to))) = (faces, self.scene.pushed.take()) else {
            return false;
        };
        let Some(&gun) =
            hop.weapons.iter().find(|weapon| self.table.weapons[**weapon].arm.is_gun())
        else {
            return false;
        };
        // The pieces lie where they were pushed to; the judge pushes them from where they were.
        for unit in &hop.units {
            self.table.units[*unit].at = super::super::units::Whereabouts::Hex(from);
        }
        let entry = Entry::new("manhandle")
            .list("units", names(&self.table, &hop.units, &[]))
            .word("weapon", &self.table.weapons[gun].id)
            .word("to", self.hex_name(to))
            .list("dice", [a, b]);
        let subject = format!("{} is pushed to {}", self.names(&[], &[gun]), self.hex_name(to));
        let act = Act {
            step,
            subject: subject.clone(),
            entries: vec![entry],
            weapons: &[gun],
            units: hop.units.clone(),
            hexes: vec![from, to],
        };
        let verdict = self.act(act, rulings);
        for unit in &hop.units {
            self.follow_place(*unit);
        }
        self.scene.open = Some(Open {
            step,
            subject,
            at: self.scene.at,
            muted: verdict != Verdict::Legal,
            ..Open::default()
        });
        true
    }
}
