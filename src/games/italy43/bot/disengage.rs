//! 25.4: the bot disengages.

use super::super::entry::{self, Entry};
use super::super::position::Who;
use super::super::words::Side;
use super::{Bot, Crime};
use std::collections::HashSet;

impl Bot<'_> {
    pub(super) fn disengagements(&mut self, side: Side, fought: &HashSet<Who>) {
        for who in self.units_of(side) {
            let crime = fought.contains(&who)
                && self.wants(Crime::DisengageAfterAttack)
                && self.near_enemy(who, side);
            if crime || (!fought.contains(&who) && self.dice.chance(8)) {
                self.disengage(who, crime);
            }
        }
    }

    fn near_enemy(&self, who: Who, side: Side) -> bool {
        let at = self.work.position.units[who].hex();
        at.is_some_and(|hex| self.work.position.adjacent_to(hex, side.enemy()))
    }

    fn disengage(&mut self, who: Who, crime: bool) {
        let id = self.work.position.units[who].id.clone();
        let attempt = |roll: Option<i32>| {
            let unit = Some(id.clone());
            Entry::Disengage(entry::Disengage { unit, roll, ..entry::Disengage::default() })
        };
        if !crime && !self.possible(&attempt(None)) {
            return;
        }
        let stubborn = self.wants(Crime::LeavesAfterFailing);
        let die = if stubborn { 1 } else { self.die() };
        self.say("disengage", &[who], None, &[]);
        if crime {
            self.guilty();
        }
        self.roll("1d6", &[die]);
        self.lawful(&attempt(i32::try_from(die).ok()));
        self.tally("disengagements");
        let Some(tried) = self.work.phase.disengaged.get(&who).copied() else { return };
        let (from, order) = {
            let unit = &self.work.position.units[who];
            (unit.at, unit.order)
        };
        if tried.success != Some(true) {
            if stubborn && let Some(to) = self.ways_back(who, 2).first().and_then(|way| way.last())
            {
                let to = *to;
                self.go(who, to);
                self.guilty();
                self.show_order(who, order, order.worse());
            }
            return;
        }
        if tried.costs_step {
            self.lose_one(&[who]);
        }
        if self.work.position.units[who].at != from {
            return;
        }
        let hexes = if self.dice.chance(50) { 2 } else { 1 };
        let ways = self.ways_back(who, hexes);
        let went = ways.into_iter().find(|way| {
            let Entry::Retreat(retreat) = self.retreat_along(who, way) else { return false };
            let hexes = u32::try_from(way.len()).unwrap_or(1) - 1;
            hexes <= 2
                && self.lawful(&Entry::Retreat(entry::Retreat { hexes: Some(hexes), ..retreat }))
        });
        if let Some(to) = went.and_then(|way| way.last().copied()) {
            self.went(who, from, to);
            if order.worse() != order {
                self.mark_order(who, order, order.worse());
            }
            self.tally("disengaged");
        }
    }
}
