//! Only some sides may touch it.

use super::fields::Names;
use super::{Named, record};

record! {
    /// Only some sides may touch it.
    Restricted = "restrict;" {
        /// They.
        sides: Names = Names::default(),
        /// Only the player who placed it.
        by_player: bool = false,
        /// They may not even move it.
        movement: bool = true,
        /// The designer's note.
        description: String = String::new(),
    }
}

impl Named for Restricted {
    // The state is the owner's password and becomes no property.
}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<Restricted>(r"restrict;Red,Blue;false;true;");
    }
}
