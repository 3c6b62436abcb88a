//! Hides or disables menu commands.

use super::fields::KeyStrokes;
use super::{Named, record};

record! {
    /// Hides or disables menu commands.
    RestrictCommands = "hideCmd;" {
        /// Its name.
        name: String = String::new(),
        /// Hide or Disable.
        action: String = String::from("Hide"),
        /// Only if this holds.
        filter: String = String::new(),
        /// The keys of those commands.
        keys: KeyStrokes = KeyStrokes::default(),
    }
}

impl Named for RestrictCommands {}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<RestrictCommands>(r"hideCmd;no;Hide;;70\,130");
    }
}
