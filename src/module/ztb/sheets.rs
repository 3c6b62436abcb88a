//! Counter sheets: the faces of counters in rows and columns, and which piece is which.
//!
//! A piece's number is its place in a list that the program fills sheet by sheet, section by section, row by row, with
//! the copies of a cell together. The back is read from right to left, as a sheet is turned over.

use super::xml::Tag;
use super::{blank, paste};
use crate::bitmap::{self, Bitmap};
use crate::model::{Counter, CounterKind, Id};
use crate::module::error::ModuleError;
use crate::module::table::Tabletop;
use crate::module::table::gallery::Pictures;
use std::collections::BTreeMap;

/// Counters side by side on a sheet.
const ACROSS: usize = 10;

/// Counters of one size of which there are equally many.
#[derive(Debug)]
struct Section {
    counters: Vec<Id<Counter>>,
    supply: usize,
    /// The first row of pixels.
    top: i32,
}

impl Section {
    fn columns(&self) -> usize {
        self.counters.len().clamp(1, ACROSS)
    }

    fn rows(&self) -> usize {
        self.counters.len().div_ceil(self.columns())
    }
}

/// A sheet: counters of one owner and size.
#[derive(Debug)]
struct Sheet {
    name: String,
    file: String,
    /// Markers never run out.
    endless: bool,
    cell: (i32, i32),
    sections: Vec<Section>,
    size: (i32, i32),
    front: Vec<u8>,
    back: Vec<u8>,
}

/// All sheets of a box.
#[derive(Debug)]
pub(super) struct Sheets {
    sheets: Vec<Sheet>,
    numbers: BTreeMap<Id<Counter>, (usize, usize)>,
}

impl Sheets {
    pub(super) fn of(top: &Tabletop<'_>, pictures: &Pictures) -> Result<Self, ModuleError> {
        let game = top.game;
        let most = most_placed(top);
        // By owner, size and number of copies, in the order of the sources.
        type Groups = Vec<((String, bool, (i32, i32)), BTreeMap<usize, Vec<Id<Counter>>>)>;
        let mut groups: Groups = Vec::new();
        for (id, counter) in game.counters.entries() {
            // A marker that some scenario sets up has a number; the others are taken from an endless sheet.
            let endless = counter.kind == CounterKind::Marker && !most.contains_key(&id);
            let owner = counter.side.map_or("Markers", |side| game.sides[side].name.as_str());
            let owner = if endless { format!("{owner}: endless") } else { owner.to_owned() };
            let supply = if endless {
                1
            } else {
                (counter.count as usize).max(most.get(&id).copied().unwrap_or(0)).max(1)
            };
            let key = (owner, endless, top.pixels(counter));
            match groups.iter_mut().find(|(known, _)| *known == key) {
                Some((_, sections)) => sections.entry(supply).or_default().push(id),
                None => groups.push((key, BTreeMap::from([(supply, vec![id])]))),
            }
        }
        let mut sheets = Sheets { sheets: Vec::new(), numbers: BTreeMap::new() };
        let mut number = 0;
        for (nth, ((owner, endless, cell), sections)) in groups.into_iter().enumerate() {
            let mut above = 0;
            let mut made = Vec::new();
            for (supply, counters) in sections {
                let mut counters = counters;
                // The program knows whole rows only: what does not fill one is a section of its own.
                let rest = counters.len() % ACROSS;
                let tail = if counters.len() > ACROSS {
                    counters.split_off(counters.len() - rest)
                } else {
                    Vec::new()
                };
                for counters in [counters, tail] {
                    if counters.is_empty() {
                        continue;
                    }
                    let section = Section { counters, supply, top: above };
                    above += section.rows() as i32 * cell.1;
                    if !endless {
                        for id in &section.counters {
                            sheets.numbers.insert(*id, (number, supply));
                            number += supply;
                        }
                    }
                    made.push(section);
                }
            }
            let taken = sheets.sheets.iter().any(|sheet: &Sheet| sheet.name == owner);
            let name = if taken { format!("{owner} {}", nth + 1) } else { owner };
            let across = made.iter().map(Section::columns).max().unwrap_or(1) as i32;
            let mut sheet = Sheet {
                name,
                file: format!("sheet-{}", nth + 1),
                endless,
                cell,
                sections: made,
                size: (across * cell.0, above.max(1)),
                front: Vec::new(),
                back: Vec::new(),
            };
            sheet.paint(top, pictures)?;
            sheets.sheets.push(sheet);
        }
        // Endless sheets come last: their pieces have no numbers, and must not shift those of others.
        sheets.sheets.sort_by_key(|sheet| sheet.endless);
        Ok(sheets)
    }

    /// The number of a piece: its counter, and which copy of it, from zero.
    pub(super) fn number(&self, counter: Id<Counter>, copy: usize) -> Option<usize> {
        let (first, supply) = self.numbers.get(&counter)?;
        (copy < *supply).then(|| first + copy)
    }

    /// The sheets as boards: name and size.
    pub(super) fn boards(&self) -> Vec<(String, (i32, i32))> {
        self.sheets.iter().map(|sheet| (sheet.name.clone(), sheet.size)).collect()
    }

    pub(super) fn pictures(&self) -> impl Iterator<Item = (String, Vec<u8>)> {
        self.sheets.iter().flat_map(|sheet| {
            let name = |side: &str| format!("{}-{side}.png", sheet.file);
            [(name("front"), sheet.front.clone()), (name("back"), sheet.back.clone())]
        })
    }

    pub(super) fn tags(&self) -> Vec<Tag> {
        self.sheets.iter().map(Sheet::tag).collect()
    }
}

/// How many of each counter some scenario needs.
fn most_placed(top: &Tabletop<'_>) -> BTreeMap<Id<Counter>, usize> {
    let mut most: BTreeMap<Id<Counter>, usize> = BTreeMap::new();
    for setting in &top.settings {
        let mut here: BTreeMap<Id<Counter>, usize> = BTreeMap::new();
        for placed in &setting.pieces {
            *here.entry(placed.counter).or_default() += 1;
        }
        for (id, count) in here {
            let known = most.entry(id).or_default();
            *known = (*known).max(count);
        }
    }
    most
}

impl Sheet {
    fn paint(&mut self, top: &Tabletop<'_>, pictures: &Pictures) -> Result<(), ModuleError> {
        let (mut front, mut back) = (blank(self.size), blank(self.size));
        for section in &self.sections {
            let columns = section.columns();
            for (nth, id) in section.counters.iter().enumerate() {
                let images = &top.faces[id.index()];
                let (column, row) = ((nth % columns) as i32, (nth / columns) as i32);
                let y = section.top + row * self.cell.1;
                let mirrored = columns as i32 - 1 - column;
                for (sheet, image, column) in
                    [(&mut front, &images.front, column), (&mut back, &images.back, mirrored)]
                {
                    let Some(bytes) = image.as_ref().and_then(|image| pictures.get(image)) else {
                        continue;
                    };
                    let wrong =
                        |reason| ModuleError::Verbatim { what: "a face".to_owned(), reason };
                    let face = bitmap::decode(bytes, 1 << 30).map_err(wrong)?;
                    paste(sheet, &face, (column * self.cell.0, y));
                }
            }
        }
        let png = |picture: &Bitmap| {
            let wrong = |reason| ModuleError::Verbatim { what: self.name.clone(), reason };
            picture.to_png().map_err(wrong)
        };
        (self.front, self.back) = (png(&front)?, png(&back)?);
        Ok(())
    }

    fn tag(&self) -> Tag {
        let kind = if self.endless { "terrain-sheet" } else { "counter-sheet" };
        let mut sheet = Tag::new(kind);
        sheet.set("name", &self.name);
        sheet.set("front-image-file", &format!("{}-front.png", self.file));
        sheet.set("back-image-file", &format!("{}-back.png", self.file));
        sheet.set("front-resolution", "150 dpi").set("back-resolution", "150 dpi");
        for section in &self.sections {
            let (columns, rows) = (section.columns() as i32, section.rows() as i32);
            let edges = [
                ("front-left", 0),
                ("front-top", section.top),
                ("front-right", columns * self.cell.0),
                ("front-bottom", section.top + rows * self.cell.1),
                ("back-left", 0),
                ("back-top", section.top),
                ("back-right", columns * self.cell.0),
                ("back-bottom", section.top + rows * self.cell.1),
            ];
            let mut one =
                Tag::new(if self.endless { "terrain-section" } else { "counter-section" });
            if !self.endless {
                one.set("type", "TwoSided");
            }
            one.set("rows", &rows.to_string()).set("columns", &columns.to_string());
            if !self.endless && section.supply > 1 {
                one.set("supply", &section.supply.to_string());
            }
            for (name, edge) in edges {
                one.set(name, &edge.to_string());
            }
            sheet.push(one);
        }
        sheet
    }
}
