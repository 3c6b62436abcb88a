//! A menu command per place.

use super::fields::KeyStroke;
use super::{Named, record};

record! {
    /// A menu command per place.
    LocationCommand = "locCommand;" {
        /// The designer's note.
        description: String = String::new(),
        /// Which kind of place.
        locations: String = String::new(),
        /// Only pieces for which this holds.
        filter: String = String::new(),
        /// What each says.
        menu_text: String = String::new(),
        /// The key sent.
        key: KeyStroke = KeyStroke::None,
        /// Only of this map.
        current_map: bool = true,
        /// Their order.
        sort: String = String::new(),
        /// From small to large.
        ascending: bool = true,
        /// As numbers.
        numeric: bool = false,
    }
}

impl Named for LocationCommand {}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<LocationCommand>(r"locCommand;;R;;Go $LocationName$;71,130;true;;true;false");
    }
}
