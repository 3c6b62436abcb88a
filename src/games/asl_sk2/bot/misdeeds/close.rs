//! Crimes of the advance and close combat phases.

use super::super::super::units::Size;
use super::super::{Bot, Crime};
use crate::hex::Hex;

/// Dice that kill nobody.
const HARMLESS: [u32; 2] = [6, 6];

impl Bot<'_> {
    pub(in super::super) fn advance_crimes(&mut self, side: &str) {
        let Some(crime) = self.crime else { return };
        if crime == Crime::CloseCombatEarly {
            let hexes = self.hexes_of(side);
            if let Some(hex) = hexes.into_iter().find(|hex| self.contested(*hex)) {
                let enemy = self.defender();
                let (with, against) = (self.attackers(hex, side), self.stack(hex, &enemy));
                if !with.is_empty() {
                    self.strike_in_vain(&with, &against);
                }
            }
            return;
        }
        for unit in self.units_of(side) {
            let one = &self.table.units[unit];
            let gun = self.table.weapons_of(unit).any(|(_, weapon)| weapon.arm.is_gun());
            if gun || self.table.advanced.contains(&unit) {
                continue;
            }
            let steady = one.good_order() && !one.has("pinned") && !one.has("manhandled");
            let fits = match crime {
                Crime::AdvanceTwo => steady && one.size != Size::Leader,
                Crime::AdvancePinned => one.good_order() && one.has("pinned"),
                Crime::AdvanceBroken => one.is_broken() && !one.has("melee"),
                Crime::LeavesMelee => one.has("melee"),
                _ => return,
            };
            if fits && self.advance_anyway(unit, crime == Crime::AdvanceTwo) {
                return;
            }
        }
    }

    fn advance_anyway(&mut self, unit: usize, twice: bool) -> bool {
        let Some(first) = self.empty_neighbour(unit) else { return false };
        let Some(start) = self.table.units[unit].hex() else { return false };
        let side = self.table.units[unit].side.clone();
        let second = self.table.ground.neighbours(first).find(|hex| {
            self.table.ground.range(start, *hex) == 2
                && self.table.units_in(*hex).all(|(_, other)| other.side == side)
                && self.room(*hex, &[unit])
        });
        if twice && second.is_none() {
            return false;
        }
        let piece = self.piece(unit);
        self.say("advance", [piece], None, &[]);
        self.drag(unit, first);
        if let Some(second) = second.filter(|_| twice) {
            self.drag(unit, second);
        }
        self.table.advanced.insert(unit);
        self.table.units[unit].clear("melee");
        self.guilty();
        true
    }

    fn strike_in_vain(&mut self, with: &[usize], against: &[usize]) {
        self.say_close(with, against);
        self.roll_pair(HARMLESS);
        self.guilty();
    }

    /// Crimes in a hex before its melee begins.
    pub(in super::super) fn close_crimes(&mut self, hex: Hex) {
        let sides = [self.attacker(), self.defender()];
        let Some(crime) = self.crime.filter(|_| self.contested(hex)) else { return };
        for (own, other) in [(0, 1), (1, 0)] {
            let (ours, theirs) = (self.stack(hex, &sides[own]), self.stack(hex, &sides[other]));
            let culprit = ours.iter().copied().find(|unit| {
                let one = &self.table.units[*unit];
                match crime {
                    Crime::AttacksTwice => {
                        !one.is_broken()
                            && self.table.close_attacks.iter().any(|made| made.with.contains(unit))
                    }
                    _ => false,
                }
            });
            if let (Some(unit), false) = (culprit, theirs.is_empty()) {
                self.strike_in_vain(&[unit], &theirs);
                return;
            }
        }
    }
}
