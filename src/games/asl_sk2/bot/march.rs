//! Movement, and the fire it draws (3.3).

use super::super::hearing::entry::Entry;
use super::super::movement::step_cost;
use super::super::number::whole;
use super::super::units::Whereabouts;
use super::shoot::Kind;
use super::{Bot, Crime};
use crate::hex::Hex;

/// How a unit or stack moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Gait {
    Ordinary,
    Assault,
    DoubleTime,
}

impl Bot<'_> {
    pub(super) fn movement(&mut self) {
        let side = self.attacker();
        self.shake_off(&side);
        self.enter_all(&side);
        if self.movement_crimes(&side) || self.fires_in_movement(&side) {
            self.end_movement();
            return;
        }
        let mut moved: Vec<usize> = Vec::new();
        for unit in self.units_of(&side) {
            if moved.contains(&unit) || self.came_on(unit) || !self.may_move(unit) {
                continue;
            }
            if !self.dice.chance(65) {
                continue;
            }
            let group = self.companions(unit, &moved);
            moved.extend(&group);
            self.march(&group);
        }
        self.last_moves(&side);
        self.end_movement();
    }

    /// 3.3: CX comes off when the owner's movement phase begins.
    fn shake_off(&mut self, side: &str) {
        let before = self.table.clone();
        for unit in &mut self.table.units {
            if unit.side == side {
                unit.was_exhausted = unit.has("exhausted");
                unit.clear("exhausted");
            }
        }
        self.show(&before);
    }

    /// Smoke of grenades and residual firepower are gone when the phase is.
    fn end_movement(&mut self) {
        let before = self.table.clone();
        self.table.residual.clear();
        self.table.smoke.retain(|_, smoke| smoke.kind != "grenade");
        for unit in &mut self.table.units {
            unit.clear("hazardous-movement");
        }
        self.show(&before);
    }

    pub(super) fn came_on(&self, unit: usize) -> bool {
        self.table.spent.contains_key(&unit)
    }

    pub(super) fn may_move(&self, unit: usize) -> bool {
        let mut ruling = super::Ruling::default();
        let gun = self.table.weapons_of(unit).any(|(_, weapon)| weapon.arm.is_gun());
        !gun && super::super::movement::may_move(&self.table, unit, &mut ruling)
    }

    /// Those who go along: a leader takes troops with him, half of the time.
    fn companions(&mut self, unit: usize, moved: &[usize]) -> Vec<usize> {
        let mut group = vec![unit];
        let Some(hex) = self.table.units[unit].hex() else { return group };
        let side = self.table.units[unit].side.clone();
        if !self.dice.chance(50) {
            return group;
        }
        for other in self.stack(hex, &side) {
            if other == unit || moved.contains(&other) || !self.may_move(other) {
                continue;
            }
            let leaders = group.iter().filter(|unit| self.table.units[**unit].is_leader()).count();
            let leader = self.table.units[other].is_leader();
            if (!leader || leaders == 0) && group.len() < 3 {
                group.push(other);
            }
        }
        group
    }

    /// Moves a unit or stack step by step, while it is fired at.
    fn march(&mut self, group: &[usize]) {
        let Some(start) = group.first().and_then(|unit| self.table.units[*unit].hex()) else {
            return;
        };
        let fresh = group.iter().all(|unit| {
            let unit = &self.table.units[*unit];
            !unit.was_exhausted && !unit.has("wounded")
        });
        let gait = match self.dice.below(10) {
            0 | 1 => Gait::Assault,
            2 | 3 if fresh => Gait::DoubleTime,
            _ => Gait::Ordinary,
        };
        let steps = match gait {
            Gait::Assault => 1,
            _ if self.hurries => 8,
            _ => 1 + self.dice.below(6),
        };
        self.walk(group, start, gait, steps, true);
    }

    /// Those who came on go on.
    pub(super) fn go_on(&mut self, group: &[usize], from: Hex) {
        let steps = 1 + self.dice.below(3);
        self.walk(group, from, Gait::Ordinary, steps, false);
    }

    fn walk(&mut self, group: &[usize], start: Hex, gait: Gait, steps: usize, declare: bool) {
        let goal = self.goal(start);
        let mut group = group.to_vec();
        let mut way = vec![start];
        for nth in 0..steps {
            let Some(&here) = way.last() else { return };
            let Some(next) = self.next_hex(here, &way, goal, &group) else { break };
            let entry = self.move_entry(&group, here, next, gait, nth == 0);
            let before = self.table.clone();
            if self.lawful(&entry).is_none() {
                break;
            }
            if nth == 0 && declare {
                self.say_move(&group, gait);
                self.tally("moves");
            }
            self.show(&before);
            way.push(next);
            if !self.under_fire(&mut group, next) {
                break;
            }
        }
        if way.len() > 1 && gait == Gait::Ordinary {
            self.throw_smoke(&group);
        }
        self.leave_map(&group);
    }

    fn move_entry(
        &self,
        group: &[usize],
        from: Hex,
        to: Hex,
        gait: Gait,
        first: bool,
    ) -> crate::referee::case::Node {
        let mut note = Entry::new("move")
            .list("units", self.ids(group))
            .list("path", [self.name(from), self.name(to)]);
        match gait {
            Gait::Assault => note = note.word("mode", "assault"),
            Gait::DoubleTime if first => note = note.word("exhausted-counter", "placed"),
            _ => {}
        }
        note.node()
    }

    fn say_move(&mut self, group: &[usize], gait: Gait) {
        let led = group.len() > 1 && group.iter().any(|unit| self.table.units[*unit].is_leader());
        let mode = match (gait, led) {
            (Gait::Ordinary, false) => "ordinary",
            (Gait::Assault, false) => "assault movement",
            (Gait::DoubleTime, false) => "double time",
            (Gait::Ordinary, true) => "with a leader",
            (Gait::Assault, true) => "with a leader, assault movement",
            (Gait::DoubleTime, true) => "with a leader, double time",
        };
        for unit in group {
            let piece = self.piece(*unit);
            self.say("move", [piece], None, &[("mode", mode)]);
        }
    }

    /// Where to: towards some enemy, mostly.
    fn goal(&mut self, from: Hex) -> Option<Hex> {
        let nation = self.table.units_in(from).next().map(|(_, unit)| unit.nation.clone());
        let hurry = if self.hurries { 95 } else { 10 };
        if let Some(nation) = nation.filter(|_| self.dice.chance(hurry)) {
            let outs = self.table.ground.grid.hexes().filter(|hex| {
                self.setting.in_play(*hex) && self.setting.way_out(&nation, *hex).is_some()
            });
            if let Some(out) = outs.min_by_key(|hex| self.table.ground.range(from, *hex)) {
                return Some(out);
            }
        }
        if self.dice.chance(20) {
            return None;
        }
        let enemy = self.defender();
        let mut hexes = self.hexes_of(&enemy);
        hexes.sort_by_key(|hex| self.table.ground.range(from, *hex));
        hexes.truncate(3);
        self.dice.pick(&hexes)
    }

    /// The next hex of a move: nearer to the goal if there is one, never back, never to an enemy.
    fn next_hex(
        &mut self,
        here: Hex,
        way: &[Hex],
        goal: Option<Hex>,
        group: &[usize],
    ) -> Option<Hex> {
        let side = self.table.units[*group.first()?].side.clone();
        let now = goal.map(|goal| self.table.ground.range(here, goal));
        let mut choices: Vec<Hex> = self
            .table
            .ground
            .neighbours(here)
            .filter(|next| !way.contains(next) && self.setting.in_play(*next))
            .filter(|next| self.table.units_in(*next).all(|(_, unit)| unit.side == side))
            .filter(|next| {
                goal.zip(now).is_none_or(|(goal, now)| self.table.ground.range(*next, goal) < now)
            })
            .collect();
        self.dice.shuffle(&mut choices);
        choices.sort_by_key(|next| step_cost(&self.table, here, *next));
        let room = |next: &Hex| self.room(*next, group);
        let open: Vec<Hex> = choices.into_iter().filter(room).collect();
        if self.dice.chance(70) { open.first().copied() } else { self.dice.pick(&open) }
    }

    /// Whether a hex has room for some more.
    pub(super) fn room(&self, hex: Hex, group: &[usize]) -> bool {
        let Some(side) = group.first().map(|unit| &self.table.units[*unit].side) else {
            return false;
        };
        let mut table = self.table.clone();
        for unit in group {
            table.units[*unit].at = Whereabouts::Hex(hex);
        }
        let (squads, leaders) = table.stack(hex, side);
        squads <= whole(3) && leaders <= 4
    }

    /// Residual firepower, then the fire of the DEFENDER; whether anybody can go on.
    pub(super) fn under_fire(&mut self, group: &mut Vec<usize>, at: Hex) -> bool {
        if self.table.residual.get(&at).is_some_and(|left| *left > 0)
            && !self.residual_attack(group, at)
        {
            return false;
        }
        let side = self.defender();
        for hex in self.hexes_of(&side) {
            let there: Vec<usize> = group
                .iter()
                .copied()
                .filter(|unit| self.table.units[*unit].hex() == Some(at))
                .collect();
            if there.is_empty() || self.contested(hex) || !self.sees_surely(hex, at) {
                continue;
            }
            self.shoot_movers(hex, at, &side);
            self.ordnance_first_fire(hex, at, &side);
            self.fire_at_sitter(hex, &side);
        }
        group.retain(|unit| {
            self.table.units[*unit].hex() == Some(at) && {
                let mut ruling = super::Ruling::default();
                super::super::movement::may_move(&self.table, *unit, &mut ruling)
            }
        });
        !group.is_empty()
    }

    /// First fire, subsequent first fire or final protective fire, as the marks allow.
    fn shoot_movers(&mut self, hex: Hex, at: Hex, side: &str) {
        let near = self.table.ground.range(hex, at) == 1;
        let kinds: &[(Kind, usize)] = if near {
            &[(Kind::First, 60), (Kind::Subsequent, 35), (Kind::Protective, 20)]
        } else {
            &[(Kind::First, 35), (Kind::Subsequent, 15)]
        };
        for (kind, chance) in kinds {
            if !self.dice.chance(*chance) {
                continue;
            }
            if let Some(volley) = self.volley(hex, at, side, *kind)
                && self.fire(&volley, hex, at, *kind)
            {
                return;
            }
        }
    }

    fn residual_attack(&mut self, group: &[usize], at: Hex) -> bool {
        if self.wants(Crime::SkipsResidual) {
            self.table.residual_due.clear();
            self.guilty();
            return true;
        }
        let dice = self.pair();
        let entry = Entry::new("residual-attack")
            .word("at", self.name(at))
            .list("against", self.ids(group))
            .list("dice", dice)
            .node();
        let before = self.table.clone();
        if self.lawful(&entry).is_none() {
            return false;
        }
        self.roll_pair(dice);
        self.show(&before);
        self.tally("residual attacks");
        self.suffer();
        true
    }

    /// A squad with grenades left over movement factors may throw one.
    fn throw_smoke(&mut self, group: &[usize]) {
        let Some(unit) = group.iter().copied().find(|unit| {
            let unit = &self.table.units[*unit];
            unit.smoke_exponent.is_some() && !unit.smoked && unit.hex().is_some()
        }) else {
            return;
        };
        if !self.dice.chance(25) {
            return;
        }
        let Some(here) = self.table.units[unit].hex() else { return };
        // Where residual firepower lies, every movement factor spent brings its attack.
        if self.table.residual.get(&here).is_some_and(|left| *left > 0) {
            return;
        }
        let mut places: Vec<Hex> = self.table.ground.neighbours(here).collect();
        places.push(here);
        places.retain(|hex| self.setting.in_play(*hex) && !self.table.smoke.contains_key(hex));
        let Some(at) = self.dice.pick(&places) else { return };
        let die = self.die();
        let entry = Entry::new("smoke-grenade")
            .list("unit", self.ids(&[unit]))
            .word("at", self.name(at))
            .word("die", die)
            .node();
        let before = self.table.clone();
        if self.lawful(&entry).is_some() {
            let piece = self.piece(unit);
            self.say("smoke", [piece], Some(at), &[]);
            self.roll_die(die);
            self.show(&before);
            self.tally("smoke grenades");
        }
    }
}
