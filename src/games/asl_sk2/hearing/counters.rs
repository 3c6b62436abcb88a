//! Markers in hexes, and what has to be done at the end of a phase.

use super::super::counters::beside_enemy;
use super::super::rout::must_rout;
use super::super::table::{Phase, Piece, Smoke};
use super::Log;
use super::act::Act;
use super::entry::Entry;
use super::shown::Event;
use crate::hex::Hex;
use crate::referee::{Finding, Judgement, Ruling};

/// Marks that lie on pieces and that the judge takes over when he did not make them himself.
const MARKS: [&str; 7] = [
    "prep-fired",
    "first-fired",
    "final-fired",
    "intensive-fired",
    "pinned",
    "exhausted",
    "desperation-morale",
];

impl Log<'_> {
    /// A marker that lies in a hex when the log begins, or is put there while units are set up.
    pub(super) fn lay_counter(&mut self, marker: &str, hex: Hex) {
        if let Some(strength) = residual(marker) {
            self.table.residual.insert(hex, strength);
        } else if let Some((kind, hindrance)) = smoke(marker) {
            let placed_by = None;
            self.table.smoke.insert(hex, Smoke { kind: kind.to_owned(), hindrance, placed_by });
        }
    }

    fn lift_counter(&mut self, marker: &str, hex: Hex) {
        if residual(marker).is_some() {
            self.table.residual.remove(&hex);
        } else if smoke(marker).is_some() {
            self.table.smoke.remove(&hex);
        }
    }

    /// Takes over a marker without a word.
    pub(super) fn note_counter(&mut self, event: &Event) {
        let Event::Counter { marker, from, to } = event else { return };
        if let Some(hex) = from {
            self.lift_counter(marker, *hex);
        }
        if let Some(hex) = to {
            self.lay_counter(marker, *hex);
        }
    }

    /// A marker is put down or taken away in play.
    pub(super) fn note_counter_judged(
        &mut self,
        step: usize,
        event: &Event,
        rulings: &mut Vec<Ruling>,
    ) {
        let Event::Counter { marker, from, to } = event else { return };
        let muted =
            self.residual_is_open || self.scene.open.as_ref().is_some_and(|open| open.muted);
        if let (Some(strength), None, Some(hex), false) = (residual(marker), from, to, muted)
            && self.table.attack.is_some()
        {
            let entry = Entry::new("place-counter")
                .word("counter", "residual")
                .word("at", self.hex_name(*hex))
                .word("strength", strength);
            let act = Act {
                step,
                subject: format!("residual firepower {strength} in {}", self.hex_name(*hex)),
                entries: vec![entry],
                weapons: &[],
                units: Vec::new(),
                hexes: vec![*hex],
            };
            self.act(act, rulings);
        }
        self.note_counter(event);
    }

    /// Marks that were put on pieces in this phase and that no act explains.
    fn take_marks(&mut self) {
        let events = std::mem::take(&mut self.scene.coming);
        for (_, event) in &events {
            let Event::Marked { piece, state, on } = event else { continue };
            let states = match piece {
                Piece::Unit(unit) => &mut self.table.units[*unit].states,
                Piece::Weapon(weapon) => &mut self.table.weapons[*weapon].states,
            };
            if *on && MARKS.contains(&state.as_str()) {
                states.insert(state.clone());
            } else if !on && matches!(state.as_str(), "desperation-morale" | "wounded") {
                states.remove(state);
            }
        }
        self.scene.coming = events;
    }

    /// What has to be done by the end of a phase.
    pub(super) fn duties(&mut self, rulings: &mut Vec<Ruling>) {
        self.take_marks();
        match self.table.phase {
            Phase::Rally => self.end_of_rally(rulings),
            Phase::Rout => self.end_of_rout(rulings),
            Phase::CloseCombat => self.end_of_close_combat(),
            _ => {}
        }
    }

    /// A broken unit gets DM when an enemy is next to it, or when it must rout (3.2.3).
    pub(super) fn despair(&mut self) {
        for unit in 0..self.table.units.len() {
            let one = &self.table.units[unit];
            if !one.is_broken() || one.hex().is_none() || one.has("desperation-morale") {
                continue;
            }
            let due = beside_enemy(&self.table, unit)
                || self.table.phase == Phase::Rout && must_rout(&self.table, unit);
            if due {
                self.table.units[unit].set("desperation-morale");
            }
        }
    }

    /// DM comes off broken units that have no enemy beside them; outside cover they may keep it (3.1g).
    fn end_of_rally(&mut self, rulings: &mut Vec<Ruling>) {
        for unit in 0..self.table.units.len() {
            let one = &self.table.units[unit];
            let Some(hex) = one.hex().filter(|_| one.is_broken()) else { continue };
            let marked = self.shown.units[unit].states.contains("desperation-morale");
            if beside_enemy(&self.table, unit) {
                self.took_despair_off(unit, rulings);
                self.table.units[unit].set("desperation-morale");
            } else if self.table.ground.terrain(hex).is_cover() || !marked {
                self.table.units[unit].clear("desperation-morale");
            }
        }
    }

    fn took_despair_off(&self, unit: usize, rulings: &mut Vec<Ruling>) {
        let marked = self.shown.units[unit].states.contains("desperation-morale");
        let taken = self.scene.coming.iter().find_map(|(step, event)| match event {
            Event::Marked { piece: Piece::Unit(one), state, on: false }
                if *one == unit && state == "desperation-morale" =>
            {
                Some(*step)
            }
            _ => None,
        });
        let Some(step) = taken.filter(|_| !marked) else { return };
        let name = self.name(Piece::Unit(unit));
        let message = format!("{name} has an enemy next to it and keeps DM");
        let mut judgement = Judgement::default();
        judgement.report(
            Finding::violation("SK2-3.1g-DM-REMOVE", message)
                .units([self.table.units[unit].id.clone()])
                .hexes(self.table.units[unit].hex().map(|hex| self.hex_name(hex))),
        );
        self.rule(rulings, step, &format!("DM is taken from {name}"), judgement);
    }

    /// Pins end, and where both sides are left they are locked in melee (3.8).
    fn end_of_close_combat(&mut self) {
        let hexes: Vec<Option<Hex>> = self.table.units.iter().map(|unit| unit.hex()).collect();
        for (unit, hex) in hexes.into_iter().enumerate() {
            let side = self.table.units[unit].side.clone();
            let together = hex
                .is_some_and(|hex| self.table.units_in(hex).any(|(_, other)| other.side != side));
            let one = &mut self.table.units[unit];
            one.clear("pinned");
            if together {
                one.set("melee");
            } else {
                one.clear("melee");
            }
        }
    }
}

/// `residual-4`.
fn residual(marker: &str) -> Option<i32> {
    marker.strip_prefix("residual-")?.parse().ok()
}

/// The kind of a smoke marker, and its hindrance.
fn smoke(marker: &str) -> Option<(&'static str, i32)> {
    match marker {
        "smoke-grenade" => Some(("grenade", 2)),
        "smoke" => Some(("full", 3)),
        "white-phosphorus" => Some(("white-phosphorus", 2)),
        _ => None,
    }
}
