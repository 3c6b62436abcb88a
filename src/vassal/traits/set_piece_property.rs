//! Sets properties of other pieces.

use super::{Named, record};

record! {
    /// Sets properties of other pieces.
    SetPieceProperty = "setpieceprop;" {
        /// The property.
        name: String = String::new(),
        /// Numeric, least, most, wraps around.
        constraints: String = String::new(),
        /// Menu commands that set it, as written.
        commands: String = String::new(),
        /// The designer's note.
        description: String = String::new(),
        /// Where to look for pieces, as written.
        target: String = String::new(),
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
    }
}

impl Named for SetPieceProperty {}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<SetPieceProperty>(
            r"setpieceprop;Fuel;true,0,9,false;Fill:86\,130:P\,9;;MAP;;false;1;true;;-1",
        );
    }
}
