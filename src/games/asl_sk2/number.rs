//! Exact fractions: movement factors and firepower come in halves, quarters and eighths.

use num_rational::Ratio;
use serde_json::Value;

/// An exact number.
pub(super) type Q = Ratio<i32>;

/// A whole number.
pub(super) fn whole(number: i32) -> Q {
    Q::from_integer(number)
}

/// One half.
pub(super) fn half() -> Q {
    Q::new(1, 2)
}

/// As people write it: `3`, `1/2`, `4 1/2`.
pub(super) fn words(number: Q) -> String {
    let (top, bottom) = (*number.numer(), *number.denom());
    match (top / bottom, (top % bottom).abs(), bottom) {
        (whole, 0, _) => whole.to_string(),
        (0, _, _) => format!("{top}/{bottom}"),
        (whole, part, bottom) => format!("{whole} {part}/{bottom}"),
    }
}

/// As a computed value.
pub(super) fn value(number: Q) -> Value {
    if number.is_integer() { Value::from(number.to_integer()) } else { Value::from(words(number)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_read_as_in_the_charts() {
        for (number, text) in [(whole(4), "4"), (half(), "1/2"), (Q::new(9, 2), "4 1/2")] {
            assert_eq!(words(number), text);
        }
    }
}
