//! Can be copied.

use super::fields::KeyStroke;
use super::{Named, record};

record! {
    /// Can be copied.
    Copy = "clone;" {
        /// Menu text.
        command: String = String::new(),
        /// Its key.
        key: KeyStroke = KeyStroke::None,
        /// The designer's note.
        description: String = String::new(),
    }
}

impl Named for Copy {}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<Copy>(r"clone;Clone;67,130;");
    }
}
