//! An attack: who takes part, how strong, in which column.

use super::super::super::ground::Place;
use super::super::super::odds::{Rounding, capped};
use super::super::super::tell::{Clause, Clauses, Said, Tell, blame};
use super::super::super::world::{Position, Unit};
use super::super::super::{Evidence, Finding};
use super::super::board::Board;
use super::table::Table;
use crate::model::{Id, ShiftRule, Topic, UnitType};

/// How a unit takes part in an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// Next to the defender.
    Adjacent,
    /// From a distance.
    Ranged,
}

/// Attackers and the hex they attack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Attack {
    pub(crate) units: Vec<Unit>,
    pub(crate) target: Place,
    pub(crate) side: u8,
}

/// Strengths, shifts and column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Odds {
    pub(crate) attack: u32,
    pub(crate) defence: u32,
    /// The column before shifts.
    pub(crate) basic: usize,
    /// The shifts that apply.
    pub(crate) shifts: Clauses,
    /// Their sum, capped.
    pub(crate) by: i32,
    pub(crate) column: usize,
}

/// A rule that was forgotten when a column was worked out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Forgotten {
    /// Whether it is one of the shifts, or their limit.
    pub(crate) shift: bool,
    /// What it is.
    pub(crate) words: String,
}

/// States of units halve their strengths.
const STATES: Clause = Clause::nth(0);
/// All shifts together are so many columns at most.
const MOST: Clause = Clause::nth(1);

/// The shift of this number in the rules.
pub(crate) fn shift(number: usize) -> Clause {
    Clause::nth(2 + number)
}

impl Attack {
    /// How a unit can take part, by distance alone.
    pub(crate) fn role(
        board: Board<'_>,
        position: &Position,
        unit: Unit,
        target: Place,
    ) -> Option<Role> {
        let here = position.place(unit)?;
        match board.space.lattice.distance(here, target)? {
            1 => Some(Role::Adjacent),
            far if far > 1 && board.roster[unit].range.is_some_and(|range| far <= range) => {
                Some(Role::Ranged)
            }
            _ => None,
        }
    }

    /// What speaks against a unit's part in an attack; nothing when it may.
    pub(crate) fn objection(
        board: Board<'_>,
        position: &Position,
        side: u8,
        unit: Unit,
        target: Place,
    ) -> Option<(Topic, String)> {
        let name = || board.unit(unit);
        if board.roster[unit].side != side {
            let message = format!("{} attacks in the Combat Phase of {}", name(), board.side(side));
            return Some((Topic::Sequence, message));
        }
        let Some(here) = position.place(unit) else {
            return Some((Topic::Attacks, format!("{} attacks, but is not on the map", name())));
        };
        match board.attack(position, unit) {
            Err(state) => {
                return Some((Topic::States, format!("{} is {state} and attacks", name())));
            }
            Ok(0) => {
                let message = format!("{} attacks with an attack strength of 0", name());
                return Some((Topic::Attacks, message));
            }
            Ok(_) => {}
        }
        let Some(role) = Self::role(board, position, unit, target) else {
            let range = board.roster[unit].range.unwrap_or(1);
            let message = format!(
                "{} in {} attacks {}, {} hexes away; it reaches {range}",
                name(),
                board.place(here),
                board.place(target),
                board.space.lattice.distance(here, target).unwrap_or(0),
            );
            let topic = if range > 1 { Topic::Combat } else { Topic::Attacks };
            return Some((topic, message));
        };
        let passage = board.game.rules.combat.as_ref().is_some_and(|combat| combat.needs_passage);
        let exempt = board.roster[unit].range.is_some();
        if passage && role == Role::Adjacent && !exempt && !board.passable(unit, here, target) {
            let message = format!(
                "{} attacks from {} into {}, where it could not move",
                name(),
                board.place(here),
                board.place(target)
            );
            return Some((Topic::Combat, message));
        }
        None
    }

    /// Everything that speaks against the attack as such.
    pub(crate) fn objections(&self, board: Board<'_>, position: &Position) -> Vec<Finding> {
        let mut findings: Vec<Finding> = self
            .units
            .iter()
            .filter_map(|unit| {
                let (topic, message) =
                    Self::objection(board, position, self.side, *unit, self.target)?;
                let places = position.place(*unit).into_iter().chain([self.target]);
                let hexes: Vec<String> = places.map(|place| board.place(place)).collect();
                let one = Attack { units: vec![*unit], ..self.clone() };
                let mut finding = board
                    .violation(topic, message, &[*unit])
                    .hexes(hexes)
                    .sketch(board.assault(position, &one));
                // Range and adjacency stand in both paragraphs of a rulebook's combat section.
                for other in [Topic::Attacks, Topic::Combat] {
                    if matches!(topic, Topic::Attacks | Topic::Combat) && other != topic {
                        finding = finding.or(board.rule(other));
                    }
                }
                Some(finding)
            })
            .collect();
        if !position.has_enemy(self.side, self.target) {
            let message =
                format!("{} is attacked, but no enemy is there", board.place(self.target));
            findings.push(
                board
                    .violation(Topic::Attacks, message, &self.units)
                    .hexes([board.place(self.target)]),
            );
        }
        let combat = board.game.rules.combat.as_ref();
        let supports = combat.is_some_and(|combat| combat.ranged_only_supports);
        let adjacent =
            |unit: &Unit| Self::role(board, position, *unit, self.target) == Some(Role::Adjacent);
        let ranged =
            |unit: &Unit| Self::role(board, position, *unit, self.target) == Some(Role::Ranged);
        if supports && !self.units.iter().any(adjacent) && self.units.iter().any(ranged) {
            let message = format!(
                "{} from a distance without a unit next to {}",
                board.units(self.units.iter().copied()) + " attacks",
                board.place(self.target)
            );
            findings.push(
                board
                    .violation(Topic::Combat, message, &self.units)
                    .hexes([board.place(self.target)])
                    .sketch(board.assault(position, self))
                    .or(board.rule(Topic::Attacks)),
            );
        }
        findings
    }

    /// The units next to the defender: those that suffer results.
    pub(crate) fn adjacent(&self, board: Board<'_>, position: &Position) -> Vec<Unit> {
        let near =
            |unit: &Unit| Self::role(board, position, *unit, self.target) == Some(Role::Adjacent);
        self.units.iter().copied().filter(near).collect()
    }

    /// The units attacked.
    pub(crate) fn defenders(&self, board: Board<'_>, position: &Position) -> Vec<Unit> {
        let enemy = |unit: &Unit| board.roster[*unit].side != self.side;
        position.stack(self.target).filter(enemy).collect()
    }

    /// Strengths, shifts, column; every item speaks.
    pub(crate) fn odds(
        &self,
        board: Board<'_>,
        position: &Position,
        table: &Table,
        tell: &mut Tell<'_>,
    ) -> Odds {
        let (mut attack, mut defence) = (0, 0);
        for unit in &self.units {
            let value = match tell.holds(STATES) {
                true => board.attack(position, *unit).unwrap_or(0),
                false => board.printed_attack(position, *unit),
            };
            attack += value;
            tell.line(|| (format!("attack of {}", board.unit(*unit)), value.to_string()));
        }
        for unit in position.stack(self.target).filter(|u| board.roster[*u].side != self.side) {
            let value = match tell.holds(STATES) {
                true => board.defence(position, unit),
                false => board.printed_defence(position, unit),
            };
            defence += value;
            tell.line(|| (format!("defence of {}", board.unit(unit)), value.to_string()));
        }
        let basic = table.ladder.column(attack, defence, Rounding::Down);
        let named = |column| format!("column {}", table.heading(column));
        tell.line(|| (format!("odds {attack} to {defence}"), named(basic)));
        let combat = board.game.rules.combat.as_ref();
        for (number, rule) in combat.iter().flat_map(|combat| &combat.shifts).enumerate() {
            if self.shift_applies(board, position, rule) {
                tell.counts(shift(number), rule.columns, || rule.when.clone());
            }
        }
        let most = combat.and_then(|combat| combat.most_shifts).filter(|_| tell.holds(MOST));
        let by = capped(tell.sum(), most);
        let column = table.ladder.shifted(basic, by);
        let shifts = tell.counted();
        if !shifts.is_empty() {
            tell.line(|| (format!("shifted by {by:+}"), named(column)));
        }
        Odds { attack, defence, basic, shifts, by, column }
    }

    /// The rule that was forgotten, in words, if leaving out one alone leads to a column.
    pub(crate) fn forgotten(
        &self,
        board: Board<'_>,
        position: &Position,
        table: &Table,
        odds: &Odds,
        column: usize,
    ) -> Option<Forgotten> {
        let rules = odds.shifts.and(Clauses::of(&[STATES, MOST]));
        let reckon = |tell: &mut Tell<'_>| self.odds(board, position, table, tell).column;
        let rule = blame(rules, reckon, |found| *found == column && *found != odds.column)?;
        let shifts = board.game.rules.combat.as_ref().map_or(&[][..], |combat| &combat.shifts);
        let named = (0..).zip(shifts).find(|(number, _)| shift(*number) == rule);
        Some(match (rule, named) {
            (STATES, _) => Forgotten { shift: false, words: "the states of units".to_owned() },
            (MOST, _) | (_, None) => {
                Forgotten { shift: true, words: "the limit of all shifts".to_owned() }
            }
            (_, Some((_, shift))) => {
                let words = format!("{:+} for “{}”", shift.columns, shift.when);
                Forgotten { shift: true, words }
            }
        })
    }

    fn shift_applies(&self, board: Board<'_>, position: &Position, rule: &ShiftRule) -> bool {
        let space = board.space;
        if !rule.terrain.is_empty() && !space.is_any(self.target, &rule.terrain) {
            return false;
        }
        if space.is_any(self.target, &rule.unless_terrain) {
            return false;
        }
        if !rule.hexsides.is_empty() {
            let mut near = self
                .units
                .iter()
                .filter_map(|unit| position.place(*unit))
                .filter(|here| space.lattice.direction(*here, self.target).is_some())
                .peekable();
            if near.peek().is_none()
                || !near.all(|here| board.side_is_any(here, self.target, &rule.hexsides))
            {
                return false;
            }
        }
        let has = |units: &mut dyn Iterator<Item = Unit>, groups: &[Vec<Id<UnitType>>]| {
            let kinds: u64 = units
                .filter_map(|unit| board.roster[unit].kind)
                .fold(0, |bits, kind| bits | super::super::super::world::bit(kind.index()));
            groups.iter().all(|group| {
                group.iter().any(|kind| kinds & super::super::super::world::bit(kind.index()) != 0)
            })
        };
        let mut defenders =
            position.stack(self.target).filter(|u| board.roster[*u].side != self.side);
        has(&mut self.units.iter().copied(), &rule.attacker_has)
            && has(&mut defenders, &rule.defender_has)
    }

    /// The arithmetic, line by line.
    pub(crate) fn lines(
        &self,
        board: Board<'_>,
        position: &Position,
        table: &Table,
    ) -> Vec<Evidence> {
        let mut said: Vec<Said> = Vec::new();
        self.odds(board, position, table, &mut Tell::listening(&mut said, Clauses::NONE));
        said.into_iter().map(|said| Evidence { what: said.words, value: said.value }).collect()
    }
}
