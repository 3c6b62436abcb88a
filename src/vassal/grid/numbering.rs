//! How columns and rows become the name of a hex or square.

use crate::vassal::build::Element;
use crate::vassal::sequence::split;

/// How one direction is counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Axis {
    /// Letters instead of numbers: A to Z, then AA, BB.
    pub letters: bool,
    /// Zeros in front: 1 makes two digits.
    pub leading: u32,
    /// Added to the index.
    pub offset: i32,
    /// Counted from the far edge.
    pub descending: bool,
}

impl Axis {
    fn of(element: &Element, side: char) -> Self {
        Axis {
            letters: element.get(&format!("{side}Type")).is_some_and(|kind| kind.starts_with('A')),
            leading: element.number(&format!("{side}Leading"), 1).clamp(0, 9),
            offset: element.number(&format!("{side}Off"), 1),
            descending: element.flag(&format!("{side}Descend"), false),
        }
    }

    /// The name of an index.
    ///
    /// ```
    /// use hexwright::vassal::grid::Axis;
    /// let axis = Axis { letters: false, leading: 1, offset: 1, descending: false };
    /// assert_eq!(axis.name(4), "05");
    /// ```
    pub fn name(&self, index: i32) -> String {
        let number = i64::from(index) + i64::from(self.offset);
        let sign = if number < 0 { "-" } else { "" };
        let number = number.unsigned_abs();
        if !self.letters {
            let width = self.leading as usize + 1;
            return format!("{sign}{number:0width$}");
        }
        // One letter, repeated once more for every full alphabet before it. A
        // real map has a few; absurd numbers are not worth millions of letters.
        let letter = char::from(b'A' + u8::try_from(number % 26).unwrap_or(0));
        let repeats = usize::try_from(number / 26).unwrap_or(usize::MAX).min(100) + 1;
        format!("{sign}{}", letter.to_string().repeat(repeats))
    }
}

/// The numbering of a hex or square grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numbering {
    /// The column comes first in the name.
    pub column_first: bool,
    /// Between column and row.
    pub separator: String,
    /// Columns.
    pub horizontal: Axis,
    /// Rows.
    pub vertical: Axis,
    /// Odd columns count one row further.
    pub stagger: bool,
    /// What surrounds the name.
    pub format: String,
}

impl Numbering {
    /// Reads the numbering component.
    pub fn of(element: &Element) -> Self {
        Numbering {
            column_first: element.get("first").is_none_or(|first| first.starts_with('H')),
            separator: element.get("sep").unwrap_or_default().to_owned(),
            horizontal: Axis::of(element, 'h'),
            vertical: Axis::of(element, 'v'),
            stagger: element.flag("stagger", false),
            format: element.get("locationFormat").unwrap_or("$gridLocation$").to_owned(),
        }
    }

    /// The name of a column and row, counted from zero.
    pub fn name(&self, column: i32, row: i32) -> String {
        let column = self.horizontal.name(column);
        let row = self.vertical.name(row);
        let both = if self.column_first {
            format!("{column}{}{row}", self.separator)
        } else {
            format!("{row}{}{column}", self.separator)
        };
        fill(&self.format, &[("gridLocation", &both), ("row", &row), ("column", &column)])
    }
}

/// Fills the `$name$` places of a format as VASSAL does: once, so that values holding
/// `$` are safe, and without the blanks at the ends of the format. A name that
/// nobody knows stands for nothing.
pub fn fill(format: &str, values: &[(&str, &str)]) -> String {
    if !format.contains('$') {
        return if format.trim().is_empty() { String::new() } else { format.to_owned() };
    }
    let mut filled = String::with_capacity(format.len());
    let mut tokens = split('$', format.trim()).enumerate().peekable();
    while let Some((nth, token)) = tokens.next() {
        // Every second token is a name, but for the last: its `$` was never closed.
        let name = nth % 2 == 1 && tokens.peek().is_some();
        if !name {
            filled.push_str(&token);
        } else if let Some((_, value)) = values.iter().find(|(known, _)| *known == token) {
            filled.push_str(value);
        }
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_repeat_after_z() {
        let axis = Axis { letters: true, leading: 1, offset: 0, descending: false };
        assert_eq!(
            [0, 25, 26, 27, 52].map(|index| axis.name(index)),
            ["A", "Z", "AA", "BB", "AAA"]
        );
    }

    #[test]
    fn numbers_are_padded_and_signed() {
        let axis = Axis { letters: false, leading: 2, offset: 0, descending: false };
        assert_eq!(
            [5, 123, 1234, -7].map(|index| axis.name(index)),
            ["005", "123", "1234", "-007"]
        );
    }

    #[test]
    fn formats_are_filled_once_and_trimmed() {
        let values = [("a", "$b$"), ("b", "2"), ("none", "")];
        assert_eq!(fill("$a$-$b$", &values), "$b$-2");
        assert_eq!(fill(" · $b$ $none$", &values), "· 2 ");
        assert_eq!(fill("$c$ costs 5$", &values), " costs 5");
        assert_eq!(fill(" plain ", &values), " plain ");
        assert_eq!(fill("  ", &values), "");
    }
}
