//! Sheets, read back with a reader that shares no code with the writer.

mod imposition;
mod look;
mod pdf;
mod specimen;
