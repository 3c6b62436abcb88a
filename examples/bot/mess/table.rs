//! The table as it stands after some deeds.

use hexwright::deeds::{Act, Deed, Moment, Spot, Standing, UnitId};

/// Everything on the table, and when.
#[derive(Debug, Clone, Default)]
pub struct Table {
    pieces: Vec<Standing>,
    /// Steps of units when the game began.
    full: Vec<(UnitId, Option<u32>)>,
    markers: Vec<(String, Spot)>,
    moment: Option<Moment>,
    scenario: Option<String>,
}

impl Table {
    /// What a deed changes.
    pub fn note(&mut self, deed: &Deed) {
        match &deed.act {
            Act::SetUp { pieces, markers, moment, scenario } => {
                self.full = pieces.iter().map(|one| (one.unit.clone(), one.steps)).collect();
                (self.pieces, self.markers) = (pieces.clone(), markers.clone());
                (self.moment, self.scenario) = (moment.clone(), scenario.clone());
            }
            Act::Turn(moment) => self.moment = Some(moment.clone()),
            Act::Move { unit, to, .. } => self.change(unit, |piece| piece.at = to.clone()),
            Act::Arrive(standing) => self.pieces.push(standing.clone()),
            Act::Leave { unit, .. } => self.pieces.retain(|piece| piece.unit != *unit),
            Act::Steps { unit, to, .. } => self.change(unit, |piece| piece.steps = Some(*to)),
            Act::State { unit, state, on } => self.change(unit, |piece| {
                piece.states.retain(|known| known != state);
                piece.states.extend(on.then(|| state.clone()));
            }),
            Act::Marker { marker, from, to } => {
                let lies =
                    |(name, at): &(String, Spot)| name == marker && Some(at) == from.as_ref();
                if let Some(at) = self.markers.iter().position(lies) {
                    self.markers.remove(at);
                }
                self.markers.extend(to.clone().map(|to| (marker.clone(), to)));
            }
            _ => {}
        }
    }

    fn change(&mut self, unit: &UnitId, change: impl FnOnce(&mut Standing)) {
        if let Some(piece) = self.pieces.iter_mut().find(|piece| piece.unit == *unit) {
            change(piece);
        }
    }

    /// Units in hexes of a map.
    pub fn on_map(&self) -> Vec<&Standing> {
        let in_hex = |piece: &&Standing| {
            matches!(piece.at.location(), Some((_, hexwright::hex::Location::Hex(_))))
        };
        self.pieces.iter().filter(in_hex).collect()
    }

    /// The steps that a fresh counter of a unit has.
    pub fn full_steps(&self, unit: &UnitId) -> Option<u32> {
        self.full.iter().find(|(known, _)| known == unit).and_then(|(_, steps)| *steps)
    }

    /// A log that begins here begins with this.
    pub fn beginning(self) -> Deed {
        let Table { pieces, markers, moment, scenario, .. } = self;
        Deed { step: 0, by: None, act: Act::SetUp { pieces, markers, moment, scenario } }
    }
}
