//! The keys of pieces, in one place so that none is given out twice.

use crate::model::Game;
use crate::vassal::traits::fields::KeyStroke;

/// The keys of pieces.
#[derive(Debug, Clone, Copy)]
pub struct Keys;

impl Keys {
    /// Turns the piece over, or takes a step.
    pub fn flip() -> KeyStroke {
        KeyStroke::ctrl('F')
    }
    /// Gives a step back.
    pub fn flip_back() -> KeyStroke {
        KeyStroke::Key { code: i32::from(b'F'), modifiers: 195 }
    }
    /// To the box of eliminated units.
    pub fn eliminate() -> KeyStroke {
        KeyStroke::ctrl('E')
    }
    /// Out of the game.
    pub fn delete() -> KeyStroke {
        KeyStroke::ctrl('D')
    }
    /// Another one.
    pub fn copy() -> KeyStroke {
        KeyStroke::ctrl('C')
    }
    /// Shows the trail.
    pub fn trail() -> KeyStroke {
        KeyStroke::ctrl('T')
    }
    /// Marks as moved or not.
    pub fn moved() -> KeyStroke {
        KeyStroke::ctrl('M')
    }
    /// Hides from the other side.
    pub fn hide() -> KeyStroke {
        KeyStroke::ctrl('I')
    }
    /// Conceals under a marker.
    pub fn conceal() -> KeyStroke {
        KeyStroke::ctrl('K')
    }
    /// Turns right.
    pub fn turn_right() -> KeyStroke {
        KeyStroke::Key { code: 93, modifiers: 130 }
    }
    /// Turns left.
    pub fn turn_left() -> KeyStroke {
        KeyStroke::Key { code: 91, modifiers: 130 }
    }
    /// Puts a state on the unit or takes it off: Ctrl+1 to Ctrl+9, then none.
    pub fn state(nth: usize) -> KeyStroke {
        match i32::try_from(nth) {
            Ok(nth @ 0..9) => KeyStroke::Key { code: i32::from(b'1') + nth, modifiers: 130 },
            _ => KeyStroke::None,
        }
    }

    /// The keys that pieces have in any case.
    pub fn taken(game: &Game) -> Vec<KeyStroke> {
        let mut keys = vec![
            Self::flip(),
            Self::flip_back(),
            Self::eliminate(),
            Self::delete(),
            Self::copy(),
            Self::trail(),
            Self::moved(),
            Self::hide(),
            Self::conceal(),
            Self::turn_right(),
            Self::turn_left(),
        ];
        keys.extend((0..game.rules.states.len()).map(Self::state));
        keys.retain(|key| *key != KeyStroke::None);
        keys
    }
}
