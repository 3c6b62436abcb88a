//! `hexwright build`: makes everything a game's sources describe, target by target.

use super::check::open_sound;
use super::{Console, Exit, Failure, Outcome};
use crate::diagnostic::nearest;
use crate::model::Game;
use crate::rulebook;
use crate::source::Loaded;
use std::path::{Path, PathBuf};

/// Build a game: everything, or the targets you name
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Targets:\n  rules    the rules of play as a printable page, with charts from the data\n\n\
    Examples:\n  hexwright build bridgehead\n  hexwright build bridgehead --target rules --out /tmp/bridgehead"
)]
pub struct Args {
    /// The game's id (default: every game of the project)
    game: Option<String>,
    /// What to make, separated by commas (default: all targets)
    #[arg(long, value_enum, value_delimiter = ',')]
    target: Vec<Target>,
    /// The project
    #[arg(long, default_value = ".")]
    project: PathBuf,
    /// Where to write (default: the project's output folder, `build`)
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

/// What a build can make.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Target {
    /// The rules of play
    Rules,
}

impl Target {
    /// Every target, in the order in which they are built.
    pub(super) const ALL: [Target; 1] = [Target::Rules];
}

/// Builds the games asked for.
pub fn run(args: &Args, console: &Console) -> Outcome {
    let loaded = open_sound(&args.project, console)?;
    let out = args.out.clone().unwrap_or_else(|| loaded.root.join(&loaded.output));
    let targets = if args.target.is_empty() { Target::ALL.to_vec() } else { args.target.clone() };
    for game in chosen(&loaded, args.game.as_deref())? {
        let folder = out.join(&game.id);
        for target in &targets {
            for file in build(game, *target, &folder)? {
                console.say(file.display());
            }
        }
    }
    Ok(Exit::Fine)
}

fn chosen<'a>(loaded: &'a Loaded, game: Option<&str>) -> Result<Vec<&'a Game>, Failure> {
    match game {
        None => Ok(loaded.project.games.iter().collect()),
        Some(id) => match loaded.game(id) {
            Some(game) => Ok(vec![game]),
            None => {
                let failure = Failure::new(format_args!("the project has no game `{id}`"));
                let help = nearest(id, loaded.project.games.names());
                Err(help.into_iter().fold(failure, Failure::help))
            }
        },
    }
}

/// Makes one target of a game and returns the files written.
pub(super) fn build(game: &Game, target: Target, folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    match target {
        Target::Rules => Ok(vec![rulebook::write(game, folder)?]),
    }
}
