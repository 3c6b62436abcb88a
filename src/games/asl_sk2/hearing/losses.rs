//! Whom KIA and K fall on, as far as the log tells.

use super::super::table::Piece;
use super::super::units::Size;
use super::Log;
use super::act::Act;
use super::entry::Entry;
use super::shown::{Event, Place, names, units_of};
use crate::model::Provenance;
use crate::referee::{Finding, Judgement, Ruling};

impl Log<'_> {
    /// KIA and K fall on some of the targets; which, the log shows later.
    pub(super) fn casualties(
        &mut self,
        result: &str,
        targets: &[usize],
        rulings: &mut Vec<Ruling>,
    ) {
        let Some(step) = self.scene.open.as_ref().map(|open| open.step) else { return };
        let kills = result.strip_suffix("KIA").and_then(|count| count.parse::<usize>().ok());
        let subject = format!("the {result} is carried out");
        let entry = if let Some(kills) = kills {
            let due = kills.min(targets.len());
            let mut dead = self.lost(targets);
            // Those who may be lost to casualty reduction instead come last.
            dead.sort_by_key(|unit| self.may_fall_to_reduction(*unit));
            dead.truncate(due);
            if dead.len() < due {
                self.too_few(step, &subject, result, targets, rulings);
                return;
            }
            Entry::new("eliminate").list("units", names(&self.table, &dead, &[]))
        } else if result.starts_with("K/") {
            match self.reduced(targets) {
                Reduced::Unit(unit) => {
                    Entry::new("apply").list("units", names(&self.table, &[unit], &[]))
                }
                Reduced::Unknown => {
                    let reason = "the log does not tell whom the casualty reduction fell on: losses show only after checks were rolled";
                    self.unchecked(rulings, step, &subject, "SK2-3.2.3-K", reason);
                    if let Some(open) = &mut self.scene.open {
                        open.muted = true;
                    }
                    return;
                }
                Reduced::Nobody => {
                    self.too_few(step, &subject, result, targets, rulings);
                    return;
                }
            }
        } else {
            return;
        };
        let act = Act {
            step,
            subject,
            entries: vec![entry],
            weapons: &[],
            units: targets.to_vec(),
            hexes: Vec::new(),
        };
        self.act(act, rulings);
    }

    fn too_few(
        &mut self,
        step: usize,
        subject: &str,
        result: &str,
        targets: &[usize],
        rulings: &mut Vec<Ruling>,
    ) {
        let kia = result.ends_with("KIA");
        let rule = if kia { "SK2-3.2.3-KIA" } else { "SK2-3.2.3-K" };
        let what = if kia { "eliminates targets" } else { "reduces one of the targets" };
        let finding = Finding::violation(rule, format!("{result} {what}; none of them shows it"))
            .units(targets.iter().map(|unit| self.table.units[*unit].id.clone()))
            .rests_on(Provenance::Reconstructed);
        let mut judgement = Judgement::default();
        judgement.report(finding);
        self.rule(rulings, step, subject, judgement);
        if let Some(open) = &mut self.scene.open {
            open.muted = true;
        }
    }

    /// Whether a target that is gone may be so because it was broken already, and the rest are reduced (3.2.3): a
    /// half-squad or crew is eliminated then, a leader rolls for his wound.
    fn may_fall_to_reduction(&self, unit: usize) -> bool {
        let one = &self.table.units[unit];
        let rolls =
            |event: &Event| matches!(event, Event::Said(_)) && self.hit(event) == Some(unit);
        one.is_broken()
            && one.size != Size::Squad
            && (!one.is_leader() || self.aftermath().any(rolls))
    }

    /// What the log shows of targets before anything else is done.
    fn aftermath(&self) -> impl Iterator<Item = &Event> {
        let after = self.scene.coming.iter().skip(self.scene.at + 1).map(|(_, event)| event);
        after.take_while(|event| match event {
            Event::Said(declared) => declared.id == "check",
            Event::Went { to, .. } => *to == Place::Off,
            _ => true,
        })
    }

    /// Targets that are taken from the board.
    fn lost(&self, targets: &[usize]) -> Vec<usize> {
        let gone = self.aftermath().filter_map(|event| match event {
            Event::Lost(Piece::Unit(unit))
            | Event::Went { piece: Piece::Unit(unit), to: Place::Off, .. } => Some(*unit),
            _ => None,
        });
        gone.filter(|unit| targets.contains(unit)).collect()
    }

    /// The one target of a K that is reduced or wounded, before anybody checks (3.2.3).
    fn reduced(&self, targets: &[usize]) -> Reduced {
        if let [only] = targets {
            let shows = |event: &Event| self.hit(event) == Some(*only);
            return if self.aftermath().any(shows) {
                Reduced::Unit(*only)
            } else {
                Reduced::Nobody
            };
        }
        let mut checks = false;
        for event in self.aftermath() {
            checks |= matches!(event, Event::Said(declared)
                if declared.values.get("check").is_some_and(|check| check.ends_with("morale check")));
            match self.hit(event).filter(|unit| targets.contains(unit)) {
                Some(_) if checks => return Reduced::Unknown,
                Some(unit) => return Reduced::Unit(unit),
                None => {}
            }
        }
        Reduced::Nobody
    }

    /// The unit that an event takes away, exchanges, or rolls a wound for.
    fn hit(&self, event: &Event) -> Option<usize> {
        match event {
            Event::Lost(Piece::Unit(unit))
            | Event::Went { piece: Piece::Unit(unit), to: Place::Off, .. }
            | Event::Became { unit, .. } => Some(*unit),
            Event::Said(declared) => {
                let wound =
                    declared.values.get("check").is_some_and(|check| check == "wound severity");
                let (units, _) = units_of(&self.shown, &declared.units);
                units.first().copied().filter(|_| wound)
            }
            _ => None,
        }
    }
}

/// Whom a K falls on, as far as the log tells.
enum Reduced {
    Unit(usize),
    /// Somebody, but checks may have done it as well.
    Unknown,
    Nobody,
}
