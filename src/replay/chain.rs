//! Logs that continue each other: one starts where another ended.

use super::piece::Place;
use super::position::{Position, by_id};
use std::collections::BTreeMap;

/// How one counter differs between the end of a log and the start of the next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Break {
    /// It is gone.
    Gone(String),
    /// It is new.
    New(String),
    /// It lies elsewhere.
    Elsewhere(String, Place, Place),
    /// It lies there, but in another state.
    Changed(String),
}

/// A position, small enough to keep: where every counter lies and how it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Snapshot {
    counters: BTreeMap<String, (Place, Vec<String>)>,
}

impl Snapshot {
    /// Takes a snapshot.
    pub fn of(position: &Position) -> Self {
        let keep = |piece: &&super::Piece| {
            // The heart's own state repeats the place in ways that differ between saves.
            let traits = piece.states.len().saturating_sub(1);
            (piece.id.to_string(), (position.place(piece), piece.states[..traits].to_vec()))
        };
        Snapshot { counters: position.counters().iter().map(keep).collect() }
    }

    /// How many counters there are.
    pub fn len(&self) -> usize {
        self.counters.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.counters.is_empty()
    }

    /// What differs in a later snapshot. Nothing: the logs connect.
    pub fn breaks(&self, next: &Snapshot) -> Vec<Break> {
        let mut breaks = Vec::new();
        for (id, (place, states)) in &self.counters {
            match next.counters.get(id) {
                None => breaks.push(Break::Gone(id.clone())),
                Some((there, _)) if there != place => {
                    breaks.push(Break::Elsewhere(id.clone(), place.clone(), there.clone()));
                }
                Some((_, now)) if now != states => breaks.push(Break::Changed(id.clone())),
                Some(_) => {}
            }
        }
        let mut new: Vec<_> =
            next.counters.keys().filter(|id| !self.counters.contains_key(*id)).collect();
        new.sort_by(|a, b| by_id(a, b));
        breaks.extend(new.into_iter().map(|id| Break::New(id.clone())));
        breaks
    }
}
