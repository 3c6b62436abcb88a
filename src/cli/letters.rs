//! Letters that no bundled font has, in texts that maps and charts letter: they would print as boxes.

use crate::diagnostic::{Diagnostic, Diagnostics, Place, SourceFile};
use crate::draw::has_glyph;
use crate::input::ProjectFolder;
use crate::model::Game;
use crate::source::LARGEST_SOURCE;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use toml::de::{DeTable, DeValue};

/// Texts that are not lettered: files and ids, and what only the rulebook prints, with fonts of the reader.
const NOT_LETTERED: [&str; 14] = [
    "image",
    "art",
    "id",
    "rule",
    "credits",
    "special_rules",
    "victory",
    "balance",
    "summary",
    "option",
    "state",
    "declaration",
    "module",
    "options",
];

/// Adds what cannot be lettered of a game, its maps and its scenarios.
pub(super) fn add(root: &Path, game: &Game, found: &mut Diagnostics) {
    let main = PathBuf::from(format!("games/{}.toml", game.id));
    let below = ["games", "maps", "scenarios"].into_iter().flat_map(|folder| {
        walkdir::WalkDir::new(root.join(folder).join(&game.id))
            .max_depth(4)
            .sort_by_file_name()
            .into_iter()
            .flatten()
            .filter_map(|entry| entry.path().strip_prefix(root).map(Path::to_owned).ok())
    });
    let files = std::iter::once(main).chain(below);
    for file in files.filter(|file| file.extension().is_some_and(|kind| kind == "toml")) {
        let text = ProjectFolder::new(root).read_text(&file, LARGEST_SOURCE).unwrap_or_default();
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned();
        // Most files are written in letters that every font has: nothing to take apart.
        if text.chars().all(has_glyph) {
            continue;
        }
        let mut places = Vec::new();
        let (document, _) = DeTable::parse_recoverable(&text);
        for (key, value) in document.get_ref() {
            look(key.get_ref(), value, &text, &mut places);
        }
        let source = Arc::new(SourceFile { path: file, text: text.clone(), sheet: None });
        for (span, letters) in places {
            let codes: Vec<String> =
                letters.iter().map(|c| format!("`{c}` (U+{:04X})", u32::from(*c))).collect();
            let message = format!("no bundled font has {}", codes.join(", "));
            found.push(
                Diagnostic::error("missing-glyph", Place::new(&source, span), message)
                    .label("would be printed as empty boxes")
                    .help("write it in Latin, Cyrillic or Greek letters"),
            );
        }
    }
}

/// The place of a text that cannot be lettered, from its first such letter on, and those letters.
type Lacking = (Range<usize>, Vec<char>);

fn look(key: &str, value: &toml::Spanned<DeValue<'_>>, text: &str, places: &mut Vec<Lacking>) {
    if NOT_LETTERED.contains(&key) {
        return;
    }
    match value.get_ref() {
        DeValue::String(_) => {
            let span = value.span();
            let Some(written) = text.get(span.clone()) else { return };
            let mut lacking: Vec<char> = Vec::new();
            let mut first = None;
            for (at, letter) in written.char_indices().filter(|(_, c)| !has_glyph(*c)) {
                first = first.or(Some(at));
                if !lacking.contains(&letter) && lacking.len() < 4 {
                    lacking.push(letter);
                }
            }
            if let Some(first) = first {
                places.push((
                    span.start + first..span.end.saturating_sub(1).max(span.start + first),
                    lacking,
                ));
            }
        }
        DeValue::Array(list) => list.iter().for_each(|item| look(key, item, text, places)),
        DeValue::Table(table) => {
            table.iter().for_each(|(key, value)| look(key.get_ref(), value, text, places));
        }
        _ => {}
    }
}
