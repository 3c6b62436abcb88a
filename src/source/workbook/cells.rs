//! The cells of a sheet, and what a CSV of them says.

use calamine::{Data, ExcelDateTime};
use std::collections::BTreeMap;
use std::ops::Range;

/// The most cells of a sheet that hold anything.
pub(super) const MOST_CELLS: usize = 1_000_000;
/// The most columns; no counter has so many values.
const MOST_COLUMNS: u32 = 1_000;

/// What stands in the cells that are not empty, by row and column.
#[derive(Debug, Default)]
pub(super) struct Cells {
    texts: BTreeMap<(u32, u32), String>,
    failed: Vec<(u32, u32)>,
}

impl Cells {
    pub(super) fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// Puts a value into a cell.
    pub(super) fn put(&mut self, at: (u32, u32), value: &Data) -> Result<(), String> {
        let text = text_of(value);
        if text.trim().is_empty() {
            return Ok(());
        }
        if at.1 >= MOST_COLUMNS || self.texts.len() >= MOST_CELLS {
            return Err(format!("it has more than {MOST_CELLS} cells or {MOST_COLUMNS} columns"));
        }
        if matches!(value, Data::Error(_)) {
            self.failed.push(at);
        }
        self.texts.insert(at, text);
        Ok(())
    }

    /// Lines for rows, fields for columns; and where the cells stand that hold errors.
    pub(super) fn to_csv(&self) -> (String, Vec<Range<usize>>) {
        let width = self.texts.keys().map(|(_, column)| column + 1).max().unwrap_or_default();
        let (mut csv, mut failed) = (String::new(), Vec::new());
        let (mut row, mut column) = (0, 0);
        for (&(to_row, to_column), text) in &self.texts {
            while row < to_row {
                // An empty row is an empty line; others are as wide as the widest.
                let commas = if column == 0 && csv.ends_with('\n') | csv.is_empty() {
                    0
                } else {
                    width - 1 - column
                };
                csv.extend(std::iter::repeat_n(',', commas as usize));
                csv.push('\n');
                (row, column) = (row + 1, 0);
            }
            csv.extend(std::iter::repeat_n(',', (to_column - column) as usize));
            column = to_column;
            let start = csv.len();
            match text.contains([',', '"']) {
                true => csv.push_str(&format!("\"{}\"", text.replace('"', "\"\""))),
                false => csv.push_str(text),
            }
            if self.failed.contains(&(to_row, to_column)) {
                failed.push(start..csv.len());
            }
        }
        csv.extend(std::iter::repeat_n(',', (width.saturating_sub(1) - column) as usize));
        csv.push('\n');
        (csv, failed)
    }
}

/// A value as its designer sees it.
fn text_of(value: &Data) -> String {
    match value {
        Data::Empty => String::new(),
        Data::Int(number) => number.to_string(),
        // Sums of tenths are tenths: what is beyond nine digits is an error of reckoning.
        Data::Float(number) => ((number * 1e9).round() / 1e9).to_string(),
        Data::Bool(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        Data::DateTime(date) => date_of(date),
        Data::DateTimeIso(text) => text.strip_suffix("T00:00:00").unwrap_or(text).to_owned(),
        Data::DurationIso(text) => text.clone(),
        // A text may have lines; a field of a counter has none.
        Data::String(text) => text.split_whitespace().collect::<Vec<_>>().join(" "),
        Data::Error(error) => error.to_string(),
    }
}

fn date_of(date: &ExcelDateTime) -> String {
    if date.is_duration() || date.as_f64() < 1.0 {
        let minutes = (date.as_f64() * 24.0 * 60.0).round() as i64;
        return format!("{}:{:02}", minutes / 60, minutes % 60);
    }
    let (year, month, day, ..) = date.to_ymd_hms_milli();
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_columns_stay_where_they_are() {
        let mut cells = Cells::default();
        for (at, text) in
            [((1, 0), "id"), ((1, 2), "name"), ((4, 0), "a"), ((4, 1), "1, 2"), ((5, 1), "x")]
        {
            cells.put(at, &Data::String(text.into())).unwrap();
        }
        assert_eq!(cells.to_csv().0, "\nid,,name\n\n\na,\"1, 2\",\n,x,\n");
    }

    #[test]
    fn numbers_read_as_people_type_them() {
        for (value, text) in [
            (Data::Float(4.0), "4"),
            (Data::Float(0.1 + 0.2), "0.3"),
            (Data::Float(2.5), "2.5"),
            (Data::Bool(true), "yes"),
            (Data::String(" two\nlines ".into()), "two lines"),
            (Data::DateTimeIso("2026-05-04".into()), "2026-05-04"),
        ] {
            assert_eq!(text_of(&value), text);
        }
    }

    #[test]
    fn a_cell_in_the_far_corner_is_refused() {
        assert!(Cells::default().put((0, 16_383), &Data::Int(1)).is_err());
    }
}
