//! Sheets, read back with a reader that shares no code with the writer.

mod calibration;
mod imposition;
mod look;
mod pdf;
mod sheets;
mod specimen;
