//! Counter sheets: CSV, one row a counter type.
//!
//! Some columns mean something to Hexwright; every other one is a value of the
//! counter, and a placeholder of its template. A column `back_attack` is the
//! `attack` of the back.

mod field;
mod row;

use super::files::Files;
use super::format::CounterDefaults;
use super::resolve::Scope;
use crate::diagnostic::{Diagnostic, nearest};
use crate::model::Game;
use crate::templates;
use field::{data_start, field_span, line_at};
use row::Row;
use std::path::Path;
use std::sync::Arc;

/// The columns with a meaning of their own; all others are values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    Id,
    Name,
    Kind,
    Count,
    Side,
    Nationality,
    Formation,
    Type,
    Echelon,
    Steps,
    Remnant,
    Size,
    Template,
    Back,
    Art,
    BackArt,
    Reserve,
    Provenance,
}

/// The names of the columns of a counter sheet that mean something to Hexwright.
// In the order of `Column`.
pub const COUNTER_COLUMNS: [&str; 18] = [
    "id",
    "name",
    "kind",
    "count",
    "side",
    "nationality",
    "formation",
    "type",
    "echelon",
    "steps",
    "remnant",
    "size",
    "template",
    "back",
    "art",
    "back_art",
    "reserve",
    "provenance",
];

/// Reads a counter sheet into the game.
pub(super) fn counters(
    scope: &mut Scope<'_>,
    defaults: &CounterDefaults,
    files: &Files,
    game: &mut Game,
) {
    let file = scope.file.clone();
    let mut reader = csv::ReaderBuilder::new()
        .flexible(true)
        .comment(Some(b'#'))
        .trim(csv::Trim::All)
        .from_reader(file.text.as_bytes());
    let headers = match reader.headers() {
        Ok(headers) => headers.clone(),
        Err(error) => {
            scope.error("csv-syntax", 0..0, error.to_string());
            return;
        }
    };
    let header_start = data_start(&file.text);
    if !headers.iter().any(|column| column == "id") {
        let place = scope.place(line_at(&file.text, header_start));
        scope.push(
            Diagnostic::error("missing-column", place, "the sheet has no column `id`")
                .maybe_help(nearest("id", headers.iter()).filter(|help| help.starts_with("did"))),
        );
        return;
    }
    for (nth, column) in headers.iter().enumerate() {
        let twice = !column.is_empty() && headers.iter().take(nth).any(|earlier| earlier == column);
        if twice {
            let span = field_span(&file.text, header_start, nth);
            scope.error("duplicate-column", span, format!("column `{column}` appears twice"));
        }
    }
    let sheet = Sheet::new(headers, defaults, files);
    let mut record = csv::StringRecord::new();
    loop {
        match reader.read_record(&mut record) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => {
                let at = error.position().map_or(0, |position| position.byte() as usize);
                scope.error("csv-syntax", line_at(&file.text, at), error.to_string());
                break;
            }
        }
        let position = record.position();
        let start = position.map_or(0, |position| position.byte() as usize);
        // The reader's position is behind the end of the last record; blank lines and comments follow it.
        let start = start + data_start(&file.text[start.min(file.text.len())..]);
        let row = Row {
            sheet: &sheet,
            record: &record,
            start,
            line: 1 + lines_before(&file.text, start, &sheet),
        };
        row.counter(scope, game);
    }
}

/// Line ends before an offset, counted onwards from the last offset asked for.
fn lines_before(text: &str, offset: usize, sheet: &Sheet<'_>) -> usize {
    let (from, lines) = sheet.counted.get();
    let lines = if offset >= from {
        lines + text.as_bytes()[from..offset].iter().filter(|&&b| b == b'\n').count()
    } else {
        text.as_bytes()[..offset].iter().filter(|&&b| b == b'\n').count()
    };
    sheet.counted.set((offset, lines));
    lines
}

/// What all rows of a sheet share.
struct Sheet<'a> {
    headers: csv::StringRecord,
    columns: [Option<usize>; COUNTER_COLUMNS.len()],
    /// Columns that are values: index, name on the front; and those of the back.
    front: Vec<(usize, Arc<str>)>,
    back: Vec<(usize, Arc<str>)>,
    defaults: &'a CounterDefaults,
    files: &'a Files,
    templates: Vec<String>,
    counted: std::cell::Cell<(usize, usize)>,
}

impl<'a> Sheet<'a> {
    fn new(headers: csv::StringRecord, defaults: &'a CounterDefaults, files: &'a Files) -> Self {
        let columns = COUNTER_COLUMNS.map(|name| headers.iter().position(|column| column == name));
        let mut front = Vec::new();
        let mut back = Vec::new();
        for (index, column) in headers.iter().enumerate() {
            if column.is_empty() || COUNTER_COLUMNS.contains(&column) {
                continue;
            }
            match column.strip_prefix("back_") {
                Some(name) => back.push((index, name.into())),
                None => front.push((index, column.into())),
            }
        }
        let mut templates: Vec<String> = templates::counters().map(str::to_owned).collect();
        templates.extend(
            files
                .list(Path::new("templates/counters"), "svg")
                .iter()
                .filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned())),
        );
        Sheet {
            headers,
            columns,
            front,
            back,
            defaults,
            files,
            templates,
            counted: Default::default(),
        }
    }

    fn index(&self, column: Column) -> Option<usize> {
        self.columns[column as usize]
    }
}
