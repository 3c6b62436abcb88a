//! `hexwright new`: a project that checks and builds at once.

use super::{Console, Exit, Failure, Outcome, schema};
use crate::embedded;
use crate::output::Stage;
use std::path::PathBuf;

/// Start a project: a small battle that checks and builds at once, ready to be changed
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  hexwright new battle && cd battle && hexwright check")]
pub struct Args {
    /// The folder to make; its last part becomes the game's id
    folder: PathBuf,
}

/// Makes the project.
pub fn run(args: &Args, console: &Console) -> Outcome {
    let name =
        args.folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let id: String =
        name.to_lowercase().chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
    if id.trim_matches('-').is_empty() {
        return Err(Failure::new(format_args!(
            "`{}` gives no name for a game",
            args.folder.display()
        ))
        .help("name a new folder: `hexwright new battle`"));
    }
    let stage = Stage::new(&args.folder)?;
    for (path, text) in embedded::starter(&id, &name) {
        stage.write(path, text.as_bytes())?;
    }
    schema::stage(&stage)?;
    stage.finish(&[])?;
    console.say(format_args!("project {name} is in {}", args.folder.display()));
    console.say(format_args!(
        "next: cd {} && hexwright check && hexwright build",
        args.folder.display()
    ));
    Ok(Exit::Fine)
}
