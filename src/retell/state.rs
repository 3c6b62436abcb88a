//! A room of virtualtabletop at a moment.

use super::room::Room;
use super::story::Story;
use super::{broken, not_ours};
use crate::vassal::Unreadable;

/// Reads a state: what the program saves, and what it answers when it is asked for a room's state.
pub(super) fn read(text: &str) -> Result<Story, Unreadable> {
    let widgets = serde_json::from_str(text).map_err(|error| broken(&error))?;
    let room = Room::new(widgets);
    begun(&room).ok_or_else(not_ours)
}

/// The story that begins with a room; none if it is not of a game that Hexwright built.
pub(super) fn begun(room: &Room) -> Option<Story> {
    let label = room.label()?;
    Some(Story {
        game: label.game,
        scenario: label.scenario,
        version: label.version,
        seats: room.seats(),
        start: room.pieces(),
        turn: room.turn().map(str::to_owned),
        ..Story::default()
    })
}
