//! A Hexwright project from a VASSAL module: boards as backdrops with their
//! grid, pieces as counter rows with art and values, set-ups as scenarios.
//! What cannot be carried over is listed.

mod art;
mod colours;
mod counters;
mod game;
mod letters;
mod maps;
mod scenarios;

use crate::vassal::build::{DefinedPiece, Prototypes};
use crate::vassal::file::ModuleFile;
use crate::vassal::grid::Atlas;
use crate::vassal::limits::Limits;
use crate::vassal::piece::TraitBook;
use counters::Roster;
use std::collections::{BTreeMap, BTreeSet};
use toml::Table;

/// The files of the new project, and what was left out.
#[derive(Debug, Default)]
pub struct Imported {
    /// Files by their path in the project.
    pub files: BTreeMap<String, Vec<u8>>,
    /// What could not be carried over, for people.
    pub left_out: Vec<String>,
    /// The game's id.
    pub game: String,
    /// How many counters, maps and scenarios there are.
    pub counts: (usize, usize, usize),
}

impl Imported {
    fn toml(&mut self, path: String, table: &Table) {
        // A table of texts, numbers and tables can always be written.
        let text = toml::to_string_pretty(table).unwrap_or_default();
        self.files.insert(path, text.into_bytes());
    }

    fn leave_out(&mut self, what: impl Into<String>) {
        self.left_out.push(what.into());
    }
}

/// Makes a project from a module.
pub fn import(module: &mut ModuleFile, limits: &Limits) -> Imported {
    let title =
        module.build.get("name").filter(|name| !name.is_empty()).unwrap_or("Imported").to_owned();
    let mut imported = Imported { game: id_from(&title), ..Imported::default() };
    let atlas = Atlas::of(module);
    let mut book = TraitBook::default();
    let prototypes = Prototypes::of(&module.build, &mut book);
    let sides = game::sides(&module.build);
    let mut gallery = art::Gallery::default();
    let maps = maps::write(&atlas, module, &mut gallery, limits, &mut imported);
    let mut roster = Roster::of(&module.build, &prototypes, &mut book, &sides);
    let scenarios = scenarios::write(module, &atlas, &maps, &mut roster, limits, &mut imported);
    roster.write(module, &mut gallery, limits, &mut imported);
    gallery.list_left_out(&mut imported);
    let colours = colours::of(&sides, &roster, &mut imported);
    game::write(module, &title, (&sides, &colours), &mut imported);
    game::list_left_out(&module.build, &prototypes, &mut imported);
    imported.counts = (roster.len(), maps.len(), scenarios);
    let project: Table = [
        ("name".to_owned(), title.clone().into()),
        ("games".to_owned(), vec![toml::Value::from(imported.game.clone())].into()),
    ]
    .into_iter()
    .collect();
    imported.toml("hexwright.toml".to_owned(), &project);
    let mut notes = format!(
        "# {title}: what was not carried over\n\nImported from a VASSAL module. Check what is here before you build on it.\n\n"
    );
    for line in &imported.left_out {
        notes.push_str("- ");
        notes.push_str(&line.replace(['\n', '\r'], " "));
        notes.push('\n');
    }
    imported.files.insert("IMPORT.md".to_owned(), notes.into_bytes());
    imported
}

/// A name as sources write ids: small letters, digits and hyphens.
fn id_from(name: &str) -> String {
    let mut id = String::new();
    for c in name.chars().take(60) {
        if c.is_alphanumeric() {
            id.extend(c.to_lowercase());
        } else if !id.ends_with('-') && !id.is_empty() {
            id.push('-');
        }
    }
    let id = id.trim_end_matches('-');
    if id.is_empty() { "unnamed".to_owned() } else { id.to_owned() }
}

/// An id that is not taken yet.
fn fresh_id(name: &str, taken: &mut BTreeSet<String>) -> String {
    let id = id_from(name);
    let mut candidate = id.clone();
    let mut number = 2;
    while !taken.insert(candidate.clone()) {
        candidate = format!("{id}-{number}");
        number += 1;
    }
    candidate
}

/// The picture of a piece's front and back, as far as its traits show it.
fn pictures(piece: &DefinedPiece) -> (Option<String>, Option<String>) {
    use crate::vassal::piece::Heart;
    use crate::vassal::traits::Meaning;
    let found = |image: &&String| !image.trim().is_empty();
    let basic = match &piece.definition.heart {
        Heart::Piece(basic) => Some(&basic.image).filter(found),
        _ => None,
    };
    let layers: Vec<_> = piece
        .definition
        .traits
        .iter()
        .filter_map(|one| match &one.meaning {
            Meaning::Layer(layer) => Some(layer),
            _ => None,
        })
        .filter(|layer| layer.images.0.iter().any(|image| found(&image)))
        .collect();
    match (basic, layers.as_slice()) {
        // The innermost layer is the face; those around it lie upon it: "broken", "hidden", a class.
        (None, [.., face]) => {
            let mut images = face.images.0.iter().filter(found).cloned();
            (images.next(), images.next())
        }
        (Some(basic), [layer, ..]) if layer.images.0.len() == 1 => {
            (Some(basic.clone()), layer.images.0.first().cloned())
        }
        (basic, _) => (basic.cloned(), None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_face_of_a_piece_without_a_picture_is_its_innermost_layer() {
        // As VASSAL writes it: the picture of the piece itself is a space.
        let layer = |name: &str, images: &str| {
            format!(
                "emb2;{name};2;;;2;;;2;;;;0;false;0;0;{images};,;true;;;;false;;1;1;true;;86,130;;;1.0;;true"
            )
        };
        let text = format!(
            "+/null/{}\t{}\\\tpiece;K;D; ;Gun/-1\t1\\\tnull;0;0;892;0",
            layer("Malf", "gun-broken,gun-broken-limbered"),
            layer("", "gun,gun-limbered"),
        );
        let piece = DefinedPiece::decode(&text, &mut TraitBook::default()).expect("a piece");
        let told = pictures(&piece);
        assert_eq!(told, (Some("gun".to_owned()), Some("gun-limbered".to_owned())));
    }
}
