//! What the referee sees on the table, for pages that show it.

use super::super::bonds::Bonds;
use super::super::ground::Place;
use super::super::play::Play;
use super::super::stacking::LIMIT;
use super::super::tables::points;
use super::super::words::Side;
use super::super::zones::Front;
use super::Log;
use crate::deeds::UnitId;
use crate::hex::Hex;
use crate::referee::{Line, LineKind, Overlays, Reach, Reached, Shade, Stacked, Supplied};
use std::cell::OnceCell;
use std::collections::BTreeSet;

impl<'a> Log<'a> {
    /// The game with everything heard, judged or not.
    fn as_it_stands(&self) -> Play<'a> {
        let mut table = self.table.clone();
        for deed in &self.deeds {
            table.apply(self.game, self.map, &self.ground, &deed.act);
        }
        let mut play = self.play.clone();
        let tables = play.position.tables;
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

    /// Where units could go now if they moved.
    pub(super) fn look_around(&self, units: &[UnitId]) -> Vec<Option<Reach>> {
        let mut play = self.as_it_stands();
        // A unit that has moved is asked where it could go from here, not what is left of its move.
        play.phase.progress.clear();
        let fronts = [OnceCell::new(), OnceCell::new()];
        units.iter().map(|unit| self.range(&play, &fronts, unit)).collect()
    }

    fn range(
        &self,
        play: &Play<'_>,
        fronts: &[OnceCell<Front>; 2],
        unit: &UnitId,
    ) -> Option<Reach> {
        let who = self.table.who(unit)?;
        let standing = &play.position.units[who];
        let front =
            fronts[standing.side as usize].get_or_init(|| Front::of(&play.position, standing.side));
        let hexes = play.range(front, who).into_iter().map(|(place, cost)| Reached {
            at: self.ground.name(place),
            cost: points(cost).to_string(),
        });
        let mut hexes: Vec<Reached> = hexes.collect();
        hexes.sort_by(|a, b| a.at.cmp(&b.at));
        let allowance = points(standing.allowance).to_string();
        (!hexes.is_empty()).then(|| Reach { unit: unit.to_string(), allowance, hexes })
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::Italy43;
    use super::super::super::bot::Manner;
    use super::*;
    use crate::referee::Hearing;
    use std::path::Path;
    use std::sync::Arc;

    /// The table in the middle of a turn, twice: what is worked out for all is what each is told by itself.
    #[test]
    fn what_is_worked_out_for_all_holds_of_each() {
        let loaded = crate::source::load(Path::new(env!("CARGO_MANIFEST_DIR")));
        let game = loaded.game("italy43").unwrap();
        let manner = Manner { seed: 5, turns: 1, crime: None };
        let played = Italy43::new(game).bot_game("S3", manner).unwrap();
        let mut log = Log::new(game, Some("S3")).unwrap();
        let (mut reached, mut supplied, mut cut_off) = (0, 0, 0);
        for (nth, deed) in played.deeds.iter().enumerate() {
            log.hear(deed, &mut Vec::new());
            if nth != 0 && nth != played.deeds.len() / 2 {
                continue;
            }
            let mut now = log.as_it_stands().position;
            now.facts.trace = true;
            // Where few areas lead off the map some lines fail, and others take another way.
            let all = now.ground.areas.len();
            for left in [all, 3, 2, 1, 0] {
                for area in Arc::make_mut(&mut now.ground).areas.iter_mut().skip(left) {
                    area.touches.clear();
                    area.roads.clear();
                }
                for side in Side::BOTH {
                    let together = now.supplied_units(side);
                    for who in (0..now.units.len()).filter(|who| now.units[*who].side == side) {
                        let alone = now.has_line(who);
                        assert_eq!(together.contains(&who), alone, "{}", now.units[who].id);
                        supplied += usize::from(alone);
                        cut_off += usize::from(!alone && now.units[who].at.on_map());
                    }
                }
            }
            let units: Vec<UnitId> =
                log.play.position.units.iter().map(|unit| UnitId::new(&unit.id)).collect();
            let together = log.reaches(&units);
            for (unit, reach) in units.iter().zip(&together).step_by(7) {
                assert_eq!(*reach, log.reach(unit), "{unit}");
            }
            // Every place is told with the points of its way.
            let play = log.as_it_stands();
            let who = together.iter().position(Option::is_some).unwrap();
            let ways = play.reach(who);
            let told = together[who].as_ref().unwrap();
            assert_eq!(ways.len(), told.hexes.len());
            for ((place, way, cost), hex) in ways.iter().zip(&told.hexes) {
                assert_eq!(way.last(), Some(place));
                let (name, cost) = (log.ground.name(*place), points(*cost).to_string());
                assert_eq!((&name, &cost), (&hex.at, &hex.cost));
            }
            reached += together.iter().flatten().count();
        }
        assert!(reached > 10 && supplied > 10 && cut_off > 0, "{reached} {supplied} {cut_off}");
    }
}
