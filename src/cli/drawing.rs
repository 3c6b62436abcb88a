//! Mistakes that only drawing shows, at their places in the sources.

use crate::diagnostic::{Diagnostic, Diagnostics, Place, Severity, SourceFile};
use crate::draw::map::{
    MapError, MapOptions, StyleMistake, check_backdrop, check_boards, check_drawing, check_layout,
    check_styles,
};
use crate::input::ProjectFolder;
use crate::model::{Game, Map};
use crate::source::{LARGEST_SOURCE, Loaded};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use toml::de::{DeTable, DeValue};

/// Terrain that no map style draws, pictures that do not fit under their map, boards that cannot
/// lie side by side.
pub(super) fn mistakes(loaded: &Loaded) -> Diagnostics {
    let mut found = Diagnostics::default();
    let options = MapOptions { project_root: Some(loaded.root.clone()), ..MapOptions::default() };
    for game in loaded.project.games.iter().filter(|game| !game.maps.is_empty()) {
        types(&loaded.root, game, &mut found);
        for map in &game.maps {
            layout(&loaded.root, game, map, &mut found);
            let Some(error) = check_backdrop(map, &options) else { continue };
            let file = source_of(&loaded.root, "maps", game, &map.id);
            let steps = [Step::Key("backdrop"), Step::Key("image")];
            found.push(at(&loaded.root, file, "wrong-backdrop", &steps, error.to_string()));
        }
        for scenario in &game.scenarios {
            let Some((nth, error)) = check_boards(game, &scenario.maps) else { continue };
            let file = source_of(&loaded.root, "scenarios", game, &scenario.id);
            let steps = [Step::Key("board"), Step::Nth(nth), Step::Key("map")];
            found.push(at(&loaded.root, file, "wrong-layout", &steps, error.to_string()));
        }
    }
    styles(&loaded.root, &mut found);
    for game in &loaded.project.games {
        super::letters::add(&loaded.root, game, &mut found);
    }
    found
}

/// Boxes over hexes or each other, hexes too small for the counters.
fn layout(root: &Path, game: &Game, map: &Map, found: &mut Diagnostics) {
    for mistake in check_layout(game, map) {
        let file = source_of(root, "maps", game, &map.id);
        let framed = |id| [Step::Key("box"), Step::Id(id), Step::Key("frame")];
        let diagnostic = match &mistake.of {
            Some(id) => at(root, file, "box-in-the-way", &framed(id), mistake.message),
            None => at(
                root,
                file,
                "small-hexes",
                &[Step::Key("grid"), Step::Key("hex_size")],
                mistake.message,
            ),
        };
        let severity = Severity::Warning;
        found.push(Diagnostic { severity, ..diagnostic }.help(mistake.help));
    }
}

/// Unknown keys and fonts of the project's map styles.
fn styles(root: &Path, found: &mut Diagnostics) {
    for StyleMistake { file, place, code, message, help } in check_styles(root) {
        let diagnostic = match place {
            None => Diagnostic::about(code, &file, message),
            Some((text, span)) => {
                let file = Arc::new(SourceFile { path: file, text, sheet: None });
                Diagnostic::error(code, Place::new(&file, span), message)
            }
        };
        found.push(diagnostic.maybe_help(help));
    }
}

fn types(root: &Path, game: &Game, found: &mut Diagnostics) {
    for error in check_drawing(game) {
        let MapError::Part { what, id, draw, help } = error else { continue };
        let file = PathBuf::from(format!("games/{}.toml", game.id));
        let entry = [Step::Key(what), Step::Id(&id)];
        // Without a `draw`, the id says how it is drawn.
        let steps = [&entry[..], &[Step::KeyOr("draw", "id")]].concat();
        let message = format!("{what} `{id}` is drawn as `{draw}`, which no map style knows");
        found.push(
            at(root, file, "unknown-drawing", &steps, message)
                .label("`none` would leave it undrawn")
                .maybe_help(help),
        );
    }
}

/// The file of a map or scenario: its id is the file's name.
fn source_of(root: &Path, kind: &str, game: &Game, id: &str) -> PathBuf {
    let folder = PathBuf::from(kind).join(&game.id);
    walkdir::WalkDir::new(root.join(&folder))
        .max_depth(4)
        .sort_by_file_name()
        .into_iter()
        .flatten()
        .map(walkdir::DirEntry::into_path)
        .filter(|path| path.extension().is_some_and(|kind| kind == "toml"))
        .find(|path| path.file_stem().is_some_and(|stem| stem == id))
        .and_then(|path| path.strip_prefix(root).map(Path::to_owned).ok())
        .unwrap_or_else(|| folder.join(format!("{id}.toml")))
}

/// A step into a TOML document.
#[derive(Clone, Copy)]
enum Step<'a> {
    /// The value of a key.
    Key(&'a str),
    /// The value of a key, or of another one where the first is not given.
    KeyOr(&'a str, &'a str),
    /// The n-th of a list.
    Nth(usize),
    /// The table with this `id` in a list.
    Id(&'a str),
}

/// An error at the place that the steps lead to; about the whole file when they lead nowhere.
fn at(
    root: &Path,
    file: PathBuf,
    code: &'static str,
    steps: &[Step<'_>],
    message: String,
) -> Diagnostic {
    let text = ProjectFolder::new(root).read_text(&file, LARGEST_SOURCE).unwrap_or_default();
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned();
    match span(&text, steps) {
        Some(span) => {
            let file = Arc::new(SourceFile { path: file, text, sheet: None });
            Diagnostic::error(code, Place::new(&file, span), message)
        }
        None => Diagnostic::about(code, &file, message),
    }
}

fn span(text: &str, steps: &[Step<'_>]) -> Option<Range<usize>> {
    let (document, _) = DeTable::parse_recoverable(text);
    let (first, rest) = steps.split_first()?;
    let Step::Key(first) = first else { return None };
    let mut value = document.get_ref().get(*first)?;
    for step in rest {
        value = match (value.get_ref(), *step) {
            (DeValue::Table(table), Step::Key(key)) => table.get(key)?,
            (DeValue::Table(table), Step::KeyOr(key, other)) => {
                table.get(key).or_else(|| table.get(other))?
            }
            (DeValue::Array(list), Step::Nth(nth)) => list.get(nth)?,
            (DeValue::Array(list), Step::Id(id)) => list.iter().find(|item| {
                let own = item.get_ref().get("id").and_then(|own| own.get_ref().as_str());
                own == Some(id)
            })?,
            _ => return None,
        };
    }
    Some(value.span())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_lead_to_the_value_they_name() {
        let text = "[[terrain]]\nid = \"a\"\n[[terrain]]\nid = \"b\"\ndraw = \"sand\"\n";
        let value = |id| {
            let steps = [Step::Key("terrain"), Step::Id(id), Step::KeyOr("draw", "id")];
            span(text, &steps).map(|span| &text[span])
        };
        assert_eq!(value("a"), Some("\"a\""));
        assert_eq!(value("b"), Some("\"sand\""));
        assert_eq!(value("c"), None);
    }
}
