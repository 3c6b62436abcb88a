//! Where and how every piece is, from step to step.
//!
//! A piece has a tale: the steps at which something about it changed, in order. Any moment of the
//! game can be looked up in it, and going a step on touches only what changed.

use super::Reading;
use super::document::{Condition, PieceSheet, Table};
use super::faces::{Look, concealed, hidden, look};
use crate::deeds::UnitId;
use crate::interpret::{Codebook, Mapping, place_name};
use crate::model::{Counter, CounterKind, Game};
use crate::replay::{Event, Piece, PieceId, Place, Position, Replay, Step, Whereabouts};
use std::collections::{BTreeSet, HashMap, HashSet};
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
    /// The same log by log, as they were played: number of the log, entries with the steps of that log.
    logs: Vec<(usize, Vec<[i64; 5]>)>,
}

/// How a piece was, before anybody knows which unit it is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Noted {
    /// Which piece; none when it lies face down.
    tale: Option<usize>,
    name: String,
    /// What tells steps and states.
    telling: Vec<(String, String)>,
    /// What a reader may care for.
    values: Vec<(String, String)>,
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
    noted: Table<Noted>,
    /// Where each spot is, in the module's words.
    places: Vec<Whereabouts>,
    secrets: Vec<(usize, usize)>,
}

impl Told {
    /// The spots as the page lists them.
    pub(super) fn spots(&self) -> Vec<(usize, i32, i32, String)> {
        let rows = self.spots.list().iter().zip(&self.names);
        rows.map(|(spot, name)| (spot.map, spot.at.0, spot.at.1, name.clone())).collect()
    }
}

/// Watches logs being played and writes the tales.
#[derive(Debug, Default)]
pub(super) struct Teller {
    reveal: bool,
    /// The property that names a unit, and those that tell its steps and states.
    unit: String,
    telling: Vec<String>,
    told: Told,
    known: HashMap<PieceId, usize>,
    /// The log being played.
    log: usize,
}

impl Teller {
    pub(super) fn new(reveal: bool, mapping: Option<&Mapping>) -> Self {
        let mut teller = Teller { reveal, ..Teller::default() };
        if let Some(mapping) = mapping {
            teller.unit.clone_from(&mapping.pieces.unit);
            let steps = mapping.steps.iter().map(|steps| steps.property.clone());
            let states = mapping.states.iter().map(|state| state.property.clone());
            teller.telling = steps.chain(states).collect();
        }
        teller
    }

    /// The table when a log begins.
    pub(super) fn begins(&mut self, position: &Position) {
        let all: Vec<PieceId> =
            position.counters().iter().map(|piece| Arc::clone(&piece.id)).collect();
        for id in &all {
            self.note(position, 0, id);
        }
    }

    /// What a step changed.
    pub(super) fn step(&mut self, position: &Position, step: &Step) {
        for id in touched(position, step) {
            self.note(position, step.number, &id);
        }
    }

    /// The log is over: the places that are new get their names while its boards are at hand.
    pub(super) fn ends(&mut self, replay: &mut Replay<'_, '_>) {
        let Told { spots, maps, places, .. } = &mut self.told;
        for spot in &spots.list()[places.len()..] {
            let map = maps.list().get(spot.map).map(|map| Arc::from(map.as_str()));
            places.push(replay.describe(&Place { map, x: spot.at.0, y: spot.at.1 }));
        }
        self.log += 1;
    }

    /// The tales of all logs as one: `order` has, in the order of the game, the number of each log as it was played,
    /// and the number of its beginning when all steps are counted together.
    pub(super) fn finish(
        self,
        order: &[(usize, usize)],
        mut codebook: Option<&mut Codebook<'_>>,
    ) -> Told {
        let mut told = self.told;
        for tale in &mut told.tales {
            tale.entries = join(std::mem::take(&mut tale.logs), order);
        }
        let bases: HashMap<usize, usize> = order.iter().copied().collect();
        let secrets = told.secrets.iter();
        told.secret_steps =
            secrets.filter_map(|(log, step)| Some(bases.get(log)? + step)).collect();
        for at in &told.places {
            let known = codebook.as_deref_mut().map(|codebook| {
                let spot = codebook.spot(at);
                place_name(codebook.game(), &spot)
            });
            let plain = at.location.clone().unwrap_or_else(|| format!("{}, {}", at.x, at.y));
            told.names.push(known.unwrap_or(plain));
        }
        let numbers: Vec<usize> = told
            .noted
            .list()
            .iter()
            .map(|noted| {
                let tale = noted.tale.and_then(|tale| told.tales.get(tale));
                told.conditions.number(noted.condition(tale, codebook.as_deref()))
            })
            .collect();
        for entry in told.tales.iter_mut().flat_map(|tale| &mut tale.entries) {
            let known = usize::try_from(entry[4]).ok().and_then(|noted| numbers.get(noted));
            entry[4] = known.map_or(-1, |number| *number as i64);
        }
        told
    }

    /// Notes how a piece is after a step, if that is new.
    fn note(&mut self, position: &Position, step: usize, id: &PieceId) {
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
        let entry = found.and_then(|piece| self.entry(position, step, piece, number));
        let log = self.log;
        let tale = &mut self.told.tales[number];
        if tale.logs.last().is_none_or(|(known, _)| *known != log) {
            tale.logs.push((log, Vec::new()));
        }
        let Some((_, entries)) = tale.logs.last_mut() else { return };
        let entry = entry.unwrap_or_else(|| gone(step, entries.last().copied()));
        match entries.last_mut() {
            Some(last) if last[1..] == entry[1..] => {}
            Some(last) if last[0] == entry[0] => *last = entry,
            _ => entries.push(entry),
        }
    }

    /// Where and how a piece is now; none when it is not to be seen.
    fn entry(
        &mut self,
        position: &Position,
        step: usize,
        piece: &Piece,
        number: usize,
    ) -> Option<[i64; 5]> {
        let place = position.place(piece);
        let masked = !self.reveal && concealed(piece);
        let unseen = !self.reveal && (hidden(piece) || position.deck_of(piece).is_some());
        if masked || unseen {
            self.told.secrets.push((self.log, step));
        }
        let map = place.map.filter(|_| !unseen)?;
        let properties = piece.properties();
        if !masked && self.told.tales[number].told.is_none() && !self.unit.is_empty() {
            let mut named = properties.iter();
            let named = named.find(|(known, value)| *known == self.unit && !value.is_empty());
            self.told.tales[number].told = named.map(|(_, told)| told.clone());
        }
        let noted = if masked {
            let name = super::faces::mask_name(piece);
            Noted { tale: None, name, telling: Vec::new(), values: Vec::new() }
        } else {
            let tells = |(name, _): &&(String, String)| self.telling.contains(name);
            let telling = properties.iter().filter(tells).cloned().collect();
            let (name, values) = (piece.name(), shown(&properties));
            Noted { tale: Some(number), name, telling, values }
        };
        let map = self.told.maps.number(map.to_string());
        let spot = self.told.spots.number(Spot { map, at: (place.x, place.y) });
        let look = self.told.looks.number(look(piece, &properties, masked));
        let noted = self.told.noted.number(noted);
        let (height, _) = position.height(piece);
        Some([step as i64, spot as i64, height as i64, look as i64, noted as i64])
    }
}

impl Noted {
    /// How the piece is, in the words of the game if it knows the piece.
    fn condition(&self, tale: Option<&Tale>, codebook: Option<&Codebook<'_>>) -> Condition {
        let name = self.name.clone();
        let Some(tale) = tale else { return Condition { name, ..Condition::default() } };
        match codebook.and_then(|codebook| Some((codebook, codebook.unit_of(&tale.id)?))) {
            Some((codebook, unit)) => {
                let (steps, states) = codebook.condition(unit, &self.telling);
                Condition { name, states, steps, values: Vec::new() }
            }
            None => Condition { name, values: self.values.clone(), ..Condition::default() },
        }
    }
}

/// A piece that is not to be seen looks as it did.
fn gone(step: usize, before: Option<[i64; 5]>) -> [i64; 5] {
    let [_, _, height, look, noted] = before.unwrap_or([0, -1, 0, -1, -1]);
    [step as i64, -1, height, look, noted]
}

/// The entries of several logs as one tale.
fn join(logs: Vec<(usize, Vec<[i64; 5]>)>, order: &[(usize, usize)]) -> Vec<[i64; 5]> {
    if let ([(_, 0)], 0 | 1) = (order, logs.len()) {
        return logs.into_iter().flat_map(|(_, entries)| entries).collect();
    }
    let mut whole: Vec<[i64; 5]> = Vec::new();
    for (log, base) in order {
        let own = logs.iter().find(|(known, _)| known == log);
        let entries = own.map(|(_, entries)| entries.as_slice()).unwrap_or_default();
        let begins = entries.first().is_some_and(|entry| entry[0] == 0);
        if !begins && whole.last().is_some_and(|last| last[1] >= 0) {
            // It is not on the table on which the next log begins.
            whole.push(gone(*base, whole.last().copied()));
        }
        for entry in entries {
            let mut entry = *entry;
            entry[0] += *base as i64;
            if whole.last().is_none_or(|last| last[1..] != entry[1..]) {
                whole.push(entry);
            }
        }
    }
    whole
}

/// The pieces that a step may have changed: those it names, and those that lay or lie with them.
fn touched(position: &Position, step: &Step) -> BTreeSet<PieceId> {
    let mut ids = BTreeSet::new();
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
fn shown(properties: &[(String, String)]) -> Vec<(String, String)> {
    let plain = |(name, value): &&(String, String)| {
        !value.trim().is_empty()
            && value.len() <= LONGEST_VALUE
            && !TECHNICAL.contains(&name.as_str())
            && !["_Level", "_Active", "_Name", "_Image", "_Facing", "_Degrees"]
                .iter()
                .any(|end| name.ends_with(end))
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
