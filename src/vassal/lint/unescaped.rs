//! `unescaped-comma`, `unpaired-dollar`: signs that mean something and were typed as text.
//!
//! A marker holds its names and its values as two lists with commas. A comma
//! inside a value needs a backslash; without one there are more values than
//! names, and all behind it are wrong. In a report, `$name$` stands for a
//! value; a single `$` leaves the rest of the line as it is.

use super::bench::Bench;
use crate::vassal::traits::Meaning;
use crate::vassal::traits::marker::Marker;
use std::collections::BTreeMap;

pub(super) fn run(bench: &mut Bench<'_>) {
    let mut found: Vec<(&'static str, String, String, &'static str)> = Vec::new();
    // The same report stands in a hundred pieces.
    let mut reports: BTreeMap<String, (String, usize)> = BTreeMap::new();
    for piece in &bench.pieces {
        for (one, state) in piece.written.traits() {
            match &one.meaning {
                Meaning::Marker(marker) => {
                    let values = Marker::values(state);
                    if values.len() > marker.names.len() {
                        let (names, count) = (marker.names.join(", "), values.len());
                        let message = format!(
                            "the marker `{names}` has {count} values: `{}`",
                            values.join("`, `")
                        );
                        let help = "a comma inside a value is typed as \\,";
                        found.push(("unescaped-comma", piece.place.clone(), message, help));
                    }
                }
                Meaning::Report(report) => {
                    let formats = report.formats.0.iter().chain([&report.format]);
                    for format in formats.filter(|format| has_single_dollar(format)) {
                        let entry = reports.entry(format.clone());
                        entry.or_insert_with(|| (piece.place.clone(), 0)).1 += 1;
                    }
                }
                _ => {}
            }
        }
    }
    for (format, (place, _)) in reports {
        let message = format!("a `$` stands alone in the report `{format}`");
        let help = "values are written $Name$; an amount of money needs other words";
        found.push(("unpaired-dollar", place, message, help));
    }
    for (code, place, message, help) in found {
        bench.warning(code, &place, message, help);
    }
}

/// Whether a `$` has no partner. Expressions have rules of their own.
fn has_single_dollar(format: &str) -> bool {
    !format.trim_start().starts_with('{') && format.matches('$').count() % 2 == 1
}
