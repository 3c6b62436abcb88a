//! Presses a key of the module.

use super::fields::KeyStroke;
use super::{Named, record};

record! {
    /// Presses a key of the module.
    GlobalHotkey = "globalhotkey;" {
        /// Menu text.
        command: String = String::new(),
        /// Its key.
        key: KeyStroke = KeyStroke::None,
        /// The key pressed.
        hotkey: KeyStroke = KeyStroke::None,
        /// The designer's note.
        description: String = String::new(),
    }
}

impl Named for GlobalHotkey {}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<GlobalHotkey>(r"globalhotkey;Roll;72,130;68,195;");
    }
}
