//! The lint of looks as diagnostics of the sources: at the row of the counter.

use super::Console;
use crate::diagnostic::{Diagnostic, Diagnostics, Place, SHOWN_OF_A_KIND, Severity, SourceFile};
use crate::draw::{ArtOptions, Artist, DrawError, Look, Proofs, lint_looks};
use crate::input::ProjectFolder;
use crate::model::Game;
use crate::output::Grounds;
use crate::source::{LARGEST_SOURCE, Loaded};
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Adds what is questionable about the looks of all counters, and what cannot be drawn.
pub(super) fn add(loaded: &mut Loaded) {
    for game in &loaded.project.games {
        let options =
            ArtOptions { project_root: Some(loaded.root.clone()), ..ArtOptions::default() };
        match Artist::new(game, options) {
            Ok(artist) => {
                let proofs = proofs(loaded.root.as_path(), &loaded.output, game);
                let looks = lint_looks(game, &artist, &proofs);
                proofs.close();
                place(&looks, game, (&loaded.root, &loaded.sheets), &mut loaded.diagnostics);
            }
            Err(error) => loaded.diagnostics.push(broken_template(&error)),
        }
    }
    let drawing = super::drawing::mistakes(loaded);
    loaded.diagnostics.append(drawing);
}

/// Tells while building what is questionable: the first few of each kind, the others counted.
pub(super) fn tell(looks: &[Look], console: &Console) {
    let mut of_a_kind: BTreeMap<&str, usize> = BTreeMap::new();
    for look in looks {
        let count = of_a_kind.entry(look.code).or_default();
        *count += 1;
        if *count <= SHOWN_OF_A_KIND {
            console.note(look);
        }
    }
    of_a_kind.retain(|_, count| *count > SHOWN_OF_A_KIND);
    for (code, count) in &of_a_kind {
        console.note(format_args!("… and {} more {code}", count - SHOWN_OF_A_KIND));
    }
    if !of_a_kind.is_empty() {
        console.note("`hexwright check --all` shows them");
    }
}

/// What earlier runs found well, beside what builds keep of the game.
fn proofs(root: &Path, output: &Path, game: &Game) -> Proofs {
    let grounds = Grounds::of((root, output), (None, None), &game.id);
    grounds.map_or_else(|_| Proofs::default(), |grounds| Proofs::open(&grounds.cache))
}

/// A template that is broken for every counter.
fn broken_template(error: &DrawError) -> Diagnostic {
    let file = match error {
        DrawError::Template { template, .. } => PathBuf::from(template),
        DrawError::Svg { origin, .. } => PathBuf::from(origin),
        DrawError::Art { file, .. } => file.clone(),
        DrawError::NoTemplate { .. } => PathBuf::from("templates/counters"),
    };
    Diagnostic::about("bad-template", &file, error.to_string())
}

fn place(
    looks: &[Look],
    game: &Game,
    (root, sheets): (&Path, &[Arc<SourceFile>]),
    diagnostics: &mut Diagnostics,
) {
    let mut files: HashMap<&Path, Arc<SourceFile>> = HashMap::new();
    for look in looks {
        let Some(counter) = game.counters.get(&look.counter) else { continue };
        let (path, line) = &counter.row;
        let file = files.entry(path).or_insert_with(|| {
            if let Some(sheet) = sheets.iter().find(|sheet| *sheet.name() == **path) {
                return sheet.clone();
            }
            let text = ProjectFolder::new(root).read_text(path, LARGEST_SOURCE).unwrap_or_default();
            let text = text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned();
            Arc::new(SourceFile { path: path.to_path_buf(), text, sheet: None })
        });
        let start: usize =
            file.text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
        let row = file.text[start..].lines().next().unwrap_or_default();
        let place = Place::new(file, start..start + row.len());
        let message = format!("{}: {}", look.counter, look.message);
        let diagnostic = match look.severity {
            Severity::Error => Diagnostic::error(look.code, place, message),
            Severity::Warning => Diagnostic::warning(look.code, place, message),
        };
        diagnostics.push(diagnostic.subject(&look.counter).help(look.help.clone()));
    }
}
