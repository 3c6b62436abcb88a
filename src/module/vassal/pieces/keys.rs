//! The keys of pieces as VASSAL numbers them. Which are given out is the model's to say.

use crate::model::keys;
use crate::vassal::traits::fields::KeyStroke;

/// The keys of pieces.
#[derive(Debug, Clone, Copy)]
pub struct Keys;

impl Keys {
    /// Turns the piece over, or takes a step.
    pub fn flip() -> KeyStroke {
        stroke(keys::FLIP)
    }
    /// Gives a step back.
    pub fn flip_back() -> KeyStroke {
        stroke(keys::FLIP_BACK)
    }
    /// To the box of eliminated units.
    pub fn eliminate() -> KeyStroke {
        stroke(keys::ELIMINATE)
    }
    /// Out of the game.
    pub fn delete() -> KeyStroke {
        stroke(keys::DELETE)
    }
    /// Another one.
    pub fn copy() -> KeyStroke {
        stroke(keys::COPY)
    }
    /// Shows the trail.
    pub fn trail() -> KeyStroke {
        stroke(keys::TRAIL)
    }
    /// Marks as moved or not.
    pub fn moved() -> KeyStroke {
        stroke(keys::MOVED)
    }
    /// Takes the mark of a move away, whether there is one or not.
    pub fn unmoved() -> KeyStroke {
        KeyStroke::named("not_moved")
    }
    /// Hides from the other side.
    pub fn hide() -> KeyStroke {
        stroke(keys::HIDE)
    }
    /// Conceals under a marker.
    pub fn conceal() -> KeyStroke {
        stroke(keys::CONCEAL)
    }
    /// Turns right.
    pub fn turn_right() -> KeyStroke {
        stroke(keys::TURN_RIGHT)
    }
    /// Turns left.
    pub fn turn_left() -> KeyStroke {
        stroke(keys::TURN_LEFT)
    }
    /// Shows the arc that the unit covers.
    pub fn arc() -> KeyStroke {
        stroke(keys::ARC)
    }
    /// Puts a state on the unit or takes it off: Ctrl+1 to Ctrl+9; the states after those have menu entries only.
    pub fn state(nth: usize, id: &str) -> KeyStroke {
        match keys::state(nth) {
            Some(key) => stroke(&key),
            None => KeyStroke::named(format!("state_{id}")),
        }
    }
}

/// A key that the model or the sources name. Sources were checked.
pub(in crate::module::vassal) fn stroke(key: &str) -> KeyStroke {
    KeyStroke::from_words(key).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_one_that_vassal_knows_and_given_out_once() {
        let mut all: Vec<String> = [
            keys::FLIP,
            keys::FLIP_BACK,
            keys::ELIMINATE,
            keys::DELETE,
            keys::COPY,
            keys::TRAIL,
            keys::MOVED,
            keys::HIDE,
            keys::CONCEAL,
            keys::TURN_RIGHT,
            keys::TURN_LEFT,
            keys::ARC,
        ]
        .map(str::to_owned)
        .to_vec();
        all.extend(keys::TOOLBAR.iter().map(|(key, _)| (*key).to_owned()));
        all.extend((0..20).filter_map(keys::state));
        all.extend((0..20).filter_map(keys::dice));
        let mut seen = Vec::new();
        for key in all {
            let stroke = stroke(&key);
            assert_ne!(stroke, KeyStroke::None, "{key}");
            assert!(!seen.contains(&stroke), "{key} is given out twice");
            seen.push(stroke);
        }
    }

    #[test]
    fn turning_has_the_keys_of_brackets() {
        assert_eq!(Keys::turn_right(), KeyStroke::Key { code: 93, modifiers: 130 });
        assert_eq!(Keys::turn_left(), KeyStroke::Key { code: 91, modifiers: 130 });
        assert_eq!(Keys::flip_back(), KeyStroke::Key { code: 70, modifiers: 195 });
    }
}
