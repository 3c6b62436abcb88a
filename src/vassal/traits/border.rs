//! Draws a border when a property says so.

use super::fields::Colour;
use super::{Named, record};

record! {
    /// Draws a border when a property says so.
    Border = "border;" {
        /// That property.
        property: String = String::new(),
        /// The designer's note.
        description: String = String::new(),
        /// Pixels.
        thickness: i32 = 2,
        /// The border.
        colour: Colour = Colour(None),
        /// A second one.
        second_property: String = String::new(),
        /// And or or.
        compare: String = String::new(),
    }
}

impl Named for Border {}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<Border>(r"border;Hit;;2;255,0,0;;AND");
    }
}
