//! What the page shows over the map: stacks, and where a unit could go.

use super::super::movement::{allowance, step_cost};
use super::super::number::{Q, whole, words};
use super::super::stacking::{LEADERS, SQUADS};
use super::super::table::{Piece, Table};
use super::super::units::Whereabouts;
use super::Log;
use super::shown::Place;
use crate::deeds::{Act, Spot, UnitId};
use crate::hex::Hex;
use crate::referee::{Overlays, Reach, Reached, Stacked};
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashMap};

impl Log<'_> {
    /// The table as it stands after the last deed heard, also of a phase that is not over.
    fn as_it_stands(&self) -> Table {
        let mut table = self.table.clone();
        let mut put = |unit: &UnitId, at: Whereabouts| {
            if let Some(Piece::Unit(unit)) = self.shown.pieces.get(unit) {
                table.units[*unit].at = at;
            }
        };
        let place = |spot: &Spot| match self.place(spot) {
            Place::Hex(hex) => Whereabouts::Hex(hex),
            Place::Off | Place::Gone => Whereabouts::OffMap,
        };
        for deed in &self.deeds {
            match &deed.act {
                Act::Move { unit, to, .. } => put(unit, place(to)),
                Act::Arrive(standing) => put(&standing.unit, place(&standing.at)),
                Act::Leave { unit, .. } => put(unit, Whereabouts::Gone),
                _ => {}
            }
        }
        table
    }

    /// What stacks count.
    pub(super) fn look(&self) -> Overlays {
        let table = self.as_it_stands();
        let mut stacking = Vec::new();
        let mut seen: BTreeSet<(String, i32, i32)> = BTreeSet::new();
        for unit in &table.units {
            let Some(hex) = unit.hex() else { continue };
            if !seen.insert((unit.side.clone(), hex.x, hex.y)) {
                continue;
            }
            let (squads, leaders) = table.stack(hex, &unit.side);
            stacking.push(Stacked {
                at: self.hex_name(hex),
                side: unit.side.clone(),
                total: words(squads),
                limit: SQUADS.to_string(),
                over: squads > whole(SQUADS) || leaders > LEADERS,
            });
        }
        Overlays { stacking, ..Overlays::default() }
    }

    /// Where a unit could go alone with its weapons, in its own movement phase.
    pub(super) fn look_around(&self, id: &UnitId) -> Option<Reach> {
        let Some(Piece::Unit(unit)) = self.shown.pieces.get(id).copied() else { return None };
        let table = self.as_it_stands();
        let one = &table.units[unit];
        let start = one.hex()?;
        if !one.good_order() || one.has("pinned") {
            return None;
        }
        let carried = table.weapons_of(unit).filter(|(_, weapon)| !weapon.arm.is_gun());
        let portage = carried.map(|(_, weapon)| weapon.portage).sum();
        let tired = one.has("exhausted") && !one.was_exhausted;
        let limit = allowance(&table, unit, None, tired, false, portage).total();
        let mut hexes: Vec<Reached> = within(&table, &one.side, start, limit)
            .into_iter()
            .filter(|(hex, _)| *hex != start)
            .map(|(hex, cost)| Reached { at: self.hex_name(hex), cost: words(cost) })
            .collect();
        hexes.sort_by(|a, b| a.at.cmp(&b.at));
        Some(Reach { unit: id.to_string(), allowance: words(limit), hexes })
    }
}

/// Hexes that so many MF reach, without those with an enemy; the bonus of a road is added on it.
fn within(table: &Table, side: &str, start: Hex, limit: Q) -> HashMap<Hex, Q> {
    let mut best: HashMap<Hex, Q> = HashMap::from([(start, whole(0))]);
    let mut open = BinaryHeap::from([Reverse((whole(0), start.x, start.y, true))]);
    while let Some(Reverse((cost, x, y, by_road))) = open.pop() {
        let here = Hex::new(x, y);
        for next in table.ground.neighbours(here) {
            let by_road = by_road && table.ground.is_road(here, next);
            let total = cost + step_cost(table, here, next);
            let most = if by_road { limit + 1 } else { limit };
            if total > most || table.enemies_in(next, side).next().is_some() {
                continue;
            }
            if best.get(&next).is_none_or(|known| total < *known) {
                best.insert(next, total);
                open.push(Reverse((total, next.x, next.y, by_road)));
            }
        }
    }
    best
}
