//! The command line: one file per subcommand, nothing else prints or exits.
//!
//! Exit codes are stable: [`Exit::Fine`] 0, [`Exit::Findings`] 1, [`Exit::Cannot`] 2, [`Exit::Little`] 3.

mod answers;
mod audit;
mod board;
mod build;
mod case;
mod check;
mod completions;
mod console;
mod convert;
mod demo;
mod diff;
mod drawing;
mod export;
mod extract;
mod games;
mod guard;
mod import;
mod inspect;
mod interpret;
mod lectern;
mod letters;
mod limits;
mod lint;
mod looks;
mod map;
mod maps;
mod module;
mod new;
mod out;
mod pack;
mod page;
mod print;
mod replay;
mod rule;
mod rules;
mod schema;
mod sheets;
mod sight;
mod site;
mod table;

use crate::budget::Budget;
use clap::{Parser, Subcommand};
use std::process::ExitCode;

pub use console::{Console, Failure};
pub use guard::{DRAWING_STACK, STACK};

/// How a command ended; the number is the process's exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Done, nothing to complain about.
    Fine = 0,
    /// Done, and something was found that the user asked to hear about.
    Findings = 1,
    /// Could not be done: bad sources, bad files, bad arguments.
    Cannot = 2,
    /// A log was read, and little or nothing of it could be judged: it is neither clean nor guilty.
    Little = 3,
}

/// What every subcommand returns.
pub type Outcome = Result<Exit, Failure>;

/// Plain-text wargame sources in, print-and-play paper out; and a reader of VASSAL's files.
///
/// A project is a folder with a hexwright.toml. `hexwright demo` shows the whole
/// loop on a small finished game; `hexwright new NAME` starts a project of your own.
#[derive(Debug, Parser)]
#[command(
    name = "hexwright",
    version,
    max_term_width = 100,
    after_help = "Exit codes: 0 fine, 1 findings, 2 cannot, 3 too little of a log could be judged.\n\
                  Start here: `hexwright demo`, then `hexwright new my-battle`."
)]
struct Cli {
    /// Say more about what is done (-vv for everything)
    #[arg(short, long, action = clap::ArgAction::Count, global = true)]
    verbose: u8,
    #[command(flatten)]
    budget: guard::BudgetArgs,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    New(new::Args),
    Check(check::Args),
    Build(Box<build::Args>),
    Print(print::Args),
    Games(games::Args),
    Map(map::Args),
    Audit(Box<audit::Args>),
    Replay(Box<replay::Args>),
    Interpret(interpret::Args),
    Case(case::Args),
    Rules(rules::Args),
    Rule(rule::Args),
    Schema(schema::Args),
    Demo(demo::Args),
    Inspect(inspect::Args),
    Export(export::Args),
    Diff(diff::Args),
    Convert(Box<convert::Args>),
    Extract(extract::Args),
    Pack(pack::Args),
    Import(import::Args),
    Completions(completions::Args),
}

/// A command line that was read, to be carried out as often as wanted: for programs that try out many files.
///
/// Nothing watches over its budget; whoever carries it out does, on a stack of [`STACK`] bytes.
#[derive(Debug)]
pub struct Prepared(Cli);

impl Prepared {
    /// Reads a command line, without the program's name.
    pub fn new(words: &[&str]) -> Result<Self, String> {
        let words = std::iter::once("hexwright").chain(words.iter().copied());
        Cli::try_parse_from(words).map(Prepared).map_err(|error| error.to_string())
    }

    /// What it may need.
    pub fn budget(&self) -> Budget {
        self.0.budget.budget()
    }

    /// Carries it out as the program does.
    pub fn perform(&self) -> Exit {
        perform(&self.0.command, &Console::new(self.0.verbose))
    }
}

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let console = Console::new(cli.verbose);
    let exit = cli.budget.within(&cli.command, &console, || perform(&cli.command, &console));
    ExitCode::from(exit as u8)
}

fn perform(command: &Command, console: &Console) -> Exit {
    run(command, console).unwrap_or_else(|failure| {
        console.failure(&failure);
        Exit::Cannot
    })
}

fn run(command: &Command, console: &Console) -> Outcome {
    match command {
        Command::New(args) => new::run(args, console),
        Command::Check(args) => check::run(args, console),
        Command::Build(args) => build::run(args, console),
        Command::Print(args) => print::run(args, console),
        Command::Map(args) => map::run(args, console),
        Command::Audit(args) => audit::run(args, console),
        Command::Replay(args) => replay::run(args, console),
        Command::Interpret(args) => interpret::run(args, console),
        Command::Case(args) => case::run(args, console),
        Command::Rules(args) => rules::run(args, console),
        Command::Rule(args) => rule::run(args, console),
        Command::Games(args) => games::run(args, console),
        Command::Schema(args) => schema::run(args, console),
        Command::Demo(args) => demo::run(args, console),
        Command::Inspect(args) => inspect::run(args, console),
        Command::Export(args) => export::run(args, console),
        Command::Diff(args) => diff::run(args, console),
        Command::Convert(args) => convert::run(args, console),
        Command::Extract(args) => extract::run(args, console),
        Command::Pack(args) => pack::run(args, console),
        Command::Import(args) => import::run(args, console),
        Command::Completions(args) => completions::run(args, console),
    }
}
