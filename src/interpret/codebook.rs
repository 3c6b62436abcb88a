//! A mapping with every word of the game looked up.

use super::declaration::{Pattern, bare, items};
use super::mapping::{Mapping, StateMapping};
use super::places::{Places, location};
use super::recording::Recording;
use super::turns::Turns;
use crate::deeds::{Declared, Spot, Standing, UnitId};
use crate::model::{CounterKind, Game, Id, Side};
use crate::replay::{Guide, Whereabouts};
use hashbrown::{HashMap, HashSet};
use std::sync::Arc;

/// What a piece of the module is in the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Known {
    /// A unit, or a weapon that units carry.
    Unit(UnitId),
    /// A marker, by counter id.
    Marker(String),
    /// Nothing the referee cares about.
    Ignored,
    /// Not told.
    Unknown,
}

/// Reads a module's words as a game's.
#[derive(Debug)]
pub struct Codebook<'g> {
    pub(super) game: &'g Game,
    pub(super) mapping: &'g Mapping,
    maps: HashMap<String, Places<'g>>,
    pub(super) turns: Turns<'g>,
    sides: HashMap<String, Id<Side>>,
    patterns: Vec<(String, Pattern)>,
    /// Which unit each piece of the table is.
    units: HashMap<String, Known>,
    taken: HashSet<UnitId>,
    /// Which unit each piece was, also of those that have left.
    met: HashMap<String, UnitId>,
}

impl<'g> Codebook<'g> {
    /// Looks up every word of a mapping; all that is wrong with it is told.
    pub fn new(mapping: &'g Mapping, game: &'g Game, guide: &Guide) -> Result<Self, Vec<String>> {
        let mut wrong = Vec::new();
        let mut maps = HashMap::new();
        for map in &mapping.maps {
            match Places::new(map, game) {
                Ok(places) => drop(maps.insert(map.name.clone(), places)),
                Err(message) => wrong.push(format!("map `{}`: {message}", map.name)),
            }
        }
        let mut sides = HashMap::new();
        for (name, id) in &mapping.sides {
            match game.sides.find(id) {
                Some(side) => drop(sides.insert(name.clone(), side)),
                None => wrong.push(format!("the game has no side `{id}`")),
            }
        }
        for (name, unit) in &mapping.piece {
            if !unit.is_empty() && game.counters.find(UnitId::new(unit).counter()).is_none() {
                let near = crate::diagnostic::nearest(unit, game.counters.names());
                let near = near.map(|near| format!("; {near}")).unwrap_or_default();
                wrong.push(format!("piece `{name}`: the game has no counter `{unit}`{near}"));
            }
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let patterns = mapping.declarations.iter().map(|d| (d.id.clone(), Pattern::new(&d.line)));
        Ok(Codebook {
            game,
            mapping,
            maps,
            turns: Turns::new(mapping.turn.as_ref(), &guide.trackers, game),
            sides,
            patterns: patterns.collect(),
            units: HashMap::new(),
            taken: HashSet::new(),
            met: HashMap::new(),
        })
    }

    /// The side that a player side of the module is.
    pub(super) fn side(&self, name: &str) -> Option<Id<Side>> {
        self.sides.get(name).copied().or_else(|| {
            let same = |side: &Side| {
                side.id.eq_ignore_ascii_case(name) || side.name.eq_ignore_ascii_case(name)
            };
            self.game.sides.entries().find(|(_, side)| same(side)).map(|(id, _)| id)
        })
    }

    /// The place of the game that a place of the module is.
    pub fn spot(&mut self, at: &Whereabouts) -> Spot {
        match at.map.as_ref().and_then(|map| self.maps.get_mut(map)) {
            Some(places) => places.read(at),
            None => Spot::Elsewhere(Arc::from(at.readable())),
        }
    }

    /// What a piece is; its properties tell when it is seen for the first time.
    pub(super) fn know(
        &mut self,
        piece: &str,
        name: &str,
        properties: &[(String, String)],
    ) -> Known {
        if let Some(known) = self.units.get(piece) {
            return known.clone();
        }
        let told = property(properties, &self.mapping.pieces.unit).filter(|told| !told.is_empty());
        let known = match self.mapping.piece.get(name).map(String::as_str).or(told) {
            Some("") => Known::Ignored,
            Some(told) => match property(properties, &self.mapping.pieces.copy) {
                Some(copy) if !copy.is_empty() && !told.contains('#') => {
                    self.counter(&format!("{told}#{copy}"))
                }
                _ => self.counter(told),
            },
            // Without a property, a piece that is called like a counter is that counter.
            None => match self.game.counters.iter().find(|counter| counter.name == name) {
                Some(counter) if self.mapping.pieces.unit.is_empty() => {
                    self.counter(&counter.id.clone())
                }
                _ => Known::Unknown,
            },
        };
        if let Known::Unit(unit) = &known {
            self.met.insert(piece.to_owned(), unit.clone());
        }
        self.units.insert(piece.to_owned(), known.clone());
        known
    }

    fn counter(&mut self, told: &str) -> Known {
        let base = UnitId::new(told);
        let Some(counter) = self.game.counters.get(base.counter()) else { return Known::Unknown };
        if matches!(counter.kind, CounterKind::Marker) {
            return Known::Marker(counter.id.to_string());
        }
        // A second piece of the same name is the second counter of its type.
        let mut unit = base.clone();
        let mut number = 1;
        while !self.taken.insert(unit.clone()) {
            number += 1;
            unit = UnitId::new(&format!("{}#{number}", base.counter()));
        }
        Known::Unit(unit)
    }

    /// A piece left the table for good; its counter may come back as another piece.
    pub(super) fn forget(&mut self, piece: &str) {
        if let Some(Known::Unit(unit)) = self.units.remove(piece) {
            self.taken.remove(&unit);
        }
    }

    /// Begins with another log of the same game: pieces that are not on its table have left, those that are back
    /// are the units that they were.
    pub(super) fn resume(&mut self, recording: &Recording) {
        if self.units.is_empty() {
            return;
        }
        let here: HashSet<&str> = recording.pieces().collect();
        let gone: Vec<String> =
            self.units.keys().filter(|id| !here.contains(id.as_str())).cloned().collect();
        gone.iter().for_each(|piece| self.forget(piece));
        for piece in recording.pieces() {
            if let Some(unit) = self.met.get(piece).filter(|_| !self.units.contains_key(piece))
                && self.taken.insert(unit.clone())
            {
                self.units.insert(piece.to_owned(), Known::Unit(unit.clone()));
            }
        }
    }

    /// The game whose words it speaks.
    pub fn game(&self) -> &'g Game {
        self.game
    }

    /// How the module's words are to be read.
    pub fn mapping(&self) -> &'g Mapping {
        self.mapping
    }

    /// The steps that a unit with these properties has left, and the names of its states.
    pub fn condition(
        &self,
        unit: &UnitId,
        properties: &[(String, String)],
    ) -> (Option<u32>, Vec<String>) {
        let at = Spot::Elsewhere(Arc::from(""));
        let standing = self.standing(unit.clone(), at, properties);
        let name = |id: &String| {
            self.game.rules.states.get(id).map_or_else(|| id.clone(), |state| state.name.clone())
        };
        (standing.steps, standing.states.iter().map(name).collect())
    }

    /// The unit that a piece is or was, by the piece's id in the log; none before the log was interpreted.
    pub fn unit_of(&self, piece: &str) -> Option<&UnitId> {
        self.met.get(piece)
    }

    /// What a piece that was seen before is.
    pub(super) fn known(&self, piece: &str) -> Known {
        self.units.get(piece).cloned().unwrap_or(Known::Unknown)
    }

    /// A unit as it stands.
    pub(super) fn standing(
        &self,
        unit: UnitId,
        at: Spot,
        properties: &[(String, String)],
    ) -> Standing {
        let steps = self
            .mapping
            .steps
            .as_ref()
            .and_then(|steps| self.steps(&unit, property(properties, &steps.property)?));
        let has = |state: &&StateMapping| {
            property(properties, &state.property).is_some_and(|value| is_on(state, value))
        };
        let states = self.mapping.states.iter().filter(has).map(|state| state.state.clone());
        Standing { states: states.collect(), unit, at, steps }
    }

    /// The steps that a unit has left when its property has this value.
    pub(super) fn steps(&self, unit: &UnitId, value: &str) -> Option<u32> {
        let all = self.game.counters.get(unit.counter())?.steps;
        let listed = self.mapping.steps.as_ref().and_then(|steps| steps.lost.get(value).copied());
        let lost = listed.or_else(|| value.parse::<u32>().ok()?.checked_sub(1))?;
        Some(all.saturating_sub(lost))
    }

    /// What a line of chat declares.
    pub(super) fn declared(&self, line: &str) -> Option<Declared> {
        let line = bare(line);
        self.patterns.iter().find_map(|(id, pattern)| {
            let fields = pattern.read(line)?;
            let mut declared = Declared { id: id.clone(), ..Declared::default() };
            for (field, text) in fields {
                match field {
                    "units" | "unit" => declared.units = items(text).map(UnitId::new).collect(),
                    "place" | "places" => {
                        declared.places = items(text).map(|name| self.named(name)).collect()
                    }
                    _ => drop(declared.values.insert(field.to_owned(), text.to_owned())),
                }
            }
            Some(declared)
        })
    }

    /// A place by its printed name, on whichever map has it.
    fn named(&self, name: &str) -> Spot {
        let found = self.game.maps.entries().find_map(|(id, map)| Some((id, location(map, name)?)));
        match found {
            Some((map, location)) => Spot::At(map, location),
            None => Spot::Elsewhere(Arc::from(name)),
        }
    }
}

/// Whether a state is on when its property has this value.
pub(super) fn is_on(state: &StateMapping, value: &str) -> bool {
    value == if state.value.is_empty() { "true" } else { &state.value }
}

fn property<'p>(properties: &'p [(String, String)], name: &str) -> Option<&'p str> {
    properties.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
}
