//! A piece in play.

use crate::vassal::piece::{BasicState, Definition, Heart};
use std::sync::Arc;

/// Which piece: VASSAL's own id, stable through a game.
pub type PieceId = Arc<str>;

/// Where a piece lies.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Place {
    /// The map, none when on no map.
    pub map: Option<Arc<str>>,
    /// Pixels from the left.
    pub x: i32,
    /// Pixels from the top.
    pub y: i32,
}

/// A piece, stack or deck in play.
#[derive(Debug, Clone)]
pub struct Piece {
    /// Which one.
    pub id: PieceId,
    /// What it is.
    pub definition: Arc<Definition>,
    /// How it is: a state per trait, the heart's last.
    pub states: Vec<String>,
    /// Its own place; a piece in a stack lies where the stack does.
    pub(super) place: Place,
    /// The stack or deck it lies in.
    pub parent: Option<PieceId>,
    /// What lies in it, from the bottom up, when it is a stack or deck.
    pub members: Vec<PieceId>,
    /// Made by us where VASSAL makes a stack without saying so.
    pub(super) implied: bool,
    /// When it was laid down where it lies.
    pub(super) arrival: u64,
}

impl Piece {
    /// Whether it is a counter, card or marker, not a stack or deck.
    pub fn is_counter(&self) -> bool {
        !matches!(self.definition.heart, Heart::Stack | Heart::Deck(_))
    }

    /// Whether it is a stack.
    pub fn is_stack(&self) -> bool {
        self.definition.heart == Heart::Stack
    }

    /// Whether it is a deck.
    pub fn is_deck(&self) -> bool {
        matches!(self.definition.heart, Heart::Deck(_))
    }

    /// Its name, with layers and labels.
    pub fn name(&self) -> String {
        self.definition.name(&self.states)
    }

    /// Its named values.
    pub fn properties(&self) -> Vec<(String, String)> {
        self.definition.properties(&self.states)
    }

    /// What VASSAL remembers with the basic piece: slot, old place and so on.
    pub fn basic(&self) -> BasicState {
        BasicState::decode(self.states.last().map(String::as_str).unwrap_or_default())
    }
}
