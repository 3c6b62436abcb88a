//! Remembers other pieces.

use super::fields::KeyStroke;
use super::{Named, record};
use crate::vassal::sequence::split;

record! {
    /// Remembers other pieces.
    Attachment = "attach;" {
        /// Its name.
        name: String = String::new(),
        /// The designer's note.
        description: String = String::new(),
        /// Menu text to attach.
        attach_command: String = String::new(),
        /// Its key.
        attach_key: KeyStroke = KeyStroke::None,
        /// Menu text to forget all.
        clear_command: String = String::new(),
        /// Its key.
        clear_key: KeyStroke = KeyStroke::None,
        /// Only pieces for which this holds.
        filter: String = String::new(),
        /// Only pieces within the range.
        restrict_range: bool = false,
        /// The range.
        range: i32 = 1,
        /// The range is a fixed number.
        fixed_range: bool = true,
        /// Else the property that holds it.
        range_property: String = String::new(),
        /// How many cards of a deck: -1 for all.
        select_from_deck: String = String::from("-1"),
        /// Where to look for pieces, as written.
        target: String = String::new(),
        /// Menu text to forget some.
        clear_matching_command: String = String::new(),
        /// Its key.
        clear_matching_key: KeyStroke = KeyStroke::None,
        /// Which.
        clear_matching_filter: String = String::new(),
        /// What it does to them.
        on_attach: String = String::new(),
        /// What it does to them.
        on_detach: String = String::new(),
        /// What it does first.
        before_attach: String = String::new(),
        /// May attach itself.
        allow_self: bool = false,
        /// Attaches mutually.
        automatic: bool = true,
    }
}

/// The pieces it holds, by id.
pub fn held(state: &str) -> Vec<String> {
    split(';', state).skip(1).map(std::borrow::Cow::into_owned).collect()
}

impl Named for Attachment {}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<Attachment>(
            r"attach;A;;Attach;65,130;Clear;;;false;1;true;;-1;;;;;nothing;nothing;clear;false;true",
        );
    }
}
