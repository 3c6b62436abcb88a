//! Sheets, read back with a reader that shares no code with the writer.

mod look;
mod specimen;
