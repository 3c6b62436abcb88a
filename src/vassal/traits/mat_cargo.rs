//! Is carried by a mat.

use super::fields::KeyStroke;
use super::{Named, record};

record! {
    /// Is carried by a mat.
    MatCargo = "matPiece;" {
        /// The designer's note.
        description: String = String::new(),
        /// Turns with the mat.
        keeps_facing: bool = true,
        /// How far from the mat it still belongs.
        x: i32 = 0,
        /// The same, down.
        y: i32 = 0,
        /// Key sent when it joins a mat.
        find_key: KeyStroke = KeyStroke::None,
        /// Key sent when it leaves.
        detach_key: KeyStroke = KeyStroke::None,
    }
}

/// The mat it is on, by id.
pub fn carrier(state: &str) -> Option<&str> {
    (state != "noMat" && !state.is_empty()).then_some(state)
}

impl Named for MatCargo {}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<MatCargo>(r"matPiece;;true;0;0;;");
    }
}
