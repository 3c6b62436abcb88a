//! What is printed on the two sides of a counter: rows of the sheet it was typed in.

use std::fmt;
use std::sync::Arc;

/// The cells of a counter sheet, and which of its columns are printed on which side.
///
/// Sheets have thousands of rows: their cells stand in one text, and a [`Face`] is a row of it.
#[derive(Debug, Default)]
pub struct Cells {
    front: Vec<ValueColumn>,
    back: Vec<ValueColumn>,
    width: usize,
    text: String,
    /// Where each cell ends in the text, row by row.
    ends: Vec<u32>,
}

/// A column that is a value of the counter.
#[derive(Debug)]
pub struct ValueColumn {
    /// Its name on the counter: `attack`, for `back_attack` too.
    pub name: String,
    /// Its place in the row.
    pub index: usize,
    /// The column of the back that is printed there instead, where it has a value.
    pub overridden_by: Option<usize>,
}

impl Cells {
    /// An empty sheet with rows of so many cells; its front and what only its back has.
    pub fn new(width: usize, front: Vec<ValueColumn>, back: Vec<ValueColumn>) -> Self {
        Cells { front, back, width, ..Cells::default() }
    }

    /// Makes room for rows of so many bytes in all.
    pub fn reserve(&mut self, rows: usize, bytes: usize) {
        self.text.reserve(bytes);
        self.ends.reserve(rows * self.width);
    }

    /// Adds a row; of one that is too long or too short nothing is lost or mixed up but its own end.
    pub fn push<'c>(&mut self, cells: impl Iterator<Item = &'c str>) {
        let before = self.ends.len();
        for cell in cells.take(self.width) {
            self.text.push_str(cell);
            self.ends.push(u32::try_from(self.text.len()).unwrap_or(u32::MAX));
        }
        self.ends.resize(before + self.width, u32::try_from(self.text.len()).unwrap_or(u32::MAX));
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.ends.len().checked_div(self.width).unwrap_or(0)
    }

    /// How many cells a row has.
    pub fn width(&self) -> usize {
        self.width
    }

    /// A cell; empty when there is none.
    pub fn cell(&self, row: usize, index: usize) -> &str {
        if index >= self.width {
            return "";
        }
        let nth = row * self.width + index;
        let end = |nth: usize| self.ends.get(nth).map_or(0, |end| *end as usize);
        let start = nth.checked_sub(1).map_or(0, end);
        self.text.get(start..end(nth)).unwrap_or_default()
    }

    /// Whether the back has values of its own in a row.
    pub fn has_own_back(&self, row: usize) -> bool {
        self.back.iter().any(|column| !self.cell(row, column.index).is_empty())
    }
}

/// One side of a counter: what fills the template's placeholders.
#[derive(Clone, Default)]
pub struct Face {
    cells: Arc<Cells>,
    row: u32,
    side: Side,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Side {
    #[default]
    Front,
    Back,
}

impl Face {
    /// A face with these columns and values, in order.
    pub fn new<Name: Into<String>, Value: AsRef<str>>(
        values: impl IntoIterator<Item = (Name, Value)>,
    ) -> Self {
        let (names, values): (Vec<String>, Vec<Value>) =
            values.into_iter().map(|(name, value)| (name.into(), value)).unzip();
        let column = |(index, name)| ValueColumn { name, index, overridden_by: None };
        let columns = names.into_iter().enumerate().map(column).collect();
        let mut cells = Cells::new(values.len(), columns, Vec::new());
        cells.push(values.iter().map(AsRef::as_ref));
        Face { cells: Arc::new(cells), row: 0, side: Side::Front }
    }

    /// The front and the back of a row; the back has the values of the front where it has none
    /// of its own.
    pub fn of_row(cells: &Arc<Cells>, row: usize) -> (Self, Self) {
        let row = u32::try_from(row).unwrap_or(u32::MAX);
        let face = |side| Face { cells: Arc::clone(cells), row, side };
        (face(Side::Front), face(Side::Back))
    }

    /// The value of a column; `None` when the column is absent or empty.
    pub fn value(&self, column: &str) -> Option<&str> {
        self.values().find(|(name, _)| *name == column).map(|(_, value)| value)
    }

    /// All columns that have a value, in the order of the sheet.
    pub fn values(&self) -> impl Iterator<Item = (&str, &str)> {
        let cell = |index| self.cells.cell(self.row as usize, index);
        let front = self.cells.front.iter().filter(move |column| {
            self.side == Side::Front || column.overridden_by.is_none_or(|own| cell(own).is_empty())
        });
        let back = self.cells.back.iter().filter(|_| self.side == Side::Back);
        front
            .chain(back)
            .map(move |column| (column.name.as_str(), cell(column.index)))
            .filter(|(_, value)| !value.is_empty())
    }
}

impl fmt::Debug for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.values()).finish()
    }
}

impl PartialEq for Face {
    fn eq(&self, other: &Self) -> bool {
        self.values().eq(other.values())
    }
}

impl Eq for Face {}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(name: &str, index: usize, overridden_by: Option<usize>) -> ValueColumn {
        ValueColumn { name: name.to_owned(), index, overridden_by }
    }

    #[test]
    fn the_back_has_the_fronts_values_unless_it_has_its_own() {
        // id, attack, movement, back_attack
        let front = vec![column("attack", 1, Some(3)), column("movement", 2, None)];
        let mut cells = Cells::new(4, front, vec![column("attack", 3, None)]);
        cells.push(["a", "5", "4", "2"].into_iter());
        cells.push(["b", "3", "", ""].into_iter());
        let cells = Arc::new(cells);
        let (front, back) = Face::of_row(&cells, 0);
        assert_eq!((front.value("attack"), back.value("attack")), (Some("5"), Some("2")));
        assert_eq!((front.value("movement"), back.value("movement")), (Some("4"), Some("4")));
        assert_eq!((cells.has_own_back(0), cells.has_own_back(1)), (true, false));
        let (front, back) = Face::of_row(&cells, 1);
        assert_eq!(front, back);
        assert_eq!(back.values().collect::<Vec<_>>(), [("attack", "3")]);
    }

    #[test]
    fn rows_of_the_wrong_length_do_not_shift_those_after_them() {
        let mut cells = Cells::new(2, vec![column("a", 0, None), column("b", 1, None)], vec![]);
        cells.push(["1"].into_iter());
        cells.push(["2", "3", "4"].into_iter());
        cells.push(["5", "6"].into_iter());
        assert_eq!([0, 1, 2].map(|row| cells.cell(row, 1)), ["", "3", "6"]);
        assert_eq!((cells.cell(1, 2), cells.cell(3, 0)), ("", ""));
    }
}
