//! Logs of one game: where one starts as another ended, and where play between
//! them is missing.

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

impl Break {
    /// The counter's id.
    pub fn id(&self) -> &str {
        let (Break::Gone(id) | Break::New(id) | Break::Elsewhere(id, ..) | Break::Changed(id)) =
            self;
        id
    }
}

/// A counter as it was at one moment.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Standing {
    place: Place,
    states: Vec<String>,
    name: String,
}

/// A position, small enough to keep: where every counter lies and how it is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Snapshot {
    counters: BTreeMap<String, Standing>,
}

impl Snapshot {
    /// Takes a snapshot.
    pub fn of(position: &Position) -> Self {
        let keep = |piece: &&super::Piece| {
            // The heart's own state repeats the place in ways that differ between saves.
            let traits = piece.states.len().saturating_sub(1);
            let standing = Standing {
                place: position.place(piece),
                states: piece.states[..traits].to_vec(),
                name: piece.name(),
            };
            (piece.id.to_string(), standing)
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

    /// The name of a counter.
    pub fn name(&self, id: &str) -> Option<&str> {
        self.counters.get(id).map(|standing| standing.name.as_str())
    }

    /// What differs in a later snapshot. Nothing: the logs connect.
    pub fn breaks(&self, next: &Snapshot) -> Vec<Break> {
        let mut breaks = Vec::new();
        for (id, before) in &self.counters {
            match next.counters.get(id) {
                None => breaks.push(Break::Gone(id.clone())),
                Some(now) if now.place != before.place => {
                    let (from, to) = (before.place.clone(), now.place.clone());
                    breaks.push(Break::Elsewhere(id.clone(), from, to));
                }
                Some(now) if now.states != before.states => breaks.push(Break::Changed(id.clone())),
                Some(_) => {}
            }
        }
        let mut new: Vec<_> =
            next.counters.keys().filter(|id| !self.counters.contains_key(*id)).collect();
        new.sort_by(|a, b| by_id(a, b));
        breaks.extend(new.into_iter().map(|id| Break::New(id.clone())));
        breaks
    }

    /// How many counters are in both.
    pub fn shared(&self, next: &Snapshot) -> usize {
        self.counters.keys().filter(|id| next.counters.contains_key(*id)).count()
    }
}

/// How the end of one file meets the start of the next.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Junction {
    /// Counters that lie where they lay, in the same state.
    pub agree: usize,
    /// Everything else.
    pub breaks: Vec<Break>,
    /// Counters in both: none means another game.
    pub shared: usize,
}

/// A counter's way through a chain.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Way {
    name: String,
    first: usize,
    last: usize,
    /// After which files it was elsewhere, or another, than the file had left it.
    gaps: usize,
}

/// The files of one game, one after the other.
#[derive(Debug, Clone, Default)]
pub struct GameChain {
    /// How each file meets the one before it; one fewer than files.
    pub junctions: Vec<Junction>,
    ways: BTreeMap<String, Way>,
    files: usize,
    end: Snapshot,
}

/// How far the counters of a chain were followed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize)]
pub struct Followed {
    /// Counters in any of the files.
    pub counters: usize,
    /// In every file, and at each start where the file before had left them, in the same state.
    pub throughout: usize,
    /// From where they first came in to where they were last seen without a gap, but not in every file.
    pub unbroken: usize,
    /// Moved or changed between files at least once: followed in pieces.
    pub with_gaps: usize,
}

impl GameChain {
    /// Adds a file by its position at the start and at the end.
    pub fn add(&mut self, start: &Snapshot, end: Snapshot) {
        if self.files > 0 {
            let breaks = self.end.breaks(start);
            let shared = self.end.shared(start);
            let differing = breaks
                .iter()
                .filter(|found| matches!(found, Break::Elsewhere(..) | Break::Changed(_)));
            let agree = shared - differing.count();
            for found in &breaks {
                if let (Break::Elsewhere(..) | Break::Changed(_), Some(way)) =
                    (found, self.ways.get_mut(found.id()))
                {
                    way.gaps += 1;
                }
            }
            self.junctions.push(Junction { agree, breaks, shared });
        }
        for (id, standing) in start.counters.iter().chain(&end.counters) {
            let way = self.ways.entry(id.clone()).or_insert_with(|| Way {
                name: standing.name.clone(),
                first: self.files,
                last: self.files,
                gaps: 0,
            });
            // Missing for a while is a gap too: nothing tells where it was.
            way.gaps += usize::from(self.files > way.last + 1);
            way.last = self.files;
        }
        self.files += 1;
        self.end = end;
    }

    /// How far the counters were followed.
    pub fn followed(&self) -> Followed {
        let mut followed = Followed { counters: self.ways.len(), ..Followed::default() };
        for way in self.ways.values() {
            if way.gaps > 0 {
                followed.with_gaps += 1;
            } else if way.first == 0 && way.last + 1 == self.files {
                followed.throughout += 1;
            } else {
                followed.unbroken += 1;
            }
        }
        followed
    }

    /// The name of a counter of the chain.
    pub fn name(&self, id: &str) -> &str {
        self.ways.get(id).map(|way| way.name.as_str()).unwrap_or_default()
    }
}
