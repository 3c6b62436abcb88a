//! Reinforcements come on to the map, and units leave it for victory (3.3).

use super::super::hearing::entry::Entry;
use super::super::units::{Possessor, Whereabouts};
use super::Bot;
use crate::deeds::Act;
use crate::hex::Hex;

impl Bot<'_> {
    /// Everybody who is due comes on, each leader with some of the troops.
    pub(super) fn enter_all(&mut self, side: &str) {
        let due: Vec<(usize, usize)> = self
            .table
            .units
            .iter()
            .enumerate()
            .filter(|(_, unit)| unit.side == side && unit.at == Whereabouts::OffMap)
            .filter_map(|(index, unit)| {
                let waiting = self.setting.waiting.get(&unit.id)?;
                (waiting.turn <= self.table.turn).then_some((index, waiting.set_up))
            })
            .collect();
        for (unit, set_up) in due {
            if self.table.units[unit].at == Whereabouts::OffMap {
                self.enter(unit, set_up);
            }
        }
    }

    fn enter(&mut self, unit: usize, set_up: usize) {
        let (mut hexes, edge) = self.setting.entry_hexes(set_up);
        self.dice.shuffle(&mut hexes);
        hexes.truncate(40);
        for hex in hexes {
            if self.table.units_in(hex).any(|(_, other)| other.side != self.table.units[unit].side)
                || !self.room(hex, &[unit])
            {
                continue;
            }
            if self.come_on(unit, hex, edge, set_up) {
                return;
            }
        }
    }

    fn come_on(&mut self, unit: usize, hex: Hex, edge: &str, set_up: usize) -> bool {
        let before = self.table.clone();
        let mut note = Entry::new("enter")
            .list("units", self.ids(&[unit]))
            .list("path", [self.name(hex)])
            .word("edge", edge);
        if let Some(group) = self.setting.group_of(set_up) {
            note = note.word("group", group);
        }
        if self.lawful(&note.node()).is_none() {
            return false;
        }
        // Nothing tells that it came by a road.
        self.table.off_road.insert(unit);
        let piece = self.piece(unit);
        self.say("move", [piece], None, &[("mode", "ordinary")]);
        self.show(&before);
        self.tally("entries");
        let mut group = vec![unit];
        if self.under_fire(&mut group, hex) && self.dice.chance(60) {
            self.go_on(&group, hex);
        }
        true
    }

    /// Who has come to the edge over which his side wins goes off it, mostly.
    pub(super) fn leave_map(&mut self, group: &[usize]) {
        for unit in group {
            let one = &self.table.units[*unit];
            let Some(from) = one.hex() else { continue };
            let Some(edge) = self.setting.way_out(&one.nation, from) else { continue };
            if !self.may_move(*unit) || !self.dice.chance(70) {
                continue;
            }
            let weapons: Vec<usize> = self.table.weapons_of(*unit).map(|(at, _)| at).collect();
            let entry = Entry::new("exit")
                .list("units", self.ids(&[*unit]))
                .word("at", self.name(from))
                .word("edge", edge)
                .node();
            if self.lawful(&entry).is_none() {
                continue;
            }
            let mut pieces = vec![self.piece(*unit)];
            pieces.extend(weapons.iter().map(|weapon| self.weapon_piece(*weapon)));
            for piece in pieces {
                let to = self.setting.turn_space(1);
                self.emit(Act::Move { unit: piece, from: self.spot(from), to });
            }
            for weapon in weapons {
                self.table.weapons[weapon].possessor = Possessor::Nobody;
                self.table.weapons[weapon].lies_at = None;
            }
            self.tally("exits");
        }
    }
}
