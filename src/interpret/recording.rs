//! A log played to its end, once, for all who ask: the reader of deeds, the page, the next log of a chain.

use crate::replay::{Position, Replay, Step, Whereabouts};
use crate::vassal::Unreadable;
use hashbrown::HashMap;
use std::collections::BTreeMap;

/// The names of values and what they are.
pub(super) type Properties = Vec<(String, String)>;

/// A piece on the table when the log begins.
#[derive(Debug, Clone)]
pub(super) struct Found {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) properties: Properties,
    pub(super) at: Whereabouts,
}

/// What a log shows, before anybody reads it as a game.
#[derive(Debug, Clone, Default)]
pub struct Recording {
    /// The steps, with what was undone.
    pub steps: Vec<Step>,
    /// The turn of each tracker when the log begins: name, text, state.
    pub began: Vec<(String, Option<String>, String)>,
    pub(super) table: Vec<Found>,
    pub(super) turns: BTreeMap<String, String>,
    pub(super) settings: BTreeMap<(String, String), String>,
    /// What pieces were that came to the table, by step and id.
    pub(super) born: HashMap<(usize, String), Properties>,
    /// Player names and their sides of the module.
    pub(super) seats: BTreeMap<String, String>,
}

impl Recording {
    /// Plays a log from where it stands; `look` sees the position after each step.
    pub fn of(
        replay: &mut Replay<'_, '_>,
        mut look: impl FnMut(&Position, &Step),
    ) -> Result<Self, Unreadable> {
        let mut recording = Recording { began: replay.turns(), ..Recording::default() };
        let ids: Vec<_> = replay.position().counters().iter().map(|p| p.id.clone()).collect();
        for id in ids {
            let Some(piece) = replay.position().piece(&id) else { continue };
            let (name, properties) = (piece.definition.basic_name().to_owned(), piece.properties());
            let Some(at) = replay.locate(&id) else { continue };
            recording.table.push(Found { id: id.to_string(), name, properties, at });
        }
        let table = &replay.position().table;
        recording.turns.clone_from(&table.turns);
        recording.settings.clone_from(&table.properties);
        seats(replay.position(), &mut recording.seats);
        let Recording { born, seats: seated, .. } = &mut recording;
        let steps = replay.finish_watching(|position, step| {
            for event in &step.events {
                if let crate::replay::Event::Create { piece, .. } = event
                    && let Some(found) = position.piece(&piece.id)
                {
                    born.insert((step.number, piece.id.clone()), found.properties());
                }
            }
            seats(position, seated);
            look(position, step);
        })?;
        recording.steps = steps;
        Ok(recording)
    }

    /// The ids of the pieces on the table when the log begins.
    pub(super) fn pieces(&self) -> impl Iterator<Item = &str> {
        self.table.iter().map(|found| found.id.as_str())
    }
}

fn seats(position: &Position, players: &mut BTreeMap<String, String>) {
    for seat in &position.table.seats {
        if !players.contains_key(&seat.name) {
            players.insert(seat.name.clone(), seat.side.clone());
        }
    }
}
