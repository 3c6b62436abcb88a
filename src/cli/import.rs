//! `hexwright import`: a Hexwright project from an existing VASSAL module.

use super::check::counted;
use super::limits::{LimitArgs, open_module};
use super::{Console, Exit, Outcome, schema};
use crate::diagnostic::on_one_line;
use crate::import::import;
use crate::output::Stage;
use std::path::PathBuf;

/// Start a Hexwright project from an existing VASSAL module
///
/// Boards become backdrops with their grid, pieces become counter rows with art and values,
/// set-ups become scenarios. What cannot be carried over is listed, and written to IMPORT.md.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  hexwright import game.vmod my-game && cd my-game && hexwright check"
)]
pub struct Args {
    /// The module
    file: PathBuf,
    /// The folder to make; it must not exist or be empty
    folder: PathBuf,
    #[command(flatten)]
    limits: LimitArgs,
}

/// Makes the project.
pub fn run(args: &Args, console: &Console) -> Outcome {
    let stage = Stage::new(&args.folder)?;
    let limits = args.limits.limits();
    let mut module = open_module(&args.file, &limits)?;
    let imported = import(&mut module, &limits);
    for (path, bytes) in &imported.files {
        stage.write(path, bytes)?;
    }
    schema::stage(&stage)?;
    stage.finish(&[])?;
    let (counters, maps, scenarios) = imported.counts;
    console.say(format_args!(
        "{}: {}, {}, {}",
        args.folder.display(),
        counted(counters, "counter type"),
        counted(maps, "map"),
        counted(scenarios, "scenario"),
    ));
    console.say(format_args!(
        "not carried over (also in {}):",
        args.folder.join("IMPORT.md").display()
    ));
    for line in &imported.left_out {
        console.say(format_args!("  {}", on_one_line(line)));
    }
    Ok(Exit::Fine)
}
