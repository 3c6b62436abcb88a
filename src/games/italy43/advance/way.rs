//! The way of an advance: how far, and what bars or ends it.

use super::super::areas::{ENEMY_AREA, INTO_AREA};
use super::super::bonds::BOND_ADVANCE;
use super::super::breakthrough as bt;
use super::super::ground::{Place, Terrain};
use super::super::movement::{
    ALLIES_AND_ZONE, ENEMY_HEX, GERMANS_AND_ZONE, RAIN, VEHICLE_MOUNTAIN,
};
use super::super::options::HALF_EFFECT;
use super::super::play::Play;
use super::super::position::Who;
use super::super::results::ADVANCE_LENGTH;
use super::super::retreat::FULL_ADVANCE;
use super::super::scenarios::{NAPLES_GARRISON, frozen};
use super::super::unit::Restriction;
use super::super::words::{Advance, Side};
use super::super::zones::Front;
use super::*;
use crate::hex::{Hex, distance};
use crate::referee::RuleId;

impl Play<'_> {
    /// The way with the fewest faults among all short ones.
    pub(super) fn best_way(
        &self,
        who: Who,
        front: &Front,
        grant: &Grant,
        before: &[Hex],
        to: Place,
    ) -> Vec<Place> {
        let mut best: Option<(usize, Vec<Place>)> = None;
        let mut ways: Vec<Vec<Place>> = vec![Vec::new()];
        let start = Place::Hex(*before.last().unwrap_or(&before[0]));
        for _ in 0..3 {
            let mut longer = Vec::new();
            for way in &ways {
                let Place::Hex(last) = way.last().copied().unwrap_or(start) else { continue };
                for near in self.position.ground.neighbours(last).map(Place::Hex) {
                    if near != start && !way.contains(&near) {
                        let mut way = way.clone();
                        way.push(near);
                        longer.push(way);
                    }
                }
            }
            for way in longer.iter().filter(|way| way.last() == Some(&to)) {
                let faults = self.advance_wrongs(who, front, grant, before, way).len();
                if best.as_ref().is_none_or(|(fewest, _)| faults < *fewest) {
                    best = Some((faults, way.clone()));
                }
            }
            if best.as_ref().is_some_and(|(faults, _)| *faults == 0) {
                break;
            }
            ways = longer;
        }
        best.map_or_else(|| vec![to], |(_, way)| way)
    }

    pub(super) fn advance_wrongs(
        &self,
        who: Who,
        front: &Front,
        grant: &Grant,
        before: &[Hex],
        way: &[Place],
    ) -> Vec<Wrong> {
        let mut wrong = Vec::new();
        // Standing in the vacated hex when the log begins counts as one hex, whose start is not known.
        let done = before.len() - 1;
        self.length_wrongs(who, grant, before, way, &mut wrong);
        let mut last = before[done];
        let mut stopped: Option<RuleId> = None;
        let mut crossings =
            u32::from(self.turn.crossed.contains(&who) || self.position.units[who].half_effective);
        for (index, place) in way.iter().enumerate() {
            if let Some(rule) = stopped {
                let name = self.position.ground.hex_name(last);
                wrong.push((rule, vec![], format!("it had to stop in {name}")));
            }
            match place {
                Place::Hex(to) => {
                    let first = done + index == 0;
                    let mut crossed = false;
                    self.advance_step(
                        who,
                        front,
                        grant,
                        (last, *to, first),
                        &mut wrong,
                        &mut crossed,
                    );
                    if crossed {
                        crossings += 1;
                        if crossings > 1 && self.position.when.option("half-effectiveness") {
                            wrong.push((
                                HALF_EFFECT,
                                vec![],
                                "a second crossing this turn".to_owned(),
                            ));
                        }
                    }
                    stopped = self.advance_stop(front, grant, last, *to);
                    last = *to;
                }
                Place::Area(area) => {
                    let entry_area = &self.position.ground.areas[*area];
                    if self.position.area_owner(*area) != Some(self.position.units[who].side) {
                        wrong.push((
                            ENEMY_AREA,
                            vec![ADVANCE_PROHIBITED],
                            format!("{} is no friendly area", entry_area.name),
                        ));
                    } else if !entry_area.touches.contains(&last) {
                        wrong.push((
                            INTO_AREA,
                            vec![],
                            format!("{} is out of reach", entry_area.name),
                        ));
                    }
                    stopped = Some(INTO_AREA);
                }
                Place::Off(_) => wrong.push((ADVANCE_PROHIBITED, vec![], "off the map".to_owned())),
            }
        }
        wrong
    }

    pub(super) fn length_wrongs(
        &self,
        who: Who,
        grant: &Grant,
        before: &[Hex],
        way: &[Place],
        wrong: &mut Vec<Wrong>,
    ) {
        let unit = &self.position.units[who];
        let hexes = before.len() - 1 + way.len();
        match grant.allowance {
            Advance::Limited => {
                let only = way.len() == 1 && way[0] == Place::Hex(grant.vacated);
                if !only {
                    let aftermath = grant.limited_by.contains(&bt::AFTERMATH);
                    let rule = if aftermath { bt::AFTERMATH } else { LIMITED };
                    let message = "only the vacated hex may be entered".to_owned();
                    let also = [&grant.limited_by[..], &[ANY_DIRECTION]].concat();
                    wrong.push((rule, also, message));
                }
            }
            Advance::One | Advance::Two if hexes > grant.allowance.hexes() as usize => {
                let message = format!("{hexes} hexes, {} allowed", grant.allowance.hexes());
                wrong.push((ONE_OR_TWO, vec![ADVANCE_LENGTH, FULL_ADVANCE], message));
            }
            Advance::TwoPlus if hexes > 2 => {
                let third = way.get(2_usize.saturating_sub(before.len() - 1));
                let second = match 2_usize.checked_sub(before.len()) {
                    Some(index) => way.get(index).and_then(|place| place.hex()),
                    None => before.last().copied(),
                };
                let open = match (second, third) {
                    (Some(from), Some(Place::Hex(to))) => {
                        self.position.ground.side(from, *to).road.is_some()
                            || self.position.ground.terrain(*to) == Terrain::Clear
                    }
                    _ => false,
                };
                if hexes > 3 || !unit.class.mechanised || !open {
                    let message = format!(
                        "{hexes} hexes: a third is for mechanised units, into clear terrain or along a road"
                    );
                    wrong.push((TWO_PLUS, vec![ADVANCE_LENGTH], message));
                }
            }
            _ => {}
        }
        if unit.marked_unsupplied() && hexes > 2 {
            wrong.push((
                ADVANCE_CAPS,
                vec![],
                "unsupplied units advance two hexes at most".to_owned(),
            ));
        }
        if unit.half_effective && hexes > 1 {
            wrong.push((
                ADVANCE_CAPS,
                vec![HALF_EFFECT],
                "half-effective units advance one hex at most".to_owned(),
            ));
        }
    }

    pub(super) fn advance_step(
        &self,
        who: Who,
        front: &Front,
        grant: &Grant,
        (from, to, first): (Hex, Hex, bool),
        wrong: &mut Vec<Wrong>,
        crossed: &mut bool,
    ) {
        let unit = &self.position.units[who];
        let ground = &self.position.ground;
        let name = ground.hex_name(to);
        let side = ground.side(from, to);
        let into_vacated = to == grant.vacated;
        if distance(from, to) != 1 {
            wrong.push((ONE_OR_TWO, vec![], format!("{name} is not adjacent")));
            return;
        }
        if front.enemies.contains(&to) {
            wrong.push((
                ADVANCE_PROHIBITED,
                vec![ENEMY_HEX],
                format!("an enemy unit is in {name}"),
            ));
        }
        if ground.sea_between(from, to) {
            wrong.push((ADVANCE_PROHIBITED, vec![], "over or into the sea".to_owned()));
        }
        if side.bare_mountain() {
            if unit.class.vehicle {
                wrong.push((
                    ADVANCE_PROHIBITED,
                    vec![VEHICLE_MOUNTAIN, ADVANCE_MOUNTAIN],
                    "a vehicle over a mountain side".to_owned(),
                ));
            } else if !(first && into_vacated) {
                wrong.push((
                    ADVANCE_MOUNTAIN,
                    vec![],
                    format!(
                        "a mountain side into {name}, not as the first hex into the hex attacked"
                    ),
                ));
            }
        }
        if side.major_river && side.unbridged() && !(first && into_vacated) {
            wrong.push((
                ADVANCE_RIVER,
                vec![],
                format!("a major river into {name}, not as the first hex into the hex attacked"),
            ));
        }
        if unit.class.vehicle && side.unbridged() && self.position.when.rain() {
            wrong.push((
                ADVANCE_PROHIBITED,
                vec![RAIN],
                "a vehicle over an unbridged river in rain".to_owned(),
            ));
        }
        if let Some(section) = ground.hex(to).section {
            if unit.side == Side::Allied {
                wrong.push((
                    ADVANCE_PROHIBITED,
                    vec![ALLIES_AND_ZONE],
                    format!("{name} is in the Eighth Army zone"),
                ));
            } else if self.position.section_owner(section) == Side::Allied {
                wrong.push((
                    ADVANCE_PROHIBITED,
                    vec![GERMANS_AND_ZONE],
                    format!("{name} is in a lost section"),
                ));
            }
        }
        if let Some(bond) = front.bonds.bars(Some(from), to)
            && !into_vacated
        {
            let message =
                format!("the enemy bond between {} bars the way", bond.ends.join(" and "));
            wrong.push((BOND_ADVANCE, vec![ADVANCE_BONDS], message));
        }
        if !into_vacated
            && from != grant.vacated
            && let Some(enemy) = self.position.controls_both(from, to, unit.side.enemy())
        {
            let message = format!("both hexes are in the zone of {}", self.id(enemy));
            wrong.push((SAME_UNIT, vec![], message));
        }
        let naples = &self.position.facts.naples;
        let garrison = unit.restriction == Some(Restriction::NaplesGarrison)
            && frozen(&self.position, who).is_some();
        if garrison && !naples.contains(&to) {
            wrong.push((NAPLES_GARRISON, vec![], "the garrison stays in Naples".to_owned()));
        }
        *crossed = self.position.makes_half_effective(who, side);
    }

    pub(super) fn advance_stop(
        &self,
        front: &Front,
        grant: &Grant,
        from: Hex,
        to: Hex,
    ) -> Option<RuleId> {
        let ground = &self.position.ground;
        let marsh = ground.terrain(to) == Terrain::Marsh && ground.side(from, to).road.is_none();
        if ground.terrain(to).city() || marsh {
            return Some(CITY_MARSH);
        }
        (front.zones.contains(&to) && to != grant.vacated).then_some(ZONE_STOPS)
    }
}
