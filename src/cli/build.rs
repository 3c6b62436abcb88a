//! `hexwright build`: makes everything a game's sources describe, target by target.

use super::check::{open_sound, sound};
use super::drawing;
use super::maps::{self, MapArgs};
use super::module::{self, PreviousArgs};
use super::sheets::{self, SheetArgs};
use super::site::Site;
use super::table::{self, TableArgs};
use super::{Console, Exit, Failure, Outcome};
use crate::diagnostic::nearest;
use crate::model::Game;
use crate::module::{TableWriter, WRITERS};
use crate::output::{Grounds, Ledger, OutputError, Turn, Written};
use crate::print::Album;
use crate::rulebook;
use crate::source::{self, Loaded, Watch, find_root};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Instant;

/// Build a game: everything, or the targets you name
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Targets:\n  rules    the rules of play as a printable page, with charts from the data\n  \
    sheets   counters.pdf, PNG sheets, and a manifest to proof-read\n  \
    map      every map, and the boards of each scenario as they lie on the table: SVG, PNG,\n           PDF in full size, and PDF over sheets of paper\n  \
    vassal   GAME-VERSION.vmod: a module for VASSAL 3.7 with a set-up per scenario\n  \
    charts   terrain effects, results tables, sequence of play and tracks as player aids\n\n\
    Only when named (docs/tables.md):\n  vtt      GAME-VERSION.vtt: a room for virtualtabletop.io, a variant per scenario\n  \
    tts      tts/: a save for Tabletop Simulator per scenario, and pictures\n  \
    ztb      GAME-VERSION.ztb: a box for ZunTzu\n  \
    pcio     pcio/: a room for playingcards.io per scenario\n\n\
    Examples:\n  hexwright build bridgehead\n  hexwright build bridgehead --target rules --out /tmp/bridgehead\n  \
    hexwright build --target sheets --watch\n  \
    hexwright build bridgehead --target vassal --previous released.vmod\n  \
    hexwright build --target sheets --paper Letter --backs fold-over\n  \
    hexwright build --target sheets --backs long-edge --back-offset 0.8,-0.5"
)]
pub struct Args {
    /// The game's id (default: every game of the project)
    game: Option<String>,
    /// What to make, separated by commas (default: rules, sheets, map, charts, vassal)
    #[arg(long, value_enum, value_delimiter = ',')]
    target: Vec<Target>,
    /// The project
    #[arg(long, default_value = ".")]
    project: PathBuf,
    /// Where to write (default: the project's output folder, `build`)
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Where to keep what need not be made again (default: `.cache` in the output folder)
    #[arg(long, value_name = "FOLDER")]
    cache: Option<PathBuf>,
    /// Build again whenever a source is saved
    #[arg(long)]
    watch: bool,
    /// Replace files that no build wrote, or that were changed since
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    sheets: SheetArgs,
    #[command(flatten)]
    maps: MapArgs,
    #[command(flatten)]
    previous: PreviousArgs,
    #[command(flatten)]
    tables: TableArgs,
}

impl Args {
    /// Whether it builds again and again until the user ends it.
    pub(super) fn watches(&self) -> bool {
        self.watch
    }
}

/// What a build can make.
#[derive(Debug, Clone, Copy)]
pub(super) enum Target {
    /// The rules of play
    Rules,
    /// Counter sheets and manifest
    Sheets,
    /// Maps
    Map,
    /// Player aids
    Charts,
    /// The VASSAL module
    Vassal,
    /// Another table, by its writer
    Table(&'static dyn TableWriter),
}

impl clap::ValueEnum for Target {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<Target>> = LazyLock::new(|| {
            let tables = WRITERS.iter().map(|writer| Target::Table(*writer));
            Target::ALL.into_iter().chain(tables).collect()
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
        let (word, about) = match self {
            Target::Rules => ("rules", "The rules of play"),
            Target::Sheets => ("sheets", "Counter sheets and manifest"),
            Target::Map => ("map", "Maps"),
            Target::Charts => ("charts", "Player aids"),
            Target::Vassal => ("vassal", "The VASSAL module"),
            Target::Table(writer) => (writer.word(), writer.about()),
        };
        Some(clap::builder::PossibleValue::new(word).help(about))
    }
}

impl Target {
    /// The targets that are built when none is named, in this order.
    pub(super) const ALL: [Target; 5] =
        [Target::Rules, Target::Sheets, Target::Map, Target::Charts, Target::Vassal];

    fn draws_maps(self) -> bool {
        !matches!(self, Target::Rules | Target::Sheets)
    }
}

/// What is kept between the builds of one run: pictures, by game.
type Albums = HashMap<String, Album>;

/// Builds the games asked for, once or for as long as sources are saved.
pub fn run(args: &Args, console: &Console) -> Outcome {
    let mut albums = Albums::new();
    if !args.watch {
        return build_all(args, &mut albums, console);
    }
    let root = find_root(&args.project).unwrap_or_else(|| args.project.clone());
    // Watching starts before the first build: nothing saved during a build is missed.
    let watch = Watch::new(&root).map_err(Failure::new)?;
    loop {
        let started = Instant::now();
        match build_all(args, &mut albums, console) {
            Ok(_) => console.note(format_args!(
                "built in {:.2} s; waiting for changes (Ctrl-C ends)",
                started.elapsed().as_secs_f64()
            )),
            // The next save may mend it.
            Err(failure) => console.failure(&failure),
        }
        // A save may have moved the outputs; they must never set off a build.
        let ignored = [outputs(args, &root), root.join(".git"), root.join("target")];
        match watch.next(&ignored, None) {
            Some(change) => change.files.iter().for_each(|file| console.detail(file.display())),
            None => return Ok(Exit::Fine),
        }
    }
}

/// The folder of all outputs, as far as it is known without the sources.
fn outputs(args: &Args, root: &Path) -> PathBuf {
    args.out.clone().unwrap_or_else(|| root.join(source::load(root).output))
}

fn build_all(args: &Args, albums: &mut Albums, console: &Console) -> Outcome {
    let mut loaded = open_sound(&args.project, console)?;
    let targets = if args.target.is_empty() { Target::ALL.to_vec() } else { args.target.clone() };
    if targets.iter().any(|target| target.draws_maps()) {
        loaded.diagnostics.append(drawing::mistakes(&loaded));
        sound(&loaded, console)?;
    }
    let games = chosen(&loaded, args.game.as_deref())?;
    if args.previous.previous.is_some()
        && (games.len() > 1 || !targets.iter().any(|target| matches!(target, Target::Vassal)))
    {
        return Err(Failure::new("--previous is about the module of one game")
            .help("name the game, and add `--target vassal`"));
    }
    for game in games {
        let project = (loaded.root.as_path(), loaded.output.as_path());
        let named = (args.out.as_deref(), args.cache.as_deref());
        let grounds = Grounds::of(project, named, &game.id)?;
        let _turn = Turn::take(&grounds);
        let Grounds { folder, cache } = &grounds;
        let site = Site {
            root: &loaded.root,
            sources: loaded.fingerprint,
            ground: loaded.ground,
            folder,
            cache,
            force: args.force,
        };
        let album = albums.entry(game.id.clone()).or_default();
        for target in &targets {
            let files = match target {
                Target::Vassal => module::make(game, &args.previous, site, console)?,
                Target::Table(writer) => table::make(*writer, game, &args.tables, site, console)?,
                other => build(game, *other, site, &args.sheets, &args.maps, album, console)?,
            };
            for file in files {
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
pub(super) fn build(
    game: &Game,
    target: Target,
    site: Site<'_>,
    sheets: &SheetArgs,
    maps: &MapArgs,
    album: &mut Album,
    console: &Console,
) -> Result<Vec<PathBuf>, Failure> {
    match target {
        Target::Rules => Ok(make_rules(game, site)?),
        Target::Sheets => sheets::make(game, sheets, site, album, console),
        Target::Map => maps::make_map(game, maps, site, console),
        Target::Charts => maps::make_charts(game, maps, site, console),
        Target::Vassal => module::make(game, &PreviousArgs::default(), site, console),
        Target::Table(writer) => table::make(writer, game, &TableArgs::default(), site, console),
    }
}

/// Writes the rules of play and returns the file, if it is another than before.
fn make_rules(game: &Game, site: Site<'_>) -> Result<Vec<PathBuf>, OutputError> {
    const NAME: &str = "rules.html";
    let page = rulebook::render(game)?;
    let mut ledger = Ledger::open(site.folder, site.cache, "rules", site.force);
    let written = ledger.write(NAME, &blake3::hash(page.as_bytes()), page.as_bytes())?;
    ledger.close()?;
    Ok(match written {
        Written::Unchanged => Vec::new(),
        Written::New | Written::Replaced => vec![site.folder.join(NAME)],
    })
}
