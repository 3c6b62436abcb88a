//! Sheets, read back with a reader that shares no code with the writer.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that panics has failed")]

mod bands;
mod calibration;
mod imposition;
mod pdf;
mod sheets;
mod specimen;
mod watch;
mod whole;
