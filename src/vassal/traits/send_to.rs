//! Moves the piece to a place.

use super::fields::KeyStroke;
use super::{Named, record};
use crate::vassal::sequence::split;

record! {
    /// Moves the piece to a place.
    SendTo = "sendto;" {
        /// Menu text.
        command: String = String::new(),
        /// Its key.
        key: KeyStroke = KeyStroke::None,
        /// The map.
        map: String = String::new(),
        /// The board.
        board: String = String::new(),
        /// Pixels from the left.
        x: String = String::from("0"),
        /// Pixels from the top.
        y: String = String::from("0"),
        /// Menu text to go back.
        back_command: String = String::new(),
        /// Its key.
        back_key: KeyStroke = KeyStroke::None,
        /// Times the offset.
        x_index: String = String::from("0"),
        /// Times the offset.
        y_index: String = String::from("0"),
        /// Pixels.
        x_offset: String = String::from("1"),
        /// Pixels.
        y_offset: String = String::from("1"),
        /// The designer's note.
        description: String = String::new(),
        /// Which kind of place: L G Z R A.
        destination: String = String::from("L"),
        /// The zone.
        zone: String = String::new(),
        /// The region.
        region: String = String::new(),
        /// The piece to join.
        filter: String = String::new(),
        /// The hex.
        grid_location: String = String::new(),
    }
}

/// Where a piece goes back to: map and pixel, if it was ever sent.
pub fn way_back(state: &str) -> Option<(String, i32, i32)> {
    let mut fields = split(';', state);
    let map = fields.text().into_owned();
    let x = fields.text().parse().ok()?;
    let y = fields.text().parse().ok()?;
    Some((map, x, y))
}

impl Named for SendTo {}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<SendTo>(r"sendto;Send;83,130;Main Map;;0;0;Back;;0;0;1;1;;G;;;;0305");
    }
}
