//! A property computed from others.

use super::{Named, record};

record! {
    /// A property computed from others.
    Calculated = "calcProp;" {
        /// The property.
        name: String = String::new(),
        /// How.
        expression: String = String::new(),
        /// The designer's note.
        description: String = String::new(),
    }
}

impl Named for Calculated {}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<Calculated>(r"calcProp;Total;{CF+MF};");
    }
}
