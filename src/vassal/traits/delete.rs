//! Can be deleted.

use super::fields::KeyStroke;
use super::{Named, record};

record! {
    /// Can be deleted.
    Delete = "delete;" {
        /// Menu text.
        command: String = String::new(),
        /// Its key.
        key: KeyStroke = KeyStroke::None,
        /// The designer's note.
        description: String = String::new(),
    }
}

impl Named for Delete {}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<Delete>(r"delete;Delete;68,130;");
    }
}
