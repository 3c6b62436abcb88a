//! The command line: one file per subcommand, nothing else prints or exits.
//!
//! Exit codes are stable: [`Exit::Fine`] 0, [`Exit::Findings`] 1, [`Exit::Cannot`] 2.

mod console;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

pub use console::{Console, Failure};

/// How a command ended; the number is the process's exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Done, nothing to complain about.
    Fine = 0,
    /// Done, and something was found that the user asked to hear about.
    Findings = 1,
    /// Could not be done: bad sources, bad files, bad arguments.
    Cannot = 2,
}

/// What every subcommand returns.
pub type Outcome = Result<Exit, Failure>;

/// Plain-text wargame sources in; paper, modules and a referee out.
#[derive(Debug, Parser)]
#[command(name = "hexwright", version, about, max_term_width = 100)]
struct Cli {
    /// Say more about what is done (-vv for everything)
    #[arg(short, long, action = clap::ArgAction::Count, global = true)]
    verbose: u8,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {}

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let console = Console::new(cli.verbose);
    let outcome = run(&cli.command, &console);
    match outcome {
        Ok(exit) => ExitCode::from(exit as u8),
        Err(failure) => {
            console.failure(&failure);
            ExitCode::from(Exit::Cannot as u8)
        }
    }
}

fn run(command: &Command, _console: &Console) -> Outcome {
    match *command {}
}
