//! Who has which weapon. In the stack a weapon lies on its possessor; deeds do not tell the order of a stack, so every
//! unit that may have it is remembered, and one is taken until the log shows otherwise.

use super::super::table::Table;
use super::super::units::{Possessor, Size};
use super::Log;
use super::shown::Place;
use crate::hex::Hex;
use std::collections::BTreeSet;

/// Ways to give out weapons that are tried for one act.
const MOST_READINGS: usize = 48;

impl Log<'_> {
    /// Friendly units in a hex that could have a weapon.
    fn could_have(&self, weapon: usize, hex: Hex) -> BTreeSet<usize> {
        let nation = &self.table.weapons[weapon].nation;
        let side =
            self.table.units.iter().find(|unit| unit.nation == *nation).map(|unit| &unit.side);
        let here: BTreeSet<usize> = self.table.units_in(hex).map(|(unit, _)| unit).collect();
        let own: BTreeSet<usize> = here
            .iter()
            .copied()
            .filter(|unit| Some(&self.table.units[*unit].side) == side)
            .collect();
        // With only the enemy there, it is captured.
        let mut able = if own.is_empty() { here } else { own };
        // A crew serves its Gun itself.
        let crew = |unit: &usize| self.table.units[*unit].size == Size::Crew;
        if self.table.weapons[weapon].arm.is_gun() && able.iter().any(crew) {
            able.retain(crew);
        }
        able
    }

    /// Gives every weapon that nobody is known to have to somebody who may have it.
    pub(super) fn guess_possession(&mut self) {
        for weapon in 0..self.table.weapons.len() {
            let Some(seen) = self.shown.weapons.get(weapon) else { continue };
            let Place::Hex(hex) = seen.at else {
                self.carriers[weapon].clear();
                self.table.weapons[weapon].possessor = Possessor::Nobody;
                continue;
            };
            let holds = self
                .table
                .owner(weapon)
                .is_some_and(|unit| self.table.units[unit].hex() == Some(hex));
            if holds {
                continue;
            }
            let known = self.carriers[weapon].len();
            let left = self.table.owner(weapon).is_some() || known > 0;
            self.carriers[weapon].retain(|unit| self.table.units[*unit].hex() == Some(hex));
            if self.carriers[weapon].len() < known {
                // Perhaps one of those who have gone had it.
                self.table.weapons[weapon].set("perhaps-abandoned");
            }
            if self.carriers[weapon].is_empty() {
                if left || self.table.weapons[weapon].has("abandoned") {
                    // Everybody who may have had it has gone: it lies there.
                    self.table.weapons[weapon].possessor = Possessor::Nobody;
                    self.table.weapons[weapon].lies_at = Some(hex);
                    self.table.weapons[weapon].set("abandoned");
                    continue;
                }
                self.carriers[weapon] = self.could_have(weapon, hex);
            }
            let chosen = self.likeliest(weapon, &self.carriers[weapon].clone());
            self.table.weapons[weapon].possessor =
                chosen.map_or(Possessor::Nobody, Possessor::Unit);
            self.table.weapons[weapon].lies_at = Some(hex);
        }
    }

    /// Crews have Guns; squads the rest, one each as long as there are enough.
    fn likeliest(&self, weapon: usize, among: &BTreeSet<usize>) -> Option<usize> {
        let gun = self.table.weapons[weapon].arm.is_gun();
        among.iter().copied().min_by_key(|unit| {
            let one = &self.table.units[*unit];
            let fit = match (gun, one.size) {
                (true, Size::Crew) | (false, Size::Squad) => 0,
                (false, Size::HalfSquad) | (true, Size::HalfSquad | Size::Squad) => 1,
                (false, Size::Crew) => 2,
                (_, Size::Leader) => 3,
            };
            (self.table.weapons_of(*unit).count().min(2), fit, *unit)
        })
    }

    /// Weapons went with units: one of those has them.
    pub(super) fn carried_by(&mut self, weapons: &[usize], units: &[usize]) {
        for weapon in weapons {
            let among: BTreeSet<usize> = units.iter().copied().collect();
            let still: BTreeSet<usize> =
                self.carriers[*weapon].intersection(&among).copied().collect();
            self.carriers[*weapon] = if still.is_empty() { among } else { still };
            self.table.weapons[*weapon].states.remove("abandoned");
            self.table.weapons[*weapon].states.remove("perhaps-abandoned");
            if !self.table.weapons[*weapon].moved_by.is_empty() {
                // Each of those who may have it may have carried it.
                self.table.weapons[*weapon].moved_by =
                    self.carriers[*weapon].iter().copied().collect();
            }
            let holds = self
                .table
                .owner(*weapon)
                .is_some_and(|unit| self.carriers[*weapon].contains(&unit));
            if !holds {
                self.table.weapons[*weapon].possessor = Possessor::Nobody;
                let chosen = self.likeliest(*weapon, &self.carriers[*weapon].clone());
                self.table.weapons[*weapon].possessor =
                    chosen.map_or(Possessor::Nobody, Possessor::Unit);
            }
        }
    }

    /// Units went on without weapons: those who stayed have them, or they lie there.
    pub(super) fn left_behind(&mut self, units: &[usize], with: &[usize]) {
        for weapon in 0..self.table.weapons.len() {
            if with.contains(&weapon) {
                continue;
            }
            let had = self.table.owner(weapon).is_some_and(|unit| units.contains(&unit));
            let known = self.carriers[weapon].len();
            self.carriers[weapon].retain(|unit| !units.contains(unit));
            if self.carriers[weapon].len() < known {
                // Perhaps one of those who have gone had it.
                self.table.weapons[weapon].set("perhaps-abandoned");
            }
            if had {
                let hex = self.shown.weapons.get(weapon).and_then(|seen| seen.at.hex());
                let chosen = self.likeliest(weapon, &self.carriers[weapon].clone());
                self.table.weapons[weapon].possessor =
                    chosen.map_or(Possessor::Nobody, Possessor::Unit);
                self.table.weapons[weapon].lies_at = hex;
                if chosen.is_none() {
                    self.table.weapons[weapon].set("abandoned");
                }
            }
        }
    }

    /// Every way to give out the weapons of an act, the likeliest first; and whether these are all of them. Those that
    /// are not used in it (`more`) may also lie there.
    pub(super) fn readings(
        &self,
        used: &[usize],
        more: &[usize],
        units: &[usize],
    ) -> (Vec<Reading>, bool) {
        let mut readings: Vec<Reading> = vec![Vec::new()];
        let mut complete = true;
        for weapon in used.iter().chain(more) {
            let mut choices: Vec<usize> = self.table.owner(*weapon).into_iter().collect();
            choices.extend(self.carriers[*weapon].iter().copied());
            if choices.is_empty() && used.contains(weapon) {
                // Nobody was seen to take it up, but nobody need have said so.
                let hex = self.table.weapon_hex(*weapon);
                choices.extend(units.iter().filter(|unit| self.table.units[**unit].hex() == hex));
                let here = hex.into_iter().flat_map(|hex| self.table.units_in(hex));
                choices.extend(here.map(|(unit, _)| unit));
            }
            let mut seen = BTreeSet::new();
            choices.retain(|unit| seen.insert(*unit));
            let mut choices: Vec<Option<usize>> = choices.into_iter().map(Some).collect();
            if !used.contains(weapon) && self.table.weapons[*weapon].has("perhaps-abandoned") {
                choices.push(None);
            }
            if choices.is_empty() || choices.len() == 1 && self.table.owner(*weapon).is_some() {
                continue;
            }
            if readings.len() * choices.len() > MOST_READINGS {
                complete = false;
                continue;
            }
            readings = readings
                .iter()
                .flat_map(|reading| {
                    choices.iter().map(move |unit| {
                        let mut next = reading.clone();
                        next.push((*weapon, *unit));
                        next
                    })
                })
                .collect();
        }
        // Those who act have what is used; then everybody has what he is known to have.
        readings.sort_by_key(|reading| {
            let stranger = |(_, unit): &&(usize, Option<usize>)| {
                unit.is_none_or(|unit| !units.contains(&unit))
            };
            let changed =
                |(weapon, unit): &&(usize, Option<usize>)| self.table.owner(*weapon) != *unit;
            (reading.iter().filter(stranger).count(), reading.iter().filter(changed).count())
        });
        (readings, complete)
    }

    /// Who fired a weapon is not known when several may have it and none of them was named.
    pub(super) fn forget_gunners(&mut self, weapons: &[usize], named: &[usize]) {
        for weapon in weapons {
            let Some(owner) = self.table.owner(*weapon) else { continue };
            if self.carriers[*weapon].len() > 1 && !named.contains(&owner) {
                let unit = &mut self.table.units[owner];
                unit.clear("prep-fired-weapon");
                unit.manned_weapon = false;
                unit.used_weapons.retain(|used| used != weapon);
            }
        }
    }
}

/// Weapons and who has each; nobody, where it may lie on the ground.
pub(super) type Reading = Vec<(usize, Option<usize>)>;

/// Gives weapons to units for a trial.
pub(super) fn give(table: &mut Table, reading: &[(usize, Option<usize>)]) {
    for (weapon, unit) in reading {
        if unit.is_none() {
            table.weapons[*weapon].lies_at = table.weapon_hex(*weapon);
        }
        table.weapons[*weapon].possessor = unit.map_or(Possessor::Nobody, Possessor::Unit);
    }
}
