//! What changed in the bot's own game, shown on the table: moves, sides of counters, markers, other counters.

use super::super::table::Table;
use super::super::units::{Size, Unit};
use super::Bot;
use crate::deeds::{Act, Spot, Standing, UnitId};
use crate::hex::Hex;
use crate::model::Counter;

impl<'a> Bot<'a> {
    /// Does on the table what has changed since.
    pub(super) fn show(&mut self, before: &Table) {
        self.show_moves(before);
        for unit in 0..before.units.len() {
            self.show_unit(before, unit);
        }
        for weapon in 0..before.weapons.len() {
            self.show_weapon(before, weapon);
        }
        self.show_clouds();
    }

    /// Units and what they carry, those of one way together.
    fn show_moves(&mut self, before: &Table) {
        let mut moves: Vec<(Option<Hex>, Hex, UnitId)> = Vec::new();
        let units = before.units.iter().zip(&self.table.units).enumerate();
        for (unit, (was, is)) in units {
            if let Some(to) = is.hex()
                && was.hex() != Some(to)
            {
                moves.push((was.hex(), to, self.piece(unit)));
            }
        }
        for weapon in 0..before.weapons.len() {
            let from = before.weapon_hex(weapon);
            if let Some(to) = self.table.weapon_hex(weapon)
                && from != Some(to)
            {
                moves.push((from, to, self.weapon_piece(weapon)));
            }
        }
        let place = |hex: Hex| (hex.x, hex.y);
        moves.sort_by_key(|(from, to, _)| (from.map(place), place(*to)));
        for (from, to, unit) in moves {
            let from = match from {
                Some(hex) => self.spot(hex),
                None => self.setting.waits_at(&unit),
            };
            let act = Act::Move { unit, from, to: self.spot(to) };
            self.emit(act);
        }
    }

    fn show_unit(&mut self, before: &Table, unit: usize) {
        let was = &before.units[unit];
        if was.hex().is_some() && self.table.units[unit].hex().is_none() {
            let (piece, from) = (self.piece(unit), self.at(was.hex()));
            self.emit(Act::Leave { unit: piece, from });
            return;
        }
        if self.table.units[unit].hex().is_none() {
            return;
        }
        let broken = |unit: &Unit| u32::from(!unit.is_broken());
        let (from, to) = (broken(was), broken(&self.table.units[unit]));
        if from != to {
            let act = Act::Steps { unit: self.piece(unit), from, to };
            self.emit(act);
        }
        if printed(was) != printed(&self.table.units[unit]) {
            self.exchange(was, unit);
        }
        let states: Vec<(String, bool)> = self
            .shown_states()
            .map(|state| (state.to_owned(), self.table.units[unit].has(state)))
            .filter(|(state, on)| was.has(state) != *on)
            .collect();
        for (state, on) in states {
            let act = Act::State { unit: self.piece(unit), state, on };
            self.emit(act);
        }
    }

    fn show_weapon(&mut self, before: &Table, weapon: usize) {
        let was = &before.weapons[weapon];
        let Some(hex) = before.weapon_hex(weapon) else { return };
        let is = &self.table.weapons[weapon];
        let piece = self.weapon_piece(weapon);
        let gone = |states: &super::super::units::Weapon| {
            states.has("destroyed") || states.has("eliminated")
        };
        if !gone(was) && gone(is) {
            let act = Act::Leave { unit: piece, from: self.spot(hex) };
            self.emit(act);
            // A destroyed weapon is nowhere.
            let weapon = &mut self.table.weapons[weapon];
            weapon.possessor = super::super::units::Possessor::Nobody;
            weapon.lies_at = None;
            return;
        }
        if gone(is) {
            return;
        }
        let works = |weapon: &super::super::units::Weapon| u32::from(!weapon.has("malfunctioned"));
        let (from, to) = (works(was), works(is));
        if from != to {
            self.emit(Act::Steps { unit: piece.clone(), from, to });
        }
        let states: Vec<(String, bool)> = self
            .shown_states()
            .map(|state| (state.to_owned(), self.table.weapons[weapon].has(state)))
            .filter(|(state, on)| before.weapons[weapon].has(state) != *on)
            .collect();
        for (state, on) in states {
            self.emit(Act::State { unit: piece.clone(), state, on });
        }
    }

    /// The states that have a marker in the module.
    fn shown_states(&self) -> impl Iterator<Item = &str> {
        self.game.rules.states.iter().map(|state| &*state.id)
    }

    fn at(&self, hex: Option<Hex>) -> Spot {
        hex.map_or_else(|| Spot::Elsewhere("off the table".into()), |hex| self.spot(hex))
    }

    /// Another counter takes the place of a unit: half-squads, lower classes.
    fn exchange(&mut self, was: &Unit, unit: usize) {
        let Some(hex) = self.table.units[unit].hex() else { return };
        let mut piece = self.piece(unit);
        for (column, letter) in self.exchanges(was, unit) {
            let game = self.game;
            let Some(counter) = game.counters.get(piece.counter()) else { return };
            let Some(other) = self.other_counter(counter, column, unit) else { return };
            let copy = piece.0.split_once('#').map_or("1", |(_, copy)| copy);
            let next = UnitId::new(&format!("{}#{copy}{letter}", other.id));
            let at = self.spot(hex);
            self.emit(Act::Leave { unit: piece, from: at.clone() });
            let broken = self.table.units[unit].is_broken();
            // Markers go with the counter that they lay on; they are put on the new one.
            let worn: Vec<String> = self
                .shown_states()
                .filter(|state| was.has(state) && self.table.units[unit].has(state))
                .map(str::to_owned)
                .collect();
            let standing = Standing { unit: next.clone(), at, steps: Some(1), states: Vec::new() };
            self.emit(Act::Arrive(standing));
            if broken {
                self.emit(Act::Steps { unit: next.clone(), from: 1, to: 0 });
            }
            for state in worn {
                self.emit(Act::State { unit: next.clone(), state, on: true });
            }
            self.setting.dress(&mut self.table.units[unit], other);
            self.pieces.insert(self.table.units[unit].id.clone(), next.clone());
            piece = next;
            self.tally("exchanges");
        }
    }

    /// Which columns lead from what a unit was to what it is, and the letters of the new copies.
    fn exchanges(&self, was: &Unit, unit: usize) -> Vec<(&'static str, char)> {
        let is = &self.table.units[unit];
        let mut columns = Vec::new();
        if was.size == Size::Squad && is.size == Size::HalfSquad {
            columns.push(("reduces_to", 'a'));
        }
        if is.has("replaced") && !was.has("replaced") {
            columns.push(("replaced_by", 'b'));
        }
        columns
    }

    /// The counter that a column of another one names; leaders are found by their values.
    fn other_counter(&self, counter: &Counter, column: &str, unit: usize) -> Option<&'a Counter> {
        let game = self.game;
        if let Some(named) = counter.value(column) {
            return game.counters.get(named);
        }
        let is = &self.table.units[unit];
        let sign = if is.leadership > 0 { '+' } else { '-' };
        let nation = leader_of(counter)?;
        let wanted = format!("{nation}-leader-{}{sign}{}", is.morale, is.leadership.abs());
        game.counters.get(&wanted)
    }

    /// Residual firepower and grenades as they lie now.
    fn show_clouds(&mut self) {
        let residual = self.table.residual.iter().filter(|(_, left)| **left > 0);
        let now: Vec<(Hex, String)> =
            residual.map(|(hex, left)| (*hex, format!("residual-{left}"))).collect();
        let old = std::mem::take(&mut self.residual);
        self.residual = self.markers(old, now);
        let smoke = self.table.smoke.iter().map(|(hex, smoke)| {
            let marker = match smoke.kind.as_str() {
                "grenade" => "smoke-grenade",
                _ => "smoke",
            };
            (*hex, marker.to_owned())
        });
        let now: Vec<(Hex, String)> = smoke.collect();
        let old = std::mem::take(&mut self.smoke);
        self.smoke = self.markers(old, now);
    }

    /// Takes away and puts down the markers of one kind.
    fn markers(
        &mut self,
        old: std::collections::HashMap<Hex, String>,
        mut now: Vec<(Hex, String)>,
    ) -> std::collections::HashMap<Hex, String> {
        now.sort_by_key(|(hex, _)| (hex.x, hex.y));
        let mut gone: Vec<(Hex, String)> = old
            .iter()
            .filter(|(hex, marker)| !now.contains(&(**hex, (*marker).clone())))
            .map(|(hex, marker)| (*hex, marker.clone()))
            .collect();
        gone.sort_by_key(|(hex, _)| (hex.x, hex.y));
        for (hex, marker) in gone {
            let from = Some(self.spot(hex));
            self.emit(Act::Marker { marker, from, to: None });
        }
        for (hex, marker) in &now {
            if old.get(hex) != Some(marker) {
                let to = Some(self.spot(*hex));
                self.emit(Act::Marker { marker: marker.clone(), from: None, to });
            }
        }
        now.into_iter().collect()
    }
}

/// The nation in the id of a leader's counter.
fn leader_of(counter: &Counter) -> Option<&str> {
    counter.id.split_once("-leader-").map(|(nation, _)| nation)
}

/// What a counter shows of a unit.
fn printed(unit: &Unit) -> (Size, [i32; 4]) {
    (unit.size, [unit.firepower, unit.range, unit.morale, unit.leadership])
}
