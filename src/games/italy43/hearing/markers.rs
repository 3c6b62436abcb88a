//! Markers that lie in hexes: forts and Battle markers, put down and taken off.
//!
//! A fort may be told by its marker, by a declaration, or by both. Which side of a marker is up is not read.

use super::super::entry::{self, Entry};
use super::super::ground::Place;
use super::super::position::Fort;
use super::super::words::{Phase, Side};
use super::Log;
use super::march::Stretch;
use crate::deeds::{Act, Deed};
use crate::hex::{Hex, distance};
use crate::referee::Ruling;
use std::collections::HashSet;

/// The level that a fort marker shows.
fn level_of(marker: &str) -> Option<u8> {
    match marker {
        "level-1" => Some(1),
        "level-2" => Some(2),
        _ => None,
    }
}

impl Log<'_> {
    /// Judges what a stretch of play did to markers in hexes; forts in the hexes of `declared` are told already.
    pub(super) fn judge_markers(
        &mut self,
        stretch: &Stretch,
        declared: &HashSet<Hex>,
        rulings: &mut Vec<Ruling>,
    ) {
        let lies = self.table.markers.clone();
        let gone = stretch.markers.iter().filter(|marker| !lies.contains(marker));
        for (marker, hex) in gone {
            let step = stretch.marked.get(hex).copied().unwrap_or_default();
            let upgraded = marker == "level-1" && self.table.lies("level-2", *hex);
            let known = match level_of(marker) {
                Some(_) => self.play.position.facts.forts.contains_key(hex) && !upgraded,
                None => self.play.position.facts.battle_markers.contains_key(hex),
            };
            if level_of(marker).is_some() && self.may_have_been_entered(stretch, *hex) {
                self.play.position.facts.forts.remove(hex);
            } else if known {
                let at = Some(self.ground.hex_name(*hex));
                let entry = entry::Remove { marker: Some(marker.clone()), at, unit: None };
                let subject = format!("the {marker} marker in {} goes", self.ground.hex_name(*hex));
                self.judge_one(step, subject, Entry::Remove(entry), rulings);
            }
        }
        for (marker, hex) in lies.iter().filter(|marker| !stretch.markers.contains(marker)) {
            let Some(level) = level_of(marker).filter(|_| !declared.contains(hex)) else {
                continue;
            };
            let fort = self.play.position.facts.forts.get(hex);
            let told =
                fort.is_some_and(|fort: &Fort| fort.level >= level || fort.building == Some(level));
            if !told {
                let step = stretch.marked.get(hex).copied().unwrap_or_default();
                let entry = entry::Build {
                    action: Some("start".to_owned()),
                    level: Some(level),
                    at: Some(self.ground.hex_name(*hex)),
                    ..entry::Build::default()
                };
                let subject = format!("fortification in {}", self.ground.hex_name(*hex));
                self.judge_one(step, subject, Entry::Build(entry), rulings);
            }
        }
        self.forget_taken_forts();
    }

    /// Whether an Allied unit can have passed through a hex where none stands now.
    fn may_have_been_entered(&self, stretch: &Stretch, hex: Hex) -> bool {
        let moving = self.play.position.when.phase == Some(Phase::Movement);
        stretch.moves(&self.table.pieces).into_iter().any(|(who, _)| {
            let from = stretch.before[who].at;
            if self.play.position.units[who].side != Side::Allied || !from.on_map() {
                return false;
            }
            if !moving {
                // An advance or a retreat.
                return from.hex().is_some_and(|from| distance(from, hex) <= 4);
            }
            let mut play = self.play.clone();
            play.position.units[who].at = from;
            play.reach(who).iter().any(|(place, ..)| *place == Place::Hex(hex))
        })
    }

    /// I43 18.2.3: a fort of which no marker lies there is gone when an Allied unit enters its hex.
    fn forget_taken_forts(&mut self) {
        let position = &self.play.position;
        let taken: Vec<Hex> = position
            .facts
            .forts
            .keys()
            .filter(|hex| position.holds(**hex, Side::Allied))
            .filter(|hex| !self.table.lies("level-1", **hex) && !self.table.lies("level-2", **hex))
            .copied()
            .collect();
        for hex in taken {
            self.play.position.facts.forts.remove(&hex);
        }
    }

    /// I43 18.1: what was said about forts; the hexes that were named.
    pub(super) fn build(&mut self, deeds: &[Deed], rulings: &mut Vec<Ruling>) -> HashSet<Hex> {
        let mut hexes = HashSet::new();
        for (index, deed) in deeds.iter().enumerate() {
            let Act::Declare(said) = &deed.act else { continue };
            if said.id != "fortification" {
                continue;
            }
            let value = |key: &str| said.values.get(key).cloned();
            let roll = deeds[index..].iter().find_map(|deed| match &deed.act {
                Act::Roll { faces, .. } if faces.len() == 1 => Some(faces[0]),
                _ => None,
            });
            let level: Option<u8> = value("level").and_then(|level| level.parse().ok());
            let hex = value("hex").and_then(|name| self.ground.place(&name)?.hex());
            let marker = if level == Some(2) { "level-2" } else { "level-1" };
            let starts = value("action").as_deref() == Some("start");
            let lies = starts && hex.is_some_and(|hex| self.table.lies(marker, hex));
            hexes.extend(hex);
            let at = value("hex").unwrap_or_default();
            let entry = entry::Build {
                action: value("action"),
                level,
                at: value("hex"),
                roll,
                result: lies.then(|| "completed".to_owned()),
            };
            let subject = format!("fortification in {at}");
            self.judge_one(deed.step, subject, Entry::Build(entry), rulings);
        }
        hexes
    }
}
