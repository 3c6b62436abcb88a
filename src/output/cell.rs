//! Cells of the tables that we write.

use std::borrow::Cow;

/// Text for a cell of a table: a spreadsheet would run what starts like a formula.
///
/// Numbers stay numbers; anything else gets an apostrophe before it, as spreadsheets mark text.
pub fn cell(text: &str) -> Cow<'_, str> {
    let risky = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']);
    match risky && text.parse::<f64>().is_err() {
        true => Cow::Owned(format!("'{text}")),
        false => Cow::Borrowed(text),
    }
}
