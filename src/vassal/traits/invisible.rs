//! Can be hidden from the other players.

use super::fields::{Colour, Decimal, KeyStroke};
use super::{Named, Properties, record};
use crate::vassal::secret::Secret;

record! {
    /// Can be hidden from the other players.
    Invisible = "hide;" {
        /// Its key.
        key: KeyStroke = KeyStroke::None,
        /// Menu text.
        command: String = String::new(),
        /// Behind the piece for its owner.
        background: Colour = Colour(None),
        /// Who may hide and see it, as written.
        access: String = String::new(),
        /// For its owner.
        transparency: Decimal = Decimal(0.3),
        /// The designer's note.
        description: String = String::new(),
        /// Its moves are not reported.
        no_report: bool = false,
    }
}

/// Who hid the piece, read from the state; none when it is open.
pub fn hidden_by(state: &str) -> Option<Secret<'_>> {
    (state != "null" && !state.is_empty()).then(|| Secret::new(state))
}

impl Named for Invisible {
    fn properties(&self, state: &str, properties: &mut Properties) {
        // The state is the hider's password: only that there is one may be told.
        properties.push(("Invisible".to_owned(), hidden_by(state).is_some().to_string()));
    }
}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<Invisible>(r"hide;73,130;Invisible;255,51,51;player:;0.3;;false");
    }
}
