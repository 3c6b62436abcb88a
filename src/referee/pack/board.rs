//! What every judgement looks at: the game, its rules by topic, the maps and the units.

use super::super::ground::Place;
use super::super::schedule::Schedule;
use super::super::stacking::{Limit, Tally, tally};
use super::super::world::{Position, Unit, bit};
use super::super::{Finding, RuleId};
use super::book::Book;
use super::bridges::{Bridge, Broken};
use super::field::Field;
use super::roster::{Roster, changed, half_allowance, with_steps};
use crate::deeds::UnitId;
use crate::model::{Change, Game, Provenance, Scenario, Topic};

/// The game, its rules, maps and units.
#[derive(Debug, Clone, Copy)]
pub(super) struct Board<'a> {
    pub(super) game: &'a Game,
    pub(super) book: &'a Book,
    pub(super) field: &'a Field<'a>,
    /// The maps with bridges broken.
    pub(super) broken: &'a [Broken<'a>],
    pub(super) roster: &'a Roster,
}

impl<'a> Board<'a> {
    /// The same with these bridges broken too.
    pub(super) fn without(&self, bridges: &[Bridge]) -> Board<'a> {
        let mut gone: Vec<Bridge> = self.field.broken.iter().chain(bridges).copied().collect();
        gone.sort_unstable();
        gone.dedup();
        let found = self.broken.iter().find(|broken| broken.bridges == gone);
        Board { field: found.map_or(self.field, |broken| &broken.field), ..*self }
    }

    /// What a scenario says of each unit.
    pub(super) fn schedule(&self, scenario: &Scenario) -> Schedule {
        Schedule::new(self.game, self.field, self.roster, scenario)
    }

    pub(super) fn rule(&self, topic: Topic) -> RuleId {
        self.book.id(topic)
    }

    /// A violation of the rule of a topic by these units.
    pub(super) fn violation(&self, topic: Topic, message: String, units: &[Unit]) -> Finding {
        let weakest = units.iter().map(|unit| self.roster[*unit].provenance).max();
        Finding::violation(self.rule(topic), message)
            .units(units.iter().map(|unit| self.roster[*unit].id.to_string()))
            .rests_on(weakest.unwrap_or(Provenance::Printed))
    }

    /// A unit in words: `71st Regiment (l-71)`.
    pub(super) fn unit(&self, unit: Unit) -> String {
        self.roster[unit].words()
    }

    /// Units in words.
    pub(super) fn units(&self, units: impl IntoIterator<Item = Unit>) -> String {
        self.roster.words(units)
    }

    pub(super) fn place(&self, place: Place) -> String {
        self.field.lattice.name(place)
    }

    pub(super) fn side(&self, side: u8) -> &'a str {
        self.game.sides.iter().nth(usize::from(side)).map_or("", |side| side.name.as_str())
    }

    pub(super) fn find(&self, id: &UnitId) -> Option<Unit> {
        self.roster.find(id)
    }

    /// The bit of a state, by its id.
    pub(super) fn state_bit(&self, id: &str) -> Option<u32> {
        self.game.rules.states.find(id).map(|state| 1u32 << state.index().min(31))
    }

    /// The bits of all states for which something holds.
    pub(super) fn states_that(game: &Game, holds: impl Fn(&crate::model::State) -> bool) -> u32 {
        game.rules
            .states
            .entries()
            .filter(|(_, state)| holds(state))
            .fold(0, |bits, (id, _)| bits | 1 << id.index().min(31))
    }

    /// The states of a unit, each with its rules.
    fn states(&self, states: u32) -> impl Iterator<Item = &'a crate::model::State> + use<'a> {
        let all = self.game.rules.states.entries();
        all.filter(move |(id, _)| states & (1 << id.index().min(31)) != 0).map(|(_, state)| state)
    }

    /// The strength of an attacker, whatever its states halve.
    pub(super) fn printed_attack(&self, position: &Position, unit: Unit) -> u32 {
        with_steps(&self.roster[unit], position.steps(unit)).attack
    }

    /// The strength of a defender, whatever its states halve.
    pub(super) fn printed_defence(&self, position: &Position, unit: Unit) -> u32 {
        with_steps(&self.roster[unit], position.steps(unit)).defence
    }

    /// The attack strength; none when a state forbids attacks, with that state's name.
    pub(super) fn attack(&self, position: &Position, unit: Unit) -> Result<u32, &'a str> {
        let printed = self.printed_attack(position, unit);
        self.states(position.states(unit)).try_fold(printed, |value, state| {
            changed(value, state.attack).ok_or(state.name.as_str())
        })
    }

    /// The defence strength.
    pub(super) fn defence(&self, position: &Position, unit: Unit) -> u32 {
        let printed = self.printed_defence(position, unit);
        self.states(position.states(unit))
            .fold(printed, |value, state| changed(value, state.defence).unwrap_or(0))
    }

    /// The movement allowance; when a state forbids moving, that state's name.
    pub(super) fn allowance(&self, position: &Position, unit: Unit) -> Result<u32, &'a str> {
        let printed = with_steps(&self.roster[unit], position.steps(unit)).allowance;
        let one = self.field.scale.one();
        self.states(position.states(unit)).try_fold(printed, |value, state| match state.movement {
            Change::Same => Ok(value),
            Change::Half => Ok(half_allowance(value, one)),
            Change::None => Err(state.name.as_str()),
        })
    }

    /// The name of a state of a unit that keeps it out of enemy zones.
    pub(super) fn shuns(&self, position: &Position, unit: Unit) -> Option<&'a str> {
        self.states(position.states(unit)).find(|s| s.shuns_zones).map(|s| s.name.as_str())
    }

    /// What a side's stack in a place counts, with one more unit, perhaps.
    pub(super) fn tally(
        &self,
        position: &Position,
        side: u8,
        place: Place,
        more: Option<Unit>,
    ) -> Tally {
        let here = position.stack(place).filter(|unit| self.roster[*unit].side == side);
        let all = here.chain(more).map(|unit| self.roster[unit].weight);
        tally(all, &Limit::of(self.field.limits[place as usize]))
    }

    /// Whether an enemy zone in a place counts for retreat and supply: no friend cancels it.
    pub(super) fn zone_holds(&self, position: &Position, side: u8, place: Place) -> bool {
        let cancels = self.game.rules.zones.as_ref().is_some_and(|zones| zones.friends_cancel);
        position.in_enemy_zone(side, place) && !(cancels && position.has(side, place))
    }

    /// Whether the sides between two adjacent places have one of these types.
    pub(super) fn side_is_any<T>(
        &self,
        from: Place,
        to: Place,
        kinds: &[crate::model::Id<T>],
    ) -> bool {
        let Some(direction) = self.field.lattice.direction(from, to) else { return false };
        let bits = self.field.sides[from as usize][direction];
        kinds.iter().any(|kind| bits & bit(kind.index()) != 0)
    }

    /// Whether a unit may step from a place to the next at all.
    pub(super) fn passable(&self, unit: Unit, from: Place, to: Place) -> bool {
        let Some(class) = self.roster[unit].class else { return true };
        let direction = self.field.lattice.direction(from, to);
        direction.is_some_and(|d| self.field.grounds[class].from(from)[d].cost().is_some())
    }
}
