//! `hexwright replay`: a log as a page for the browser.

use super::audit::unaudited;
use super::lectern::{Lectern, ReadingArgs};
use super::limits::{LimitArgs, open_module, open_saved};
use super::out::ForceArgs;
use super::page::{PageArgs, keep};
use super::{Console, Exit, Failure, Outcome};
use crate::audit::{Request, Source};
use crate::games;
use crate::interpret::ENTRY;
use crate::output::check_inputs;
use crate::page::{Record, Shelf, Strings, audited_page, page};
use crate::referee::NoReferee;
use crate::replay::Guide;
use crate::retell;
use std::path::{Path, PathBuf};

/// Write a log as one page for the browser: every step on the map, offline, to keep or to send
///
/// With a module that Hexwright built, the referee's findings are in it as well. With any other module it
/// shows that module's boards and pieces; without a module, bare positions.
#[derive(Debug, Default, clap::Args)]
#[command(after_help = "Examples:\n  \
    hexwright replay game.vlog --module bridgehead-1.0.vmod\n  \
    hexwright replay game.vlog --module SomeGame.vmod --anonymise --out game.html")]
pub struct Args {
    /// The log, or a save
    #[arg(required_unless_present = "print_strings")]
    log: Option<PathBuf>,
    /// The module that the log was made with
    #[arg(long, value_name = "VMOD")]
    module: Option<PathBuf>,
    /// How the words of a module that Hexwright did not build are to be read (TOML; see docs/mapping.md)
    #[arg(long, value_name = "FILE", requires = "module")]
    mapping: Option<PathBuf>,
    /// The project with the game's sources
    #[arg(long, default_value = ".")]
    project: PathBuf,
    /// The game, by id: without --module, the log is read as one of the module that Hexwright builds of it
    #[arg(long, value_name = "ID")]
    game: Option<String>,
    /// The scenario, by id, when the log does not tell
    #[arg(long)]
    scenario: Option<String>,
    /// The file to write; the log's name with .html if not given
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgs,
    /// Print the words of the page, to be translated
    #[arg(long)]
    print_strings: bool,
    #[command(flatten)]
    page: PageArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

/// Writes the page of a log whose module and sources are at hand.
pub fn show(
    log: &Path,
    module: &Path,
    project: &Path,
    (out, force): (&Path, ForceArgs),
    console: &Console,
) -> Outcome {
    let args = Args {
        log: Some(log.to_owned()),
        module: Some(module.to_owned()),
        project: project.to_owned(),
        out: Some(out.to_owned()),
        force,
        ..Args::default()
    };
    run(&args, console)
}

/// Writes the page.
pub fn run(args: &Args, console: &Console) -> Outcome {
    let Some(log) = args.log.as_ref().filter(|_| !args.print_strings) else {
        console.write(Strings::english());
        return Ok(Exit::Fine);
    };
    let out = args.out.as_deref();
    if let Some(out) = out {
        let beside = [&args.module, &args.mapping, &args.page.strings];
        let read = beside.into_iter().flatten().chain([log]);
        check_inputs(out, read.map(PathBuf::as_path))?;
    }
    let lectern = match lectern(args, console)? {
        Some(Ok(lectern)) => lectern,
        plain => {
            if let Some(Err(why)) = plain {
                console.note(format_args!("without a referee: {why}"));
            }
            let limits = args.limits.limits();
            let saved = open_saved(log, &limits)?;
            let mut module = match &args.module {
                Some(path) => Some(open_module(path, &limits)?),
                None => None,
            };
            let guide = module.as_mut().map(Guide::of);
            let shelf = module.map(|module| Shelf::new(module, &limits));
            let name = log.display().to_string();
            let record = Record {
                source: Source { name: &name, saved: &saved },
                pictures: shelf.as_ref(),
                guide: guide.as_ref(),
                limits: &limits,
            };
            let options = args.page.options()?;
            let made = page(&record, &options);
            let (told, text) = made.map_err(|error| error.within(log.display()))?;
            keep(&text, (log, &told), (out, args.force), console)?;
            return Ok(Exit::Fine);
        }
    };
    let game = lectern.game()?;
    let referee = games::referee(game);
    let options = args.page.options()?;
    let saved = lectern.saved(log, console)?;
    let name = log.display().to_string();
    let source = Source { name: &name, saved: &saved };
    let shelf = lectern.pictures(args.module.as_deref(), console)?;
    let request = Request {
        scenario: args.scenario.as_deref(),
        anonymise: options.anonymise,
        ..Request::default()
    };
    let court = lectern.court(referee.as_deref().unwrap_or(&NoReferee))?;
    let made = audited_page(&court, &[source], false, &request, Some(&shelf), &options);
    let (audit, text) = made.map_err(|error| unaudited(error, &name))?;
    keep(&text, (log, &audit.log), (out, args.force), console)?;
    Ok(Exit::Fine)
}

/// What reads the log as a game; none for modules of others without a mapping, and the reason when the sources
/// of the game are not at hand.
fn lectern(args: &Args, console: &Console) -> Result<Option<Result<Lectern, Failure>>, Failure> {
    let told = match &args.log {
        // What another table wrote names its game itself.
        Some(log)
            if args.module.is_none() && args.game.is_none() && retell::kind(log).is_some() =>
        {
            Some(retell::read(log, &args.limits.limits())?.game)
        }
        _ => None,
    };
    let game = args.game.clone().or(told);
    match &args.module {
        None if game.is_none() => return Ok(None),
        None => {}
        Some(path) => {
            let module = open_module(path, &args.limits.limits())?;
            let own = module.archive.as_ref().is_some_and(|archive| archive.contains(ENTRY));
            if !own && args.mapping.is_none() {
                return Ok(None);
            }
        }
    }
    let reading = ReadingArgs {
        module: args.module.clone(),
        mapping: args.mapping.clone(),
        project: args.project.clone(),
        game,
        limits: args.limits.clone(),
    };
    Ok(match Lectern::open(&reading, console) {
        Ok(lectern) => Some(Ok(lectern)),
        // A wrong mapping is the user's to put right; missing sources are not.
        Err(failure) if args.mapping.is_some() || reading.game.is_some() => return Err(failure),
        Err(failure) => Some(Err(failure)),
    })
}
