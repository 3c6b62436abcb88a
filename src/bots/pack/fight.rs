//! How the bot fights.

use super::Bot;
use super::crime::Crime;
use crate::deeds::Act;
use crate::model::{Harm, Outcome};
use crate::referee::ground::Place;
use crate::referee::pack::board::bit_of;
use crate::referee::pack::combat::{Aftermath, Attack, Role, idle, with_retreat};
use crate::referee::tell::{Clause, Tell};
use crate::referee::world::{At, Off, Position, Unit};

impl Bot<'_> {
    pub(super) fn fight_all(&mut self, side: u8) {
        let dawn = self.play.position.clone();
        let lattice = &self.play.board().space.lattice;
        let mut targets: Vec<Place> =
            lattice.places().filter(|place| self.play.position.has_enemy(side, *place)).collect();
        self.dice.shuffle(&mut targets);
        for target in targets {
            if !self.play.position.has_enemy(side, target) || self.memory.attacked.contains(&target)
            {
                continue;
            }
            if let Some(units) = self.wrong_attackers(side, target) {
                self.attack(Attack { units, target, side });
            } else if self.dice.chance(55) {
                let units = self.attackers(side, target);
                if !units.is_empty() {
                    self.attack(Attack { units, target, side });
                }
            }
        }
        if self.play.board().game.rules.combat.as_ref().is_some_and(|combat| combat.mandatory) {
            self.fight_who_must_be(side, &dawn);
        }
    }

    /// Attacks whoever must still be attacked.
    fn fight_who_must_be(&mut self, side: u8, dawn: &Position) {
        while let Some((target, units)) = self
            .play
            .board()
            .space
            .lattice
            .places()
            .filter(|place| !self.memory.attacked.contains(place))
            .find_map(|place| {
                let idle = idle(
                    self.play.board(),
                    dawn,
                    &self.play.position,
                    side,
                    place,
                    &self.memory.attackers,
                );
                (!idle.is_empty()).then_some((place, idle))
            })
        {
            if self.wants(Crime::SkippedAttack) {
                // Nothing more is done, so that those who should have attacked stay idle.
                self.commit(Crime::SkippedAttack);
                return;
            } else {
                self.attack(Attack { units, target, side });
            }
        }
    }

    /// Those who may attack a hex, by their part in it.
    fn able(&self, side: u8, target: Place, role: Role) -> Vec<Unit> {
        let mut units = self.on_map(side);
        units.retain(|unit| {
            Attack::role(self.play.board(), &self.play.position, *unit, target) == Some(role)
                && !self.memory.attackers.contains(unit)
                && Attack::objection(self.play.board(), &self.play.position, side, *unit, target)
                    .is_none()
        });
        units
    }

    fn attackers(&mut self, side: u8, target: Place) -> Vec<Unit> {
        let mut near = self.able(side, target, Role::Adjacent);
        let mut far = self.able(side, target, Role::Ranged);
        self.dice.shuffle(&mut near);
        self.dice.shuffle(&mut far);
        if near.is_empty() {
            return Vec::new();
        }
        near.truncate(1 + self.dice.below(near.len()));
        far.truncate(self.dice.below(far.len() + 1));
        near.extend(far);
        near
    }

    /// Attackers that may not attack so, when that crime is asked for.
    fn wrong_attackers(&mut self, side: u8, target: Place) -> Option<Vec<Unit>> {
        let crime = self.wanted_crime()?;
        let board = self.play.board();
        let all = self.on_map(side);
        let role = |bot: &Self, unit: Unit| Attack::role(board, &bot.play.position, unit, target);
        let mut fine = self.attackers(side, target);
        let offenders: Vec<Unit> = match crime {
            Crime::AttackTwice => {
                let again = self.memory.attackers.iter().copied();
                let near = |unit: &Unit| {
                    role(self, *unit) == Some(Role::Adjacent)
                        && Attack::objection(board, &self.play.position, side, *unit, target)
                            .is_none()
                };
                again.filter(near).collect()
            }
            Crime::ZeroAttacks => {
                let weak = |unit: &Unit| {
                    board.attack(&self.play.position, *unit) == Ok(0)
                        && role(self, *unit) == Some(Role::Adjacent)
                };
                all.into_iter().filter(weak).collect()
            }
            Crime::TooFarToAttack => all
                .into_iter()
                .filter(|unit| role(self, *unit).is_none() && !self.memory.attackers.contains(unit))
                .filter(|unit| {
                    board.attack(&self.play.position, *unit).is_ok_and(|value| value > 0)
                })
                .collect(),
            Crime::NoPassage => all
                .into_iter()
                .filter(|unit| {
                    let here = self.play.position.place(*unit);
                    role(self, *unit) == Some(Role::Adjacent)
                        && board.roster[*unit].range.is_none()
                        && !self.memory.attackers.contains(unit)
                        && board.attack(&self.play.position, *unit).is_ok_and(|value| value > 0)
                        && here.is_some_and(|here| !board.passable(*unit, here, target))
                })
                .collect(),
            Crime::DisruptedAttacks => all
                .into_iter()
                .filter(|unit| {
                    role(self, *unit) == Some(Role::Adjacent)
                        && !self.memory.attackers.contains(unit)
                        && board.attack(&self.play.position, *unit).is_err()
                })
                .collect(),
            Crime::SupportAlone => {
                fine = self.able(side, target, Role::Ranged);
                fine.clone()
            }
            _ => return None,
        };
        let offender = self.dice.pick(&offenders)?;
        if !self.wants(crime) {
            return None;
        }
        if crime == Crime::SupportAlone {
            fine.truncate(1);
        } else {
            fine.retain(|unit| *unit != offender);
            fine.push(offender);
        }
        self.commit(crime);
        Some(fine)
    }

    fn attack(&mut self, attack: Attack) {
        let Some(table) = self.play.table() else { return };
        if self.manner.declares {
            self.declare("attack", &attack.units, &[At::Map(attack.target)], &[]);
        }
        let roll = self.throw();
        let odds = attack.odds(self.play.board(), &self.play.position, table, &mut Tell::silent());
        self.memory.attackers.extend(attack.units.iter().copied());
        self.memory.attacked.push(attack.target);
        let Some(mut outcome) = table.outcome(odds.column, roll) else { return };
        if self.wants(Crime::ForgottenShift) {
            // The column as it would be if one shift did not exist.
            let without = |rule: Clause| {
                let tell = &mut Tell::without(rule.into());
                let column =
                    attack.odds(self.play.board(), &self.play.position, table, tell).column;
                table.outcome(column, roll).filter(|other| other.code != outcome.code)
            };
            let others: Vec<&Outcome> = odds.shifts.iter().filter_map(without).collect();
            if let Some(other) = self.dice.pick(&others) {
                outcome = other;
                self.commit(Crime::ForgottenShift);
            }
        }
        if self.wants(Crime::WrongColumn) {
            let columns = 0..table.ladder.len();
            let others: Vec<&Outcome> = columns
                .filter_map(|column| table.outcome(column, roll))
                .filter(|other| other.code != outcome.code)
                .collect();
            if let Some(other) = self.dice.pick(&others) {
                outcome = other;
                self.commit(Crime::WrongColumn);
            }
        }
        let before = self.play.position.clone();
        let right = table.outcome(odds.column, roll);
        self.resolve(&attack, outcome);
        let of_column =
            self.has_committed(Crime::WrongColumn) || self.has_committed(Crime::ForgottenShift);
        if let (Some(right), true) = (right, of_column)
            && right.code != outcome.code
        {
            let (board, after) = (self.play.board(), &self.play.position);
            let done = Aftermath { board, before: &before, after, attack: &attack, complete: true };
            if done.against(right).is_none() {
                self.excuse("what was done is what the right result demands as well");
            }
        }
        if self.wants(Crime::HexTwice) && self.play.position.has_enemy(attack.side, attack.target) {
            let units = self.attackers(attack.side, attack.target);
            if !units.is_empty() {
                self.commit(Crime::HexTwice);
                self.attack(Attack { units, ..attack });
            }
        }
    }

    fn resolve(&mut self, attack: &Attack, outcome: &Outcome) {
        let near = attack.adjacent(self.play.board(), &self.play.position);
        let defenders = attack.defenders(self.play.board(), &self.play.position);
        self.harm(&defenders, outcome.defender, Some(attack.target));
        self.harm(&near, outcome.attacker, None);
        if self.wants(Crime::ExtraLoss) {
            let alive: Vec<Unit> = near
                .iter()
                .chain(&defenders)
                .copied()
                .filter(|unit| self.play.position.place(*unit).is_some())
                .collect();
            if let Some(unit) = self.dice.pick(&alive) {
                self.lose(unit, 1);
                self.commit(Crime::ExtraLoss);
            }
        }
        if outcome.attacker.retreats == 0 {
            self.advance(attack, &near);
        }
    }

    /// A unit loses steps.
    fn lose(&mut self, unit: Unit, steps: u32) {
        let was = self.play.position.steps(unit);
        let left = u32::from(was).saturating_sub(steps);
        if left > 0 {
            self.turn_over(unit, left as u8);
            return self.play.position.set_steps(unit, left as u8);
        }
        if self.dice.chance(15) {
            let (from, id) = (self.spot(self.play.position.at(unit)), self.id(unit));
            self.play.put(unit, At::Off(Off::Away));
            self.say(Act::Leave { unit: id, from });
        } else {
            let side = self.play.unit(unit).side;
            self.go(unit, At::Off(Off::Eliminated(Some(side))));
        }
    }

    fn alive(&self, units: &[Unit]) -> Vec<Unit> {
        units.iter().copied().filter(|unit| self.play.position.place(*unit).is_some()).collect()
    }

    fn lose_among(&mut self, units: &[Unit], steps: u32) {
        for _ in 0..steps {
            let alive = self.alive(units);
            let Some(unit) = self.dice.pick(&alive) else { return };
            self.lose(unit, 1);
        }
    }

    /// Losses and retreats of one side of the fight.
    fn harm(&mut self, units: &[Unit], harm: Harm, defends: Option<Place>) {
        if harm.eliminated {
            for unit in self.alive(units) {
                self.lose(unit, u32::MAX);
            }
            return;
        }
        if harm.loses > 0 && self.wants(Crime::NoLoss) {
            self.commit(Crime::NoLoss);
        } else {
            self.lose_among(units, harm.loses);
        }
        if harm.retreats == 0 {
            return;
        }
        let rules = self.play.board().game.rules.retreat.clone().unwrap_or_default();
        let may_stand = defends
            .is_some_and(|target| self.play.board().space.is_any(target, &rules.stand_terrain));
        if may_stand && self.dice.chance(50) {
            self.lose_among(units, rules.stand_loses);
            return;
        }
        let mut alive = self.alive(units);
        self.dice.shuffle(&mut alive);
        if !alive.is_empty() && self.wants(Crime::NoRetreat) {
            self.commit(Crime::NoRetreat);
            return;
        }
        let mut left = Vec::new();
        for unit in alive {
            let from = self.play.position.place(unit);
            self.retreat(unit, harm.retreats, &left);
            left.extend(from);
        }
    }

    /// A unit retreats; others of the fight have left these places before.
    fn retreat(&mut self, unit: Unit, hexes: u32, left: &[Place]) {
        let board = self.play.board();
        let Some(from) = self.play.position.place(unit) else { return };
        let lattice = &board.space.lattice;
        let (longest, mut ends) =
            with_retreat(board, &self.play.position, unit, from, hexes, |retreat| {
                let longest = retreat.longest(lattice, from);
                (longest, retreat.destinations(lattice, from, longest))
            });
        if longest == hexes && self.wants(Crime::RetreatIntoZone) {
            let side = board.roster[unit].side;
            let mut bad: Vec<Place> = lattice
                .places()
                .filter(|place| lattice.distance(from, *place) == Some(hexes))
                .filter(|place| board.zone_holds(&self.play.position, side, *place))
                .filter(|place| !self.play.position.has_enemy(side, *place))
                .collect();
            bad.retain(|place| !ends.contains(place));
            if let Some(to) = self.dice.pick(&bad) {
                self.commit(Crime::RetreatIntoZone);
                if left.contains(&to) {
                    self.excuse(
                        "a friend stood there when the fight began: had it retreated later, the hex was open",
                    );
                }
                ends = vec![to];
            }
        }
        if longest == hexes && hexes > 1 && self.wants(Crime::ShortRetreat) {
            let short = with_retreat(board, &self.play.position, unit, from, 1, |retreat| {
                retreat.destinations(lattice, from, 1)
            });
            if !short.is_empty() {
                self.commit(Crime::ShortRetreat);
                ends = short;
            }
        }
        let rules = board.game.rules.retreat.as_ref();
        if let (true, Some(to)) = (longest > 0, self.dice.pick(&ends)) {
            self.go(unit, At::Map(to));
            if let Some(state) = rules.and_then(|rules| rules.state) {
                if !self.play.is(unit, bit_of(state)) && self.wants(Crime::NoMarker) {
                    self.memory.unmarked = Some(unit);
                    self.commit(Crime::NoMarker);
                } else {
                    self.mark(unit, state.index(), true);
                }
            }
        }
        if longest < hexes {
            match rules.and_then(|rules| rules.blocked_loses) {
                Some(steps) => self.lose(unit, steps),
                None => self.lose(unit, u32::MAX),
            }
        }
    }

    fn advance(&mut self, attack: &Attack, near: &[Unit]) {
        let board = self.play.board();
        let target = attack.target;
        if self.play.position.has_enemy(attack.side, target) {
            if self.wants(Crime::AdvanceOntoDefender)
                && let Some(unit) = self.dice.pick(&self.alive(near))
                && board.roster[unit].advances
            {
                self.go(unit, At::Map(target));
                self.commit(Crime::AdvanceOntoDefender);
            }
            return;
        }
        if self.wants(Crime::WrongAdvance) {
            let mut others = self.on_map(attack.side);
            others.retain(|unit| {
                let next = self
                    .play
                    .position
                    .place(*unit)
                    .is_some_and(|here| board.space.lattice.distance(here, target) == Some(1));
                next && (!near.contains(unit) || !board.roster[*unit].advances)
            });
            if let Some(unit) = self.dice.pick(&others) {
                self.go(unit, At::Map(target));
                self.commit(Crime::WrongAdvance);
                return;
            }
        }
        for unit in self.alive(near) {
            let Some(here) = self.play.position.place(unit) else { continue };
            let may = board.roster[unit].advances
                && board.passable(unit, here, target)
                && board.tally(&self.play.position, attack.side, target, Some(unit)).fits();
            if may && self.dice.chance(50) {
                self.go(unit, At::Map(target));
            }
        }
    }
}
