//! A remark of the designer.

use super::{Named, record};

record! {
    /// A remark of the designer.
    Comment = "cmt;" {
        /// The remark.
        text: String = String::new(),
    }
}

impl Named for Comment {}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<Comment>(r"cmt;check this");
    }
}
