//! One row of a counter sheet becomes one counter.

use super::field::line_at;
use super::habits;
use super::numbers::is_slip;
use super::{Column, Numbers, Sheet};
use crate::diagnostic::{Diagnostic, nearest};
use crate::model::{
    Art, Back, Counter, CounterKind, CounterSize, Echelon, Face, Game, Id, Named, Provenance,
    Registry,
};
use crate::source::format::{At, Text};
use crate::source::resolve::{Scope, image};
use compact_str::CompactString;
use std::ops::Range;
use std::sync::Arc;

/// The most copies of a counter that are printed.
const MOST_COPIES: u32 = 10_000;

/// One row.
pub(super) struct Row<'a> {
    pub sheet: &'a Sheet<'a>,
    /// Its place in the cells of the sheet.
    pub nth: usize,
    /// Byte offset of the row.
    pub start: usize,
    /// Its 1-based line.
    pub line: usize,
}

impl Row<'_> {
    /// The text of a structure column; `None` when absent or empty.
    fn text(&self, column: Column) -> Option<&str> {
        self.sheet.index(column).and_then(|index| self.cell(index))
    }

    /// The text of a field; `None` when absent or empty.
    fn cell(&self, index: usize) -> Option<&str> {
        Some(self.sheet.cells.cell(self.nth, index)).filter(|text| !text.is_empty())
    }

    /// The stretch of a structure column; of the whole line when the sheet lacks the column.
    fn span(&self, scope: &Scope<'_>, column: Column) -> Range<usize> {
        match self.sheet.index(column) {
            Some(index) => self.sheet.span(scope, self.start, index),
            None => line_at(&scope.file.text, self.start),
        }
    }

    fn wrong(&self, scope: &mut Scope<'_>, column: Column, message: String, help: &str) {
        let place = scope.place(self.span(scope, column));
        scope.push(Diagnostic::error("wrong-value", place, message).help(help));
    }

    fn find<T: Named>(
        &self,
        scope: &mut Scope<'_>,
        registry: &Registry<T>,
        what: &'static str,
        column: Column,
    ) -> Option<Id<T>> {
        let name = self.text(column)?;
        registry
            .find(name)
            .or_else(|| scope.find_word(registry, what, name, self.span(scope, column)))
    }

    fn number(
        &self,
        scope: &mut Scope<'_>,
        column: Column,
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

    /// Adds the row's counter to the game, or reports why it cannot.
    pub(super) fn counter(
        &self,
        scope: &mut Scope<'_>,
        (game, numbers): (&Game, &Numbers),
        counters: &mut Registry<Counter>,
    ) {
        let Some(id) = self.text(Column::Id) else {
            let place = scope.place(line_at(&scope.file.text, self.start));
            scope.push(Diagnostic::error("empty-id", place, "this counter has no id"));
            return;
        };
        let id = CompactString::new(id);
        if id.contains(|c: char| c.is_whitespace() || c == ',' || c == '*') {
            let message = format!("`{id}` cannot be an id");
            self.wrong(
                scope,
                Column::Id,
                message,
                "ids have no spaces, commas or asterisks; use name for the words on the counter",
            );
            let words = id.split(|c: char| c.is_whitespace() || c == ',' || c == '*');
            words.for_each(|word| scope.diagnostics.lose("counter", Some(word)));
            return;
        }
        let kind = self.kind(scope);
        let Some(size) = self.size(scope, game) else { return };
        let template = self
            .template(scope, Column::Template, kind)
            // The counter is there all the same, so that nobody who names it is blamed.
            .unwrap_or_else(|| fallback_template(kind).into());
        let steps = self.steps(scope);
        self.values(scope, kind, numbers);
        let (front, back_face) = Face::of_row(&self.sheet.cells, self.nth);
        let back = self.back(scope, kind, &template, steps);
        let mut art = |column: Column| {
            let name = self.text(column)?;
            let span = self.span(scope, column);
            image(scope, self.sheet.files, name, span).map(|file| Art { file })
        };
        let (art, back_art) = (art(Column::Art), art(Column::BackArt));
        let counter = Counter {
            name: self.text(Column::Name).map_or_else(|| id.clone(), CompactString::new),
            kind,
            count: self.number(scope, Column::Count, 1..=MOST_COPIES).unwrap_or(1),
            side: self.side(scope, game, kind),
            nationality: self.find(scope, &game.nationalities, "nationality", Column::Nationality),
            formation: self.find(scope, &game.formations, "formation", Column::Formation),
            unit_type: self.find(scope, &game.unit_types, "unit type", Column::Type),
            echelon: self.echelon(scope),
            steps,
            remnant: self.text(Column::Remnant).map(CompactString::new),
            size,
            template,
            back,
            front,
            back_face,
            art,
            back_art,
            reserve: self.yes(scope, Column::Reserve),
            provenance: self.provenance(scope),
            row: (self.sheet.path.clone(), self.line),
            id,
        };
        let span = self.span(scope, Column::Id);
        scope.define(counters, "counter", span, counter);
    }

    /// A counter shows two steps; more need another counter that takes its place.
    fn steps(&self, scope: &mut Scope<'_>) -> u32 {
        let steps = self.number(scope, Column::Steps, 0..=12).unwrap_or(1);
        if steps > 2 && self.text(Column::Remnant).is_none() {
            let place = scope.place(self.span(scope, Column::Steps));
            let message = format!("{steps} steps do not fit on the two sides of a counter");
            scope.push(Diagnostic::warning("too-many-steps", place, message).help(
                "write 1 or 2, or name in the column remnant the counter that takes its place",
            ));
        }
        steps
    }

    /// Reports values that are no numbers where numbers are meant: those that rules reckon with, dates that a
    /// spreadsheet made of them (`4-5` becomes `04.Mai`), and slips of the hand.
    fn values(&self, scope: &mut Scope<'_>, kind: CounterKind, numbers: &Numbers) {
        for (column, &index) in self.sheet.values.iter().enumerate() {
            let Some(text) = self.cell(index) else { continue };
            let name = &self.sheet.value_names[column];
            let reckoned =
                (kind == CounterKind::Unit).then(|| numbers.refuse(name, text)).flatten();
            let days = habits::is_day_count(text) && numbers.reckon_with(name);
            if days {
                let place = scope.place(self.sheet.span(scope, self.start, index));
                let message =
                    format!("`{text}` is a date as spreadsheets count days: is it meant?");
                scope.push(Diagnostic::warning("date-for-number", place, message).help(
                    "spreadsheets turn 4-5 into a date: format the column as text and type it again",
                ));
                continue;
            }
            let date = habits::is_date(text);
            if reckoned.is_none() && !date && !is_slip(text) {
                continue;
            }
            let place = || scope.place(self.sheet.span(scope, self.start, index));
            let diagnostic = match reckoned {
                _ if date && self.sheet.holds_numbers(index) => {
                    let message = format!("`{text}` is a date, and `{name}` holds numbers");
                    Diagnostic::error("date-for-number", place(), message).help(
                        "spreadsheets turn 4-5 into a date: format the column as text and type it again",
                    )
                }
                Some(help) => {
                    let message =
                        format!("`{text}` is no number, and the rules reckon with `{name}`");
                    Diagnostic::error("not-a-number", place(), message).help(help)
                }
                None if self.sheet.holds_numbers(index) && !date => {
                    let message = format!("`{text}` is no number, and `{name}` holds numbers");
                    Diagnostic::warning("not-a-number", place(), message)
                        .help("is it a 0 or a 1 typed as a letter, or a decimal comma?")
                }
                None => continue,
            };
            scope.push(diagnostic);
        }
    }

    fn kind(&self, scope: &mut Scope<'_>) -> CounterKind {
        match self.text(Column::Kind) {
            None | Some("unit") => CounterKind::Unit,
            Some("weapon") => CounterKind::Weapon,
            Some("marker") => CounterKind::Marker,
            Some("chit") => CounterKind::Chit,
            Some(other) => {
                let message = format!("`{other}` is not a kind of counter");
                self.wrong(scope, Column::Kind, message, "kinds are unit, weapon, marker and chit");
                CounterKind::Unit
            }
        }
    }

    /// The row's side, or its nationality's.
    fn side(
        &self,
        scope: &mut Scope<'_>,
        game: &Game,
        kind: CounterKind,
    ) -> Option<Id<crate::model::Side>> {
        let own = self.find(scope, &game.sides, "side", Column::Side);
        let nation = self.text(Column::Nationality).and_then(|name| game.nationalities.get(name));
        if let (Some(own), Some(nation)) = (own, nation)
            && own != nation.side
        {
            let message = format!(
                "{} fights for {}, not for {}",
                nation.name, game.sides[nation.side].name, game.sides[own].name
            );
            self.wrong(
                scope,
                Column::Side,
                message,
                "leave the side empty: the nationality tells it",
            );
        }
        let side = own.or(nation.map(|nation| nation.side));
        let told = [Column::Side, Column::Nationality].iter().any(|&c| self.text(c).is_some());
        if side.is_none() && !told && self.sheet.tells_sides && kind == CounterKind::Unit {
            let id = self.text(Column::Id).unwrap_or_default();
            let place = scope.place(self.span(scope, Column::Id));
            scope.push(
                Diagnostic::warning("missing-side", place, format!("unit {id} has no side"))
                    .subject(id)
                    .help("fill its column side, or say in its column kind that it is a marker"),
            );
        }
        side
    }

    fn size(&self, scope: &mut Scope<'_>, game: &Game) -> Option<Id<CounterSize>> {
        self.find(scope, &game.counter_sizes, "counter size", Column::Size)
            .or(self.sheet.default_size)
    }

    /// The template that a column names, or the default; `None` when there is none of that name.
    fn template(
        &self,
        scope: &mut Scope<'_>,
        column: Column,
        kind: CounterKind,
    ) -> Option<Arc<str>> {
        let defaults = self.sheet.defaults;
        let default: Option<&At<Text>> = match kind {
            CounterKind::Marker | CounterKind::Chit => {
                defaults.marker_template.as_ref().or(defaults.template.as_ref())
            }
            CounterKind::Unit | CounterKind::Weapon => defaults.template.as_ref(),
        };
        let own = self.text(column);
        let name = own.or(default.map(|at| at.value.as_str())).unwrap_or(fallback_template(kind));
        if let Some(known) = self.sheet.templates.iter().find(|known| ***known == *name) {
            return Some(known.clone());
        }
        // A default that does not exist has been told where it is typed.
        if own.is_some() {
            let help = nearest(name, self.sheet.templates.iter().map(|known| &**known));
            scope.unknown("template", name, self.span(scope, column), help);
        }
        None
    }

    fn back(
        &self,
        scope: &mut Scope<'_>,
        kind: CounterKind,
        template: &Arc<str>,
        steps: u32,
    ) -> Back {
        let own_values = self.sheet.cells.has_own_back(self.nth);
        match self.text(Column::Back) {
            Some("none" | "blank") => Back::Blank,
            Some(_) => match self.template(scope, Column::Back, kind) {
                Some(template) => Back::Template(template),
                None => Back::Blank,
            },
            None if own_values || self.text(Column::BackArt).is_some() => {
                Back::Template(template.clone())
            }
            None if steps >= 2 => {
                let id = self.text(Column::Id).unwrap_or_default();
                let place = scope.place(self.span(scope, Column::Id));
                scope.push(
                    Diagnostic::warning(
                        "missing-back",
                        place,
                        format!("{id} has {steps} steps, but its back has no values"),
                    )
                    .subject(id)
                    .help("fill its back_… columns, or put none into its back column"),
                );
                Back::Template(template.clone())
            }
            None => Back::Blank,
        }
    }

    fn echelon(&self, scope: &mut Scope<'_>) -> Option<Echelon> {
        let text = self.text(Column::Echelon)?;
        let echelon = text.parse().ok();
        if echelon.is_none() {
            let place = scope.place(self.span(scope, Column::Echelon));
            let help = nearest(text, Echelon::ALL.iter().map(|(_, word, _)| *word));
            let message = format!("`{text}` is not an echelon");
            scope.push(Diagnostic::error("wrong-value", place, message).maybe_help(help));
        }
        echelon
    }

    fn yes(&self, scope: &mut Scope<'_>, column: Column) -> bool {
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
        match self.text(Column::Provenance) {
            None | Some("printed") => Provenance::Printed,
            Some("example") => Provenance::Example,
            Some("reconstructed") => Provenance::Reconstructed,
            Some(other) => {
                let message = format!("`{other}` is not a provenance");
                self.wrong(
                    scope,
                    Column::Provenance,
                    message,
                    "write printed, example or reconstructed",
                );
                Provenance::Printed
            }
        }
    }
}

/// The template of counters for which nothing names one.
fn fallback_template(kind: CounterKind) -> &'static str {
    match kind {
        CounterKind::Marker | CounterKind::Chit => "marker",
        CounterKind::Unit | CounterKind::Weapon => "attack-defence-movement",
    }
}
