//! Crimes of the movement phase.

use super::super::super::movement::{allowance, step_cost};
use super::super::super::number::{Q, whole};
use super::super::super::units::{Size, Whereabouts};
use super::super::{Bot, Crime};
use crate::deeds::Act;
use crate::hex::Hex;

impl Bot<'_> {
    /// Crimes before anybody moves; whether one was committed.
    pub(in super::super) fn movement_crimes(&mut self, side: &str) -> bool {
        let Some(crime) = self.crime else { return false };
        let enemy = self.defender();
        match crime {
            Crime::TooFar => self.units_of(side).into_iter().any(|unit| self.too_far(unit)),
            Crime::Overloaded => self.units_of(side).into_iter().any(|unit| self.overloaded(unit)),
            Crime::MovesBroken => {
                let broken = |bot: &Self, unit: usize| bot.table.units[unit].is_broken();
                self.sneak(side, &broken)
            }
            Crime::MovesAfterPrep => {
                let fired = |bot: &Self, unit: usize| {
                    let unit = &bot.table.units[unit];
                    unit.has("prep-fired") && !unit.has("pinned") && unit.good_order()
                };
                self.sneak(side, &fired)
            }
            Crime::EnemyMoves => {
                let steady = |bot: &Self, unit: usize| bot.table.units[unit].good_order();
                self.sneak(&enemy, &steady)
            }
            Crime::DoubleTimeTired => self.double_time_again(side),
            Crime::EntersEnemy => {
                self.units_of(side).into_iter().any(|unit| self.enters_enemy(unit))
            }
            Crime::GunMoves => self.units_of(side).into_iter().any(|unit| self.gun_moves(unit)),
            _ => false,
        }
    }

    /// Crimes when everybody has moved.
    pub(in super::super) fn last_moves(&mut self, side: &str) {
        match self.crime {
            Some(Crime::Overstack) => {
                for unit in self.units_of(side) {
                    if self.overstacks(unit) {
                        return;
                    }
                }
            }
            Some(Crime::MovesTwice) => {
                let again = |bot: &Self, unit: usize| {
                    let one = &bot.table.units[unit];
                    bot.table.finished.contains(&unit)
                        && bot.table.spent.contains_key(&unit)
                        && one.good_order()
                        && !one.has("pinned")
                        && one.move_ended.is_none()
                };
                self.sneak(side, &again);
            }
            _ => {}
        }
    }

    /// One of those whom a test finds goes one hex.
    fn sneak(&mut self, side: &str, test: &dyn Fn(&Self, usize) -> bool) -> bool {
        for unit in self.units_of(side) {
            let gun = self.table.weapons_of(unit).any(|(_, weapon)| weapon.arm.is_gun());
            if gun || self.table.units[unit].has("melee") || !test(self, unit) {
                continue;
            }
            if let Some(next) = self.empty_neighbour(unit) {
                self.drag(unit, next);
                self.guilty();
                return true;
            }
        }
        false
    }

    /// A hex beside a unit without enemies and residual firepower, with room.
    pub(super) fn empty_neighbour(&self, unit: usize) -> Option<Hex> {
        let own = &self.table.units[unit];
        let hex = own.hex()?;
        self.table.ground.neighbours(hex).find(|next| {
            self.table.units_in(*next).all(|(_, other)| other.side == own.side)
                && self.table.residual.get(next).is_none_or(|left| *left == 0)
                && self.room(*next, &[unit])
        })
    }

    /// A way that costs at least so much, without enemies, residual firepower and full hexes.
    fn long_way(&mut self, unit: usize, least: Q) -> Option<Vec<Hex>> {
        let own = self.table.units[unit].side.clone();
        let mut way = vec![self.table.units[unit].hex()?];
        let mut cost = whole(0);
        while cost < least {
            let here = *way.last()?;
            let mut next: Vec<Hex> = self.table.ground.neighbours(here).collect();
            next.retain(|hex| {
                !way.contains(hex)
                    && self.table.units_in(*hex).all(|(_, other)| other.side == own)
                    && self.table.residual.get(hex).is_none_or(|left| *left == 0)
                    && self.room(*hex, &[unit])
            });
            // Straight on: a way that winds could be walked on a shorter one.
            let start = *way.first()?;
            next.retain(|hex| self.table.ground.range(start, *hex) as usize == way.len());
            let step = self.dice.pick(&next)?;
            cost += step_cost(&self.table, here, step);
            way.push(step);
        }
        Some(way)
    }

    fn march_on(&mut self, unit: usize, way: &[Hex]) {
        let piece = self.piece(unit);
        self.say("move", [piece], None, &[("mode", "ordinary")]);
        for hex in way.iter().skip(1) {
            self.drag(unit, *hex);
        }
        self.guilty();
    }

    fn too_far(&mut self, unit: usize) -> bool {
        let squad = self.table.units[unit].size == Size::Squad;
        if !squad || self.came_on(unit) || !self.may_move(unit) {
            return false;
        }
        let Some(way) = self.long_way(unit, whole(7)) else { return false };
        self.march_on(unit, &way);
        true
    }

    /// A unit with a heavy load moves as if it had none.
    fn overloaded(&mut self, unit: usize) -> bool {
        let load: i32 = self.table.weapons_of(unit).map(|(_, weapon)| weapon.portage).sum();
        let squad = self.table.units[unit].size == Size::Squad;
        let alone =
            self.table.units[unit].hex().is_some_and(|hex| self.table.units_in(hex).count() == 1);
        if !squad || load <= 3 || !alone || self.came_on(unit) || !self.may_move(unit) {
            return false;
        }
        let most = allowance(&self.table, unit, None, false, false, load).total();
        let Some(way) = self.long_way(unit, most + whole(2)) else { return false };
        self.march_on(unit, &way);
        true
    }

    fn enters_enemy(&mut self, unit: usize) -> bool {
        let Some(hex) = self.table.units[unit].hex().filter(|_| self.may_move(unit)) else {
            return false;
        };
        if self.came_on(unit) {
            return false;
        }
        let side = self.table.units[unit].side.clone();
        let near: Vec<Hex> = self.table.ground.neighbours(hex).collect();
        let held = near.into_iter().find(|next| {
            self.table.enemies_in(*next, &side).next().is_some()
                && step_cost(&self.table, hex, *next) <= whole(3)
        });
        let Some(next) = held else { return false };
        let piece = self.piece(unit);
        self.say("move", [piece], None, &[("mode", "ordinary")]);
        self.drag(unit, next);
        self.guilty();
        true
    }

    fn double_time_again(&mut self, side: &str) -> bool {
        for unit in self.units_of(side) {
            let one = &self.table.units[unit];
            if !one.was_exhausted || one.is_leader() || self.came_on(unit) || !self.may_move(unit) {
                continue;
            }
            let Some(way) = self.long_way(unit, whole(5)) else { continue };
            let piece = self.piece(unit);
            self.say("move", [piece.clone()], None, &[("mode", "double time")]);
            self.emit(Act::State { unit: piece, state: "exhausted".to_owned(), on: true });
            self.table.units[unit].set("exhausted");
            for hex in way.iter().skip(1) {
                self.drag(unit, *hex);
            }
            self.guilty();
            return true;
        }
        false
    }

    fn gun_moves(&mut self, unit: usize) -> bool {
        let gun = self.table.weapons_of(unit).any(|(_, weapon)| weapon.arm.is_gun());
        let one = &self.table.units[unit];
        if !gun || !one.good_order() || one.has("prep-fired") || one.has("prep-fired-weapon") {
            return false;
        }
        let Some(way) = self.long_way(unit, whole(2)) else { return false };
        for hex in way.iter().skip(1) {
            self.drag(unit, *hex);
        }
        self.guilty();
        true
    }

    fn overstacks(&mut self, unit: usize) -> bool {
        let one = &self.table.units[unit];
        let squad = one.size == Size::Squad;
        if !squad || self.table.spent.contains_key(&unit) || !self.may_move(unit) {
            return false;
        }
        let Some(hex) = one.hex() else { return false };
        let side = one.side.clone();
        let mut near: Vec<Hex> = self.table.ground.neighbours(hex).collect();
        near.retain(|next| {
            self.table.units_in(*next).all(|(_, other)| other.side == side)
                && self.table.residual.get(next).is_none_or(|left| *left == 0)
                && step_cost(&self.table, hex, *next) <= whole(3)
                && !self.room(*next, &[unit])
        });
        let Some(next) = near.first().copied() else { return false };
        let piece = self.piece(unit);
        self.say("move", [piece], None, &[("mode", "ordinary")]);
        self.drag(unit, next);
        debug_assert!(matches!(self.table.units[unit].at, Whereabouts::Hex(_)));
        self.guilty();
        true
    }
}
