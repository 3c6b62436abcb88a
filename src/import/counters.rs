//! Slots become counter rows.

use super::art::Gallery;
use super::game::Sides;
use super::{Imported, fresh_id, id_from, pictures};
use crate::output::cell;
use crate::source::COUNTER_COLUMNS;
use crate::vassal::build::{DefinedPiece, Element, Prototypes};
use crate::vassal::file::ModuleFile;
use crate::vassal::limits::Limits;
use crate::vassal::piece::{Definition, Heart, TraitBook};
use crate::vassal::traits::Meaning;
use std::collections::{BTreeMap, BTreeSet};

/// A counter type.
#[derive(Debug)]
struct Row {
    id: String,
    name: String,
    side: String,
    /// The folders of the palette that it lay in.
    palette: String,
    count: usize,
    pictures: (Option<String>, Option<String>),
    /// Where its front lies in the project.
    art: Option<String>,
    values: BTreeMap<String, String>,
    is_card: bool,
}

/// All counter types, and which slot each came from.
#[derive(Debug, Default)]
pub(super) struct Roster {
    rows: Vec<Row>,
    by_slot: BTreeMap<String, usize>,
    /// By name and pictures, for pieces of modules so old that slots have no ids.
    by_look: BTreeMap<Look, usize>,
}

/// What a piece is called and the pictures it can show.
type Look = (String, Vec<String>);

fn look_of(definition: &Definition) -> Look {
    let mut pictures = Vec::new();
    for one in &definition.traits {
        if let Meaning::Layer(layer) = &one.meaning {
            pictures.extend(layer.images.0.iter().filter(|image| !image.is_empty()).cloned());
        }
    }
    if let Heart::Piece(basic) = &definition.heart {
        pictures.push(basic.image.clone());
    }
    (definition.basic_name().to_owned(), pictures)
}

/// Whether a column means something to Hexwright, to the templates that imported faces use, or to the importer; a value of such a name gets another.
fn is_own_column(name: &str) -> bool {
    ["text", "label", "palette"].contains(&name) || COUNTER_COLUMNS.contains(&name)
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
                    palette: palette(&path),
                    name,
                    count: 1,
                    pictures: pictures(&spelled),
                    art: None,
                    values: values(&spelled),
                    is_card: element.class() == "CardSlot",
                };
                roster.rows.push(row);
                roster.rows.len() - 1
            });
            if !gpid.is_empty() {
                roster.by_slot.insert(gpid, index);
            }
            roster.by_look.entry(look_of(&spelled.definition)).or_insert(index);
        }
        roster
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The id of the counter that a piece in play is: by its slot, or by its looks where slots have no ids.
    pub(super) fn find(&self, gpid: &str, definition: &Definition) -> Option<&str> {
        let index = if gpid.is_empty() {
            let by_look = self.by_look.get(&look_of(definition)).copied();
            by_look.or_else(|| self.only_one_named(definition.basic_name()))
        } else {
            self.by_slot.get(gpid).copied()
        };
        Some(&self.rows[index?].id)
    }

    /// The row of a name that no other row has.
    fn only_one_named(&self, name: &str) -> Option<usize> {
        let mut named = self.rows.iter().enumerate().filter(|(_, row)| row.name == name);
        match (named.next(), named.next()) {
            (Some((index, _)), None) if !name.is_empty() => Some(index),
            _ => None,
        }
    }

    /// Sees to it that there are enough of a counter.
    pub(super) fn need(&mut self, id: &str, count: usize) {
        if let Some(row) = self.rows.iter_mut().find(|row| row.id == id) {
            row.count = row.count.max(count);
        }
    }

    /// Where the fronts of a side's counters lie in the project.
    pub(super) fn faces_of<'a>(&'a self, side: &'a str) -> impl Iterator<Item = &'a str> {
        self.rows.iter().filter(move |row| row.side == side).filter_map(|row| row.art.as_deref())
    }

    /// Writes the sheet, and the pictures into the project.
    pub(super) fn write(
        &mut self,
        module: &mut ModuleFile,
        gallery: &mut Gallery,
        limits: &Limits,
        imported: &mut Imported,
    ) {
        let columns: BTreeSet<String> =
            self.rows.iter().flat_map(|row| row.values.keys().cloned()).collect();
        let mut table = csv::Writer::from_writer(Vec::new());
        let own = ["id", "name", "kind", "count", "side", "template", "art", "back_art", "palette"];
        // Writing to memory cannot fail, and every row is as long as the first.
        // A module comes from a stranger, and the sheet is opened in spreadsheets, which run what looks like a formula.
        let named = own.iter().copied().chain(columns.iter().map(String::as_str));
        let _ = table.write_record(named.map(|name| cell(name).into_owned()));
        for row in &mut self.rows {
            let mut carry =
                |image: &Option<String>| gallery.carry(image.as_ref()?, module, limits, imported);
            row.art = carry(&row.pictures.0);
            let back = row.art.as_ref().and_then(|_| carry(&row.pictures.1));
            let kind = if row.is_card || row.side.is_empty() { "marker" } else { "unit" };
            let count = row.count.to_string();
            let fixed = [
                row.id.as_str(),
                &row.name,
                kind,
                &count,
                &row.side,
                // A finished face is printed as it is; the default template would put a caption under it.
                if row.art.is_some() { "art" } else { "" },
                row.art.as_deref().unwrap_or(""),
                back.as_deref().unwrap_or(""),
                &row.palette,
            ];
            let more = columns
                .iter()
                .map(|column| row.values.get(column).map(String::as_str).unwrap_or_default());
            let cells = fixed.into_iter().chain(more).map(|text| cell(text).into_owned());
            let _ = table.write_record(cells);
        }
        let bytes = table.into_inner().unwrap_or_default();
        imported.files.insert(format!("counters/{}/pieces.csv", imported.game), bytes);
        imported.leave_out("menu commands, keys, reports, trails and other behaviour of pieces: modules that Hexwright builds have their own");
    }
}

/// `German / Armour`: the folders around a piece, without those that have no name.
fn palette(path: &[&str]) -> String {
    let named = path.iter().map(|part| part.trim()).filter(|part| !part.is_empty());
    named.skip(1).collect::<Vec<_>>().join(" / ")
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
