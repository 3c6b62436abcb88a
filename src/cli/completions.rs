//! `hexwright completions`: for the user's shell.

use super::{Cli, Console, Exit, Outcome};
use clap::CommandFactory;
use clap_complete::Shell;

/// Print completions for a shell
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  hexwright completions bash > ~/.local/share/bash-completion/completions/hexwright"
)]
pub struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Prints the completions.
pub fn run(args: &Args, console: &Console) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "hexwright", &mut script);
    console.write(String::from_utf8_lossy(&script));
    Ok(Exit::Fine)
}
