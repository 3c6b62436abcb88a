//! Movement points: exact fractions, because ½ and ⅓ occur on the same road.

use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedMul, Zero};
use std::fmt;
use std::ops::{Add, Mul, Sub};
use std::str::FromStr;

/// An exact number of movement points.
///
/// ```
/// use hexwright::model::MovementPoints;
/// let road: MovementPoints = "1/3".parse()?;
/// let hill: MovementPoints = "1 1/2".parse()?;
/// assert_eq!((road + hill).to_string(), "1 5/6");
/// # Ok::<(), hexwright::model::ParsePointsError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MovementPoints(Ratio<i64>);

impl MovementPoints {
    /// No points at all.
    pub const ZERO: MovementPoints = MovementPoints(Ratio::new_raw(0, 1));
    /// One point.
    pub const ONE: MovementPoints = MovementPoints(Ratio::new_raw(1, 1));

    /// A whole number of points.
    pub fn whole(points: i32) -> Self {
        MovementPoints(Ratio::from_integer(i64::from(points)))
    }

    /// `numerator / denominator` points; `None` when the denominator is zero.
    pub fn fraction(numerator: i32, denominator: i32) -> Option<Self> {
        (denominator != 0)
            .then(|| MovementPoints(Ratio::new(i64::from(numerator), i64::from(denominator))))
    }

    /// Numerator and denominator in lowest terms.
    pub fn parts(self) -> (i64, i64) {
        (*self.0.numer(), *self.0.denom())
    }

    /// The nearest floating-point number, for drawing only.
    pub fn to_f64(self) -> f64 {
        *self.0.numer() as f64 / *self.0.denom() as f64
    }

    /// The sum, unless it leaves the range of exact numbers.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        self.0.checked_add(&other.0).map(MovementPoints)
    }

    /// The product, unless it leaves the range of exact numbers.
    pub fn checked_mul(self, other: Self) -> Option<Self> {
        self.0.checked_mul(&other.0).map(MovementPoints)
    }

    /// Whether this is zero.
    pub fn is_zero(self) -> bool {
        self.0.is_zero()
    }
}

impl Add for MovementPoints {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        MovementPoints(self.0 + other.0)
    }
}

impl Sub for MovementPoints {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        MovementPoints(self.0 - other.0)
    }
}

impl Mul for MovementPoints {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        MovementPoints(self.0 * other.0)
    }
}

impl fmt::Display for MovementPoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = self.0.trunc().to_integer();
        let rest = self.0.fract();
        match (whole, rest.is_zero()) {
            (_, true) => write!(f, "{whole}"),
            (0, false) => write!(f, "{}/{}", rest.numer(), rest.denom()),
            (_, false) => write!(f, "{whole} {}/{}", rest.numer().abs(), rest.denom()),
        }
    }
}

/// Why a text is not a number of movement points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParsePointsError(String);

impl fmt::Display for ParsePointsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a number of points; write 2, 1/2 or 1 1/2", self.0)
    }
}

impl std::error::Error for ParsePointsError {}

/// One-character fractions that rulebooks print.
const VULGAR: [(char, i64, i64); 9] = [
    ('½', 1, 2),
    ('⅓', 1, 3),
    ('⅔', 2, 3),
    ('¼', 1, 4),
    ('¾', 3, 4),
    ('⅕', 1, 5),
    ('⅙', 1, 6),
    ('⅚', 5, 6),
    ('⅛', 1, 8),
];

/// Larger parts than this are typing mistakes, and would let later sums overflow.
const LARGEST_PART: i64 = 1_000_000;

/// Rulebooks divide by up to twelve. Sums of such fractions have a common denominator of
/// at most 27,720, so that no sum of typed values can overflow.
const LARGEST_DENOMINATOR: i64 = 12;

impl FromStr for MovementPoints {
    type Err = ParsePointsError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bad = || ParsePointsError(text.to_owned());
        let integer = |part: &str| {
            let number: i64 = part.parse().map_err(|_| bad())?;
            if number.abs() <= LARGEST_PART { Ok(number) } else { Err(bad()) }
        };
        let fraction = |part: &str| match part.split_once('/') {
            Some((top, bottom)) => {
                let (top, bottom) = (integer(top.trim())?, integer(bottom.trim())?);
                if (1..=LARGEST_DENOMINATOR).contains(&bottom) {
                    Ok(Ratio::new(top, bottom))
                } else {
                    Err(bad())
                }
            }
            None => integer(part).map(Ratio::from_integer),
        };
        let text = text.trim();
        if let Some((glyph, top, bottom)) = VULGAR.iter().find(|(glyph, ..)| text.ends_with(*glyph))
        {
            let whole = text.trim_end_matches(*glyph).trim();
            let whole = if whole.is_empty() { 0 } else { integer(whole)? };
            return Ok(MovementPoints(Ratio::from_integer(whole) + Ratio::new(*top, *bottom)));
        }
        match text.split_once(' ') {
            Some((whole, part)) if part.contains('/') => {
                Ok(MovementPoints(Ratio::from_integer(integer(whole)?) + fraction(part)?))
            }
            Some(_) => Err(bad()),
            None => fraction(text).map(MovementPoints),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_read_as_rulebooks_print_them_and_stay_exact() {
        for (text, shown) in [
            ("2", "2"),
            ("1/2", "1/2"),
            ("2 1/3", "2 1/3"),
            ("1½", "1 1/2"),
            ("⅓", "1/3"),
            ("3/2", "1 1/2"),
        ] {
            let points: MovementPoints = text.parse().unwrap();
            assert_eq!(points.to_string(), shown);
        }
        let third: MovementPoints = "1/3".parse().unwrap();
        assert_eq!(third + third + third, MovementPoints::ONE);
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in ["", "one", "1/0", "1.5", "1 2", "9999999999", "1/2/3", "1/13"] {
            assert!(text.parse::<MovementPoints>().is_err(), "{text}");
        }
    }
}
