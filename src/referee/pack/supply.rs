//! Supply: which units of a side can draw a line to a source, or to a relay that can.

use super::super::Evidence;
use super::super::ground::Place;
use super::super::traces::{Lines, Traces, within};
use super::super::world::{Position, Unit};
use super::board::Board;

/// The lines of supply of one side, drawn for one position.
#[derive(Debug, Clone, Default)]
pub(crate) struct Supply {
    traces: Traces,
    /// By place: the relay whose radius it lies in.
    relayed: Vec<Option<Unit>>,
}

impl Supply {
    /// Draws the lines of a side. Nothing is drawn when the game has no supply rules.
    pub(crate) fn draw(&mut self, board: Board<'_>, position: &Position, side: u8) {
        let Some(rules) = &board.game.rules.supply else { return };
        let space = board.space;
        self.relayed.clear();
        self.relayed.resize(space.lattice.len(), None);
        let Some(class) = board.game.movement_classes.find(&rules.class) else { return };
        let blocked = |place: Place| {
            position.has_enemy(side, place) || board.zone_holds(position, side, place)
        };
        let lines = Lines {
            ground: &board.ways.grounds[class.index()],
            range: space.scale.fine(rules.range),
            paths: rules.road.then_some(board.ways.paths.as_slice()),
        };
        self.traces.draw(&space.lattice, &lines, &board.land.sources[usize::from(side)], blocked);
        for (unit, facts) in board.roster.iter() {
            let relay = rules.relays.iter().find(|(kind, _)| Some(*kind) == facts.kind);
            let (Some((_, radius)), true) = (relay, facts.side == side) else { continue };
            let Some(place) = position.place(unit) else { continue };
            if self.traces.link(place).joined() {
                let relayed = &mut self.relayed;
                within(&space.lattice, place, *radius, blocked, |near| {
                    relayed[near as usize].get_or_insert(unit);
                });
            }
        }
    }

    /// Whether a unit in a place is in supply.
    pub(crate) fn reaches(&self, place: Place) -> bool {
        self.traces.link(place).joined()
            || self.relayed.get(place as usize).copied().flatten().is_some()
    }

    /// The line of a place to its source, through a relay perhaps; empty when there is none.
    pub(crate) fn way(&self, position: &Position, place: Place) -> Vec<Place> {
        if self.traces.link(place).joined() {
            return self.traces.line(place);
        }
        let relay = self.relayed.get(place as usize).copied().flatten();
        let Some(relay) = relay.and_then(|relay| position.place(relay)) else { return Vec::new() };
        std::iter::once(place).chain(self.traces.line(relay)).collect()
    }

    /// The line of a place in words.
    pub(crate) fn line(&self, board: Board<'_>, place: Place) -> Evidence {
        if self.traces.link(place).joined() {
            let line = self.traces.line(place);
            let names: Vec<String> = line.iter().map(|place| board.place(*place)).collect();
            return Evidence::new("line to a source", names.join(" → "));
        }
        match self.relayed.get(place as usize).copied().flatten() {
            Some(relay) => Evidence::new("in reach of", board.unit(relay)),
            None => Evidence::new("line to a source", "none"),
        }
    }
}
