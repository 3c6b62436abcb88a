//! How much a file from a stranger may cost.

use super::error::{Result, Unreadable};
use std::time::{Duration, Instant};

/// Bounds on what reading one file may take. Every bound has a flag on the
/// command line; the defaults fit every genuine file seen and keep memory
/// below half a gigabyte.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Entries in an archive.
    pub entries: usize,
    /// Bytes of one unpacked entry.
    pub entry_bytes: u64,
    /// Bytes of all entries of an archive together, as it declares them.
    pub total_bytes: u64,
    /// Depth of nesting in commands, build files and piece definitions.
    pub nesting: usize,
    /// Commands in a save or log.
    pub commands: usize,
    /// Components in a build file.
    pub components: usize,
    /// Time for reading one file.
    pub time: Duration,
    /// Accept text that is not UTF-8, replacing what cannot be read.
    pub lossy_text: bool,
    /// When reading began; [`Limits::restarted`] sets it.
    pub started: Instant,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            entries: 200_000,
            entry_bytes: 96 << 20,
            total_bytes: 16 << 30,
            nesting: 1_000,
            commands: 300_000,
            components: 400_000,
            time: Duration::from_secs(60),
            lossy_text: false,
            started: Instant::now(),
        }
    }
}

impl Limits {
    /// Starts the clock anew, for the next file.
    #[must_use]
    pub fn restarted(&self) -> Self {
        Limits { started: Instant::now(), ..self.clone() }
    }

    /// Fails when the time is used up. Readers call it every few thousand items.
    pub fn check_time(&self, place: &str) -> Result<()> {
        if self.started.elapsed() <= self.time {
            return Ok(());
        }
        Err(Unreadable::new(
            place,
            format_args!("reading took longer than {} s", self.time.as_secs()),
        )
        .help("allow more with --max-seconds if you trust this file"))
    }

    /// Fails when more than `limit` of something was found.
    pub(crate) fn check(place: &str, what: &str, found: u64, limit: u64, flag: &str) -> Result<()> {
        if found <= limit {
            return Ok(());
        }
        Err(Unreadable::new(place, format_args!("{found} {what}, more than the limit of {limit}"))
            .help(format_args!("raise {flag} if you trust this file")))
    }

    /// Text from bytes: UTF-8, or whatever can be made of it when that was allowed.
    pub fn text(&self, place: &str, bytes: Vec<u8>) -> Result<String> {
        match String::from_utf8(bytes) {
            Ok(text) => Ok(text),
            Err(error) if self.lossy_text => {
                Ok(String::from_utf8_lossy(error.as_bytes()).into_owned())
            }
            Err(error) => {
                let at = error.utf8_error().valid_up_to();
                Err(Unreadable::new(place, format_args!("not UTF-8 text at byte {at}"))
                    .help("--lossy-text reads it anyway, replacing what cannot be read"))
            }
        }
    }
}
