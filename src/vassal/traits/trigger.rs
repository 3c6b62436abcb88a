//! Sends several keys for one.

use super::fields::{KeyStroke, KeyStrokes};
use super::{Named, record};

record! {
    /// Sends several keys for one.
    Trigger = "macro;" {
        /// Its name.
        name: String = String::new(),
        /// Menu text.
        command: String = String::new(),
        /// Its key.
        key: KeyStroke = KeyStroke::None,
        /// Only if this holds.
        filter: String = String::new(),
        /// Keys that set it off.
        watch_keys: KeyStrokes = KeyStrokes::default(),
        /// Keys it sends.
        action_keys: KeyStrokes = KeyStrokes::default(),
        /// Repeats them.
        loops: bool = false,
        /// Sent before.
        pre_key: KeyStroke = KeyStroke::None,
        /// Sent after.
        post_key: KeyStroke = KeyStroke::None,
        /// How it ends.
        loop_type: String = String::from("counted"),
        /// Repeats while.
        while_holds: String = String::new(),
        /// Repeats until.
        until_holds: String = String::new(),
        /// Repeats so often.
        count: String = String::new(),
        /// Counts in a property.
        indexed: bool = false,
        /// That property.
        index_property: String = String::new(),
        /// From.
        index_start: String = String::from("1"),
        /// By.
        index_step: String = String::from("1"),
    }
}

impl Named for Trigger {}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<Trigger>(
            r"macro;Go;Go;71,130;;;70\,130,71\,130;false;;;counted;;;;false;;1;1",
        );
    }
}
