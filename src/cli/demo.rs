//! `hexwright demo`: the whole loop on the tutorial game, into a folder.

use super::build::{Target, build};
use super::check::{counted, tell};
use super::maps::MapArgs;
use super::out::ForceArgs;
use super::sheets::SheetArgs;
use super::site::Site;
use super::{Console, Exit, Failure, Outcome, replay, schema};
use crate::output::{Grounds, OutputError, Stage, Turn, write_below};
use crate::print::Album;
use crate::{embedded, source};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Show the whole loop on the embedded tutorial game "Bridgehead": sources, check, build, a game to replay
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder to write to
    #[arg(default_value = "hexwright-demo")]
    folder: PathBuf,
    /// Write even if the folder is not empty
    #[arg(long)]
    force: bool,
}

/// Runs the demonstration.
pub fn run(args: &Args, console: &Console) -> Outcome {
    let started = Instant::now();
    let root = &args.folder;
    let files = embedded::bridgehead();
    write_sources(root, &files, args.force)?;
    console.say(format_args!(
        "sources   {} of the tutorial game in {}",
        counted(files.len(), "file"),
        root.display()
    ));

    let loaded = source::load(root);
    tell(&loaded.diagnostics, false, console);
    let Some(game) =
        loaded.project.games.iter().next().filter(|_| loaded.diagnostics.errors() == 0)
    else {
        return Err(Failure::new("the embedded game does not load"));
    };
    let printed: u32 = game.counters.iter().map(|counter| counter.count).sum();
    console.say(format_args!(
        "check     {}: {}, {printed} counters, {}, no mistakes",
        game.title,
        counted(game.maps.iter().map(|map| map.grid.len()).sum(), "hex"),
        counted(game.scenarios.len(), "scenario")
    ));
    let grounds = Grounds::of((root, &loaded.output), (None, None), &game.id)?;
    let _turn = Turn::take(&grounds);
    let Grounds { folder, cache } = &grounds;
    let (sources, ground) = (loaded.fingerprint, loaded.ground);
    let site = Site { root, sources, ground, folder, cache, force: args.force };
    let (sheets, maps, mut album) = (SheetArgs::default(), MapArgs::default(), Album::default());
    let mut module = None;
    for target in Target::ALL {
        for file in build(game, target, site, &sheets, &maps, &mut album, console)? {
            console.say(format_args!("build     {}", file.display()));
            if file.extension().is_some_and(|ending| ending == "vmod") {
                module = Some(file);
            }
        }
    }
    if let Some(module) = module {
        let log = folder.join("example.vlog");
        let force = ForceArgs { force: args.force };
        force.write(&log, embedded::BRIDGEHEAD_LOG)?;
        console
            .say("replay    a game in which five rules were broken, with what the referee says:");
        replay::show(&log, &module, root, (&folder.join("example.html"), force), console)?;
    }
    console.say(format_args!(
        "done in {:.1} s; open the files above, or change a source and run `hexwright build` there",
        started.elapsed().as_secs_f64()
    ));
    Ok(Exit::Fine)
}

/// Writes the sources: all of them or none into a new folder, one by one over an old one.
fn write_sources(root: &Path, files: &[(PathBuf, Vec<u8>)], force: bool) -> Result<(), Failure> {
    match Stage::new(root) {
        Ok(stage) => {
            for (path, bytes) in files {
                stage.write(path, bytes)?;
            }
            schema::stage(&stage)?;
            Ok(stage.finish(&[])?)
        }
        Err(OutputError::Occupied(_)) if force => {
            for (path, bytes) in files {
                write_below(root, path, bytes)?;
            }
            for (path, text) in schema::files() {
                write_below(root, Path::new(&path), text.as_bytes())?;
            }
            Ok(())
        }
        Err(error @ OutputError::Occupied(_)) => {
            Err(Failure::new(error).help("name another folder, or write over it with --force"))
        }
        Err(error) => Err(error.into()),
    }
}
