//! Stands for the traits of a prototype definition.

use super::{Named, record};

record! {
    /// Stands for the traits of a prototype definition.
    UsePrototype = "prototype;" {
        /// The prototype.
        name: String = String::new(),
        /// Parameters for prototypes, as written.
        parameters: String = String::new(),
    }
}

impl Named for UsePrototype {}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<UsePrototype>(r"prototype;Unit;");
    }
}
