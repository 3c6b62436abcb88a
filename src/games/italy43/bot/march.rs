//! The bot moves.

use super::super::ground::{Off, Place};
use super::super::position::Who;
use super::super::stacking::LIMIT;
use super::super::words::Side;
use super::{Bot, Crime};
use crate::hex::{Hex, distance};

impl Bot<'_> {
    pub(super) fn movement(&mut self) {
        let side = self.side();
        self.give_up_exposed(side.enemy());
        if self.wants(Crime::EnemyMoves) {
            self.move_an_enemy(side.enemy());
        }
        self.prey = self.weakest(side.enemy());
        let units = self.units_of(side);
        let (first, second) = units.split_at(units.len() / 2);
        for who in first {
            self.move_unit(*who, side);
        }
        self.automatic_ds(side);
        for who in second {
            self.move_unit(*who, side);
        }
        self.automatic_ds(side);
        self.cure_stacks(side);
        self.lift_battle_markers();
    }

    /// The hex of the enemy that is easiest to shatter.
    fn weakest(&self, enemy: Side) -> Option<Hex> {
        let strength = |hex: &Hex| -> i32 {
            let units = self.work.position.side_in_hex(*hex, enemy);
            units.map(|who| self.work.position.units[who].defence).sum()
        };
        self.hexes_of(enemy).into_iter().min_by_key(strength)
    }

    /// I43 11.6: Battle markers go where no enemy is next to them.
    fn lift_battle_markers(&mut self) {
        let facts = &self.work.position.facts.battle_markers;
        let mut hexes: Vec<Hex> = facts.keys().copied().collect();
        hexes.sort_by_key(|hex| (hex.x, hex.y));
        for hex in hexes {
            let holder = self.work.position.in_hex(hex).next();
            let holder = holder.map(|who| self.work.position.units[who].side);
            let enemy = holder.or(self.work.position.facts.control.get(&hex).copied());
            if !self.work.position.adjacent_to(hex, enemy.unwrap_or(Side::German).enemy()) {
                self.work.position.facts.battle_markers.remove(&hex);
                self.pick_up("battle", hex);
                self.tally("Battle markers lifted");
            }
        }
    }

    /// I43 5.7: puts a unit on trucks, now and then.
    fn truck(&mut self, who: Who, side: Side) {
        let unit = &self.work.position.units[who];
        let trucks =
            self.work.position.units.iter().filter(|unit| unit.side == side && unit.truck).count();
        let fit = !unit.class.mechanised
            && unit.good_order()
            && !unit.marked_unsupplied()
            && !unit.replacement
            && unit.hex().is_some()
            && self.work.position.has_line(who);
        let third = self.wants(Crime::ThirdTruck) && trucks == 2;
        let wanted = trucks < 2 && (self.wants(Crime::ThirdTruck) || self.dice.chance(20));
        if fit && (wanted || third) {
            self.set_state(who, "truck", true);
            self.work.position.units[who].truck = true;
            self.tally("trucks");
            if third {
                self.guilty();
            }
        }
    }

    /// I43 13.3.2: lone units in Full Retreat next to the enemy when his phase begins.
    pub(super) fn give_up_exposed(&mut self, side: Side) {
        for who in self.units_of(side) {
            let unit = &self.work.position.units[who];
            if unit.full_retreat() && self.work.position.exposed(who) {
                self.go(who, Place::Off(Off::EliminatedBox));
                self.work.kill(who);
                self.tally("eliminations");
            }
        }
    }

    fn move_unit(&mut self, who: Who, side: Side) {
        let unit = &self.work.position.units[who];
        let formia = self.work.position.facts.formia;
        let alone_in_formia = unit.hex().is_some()
            && unit.hex() == formia
            && formia.is_some_and(|hex| self.work.position.side_in_hex(hex, side).count() < 2);
        let in_zone =
            side == Side::Allied && self.work.position.ground.section_of(unit.at).is_some();
        if alone_in_formia || !(in_zone || unit.full_retreat() || self.dice.chance(55)) {
            return;
        }
        let (artillery, retreating) = (unit.artillery(), unit.full_retreat());
        self.truck(who, side);
        let enemies = self.hexes_of(side.enemy());
        let reach = self.work.reach(who);
        let choices: Vec<(Place, Vec<Place>)> = reach
            .into_iter()
            .filter(|(to, way, _)| {
                let near = |hex: Hex| enemies.iter().any(|enemy| distance(*enemy, hex) == 1);
                let shy = |hex: Hex| {
                    enemies.iter().any(|enemy| {
                        distance(*enemy, hex) == 1
                            && self
                                .work
                                .position
                                .side_in_hex(*enemy, side.enemy())
                                .all(|e| self.work.position.units[e].full_retreat())
                    })
                };
                let fits = match to {
                    Place::Hex(hex) => {
                        self.fits(who, *hex) && !shy(*hex) && !(retreating && near(*hex))
                    }
                    _ => !in_zone,
                };
                let out = !in_zone
                    || to
                        .hex()
                        .is_some_and(|hex| self.work.position.ground.hex(hex).section.is_none());
                fits && out && !(artillery && way.len() > 2)
            })
            .map(|(to, way, _)| (to, way))
            .collect();
        if choices.is_empty() {
            return;
        }
        // Towards the enemy more often than not, and round the weakest of them.
        let mut pick = self.dice.below(choices.len());
        let beside = choices.iter().position(|(place, _)| {
            let hex = place.hex().zip(self.prey);
            hex.is_some_and(|(hex, prey)| distance(hex, prey) == 1)
        });
        if let Some(beside) = beside.filter(|_| !retreating && !artillery) {
            pick = beside;
        } else if !retreating && self.dice.chance(70) {
            let far = |place: &Place| {
                place.hex().map_or(u32::MAX, |hex| {
                    enemies.iter().map(|enemy| distance(*enemy, hex)).min().unwrap_or(0)
                })
            };
            for _ in 0..3 {
                let other = self.dice.below(choices.len());
                if far(&choices[other].0) < far(&choices[pick].0) {
                    pick = other;
                }
            }
        }
        let (to, way) = choices[pick].clone();
        if self.move_crime(who, side) {
            return;
        }
        // Some drag in hops, some in one go, some change their minds.
        let start = self.work.position.units[who].at;
        if self.dice.chance(10) {
            self.go(who, to);
            self.go(who, start);
        }
        if self.dice.chance(30) {
            for place in &way {
                self.go(who, *place);
            }
        } else {
            self.go(who, to);
        }
        if side == Side::Allied {
            for hex in way.iter().filter_map(|place| place.hex()) {
                self.raze(hex);
            }
        }
        if let Place::Hex(hex) = to
            && self.work.position.has_control(hex)
        {
            self.work.position.facts.control.insert(hex, side);
        }
        self.tally("moves");
    }

    /// Whether a hex has room for one more.
    pub(super) fn fits(&self, who: Who, hex: Hex) -> bool {
        let side = self.work.position.units[who].side;
        let mut stack: Vec<Who> =
            self.work.position.side_in_hex(hex, side).filter(|other| *other != who).collect();
        stack.push(who);
        self.work.position.stacking_values(&stack).iter().sum::<i32>() <= LIMIT
    }

    /// I43 4.4: what is too much is eliminated.
    pub(super) fn cure_stacks(&mut self, side: Side) {
        if self.wants(Crime::Overstack) {
            self.overstack(side);
            return;
        }
        for hex in self.work.position.overstacked(side) {
            while self.work.position.stacking_points(hex, side).0 > LIMIT {
                let stack: Vec<Who> = self.work.position.side_in_hex(hex, side).collect();
                let values = self.work.position.stacking_values(&stack);
                let Some((who, _)) = stack
                    .iter()
                    .zip(values)
                    .filter(|(_, value)| *value > 0)
                    .min_by_key(|(_, value)| *value)
                else {
                    break;
                };
                self.go(*who, Place::Off(Off::EliminatedBox));
                self.work.kill(*who);
            }
        }
    }
}
