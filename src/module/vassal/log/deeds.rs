//! Deeds of a game as players of its module would have done them.

use super::super::declare::Said;
use super::super::save::TablePiece;
use super::super::setup::piece_id;
use super::{LogWriter, ModuleError};
use crate::deeds::{Act, Declared, Deed, Moment, Spot, UnitId};
use crate::hex::Location;
use crate::interpret::items;
use crate::model::Actor;

/// When units are set up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SettingUp {
    /// Before the log begins.
    Before,
    /// In the log: the players drag them from where the module keeps them.
    InTheLog,
}

impl LogWriter<'_> {
    /// Writes a whole game; neighbouring moves of the same way are one drag of a stack.
    pub fn deeds(&mut self, deeds: &[Deed], setting_up: SettingUp) -> Result<(), ModuleError> {
        let mut rest = deeds;
        while let Some((deed, after)) = rest.split_first() {
            rest = after;
            if let Some(side) = deed.by {
                let name = self.kit.top.game.sides[side].name.clone();
                self.act_as(&name);
            }
            let Act::Move { unit, from, to: to @ Spot::At(map, at) } = &deed.act else {
                self.deed(deed, setting_up)?;
                continue;
            };
            let mut together = vec![id(unit)];
            while let Some((next, after)) = rest.split_first()
                && let Act::Move { unit, from: whence, to: whither } = &next.act
                && (whence, whither) == (from, to)
            {
                together.push(id(unit));
                rest = after;
            }
            let ids: Vec<&str> = together.iter().map(String::as_str).collect();
            self.relocate(&ids, *map, *at)?;
        }
        Ok(())
    }

    /// Writes one deed; what the module has no way to show is left out.
    pub fn deed(&mut self, deed: &Deed, setting_up: SettingUp) -> Result<(), ModuleError> {
        match &deed.act {
            Act::SetUp { pieces, .. } => {
                for standing in pieces {
                    self.lay(&standing.unit, &standing.at)?;
                }
                if setting_up == SettingUp::Before {
                    self.begin_here();
                }
            }
            Act::Turn(moment) => self.pass_to(moment),
            Act::Move { unit, to: Spot::At(map, at), .. } => {
                self.relocate(&[&id(unit)], *map, *at)?;
            }
            Act::Move { unit, .. } | Act::Leave { unit, .. } => self.remove(&id(unit))?,
            Act::Steps { unit, to, .. } => {
                let counters = &self.kit.top.game.counters;
                let full = counters.get(unit.counter()).map_or(1, |counter| counter.steps);
                self.flip(&id(unit), 1 + i32::try_from(full.saturating_sub(*to)).unwrap_or(0))?;
            }
            Act::State { unit, state, on } => self.state(&id(unit), state, *on)?,
            Act::Declare(declared) => self.declare(&declared.id, &self.said(declared))?,
            Act::Roll { dice, faces } => self.roll(dice, faces)?,
            Act::Marker { marker, from: None, to: Some(Spot::At(map, at)) } => {
                // Markers come and go: the first number that none of those on the table has.
                let free =
                    (1..).map(|copy| piece_id(marker, copy)).find(|id| self.find(id).is_err());
                self.add(&free.unwrap_or_default(), marker, *map, *at)?;
            }
            Act::Marker { marker, from: Some(from), to: Some(Spot::At(map, at)) } => {
                if let Some(piece) = self.marker_at(marker, from) {
                    self.relocate(&[&piece], *map, *at)?;
                }
            }
            Act::Marker { marker, from: Some(from), to: None } => {
                if let Some(piece) = self.marker_at(marker, from) {
                    self.remove(&piece)?;
                }
            }
            Act::Arrive(standing) => {
                if let Spot::At(map, at) = standing.at {
                    self.add(&id(&standing.unit), standing.unit.counter(), map, at)?;
                }
            }
            Act::Marker { .. } | Act::Points { .. } => {}
        }
        Ok(())
    }

    /// The piece of a marker that lies somewhere.
    fn marker_at(&self, marker: &str, spot: &Spot) -> Option<String> {
        let lies = spot.location().map(|(map, at)| self.kit.top.game.maps[map].location_name(at));
        let here = |piece: &&TablePiece| {
            let name = piece.id.split_once('#').map_or(piece.id.as_str(), |(name, _)| name);
            name == marker && Some(&piece.place) == lies.as_ref()
        };
        self.now.pieces.iter().find(here).map(|piece| piece.id.clone())
    }

    /// Drags a piece to where it is set up, unless it lies there.
    fn lay(&mut self, unit: &UnitId, spot: &Spot) -> Result<(), ModuleError> {
        let Spot::At(map, at @ Location::Hex(_)) = spot else { return Ok(()) };
        let place = self.kit.top.game.maps[*map].location_name(*at);
        let index = self.find(&id(unit))?;
        if self.now.pieces[index].place == place {
            return Ok(());
        }
        self.relocate(&[&id(unit)], *map, *at)
    }

    /// What was written so far happened before the log: it begins with the table as it is now.
    pub fn begin_here(&mut self) {
        self.start = self.now.clone();
        self.steps.clear();
    }

    fn said(&self, declared: &Declared) -> Said {
        let names = |spot: &Spot| {
            let (map, at) = spot.location()?;
            Some(self.kit.top.game.maps[map].location_name(at))
        };
        let placed = |unit: &UnitId| {
            let piece = self.now.pieces.iter().find(|piece| piece.id == id(unit));
            (unit.to_string(), piece.map(|piece| piece.place.clone()).unwrap_or_default())
        };
        let targets = declared.values.get("targets").map(String::as_str).unwrap_or_default();
        Said {
            units: declared.units.iter().map(placed).collect(),
            targets: items(targets).map(UnitId::new).map(|unit| placed(&unit)).collect(),
            place: declared.places.first().and_then(names).unwrap_or_default(),
            answers: declared.values.clone(),
            ..Said::default()
        }
    }

    /// Play passes on to a moment, and the side that acts then takes over.
    fn pass_to(&mut self, moment: &Moment) {
        let side = |actor: Actor| match actor {
            Actor::Side(side) => Some(side),
            _ => None,
        };
        let mut standings = self.kit.top.sequence.standings.iter();
        let step =
            standings.position(|step| step.path == moment.phase && side(step.actor) == moment.side);
        if let Some(side) = moment.side {
            let name = self.kit.top.game.sides[side].name.clone();
            self.act_as(&name);
        }
        if let Some(step) = step {
            self.turn(moment.turn, step);
        }
    }
}

/// The piece of a unit in the module's set-ups.
fn id(unit: &UnitId) -> String {
    match unit.0.split_once('#') {
        Some((counter, "1")) => counter.to_owned(),
        _ => unit.to_string(),
    }
}
