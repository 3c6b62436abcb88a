//! What the log's table shows: where pieces lie, which side is up, what is marked on them.

use super::super::table::{Piece, Table};
use super::Log;
use super::laying;
use crate::deeds::{Act, Declared, Deed, Spot, Standing, UnitId};
use crate::hex::Hex;
use crate::model::CounterKind;
use std::collections::{BTreeSet, HashMap};

/// Where a piece lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Place {
    Hex(Hex),
    /// In a tray, on the turn track: on the table, but not on the ground.
    Off,
    /// Taken from the table.
    Gone,
}

impl Place {
    /// For orders that do not depend on chance.
    pub(super) fn key(self) -> (i32, i32, i32) {
        match self {
            Place::Hex(hex) => (0, hex.x, hex.y),
            Place::Off => (1, 0, 0),
            Place::Gone => (2, 0, 0),
        }
    }

    pub(super) fn hex(self) -> Option<Hex> {
        match self {
            Place::Hex(hex) => Some(hex),
            _ => None,
        }
    }
}

/// A piece as it is seen.
#[derive(Debug, Clone)]
pub(super) struct Seen {
    /// The counter that lies there, with its number.
    pub(super) id: String,
    pub(super) at: Place,
    /// Its back is up: broken, malfunctioned.
    pub(super) back: bool,
    pub(super) states: BTreeSet<String>,
}

/// Everything that is seen.
#[derive(Debug, Clone, Default)]
pub(super) struct Shown {
    pub(super) pieces: HashMap<UnitId, Piece>,
    pub(super) units: Vec<Seen>,
    pub(super) weapons: Vec<Seen>,
}

impl Shown {
    pub(super) fn of_mut(&mut self, piece: Piece) -> Option<&mut Seen> {
        match piece {
            Piece::Unit(unit) => self.units.get_mut(unit),
            Piece::Weapon(weapon) => self.weapons.get_mut(weapon),
        }
    }
}

/// Something that happened, in the words of the table.
#[derive(Debug, Clone)]
pub(super) enum Event {
    Said(Declared),
    Rolled(Vec<i32>),
    Went {
        piece: Piece,
        from: Place,
        to: Place,
    },
    Turned {
        piece: Piece,
        back: bool,
    },
    Marked {
        piece: Piece,
        state: String,
        on: bool,
    },
    Lost(Piece),
    Came(Piece, Place),
    /// Another counter took the place of a unit: a half-squad, one of a lower class.
    Became {
        unit: usize,
        id: UnitId,
        back: bool,
    },
    Counter {
        marker: String,
        from: Option<Hex>,
        to: Option<Hex>,
    },
}

impl Log<'_> {
    pub(super) fn place(&self, spot: &Spot) -> Place {
        let hex = spot.location().and_then(|(map, at)| self.table.ground.hex_of(map, at));
        hex.map_or(Place::Off, Place::Hex)
    }

    /// Lays a piece on the table; none when it is neither unit nor weapon.
    pub(super) fn lay(&mut self, standing: &Standing) -> Option<Piece> {
        let counter = self.game.counters.get(standing.unit.counter())?;
        let name = &*standing.unit.0;
        let at = self.place(&standing.at);
        let seen = Seen {
            id: name.to_owned(),
            at,
            back: standing.steps == Some(0),
            states: standing.states.iter().cloned().collect(),
        };
        let piece = match counter.kind {
            CounterKind::Unit => {
                let mut unit = laying::unit(self.game, name, counter)?;
                if let Some(nation) = self.nation_of(&counter.id) {
                    unit.nation = nation;
                }
                self.shown.units.push(seen);
                Piece::Unit(self.table.seat_unit(unit))
            }
            CounterKind::Weapon => {
                let weapon = laying::weapon(self.game, &self.table, name, counter)?;
                self.shown.weapons.push(seen);
                self.carriers.push(BTreeSet::new());
                Piece::Weapon(self.table.seat_weapon(weapon))
            }
            CounterKind::Marker | CounterKind::Chit => return None,
        };
        self.shown.pieces.insert(standing.unit.clone(), piece);
        Some(piece)
    }

    /// The deeds of a phase as events; pieces that come for the first time are laid off the map.
    pub(super) fn events(&mut self, deeds: &[Deed]) -> Vec<(usize, Event)> {
        let mut events = Vec::new();
        let mut taken: BTreeSet<usize> = BTreeSet::new();
        for (index, deed) in deeds.iter().enumerate() {
            if taken.contains(&index) {
                continue;
            }
            let known = |unit: &UnitId| self.shown.pieces.get(unit).copied();
            let event = match &deed.act {
                Act::Declare(declared) => Some(Event::Said(declared.clone())),
                Act::Roll { faces, .. } => {
                    let faces = faces.iter().filter_map(|face| i32::try_from(*face).ok());
                    Some(Event::Rolled(faces.collect()))
                }
                Act::Move { unit, from, to } => known(unit).map(|piece| Event::Went {
                    piece,
                    from: self.place(from),
                    to: self.place(to),
                }),
                Act::Steps { unit, to, .. } => {
                    known(unit).map(|piece| Event::Turned { piece, back: *to == 0 })
                }
                Act::State { unit, state, on } => {
                    known(unit).map(|piece| Event::Marked { piece, state: state.clone(), on: *on })
                }
                Act::Leave { unit, .. } => match (known(unit), heir(self, deeds, index)) {
                    (Some(Piece::Unit(old)), Some((at, standing))) => {
                        taken.insert(at);
                        Some(Event::Became {
                            unit: old,
                            id: standing.unit.clone(),
                            back: standing.steps == Some(0),
                        })
                    }
                    (Some(piece), _) => Some(Event::Lost(piece)),
                    (None, _) => None,
                },
                Act::Arrive(standing) => {
                    // A replacement may be put down before the old counter is taken away.
                    if let Some((at, old)) = forebear(self, deeds, index) {
                        taken.insert(at);
                        Some(Event::Became {
                            unit: old,
                            id: standing.unit.clone(),
                            back: standing.steps == Some(0),
                        })
                    } else {
                        let at = self.place(&standing.at);
                        let piece = match known(&standing.unit) {
                            Some(piece) => Some(piece),
                            None => {
                                let off = Standing {
                                    at: Spot::Elsewhere(std::sync::Arc::from("")),
                                    ..standing.clone()
                                };
                                self.lay(&off)
                            }
                        };
                        piece.map(|piece| Event::Came(piece, at))
                    }
                }
                Act::Marker { marker, from, to } => {
                    let hex =
                        |spot: &Option<Spot>| spot.as_ref().and_then(|spot| self.place(spot).hex());
                    Some(Event::Counter { marker: marker.clone(), from: hex(from), to: hex(to) })
                }
                Act::SetUp { .. } | Act::Turn(_) | Act::Points { .. } => None,
            };
            // The new counter answers to its name from here on.
            if let Some(Event::Became { unit, id, .. }) = &event {
                self.shown.pieces.insert(id.clone(), Piece::Unit(*unit));
            }
            events.extend(event.map(|event| (deed.step, event)));
        }
        events
    }

    /// Shows an event.
    pub(super) fn show(&mut self, event: &Event) {
        let seen = |shown: &'_ mut Shown, piece: Piece, change: &dyn Fn(&mut Seen)| {
            if let Some(seen) = shown.of_mut(piece) {
                change(seen);
            }
        };
        match event {
            Event::Went { piece, to, .. } => seen(&mut self.shown, *piece, &|seen| seen.at = *to),
            Event::Turned { piece, back } => {
                seen(&mut self.shown, *piece, &|seen| seen.back = *back);
            }
            Event::Marked { piece, state, on } => seen(&mut self.shown, *piece, &|seen| {
                if *on {
                    seen.states.insert(state.clone());
                } else {
                    seen.states.remove(state);
                }
            }),
            Event::Lost(piece) => seen(&mut self.shown, *piece, &|seen| seen.at = Place::Gone),
            Event::Came(piece, at) => seen(&mut self.shown, *piece, &|seen| seen.at = *at),
            Event::Became { unit, id, back } => {
                seen(&mut self.shown, Piece::Unit(*unit), &|seen| {
                    // Markers went with the old counter.
                    seen.states.clear();
                    seen.back = *back;
                    seen.id = id.0.to_string();
                });
            }
            Event::Said(_) | Event::Rolled(_) | Event::Counter { .. } => {}
        }
    }
}

/// How far apart a counter and the one in its place may lie in the log.
const NEAR: usize = 4;

/// The deeds right after another, before anything is said or rolled again.
fn near(deeds: &[Deed], index: usize) -> impl Iterator<Item = (usize, &Deed)> {
    let after = deeds.iter().enumerate().skip(index + 1).take(NEAR);
    after.take_while(|(_, deed)| !matches!(deed.act, Act::Declare(_) | Act::Roll { .. }))
}

/// The counter that comes for one that is taken away.
fn heir<'d>(log: &Log<'_>, deeds: &'d [Deed], index: usize) -> Option<(usize, &'d Standing)> {
    let Act::Leave { unit, from } = &deeds[index].act else { return None };
    near(deeds, index).find_map(|(at, deed)| match &deed.act {
        Act::Arrive(standing) if standing.at == *from && log.follows(unit, &standing.unit) => {
            Some((at, standing))
        }
        _ => None,
    })
}

/// The unit that is taken away for a counter that came.
fn forebear(log: &Log<'_>, deeds: &[Deed], index: usize) -> Option<(usize, usize)> {
    let Act::Arrive(standing) = &deeds[index].act else { return None };
    near(deeds, index).find_map(|(at, deed)| match &deed.act {
        Act::Leave { unit, from } if standing.at == *from && log.follows(unit, &standing.unit) => {
            match log.shown.pieces.get(unit) {
                Some(Piece::Unit(old)) => Some((at, *old)),
                _ => None,
            }
        }
        _ => None,
    })
}

impl Log<'_> {
    /// Whether one counter can take the place of another: reduced, of a lower class, or both.
    fn follows(&self, old: &UnitId, new: &UnitId) -> bool {
        let next = |id: &str| -> Vec<String> {
            let Some(counter) = self.game.counters.get(id) else { return Vec::new() };
            ["reduces_to", "replaced_by"]
                .iter()
                .filter_map(|column| counter.value(column).map(str::to_owned))
                .collect()
        };
        // The module numbers what comes for a unit after it: squad#2 becomes half-squad#2a.
        let copy = |id: &UnitId| id.0.split_once('#').map_or("1", |(_, copy)| copy).to_owned();
        let (was, is) = (copy(old), copy(new));
        if is.ends_with(|c: char| c.is_ascii_alphabetic()) && !is.starts_with(&was) {
            return false;
        }
        let first = next(old.counter());
        let second: Vec<String> = first.iter().flat_map(|id| next(id)).collect();
        first.iter().chain(&second).any(|id| id == new.counter())
    }
}

/// The units of a list, as places in the table.
pub(super) fn units_of(shown: &Shown, ids: &[UnitId]) -> (Vec<usize>, Vec<usize>) {
    let (mut units, mut weapons) = (Vec::new(), Vec::new());
    for id in ids {
        match shown.pieces.get(id) {
            Some(Piece::Unit(unit)) => units.push(*unit),
            Some(Piece::Weapon(weapon)) => weapons.push(*weapon),
            None => {}
        }
    }
    (units, weapons)
}

/// Ids as entries name them.
pub(super) fn names<'t>(
    table: &'t Table,
    units: &'t [usize],
    weapons: &'t [usize],
) -> impl Iterator<Item = &'t str> {
    let units = units.iter().map(|unit| table.units[*unit].id.as_str());
    units.chain(weapons.iter().map(|weapon| table.weapons[*weapon].id.as_str()))
}
