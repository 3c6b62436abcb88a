//! Moves the piece a fixed distance.

use super::fields::KeyStroke;
use super::{Named, record};

record! {
    /// Moves the piece a fixed distance.
    Translate = "translate;" {
        /// Menu text.
        command: String = String::new(),
        /// Its key.
        key: KeyStroke = KeyStroke::None,
        /// Pixels to the right.
        dx: String = String::from("0"),
        /// Pixels up.
        dy: String = String::from("60"),
        /// With all of its stack.
        with_stack: bool = false,
        /// Times the offset.
        x_index: String = String::from("0"),
        /// Times the offset.
        y_index: String = String::from("0"),
        /// Pixels.
        x_offset: String = String::from("0"),
        /// Pixels.
        y_offset: String = String::from("0"),
        /// The designer's note.
        description: String = String::new(),
    }
}

impl Named for Translate {}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<Translate>(r"translate;North;38,130;0;60;false;0;0;0;0;");
    }
}
