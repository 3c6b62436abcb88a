//! Workbooks as spreadsheet programs save them: every sheet becomes a CSV text, row for row and cell for cell.
//!
//! A workbook may come from a stranger. Its parts are unpacked within limits before the reader of the format sees
//! them, and one cell in the far corner of a sheet is refused before a field of empty ones is laid out for it.

mod cells;
mod repeats;

use super::files::{Files, LARGEST_SOURCE};
use crate::diagnostic::{Diagnostic, Diagnostics, Place, SourceFile};
use crate::vassal::Limits;
use crate::vassal::archive::{Archive, pack_stored};
use calamine::{Ods, Reader, Xlsx};
use cells::Cells;
use std::io::Cursor;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// The kinds of workbooks that are read.
pub(super) const READ: [&str; 3] = ["xlsx", "xlsm", "ods"];
/// Kinds that are not: an older format, a binary one, and one that only its own program knows.
pub(super) const NOT_READ: [&str; 3] = ["xls", "xlsb", "numbers"];

/// The most bytes that all parts of a workbook may unpack to.
const MOST_BYTES: u64 = 128 << 20;

/// The sheets of a workbook that have cells, in its order; a mistake is reported and gives `None`.
pub(super) fn sheets(
    files: &Files,
    path: &Path,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<Arc<SourceFile>>> {
    let bytes = files.bytes(path, diagnostics)?;
    let opened = unpacked(bytes).and_then(|parts| {
        match path.extension().is_some_and(|end| end.eq_ignore_ascii_case("ods")) {
            true => open_document(parts),
            false => office_open(parts),
        }
    });
    let sheets = match opened {
        Ok(sheets) => sheets,
        Err(reason) => {
            let message = format!("the workbook cannot be read: {reason}");
            diagnostics.push(
                Diagnostic::about("unreadable-workbook", path, message)
                    .help("save it anew, or save its sheets as CSV (UTF-8) beside it"),
            );
            return None;
        }
    };
    let filled = sheets.into_iter().filter(|(_, cells)| !cells.is_empty());
    Some(filled.map(|(name, cells)| sheet(path, name, &cells, diagnostics)).collect())
}

/// A sheet as a CSV text whose lines and fields are its rows and columns.
fn sheet(
    path: &Path,
    name: String,
    cells: &Cells,
    diagnostics: &mut Diagnostics,
) -> Arc<SourceFile> {
    let (text, failed) = cells.to_csv();
    let file = Arc::new(SourceFile { path: path.to_owned(), text, sheet: Some(name) });
    for span in failed {
        let place = Place::new(&file, span);
        let message = "this cell holds an error of the spreadsheet, not a value";
        diagnostics.push(
            Diagnostic::error("cell-error", place, message)
                .help("mend its formula, or type the value"),
        );
    }
    file
}

/// The same workbook with every part unpacked, so that nothing more can swell.
fn unpacked(bytes: Vec<u8>) -> Result<Vec<u8>, String> {
    let limits = Limits {
        entries: 10_000,
        entry_bytes: LARGEST_SOURCE,
        total_bytes: MOST_BYTES,
        time: Duration::from_secs(30),
        ..Limits::default()
    };
    let told = |error: crate::vassal::Unreadable| error.to_string();
    let mut archive = Archive::from_bytes(bytes, &limits).map_err(told)?;
    let names: Vec<String> =
        archive.names().iter().filter(|name| holds_text(name)).cloned().collect();
    let (mut parts, mut size) = (Vec::new(), 0);
    for name in names {
        let part = archive.read(&name, &limits).map_err(told)?;
        size += part.len() as u64;
        if size > MOST_BYTES {
            return Err(format!("it unpacks to more than {} MiB", MOST_BYTES >> 20));
        }
        parts.push((name, part));
    }
    pack_stored(parts.iter().map(|(name, part)| (name.as_str(), part.as_slice()))).map_err(told)
}

/// Whether a part may hold cells; pictures and thumbnails do not.
fn holds_text(name: &str) -> bool {
    name == "mimetype" || [".xml", ".rels"].iter().any(|end| name.ends_with(end))
}

fn office_open(bytes: Vec<u8>) -> Result<Vec<(String, Cells)>, String> {
    let told = |error: calamine::XlsxError| error.to_string();
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(told)?;
    let mut sheets = Vec::new();
    for name in book.sheet_names() {
        let mut cells = Cells::default();
        // Sheets that hold a chart have no cells.
        let Ok(mut reader) = book.worksheet_cells_reader(&name) else { continue };
        while let Some(cell) = reader.next_cell().map_err(told)? {
            cells.put(cell.get_position(), &cell.get_value().clone().into())?;
        }
        sheets.push((name, cells));
    }
    Ok(sheets)
}

fn open_document(bytes: Vec<u8>) -> Result<Vec<(String, Cells)>, String> {
    repeats::check(&bytes)?;
    let told = |error: calamine::OdsError| error.to_string();
    let mut book: Ods<_> = Ods::new(Cursor::new(bytes)).map_err(told)?;
    let mut sheets = Vec::new();
    for name in book.sheet_names() {
        let range = book.worksheet_range(&name).map_err(told)?;
        let (top, left) = range.start().unwrap_or_default();
        let mut cells = Cells::default();
        for (row, column, value) in range.used_cells() {
            // A sheet has far fewer rows and columns than these numbers can count.
            cells.put((top + row as u32, left + column as u32), value)?;
        }
        sheets.push((name, cells));
    }
    Ok(sheets)
}
