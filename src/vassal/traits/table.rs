//! A small table of values.

use super::fields::{KeyStroke, Names};
use super::{Named, record};

record! {
    /// A small table of values.
    Table = "table;" {
        /// Rows.
        rows: i32 = 2,
        /// Columns.
        columns: i32 = 2,
        /// Menu text.
        command: String = String::new(),
        /// Its key.
        key: KeyStroke = KeyStroke::None,
        /// The designer's note.
        description: String = String::new(),
    }
}

/// The values, row by row.
pub fn cells(state: &str) -> Vec<String> {
    Names::decode(state).0
}

impl Named for Table {}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<Table>(r"table;2;2;Show Data;83,130;");
    }
}
