//! Counter sheets: CSV as spreadsheets save it, one row a counter type.
//!
//! Some columns mean something to Hexwright; every other one is a value of the
//! counter, and a placeholder of its template. A column `back_attack` is the
//! `attack` of the back.

mod field;
mod habits;
mod headers;
mod numbers;
mod row;

use super::files::Files;
use super::format::CounterDefaults;
use super::resolve::Scope;
use super::shape::backslash;
use crate::diagnostic::{Diagnostic, SourceFile, nearest};
use crate::model::{Cells, Counter, CounterSize, Game, Id, Registry, ValueColumn};
use crate::templates;
use field::{data_start, field_span, line_at, trimmed};
pub(super) use numbers::Numbers;
use row::Row;
use std::ops::Range;
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
    (game, numbers): (&Game, &Numbers),
    counters: &mut Registry<Counter>,
) {
    let file = scope.file.clone();
    let dialect = habits::Dialect::of(&file.text);
    let mut reader = rows_of(&file.text, &dialect);
    let headers: Vec<String> = match reader.headers() {
        Ok(headers) => headers.iter().map(|column| headers::spelt(trimmed(column))).collect(),
        Err(error) => {
            scope.error("csv-syntax", 0..0, error.to_string());
            scope.diagnostics.lose("counter", None);
            return;
        }
    };
    let header_start = dialect.start + data_start(&file.text[dialect.start..]);
    if !headers.iter().any(|column| column == "id") {
        let place = scope.place(line_at(&file.text, header_start));
        scope.diagnostics.lose("counter", None);
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
            let span = field_span(&file.text, header_start, nth, dialect.delimiter);
            scope.error("duplicate-column", span, format!("column `{column}` appears twice"));
        }
    }
    let misspelt = headers::misspelt(&headers, files);
    for &(nth, ref meant) in &misspelt {
        let place = scope.place(field_span(&file.text, header_start, nth, dialect.delimiter));
        let message = format!("nothing reads or prints the column `{}`", headers[nth]);
        let help = format!("did you mean `{meant}`? if the column is your own, rename it");
        scope.push(Diagnostic::warning("unknown-column", place, message).help(help));
    }
    let (mut sheet, rows) =
        Sheet::read(scope, &mut reader, headers, defaults, files, game, dialect);
    // A misspelt header is told once, not again in each row.
    sheet.tells_sides &=
        !misspelt.iter().any(|(_, meant)| ["side", "nationality"].contains(&&**meant));
    sheet.warn_of_headless(scope, &rows);
    counters.reserve(rows.len());
    for (nth, &(start, line)) in rows.iter().enumerate() {
        Row { sheet: &sheet, nth, start, line }.counter(scope, (game, numbers), counters);
    }
}

/// A reader of the rows below the header.
fn rows_of<'t>(text: &'t str, dialect: &habits::Dialect) -> csv::Reader<&'t [u8]> {
    csv::ReaderBuilder::new()
        .flexible(true)
        .comment(Some(b'#'))
        .delimiter(dialect.delimiter)
        .from_reader(&text.as_bytes()[dialect.start..])
}

/// The first cell of the first row in which two sheets differ: a number written in two ways is the same.
pub(super) fn first_difference(one: &SourceFile, other: &SourceFile) -> Option<String> {
    let rows = |file: &SourceFile| {
        let mut reader = rows_of(&file.text, &habits::Dialect::of(&file.text));
        let header = reader.headers().cloned().into_iter();
        let rows: Vec<Vec<String>> = header
            .chain(reader.records().map_while(Result::ok))
            .map(|row| {
                let filled = row.iter().map(|text| !text.trim().is_empty());
                let end = filled.enumerate().filter(|(_, filled)| *filled).last();
                let end = end.map_or(0, |(at, _)| at + 1);
                row.iter().take(end).map(|text| trimmed(text).to_owned()).collect()
            })
            .filter(|row: &Vec<String>| !row.is_empty())
            .collect();
        rows
    };
    let same = |(one, other): (&String, &String)| {
        let number = |text: &str| text.parse::<f64>().ok();
        one == other || number(one).is_some_and(|value| number(other) == Some(value))
    };
    let (one, other) = (rows(one), rows(other));
    let none = Vec::new();
    (0..one.len().max(other.len())).find_map(|nth| {
        let (a, b) = (one.get(nth).unwrap_or(&none), other.get(nth).unwrap_or(&none));
        let differ = a.len() != b.len() || !a.iter().zip(b).all(same);
        differ.then(|| a.first().or(b.first()).cloned().unwrap_or_default())
    })
}

/// Whether a text has the header of a counter sheet.
pub(super) fn is_sheet(file: &SourceFile) -> bool {
    rows_of(&file.text, &habits::Dialect::of(&file.text))
        .headers()
        .is_ok_and(|headers| headers.iter().any(|text| headers::spelt(trimmed(text)) == "id"))
}

/// The templates that counters may name.
fn template_names(files: &Files) -> Vec<Arc<str>> {
    let own = files.list(Path::new("templates/counters"), "svg");
    let own = own.iter().filter_map(|path| Some(path.file_stem()?.to_string_lossy().into()));
    templates::counters().map(Arc::from).chain(own).collect()
}

/// Reports defaults that do not exist, once and where they are typed; the rows go on without them.
pub(super) fn check_defaults(
    scope: &mut Scope<'_>,
    defaults: &CounterDefaults,
    files: &Files,
    game: &Game,
) {
    if let Some(size) = &defaults.size {
        scope.find(&game.counter_sizes, "counter size", size);
    }
    for template in [&defaults.template, &defaults.marker_template].into_iter().flatten() {
        let known = template_names(files);
        if !known.iter().any(|known| **known == *template.value.as_str()) {
            let help = nearest(&template.value, known.iter().map(|known| &**known));
            scope.unknown("template", &template.value, template.span(), help);
        }
    }
}

/// What all rows of a sheet share.
struct Sheet<'a> {
    path: Arc<Path>,
    columns: [Option<usize>; COUNTER_COLUMNS.len()],
    cells: Arc<Cells>,
    defaults: &'a CounterDefaults,
    /// The size of counters whose row has none.
    default_size: Option<Id<CounterSize>>,
    files: &'a Files,
    templates: Vec<Arc<str>>,
    dialect: habits::Dialect,
    /// The columns that are values: their places and their names.
    values: Vec<usize>,
    value_names: Vec<String>,
    /// The columns without a header.
    headless: Vec<usize>,
    /// Whether units of this sheet are expected to name their side.
    tells_sides: bool,
}

impl<'a> Sheet<'a> {
    /// The cells of a sheet, and where each row starts: its byte and its 1-based line. Rows that
    /// are no rows of this sheet are reported.
    fn read(
        scope: &mut Scope<'_>,
        reader: &mut csv::Reader<&[u8]>,
        headers: Vec<String>,
        defaults: &'a CounterDefaults,
        files: &'a Files,
        game: &Game,
        dialect: habits::Dialect,
    ) -> (Self, Vec<(usize, usize)>) {
        let file = scope.file.clone();
        let position = |name: &str| headers.iter().position(|column| column == name);
        let columns = COUNTER_COLUMNS.map(position);
        let mut cells = value_columns(&headers);
        // Rows are seldom shorter than this, so that large sheets need not grow again and again.
        let expected = file.text.len() / 48;
        cells.reserve(expected, file.text.len());
        let mut rows = Vec::with_capacity(expected);
        let mut record = csv::StringRecord::new();
        loop {
            match reader.read_record(&mut record) {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    let at = error.position().map_or(0, |position| position.byte() as usize);
                    let at = at + dialect.start;
                    scope.error("csv-syntax", line_at(&file.text, at), error.to_string());
                    scope.diagnostics.lose("counter", None);
                    break;
                }
            }
            // The reader's position is behind the end of the last record; blank lines and comments follow it.
            let (end, line) =
                record.position().map_or((0, 1), |at| (at.byte() as usize, at.line() as usize));
            let (end, line) = (end + dialect.start, line + dialect.lines);
            let rest = &file.text[end.min(file.text.len())..];
            let skipped = data_start(rest);
            let (start, line) = (end + skipped, line + rest[..skipped].matches('\n').count());
            // Spreadsheets save the empty rows and columns around a table too.
            if record.iter().all(|field| trimmed(field).is_empty()) {
                continue;
            }
            while record.len() > headers.len()
                && record.iter().next_back().is_some_and(|last| trimmed(last).is_empty())
            {
                record.truncate(record.len() - 1);
            }
            if is_row(scope, &record, headers.len(), start, dialect.delimiter) {
                cells.push(record.iter().map(trimmed));
                rows.push((start, line));
            } else {
                let id = columns[Column::Id as usize].and_then(|index| record.get(index));
                scope.diagnostics.lose("counter", id.map(trimmed));
            }
        }
        let templates = template_names(files);
        let default = defaults.size.as_ref().and_then(|size| game.counter_sizes.find(&size.value));
        let default_size = default.or(game.counter_sizes.first());
        let (path, cells) = (file.name().as_path().into(), Arc::new(cells));
        let is_value =
            |name: &String| !name.is_empty() && !COUNTER_COLUMNS.contains(&name.as_str());
        let values: Vec<usize> =
            (0..headers.len()).filter(|&index| is_value(&headers[index])).collect();
        let value_names = values.iter().map(|&index| headers[index].clone()).collect();
        let headless = (0..headers.len()).filter(|&index| headers[index].is_empty()).collect();
        let tells_sides = !game.sides.is_empty();
        let sheet = Sheet {
            path,
            columns,
            cells,
            defaults,
            default_size,
            files,
            templates,
            dialect,
            values,
            value_names,
            headless,
            tells_sides,
        };
        (sheet, rows)
    }

    /// Asks about values in a column that has no header: nothing reads them.
    fn warn_of_headless(&self, scope: &mut Scope<'_>, rows: &[(usize, usize)]) {
        for &index in &self.headless {
            let row = (0..rows.len()).find(|&row| !self.cells.cell(row, index).is_empty());
            if let Some(row) = row {
                let place = scope.place(self.span(scope, rows[row].0, index));
                let message = "the column of this value has no header: nothing reads it";
                scope.push(Diagnostic::warning("column-without-header", place, message));
            }
        }
    }

    /// Where a field of the record at an offset stands.
    fn span(&self, scope: &Scope<'_>, start: usize, index: usize) -> Range<usize> {
        field_span(&scope.file.text, start, index, self.dialect.delimiter)
    }

    /// Whether a column holds numbers: its other values are, and there are some.
    fn holds_numbers(&self, index: usize) -> bool {
        numbers::are_numbers((0..self.cells.rows()).map(|row| self.cells.cell(row, index)))
    }

    fn index(&self, column: Column) -> Option<usize> {
        self.columns[column as usize]
    }
}

/// An empty table with the columns that are values: all that mean nothing else.
fn value_columns(headers: &[String]) -> Cells {
    let (mut front, mut back) = (Vec::new(), Vec::new());
    for (index, column) in headers.iter().enumerate() {
        if column.is_empty() || COUNTER_COLUMNS.contains(&column.as_str()) {
            continue;
        }
        match column.strip_prefix("back_") {
            Some(name) => {
                back.push(ValueColumn { name: name.to_owned(), index, overridden_by: None });
            }
            None => {
                let own = format!("back_{column}");
                let overridden_by = headers.iter().position(|other| *other == own);
                front.push(ValueColumn { name: column.clone(), index, overridden_by });
            }
        }
    }
    Cells::new(headers.len(), front, back)
}

/// Whether a record has the fields of the header; what is wrong with it is reported.
fn is_row(
    scope: &mut Scope<'_>,
    record: &csv::StringRecord,
    width: usize,
    start: usize,
    delimiter: u8,
) -> bool {
    if record.len() != width {
        let place = scope.place(line_at(&scope.file.text, start));
        let message = format!("this row has {} fields, the header {width}", record.len());
        scope.push(Diagnostic::error("wrong-field-count", place, message).help(
            "put quotes around values with commas; every row needs as many commas as the header",
        ));
        return false;
    }
    for (index, text) in record.iter().enumerate() {
        if trimmed(text).ends_with('\\') {
            let place = scope.place(field_span(&scope.file.text, start, index, delimiter));
            scope.push(backslash(place));
        }
    }
    true
}
