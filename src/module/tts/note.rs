//! What a board remembers of itself, so that a save can be read back.

use serde::{Deserialize, Serialize};

/// Which game a save is of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// The game, by id.
    pub game: String,
    /// Its version.
    pub version: String,
    /// The scenario, by id.
    pub scenario: String,
}

/// A board of a save.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BoardNote {
    /// The map's id, or the tray's name.
    #[serde(rename = "hexwright-board")]
    pub board: String,
    /// Of its picture, without the margin that makes it square.
    pub width: f64,
    /// Of its picture, without the margin that makes it square.
    pub height: f64,
    /// Which game it is; one board of a save says it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub label: Option<Label>,
}

impl BoardNote {
    /// As the board carries it.
    pub fn write(&self) -> String {
        // Texts and numbers always have a JSON form.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// A note that a board carries; none if it is something else, or no size of a picture.
    pub fn read(text: &str) -> Option<Self> {
        let note: BoardNote = serde_json::from_str(text).ok()?;
        (note.width >= 1.0 && note.height >= 1.0).then_some(note)
    }
}
