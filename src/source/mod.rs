//! From plain-text sources to the model, with every mistake reported in one run.
//!
//! Each TOML file goes through three doors: it is parsed, its shape is checked
//! against the schema of its type (`shape`), and its names are looked up
//! (`resolve`). Counter sheets are CSV. Nothing after this room can meet a
//! misspelt name.

mod counters;
mod files;
pub mod format;
mod game;
mod resolve;
mod schema;
mod shape;
mod watch;
mod words;
mod workbook;

pub use counters::COUNTER_COLUMNS;
pub use files::{LARGEST_SOURCE, find_root, is_file_name, is_inside_project};
pub use schema::{SCHEMAS, SchemaKind, schema};
pub use watch::{Change, Watch, WatchError};

use crate::diagnostic::{Diagnostic, Diagnostics, Place, SourceFile};
use crate::model::{Game, Project, Registry};
use files::Files;
use format::{At, ProjectFile, Text};
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
    /// The sheets of workbooks, as they were read.
    pub sheets: Vec<Arc<SourceFile>>,
    /// Hash of all files that the model was made of: equal sources make equal models.
    pub fingerprint: blake3::Hash,
    /// Hash of those of them that maps are made of: counters and scenarios are not among them.
    pub ground: blake3::Hash,
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

/// Loads the project in a folder. Everything that is wrong is in [`Loaded::diagnostics`].
pub fn load(root: &Path) -> Loaded {
    let mut diagnostics = Diagnostics::default();
    let files = Files::new(root);
    let mut project = Project { name: String::new(), games: Registry::default() };
    let mut output = PathBuf::from("build");
    let mut sheets = Vec::new();
    let listing = files
        .read(Path::new("hexwright.toml"), &mut diagnostics)
        .and_then(|file| parse::<ProjectFile>(SchemaKind::Project, file, &mut diagnostics));
    if let Some(Parsed { file, content }) = listing {
        project.name = content.name;
        if let Some(folder) = &content.output {
            if is_inside_project(Path::new(&*folder.value)) {
                output = PathBuf::from(&*folder.value);
            } else {
                let place = Place::new(&file, folder.span());
                let message = format!("`{}` leads out of the project", folder.value);
                diagnostics.push(Diagnostic::error("path-outside-project", place, message).help(
                    "`output` is a folder below hexwright.toml; `hexwright build --out` writes anywhere",
                ));
            }
        }
        for (nth, id) in content.games.iter().enumerate() {
            let listed = Place::new(&file, id.span());
            if !is_file_name(&id.value) {
                let message = format!("`{}` is no name for a game", id.value);
                diagnostics.push(Diagnostic::error("bad-id", listed, message).help(
                    "a game's id names its files: letters, digits, `-`, `_` and `.`, as in `bridgehead`",
                ));
                continue;
            }
            // Ids that differ in case only would share their folders on some systems.
            let twin = |earlier: &At<Text>| earlier.value.to_lowercase() == id.value.to_lowercase();
            if let Some(twin) = content.games[..nth].iter().find(|earlier| twin(earlier)) {
                let message = match twin.value == id.value {
                    true => format!("game `{}` is listed twice", id.value),
                    false => {
                        format!("games `{}` and `{}` differ in case only", twin.value, id.value)
                    }
                };
                diagnostics.push(Diagnostic::error("duplicate-id", listed, message));
                continue;
            }
            let mut found = Diagnostics::default();
            let game = game::load(&files, &id.value, listed, &mut found, &mut sheets);
            found.trace();
            diagnostics.append(found);
            if let Some(game) = game {
                // The list was checked for repetition above.
                let _ = project.games.insert(game);
            }
        }
    }
    let (fingerprint, ground) = files.fingerprints();
    Loaded { root: root.to_owned(), project, output, diagnostics, sheets, fingerprint, ground }
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
