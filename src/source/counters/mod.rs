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
use crate::model::{Columns, Counter, Game, Registry};
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

/// Reads a counter sheet; `game` has what its rows refer to.
pub(super) fn counters(
    scope: &mut Scope<'_>,
    defaults: &CounterDefaults,
    files: &Files,
    game: &Game,
    counters: &mut Registry<Counter>,
) {
    let file = scope.file.clone();
    let mut reader = csv::ReaderBuilder::new()
        .flexible(true)
        .comment(Some(b'#'))
        .from_reader(file.text.as_bytes());
    let headers: Vec<String> = match reader.headers() {
        Ok(headers) => headers.iter().map(|column| column.trim().to_owned()).collect(),
        Err(error) => {
            scope.error("csv-syntax", 0..0, error.to_string());
            return;
        }
    };
    let header_start = data_start(&file.text);
    if !headers.iter().any(|column| column == "id") {
        let place = scope.place(line_at(&file.text, header_start));
        scope.push(
            Diagnostic::error("missing-column", place, "the sheet has no column `id`").maybe_help(
                nearest("id", headers.iter().map(String::as_str))
                    .filter(|help| help.starts_with("did")),
            ),
        );
        return;
    }
    for (nth, column) in headers.iter().enumerate() {
        if !column.is_empty() && headers[..nth].contains(column) {
            let span = field_span(&file.text, header_start, nth);
            scope.error("duplicate-column", span, format!("column `{column}` appears twice"));
        }
    }
    let sheet = Sheet::new(&file.path, headers, defaults, files);
    // Rows are seldom shorter than this, so that large sheets need not grow again and again.
    counters.reserve(file.text.len() / 48);
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
        // The reader's position is behind the end of the last record; blank lines and comments follow it.
        let (end, line) = record.position().map_or((0, 1), |at| (at.byte() as usize, at.line()));
        let rest = &file.text[end.min(file.text.len())..];
        let skipped = data_start(rest);
        let row = Row {
            sheet: &sheet,
            record: &record,
            start: end + skipped,
            line: line as usize + rest[..skipped].matches('\n').count(),
        };
        row.counter(scope, game, counters);
    }
}

/// What all rows of a sheet share.
struct Sheet<'a> {
    path: Arc<Path>,
    headers: Vec<String>,
    columns: [Option<usize>; COUNTER_COLUMNS.len()],
    front: Vec<ValueColumn>,
    back: Vec<ValueColumn>,
    /// Their names on the counter, those of the front first: `attack` for `back_attack` too.
    value_columns: Columns,
    defaults: &'a CounterDefaults,
    files: &'a Files,
    templates: Vec<Arc<str>>,
}

/// A column that is a value of the counter.
struct ValueColumn {
    index: usize,
    /// The column of the back that overrides it there.
    overridden_by: Option<usize>,
}

impl<'a> Sheet<'a> {
    fn new(
        path: &Path,
        headers: Vec<String>,
        defaults: &'a CounterDefaults,
        files: &'a Files,
    ) -> Self {
        let position = |name: &str| headers.iter().position(|column| column == name);
        let columns = COUNTER_COLUMNS.map(position);
        let mut front = Vec::new();
        let mut back = Vec::new();
        let (mut names, mut back_names) = (Vec::new(), Vec::new());
        for (index, column) in headers.iter().enumerate() {
            if column.is_empty() || COUNTER_COLUMNS.contains(&column.as_str()) {
                continue;
            }
            match column.strip_prefix("back_") {
                Some(name) => {
                    back_names.push(Arc::from(name));
                    back.push(ValueColumn { index, overridden_by: None });
                }
                None => {
                    names.push(Arc::from(column.as_str()));
                    let overridden_by = position(&format!("back_{column}"));
                    front.push(ValueColumn { index, overridden_by });
                }
            }
        }
        names.append(&mut back_names);
        let value_columns = names.into();
        let mut templates: Vec<Arc<str>> = templates::counters().map(Arc::from).collect();
        templates.extend(
            files
                .list(Path::new("templates/counters"), "svg")
                .iter()
                .filter_map(|path| Some(path.file_stem()?.to_string_lossy().into())),
        );
        let path = path.into();
        Sheet { path, headers, columns, front, back, value_columns, defaults, files, templates }
    }

    fn index(&self, column: Column) -> Option<usize> {
        self.columns[column as usize]
    }
}
