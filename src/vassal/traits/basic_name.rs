//! Another name for the piece.

use super::{Named, record};

record! {
    /// Another name for the piece.
    BasicName = "basicName;" {
        /// Its name.
        name: String = String::new(),
    }
}

impl Named for BasicName {}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<BasicName>(r"basicName;Tiger");
    }
}
