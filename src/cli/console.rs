//! What a command says to its user: lines, progress, failures.

use crate::diagnostic::{Painted, visible};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::fmt;
use std::io::{IsTerminal, Write};
use std::time::Duration;

/// A reason why a command could not do its work, with a next step for the reader.
#[derive(Debug, Clone)]
pub struct Failure {
    message: String,
    help: Option<String>,
}

impl Failure {
    /// A failure with its reason.
    pub fn new(message: impl fmt::Display) -> Self {
        Failure { message: message.to_string(), help: None }
    }

    /// Adds what the reader can do about it.
    #[must_use]
    pub fn help(mut self, help: impl fmt::Display) -> Self {
        self.help = Some(help.to_string());
        self
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Failure::new(error)
    }
}

/// The terminal as a command sees it: results go to standard output,
/// everything about them (progress, warnings, failures) to standard error.
///
/// It is the one door to the terminal: whatever is told may hold text of strangers, so
/// everything but [`Painted`] text is made visible on its way out.
#[derive(Debug)]
pub struct Console {
    verbose: u8,
}

impl Console {
    /// A console that says as much as `-v` was given.
    pub fn new(verbose: u8) -> Self {
        Console { verbose }
    }

    /// How often `-v` was given.
    pub fn verbose(&self) -> u8 {
        self.verbose
    }

    /// Prints a line of the result. A closed pipe (`| head`) is not an error.
    pub fn say(&self, line: impl fmt::Display) {
        let _ = writeln!(std::io::stdout(), "{}", visible(&line.to_string()));
    }

    /// Prints text of the result, without a line end of its own.
    pub fn write(&self, text: impl fmt::Display) {
        let _ = write!(std::io::stdout(), "{}", visible(&text.to_string()));
    }

    /// Prints data for another program: byte for byte, unless a terminal would be the one to read it.
    pub fn data(&self, text: &str) {
        let mut out = std::io::stdout();
        let _ = match out.is_terminal() {
            true => out.write_all(visible(text).as_bytes()),
            false => out.write_all(text.as_bytes()),
        };
    }

    /// Tells something beside the result.
    pub fn note(&self, line: impl fmt::Display) {
        let _ = writeln!(std::io::stderr(), "{}", visible(&line.to_string()));
    }

    /// Tells something beside the result, in colours where they can be seen.
    pub fn show(&self, painted: &Painted) {
        let _ = writeln!(anstream::stderr(), "{painted}");
    }

    /// Tells something only when `-v` was given.
    pub fn detail(&self, line: impl fmt::Display) {
        if self.verbose > 0 {
            self.note(line);
        }
    }

    /// Reports why the command could not do its work.
    pub fn failure(&self, failure: &Failure) {
        self.show(&Painted::headed("1;31", "error", &failure.message));
        if let Some(help) = &failure.help {
            self.show(&Painted::headed("1;36", "help", help));
        }
    }

    /// A progress bar that shows itself only on a terminal and only when the
    /// work takes longer than a second.
    pub fn progress(&self, what: &str, total: u64) -> ProgressBar {
        if !std::io::stderr().is_terminal() {
            return ProgressBar::hidden();
        }
        let bar =
            ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr_with_hz(10));
        if let Ok(style) = ProgressStyle::with_template("{msg:>12} {wide_bar} {pos}/{len} {eta:>4}")
        {
            bar.set_style(style);
        }
        bar.set_message(what.to_owned());
        // indicatif draws at its first tick; a late first tick keeps short work silent.
        bar.enable_steady_tick(Duration::from_secs(1));
        bar
    }
}
