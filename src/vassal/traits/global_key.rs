//! Sends a key to other pieces.

use super::fields::KeyStroke;
use super::{Named, record};

record! {
    /// Sends a key to other pieces.
    GlobalKey = "globalkey;" {
        /// Menu text.
        command: String = String::new(),
        /// Its key.
        key: KeyStroke = KeyStroke::None,
        /// The key sent.
        global_key: KeyStroke = KeyStroke::None,
        /// Only pieces for which this holds.
        filter: String = String::new(),
        /// Only pieces within the range.
        restrict_range: bool = false,
        /// The range.
        range: i32 = 1,
        /// Say what each piece did.
        report: bool = true,
        /// The range is a fixed number.
        fixed_range: bool = true,
        /// Else the property that holds it.
        range_property: String = String::new(),
        /// The designer's note.
        description: String = String::new(),
        /// How many cards of a deck: -1 for all.
        select_from_deck: String = String::from("-1"),
        /// Where to look for pieces, as written.
        target: String = String::new(),
        /// Without sounds.
        silent: bool = false,
        /// Parameters for prototypes, as written.
        parameters: String = String::new(),
    }
}

impl Named for GlobalKey {}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<GlobalKey>(r"globalkey;All;71,130;75,130;;false;1;true;true;;;-1;;false;");
    }
}
