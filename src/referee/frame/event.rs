//! Events: deeds of a log with every name turned into a number.

use super::super::ground::Place;
use super::super::world::{At, Off, Unit};
use super::{Rulebook, Setting};
use crate::deeds::{Act, Deed, Spot};
use crate::model::{Id, PointsKind, Side};
use std::collections::BTreeMap;

/// Something that a player said in a form that the module offers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Announced {
    /// Which declaration of the game's sources, by id.
    pub id: String,
    /// The units named in it.
    pub units: Vec<Unit>,
    /// The hexes named in it.
    pub places: Vec<Place>,
    /// Answers to its questions, by the question's id.
    pub values: BTreeMap<String, String>,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// A unit went somewhere.
    Went(Unit, At),
    /// A unit has so many steps now.
    Steps(Unit, u8),
    /// States of a unit, as bits, were set or ended.
    State(Unit, u32, bool),
    /// Something was declared.
    Declared(Box<Announced>),
    /// Dice showed these faces.
    Rolled(Vec<u32>),
    /// A separate marker, by counter id, was put down, taken away or shifted.
    Marker(String, Option<Place>, Option<Place>),
    /// A separate marker, by counter id, lies in this box, or on this space of a track, now.
    Boxed(String, String),
    /// A count of points changed.
    Points(Id<PointsKind>, Option<Id<Side>>, i32),
}

/// What happened, and where the log has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// The step of the log.
    pub step: usize,
    /// Who did it, if the log tells.
    pub by: Option<Id<Side>>,
    /// What.
    pub what: What,
}

impl Event {
    /// The unit that it changed.
    pub fn unit(&self) -> Option<Unit> {
        match self.what {
            What::Went(unit, _) | What::Steps(unit, _) | What::State(unit, ..) => Some(unit),
            _ => None,
        }
    }
}

impl<R: Rulebook> Setting<'_, R> {
    /// Where a spot is.
    pub fn at(&self, spot: &Spot) -> At {
        match spot {
            Spot::At(map, location) => self.space.locate(Some(*map), *location),
            Spot::Elsewhere(_) => At::Off(Off::Away),
        }
    }

    /// The box, or the space of a track, that a spot is.
    fn box_of(&self, spot: &Spot) -> Option<String> {
        match spot {
            Spot::At(map, location) => {
                location.as_box()?;
                Some(self.game.maps[*map].location_name(*location))
            }
            Spot::Elsewhere(name) => Some(name.to_string()),
        }
    }

    /// The bits of states by their ids; what the rules do not know is none.
    pub(super) fn bits<'s>(&self, states: impl IntoIterator<Item = &'s String>) -> u32 {
        let bit = |state: &String| self.states.iter().position(|word| word == state);
        states.into_iter().filter_map(bit).fold(0, |bits, number| bits | 1u32 << number.min(31))
    }

    /// What a deed changed, in numbers; nothing for units and markers that the game does not have.
    pub(super) fn events(&self, deed: &Deed, mut show: impl FnMut(Event)) {
        let mut tell = |what| show(Event { step: deed.step, by: deed.by, what });
        let place = |spot: &Option<Spot>| spot.as_ref().and_then(|spot| self.at(spot).place());
        let steps = |steps: u32| u8::try_from(steps).unwrap_or(u8::MAX);
        match &deed.act {
            Act::SetUp { .. } | Act::Turn(_) => {}
            Act::Move { unit, to, .. } => {
                if let Some(unit) = self.roster.find(unit) {
                    tell(What::Went(unit, self.at(to)));
                }
            }
            Act::Arrive(standing) => {
                if let Some(unit) = self.roster.find(&standing.unit) {
                    if let Some(left) = standing.steps {
                        tell(What::Steps(unit, steps(left)));
                    }
                    tell(What::Went(unit, self.at(&standing.at)));
                }
            }
            Act::Leave { unit, .. } => {
                if let Some(unit) = self.roster.find(unit) {
                    tell(What::Went(unit, At::Off(Off::Away)));
                }
            }
            Act::Steps { unit, to, .. } => {
                if let Some(unit) = self.roster.find(unit) {
                    tell(What::Steps(unit, steps(*to)));
                }
            }
            Act::State { unit, state, on } => {
                let bits = self.bits([state]);
                if let (Some(unit), true) = (self.roster.find(unit), bits != 0) {
                    tell(What::State(unit, bits, *on));
                }
            }
            Act::Marker { marker, from, to } => {
                let (from, to_box) = (place(from), to.as_ref().and_then(|to| self.box_of(to)));
                match to_box {
                    Some(space) => {
                        if from.is_some() {
                            tell(What::Marker(marker.clone(), from, None));
                        }
                        tell(What::Boxed(marker.clone(), space));
                    }
                    None => tell(What::Marker(marker.clone(), from, place(to))),
                }
            }
            Act::Declare(declared) => {
                let units = declared.units.iter().filter_map(|unit| self.roster.find(unit));
                let places = declared.places.iter().filter_map(|spot| self.at(spot).place());
                tell(What::Declared(Box::new(Announced {
                    id: declared.id.clone(),
                    units: units.collect(),
                    places: places.collect(),
                    values: declared.values.clone(),
                })));
            }
            Act::Roll { faces, .. } => tell(What::Rolled(faces.clone())),
            Act::Points { kind, side, now } => {
                if let Some(kind) = self.game.points.find(kind) {
                    tell(What::Points(kind, *side, *now));
                }
            }
        }
    }
}
