//! Ways of retreat: which of them a unit survives.

use super::super::bonds::BOND_RETREAT;
use super::super::disruption::FULL_RETREAT_CITY;
use super::super::ground::Place;
use super::super::movement::{ALLIED_RETREAT_ZONE, GERMANS_AND_ZONE, RAIN, SECTIONS};
use super::super::position::{Position, Who};
use super::super::words::Side;
use super::super::zones::Front;
use super::*;
use crate::hex::{Hex, distance};
use crate::referee::RuleId;

/// Why a way of retreat is wrong.
#[derive(Debug, Clone)]
pub(super) struct Wrong {
    pub(super) rule: RuleId,
    pub(super) also: &'static [RuleId],
    pub(super) message: String,
}

/// A unit that retreats, and what it faces.
pub(super) struct Retreat<'p, 'g> {
    pub(super) position: &'p Position<'g>,
    pub(super) front: Front,
    pub(super) who: Who,
    pub(super) from: Hex,
    /// Hexes ordered.
    pub(super) ordered: u32,
    /// Fewest that will do: one for a disengagement.
    pub(super) fewest: u32,
}

impl<'p, 'g> Retreat<'p, 'g> {
    pub(super) fn new(position: &'p Position<'g>, who: Who, from: Hex, ordered: u32) -> Self {
        let front = Front::of(position, position.units[who].side);
        Retreat { position, front, who, from, ordered, fewest: ordered }
    }

    fn side(&self) -> Side {
        self.position.units[self.who].side
    }

    /// I43 12.2: in an enemy zone that no friend cancels.
    pub(super) fn in_zone(&self, hex: Hex) -> bool {
        self.front.zones.contains(&hex)
            && !self.position.side_in_hex(hex, self.side()).any(|other| {
                other != self.who && hex != self.from && !self.position.units[other].retreated
            })
    }

    /// What a step breaks, by itself.
    fn step_wrongs(&self, from: Hex, to: Place) -> Vec<Wrong> {
        let ground = &self.position.ground;
        let unit = &self.position.units[self.who];
        let to_name = ground.name(to);
        let mut wrong = Vec::new();
        let mut add = |rule, also: &'static [RuleId], message: String| {
            wrong.push(Wrong { rule, also, message });
        };
        let to = match to {
            Place::Hex(hex) => hex,
            Place::Area(area) => {
                if self.position.area_owner(area) != Some(self.side())
                    || !ground.areas[area].touches.contains(&from)
                {
                    add(OFF_MAP, &[], format!("{to_name} is no friendly entry area within reach"));
                }
                return wrong;
            }
            Place::Off(_) => {
                add(OFF_MAP, &[], "off the map".to_owned());
                return wrong;
            }
        };
        if distance(from, to) != 1 {
            add(LENGTH, &[], format!("{} to {to_name} is no step", ground.hex_name(from)));
        }
        if self.front.enemies.contains(&to) {
            add(INTO_ENEMY, &[], format!("an enemy unit is in {to_name}"));
        }
        if let Some(bond) = self.front.bonds.bars(Some(from), to) {
            add(
                INTO_BOND,
                &[BOND_RETREAT],
                format!("the enemy bond between {} bars the way", bond.ends.join(" and ")),
            );
        }
        if ground.sea_between(from, to) {
            add(PROHIBITED, &[], format!("{to_name} lies beyond or in the sea"));
        }
        let side = ground.side(from, to);
        if unit.class.vehicle && side.bare_mountain() {
            add(VEHICLE_MOUNTAIN, &[PROHIBITED], "a vehicle over a mountain side".to_owned());
        }
        let rain = self.position.when.rain();
        let pontoon = self.position.pontoon(self.side(), to);
        if unit.class.vehicle
            && side.unbridged()
            && ((side.major_river && !pontoon) || (side.minor_river && rain))
        {
            let also: &[RuleId] = if rain { &[RAIN, PROHIBITED] } else { &[PROHIBITED] };
            add(VEHICLE_RIVER, also, "a vehicle over an unbridged river".to_owned());
        }
        if unit.full_retreat()
            && ground.terrain(to).city()
            && self.position.controller(to) == Some(self.side().enemy())
        {
            add(PROHIBITED, &[FULL_RETREAT_CITY], format!("{to_name} is an enemy city"));
        }
        if let Some(section) = ground.hex(to).section {
            let owner = self.position.section_owner(section);
            match self.side() {
                Side::Allied if owner == Side::German => {
                    add(
                        ALLIED_RETREAT_ZONE,
                        &[PROHIBITED, SECTIONS],
                        format!("section {} is German", section.word()),
                    );
                }
                Side::German if owner == Side::Allied => {
                    add(
                        PROHIBITED,
                        &[GERMANS_AND_ZONE],
                        format!("section {} is lost", section.word()),
                    );
                }
                _ => {}
            }
        }
        wrong
    }

    /// I43 12.1.2: whether a retreat may end here before its time.
    fn may_stop(&self, from: Hex, to: Hex) -> bool {
        let ground = &self.position.ground;
        let friendly_city =
            ground.terrain(to).city() && self.position.controller(to) == Some(self.side());
        let fort = self.side() == Side::German && self.position.facts.forts.contains_key(&to);
        (friendly_city || fort || ground.side(from, to).mountain) && !self.in_zone(to)
    }

    /// Everything wrong with a whole way; `path` begins with the hex defended.
    pub(super) fn wrongs(&self, path: &[Place]) -> Vec<Wrong> {
        let mut wrong = Vec::new();
        let mut seen = vec![Place::Hex(self.from)];
        let mut last = self.from;
        let mut last_in_zone = false;
        let mut ended_in_area = false;
        for (step, to) in path.iter().enumerate().skip(1) {
            wrong.extend(self.step_wrongs(last, *to));
            if seen.contains(to) {
                wrong.push(Wrong {
                    rule: SAME_HEX,
                    also: &[],
                    message: "into the same hex twice".to_owned(),
                });
            }
            seen.push(*to);
            match to {
                Place::Hex(hex) => {
                    let in_zone = self.in_zone(*hex);
                    if in_zone && last_in_zone {
                        let message = format!(
                            "two hexes in enemy zones in a row, the second {}",
                            self.position.ground.hex_name(*hex)
                        );
                        wrong.push(Wrong { rule: TWO_ZONES, also: &[], message });
                    }
                    last_in_zone = in_zone;
                    let previous = std::mem::replace(&mut last, *hex);
                    if step + 1 == path.len() {
                        wrong.extend(self.end_wrongs(path, previous, *hex));
                    }
                }
                _ => {
                    ended_in_area = true;
                    if step + 1 != path.len() {
                        let message = "an entry area ends the retreat".to_owned();
                        wrong.push(Wrong { rule: LENGTH, also: &[], message });
                    }
                }
            }
        }
        if path.len() <= 1 && !ended_in_area {
            wrong.push(Wrong { rule: LENGTH, also: &[], message: "it did not retreat".to_owned() });
        }
        wrong
    }

    /// Length and last hex.
    fn end_wrongs(&self, path: &[Place], previous: Hex, end: Hex) -> Vec<Wrong> {
        let steps = (path.len() - 1) as u32;
        let mut wrong = Vec::new();
        let name = self.position.ground.hex_name(end);
        if steps < self.fewest && !self.may_stop(previous, end) {
            let message = format!("{steps} hexes of {}", self.ordered);
            wrong.push(Wrong { rule: LENGTH, also: &[EARLY_STOP], message });
        }
        if steps > self.ordered {
            // One hex more, to get out of a zone.
            let needed = match path[self.ordered as usize] {
                Place::Hex(hex) => self.in_zone(hex),
                _ => false,
            };
            if steps > self.ordered + 1 || !needed {
                let message = format!("{steps} hexes, {} ordered", self.ordered);
                wrong.push(Wrong { rule: LENGTH, also: &[], message });
            }
        }
        if self.in_zone(end) {
            wrong.push(Wrong {
                rule: STOP_IN_ZONE,
                also: &[],
                message: format!("it stops in an enemy zone in {name}"),
            });
        }
        wrong
    }

    /// I43 12.1.3: each of the ordered hexes leads away.
    pub(super) fn leads_away(&self, path: &[Place]) -> bool {
        path.iter().enumerate().skip(1).take(self.ordered as usize).all(|(step, place)| match place
        {
            Place::Hex(hex) => distance(self.from, *hex) as usize == step,
            _ => true,
        })
    }

    /// Calls `found` with every way that the unit survives, until it says stop.
    pub(super) fn each_way(&self, found: &mut dyn FnMut(&[Place]) -> bool) {
        let mut path = vec![Place::Hex(self.from)];
        self.extend(&mut path, self.from, false, found);
    }

    fn extend(
        &self,
        path: &mut Vec<Place>,
        last: Hex,
        last_in_zone: bool,
        found: &mut dyn FnMut(&[Place]) -> bool,
    ) -> bool {
        let steps = (path.len() - 1) as u32;
        if steps > self.ordered {
            return false;
        }
        // Beyond the ordered length only to leave a zone.
        if steps == self.ordered && !last_in_zone {
            return false;
        }
        for (index, area) in self.position.ground.areas.iter().enumerate() {
            if area.touches.contains(&last) && self.step_wrongs(last, Place::Area(index)).is_empty()
            {
                path.push(Place::Area(index));
                let stop = found(path);
                path.pop();
                if stop {
                    return true;
                }
            }
        }
        for to in self.position.ground.neighbours(last) {
            let place = Place::Hex(to);
            let in_zone = self.in_zone(to);
            if path.contains(&place)
                || (in_zone && last_in_zone)
                || !self.step_wrongs(last, place).is_empty()
            {
                continue;
            }
            path.push(place);
            let stop = (self.end_wrongs(path, last, to).is_empty() && found(path))
                || self.extend(path, to, in_zone, found);
            path.pop();
            if stop {
                return true;
            }
        }
        false
    }
}

impl Position<'_> {
    /// Whether a unit survives a retreat of so many hexes from where it stands.
    pub(in super::super) fn can_retreat(&self, who: Who, hexes: u32) -> bool {
        let Some(from) = self.units[who].hex() else { return false };
        let retreat = Retreat::new(self, who, from, hexes);
        let mut any = false;
        retreat.each_way(&mut |_| {
            any = true;
            true
        });
        any
    }
}

impl Position<'_> {
    /// A way of retreat to a place that the unit survives, one that leads away if there is any.
    pub(in super::super) fn way_of_retreat(
        &self,
        who: Who,
        to: Place,
        ordered: u32,
        fewest: u32,
    ) -> Option<Vec<Place>> {
        let from = self.units[who].hex()?;
        let mut retreat = Retreat::new(self, who, from, ordered);
        retreat.fewest = fewest;
        let mut found: Option<Vec<Place>> = None;
        retreat.each_way(&mut |way| {
            if way.last() != Some(&to) {
                return false;
            }
            let away = retreat.leads_away(way);
            if away || found.is_none() {
                found = Some(way.to_vec());
            }
            away
        });
        found
    }

    /// All ways of retreat that the unit survives; those that lead away, if there are any.
    pub(in super::super) fn ways_of_retreat(&self, who: Who, ordered: u32) -> Vec<Vec<Place>> {
        let Some(from) = self.units[who].hex() else { return Vec::new() };
        let retreat = Retreat::new(self, who, from, ordered);
        let (mut away, mut others): (Vec<Vec<Place>>, Vec<Vec<Place>>) = (Vec::new(), Vec::new());
        retreat.each_way(&mut |way| {
            let list = if retreat.leads_away(way) { &mut away } else { &mut others };
            list.push(way.to_vec());
            away.len() >= 40
        });
        if away.is_empty() { others } else { away }
    }

    /// The way to a place with the fewest faults; the bare leap when it is out of reach.
    pub(in super::super) fn least_wrong_retreat(
        &self,
        who: Who,
        to: Place,
        ordered: u32,
    ) -> Vec<Place> {
        let Some(from) = self.units[who].hex() else { return vec![self.units[who].at, to] };
        let leap = vec![Place::Hex(from), to];
        let Place::Hex(end) = to else { return leap };
        let retreat = Retreat::new(self, who, from, ordered);
        let mut ways = vec![vec![Place::Hex(from)]];
        let mut best: Option<(usize, Vec<Place>)> = None;
        for step in 1..=ordered + 1 {
            let mut longer = Vec::new();
            for way in &ways {
                let Some(Place::Hex(last)) = way.last().copied() else { continue };
                for near in self.ground.neighbours(last) {
                    // Only ways that can still arrive in time.
                    if way.contains(&Place::Hex(near)) || distance(near, end) > ordered + 1 - step {
                        continue;
                    }
                    let mut way = way.clone();
                    way.push(Place::Hex(near));
                    if near == end {
                        let faults = retreat.wrongs(&way).len();
                        if best.as_ref().is_none_or(|(fewest, _)| faults < *fewest) {
                            best = Some((faults, way));
                        }
                    } else {
                        longer.push(way);
                    }
                }
            }
            ways = longer;
        }
        best.map_or(leap, |(_, way)| way)
    }
}
