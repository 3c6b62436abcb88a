//! A step: what one player did, in words a rule can judge.

use super::dice::Roll;
use super::mismatch::MismatchCause;
use serde::Serialize;

/// Where something is, in pixels and in VASSAL's words.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Whereabouts {
    /// The map; none when on no map.
    pub map: Option<String>,
    /// The board, when the module is at hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// The zone, when the module is at hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zone: Option<String>,
    /// VASSAL's `LocationName`, when the module is at hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    /// Pixels from the left.
    pub x: i32,
    /// Pixels from the top.
    pub y: i32,
}

impl Whereabouts {
    /// As a person would say it.
    pub fn readable(&self) -> String {
        let Some(map) = &self.map else { return "off map".to_owned() };
        match &self.location {
            Some(location) => format!("{location} ({map})"),
            None => format!("{map} {},{}", self.x, self.y),
        }
    }
}

/// A piece, by id and by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PieceName {
    /// VASSAL's id.
    pub id: String,
    /// Its name.
    pub name: String,
}

/// A named value that changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ValueChange {
    /// The value.
    pub name: String,
    /// What it was.
    pub old: String,
    /// What it is now.
    pub new: String,
}

/// One thing that happened in a step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A piece moved.
    Move {
        /// Which.
        piece: PieceName,
        /// Where it was.
        from: Whereabouts,
        /// Where it is.
        to: Whereabouts,
        /// Its number in the stack from the bottom, from one.
        stack_position: usize,
        /// The height of that stack.
        stack_size: usize,
    },
    /// The move that follows says that its piece was elsewhere than the log had left it.
    ///
    /// No judgement can rest on where it started.
    Mismatch {
        /// Which.
        piece: PieceName,
        /// Where it lies.
        at: Whereabouts,
        /// Where the move says it was.
        told: Whereabouts,
        /// Why.
        cause: MismatchCause,
    },
    /// A piece changed: flipped, turned, marked, labelled.
    Change {
        /// Which, by its new name.
        piece: PieceName,
        /// Its name before, if that changed.
        #[serde(skip_serializing_if = "Option::is_none")]
        was_called: Option<String>,
        /// Where it is.
        at: Whereabouts,
        /// The named values that changed.
        values: Vec<ValueChange>,
        /// Traits that changed without a named value: trails, masks by whom, unknown ones.
        unnamed: usize,
    },
    /// A piece came into the game.
    Create {
        /// Which.
        piece: PieceName,
        /// Where.
        at: Whereabouts,
    },
    /// A piece left the game.
    Remove {
        /// Which.
        piece: PieceName,
        /// Where it was.
        at: Whereabouts,
    },
    /// A deck was shuffled or changed its cards.
    Reorder {
        /// Which.
        deck: PieceName,
        /// How many cards it holds.
        cards: usize,
    },
    /// A line of chat or a report.
    Chat {
        /// Who wrote it; none for a report.
        speaker: Option<String>,
        /// The text.
        text: String,
    },
    /// Dice.
    Roll(Roll),
    /// A turn tracker moved on.
    Turn {
        /// Which.
        tracker: String,
        /// The turn, as players see it, when the module is at hand.
        turn: Option<String>,
        /// Its state.
        state: String,
    },
    /// A property of the module, a map or a zone changed.
    Property {
        /// `Module`, a map, or `map:zone`.
        container: String,
        /// The value.
        #[serde(flatten)]
        change: ValueChange,
    },
    /// Other boards.
    Boards {
        /// The map.
        map: String,
        /// Its boards now.
        boards: Vec<String>,
    },
    /// A line of sight was drawn.
    LineOfSight {
        /// From, in map pixels.
        from: (i32, i32),
        /// To, in map pixels.
        to: (i32, i32),
    },
    /// A command named a piece that is not in the game; VASSAL ignores it too.
    Missing {
        /// Its id.
        id: String,
    },
    /// Something that is not VASSAL's own.
    Unknown {
        /// What kind.
        kind: String,
    },
}

/// What one player did: one press of "Step forward".
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Step {
    /// Counted from one.
    pub number: usize,
    /// Who did it, as far as the file tells.
    pub who: Option<String>,
    /// The step that took this one back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undone_by: Option<usize>,
    /// The step that this one takes back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undoes: Option<usize>,
    /// What happened, in order.
    pub events: Vec<Event>,
    #[serde(skip)]
    pub(super) is_undo: bool,
    #[serde(skip)]
    pub(super) deeds: super::undo::Deeds,
}

impl Step {
    /// Whether it stands: not taken back, and itself no taking back.
    pub fn stands(&self) -> bool {
        self.undone_by.is_none() && !self.is_undo
    }

    /// The ids of the pieces it touched.
    pub fn touched(&self) -> impl Iterator<Item = &str> {
        self.events.iter().filter_map(|event| match event {
            Event::Move { piece, .. }
            | Event::Change { piece, .. }
            | Event::Create { piece, .. }
            | Event::Remove { piece, .. } => Some(piece.id.as_str()),
            _ => None,
        })
    }

    /// The lines of chat.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.events.iter().filter_map(|event| match event {
            Event::Chat { text, .. } => Some(text.as_str()),
            _ => None,
        })
    }

    /// The rolls.
    pub fn rolls(&self) -> impl Iterator<Item = &Roll> {
        self.events.iter().filter_map(|event| match event {
            Event::Roll(roll) => Some(roll),
            _ => None,
        })
    }
}
