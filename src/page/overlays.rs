//! What can be laid over the map at any step, told by its changes.

use super::Reading;
use super::document::Document;
use crate::interpret::Interpretation;

/// Watches the log with the referee's eyes.
pub(super) fn write(document: &mut Document, reading: Reading<'_>, read: &Interpretation) {
    let _ = (document, reading, read);
}
