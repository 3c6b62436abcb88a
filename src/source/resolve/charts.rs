//! Charts: rows as wide as their headings, marks on cells that exist.

use super::Scope;
use crate::diagnostic::Diagnostic;
use crate::model::{Chart, ChartMark, ChartRow, Game, Heading, Trust};
use crate::source::format::{At, ChartFile, ChartRowSource, ChartSource};

pub(super) fn charts(scope: &mut Scope<'_>, file: &ChartFile, game: &mut Game) {
    for source in &file.charts {
        let headings = headings(scope, source);
        let width = headings.first().map_or(0, |heading| heading.columns.len());
        for row in &source.rows {
            let cells = row.value.cells.len();
            if cells != width {
                let message =
                    format!("row `{}` has {cells} cells under {width} columns", row.value.label);
                scope.error("wrong-cell-count", row.span(), message);
            }
            trusted(scope, row);
        }
        if let Some(dice) = &source.dice {
            scope.find(&game.dice, "dice", dice);
        }
        for mark in &source.marks {
            let row = source.rows.iter().any(|row| row.value.label == mark.value.row);
            let column =
                headings.iter().any(|heading| heading.columns.contains(&mark.value.column));
            if !(row && column) {
                let place = scope.place(mark.span());
                let message = format!(
                    "the chart has no cell at row `{}`, column `{}`",
                    mark.value.row, mark.value.column
                );
                scope.push(Diagnostic::error("unknown-cell", place, message));
            }
        }
        let chart = Chart {
            id: source.id.value.to_string(),
            title: source.title.clone(),
            kind: source.kind,
            dice: source.dice.as_ref().map(|dice| dice.value.to_string()),
            row_title: source.rows_are.clone(),
            headings,
            rows: source
                .rows
                .iter()
                .map(|row| ChartRow {
                    label: row.value.label.clone(),
                    cells: row.value.cells.clone(),
                    trust: row.value.trust.chars().filter_map(Trust::of).collect(),
                    readings: row
                        .value
                        .readings
                        .iter()
                        .map(|cell| cell.split_whitespace().map(str::to_owned).collect())
                        .collect(),
                })
                .collect(),
            results: source.results.clone(),
            marks: source
                .marks
                .iter()
                .map(|mark| ChartMark {
                    row: mark.value.row.clone(),
                    column: mark.value.column.clone(),
                    colour: mark.value.colour.clone(),
                    provenance: mark.value.provenance,
                    note: mark.value.note.clone(),
                })
                .collect(),
            notes: source.notes.clone(),
            provenance: source.provenance,
        };
        scope.define(&mut game.charts, "chart", source.id.span(), chart);
    }
}

/// Marks of trust and other readings come one a cell or not at all.
fn trusted(scope: &mut Scope<'_>, row: &At<ChartRowSource>) {
    let cells = row.value.cells.len();
    let marks = row.value.trust.chars().count();
    if marks != 0 && marks != cells {
        let message =
            format!("row `{}` has {marks} marks of trust for {cells} cells", row.value.label);
        scope.error("wrong-cell-count", row.span(), message);
    }
    if let Some(wrong) = row.value.trust.chars().find(|mark| Trust::of(*mark).is_none()) {
        let message =
            format!("`{wrong}` is no mark of trust: write `+` firm, `~` likely or `?` open");
        scope.error("wrong-value", row.span(), message);
    }
    let readings = row.value.readings.len();
    if readings != 0 && readings != cells {
        let message =
            format!("row `{}` has other readings for {readings} of {cells} cells", row.value.label);
        scope.error("wrong-cell-count", row.span(), message);
    }
}

fn headings(scope: &mut Scope<'_>, source: &ChartSource) -> Vec<Heading> {
    let mut headings = Vec::new();
    if !source.columns.is_empty() {
        headings.push(Heading { label: String::new(), columns: source.columns.clone() });
    }
    for heading in &source.headings {
        let width = headings.first().map(|first: &Heading| first.columns.len());
        if width.is_some_and(|width| width != heading.columns.value.len()) {
            let message = format!(
                "this row of headings has {} columns, the first has {}",
                heading.columns.value.len(),
                width.unwrap_or_default()
            );
            scope.error("wrong-cell-count", heading.columns.span(), message);
        }
        headings
            .push(Heading { label: heading.label.clone(), columns: heading.columns.value.clone() });
    }
    headings
}
