//! A place on the piece to click.

use super::fields::KeyStroke;
use super::{Named, record};

record! {
    /// A place on the piece to click.
    Button = "button;" {
        /// The key it sends.
        key: KeyStroke = KeyStroke::None,
        /// Pixels to the right.
        x: i32 = 0,
        /// Pixels down.
        y: i32 = 0,
        /// Pixels.
        width: i32 = 0,
        /// Pixels.
        height: i32 = 0,
        /// The designer's note.
        description: String = String::new(),
        /// Opens the menu.
        popup: bool = false,
        /// All of the piece is the button.
        whole_shape: bool = false,
        /// Of the trait's own format.
        version: i32 = 1,
        /// Corners of its outline.
        points: i32 = 0,
    }
}

impl Named for Button {}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<Button>(r"button;65,130;0;0;10;10;;false;false;1;0");
    }
}
