//! What `audit` and `interpret` need before they can read a log: the module, how its words are
//! to be read, and the game.

use super::limits::{LimitArgs, open_module, open_saved, read_text};
use super::{Console, Failure};
use crate::audit::Court;
use crate::diagnostic::on_one_line;
use crate::interpret::{ENTRY, Mapping};
use crate::model::Game;
use crate::module::vassal::{Kit, PictureBook};
use crate::output::{Grounds, Store, write_below};
use crate::page::Shelf;
use crate::referee::Referee;
use crate::replay::Guide;
use crate::retell::{self, Story};
use crate::source::{self, Loaded};
use crate::vassal::{Limits, ModuleFile, SavedGame};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Flags that say how logs are to be read.
#[derive(Debug, clap::Args)]
pub struct ReadingArgs {
    /// The module that the logs were made with
    #[arg(long, value_name = "VMOD", required_unless_present = "game")]
    pub module: Option<PathBuf>,
    /// How the words of a module that Hexwright did not build are to be read (TOML; see docs/referee.md)
    #[arg(long, value_name = "FILE")]
    pub mapping: Option<PathBuf>,
    /// The project with the game's sources
    #[arg(long, default_value = ".")]
    pub project: PathBuf,
    /// The game, by id: without --module, logs are read as those of the module that Hexwright builds of it
    #[arg(long, value_name = "ID")]
    pub game: Option<String>,
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// Everything at hand for reading logs.
pub struct Lectern {
    loaded: Loaded,
    /// How the module's words are to be read.
    pub mapping: Mapping,
    /// What the module tells about its logs.
    pub guide: Guide,
    /// What files from strangers may cost.
    pub limits: Limits,
}

impl Lectern {
    /// Opens module, mapping and sources.
    pub fn open(args: &ReadingArgs, console: &Console) -> Result<Self, Failure> {
        let limits = args.limits.limits();
        let Some(file) = &args.module else { return Lectern::of_game(args, limits, console) };
        let mut module = open_module(file, &limits)?;
        let mapping = match &args.mapping {
            Some(file) => mapping_file(file)?,
            None => own_mapping(&mut module, file, &limits)?,
        };
        let guide = Guide::of(&mut module);
        let loaded = sources(args, args.game.as_deref().unwrap_or(&mapping.game), console)?;
        let mut lectern = Lectern { loaded, mapping, guide, limits };
        if let Some(game) = &args.game {
            lectern.mapping.game.clone_from(game);
        }
        lectern.game()?;
        Ok(lectern)
    }

    /// Reads logs as those of the module that is built of a game.
    fn of_game(args: &ReadingArgs, limits: Limits, console: &Console) -> Result<Self, Failure> {
        let id = args.game.clone().unwrap_or_default();
        let loaded = sources(args, &id, console)?;
        let named = Mapping { game: id, ..Mapping::default() };
        let mut lectern = Lectern { loaded, mapping: named, guide: Guide::default(), limits };
        let (mapping, guide) = {
            let kit = Kit::new(lectern.game()?, lectern.root())
                .map_err(|error| Failure::new(error).help("or name its module with --module"))?;
            (kit.mapping(), kit.guide().map_err(Failure::new)?)
        };
        lectern.guide = guide;
        lectern.mapping = match &args.mapping {
            Some(file) => Mapping { game: mapping.game, ..mapping_file(file)? },
            None => mapping,
        };
        Ok(lectern)
    }

    /// The pictures of the module that the logs were made with; when none is named, they are drawn as they are
    /// asked for, and no module is built.
    pub fn pictures(&self, named: Option<&Path>, console: &Console) -> Result<Shelf<'_>, Failure> {
        let game = self.game()?;
        let root = self.root().map(Path::to_owned);
        let cache = self.cache()?;
        let boards = cache.as_ref().map(|cache| Boards::kept_in(cache));
        let shelf = match named {
            Some(path) => Shelf::new(open_module(path, &self.limits)?, &self.limits),
            None => {
                console.detail("drawing the pictures of the game");
                let ground = Some(self.loaded.ground);
                let book =
                    PictureBook::new(game, root.as_deref(), cache, ground).map_err(Failure::new)?;
                Shelf::finding(move |name| book.picture(name))
            }
        };
        Ok(match boards {
            Some(boards) => shelf.remembering(move |board, work| boards.of(board, work)),
            None => shelf,
        })
    }

    /// Opens a log or save, of VASSAL's or of another table.
    pub fn saved(&self, path: &Path, console: &Console) -> Result<SavedGame, Failure> {
        match retell::kind(path) {
            None => open_saved(path, &self.limits),
            Some(_) => {
                crate::budget::grant(Duration::from_secs(2));
                let story = retell::read(path, &self.limits)?;
                self.told(path, &story, console)
            }
        }
    }

    /// Opens a position of another table as one with which the set-up ends: play passes on to the next step.
    pub fn set_up(&self, path: &Path, console: &Console) -> Result<SavedGame, Failure> {
        if retell::kind(path).is_none() {
            return Err(Failure::new(format_args!(
                "{}: --set-up-ends is about positions of other tables",
                path.display()
            ))
            .help("logs and saves of VASSAL tell when the set-up ended"));
        }
        let mut story = retell::read(path, &self.limits)?;
        if story.steps.is_empty() {
            story.steps.push(retell::Step { who: None, act: retell::Act::Pass });
        }
        self.told(path, &story, console)
    }

    /// A game of another table as a log of this game's module.
    fn told(&self, path: &Path, story: &Story, console: &Console) -> Result<SavedGame, Failure> {
        let game = self.game()?;
        if story.game != game.id {
            return Err(Failure::new(format_args!(
                "{}: it is of the game `{}`, not of `{}`",
                path.display(),
                on_one_line(&story.game),
                game.id
            )));
        }
        let kit = Kit::new(game, self.root()).map_err(Failure::new)?;
        let told = retell::tell(story, &kit)
            .map_err(|error| Failure::new(format_args!("{}: {error}", path.display())))?;
        for note in &told.notes {
            console.note(format_args!("{}: {}", path.display(), on_one_line(note)));
        }
        Ok(told.saved)
    }

    /// What reads a file of another table: the game that it names, from the sources at hand.
    pub fn of_table(
        path: &Path,
        project: &Path,
        limits: &LimitArgs,
        console: &Console,
    ) -> Result<(Self, SavedGame), Failure> {
        let story = retell::read(path, &limits.limits())?;
        let args = ReadingArgs {
            module: None,
            mapping: None,
            project: project.to_owned(),
            game: Some(story.game.clone()),
            limits: limits.clone(),
        };
        let lectern = Lectern::open(&args, console)?;
        let saved = lectern.told(path, &story, console)?;
        Ok((lectern, saved))
    }

    /// Who judges the logs.
    pub fn court<'c>(&'c self, referee: &'c dyn Referee) -> Result<Court<'c>, Failure> {
        Ok(Court {
            game: self.game()?,
            referee,
            mapping: &self.mapping,
            guide: &self.guide,
            limits: &self.limits,
        })
    }

    /// The folder of the sources; those inside the program have none.
    pub fn root(&self) -> Option<&Path> {
        Some(self.loaded.root.as_path()).filter(|root| root.exists())
    }

    /// Where builds of the game keep their pictures, where there is a folder to keep them in.
    pub fn cache(&self) -> Result<Option<PathBuf>, Failure> {
        let Some(root) = self.root() else { return Ok(None) };
        let grounds = Grounds::of((root, &self.loaded.output), (None, None), &self.game()?.id)?;
        Ok(Some(grounds.cache))
    }

    /// The game.
    pub fn game(&self) -> Result<&Game, Failure> {
        let id = &self.mapping.game;
        self.loaded.game(id).ok_or_else(|| {
            Failure::new(format_args!("there are no sources of the game `{id}` here"))
                .help("name the project that has them with --project")
        })
    }
}

/// Boards as pages show them, by the hash of what they were made from, kept from one page to the next.
struct Boards(Option<Store>);

impl Boards {
    fn kept_in(cache: &Path) -> Self {
        Boards(Some(Store::open(&cache.join("page-boards"), "page boards 1")))
    }

    fn of(&self, board: &[u8], work: &dyn Fn() -> Option<Vec<u8>>) -> Option<Vec<u8>> {
        let Some(store) = &self.0 else { return work() };
        let mut key = blake3::Hasher::new();
        key.update(env!("CARGO_PKG_VERSION").as_bytes()).update(board);
        store.of(&key.finalize(), || work().ok_or(())).ok().map(|made| made.to_vec())
    }
}

impl Drop for Boards {
    fn drop(&mut self) {
        if let Some(store) = self.0.take() {
            store.close();
        }
    }
}

fn mapping_file(file: &Path) -> Result<Mapping, Failure> {
    let text = read_text(file)?;
    toml::from_str(&text).map_err(|error| {
        Failure::new(format_args!("{}: {error}", file.display()))
            .help("docs/referee.md describes mapping files")
    })
}

fn own_mapping(module: &mut ModuleFile, path: &Path, limits: &Limits) -> Result<Mapping, Failure> {
    let archive = module.archive.as_mut().filter(|archive| archive.contains(ENTRY));
    let Some(archive) = archive else {
        return Err(Failure::new(format_args!("{} was not built by Hexwright", path.display()))
            .help("write down how its words are to be read: --mapping FILE, see docs/referee.md"));
    };
    let text = archive.read_text(ENTRY, limits)?;
    serde_json::from_str(&text).map_err(|error| {
        Failure::new(format_args!("{}: {ENTRY}: {error}", path.display()))
            .help("it was built by another version of Hexwright; build it anew")
    })
}

/// The sources of the project, without errors: what they got wrong or left out would be held
/// against the players.
fn sources(args: &ReadingArgs, game: &str, console: &Console) -> Result<Loaded, Failure> {
    let loaded = at_hand(args, game, console)?;
    super::check::sound(&loaded, console)?;
    Ok(loaded)
}

/// The sources of the project; the tutorial game is inside the program.
fn at_hand(args: &ReadingArgs, game: &str, console: &Console) -> Result<Loaded, Failure> {
    let named = super::check::open(&args.project);
    // A project whose game cannot even be read is not passed over: its logs are not judged by other sources.
    if let Ok(loaded) = &named
        && (loaded.game(game).is_some() || loaded.diagnostics.errors() > 0)
    {
        return named;
    }
    if game != "bridgehead" {
        return named;
    }
    console.detail("using the sources of Bridgehead that are inside the program");
    let folder = tempfile::tempdir()?;
    for (path, bytes) in crate::embedded::bridgehead() {
        write_below(folder.path(), Path::new(&path), &bytes)?;
    }
    Ok(source::load(folder.path()))
}
