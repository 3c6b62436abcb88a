//! Carries other pieces along.

use super::{Named, record};
use crate::vassal::sequence::split;

record! {
    /// Carries other pieces along.
    Mat = "mat;" {
        /// Its name.
        name: String = String::new(),
        /// The designer's note.
        description: String = String::new(),
    }
}

/// The pieces it holds, by id.
pub fn held(state: &str) -> Vec<String> {
    split(';', state).skip(1).map(std::borrow::Cow::into_owned).collect()
}

impl Named for Mat {}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<Mat>(r"mat;Ship;");
    }
}
