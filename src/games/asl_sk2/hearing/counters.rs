//! Markers in hexes, and what has to be done at the end of a phase.

use super::super::table::{Phase, Piece, Smoke};
use super::Log;
use super::act::Act;
use super::entry::Entry;
use super::shown::Event;
use crate::hex::Hex;
use crate::rules::Ruling;

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
        let muted = self.scene.open.as_ref().is_some_and(|open| open.muted);
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
            Phase::Rout => self.end_of_rout(rulings),
            Phase::CloseCombat => self.end_of_close_combat(),
            _ => {}
        }
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
