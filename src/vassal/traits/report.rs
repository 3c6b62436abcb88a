//! Says in the chat what was done to the piece.

use super::fields::{KeyStrokes, Names};
use super::{Named, record};

record! {
    /// Says in the chat what was done to the piece.
    Report = "report;" {
        /// After which keys.
        keys: KeyStrokes = KeyStrokes::default(),
        /// What it says.
        format: String = String::new(),
        /// Keys that step back through the formats.
        down_keys: KeyStrokes = KeyStrokes::default(),
        /// Formats said in turn.
        formats: Names = Names::default(),
        /// The designer's note.
        description: String = String::new(),
        /// Said even when reports are off.
        not_suppressed: bool = false,
    }
}

impl Named for Report {}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<Report>(r"report;70\,130;$location$: $newPieceName$ flips *;;;;false");
    }
}
