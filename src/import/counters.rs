//! Slots become counter rows.

use super::game::Sides;
use super::{Imported, fresh_id, id_from, pictures};
use crate::source::COUNTER_COLUMNS;
use crate::vassal::build::{DefinedPiece, Element, Prototypes};
use crate::vassal::file::ModuleFile;
use crate::vassal::limits::Limits;
use crate::vassal::piece::TraitBook;
use crate::vassal::traits::Meaning;
use std::collections::{BTreeMap, BTreeSet};

/// A counter type.
#[derive(Debug)]
struct Row {
    id: String,
    name: String,
    side: String,
    count: usize,
    pictures: (Option<String>, Option<String>),
    values: BTreeMap<String, String>,
    is_card: bool,
}

/// All counter types, and which slot each came from.
#[derive(Debug, Default)]
pub(super) struct Roster {
    rows: Vec<Row>,
    by_slot: BTreeMap<String, usize>,
}

/// Whether a column means something to Hexwright or to the importer; a value of such a name gets another.
fn is_own_column(name: &str) -> bool {
    name == "text" || COUNTER_COLUMNS.contains(&name)
}

impl Roster {
    pub(super) fn of(
        build: &Element,
        prototypes: &Prototypes,
        book: &mut TraitBook,
        sides: &Sides,
    ) -> Self {
        let mut roster = Roster::default();
        let mut taken = BTreeSet::new();
        let mut known: BTreeMap<String, usize> = BTreeMap::new();
        let mut pending: Vec<(&Element, Vec<&str>)> = vec![(build, Vec::new())];
        while let Some((element, path)) = pending.pop() {
            let mut inner = path.clone();
            inner.extend(element.label());
            pending.extend(element.children.iter().rev().map(|child| (child, inner.clone())));
            if !matches!(element.class(), "PieceSlot" | "CardSlot") {
                continue;
            }
            let Some(piece) = DefinedPiece::decode(&element.text, book) else { continue };
            let spelled = prototypes.spell_out(&piece, &mut Vec::new());
            let gpid = element.get("gpid").unwrap_or_default().to_owned();
            // The same piece in several slots is one counter type.
            let same = format!(
                "{}\u{1b}{:?}\u{1b}{:?}",
                piece.definition.encode(),
                &piece.states[..piece.states.len() - 1],
                spelled.definition.basic_name()
            );
            let index = *known.entry(same).or_insert_with(|| {
                let name = name_of(&spelled, element);
                let row = Row {
                    id: fresh_id(&name, &mut taken),
                    side: side_of(&spelled, &path, sides),
                    name,
                    count: 1,
                    pictures: pictures(&spelled),
                    values: values(&spelled),
                    is_card: element.class() == "CardSlot",
                };
                roster.rows.push(row);
                roster.rows.len() - 1
            });
            roster.by_slot.insert(gpid, index);
        }
        roster
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The id of the counter from a slot.
    pub(super) fn id(&self, gpid: &str) -> Option<&str> {
        Some(&self.rows[*self.by_slot.get(gpid)?].id)
    }

    /// Sees to it that there are enough of a counter.
    pub(super) fn need(&mut self, id: &str, count: usize) {
        if let Some(row) = self.rows.iter_mut().find(|row| row.id == id) {
            row.count = row.count.max(count);
        }
    }

    pub(super) fn write(&self, module: &mut ModuleFile, limits: &Limits, imported: &mut Imported) {
        let mut columns: BTreeSet<&str> = BTreeSet::new();
        for row in &self.rows {
            columns.extend(row.values.keys().map(String::as_str));
        }
        let mut table = csv::Writer::from_writer(Vec::new());
        let own = ["id", "name", "kind", "count", "side", "art", "back_art"];
        // Writing to memory cannot fail, and every row is as long as the first.
        let _ = table.write_record(own.iter().copied().chain(columns.iter().copied()));
        let mut missing = BTreeSet::new();
        for row in &self.rows {
            let art = art(row.pictures.0.as_ref(), module, limits, imported, &mut missing);
            let back =
                art.as_ref().and_then(|_| art_of(row, module, limits, imported, &mut missing));
            let kind = if row.is_card || row.side.is_empty() { "marker" } else { "unit" };
            let count = row.count.to_string();
            let fixed = [
                row.id.as_str(),
                &row.name,
                kind,
                &count,
                &row.side,
                art.as_deref().unwrap_or(""),
                back.as_deref().unwrap_or(""),
            ];
            let more = columns
                .iter()
                .map(|column| row.values.get(*column).map(String::as_str).unwrap_or_default());
            let _ = table.write_record(fixed.into_iter().chain(more));
        }
        let bytes = table.into_inner().unwrap_or_default();
        imported.files.insert(format!("counters/{}/pieces.csv", imported.game), bytes);
        for image in missing {
            imported
                .leave_out(format!("picture {image}: missing in the module, or not PNG or SVG"));
        }
        imported.leave_out("menu commands, keys, reports, trails and other behaviour of pieces: modules that Hexwright builds have their own");
    }
}

fn art_of(
    row: &Row,
    module: &mut ModuleFile,
    limits: &Limits,
    imported: &mut Imported,
    missing: &mut BTreeSet<String>,
) -> Option<String> {
    art(row.pictures.1.as_ref(), module, limits, imported, missing)
}

/// Copies a picture into the project.
fn art(
    image: Option<&String>,
    module: &mut ModuleFile,
    limits: &Limits,
    imported: &mut Imported,
    missing: &mut BTreeSet<String>,
) -> Option<String> {
    let image = image?;
    let path = format!("art/{}/{}", imported.game, file_name(image));
    if imported.files.contains_key(&path) {
        return Some(path);
    }
    let small = image.to_lowercase();
    let bytes = module
        .archive
        .as_mut()
        .and_then(|archive| archive.read(&format!("images/{image}"), &limits.restarted()).ok());
    match bytes {
        Some(bytes) if small.ends_with(".png") || small.ends_with(".svg") => {
            imported.files.insert(path.clone(), bytes);
            Some(path)
        }
        _ => {
            missing.insert(image.clone());
            None
        }
    }
}

/// A file name that is safe everywhere: the picture's own, with its ending.
pub(super) fn file_name(image: &str) -> String {
    let (stem, end) = image.rsplit_once('.').unwrap_or((image, ""));
    let end: String = end.chars().filter(char::is_ascii_alphanumeric).take(5).collect();
    format!("{}.{}", id_from(stem), end.to_lowercase())
}

fn name_of(piece: &DefinedPiece, element: &Element) -> String {
    let basic = piece.definition.basic_name();
    let name =
        if basic.trim().is_empty() { element.get("entryName").unwrap_or_default() } else { basic };
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The side a value names, or else the palette around the piece.
fn side_of(piece: &DefinedPiece, path: &[&str], sides: &Sides) -> String {
    let named = |text: &str| {
        let id = id_from(text);
        sides
            .iter()
            .find(|(side, _)| *side == id || id.split('-').any(|word| word == side))
            .map(|(side, _)| side.clone())
    };
    let values = piece.definition.properties(&piece.states);
    let told = values.iter().filter(|(name, _)| {
        let name = name.to_lowercase();
        name.contains("side") || name.contains("nation") || name.contains("army")
    });
    told.into_iter()
        .find_map(|(_, value)| named(value))
        .or_else(|| path.iter().rev().find_map(|part| named(part)))
        .unwrap_or_default()
}

/// The constant values of a piece, under names that columns may have.
fn values(piece: &DefinedPiece) -> BTreeMap<String, String> {
    let mut values = BTreeMap::new();
    for (one, state) in piece.traits() {
        if !matches!(one.meaning, Meaning::Marker(_) | Meaning::DynamicProperty(_)) {
            continue;
        }
        let mut own = Vec::new();
        one.properties(state, &mut own);
        for (name, value) in own {
            let mut column = id_from(&name).replace('-', "_");
            if is_own_column(&column) || column.starts_with("back_") {
                column = format!("vassal_{column}");
            }
            let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
            values.entry(column).or_insert(value);
        }
    }
    values
}
