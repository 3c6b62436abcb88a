//! Flags for how much a file from a stranger may cost, and opening such files.

use super::Failure;
use crate::input::{Refused, read_named};
use crate::replay::Guide;
use crate::vassal::{self, Limits, ModuleFile, Opened, SavedGame, Unreadable};
use std::path::Path;
use std::time::Duration;

/// The largest text file that is read because the user named it, in bytes.
const LARGEST_TEXT: u64 = 64 << 20;

/// The text of a file that the user named: cases, mappings, house rules, words.
pub fn read_text(file: &Path) -> Result<String, Failure> {
    let failure =
        |why: &dyn std::fmt::Display| Failure::new(format_args!("{}: {why}", file.display()));
    let bytes = read_named(file, LARGEST_TEXT).map_err(|refused| match refused {
        Refused::Unreadable(error) => failure(&error),
        refused => failure(&refused),
    })?;
    String::from_utf8(bytes).map_err(|_| failure(&Refused::NotText))
}

/// Bounds on what reading a file may take.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Limits for files you do not trust")]
pub struct LimitArgs {
    /// Entries in an archive
    #[arg(long, value_name = "N", default_value_t = Limits::default().entries)]
    max_entries: usize,
    /// Bytes of one unpacked entry
    #[arg(long, value_name = "N", default_value_t = Limits::default().entry_bytes)]
    max_entry_bytes: u64,
    /// Bytes of all entries of an archive together
    #[arg(long, value_name = "N", default_value_t = Limits::default().total_bytes)]
    max_total_bytes: u64,
    /// Depth of nesting in commands and build files
    #[arg(long, value_name = "N", default_value_t = Limits::default().nesting as u64,
        value_parser = clap::value_parser!(u64).range(1..=5000))]
    max_nesting: u64,
    /// Commands in a save or log
    #[arg(long, value_name = "N", default_value_t = Limits::default().commands)]
    max_commands: usize,
    /// Components in a build file
    #[arg(long, value_name = "N", default_value_t = Limits::default().components)]
    max_components: usize,
    /// Seconds for each stage of reading a file
    #[arg(long, value_name = "N", default_value_t = Limits::default().time.as_secs())]
    max_seconds: u64,
    /// Read text that is not UTF-8, replacing what cannot be read
    #[arg(long)]
    lossy_text: bool,
}

impl Default for LimitArgs {
    fn default() -> Self {
        let usual = Limits::default();
        LimitArgs {
            max_entries: usual.entries,
            max_entry_bytes: usual.entry_bytes,
            max_total_bytes: usual.total_bytes,
            max_nesting: usual.nesting as u64,
            max_commands: usual.commands,
            max_components: usual.components,
            max_seconds: usual.time.as_secs(),
            lossy_text: usual.lossy_text,
        }
    }
}

impl LimitArgs {
    /// The limits these flags ask for.
    pub fn limits(&self) -> Limits {
        Limits {
            entries: self.max_entries,
            entry_bytes: self.max_entry_bytes,
            total_bytes: self.max_total_bytes,
            nesting: usize::try_from(self.max_nesting).unwrap_or(usize::MAX),
            commands: self.max_commands,
            components: self.max_components,
            time: Duration::from_secs(self.max_seconds),
            lossy_text: self.lossy_text,
            ..Limits::default()
        }
    }
}

impl From<Unreadable> for Failure {
    fn from(error: Unreadable) -> Self {
        let failure = Failure::new(&error);
        match error.advice() {
            Some(advice) => failure.help(advice),
            None => failure,
        }
    }
}

/// Opens a saved game; anything else is a failure that says what to do.
pub fn open_saved(path: &Path, limits: &Limits) -> Result<SavedGame, Failure> {
    // The user named this log: many logs in one run are honest work.
    crate::budget::grant(Duration::from_secs(2));
    match vassal::open(path, limits)? {
        Opened::Saved(saved) => Ok(*saved),
        Opened::Module(_) | Opened::Metadata(_) => {
            Err(Failure::new(format_args!("{}: not a save or log", path.display()))
                .help("`hexwright inspect` tells what it is"))
        }
    }
}

/// Opens a module; anything else is a failure that says what to do.
pub fn open_module(path: &Path, limits: &Limits) -> Result<ModuleFile, Failure> {
    match vassal::open(path, limits)? {
        Opened::Module(module) => Ok(*module),
        Opened::Saved(_) | Opened::Metadata(_) => {
            Err(Failure::new(format_args!("{}: not a module", path.display()))
                .help("`hexwright inspect` tells what it is"))
        }
    }
}

/// What a module tells about its logs, when one was named.
pub fn open_guide(path: Option<&Path>, limits: &Limits) -> Result<Option<Guide>, Failure> {
    let Some(path) = path else { return Ok(None) };
    let mut module = open_module(path, limits)?;
    Ok(Some(Guide::of(&mut module)))
}

/// A time in milliseconds since 1970 as a date, in UTC.
pub fn date(milliseconds: i64) -> String {
    let seconds = milliseconds.div_euclid(1000);
    let (days, of_day) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    // Days since 0000-03-01, in eras of 400 years: leap days then fall at the end of a year.
    let shifted = days + 719_468;
    let (era, of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let day_of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02} UTC", of_day / 3600, of_day % 3600 / 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date(0), "1970-01-01 00:00 UTC");
        assert_eq!(date(951_782_400_000), "2000-02-29 00:00 UTC");
        assert_eq!(date(1_794_793_284_200), "2026-11-16 01:41 UTC");
        assert_eq!(date(-1), "1969-12-31 23:59 UTC");
    }
}
