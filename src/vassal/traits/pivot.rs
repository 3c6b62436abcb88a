//! Turns about a point.

use super::fields::{Decimal, KeyStroke};
use super::{Named, record};

record! {
    /// Turns about a point.
    Pivot = "pivot;" {
        /// Menu text.
        command: String = String::new(),
        /// Its key.
        key: KeyStroke = KeyStroke::None,
        /// Pixels to the right.
        x: i32 = 0,
        /// Pixels down.
        y: i32 = 0,
        /// By a fixed angle.
        fixed: bool = true,
        /// That angle.
        angle: Decimal = Decimal(90.0),
        /// The designer's note.
        description: String = String::new(),
        /// Menu text for another angle.
        command_two: String = String::new(),
        /// Its key.
        key_two: KeyStroke = KeyStroke::None,
        /// That angle.
        angle_two: Decimal = Decimal(270.0),
    }
}

impl Named for Pivot {}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<Pivot>(r"pivot;Pivot;80,130;0;0;true;90.0;;;;270.0");
    }
}
