//! What the court sees on the table now.

use super::super::Play;
use super::super::movement::{March, Start};
use super::super::supply::Supply;
use crate::referee::schedule::Ground;
use crate::referee::tell::Clauses;
use crate::referee::walk::Search;
use crate::referee::world::{At, Position, Unit};
use crate::referee::{Overlays, Reach, Reached, Stacked, Supplied};

impl Play<'_> {
    pub(crate) fn look(&self) -> Overlays {
        let board = self.board();
        let now = &self.position;
        let mut overlays =
            Overlays { zones: board.shades(now, |_, _| true), ..Overlays::default() };
        let sides = 0..u8::try_from(board.game.sides.len()).unwrap_or(u8::MAX);
        for side in sides {
            self.look_at_stacks(now, side, &mut overlays);
            self.look_at_supply(now, side, &mut overlays);
        }
        overlays
    }

    fn look_at_stacks(&self, now: &Position, side: u8, overlays: &mut Overlays) {
        let board = self.board();
        if board.game.rules.stacking.is_none() {
            return;
        }
        let scale = board.space.scale;
        for place in board.space.lattice.places().filter(|place| now.has(side, *place)) {
            let tally = board.tally(now, side, place, None);
            overlays.stacking.push(Stacked {
                at: board.place(place),
                side: board.side_id(side),
                total: scale.points(tally.points).to_string(),
                limit: scale.points(tally.limit).to_string(),
                over: !tally.fits(),
            });
        }
    }

    fn look_at_supply(&self, now: &Position, side: u8, overlays: &mut Overlays) {
        let board = self.board();
        if board.game.rules.supply.is_none() {
            return;
        }
        let mut supply = Supply::default();
        supply.draw(board, now, side);
        for unit in 0..board.roster.len() as Unit {
            let Some(place) = now.place(unit).filter(|_| board.roster[unit].side == side) else {
                continue;
            };
            overlays.supply.push(Supplied {
                unit: board.roster[unit].id.to_string(),
                at: board.place(place),
                supplied: supply.reaches(place),
                line: supply.way(now, place).iter().map(|p| board.place(*p)).collect(),
            });
        }
    }

    /// Where a unit could go from where it stands, with the enemy as he stands.
    pub(crate) fn look_around(&self, unit: Unit) -> Option<Reach> {
        let board = self.board();
        let now = &self.position;
        let arrival = self.schedule.arrivals[usize::from(unit)].as_ref();
        let start = match (now.at(unit), arrival.map(|arrival| &arrival.ground)) {
            (At::Map(place), _) => Start::Hex(place),
            (At::Off(_), Some(Ground::Entry(entry))) => {
                Start::Entry(board.space.entries.get(usize::from(*entry))?)
            }
            _ => return None,
        };
        let march = March::new(board, now, unit, start)?;
        let side = board.roster[unit].side;
        let scale = board.space.scale;
        let mut hexes = Vec::new();
        march.reachable(&mut Search::new(), Clauses::NONE, |place, cost| {
            if board.tally(now, side, place, Some(unit)).fits() {
                let cost = scale.points(cost).to_string();
                hexes.push(Reached { at: board.place(place), cost });
            }
        });
        let allowance = board.allowance(now, unit).map(|fine| scale.points(fine).to_string());
        Some(Reach {
            unit: board.roster[unit].id.to_string(),
            allowance: allowance.unwrap_or_default(),
            hexes,
        })
    }
}
