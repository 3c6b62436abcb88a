//! A shape to click on that is no rectangle.

use super::fields::Decimal;
use super::{Named, record};

record! {
    /// A shape to click on that is no rectangle.
    NonRectangular = "nonRect2;" {
        /// Size of the shape.
        scale: Decimal = Decimal(1.0),
        /// The outline, as written.
        shape: String = String::new(),
    }
}

impl Named for NonRectangular {}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<NonRectangular>(r"nonRect2;1.0;m,0,0,l,1,1,c");
    }
}
