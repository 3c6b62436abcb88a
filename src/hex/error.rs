//! What can be wrong with a grid or a hex id, in words for the map's author.

use super::numbering::HexId;
use super::spec::{MAX_LINES, MAX_NUMBER};
use std::fmt;

/// Why a grid cannot be built: every problem found, not only the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridError {
    /// The problems, never empty.
    pub problems: Vec<GridProblem>,
}

/// One thing wrong with the description of a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GridProblem {
    /// No columns, no rows, or a kind of line without hexes.
    Empty {
        /// Which count it is: `columns`, `rows`, …
        what: &'static str,
        /// The count given.
        count: i32,
    },
    /// More columns or rows than [`MAX_LINES`].
    TooLarge {
        /// Which count it is.
        what: &'static str,
        /// The count given.
        count: i32,
    },
    /// A column or row number is negative or beyond [`MAX_NUMBER`].
    NumberOutOfRange {
        /// `column` or `row`.
        what: &'static str,
        /// The number.
        number: i32,
    },
    /// A number below 1 has no letter.
    NoLetter {
        /// `column` or `row`.
        what: &'static str,
        /// The number.
        number: i32,
    },
    /// A number has more digits than the ids leave room for.
    TooManyDigits {
        /// `column` or `row`.
        what: &'static str,
        /// The number.
        number: i32,
        /// The digits there is room for.
        width: u8,
    },
    /// A number is padded to no digits or to absurdly many.
    Width {
        /// `column` or `row`.
        what: &'static str,
        /// The width given.
        width: u8,
    },
    /// Letters next to letters: nobody can tell where the column ends.
    LettersTwice,
    /// The separator could be taken for part of a number or would not be seen.
    Separator(char),
    /// The prefix is empty, too long, or has characters that cannot be typed in an id.
    Prefix(String),
    /// With its prefix, the id of one hex reads as that of another.
    PrefixAmbiguous {
        /// The prefix.
        prefix: String,
        /// The label that reads two ways.
        label: String,
    },
    /// The longest id does not fit a [`HexId`].
    IdTooLong,
    /// The map is so narrow that both halves of a hex would be cut off.
    NothingLeft {
        /// `left and right` or `top and bottom`.
        edges: &'static str,
    },
    /// The hex size is not a positive number, or the origin is not finite.
    Layout,
}

impl fmt::Display for GridProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty { what, count } => {
                write!(f, "the map has {count} {what}; it needs at least 1")
            }
            Self::TooLarge { what, count } => {
                write!(f, "the map has {count} {what}; the most is {MAX_LINES}")
            }
            Self::NumberOutOfRange { what, number } => {
                write!(
                    f,
                    "{what} number {number} is out of range; numbers run from 0 to {MAX_NUMBER}"
                )
            }
            Self::NoLetter { what, number } => {
                write!(f, "{what} {number} has no letter; lettered {what}s start at 1, which is A")
            }
            Self::TooManyDigits { what, number, width } => write!(
                f,
                "{what} {number} does not fit in {width} digits; give {what}s more digits, or set a separator"
            ),
            Self::Width { what, width } => {
                write!(f, "{what} numbers cannot be padded to {width} digits; use 1 to 6")
            }
            Self::LettersTwice => write!(
                f,
                "columns and rows are both letters, so ids are ambiguous; set a separator"
            ),
            Self::Separator(c) => write!(
                f,
                "{c:?} cannot separate column and row; use a punctuation mark such as '.' or '-'"
            ),
            Self::Prefix(prefix) => write!(
                f,
                "{prefix:?} cannot be a prefix; use 1 to 8 letters, digits or punctuation marks"
            ),
            Self::PrefixAmbiguous { prefix, label } => write!(
                f,
                "with prefix {prefix:?}, {prefix}{label} could also be an id without it; choose another prefix, e.g. a small letter"
            ),
            Self::IdTooLong => write!(
                f,
                "the longest hex id has more than {} characters; shorten the prefix or the padding",
                HexId::CAPACITY
            ),
            Self::NothingLeft { edges } => write!(
                f,
                "the {edges} edges cut away both halves of the same hexes; make the map larger or cut one edge only"
            ),
            Self::Layout => {
                write!(f, "the hex size must be a positive number and the origin a finite point")
            }
        }
    }
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.problems.iter().enumerate() {
            let gap = if i == 0 { "" } else { "; " };
            write!(f, "{gap}{problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for GridError {}

/// Why a text names no hex of the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HexIdError {
    /// The text is not written in the map's numbering scheme.
    NotAnId {
        /// The text, shortened if very long.
        text: String,
        /// The lowest id of the map, as an example.
        first: HexId,
        /// The highest id of the map.
        last: HexId,
    },
    /// The text is well written, but the map has no such hex.
    OffMap {
        /// The text.
        text: String,
        /// The lowest id of the map.
        first: HexId,
        /// The highest id of the map.
        last: HexId,
    },
}

impl fmt::Display for HexIdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAnId { text, first, last } => {
                write!(f, "{text:?} is not a hex id of this map; its ids look like {first}…{last}")
            }
            Self::OffMap { text, first, last } => {
                write!(f, "hex {text} is off the map, which runs {first}…{last}")
            }
        }
    }
}

impl std::error::Error for HexIdError {}
