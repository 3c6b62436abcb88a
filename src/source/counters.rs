//! Counter sheets: CSV, one row a counter type.
//!
//! Some columns mean something to Hexwright; every other one is a value of the
//! counter, and a placeholder of its template. A column `back_attack` is the
//! `attack` of the back.

use super::files::Files;
use super::format::{At, CounterDefaults};
use super::resolve::{Scope, image};
use crate::diagnostic::{Diagnostic, nearest};
use crate::model::{
    Art, Back, Counter, CounterKind, CounterSize, Echelon, Face, Game, Id, Named, Provenance,
    Registry,
};
use crate::templates;
use std::ops::Range;
use std::path::Path;

/// Columns with a meaning of their own; all others are values.
pub(crate) const STRUCTURE: [&str; 18] = [
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

/// The most copies of a counter that are printed.
const MOST_COPIES: u32 = 10_000;

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

/// Bytes of blank lines and comment lines at the start of a text.
fn data_start(text: &str) -> usize {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim();
        if !(content.is_empty() || content.starts_with('#')) {
            break;
        }
        start += line.len();
    }
    start
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

fn line_at(text: &str, at: usize) -> Range<usize> {
    let at = at.min(text.len());
    let end = text[at..].find(['\r', '\n']).map_or(text.len(), |end| at + end);
    at..end
}

/// The stretch of the n-th field of a record that starts at an offset. Quotes are respected.
fn field_span(text: &str, record_start: usize, nth: usize) -> Range<usize> {
    let bytes = text.as_bytes();
    let mut field = 0;
    let mut start = record_start;
    let mut quoted = false;
    let mut at = record_start;
    while at <= bytes.len() {
        let end = at == bytes.len() || (!quoted && matches!(bytes[at], b'\n' | b'\r'));
        if end || (!quoted && bytes[at] == b',') {
            if field == nth {
                let raw = &text[start..at];
                let lead = raw.len() - raw.trim_start().len();
                return start + lead..start + lead + raw.trim().len();
            }
            if end {
                break;
            }
            field += 1;
            start = at + 1;
        } else if bytes[at] == b'"' {
            quoted = !quoted;
        }
        at += 1;
    }
    // The row is too short: the place is its end.
    at.min(bytes.len())..at.min(bytes.len())
}

/// What all rows of a sheet share.
struct Sheet<'a> {
    headers: csv::StringRecord,
    columns: [Option<usize>; STRUCTURE.len()],
    /// Columns that are values: index, name on the front; and those of the back.
    front: Vec<(usize, String)>,
    back: Vec<(usize, String)>,
    defaults: &'a CounterDefaults,
    files: &'a Files,
    templates: Vec<String>,
    counted: std::cell::Cell<(usize, usize)>,
}

impl<'a> Sheet<'a> {
    fn new(headers: csv::StringRecord, defaults: &'a CounterDefaults, files: &'a Files) -> Self {
        let columns = STRUCTURE.map(|name| headers.iter().position(|column| column == name));
        let mut front = Vec::new();
        let mut back = Vec::new();
        for (index, column) in headers.iter().enumerate() {
            if column.is_empty() || STRUCTURE.contains(&column) {
                continue;
            }
            match column.strip_prefix("back_") {
                Some(name) => back.push((index, name.to_owned())),
                None => front.push((index, column.to_owned())),
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

    fn index(&self, column: &str) -> Option<usize> {
        STRUCTURE.iter().position(|name| *name == column).and_then(|nth| self.columns[nth])
    }
}

/// One row.
struct Row<'a> {
    sheet: &'a Sheet<'a>,
    record: &'a csv::StringRecord,
    start: usize,
    line: usize,
}

impl Row<'_> {
    /// The text of a structure column; `None` when absent or empty.
    fn text(&self, column: &str) -> Option<&str> {
        self.sheet
            .index(column)
            .and_then(|index| self.record.get(index))
            .filter(|text| !text.is_empty())
    }

    /// The stretch of a structure column; of the whole line when the sheet lacks the column.
    fn span(&self, scope: &Scope<'_>, column: &str) -> Range<usize> {
        match self.sheet.index(column) {
            Some(index) => field_span(&scope.file.text, self.start, index),
            None => line_at(&scope.file.text, self.start),
        }
    }

    fn wrong(&self, scope: &mut Scope<'_>, column: &str, message: String, help: &str) {
        let place = scope.place(self.span(scope, column));
        scope.push(Diagnostic::error("wrong-value", place, message).help(help));
    }

    fn find<T: Named>(
        &self,
        scope: &mut Scope<'_>,
        registry: &Registry<T>,
        what: &'static str,
        column: &str,
    ) -> Option<Id<T>> {
        let name = self.text(column)?;
        registry
            .find(name)
            .or_else(|| scope.find_word(registry, what, name, self.span(scope, column)))
    }

    fn number(
        &self,
        scope: &mut Scope<'_>,
        column: &str,
        range: std::ops::RangeInclusive<u32>,
    ) -> Option<u32> {
        let text = self.text(column)?;
        let number = text.parse().ok().filter(|number| range.contains(number));
        if number.is_none() {
            let message =
                format!("`{text}` is not a number from {} to {}", range.start(), range.end());
            self.wrong(scope, column, message, "write a whole number");
        }
        number
    }

    fn counter(&self, scope: &mut Scope<'_>, game: &mut Game) {
        if self.record.len() != self.sheet.headers.len() {
            let place = scope.place(line_at(&scope.file.text, self.start));
            let message = format!(
                "this row has {} fields, the header {}",
                self.record.len(),
                self.sheet.headers.len()
            );
            scope.push(
                Diagnostic::error("wrong-field-count", place, message)
                    .help("put quotes around values with commas; every row needs as many commas as the header"),
            );
            return;
        }
        let Some(id) = self.text("id") else {
            let place = scope.place(line_at(&scope.file.text, self.start));
            scope.push(Diagnostic::error("empty-id", place, "this counter has no id"));
            return;
        };
        let id = id.to_owned();
        if id.contains(|c: char| c.is_whitespace() || c == ',' || c == '*') {
            let message = format!("`{id}` cannot be an id");
            self.wrong(
                scope,
                "id",
                message,
                "ids have no spaces, commas or asterisks; use name for the words on the counter",
            );
            return;
        }
        let kind = self.kind(scope);
        let (Some(size), Some(template)) =
            (self.size(scope, game), self.template(scope, "template", kind))
        else {
            return;
        };
        let steps = self.number(scope, "steps", 0..=12).unwrap_or(1);
        let (front, back_face) = self.faces();
        let back = self.back(scope, kind, &template, steps);
        let mut art = |column: &str| {
            let name = self.text(column)?;
            let span = self.span(scope, column);
            image(scope, self.sheet.files, name, span).map(|file| Art { file })
        };
        let (art, back_art) = (art("art"), art("back_art"));
        let counter = Counter {
            name: self.text("name").unwrap_or(&id).to_owned(),
            kind,
            count: self.number(scope, "count", 1..=MOST_COPIES).unwrap_or(1),
            side: self.side(scope, game),
            nationality: self.find(scope, &game.nationalities, "nationality", "nationality"),
            formation: self.find(scope, &game.formations, "formation", "formation"),
            unit_type: self.find(scope, &game.unit_types, "unit type", "type"),
            echelon: self.echelon(scope),
            steps,
            remnant: self.text("remnant").map(str::to_owned),
            size,
            template,
            back,
            front,
            back_face,
            art,
            back_art,
            reserve: self.yes(scope, "reserve"),
            provenance: self.provenance(scope),
            row: (scope.file.path.clone(), self.line),
            id,
        };
        let span = self.span(scope, "id");
        scope.define(&mut game.counters, "counter", span, counter);
    }

    fn kind(&self, scope: &mut Scope<'_>) -> CounterKind {
        match self.text("kind") {
            None | Some("unit") => CounterKind::Unit,
            Some("weapon") => CounterKind::Weapon,
            Some("marker") => CounterKind::Marker,
            Some("chit") => CounterKind::Chit,
            Some(other) => {
                let message = format!("`{other}` is not a kind of counter");
                self.wrong(scope, "kind", message, "kinds are unit, weapon, marker and chit");
                CounterKind::Unit
            }
        }
    }

    /// The row's side, or its nationality's.
    fn side(&self, scope: &mut Scope<'_>, game: &Game) -> Option<Id<crate::model::Side>> {
        let own = self.find(scope, &game.sides, "side", "side");
        let nation = self.text("nationality").and_then(|name| game.nationalities.get(name));
        if let (Some(own), Some(nation)) = (own, nation)
            && own != nation.side
        {
            let message = format!(
                "{} fights for {}, not for {}",
                nation.name, game.sides[nation.side].name, game.sides[own].name
            );
            self.wrong(scope, "side", message, "leave the side empty: the nationality tells it");
        }
        own.or(nation.map(|nation| nation.side))
    }

    fn size(&self, scope: &mut Scope<'_>, game: &Game) -> Option<Id<CounterSize>> {
        match (self.text("size"), &self.sheet.defaults.size) {
            (Some(_), _) => self.find(scope, &game.counter_sizes, "counter size", "size"),
            // The default is typed in another file, which has been told.
            (None, Some(default)) => {
                let found = game.counter_sizes.find(&default.value);
                if found.is_none() {
                    let span = line_at(&scope.file.text, self.start);
                    let help = nearest(&default.value, game.counter_sizes.names());
                    scope.unknown("counter size", &default.value, span, help);
                }
                found
            }
            (None, None) => game.counter_sizes.first(),
        }
    }

    fn template(&self, scope: &mut Scope<'_>, column: &str, kind: CounterKind) -> Option<String> {
        let defaults = self.sheet.defaults;
        let default: Option<&At<String>> = match kind {
            CounterKind::Marker | CounterKind::Chit => {
                defaults.marker_template.as_ref().or(defaults.template.as_ref())
            }
            CounterKind::Unit | CounterKind::Weapon => defaults.template.as_ref(),
        };
        let fallback = match kind {
            CounterKind::Marker | CounterKind::Chit => "marker",
            CounterKind::Unit | CounterKind::Weapon => "attack-defence-movement",
        };
        let name = self.text(column).or(default.map(|at| at.value.as_str())).unwrap_or(fallback);
        if self.sheet.templates.iter().any(|known| known == name) {
            return Some(name.to_owned());
        }
        let help = nearest(name, self.sheet.templates.iter().map(String::as_str));
        let span = if self.text(column).is_some() {
            self.span(scope, column)
        } else {
            self.span(scope, "id")
        };
        scope.unknown("template", name, span, help);
        None
    }

    fn back(&self, scope: &mut Scope<'_>, kind: CounterKind, template: &str, steps: u32) -> Back {
        let own_values = self
            .sheet
            .back
            .iter()
            .any(|(index, _)| self.record.get(*index).is_some_and(|text| !text.is_empty()));
        match self.text("back") {
            Some("none" | "blank") => Back::Blank,
            Some(_) => match self.template(scope, "back", kind) {
                Some(template) => Back::Template(template),
                None => Back::Blank,
            },
            None if own_values || self.text("back_art").is_some() => {
                Back::Template(template.to_owned())
            }
            None if steps >= 2 => {
                let id = self.text("id").unwrap_or_default();
                let place = scope.place(self.span(scope, "id"));
                scope.push(
                    Diagnostic::warning(
                        "missing-back",
                        place,
                        format!("{id} has {steps} steps, but its back has no values"),
                    )
                    .help("fill its back_… columns, or put none into its back column"),
                );
                Back::Template(template.to_owned())
            }
            None => Back::Blank,
        }
    }

    fn faces(&self) -> (Face, Face) {
        let filled = |columns: &[(usize, String)]| -> Vec<(String, String)> {
            columns
                .iter()
                .filter_map(|(index, name)| {
                    Some((name.clone(), self.record.get(*index)?.to_owned()))
                })
                .filter(|(_, value)| !value.is_empty())
                .collect()
        };
        let front = filled(&self.sheet.front);
        let own = filled(&self.sheet.back);
        let mut back: Vec<(String, String)> = front
            .iter()
            .filter(|(name, _)| !own.iter().any(|(other, _)| other == name))
            .cloned()
            .collect();
        back.extend(own);
        (Face::new(front), Face::new(back))
    }

    fn echelon(&self, scope: &mut Scope<'_>) -> Option<Echelon> {
        let text = self.text("echelon")?;
        let echelon = text.parse().ok();
        if echelon.is_none() {
            let place = scope.place(self.span(scope, "echelon"));
            let help = nearest(text, Echelon::ALL.iter().map(|(_, word, _)| *word));
            let message = format!("`{text}` is not an echelon");
            scope.push(Diagnostic::error("wrong-value", place, message).maybe_help(help));
        }
        echelon
    }

    fn yes(&self, scope: &mut Scope<'_>, column: &str) -> bool {
        match self.text(column).map(str::to_lowercase).as_deref() {
            Some("yes" | "true" | "1" | "x") => true,
            None | Some("no" | "false" | "0") => false,
            Some(other) => {
                let message = format!("`{other}` is neither yes nor no");
                self.wrong(scope, column, message, "write yes or leave it empty");
                false
            }
        }
    }

    fn provenance(&self, scope: &mut Scope<'_>) -> Provenance {
        match self.text("provenance") {
            None | Some("printed") => Provenance::Printed,
            Some("example") => Provenance::Example,
            Some("reconstructed") => Provenance::Reconstructed,
            Some(other) => {
                let message = format!("`{other}` is not a provenance");
                self.wrong(scope, "provenance", message, "write printed, example or reconstructed");
                Provenance::Printed
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_in_the_text_even_behind_quotes() {
        let text = "id,name,attack\na,\"Guards, 1st\", 5\nb,x\n";
        assert_eq!(&text[field_span(text, 15, 1)], "\"Guards, 1st\"");
        assert_eq!(&text[field_span(text, 15, 2)], "5");
        let short = text.find("b,x").unwrap();
        assert_eq!(field_span(text, short, 2), text.len() - 1..text.len() - 1);
    }

    #[test]
    fn comments_and_blank_lines_before_the_header_are_skipped() {
        assert_eq!(data_start("# sheet 1\n\n  \nid,name\n"), 14);
    }
}
