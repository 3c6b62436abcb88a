//! A message to be translated.

use super::{Named, record};

record! {
    /// A message to be translated.
    Translatable = "locmsg;" {
        /// The property.
        name: String = String::new(),
        /// The designer's note.
        description: String = String::new(),
        /// The text.
        message: String = String::new(),
    }
}

impl Named for Translatable {}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<Translatable>(r"locmsg;hello;;Hello");
    }
}
