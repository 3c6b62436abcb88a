//! Shows that the piece has moved.

use super::fields::KeyStroke;
use super::{Named, Properties, record};

record! {
    /// Shows that the piece has moved.
    Moved = "markmoved;" {
        /// The picture.
        icon: String = String::new(),
        /// Pixels to the right.
        x: i32 = 0,
        /// Pixels down.
        y: i32 = 0,
        /// Menu text to turn it over.
        command: String = String::new(),
        /// Its key.
        key: KeyStroke = KeyStroke::None,
        /// The designer's note.
        description: String = String::new(),
        /// Ignore moves within the same place.
        ignore_small: bool = false,
        /// Menu text to mark as moved.
        set_command: String = String::new(),
        /// Its key.
        set_key: KeyStroke = KeyStroke::None,
        /// Menu text to mark as not moved.
        clear_command: String = String::new(),
        /// Its key.
        clear_key: KeyStroke = KeyStroke::None,
    }
}

impl Named for Moved {
    fn properties(&self, state: &str, properties: &mut Properties) {
        properties.push(("Moved".to_owned(), (state == "true").to_string()));
    }
}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<Moved>(r"markmoved;/images/moved.gif;0;0;Mark Moved;77,130;;false;;;;");
    }
}
