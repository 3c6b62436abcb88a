//! Goes back to its deck.

use super::fields::KeyStroke;
use super::{Named, record};

record! {
    /// Goes back to its deck.
    ReturnToDeck = "return;" {
        /// Menu text.
        command: String = String::new(),
        /// Its key.
        key: KeyStroke = KeyStroke::None,
        /// The deck.
        deck: String = String::new(),
        /// Asked of the player.
        prompt: String = String::new(),
        /// The designer's note.
        description: String = String::new(),
        /// Of the trait's own format.
        version: i32 = 2,
        /// The player chooses the deck.
        choose: bool = true,
        /// Else this names it.
        expression: String = String::new(),
    }
}

impl Named for ReturnToDeck {}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<ReturnToDeck>(r"return;Return;82,130;;;;2;true;");
    }
}
