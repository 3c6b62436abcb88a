//! A line in the menu.

use super::fields::KeyStroke;
use super::{Named, record};

record! {
    /// A line in the menu.
    MenuSeparator = "menuSeparator;" {
        /// The designer's note.
        description: String = String::new(),
        /// Its key.
        key: KeyStroke = KeyStroke::None,
    }
}

impl Named for MenuSeparator {}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<MenuSeparator>(r"menuSeparator;;");
    }
}
