//! What changed between two saved games.

use super::Replay;
use super::step::{PieceName, ValueChange, Whereabouts};
use serde::Serialize;
use std::collections::BTreeMap;

/// A counter at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Standing {
    name: String,
    slot: (String, String),
    at: Whereabouts,
    values: Vec<(String, String)>,
}

/// The counters and the table of a game, ready to be compared.
#[derive(Debug, Clone, Default)]
pub struct Tableau {
    counters: BTreeMap<String, Standing>,
    properties: BTreeMap<String, String>,
    turns: BTreeMap<String, String>,
    players: Vec<String>,
    notes: Vec<String>,
}

impl Tableau {
    /// Takes down how a game stands.
    pub fn of(replay: &mut Replay<'_, '_>) -> Self {
        let ids: Vec<_> =
            replay.position().counters().iter().map(|piece| piece.id.clone()).collect();
        let mut tableau = Tableau::default();
        for id in ids {
            let Some(at) = replay.locate(&id) else { continue };
            let position = replay.position();
            let Some(piece) = position.piece(&id) else { continue };
            tableau.counters.insert(
                id.to_string(),
                Standing {
                    name: piece.name(),
                    slot: (piece.basic().gpid, piece.definition.basic_name().to_owned()),
                    at,
                    values: piece.properties(),
                },
            );
        }
        let table = &replay.position().table;
        for ((container, name), value) in &table.properties {
            tableau.properties.insert(format!("{container} {name}"), value.clone());
        }
        tableau.turns = replay
            .turns()
            .into_iter()
            .map(|(name, turn, state)| (name, turn.unwrap_or(state)))
            .collect();
        tableau.players =
            table.seats.iter().map(|seat| format!("{} ({})", seat.name, seat.side)).collect();
        let notes = [&table.scenario_notes, &table.public_notes];
        tableau.notes = notes
            .iter()
            .flat_map(|text| crate::vassal::command::note_lines(text))
            .filter(|line| !line.is_empty())
            .collect();
        tableau
    }
}

/// A counter that moved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Displacement {
    /// Which.
    pub piece: PieceName,
    /// Where it was.
    pub from: Whereabouts,
    /// Where it is.
    pub to: Whereabouts,
}

/// A counter whose values changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Alteration {
    /// Which, by its new name.
    pub piece: PieceName,
    /// Its name before, if that changed.
    pub was_called: Option<String>,
    /// The values.
    pub values: Vec<ValueChange>,
}

/// What changed between two saved games.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct GameDifference {
    /// Counters that lie elsewhere.
    pub moved: Vec<Displacement>,
    /// Counters that were flipped, marked, labelled.
    pub altered: Vec<Alteration>,
    /// Counters only in the second.
    pub appeared: Vec<(PieceName, Whereabouts)>,
    /// Counters only in the first.
    pub vanished: Vec<(PieceName, Whereabouts)>,
    /// Properties, turns.
    pub table: Vec<ValueChange>,
    /// Players, if they changed: before and after.
    pub players: Option<(Vec<String>, Vec<String>)>,
    /// Notes, if they changed: before and after.
    pub notes: Option<(Vec<String>, Vec<String>)>,
}

impl GameDifference {
    /// Compares two games.
    pub fn between(old: &Tableau, new: &Tableau) -> Self {
        let mut difference = GameDifference::default();
        let named = |id: &String, standing: &Standing| PieceName {
            id: id.clone(),
            name: standing.name.clone(),
        };
        let twins = twins(old, new);
        let mut met = std::collections::HashSet::new();
        for (id, was) in &old.counters {
            let found = new
                .counters
                .get_key_value(id)
                .or_else(|| new.counters.get_key_value(*twins.get(id)?));
            let Some((now, is)) = found else {
                difference.vanished.push((named(id, was), was.at.clone()));
                continue;
            };
            met.insert(now);
            if (&was.at.map, was.at.x, was.at.y) != (&is.at.map, is.at.x, is.at.y) {
                let piece = named(now, is);
                difference.moved.push(Displacement {
                    piece,
                    from: was.at.clone(),
                    to: is.at.clone(),
                });
            }
            let values =
                changes(was.values.iter().cloned().collect(), is.values.iter().cloned().collect());
            if !values.is_empty() {
                let was_called = (was.name != is.name).then(|| was.name.clone());
                difference.altered.push(Alteration { piece: named(now, is), was_called, values });
            }
        }
        let appeared = new.counters.iter().filter(|(id, _)| !met.contains(id));
        difference.appeared.extend(appeared.map(|(id, is)| (named(id, is), is.at.clone())));
        difference.table = changes(old.turns.clone(), new.turns.clone());
        // Some properties live only while the program runs: only those in both files are compared.
        let both = |mine: &Tableau, other: &Tableau| {
            let known = |(name, _): &(&String, &String)| other.properties.contains_key(*name);
            mine.properties
                .iter()
                .filter(known)
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect()
        };
        difference.table.extend(changes(both(old, new), both(new, old)));
        difference.players =
            (old.players != new.players).then(|| (old.players.clone(), new.players.clone()));
        difference.notes = (old.notes != new.notes).then(|| (old.notes.clone(), new.notes.clone()));
        difference
    }

    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        *self == GameDifference::default()
    }
}

/// Counters that two games started apart from each other have in common: the
/// same slot of the module and the same name, one by one in order of their ids.
fn twins<'a>(old: &'a Tableau, new: &'a Tableau) -> BTreeMap<&'a String, &'a String> {
    let mut waiting: BTreeMap<&(String, String), std::collections::VecDeque<&String>> =
        BTreeMap::new();
    for (id, standing) in new.counters.iter().filter(|(id, _)| !old.counters.contains_key(*id)) {
        waiting.entry(&standing.slot).or_default().push_back(id);
    }
    let alone = old.counters.iter().filter(|(id, _)| !new.counters.contains_key(*id));
    alone
        .filter_map(|(id, standing)| Some((id, waiting.get_mut(&standing.slot)?.pop_front()?)))
        .collect()
}

fn changes(mut old: BTreeMap<String, String>, new: BTreeMap<String, String>) -> Vec<ValueChange> {
    let mut changes = Vec::new();
    for (name, new) in new {
        let old = old.remove(&name).unwrap_or_default();
        if old != new {
            changes.push(ValueChange { name, old, new });
        }
    }
    changes.extend(old.into_iter().map(|(name, old)| ValueChange {
        name,
        old,
        new: String::new(),
    }));
    changes
}
