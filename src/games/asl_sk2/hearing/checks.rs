//! Rolls for the fate of one unit: morale, pins, wounds.

use super::Log;
use super::act::{Act, Verdict};
use super::entry::Entry;
use super::scene::Open;
use super::shown::{names, units_of};
use crate::deeds::Declared;
use crate::referee::Ruling;

impl Log<'_> {
    /// 3.3.1: the roll of final protective fire is the firers' own morale check as well.
    pub(super) fn desperate_checks(
        &mut self,
        step: usize,
        units: &[usize],
        rulings: &mut Vec<Ruling>,
    ) {
        for unit in units {
            let entry = Entry::new("morale-check")
                .list("units", names(&self.table, &[*unit], &[]))
                .word("kind", "final-protective-fire");
            let subject =
                format!("{} checks for its final protective fire", self.names(&[*unit], &[]));
            self.check_of(step, subject, entry, *unit, rulings);
        }
    }

    /// Judges a roll for the fate of one unit.
    pub(super) fn check_of(
        &mut self,
        step: usize,
        subject: String,
        entry: Entry,
        unit: usize,
        rulings: &mut Vec<Ruling>,
    ) -> Verdict {
        let hexes = self.table.units[unit].hex().into_iter().collect();
        let act = Act {
            step,
            subject: subject.clone(),
            entries: vec![entry],
            weapons: &[],
            units: vec![unit],
            hexes,
        };
        let before = self.table.units[unit].clone();
        let verdict = self.act(act, rulings);
        let close = before.is_broken()
            && super::laying::is_unsure(self.game, &before.id, "broken_morale")
            && self.is_close_call(rulings, "morale-check");
        if close {
            let reason = "the broken morale of this counter is not known from any text, and one more or less would decide";
            self.unchecked(rulings, step, &subject, "SK2-3.2.3-MC-BROKEN", reason);
        }
        let at = self.scene.at;
        let new = || Open { step, subject, at, ..Open::default() };
        let open = self.scene.open.get_or_insert_with(new);
        open.units.insert(unit);
        open.checked.insert(unit);
        if close {
            open.vague.insert(unit);
        }
        open.before.entry(unit).or_insert(before);
        open.muted |= verdict == Verdict::Breach;
        verdict
    }

    /// `check`.
    pub(super) fn check(
        &mut self,
        step: usize,
        declared: &Declared,
        faces: &[i32],
        rulings: &mut Vec<Ruling>,
    ) {
        let (units, _) = units_of(&self.shown, &declared.units);
        let Some(&unit) = units.first() else {
            // Somebody whom the log never showed: what became of the others cannot be told for sure.
            if let Some(open) = &mut self.scene.open {
                open.muted = true;
            }
            return;
        };
        self.feel_backblast(unit, false, rulings);
        let kind = declared.values.get("check").map(String::as_str).unwrap_or_default();
        let subject = format!("{}: {kind}", self.names(&[unit], &[]));
        let muted = self.scene.open.as_ref().is_some_and(|open| open.muted);
        let one = names(&self.table, &[unit], &[]).map(str::to_owned).collect::<Vec<_>>();
        let entry = |verb: &str| Entry::new(verb).list("units", one.clone()).list("dice", faces);
        let die = |verb: &str| {
            Entry::new(verb).list("units", one.clone()).perhaps("die", faces.first().copied())
        };
        let entry = match (kind, faces.len()) {
            ("random selection", _) => {
                // More of the same dice may follow.
                self.scene.said = Some((step, declared.clone()));
                return;
            }
            ("ambush", _) => return self.ambush(step, unit, faces, rulings),
            ("wound severity", 1) if self.wounded_on_the_way(step, declared, unit, faces) => return,
            ("interdiction", 2) => return self.interdiction(step, unit, faces, rulings),
            ("morale check", 2) => entry("morale-check"),
            ("pin task check", 2) => entry("pin-check"),
            ("leader loss morale check", 2) => entry("morale-check").word("kind", "leader-loss"),
            ("leader loss task check", 2) => entry("pin-check").word("kind", "leader-break"),
            ("wound severity", 1) => die("wound-roll"),
            ("leader creation", 1) => {
                self.leader_creation(step, subject, die("leader-creation"), unit, rulings);
                return;
            }
            _ => {
                let reason = "the dice are not those that this check needs";
                self.unchecked(rulings, step, &subject, "SK2-3.2.3-MC", reason);
                return;
            }
        };
        if muted {
            // What follows from a breach, or from an open result, is not judged again.
            if let Some(open) = &mut self.scene.open {
                open.units.insert(unit);
            }
            return;
        }
        if self.table.attack.is_none() && matches!(kind, "morale check" | "pin task check") {
            let reason = "no attack that calls for it was declared before";
            self.unchecked(rulings, step, &subject, "SK2-3.2.3-MC", reason);
            self.scene.open =
                Some(Open { step, subject, units: [unit].into(), muted: true, ..Open::default() });
            return;
        }
        self.check_of(step, subject, entry, unit, rulings);
    }
}
