//! OpenDocument says "this cell a million times" in a word: what that comes to is counted before it is laid out.

use super::cells::MOST_CELLS;
use crate::vassal::Limits;
use crate::vassal::archive::Archive;
use quick_xml::events::{BytesStart, Event};

/// A table as far as it has been counted.
#[derive(Default)]
struct Counted {
    rows: usize,
    /// Rows up to the last one that holds anything, and the columns up to the last such cell.
    used: (usize, usize),
    /// The row that is being read: how often it stands there, its columns, and those up to its last filled cell.
    repeated: usize,
    columns: usize,
    filled: usize,
}

/// Fails when a table would be laid out to more cells than are read.
pub(super) fn check(bytes: &[u8]) -> Result<(), String> {
    let limits = Limits::default();
    let mut archive =
        Archive::from_bytes(bytes.to_vec(), &limits).map_err(|error| error.to_string())?;
    let content = archive.read("content.xml", &limits).map_err(|error| error.to_string())?;
    let mut reader = quick_xml::Reader::from_reader(content.as_slice());
    let mut table = Counted::default();
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        match reader.read_event_into(&mut buffer).map_err(|error| error.to_string())? {
            Event::Eof => return Ok(()),
            Event::Start(element) => table.begin(&element),
            Event::Empty(element) => {
                table.begin(&element);
                table.end(element.local_name().as_ref());
            }
            Event::End(element) => table.end(element.local_name().as_ref()),
            // Text in a cell, or in a remark on one: either way the cell is there.
            Event::Text(_) => table.filled = table.columns,
            _ => {}
        }
        if table.used.0.saturating_mul(table.used.1) > MOST_CELLS {
            return Err(format!("a sheet has more than {MOST_CELLS} cells"));
        }
    }
}

impl Counted {
    fn begin(&mut self, element: &BytesStart<'_>) {
        match element.local_name().as_ref() {
            "table" => *self = Counted::default(),
            "table-row" => {
                self.repeated = repeats(element, "number-rows-repeated");
                (self.columns, self.filled) = (0, 0);
            }
            "table-cell" | "covered-table-cell" => {
                self.columns += repeats(element, "number-columns-repeated");
                let says = |name: &str| name.starts_with("office:") || name == "table:formula";
                if element.attributes().flatten().any(|one| says(one.key.as_ref())) {
                    self.filled = self.columns;
                }
            }
            _ => {}
        }
    }

    fn end(&mut self, name: &str) {
        if name == "table-row" {
            self.rows = self.rows.saturating_add(self.repeated);
            if self.filled > 0 {
                self.used = (self.rows, self.used.1.max(self.filled));
            }
        }
    }
}

fn repeats(element: &BytesStart<'_>, name: &str) -> usize {
    let mut attributes = element.attributes().flatten();
    let value = attributes.find(|one| one.key.local_name().as_ref() == name);
    // No sheet has more rows; sums of these stay countable.
    value.and_then(|one| one.value.parse().ok()).unwrap_or(1_usize).min(1 << 20)
}
