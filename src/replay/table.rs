//! What lies around the pieces: players, boards, turns, properties, notes.

use crate::vassal::command::{Command, PlacedBoard};
use crate::vassal::secret::Secret;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};

/// A seat at the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seat {
    /// Who sits there; never shown.
    pub password: Secret<'static>,
    /// The name shown.
    pub name: String,
    /// The side.
    pub side: String,
}

/// Everything of a game but its pieces.
#[derive(Debug, Clone, Default)]
pub struct Table {
    /// The players.
    pub seats: Vec<Seat>,
    /// The boards of each map.
    pub boards: BTreeMap<String, Vec<PlacedBoard<'static>>>,
    /// How often boards were set: layouts made before are stale.
    pub boards_set: usize,
    /// The state of each turn tracker.
    pub turns: BTreeMap<String, String>,
    /// Properties by container and name.
    pub properties: BTreeMap<(String, String), String>,
    /// Notes on the scenario.
    pub scenario_notes: String,
    /// Notes for all.
    pub public_notes: String,
    /// Extensions the game needs.
    pub extensions: Vec<(String, String)>,
    /// The passwords of all who ever sat here.
    secrets: HashSet<Secret<'static>>,
}

impl Table {
    /// The seat of a player.
    pub fn seat(&self, player: &Secret<'_>) -> Option<&Seat> {
        self.seats.iter().find(|seat| seat.password == *player)
    }

    /// The passwords of all who ever sat here or wrote a note, never to be told.
    pub fn secrets(&self) -> impl Iterator<Item = &Secret<'static>> {
        self.secrets.iter()
    }

    pub(super) fn keep_secret(&mut self, secret: &Secret<'_>) {
        // The word for nobody is no secret.
        if !secret.is("null") && !self.secrets.contains(secret) {
            self.secrets.insert(secret.to_static());
        }
    }

    /// A property of the module.
    pub fn property(&self, container: &str, name: &str) -> Option<&str> {
        self.properties.get(&(container.to_owned(), name.to_owned())).map(String::as_str)
    }

    pub(super) fn execute(&mut self, command: &Command<'_>) {
        match command {
            Command::Player(player) => {
                self.keep_secret(&player.password);
                let password = player.password.to_static();
                let seat =
                    Seat { password, name: player.name.to_string(), side: player.side.to_string() };
                match self
                    .seats
                    .iter_mut()
                    .find(|old| old.password == seat.password && old.side == seat.side)
                {
                    Some(old) => *old = seat,
                    None => self.seats.push(seat),
                }
            }
            Command::PlayerLeft(player) => {
                self.keep_secret(player);
                self.seats.retain(|seat| seat.password != *player);
            }
            Command::PrivateNote(note) => self.keep_secret(&note.owner),
            Command::SecretNote(note) => self.keep_secret(&note.owner),
            Command::Turn(turn) => {
                self.turns.insert(turn.tracker.to_string(), turn.state.to_string());
            }
            Command::GlobalProperty(property) => {
                self.set(property.container.as_deref(), &property.name, &property.value);
            }
            Command::PropertyChange(change) => {
                self.set(change.container.as_deref(), &change.name, &change.new)
            }
            Command::Boards(boards) => {
                let placed = boards.boards.iter().map(|board| PlacedBoard {
                    name: Cow::Owned(board.name.to_string()),
                    reversed: board.reversed,
                    column: board.column,
                    row: board.row,
                });
                self.boards.insert(boards.map.to_string(), placed.collect());
                self.boards_set += 1;
            }
            Command::ScenarioNotes(text) => self.scenario_notes = text.to_string(),
            Command::PublicNotes(text) => self.public_notes = text.to_string(),
            Command::Extension(tokens) => {
                let mut tokens = tokens.iter().map(ToString::to_string);
                self.extensions
                    .push((tokens.next().unwrap_or_default(), tokens.next().unwrap_or_default()));
            }
            _ => {}
        }
    }

    fn set(&mut self, container: Option<&str>, name: &str, value: &str) {
        let key = (container.unwrap_or_default().to_owned(), name.to_owned());
        self.properties.insert(key, value.to_owned());
    }
}
