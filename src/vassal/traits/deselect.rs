//! Takes the piece out of the selection.

use super::fields::KeyStroke;
use super::{Named, record};

record! {
    /// Takes the piece out of the selection.
    Deselect = "deselect;" {
        /// Menu text.
        command: String = String::new(),
        /// Its key.
        key: KeyStroke = KeyStroke::None,
        /// The designer's note.
        description: String = String::new(),
        /// Out of its stack too.
        unstack: bool = false,
        /// Which pieces.
        mode: String = String::new(),
    }
}

impl Named for Deselect {}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<Deselect>(r"deselect;Drop;75,130;;false;D");
    }
}
