//! Crimes of the fire phases.

use super::super::shoot::{Kind, Volley};
use super::super::{Bot, Crime};
use crate::hex::Hex;

/// Dice that hurt nobody.
const HARMLESS: [u32; 2] = [6, 5];

impl Bot<'_> {
    /// Crimes before anybody fires.
    pub(in super::super) fn fire_crimes(&mut self, side: &str, kind: Kind) {
        let Some(crime) = self.crime else { return };
        let other = self.enemy_of(side);
        let culprits = match crime {
            Crime::OutOfRange | Crime::Blocked | Crime::FiresBroken => self.units_of(side),
            Crime::WrongSideFires if kind == Kind::Final => self.units_of(&other),
            Crime::FiresAfterPrep if kind == Kind::Advancing => self.units_of(side),
            _ => return,
        };
        for unit in culprits {
            let one = &self.table.units[unit];
            let Some(hex) = one.hex() else { continue };
            let fits = match crime {
                Crime::FiresBroken => one.is_broken() && !one.has("melee"),
                Crime::FiresAfterPrep => one.good_order() && one.has("prep-fired"),
                _ => {
                    one.good_order()
                        && !one.used_inherent
                        && one.used_weapons.is_empty()
                        && !one.has("prep-fired")
                }
            };
            if !fits || one.is_leader() || one.firepower == 0 || one.has("first-fired") {
                continue;
            }
            let (range, foe) = (one.range, self.enemy_of(&one.side.clone()));
            let target = self.hexes_of(&foe).into_iter().find(|at| {
                let far = self.table.ground.range(hex, *at);
                let sight = self.table.sight(hex, *at);
                let seen = sight.is_clear() && !sight.disputed;
                *at != hex
                    && !self.contested(*at)
                    && match crime {
                        Crime::OutOfRange => seen && far > 2 * range,
                        Crime::Blocked => {
                            !sight.is_clear() && !sight.disputed && far <= range && far > 1
                        }
                        _ => seen && far <= range,
                    }
            });
            if let Some(at) = target {
                let kind = if crime == Crime::WrongSideFires { Kind::Final } else { kind };
                let volley = Volley { men: vec![unit], ..Volley::default() };
                self.shot_in_vain(&volley, hex, at, kind);
                self.guilty();
                return;
            }
        }
    }

    /// The same unit again at the same target.
    pub(in super::super) fn fire_twice(&mut self, volley: &Volley, hex: Hex, at: Hex, kind: Kind) {
        let Some(unit) = volley.men.first().copied() else { return };
        let targets = self.table.units_in(at).next().is_some();
        if !matches!(kind, Kind::Prep | Kind::Advancing | Kind::Final) || !targets {
            return;
        }
        if !self.table.units[unit].good_order() {
            return;
        }
        let again = Volley { men: vec![unit], ..Volley::default() };
        self.shot_in_vain(&again, hex, at, kind);
        self.guilty();
    }

    /// While somebody moves, a unit is shot at that does not.
    pub(in super::super) fn fire_at_sitter(&mut self, hex: Hex, side: &str) {
        if !self.wants(Crime::FiresAtSitter) {
            return;
        }
        let able = self.stack(hex, side).into_iter().find(|unit| {
            let one = &self.table.units[*unit];
            one.good_order()
                && !one.is_leader()
                && !one.has("first-fired")
                && !one.has("final-fired")
                && !one.used_inherent
                && one.used_weapons.is_empty()
        });
        let Some(unit) = able else { return };
        let (range, foe) = (self.table.units[unit].range, self.enemy_of(side));
        let movers = self.table.movers.clone();
        let target = self.hexes_of(&foe).into_iter().find(|at| {
            !self.contested(*at)
                && self.table.ground.range(hex, *at) <= range
                && self.sees_surely(hex, *at)
                && self.table.units_in(*at).all(|(unit, _)| !movers.contains(&unit))
        });
        if let Some(at) = target {
            let volley = Volley { men: vec![unit], ..Volley::default() };
            self.shot_in_vain(&volley, hex, at, Kind::First);
            self.guilty();
        }
    }

    /// The ATTACKER fires in his own movement phase.
    pub(in super::super) fn fires_in_movement(&mut self, side: &str) -> bool {
        if !self.wants(Crime::FiresInMovement) {
            return false;
        }
        for unit in self.units_of(side) {
            let one = &self.table.units[unit];
            let Some(hex) = one.hex() else { continue };
            if !one.good_order() || one.is_leader() || one.has("prep-fired") || one.firepower == 0 {
                continue;
            }
            let (range, foe) = (one.range, self.defender());
            let target = self.hexes_of(&foe).into_iter().find(|at| {
                self.table.ground.range(hex, *at) <= range
                    && !self.contested(*at)
                    && self.sees_surely(hex, *at)
            });
            if let Some(at) = target {
                let volley = Volley { men: vec![unit], ..Volley::default() };
                self.shot_in_vain(&volley, hex, at, Kind::Prep);
                self.guilty();
                return true;
            }
        }
        false
    }

    fn shot_in_vain(&mut self, volley: &Volley, hex: Hex, at: Hex, kind: Kind) {
        self.say_fire(volley, hex, at, kind);
        self.roll_pair(HARMLESS);
    }

    /// Somebody who must check does not; whether it was him.
    pub(in super::super) fn skip_check(&mut self, unit: usize) -> bool {
        if self.table.units[unit].is_broken() {
            return false;
        }
        self.guilty();
        true
    }
}
