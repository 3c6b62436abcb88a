//! Where and how every piece is, from step to step.
//!
//! A piece has a tale: the steps at which something about it changed, in order. Any moment of the
//! game can be looked up in it, and going a step on touches only what changed.

use super::Reading;
use super::document::{Condition, PieceSheet, Table};
use super::faces::{Look, concealed, hidden, look};
use crate::deeds::UnitId;
use crate::interpret::{Codebook, place_name};
use crate::model::{Counter, CounterKind, Game};
use crate::replay::{Event, Piece, PieceId, Place, Position, Replay, Step};
use crate::vassal::Unreadable;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Values that the module keeps for itself.
const TECHNICAL: [&str; 9] = [
    "Moved",
    "Obscured",
    "Invisible",
    "Selected",
    "MatName",
    "MatID",
    "IsMat",
    "PlayerId",
    "UnitId",
];

/// How many values of a piece are shown, and how long each may be.
const MOST_VALUES: usize = 14;
const LONGEST_VALUE: usize = 80;

/// Where pieces lie: the map by number, and the pixel.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Spot {
    pub(super) map: usize,
    pub(super) at: (i32, i32),
}

/// The tale of one piece.
#[derive(Debug, Clone, Default)]
pub(super) struct Tale {
    /// VASSAL's id.
    pub(super) id: String,
    /// The counter that it says it is.
    pub(super) told: Option<String>,
    pub(super) entries: Vec<[i64; 5]>,
}

/// All tales, and the lists that their numbers refer to.
#[derive(Debug, Default)]
pub(super) struct Told {
    pub(super) maps: Table<String>,
    pub(super) spots: Table<Spot>,
    /// The name of each spot.
    pub(super) names: Vec<String>,
    pub(super) looks: Table<Look>,
    pub(super) conditions: Table<Condition>,
    pub(super) tales: Vec<Tale>,
    /// Steps in which a piece was touched that others may not know.
    pub(super) secret_steps: HashSet<usize>,
}

impl Told {
    /// The spots as the page lists them.
    pub(super) fn spots(&self) -> Vec<(usize, i32, i32, String)> {
        let rows = self.spots.list().iter().zip(&self.names);
        rows.map(|(spot, name)| (spot.map, spot.at.0, spot.at.1, name.clone())).collect()
    }
}

/// Watches a replay and writes the tales.
#[derive(Debug, Default)]
pub(super) struct Teller {
    reveal: bool,
    told: Told,
    known: HashMap<PieceId, usize>,
}

impl Teller {
    pub(super) fn new(reveal: bool) -> Self {
        Teller { reveal, ..Teller::default() }
    }

    /// Plays the log to its end.
    pub(super) fn follow(
        mut self,
        replay: &mut Replay<'_, '_>,
        mut codebook: Option<&mut Codebook<'_>>,
    ) -> Result<(Told, Vec<Step>), Unreadable> {
        let position = replay.position();
        let all: Vec<PieceId> =
            position.counters().iter().map(|piece| Arc::clone(&piece.id)).collect();
        for id in &all {
            self.note(position, codebook.as_deref(), 0, id);
        }
        let steps = replay.finish_watching(|position, step| {
            for id in touched(position, step) {
                self.note(position, codebook.as_deref(), step.number, &id);
            }
        })?;
        for spot in self.told.spots.list() {
            let map = self.told.maps.list().get(spot.map).map(|map| Arc::from(map.as_str()));
            let at = replay.describe(&Place { map, x: spot.at.0, y: spot.at.1 });
            let known = codebook.as_deref_mut().map(|codebook| {
                let spot = codebook.spot(&at);
                place_name(codebook.game(), &spot)
            });
            let plain = at.location.clone().unwrap_or_else(|| format!("{}, {}", at.x, at.y));
            self.told.names.push(known.unwrap_or(plain));
        }
        Ok((self.told, steps))
    }

    /// Notes how a piece is after a step, if that is new.
    fn note(
        &mut self,
        position: &Position,
        codebook: Option<&Codebook<'_>>,
        step: usize,
        id: &PieceId,
    ) {
        let found = position.piece(id);
        let number = match (self.known.get(id), found) {
            (Some(&known), _) => known,
            (None, None) => return,
            (None, Some(_)) => {
                self.told.tales.push(Tale { id: id.to_string(), ..Tale::default() });
                self.known.insert(Arc::clone(id), self.told.tales.len() - 1);
                self.told.tales.len() - 1
            }
        };
        let before = self.told.tales[number].entries.last().copied();
        let entry =
            match found.and_then(|piece| self.entry(position, codebook, step, piece, number)) {
                Some(entry) => entry,
                None => {
                    let [_, _, height, look, condition] = before.unwrap_or([0, -1, 0, -1, -1]);
                    [step as i64, -1, height, look, condition]
                }
            };
        let tale = &mut self.told.tales[number];
        match tale.entries.last_mut() {
            Some(last) if last[1..] == entry[1..] => {}
            Some(last) if last[0] == entry[0] => *last = entry,
            _ => tale.entries.push(entry),
        }
    }

    /// Where and how a piece is now; none when it is not to be seen.
    fn entry(
        &mut self,
        position: &Position,
        codebook: Option<&Codebook<'_>>,
        step: usize,
        piece: &Piece,
        number: usize,
    ) -> Option<[i64; 5]> {
        let place = position.place(piece);
        let masked = !self.reveal && concealed(piece);
        let unseen = !self.reveal && (hidden(piece) || position.deck_of(piece).is_some());
        if masked || unseen {
            self.told.secret_steps.insert(step);
        }
        let map = place.map.filter(|_| !unseen)?;
        let properties = piece.properties();
        let unit = codebook.and_then(|codebook| {
            let name = &codebook.mapping().pieces.unit;
            let told = properties.iter().find(|(known, value)| known == name && !value.is_empty());
            if let (None, Some((_, told)), false) = (&self.told.tales[number].told, told, masked) {
                self.told.tales[number].told = Some(told.clone());
            }
            codebook.unit_of(&piece.id)
        });
        let condition = match (codebook, unit) {
            _ if masked => {
                Condition { name: super::faces::mask_name(piece), ..Condition::default() }
            }
            (Some(codebook), Some(unit)) => {
                let (steps, states) = codebook.condition(unit, &properties);
                Condition { name: piece.name(), states, steps, values: Vec::new() }
            }
            _ => Condition {
                name: piece.name(),
                values: shown(position, &properties),
                ..Condition::default()
            },
        };
        let map = self.told.maps.number(map.to_string());
        let spot = self.told.spots.number(Spot { map, at: (place.x, place.y) });
        let look = self.told.looks.number(look(piece, &properties, masked));
        let condition = self.told.conditions.number(condition);
        let (height, _) = position.height(piece);
        Some([step as i64, spot as i64, height as i64, look as i64, condition as i64])
    }
}

/// The pieces that a step may have changed: those it names, and those that lay or lie with them.
fn touched(position: &Position, step: &Step) -> HashSet<PieceId> {
    let mut ids = HashSet::new();
    let around = |at: &crate::replay::Whereabouts| {
        let place = Place { map: at.map.as_deref().map(Arc::from), x: at.x, y: at.y };
        position.counters_at(&place)
    };
    for event in &step.events {
        match event {
            Event::Move { piece, from, to, .. } => {
                ids.insert(Arc::from(piece.id.as_str()));
                ids.extend(around(from));
                ids.extend(around(to));
            }
            Event::Create { piece, at } | Event::Remove { piece, at } => {
                ids.insert(Arc::from(piece.id.as_str()));
                ids.extend(around(at));
            }
            Event::Change { piece, .. } => drop(ids.insert(Arc::from(piece.id.as_str()))),
            _ => {}
        }
    }
    ids
}

/// The values of a piece that a reader may care for.
fn shown(position: &Position, properties: &[(String, String)]) -> Vec<(String, String)> {
    let secret = |value: &str| position.table.seats.iter().any(|seat| seat.password.is(value));
    let plain = |(name, value): &&(String, String)| {
        !value.trim().is_empty()
            && value.len() <= LONGEST_VALUE
            && !TECHNICAL.contains(&name.as_str())
            && !["_Level", "_Active", "_Name", "_Image", "_Facing", "_Degrees"]
                .iter()
                .any(|end| name.ends_with(end))
            && !secret(value)
    };
    properties.iter().filter(plain).take(MOST_VALUES).cloned().collect()
}

/// The pieces as the page lists them.
pub(super) fn pieces(
    told: &Told,
    reading: Option<Reading<'_>>,
    codebook: Option<&Codebook<'_>>,
) -> Vec<PieceSheet> {
    let sheet = |tale: &Tale| {
        let unit = codebook.and_then(|codebook| codebook.unit_of(&tale.id));
        let id = unit.map(ToString::to_string).or_else(|| tale.told.clone());
        let counter = reading.and_then(|reading| {
            let id = UnitId::new(id.as_deref()?);
            reading.game.counters.get(id.counter())
        });
        let mut sheet = PieceSheet {
            id: id.unwrap_or_else(|| tale.id.clone()),
            tale: tale.entries.clone(),
            ..PieceSheet::default()
        };
        if let (Some(counter), Some(reading)) = (counter, reading) {
            describe(&mut sheet, counter, reading.game);
        }
        sheet
    };
    told.tales.iter().map(sheet).collect()
}

/// What the game knows of a counter.
fn describe(sheet: &mut PieceSheet, counter: &Counter, game: &Game) {
    sheet.side = counter.side.map(|side| side.index());
    let is_marker = matches!(counter.kind, CounterKind::Marker);
    sheet.kind = if is_marker { "marker" } else { "unit" };
    if is_marker {
        return;
    }
    let mut fact = |name: &str, value: Option<&str>| {
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            sheet.facts.push((name.to_owned(), value.to_owned()));
        }
    };
    fact("type", counter.unit_type.map(|kind| game.unit_types[kind].name.as_str()));
    fact("size", counter.echelon.map(|echelon| echelon.word()));
    fact("formation", counter.formation.map(|formation| game.formations[formation].name.as_str()));
    fact("nationality", counter.nationality.map(|nation| game.nationalities[nation].name.as_str()));
    sheet.steps = Some(counter.steps);
    // What units are called is no value, even where they are numbered.
    let called =
        |name: &str| ["designation", "superior", "formation", "name", "setup"].contains(&name);
    let number = |value: &str| {
        let colour = value.starts_with('#');
        value.len() <= 12 && value.chars().any(|c| c.is_ascii_digit()) && !colour
    };
    for (name, full) in counter.front.values().filter(|(n, value)| number(value) && !called(n)) {
        let reduced = counter.back_face.value(name).unwrap_or_default();
        let reduced = if counter.steps > 1 { reduced } else { "" };
        sheet.values.push((name.to_owned(), full.to_owned(), reduced.to_owned()));
    }
}
