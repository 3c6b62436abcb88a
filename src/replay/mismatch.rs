//! Moves that say their piece was elsewhere than the log had left it.
//!
//! A log is played as VASSAL plays it, for that is what all but its writer saw.
//! The writer's own table can have been another one. Logs written before
//! version 3.1 show it in four ways:
//!
//! * Pressing "Undo" long enough walked back through undos as well and ran the
//!   same command a second time. The program ran all of it, but wrote it whole
//!   only once: where it comes again, only its first part is in the log.
//! * Where counters met, the program made a stack without saying so, and later
//!   moved it by a name that no other table knew.
//! * A log was stepped through while another was recorded, and moves were made
//!   in between: what came after tells of the first game.
//! * An undo repeats what the undone move had said.

use super::piece::{PieceId, Place};
use super::position::Position;
use super::undo::{self, Deeds};
use crate::vassal::command::{Command, MovePiece, Spot, Tree};
use hashbrown::HashMap;
use serde::Serialize;
use std::sync::Arc;

/// Why a move says that its piece was elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MismatchCause {
    /// An undo that the log holds only in part had put it there.
    UndoCutShort,
    /// It went there with a stack that only the mover's table knew.
    UnnamedStack,
    /// The piece already lies where it goes: the same was done before.
    DoneBefore,
    /// An undo says what the undone move had said.
    Undo,
    /// Not known.
    Unknown,
}

impl MismatchCause {
    /// The cause when the move takes another one back.
    pub(super) fn in_undo(self) -> Self {
        match self {
            MismatchCause::DoneBefore | MismatchCause::Unknown => MismatchCause::Undo,
            known => known,
        }
    }

    /// As a person would say it.
    pub fn readable(self) -> &'static str {
        match self {
            MismatchCause::UndoCutShort => "an undo that the log holds only in part",
            MismatchCause::UnnamedStack => "a stack that only the mover's table knew",
            MismatchCause::DoneBefore => "the same move was made before",
            MismatchCause::Undo => "an undo repeats what the undone move had said",
            MismatchCause::Unknown => "why is not known",
        }
    }
}

/// Where the writer's table had pieces that the log leaves elsewhere.
#[derive(Debug, Default)]
pub(super) struct WritersTable {
    elsewhere: HashMap<PieceId, (Place, MismatchCause)>,
    /// All that an entry did, as one number; what it did first, and which it is.
    done: HashMap<u64, (u64, usize)>,
    /// What a command that may be run again does first, and the entry that holds it whole.
    whole: HashMap<u64, usize>,
}

impl WritersTable {
    /// Where the replay has the piece of a move, and why, if the move says another place.
    pub(super) fn contradiction(
        &self,
        moved: &MovePiece<'_>,
        position: &Position,
    ) -> Option<(Place, MismatchCause)> {
        let piece = position.piece(&moved.id).filter(|piece| piece.is_counter())?;
        let here = position.place(piece);
        if lies(&here, &moved.from) {
            return None;
        }
        let cause = match self.elsewhere.get(&piece.id) {
            Some((there, cause)) if lies(there, &moved.from) => *cause,
            _ if lies(&here, &moved.to) => MismatchCause::DoneBefore,
            _ => MismatchCause::Unknown,
        };
        Some((here, cause))
    }

    /// Notes a move before it is made.
    pub(super) fn note_move(&mut self, moved: &MovePiece<'_>, position: &mut Position) {
        if position.piece(&moved.id).is_some() {
            self.elsewhere.remove(moved.id.as_ref());
            return;
        }
        let (from, to) = (position.place_at(&moved.from), position.place_at(&moved.to));
        let mut carried = position.counters_at(&from);
        carried.retain(|id| !self.elsewhere.contains_key(id));
        let there = self.elsewhere.iter().filter(|(_, (place, _))| *place == from);
        carried.extend(there.map(|(id, _)| Arc::clone(id)));
        for id in carried {
            self.elsewhere.insert(id, (to.clone(), MismatchCause::UnnamedStack));
        }
    }

    /// Notes an entry that was played; says whether it takes back one before it.
    pub(super) fn note_entry(
        &mut self,
        entry: usize,
        deeds: &Deeds,
        entries: &[&Tree<'_>],
        position: &mut Position,
    ) -> bool {
        if let Some(whole) = deeds.only().and_then(|only| self.whole.get(&only)) {
            for command in undo::deeds(entries[*whole]).skip(1) {
                if let Command::Move(moved) = command {
                    let to = position.place_at(&moved.to);
                    if let Some(piece) = position.piece(&moved.id).filter(|p| p.is_counter()) {
                        let id = Arc::clone(&piece.id);
                        self.elsewhere.insert(id, (to, MismatchCause::UndoCutShort));
                    }
                }
            }
        }
        let Some(first) = deeds.first() else { return false };
        let undone = self.done.get(&deeds.reverse_as_one()).copied();
        if let Some((taken_back, earlier)) = undone.filter(|_| deeds.only().is_none()) {
            self.whole.insert(first, entry);
            self.whole.insert(taken_back, earlier);
        }
        self.done.insert(deeds.done_as_one(), (first, entry));
        undone.is_some()
    }
}

fn lies(here: &Place, spot: &Spot<'_>) -> bool {
    match (here.map.as_deref(), spot.map.as_deref()) {
        // Off the map there is no place to be wrong about.
        (None, None) => true,
        (Some(ours), Some(told)) => ours == told && (here.x, here.y) == (spot.x, spot.y),
        _ => false,
    }
}
