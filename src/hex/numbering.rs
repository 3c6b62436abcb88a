//! How a map writes a hex id from its column and row number.

use super::letters::Letters;
use std::fmt::{self, Write};

/// How the numbers along one axis are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Labels {
    /// Decimal digits, zero-padded to `width` (1 means no padding).
    Number {
        /// Least number of digits.
        width: u8,
    },
    /// Capital letters; number 1 is `A`.
    Letters(Letters),
}

/// Whether ids name the column or the row first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IdOrder {
    /// `CCRR`
    ColumnRow,
    /// `RRCC`
    RowColumn,
}

/// A numbering scheme: how column and row become the printed id.
///
/// Ids without a separator must say by themselves where the column ends: either
/// one part is letters, or both are digits of fixed width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Numbering {
    /// How column numbers are written.
    pub columns: Labels,
    /// How row numbers are written.
    pub rows: Labels,
    /// Which of the two comes first.
    pub order: IdOrder,
    /// What stands between the two, as in `12.7`.
    pub separator: Option<char>,
}

impl Numbering {
    /// `0101`: two digits of column, two of row.
    pub const CCRR: Self = Self::digits(2, 2);

    /// `A1`, `AA10`: letter columns as on ASL boards.
    pub const ASL: Self = Self {
        columns: Labels::Letters(Letters::Doubled),
        rows: Labels::Number { width: 1 },
        order: IdOrder::ColumnRow,
        separator: None,
    };

    /// Digits padded to fixed widths, without separator.
    pub const fn digits(column_width: u8, row_width: u8) -> Self {
        Self {
            columns: Labels::Number { width: column_width },
            rows: Labels::Number { width: row_width },
            order: IdOrder::ColumnRow,
            separator: None,
        }
    }

    /// Unpadded digits with a separator: `12.7`, `3-14`.
    pub const fn separated(separator: char) -> Self {
        Self {
            columns: Labels::Number { width: 1 },
            rows: Labels::Number { width: 1 },
            order: IdOrder::ColumnRow,
            separator: Some(separator),
        }
    }

    /// The same scheme with the row first.
    pub const fn row_first(self) -> Self {
        Self { order: IdOrder::RowColumn, ..self }
    }

    /// The labels of the part that comes first, then of the other.
    pub(super) const fn parts(&self) -> [Labels; 2] {
        match self.order {
            IdOrder::ColumnRow => [self.columns, self.rows],
            IdOrder::RowColumn => [self.rows, self.columns],
        }
    }

    /// Puts a column and a row, or what belongs to them, in the order of the id.
    /// Doing it twice puts them back.
    pub(super) fn ordered<T>(&self, column: T, row: T) -> (T, T) {
        match self.order {
            IdOrder::ColumnRow => (column, row),
            IdOrder::RowColumn => (row, column),
        }
    }

    /// Writes the id of a column and row number, without any prefix.
    pub fn write(&self, column: i32, row: i32, out: &mut impl Write) -> fmt::Result {
        let (first, second) = self.ordered(column, row);
        let [labels, other] = self.parts();
        labels.write(first, out)?;
        if let Some(separator) = self.separator {
            out.write_char(separator)?;
        }
        other.write(second, out)
    }

    /// Reads an id without prefix into (column, row), whether or not such a hex
    /// exists. Padding is optional wherever the id stays unambiguous without it.
    ///
    /// ```
    /// use hexwright::hex::Numbering;
    ///
    /// assert_eq!(Numbering::CCRR.read("0412"), Some((4, 12)));
    /// assert_eq!(Numbering::CCRR.read("412"), None);
    /// assert_eq!(Numbering::separated('.').read("12.7"), Some((12, 7)));
    /// assert_eq!(Numbering::ASL.read("GG10"), Some((33, 10)));
    /// ```
    pub fn read(&self, text: &str) -> Option<(i32, i32)> {
        let parts = self.parts();
        let (first, second) = match (self.separator, parts) {
            (Some(separator), _) => text.split_once(separator)?,
            (None, [Labels::Number { width: a }, Labels::Number { width: b }]) => {
                if text.len() != usize::from(a) + usize::from(b) {
                    return None;
                }
                text.split_at_checked(usize::from(a))?
            }
            (None, [Labels::Letters(_), _]) => {
                text.split_at_checked(text.find(|c: char| c.is_ascii_digit())?)?
            }
            (None, [Labels::Number { .. }, Labels::Letters(_)]) => {
                text.split_at_checked(text.find(|c: char| !c.is_ascii_digit())?)?
            }
        };
        Some(self.ordered(parts[0].read(first)?, parts[1].read(second)?))
    }
}

impl Labels {
    /// Writes one number.
    pub(super) fn write(self, number: i32, out: &mut impl Write) -> fmt::Result {
        match self {
            Self::Number { width } => write!(out, "{number:0width$}", width = usize::from(width)),
            Self::Letters(letters) => letters.write(number, out),
        }
    }

    /// Reads one number.
    pub(super) fn read(self, text: &str) -> Option<i32> {
        match self {
            Self::Number { .. } => {
                let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
                (digits && text.len() <= 9).then(|| text.parse().ok())?
            }
            Self::Letters(letters) => letters.number(text),
        }
    }
}

/// A printed hex id: a short text kept inline, so that naming hexes costs no
/// allocation.
///
/// ```
/// use hexwright::hex::{Grid, GridSpec};
///
/// let board = Grid::new(GridSpec::asl_board("x"))?;
/// let id = board.id(board.parse("K2")?).ok_or("off the board")?;
/// assert_eq!(id, *"xK2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HexId {
    // The text comes before the length so that the derived order is that of the text.
    text: [u8; HexId::CAPACITY],
    length: u8,
}

impl HexId {
    /// Most bytes an id can have.
    pub const CAPACITY: usize = 23;

    /// An empty id, to be written into.
    pub(super) const fn empty() -> Self {
        Self { text: [0; Self::CAPACITY], length: 0 }
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        let bytes = self.text.get(..usize::from(self.length)).unwrap_or_default();
        // Only whole `str`s are ever written in, so this never falls back.
        std::str::from_utf8(bytes).unwrap_or_default()
    }
}

impl Write for HexId {
    fn write_str(&mut self, more: &str) -> fmt::Result {
        let start = usize::from(self.length);
        let end = start + more.len();
        self.text.get_mut(start..end).ok_or(fmt::Error)?.copy_from_slice(more.as_bytes());
        self.length = u8::try_from(end).map_err(|_| fmt::Error)?;
        Ok(())
    }
}

impl fmt::Display for HexId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for HexId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl AsRef<str> for HexId {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl PartialEq<str> for HexId {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(numbering: Numbering, column: i32, row: i32) -> String {
        let mut out = String::new();
        numbering.write(column, row, &mut out).unwrap();
        out
    }

    #[test]
    fn ids_are_written_in_their_scheme() {
        assert_eq!(written(Numbering::CCRR, 4, 12), "0412");
        assert_eq!(written(Numbering::CCRR.row_first(), 4, 12), "1204");
        assert_eq!(written(Numbering::digits(3, 2), 4, 12), "00412");
        assert_eq!(written(Numbering::separated('.'), 12, 7), "12.7");
        assert_eq!(written(Numbering::separated('-'), 3, 14), "3-14");
        assert_eq!(written(Numbering::ASL, 33, 10), "GG10");
        assert_eq!(written(Numbering::ASL.row_first(), 33, 10), "10GG");
    }

    #[test]
    fn row_first_ids_read_back_as_column_and_row() {
        assert_eq!(Numbering::CCRR.row_first().read("1204"), Some((4, 12)));
        assert_eq!(Numbering::ASL.row_first().read("10GG"), Some((33, 10)));
    }

    #[test]
    fn text_that_is_no_id_is_refused() {
        for text in ["", "01", "010101", "01O1", "+101", "-101", "0 01", "é01", "01é"] {
            assert_eq!(Numbering::CCRR.read(text), None, "{text}");
        }
        for text in ["", "A", "10", "A-1", "1A", "AB1", "a1", "A1x", "A9999999999"] {
            assert_eq!(Numbering::ASL.read(text), None, "{text}");
        }
        for text in ["12", "12.", ".7", "1.2.3", "12,7"] {
            assert_eq!(Numbering::separated('.').read(text), None, "{text}");
        }
    }

    #[test]
    fn an_id_takes_what_fits_and_no_more() {
        let mut id = HexId::empty();
        assert!(id.write_str(&"7".repeat(HexId::CAPACITY)).is_ok());
        assert!(id.write_str("7").is_err());
        assert_eq!(id.as_str().len(), HexId::CAPACITY);
    }
}
