//! What the referee sees on the table, for pages that show it.

use super::super::bonds::Bonds;
use super::super::ground::Place;
use super::super::play::Play;
use super::super::stacking::LIMIT;
use super::super::tables::points;
use super::super::words::Side;
use super::Log;
use crate::deeds::UnitId;
use crate::hex::Hex;
use crate::referee::{Line, LineKind, Overlays, Reach, Reached, Shade, Stacked, Supplied};
use std::collections::BTreeSet;

impl<'a> Log<'a> {
    /// The game with everything heard, judged or not.
    fn as_it_stands(&self) -> Play<'a> {
        let mut table = self.table.clone();
        for deed in &self.deeds {
            table.apply(self.game, self.map, &self.ground, &deed.act);
        }
        let mut play = self.play.clone();
        let tables = super::Tables::of(self.game);
        for (who, piece) in table.pieces.iter().enumerate() {
            play.position.units[who].take(self.game, &tables, piece);
        }
        play
    }

    pub(super) fn look(&self) -> Overlays {
        let now = self.as_it_stands().position;
        let mut overlays = Overlays::default();
        for side in Side::BOTH {
            let own = |who: &usize| now.units[*who].side == side;
            let zone: BTreeSet<String> = (0..now.units.len())
                .filter(own)
                .flat_map(|who| now.zone(who))
                .map(|hex| self.ground.hex_name(hex))
                .collect();
            overlays
                .zones
                .push(Shade { side: side.word().to_owned(), hexes: zone.into_iter().collect() });
            for bond in Bonds::of(&now, side).0 {
                let [from, to] = bond.ends;
                overlays.lines.push(Line {
                    kind: LineKind::Bond,
                    side: Some(side.word().to_owned()),
                    from,
                    to,
                    blocked: None,
                    label: String::new(),
                });
            }
            let hexes: Vec<Hex> = now
                .units
                .iter()
                .filter(|unit| unit.side == side)
                .filter_map(|unit| unit.hex())
                .collect();
            let mut seen: BTreeSet<String> = BTreeSet::new();
            for hex in hexes {
                let at = self.ground.hex_name(hex);
                if seen.insert(at.clone()) {
                    let (total, _) = now.stacking_points(hex, side);
                    overlays.stacking.push(Stacked {
                        at,
                        side: side.word().to_owned(),
                        total: total.to_string(),
                        limit: LIMIT.to_string(),
                        over: total > LIMIT,
                    });
                }
            }
        }
        let supplied = Side::BOTH.map(|side| now.supplied_units(side));
        for (who, unit) in now.units.iter().enumerate() {
            if let Place::Hex(hex) = unit.at {
                overlays.supply.push(Supplied {
                    unit: unit.id.clone(),
                    at: self.ground.hex_name(hex),
                    supplied: supplied[unit.side as usize].contains(&who),
                    line: Vec::new(),
                });
            }
        }
        overlays
    }

    pub(super) fn look_around(&self, unit: &UnitId) -> Option<Reach> {
        let who = self.table.who(unit)?;
        let mut play = self.as_it_stands();
        // A unit that has moved is asked where it could go from here, not what is left of its move.
        play.phase.progress.clear();
        let reached = play.reach(who);
        if reached.is_empty() {
            return None;
        }
        let hexes = reached.into_iter().map(|(place, _, cost)| Reached {
            at: self.ground.name(place),
            cost: points(cost).to_string(),
        });
        Some(Reach {
            unit: unit.to_string(),
            allowance: points(play.position.units[who].allowance).to_string(),
            hexes: hexes.collect(),
        })
    }
}
