//! The units of a game or a case, with the values that rules ask for.

use super::super::ground::Scale;
use super::super::odds::half_up;
use super::super::stacking::Weight;
use super::super::world::{Body, Unit};
use crate::deeds::UnitId;
use crate::model::{
    Change, Counter, CounterKind, Face, Game, Id, MovementPoints, Provenance, StackingCount,
    UnitType,
};
use std::collections::HashMap;

/// The strengths of one side of a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Values {
    pub(super) attack: u32,
    pub(super) defence: u32,
    pub(super) allowance: u32,
}

/// What a unit is.
#[derive(Debug, Clone)]
pub(super) struct Facts {
    pub(super) id: UnitId,
    pub(super) name: String,
    pub(super) side: u8,
    pub(super) kind: Option<Id<UnitType>>,
    /// Movement class by number.
    pub(super) class: Option<usize>,
    /// Steps at full strength.
    pub(super) steps: u8,
    pub(super) full: Values,
    pub(super) reduced: Values,
    pub(super) has_zone: bool,
    pub(super) weight: Weight,
    /// How far it attacks from a distance.
    pub(super) range: Option<u32>,
    pub(super) advances: bool,
    pub(super) provenance: Provenance,
}

impl Facts {
    /// A unit of a type with these values.
    pub(super) fn new(game: &Game, id: UnitId, side: u8, kind: Option<Id<UnitType>>) -> Facts {
        let rules = &game.rules;
        let any = |list: &[Id<UnitType>]| kind.is_some_and(|kind| list.contains(&kind));
        let ranged = rules.combat.iter().flat_map(|combat| &combat.ranged);
        Facts {
            name: id.to_string(),
            id,
            side,
            kind,
            class: kind.and_then(|kind| game.unit_types[kind].class).map(|class| class.index()),
            steps: 1,
            full: Values::default(),
            reduced: Values::default(),
            has_zone: rules.zones.as_ref().is_some_and(|zones| !any(&zones.without)),
            weight: Weight {
                points: 0,
                category: 0,
                free: rules.stacking.as_ref().is_some_and(|stacking| any(&stacking.free)),
            },
            range: ranged
                .filter(|(type_id, _)| Some(*type_id) == kind)
                .map(|(_, range)| *range)
                .max(),
            advances: rules.advance.as_ref().is_some_and(|advance| !any(&advance.without)),
            provenance: Provenance::Printed,
        }
    }

    /// The values with so many steps left.
    pub(super) fn values(&self, steps: u8) -> Values {
        if steps >= self.steps { self.full } else { self.reduced }
    }
}

/// The units, by number and by id.
#[derive(Debug, Clone, Default)]
pub(super) struct Roster {
    pub(super) units: Vec<Facts>,
    by_id: HashMap<UnitId, Unit>,
}

impl Roster {
    /// All units that a game's counters make.
    pub(super) fn of_game(game: &Game, scale: Scale) -> Roster {
        let mut roster = Roster::default();
        for counter in game.counters.iter().filter(|counter| is_unit(counter)) {
            for copy in 1..=counter.count.max(1) {
                let id = match copy {
                    1 => UnitId::new(&counter.id),
                    more => UnitId::new(&format!("{}#{more}", counter.id)),
                };
                if let Some(facts) = of_counter(game, scale, counter, id) {
                    roster.add(facts);
                }
            }
        }
        roster
    }

    /// Adds a unit; its number, or none when there are too many.
    pub(super) fn add(&mut self, facts: Facts) -> Option<Unit> {
        let number = Unit::try_from(self.units.len()).ok().filter(|n| *n < Unit::MAX)?;
        self.by_id.insert(facts.id.clone(), number);
        self.units.push(facts);
        Some(number)
    }

    /// What the table must know of each.
    pub(super) fn bodies(&self) -> Vec<Body> {
        let body =
            |facts: &Facts| Body { side: facts.side, steps: facts.steps, has_zone: facts.has_zone };
        self.units.iter().map(body).collect()
    }

    pub(super) fn find(&self, id: &UnitId) -> Option<Unit> {
        self.by_id.get(id).copied()
    }

    pub(super) fn len(&self) -> usize {
        self.units.len()
    }
}

impl std::ops::Index<Unit> for Roster {
    type Output = Facts;
    fn index(&self, unit: Unit) -> &Facts {
        &self.units[usize::from(unit)]
    }
}

fn is_unit(counter: &Counter) -> bool {
    matches!(counter.kind, CounterKind::Unit | CounterKind::Weapon)
}

/// The facts of a counter; none when it belongs to no side.
pub(super) fn of_counter(
    game: &Game,
    scale: Scale,
    counter: &Counter,
    id: UnitId,
) -> Option<Facts> {
    let side = u8::try_from(counter.side?.index()).ok()?;
    let mut facts = Facts::new(game, id, side, counter.unit_type);
    facts.name = counter.name.to_string();
    facts.steps = u8::try_from(counter.steps).unwrap_or(u8::MAX);
    facts.full = values(game, scale, &counter.front);
    facts.reduced = values(game, scale, &counter.back_face);
    facts.weight.points = weight(game, scale, &counter.front);
    facts.provenance = counter.provenance;
    Some(facts)
}

fn number(face: &Face, column: &str) -> u32 {
    let digits = face.value(column).unwrap_or_default();
    // Values in brackets may not attack; their number counts all the same in defence.
    digits.trim_matches(['(', ')', '[', ']']).parse().unwrap_or(0)
}

fn values(game: &Game, scale: Scale, face: &Face) -> Values {
    let rules = &game.rules;
    let combat = rules.combat.as_ref();
    let column = rules.movement.as_ref().map_or("movement", |movement| &movement.allowance);
    let allowance = face.value(column).and_then(|value| value.parse::<MovementPoints>().ok());
    Values {
        attack: combat.map_or(0, |combat| number(face, &combat.attack)),
        defence: combat.map_or(0, |combat| number(face, &combat.defence)),
        allowance: allowance.map_or(0, |points| scale.fine(points)),
    }
}

/// What a unit with this face counts in a stack.
pub(super) fn weight(game: &Game, scale: Scale, face: &Face) -> u32 {
    match game.rules.stacking.as_ref().map(|stacking| &stacking.count) {
        Some(StackingCount::Column(column)) => {
            let points = face.value(column).and_then(|value| value.parse().ok());
            points.map_or(0, |points: MovementPoints| scale.fine(points))
        }
        _ => scale.one(),
    }
}

/// What is left of a value under a change; none when the unit may not do it at all.
pub(super) fn changed(value: u32, change: Change) -> Option<u32> {
    match change {
        Change::Same => Some(value),
        Change::Half => Some(half_up(value)),
        Change::None => None,
    }
}

/// Half an allowance, rounded up to whole points.
pub(super) fn half_allowance(value: u32, one: u32) -> u32 {
    value.div_ceil(2 * one) * one
}
