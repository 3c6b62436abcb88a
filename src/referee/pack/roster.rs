//! The units of a game or a case, with the values that rules ask for.

use super::super::ground::Scale;
use super::super::odds::half_up;
use super::super::stacking::Weight;
use super::super::world::Enrolled;
use crate::deeds::UnitId;
use crate::model::{Change, Counter, Face, Game, Id, MovementPoints, StackingCount, UnitType};

/// The strengths of one side of a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Values {
    pub(crate) attack: u32,
    pub(crate) defence: u32,
    pub(crate) allowance: u32,
}

/// What the rules of a pack ask of a unit.
#[derive(Debug, Clone)]
pub(crate) struct Facts {
    pub(crate) kind: Option<Id<UnitType>>,
    /// Movement class by number.
    pub(crate) class: Option<usize>,
    pub(crate) full: Values,
    pub(crate) reduced: Values,
    pub(crate) weight: Weight,
    /// How far it attacks from a distance.
    pub(crate) range: Option<u32>,
    pub(crate) advances: bool,
}

/// A unit of a pack.
pub(crate) type Member = Enrolled<Facts>;

/// The units of a pack.
pub(crate) type Roster = super::super::world::Roster<Facts>;

/// A unit of a type, without values.
pub(crate) fn of_type(game: &Game, id: UnitId, side: u8, kind: Option<Id<UnitType>>) -> Member {
    let rules = &game.rules;
    let any = |list: &[Id<UnitType>]| kind.is_some_and(|kind| list.contains(&kind));
    let ranged = rules.combat.iter().flat_map(|combat| &combat.ranged);
    let free = rules.stacking.as_ref().is_some_and(|stacking| any(&stacking.free));
    let facts = Facts {
        kind,
        class: kind.and_then(|kind| game.unit_types[kind].class).map(|class| class.index()),
        full: Values::default(),
        reduced: Values::default(),
        weight: Weight { points: 0, category: 0, free },
        range: ranged.filter(|(type_id, _)| Some(*type_id) == kind).map(|(_, range)| *range).max(),
        advances: rules.advance.as_ref().is_some_and(|advance| !any(&advance.without)),
    };
    let has_zone = rules.zones.as_ref().is_some_and(|zones| !any(&zones.without));
    Enrolled { has_zone, ..Enrolled::new(id, side, facts) }
}

/// The values of a unit with so many steps left.
pub(crate) fn with_steps(unit: &Member, steps: u8) -> Values {
    if steps >= unit.steps { unit.full } else { unit.reduced }
}

/// The unit that a counter makes; none when it belongs to no side.
pub(crate) fn of_counter(
    game: &Game,
    scale: Scale,
    counter: &Counter,
    id: UnitId,
) -> Option<Member> {
    let side = u8::try_from(counter.side?.index()).ok()?;
    let typed = of_type(game, id.clone(), side, counter.unit_type);
    let has_zone = typed.has_zone;
    let mut unit = Enrolled { has_zone, ..Enrolled::of_counter(counter, id, typed.facts)? };
    unit.full = values(game, scale, &counter.front);
    unit.reduced = values(game, scale, &counter.back_face);
    unit.weight.points = weight(game, scale, &counter.front);
    Some(unit)
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
pub(crate) fn weight(game: &Game, scale: Scale, face: &Face) -> u32 {
    match game.rules.stacking.as_ref().map(|stacking| &stacking.count) {
        Some(StackingCount::Column(column)) => {
            let points = face.value(column).and_then(|value| value.parse().ok());
            points.map_or(0, |points: MovementPoints| scale.fine(points))
        }
        _ => scale.one(),
    }
}

/// What is left of a value under a change; none when the unit may not do it at all.
pub(crate) fn changed(value: u32, change: Change) -> Option<u32> {
    match change {
        Change::Same => Some(value),
        Change::Half => Some(half_up(value)),
        Change::None => None,
    }
}

/// Half an allowance, rounded up to whole points.
pub(crate) fn half_allowance(value: u32, one: u32) -> u32 {
    value.div_ceil(2 * one) * one
}
