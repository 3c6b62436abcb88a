//! From plain-text sources to the model, with every mistake reported in one run.
//!
//! Each TOML file goes through three doors: it is parsed, its shape is checked
//! against the schema of its type (`shape`), and its names are looked up
//! (`resolve`). Counter sheets are CSV. Nothing after this room can meet a
//! misspelt name.

mod counters;
mod files;
pub mod format;
mod resolve;
mod schema;
mod shape;
mod watch;
mod words;

pub use counters::COUNTER_COLUMNS;
pub use files::{LARGEST_SOURCE, find_root, is_inside_project};
pub use schema::{SCHEMAS, SchemaKind, schema};
pub use watch::{Change, Watch, WatchError};

use crate::diagnostic::{Diagnostic, Diagnostics, Place, SourceFile};
use crate::model::{Game, Project, Registry, SightRules};
use files::Files;
use format::{ChartFile, GameFile, MapFile, ProjectFile, RulesFile, ScenarioFile};
use rayon::prelude::*;
use shape::ShapeCheck;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A project as loaded: the model as far as it could be made, and all that is wrong.
#[derive(Debug)]
pub struct Loaded {
    /// The folder that holds `hexwright.toml`.
    pub root: PathBuf,
    /// The model; games with errors may be missing parts.
    pub project: Project,
    /// Where `hexwright build` writes, relative to the root.
    pub output: PathBuf,
    /// What is wrong.
    pub diagnostics: Diagnostics,
}

impl Loaded {
    /// The game with that id.
    pub fn game(&self, id: &str) -> Option<&Game> {
        self.project.games.get(id)
    }
}

/// A parsed file of type `T` with its text.
pub(crate) struct Parsed<T> {
    pub file: Arc<SourceFile>,
    pub content: T,
}

/// The files of one game, parsed.
pub(crate) struct GameSources {
    pub id: String,
    pub game: Parsed<GameFile>,
    pub charts: Vec<Parsed<ChartFile>>,
    pub rules: Vec<Parsed<RulesFile>>,
    pub sight: Option<Parsed<SightRules>>,
    pub counters: Vec<Arc<SourceFile>>,
    pub maps: Vec<Parsed<MapFile>>,
    pub scenarios: Vec<Parsed<ScenarioFile>>,
}

/// Loads the project in a folder. Everything that is wrong is in [`Loaded::diagnostics`].
pub fn load(root: &Path) -> Loaded {
    let mut diagnostics = Diagnostics::default();
    let files = Files::new(root);
    let mut project = Project { name: String::new(), games: Registry::default() };
    let mut output = PathBuf::from("build");
    let listing = files
        .read(Path::new("hexwright.toml"), &mut diagnostics)
        .and_then(|file| parse::<ProjectFile>(SchemaKind::Project, file, &mut diagnostics));
    if let Some(Parsed { file, content }) = listing {
        project.name = content.name;
        if let Some(folder) = content.output {
            output = PathBuf::from(folder);
        }
        for (nth, id) in content.games.iter().enumerate() {
            if content.games[..nth].iter().any(|earlier| earlier.value == id.value) {
                let place = Place::new(&file, id.span());
                let message = format!("game `{}` is listed twice", id.value);
                diagnostics.push(Diagnostic::error("duplicate-id", place, message));
                continue;
            }
            let listed = Place::new(&file, id.span());
            if let Some(sources) = read_game(&files, &id.value, listed, &mut diagnostics)
                && let Some(game) = resolve::game(&sources, &files, &mut diagnostics)
            {
                // The list was checked for repetition above.
                let _ = project.games.insert(game);
            }
        }
    }
    Loaded { root: root.to_owned(), project, output, diagnostics }
}

fn read_game(
    files: &Files,
    id: &str,
    listed: Place,
    diagnostics: &mut Diagnostics,
) -> Option<GameSources> {
    let main = PathBuf::from(format!("games/{id}.toml"));
    if !files.exists(&main) {
        let others = files.list(Path::new("games"), "toml");
        let names: Vec<String> = others
            .iter()
            .filter(|path| path.parent() == Some(Path::new("games")))
            .filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()))
            .collect();
        diagnostics.push(
            Diagnostic::error(
                "missing-file",
                listed,
                format!("game `{id}` has no file {}", main.display()),
            )
            .maybe_help(crate::diagnostic::nearest(id, names.iter().map(String::as_str))),
        );
        return None;
    }
    let game = parse(SchemaKind::Game, files.read(&main, diagnostics)?, diagnostics)?;
    let mut sources = GameSources {
        id: id.to_owned(),
        game,
        charts: Vec::new(),
        rules: Vec::new(),
        sight: None,
        counters: Vec::new(),
        maps: Vec::new(),
        scenarios: Vec::new(),
    };
    for path in files.list(&PathBuf::from(format!("games/{id}")), "toml") {
        let stem =
            path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let Some(file) = files.read(&path, diagnostics) else { continue };
        if stem.starts_with("charts") {
            sources.charts.extend(parse(SchemaKind::Charts, file, diagnostics));
        } else if stem.starts_with("rules") {
            sources.rules.extend(parse(SchemaKind::Rules, file, diagnostics));
        } else if stem == "sight" {
            sources.sight = parse(SchemaKind::Sight, file, diagnostics);
        } else {
            diagnostics.push(
                Diagnostic::about("unknown-file", &path, "no kind of source file has this name")
                    .help("files beside a game are called charts….toml, rules….toml or sight.toml"),
            );
        }
    }
    let folder = |kind: &str| PathBuf::from(format!("{kind}/{id}"));
    for path in files.list(&folder("counters"), "csv") {
        sources.counters.extend(files.read(&path, diagnostics));
    }
    sources.maps = parse_all(files, &folder("maps"), SchemaKind::Map, diagnostics);
    sources.scenarios = parse_all(files, &folder("scenarios"), SchemaKind::Scenario, diagnostics);
    Some(sources)
}

/// Parses all files of a folder, on all cores, in the order of their names.
fn parse_all<T: serde::de::DeserializeOwned + Send>(
    files: &Files,
    folder: &Path,
    kind: SchemaKind,
    diagnostics: &mut Diagnostics,
) -> Vec<Parsed<T>> {
    let read = |path: PathBuf| {
        let mut found = Diagnostics::default();
        let file = files.read(&path, &mut found);
        (file.and_then(|file| parse(kind, file, &mut found)), found)
    };
    let parsed: Vec<_> = files.list(folder, "toml").into_par_iter().map(read).collect();
    parsed
        .into_iter()
        .filter_map(|(parsed, found)| {
            diagnostics.append(found);
            parsed
        })
        .collect()
}

/// Parses a TOML file into its type; mistakes are reported and, where possible, cut out.
fn parse<T: serde::de::DeserializeOwned>(
    kind: SchemaKind,
    file: Arc<SourceFile>,
    diagnostics: &mut Diagnostics,
) -> Option<Parsed<T>> {
    let (mut document, errors) = toml::de::DeTable::parse_recoverable(&file.text);
    for error in &errors {
        let place = Place::new(&file, error.span().unwrap_or(0..0));
        diagnostics.push(Diagnostic::error(
            "toml-syntax",
            place,
            error.message().replace('\n', ", "),
        ));
    }
    if !ShapeCheck::new(&file, schema::shape(kind), diagnostics).document(&mut document) {
        return None;
    }
    match T::deserialize(toml::de::Deserializer::from(document)) {
        Ok(content) => Some(Parsed { file, content }),
        Err(error) => {
            let place = Place::new(&file, error.span().unwrap_or(0..0));
            let message = error.message().replace('\n', ", ");
            diagnostics.push(Diagnostic::error("wrong-value", place, message));
            None
        }
    }
}
