//! `hexwright convert`: a game from one table to another.

use super::lectern::{Lectern, ReadingArgs};
use super::limits::LimitArgs;
use super::out::ForceArgs;
use super::sheets::with_progress;
use super::{Console, Exit, Failure, Outcome};
use crate::module::table::gallery::ModuleRequest;
use crate::module::vassal::Kit;
use crate::module::{TableOrder, TableWriter, WRITERS};
use crate::output::{below, check_inputs};
use crate::replay::Replay;
use crate::retell;
use crate::vassal::SavedGame;
use std::path::{Path, PathBuf};

/// Put a game that was saved at one table onto another
///
/// For games that Hexwright built: a save or log of VASSAL, a state or trace of virtualtabletop, or a save of Tabletop
/// Simulator. To VASSAL a trace becomes a log; every other table gets the position at its end.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    hexwright convert game.vsav --game bridgehead --target vtt\n  \
    hexwright convert room.vtt --target vassal --out evening.vsav\n  \
    hexwright convert room.trace --target vassal\n  \
    hexwright convert game.vlog --game bridgehead --target tts --images-at https://example.org/bridgehead")]
pub struct Args {
    /// The save, log, state or trace
    file: PathBuf,
    /// The table it goes to
    #[arg(long, value_enum)]
    target: Goal,
    /// The project with the game's sources
    #[arg(long, default_value = ".")]
    project: PathBuf,
    /// The game, by id; files of tables other than VASSAL's tell it themselves
    #[arg(long, value_name = "ID")]
    game: Option<String>,
    /// The file to write; for Tabletop Simulator the folder. The name of the file that is read, with another ending, if
    /// not given
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// For Tabletop Simulator: the address below which the pictures will be found
    #[arg(long, value_name = "URL")]
    images_at: Option<String>,
    #[command(flatten)]
    force: ForceArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Goal {
    /// virtualtabletop.io
    Vtt,
    /// VASSAL
    Vassal,
    /// Tabletop Simulator
    Tts,
}

/// Converts a game.
pub fn run(args: &Args, console: &Console) -> Outcome {
    let (lectern, saved) = match (&args.game, retell::kind(&args.file)) {
        (None, Some(_)) => Lectern::of_table(&args.file, &args.project, &args.limits, console)?,
        (None, None) => {
            return Err(Failure::new("whose game it is must be told")
                .help("name it with --game, as `hexwright games` lists it"));
        }
        (Some(game), _) => {
            let reading = ReadingArgs {
                module: None,
                mapping: None,
                project: args.project.clone(),
                game: Some(game.clone()),
                limits: args.limits.clone(),
            };
            let lectern = Lectern::open(&reading, console)?;
            let saved = lectern.saved(&args.file, console)?;
            (lectern, saved)
        }
    };
    match args.target {
        Goal::Vassal => to_vassal(args, &lectern, &saved),
        Goal::Vtt => to_table(args, &lectern, &saved, "vtt", console),
        Goal::Tts => to_table(args, &lectern, &saved, "tts", console),
    }?;
    Ok(Exit::Fine)
}

fn to_vassal(args: &Args, lectern: &Lectern, saved: &SavedGame) -> Result<(), Failure> {
    let tree = saved.commands(&lectern.limits)?;
    let ending = if SavedGame::is_log(&tree) { "vlog" } else { "vsav" };
    let out = args.out.clone().unwrap_or_else(|| args.file.with_extension(ending));
    check_inputs(&out, [args.file.as_path()])?;
    args.force.write(&out, &saved.pack()?)?;
    Ok(())
}

fn to_table(
    args: &Args,
    lectern: &Lectern,
    saved: &SavedGame,
    word: &str,
    console: &Console,
) -> Result<(), Failure> {
    let game = lectern.game()?;
    let within =
        |error: crate::vassal::Unreadable| Failure::from(error.within(args.file.display()));
    let tree = saved.commands(&lectern.limits).map_err(within)?;
    let mut replay = Replay::start(&tree, Some(&lectern.guide), &lectern.limits).map_err(within)?;
    replay.finish().map_err(within)?;
    let kit = Kit::new(game, lectern.root()).map_err(Failure::new)?;
    let Some(left) = retell::position(&mut replay, &kit.top) else {
        return Err(Failure::new(format_args!(
            "{}: it does not tell its scenario",
            args.file.display()
        ))
        .help("only games of modules that Hexwright built can be put onto other tables"));
    };
    left.notes.iter().for_each(|note| console.note(note));
    let writer: &dyn TableWriter = WRITERS
        .iter()
        .find(|writer| writer.word() == word)
        .copied()
        .ok_or_else(|| Failure::new(format_args!("there is no table `{word}`")))?;
    let passing = tempfile::tempdir()?;
    let request = ModuleRequest {
        project_root: lectern.root().map(Path::to_owned),
        ground: None,
        cache: lectern.cache()?.unwrap_or_else(|| passing.path().to_owned()),
    };
    let out = args.out.clone().unwrap_or_else(|| {
        let ending = if word == "tts" { "tts" } else { "vtt" };
        args.file.with_extension(ending)
    });
    check_inputs(&out, [args.file.as_path()])?;
    let local = super::table::local(&out.join("images"));
    let images_at = args.images_at.clone().unwrap_or(local);
    let built = with_progress(console, |progress| {
        writer.write(&TableOrder {
            game,
            request: &request,
            images_at: &images_at,
            position: Some(&left.position),
            progress,
        })
    })?;
    built.notes.iter().for_each(|note| console.note(note));
    for (name, bytes) in &built.files {
        if let Some(wrong) = writer.check(name, bytes).filter(|wrong| !wrong.is_empty()) {
            return Err(Failure::new(format_args!("{name}: {}", wrong.join("; "))));
        }
        // A single file takes the name asked for; several go below it.
        match name.strip_prefix("tts/") {
            None => args.force.write(&out, bytes)?,
            Some(inside) => args.force.write(&below(&out, Path::new(inside))?, bytes)?,
        }
    }
    Ok(())
}
