//! Where units are set up (1.3 and the cards).

use super::super::table::Phase;
use super::Log;
use super::act::Act;
use super::entry::Entry;
use super::shown::names;
use crate::referee::Ruling;

/// Companies of one nation whose counters do not tell them apart.
const GROUPS: [Option<&str>; 2] = [None, Some("second-company")];

impl Log<'_> {
    /// Judges the set-up, if the log begins with the scenario.
    pub(super) fn judge_set_up(&mut self, rulings: &mut Vec<Ruling>) {
        let first = self.scenario.map(|scenario| scenario.turns.first);
        let begins = self.now.is_some_and(|(turn, stage)| Some(turn) == first && stage == 0);
        if !begins || self.table.phase != Phase::Rally {
            return;
        }
        let step = 0;
        let table = self.table.clone();
        for unit in 0..self.table.units.len() {
            let Some(hex) = self.table.units[unit].hex() else { continue };
            let entry = Entry::new("set-up")
                .list("units", names(&self.table, &[unit], &[]))
                .list("at", [self.hex_name(hex)]);
            let entries = GROUPS.map(|group| entry.clone().perhaps("group", group)).to_vec();
            let act = Act {
                step,
                subject: format!(
                    "{} is set up in {}",
                    self.names(&[unit], &[]),
                    self.hex_name(hex)
                ),
                entries,
                weapons: &[],
                units: vec![unit],
                hexes: vec![hex],
            };
            self.act(act, rulings);
        }
        for weapon in 0..self.table.weapons.len() {
            let Some(hex) = self.table.weapon_hex(weapon) else { continue };
            let entry = Entry::new("set-up")
                .list("weapons", names(&self.table, &[], &[weapon]))
                .list("at", [self.hex_name(hex)]);
            let act = Act {
                step,
                subject: format!(
                    "{} is set up in {}",
                    self.names(&[], &[weapon]),
                    self.hex_name(hex)
                ),
                entries: vec![entry],
                weapons: &[weapon],
                units: Vec::new(),
                hexes: vec![hex],
            };
            self.act(act, rulings);
        }
        self.table = table;
    }
}
