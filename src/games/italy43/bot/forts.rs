//! 18.0: the bot builds forts, and takes off those that are entered.

use super::super::entry::{self, Entry};
use super::super::ground::Place;
use super::super::pending::Want;
use super::super::words::Side;
use super::{Bot, Crime};
use crate::deeds::Act;
use crate::hex::Hex;

impl Bot<'_> {
    /// Starts or completes a fort, if the rules and the die allow it.
    pub(super) fn fortify(&mut self) {
        let mut sites: Vec<(&'static str, u8, Hex)> = Vec::new();
        for (hex, fort) in &self.work.position.facts.forts {
            match (fort.level, fort.building) {
                (_, Some(level)) => sites.push(("complete", level, *hex)),
                (1, None) => sites.push(("start", 2, *hex)),
                _ => {}
            }
        }
        // The order of a hash map is no order to play by.
        sites.sort_by_key(|(_, level, hex)| (*level, hex.x, hex.y));
        let hexes = self.hexes_of(Side::German);
        sites.extend(self.dice.pick(&hexes).map(|hex| ("start", 1, hex)));
        self.dice.shuffle(&mut sites);
        for (action, level, hex) in sites {
            let early = self.wants(Crime::FortTooSoon) && action == "complete" && level == 1;
            if self.build(action, level, hex, early) {
                if self.wants(Crime::TwoForts) {
                    self.build(action, level, hex, true);
                }
                return;
            }
        }
    }

    fn build(&mut self, action: &'static str, level: u8, hex: Hex, crime: bool) -> bool {
        let name = self.work.position.ground.hex_name(hex);
        let contested = self.work.position.adjacent_to(hex, Side::Allied);
        let die = contested.then(|| self.die());
        let entry = Entry::Build(entry::Build {
            action: Some(action.to_owned()),
            level: Some(level),
            at: Some(name.clone()),
            roll: die,
            result: None,
        });
        if crime == self.possible(&entry) {
            return false;
        }
        self.lawful(&entry);
        let number = level.to_string();
        let values = [("action", action), ("level", number.as_str()), ("hex", name.as_str())];
        self.say("fortification", &[], None, &values);
        if crime {
            self.guilty();
        }
        if let Some(die) = die {
            self.roll("1d6", &[die]);
        }
        let built = self.work.position.facts.forts.get(&hex).copied();
        let marker = if level == 2 { "level-2" } else { "level-1" };
        match built {
            Some(fort) if action == "start" && fort.building == Some(level) => {
                self.put_down(marker, hex);
                self.tally("forts started");
            }
            Some(fort) if action == "complete" && fort.level == level => {
                if level == 2 {
                    self.pick_up("level-1", hex);
                }
                self.tally("forts completed");
            }
            _ => self.tally("forts delayed"),
        }
        true
    }

    pub(super) fn put_down(&mut self, marker: &str, hex: Hex) {
        let to = Some(self.spot(Place::Hex(hex)));
        self.emit(Act::Marker { marker: marker.to_owned(), from: None, to });
    }

    pub(super) fn pick_up(&mut self, marker: &str, hex: Hex) {
        let from = Some(self.spot(Place::Hex(hex)));
        self.emit(Act::Marker { marker: marker.to_owned(), from, to: None });
    }

    /// I43 18.2.3, 11.6: markers go from hexes that were entered.
    pub(super) fn clear_forts(&mut self) {
        let wants: Vec<Want> = self.work.pending.iter().map(|duty| duty.want.clone()).collect();
        for want in wants {
            match want {
                Want::NoFort(hex) => self.raze(hex),
                Want::NoBattleMarker(hex)
                    if self.work.position.facts.battle_markers.remove(&hex).is_some() =>
                {
                    self.pick_up("battle", hex);
                }
                _ => {}
            }
        }
    }

    /// Takes a fort off.
    pub(super) fn raze(&mut self, hex: Hex) {
        let Some(fort) = self.work.position.facts.forts.get(&hex).copied() else { return };
        if self.wants(Crime::FortStays) {
            self.guilty();
            return;
        }
        self.work.position.facts.forts.remove(&hex);
        if fort.level == 2 || fort.building == Some(2) {
            self.pick_up("level-2", hex);
        }
        if fort.level == 1 || fort.building == Some(1) {
            self.pick_up("level-1", hex);
        }
        self.tally("forts razed");
    }
}
