//! What every judgement looks at: the game, its rules by topic, the maps and the units.

use super::super::frame::Setting;
use super::super::ground::{Place, StepCost, step_cost_without};
use super::super::stacking::{Limit, Tally, tally};
use super::super::world::{Position, Space, Unit, bit};
use super::super::{Finding, RuleId};
use super::charter::Charter;
use super::land::{Land, Ways, bridge};
use super::roster::{Roster, changed, half_allowance, with_steps};
use crate::model::{Change, Game, Id, MovementClass, MovementPoints, Provenance, State, Topic};

/// The game, its maps and units.
#[derive(Clone, Copy)]
pub(crate) struct Board<'a> {
    pub(crate) game: &'a Game,
    pub(crate) space: &'a Space<'a>,
    pub(crate) land: &'a Land,
    /// The ways over the maps, with bridges as they are.
    pub(crate) ways: &'a Ways,
    pub(crate) roster: &'a Roster,
}

impl<'a> Board<'a> {
    /// The board of a game, with the ways of this number.
    pub(crate) fn new(setting: &'a Setting<'a, Charter>, ways: usize) -> Self {
        let Setting { game, space, land, roster, .. } = setting;
        Board { game, space, land, ways: &land.ways[ways], roster }
    }

    pub(crate) fn rule(&self, topic: Topic) -> RuleId {
        self.land.book.id(topic)
    }

    /// A violation of the rule of a topic by these units.
    pub(crate) fn violation(&self, topic: Topic, message: String, units: &[Unit]) -> Finding {
        let weakest = units.iter().map(|unit| self.roster[*unit].provenance).max();
        Finding::violation(self.rule(topic), message)
            .units(units.iter().map(|unit| self.roster[*unit].id.to_string()))
            .rests_on(weakest.unwrap_or(Provenance::Printed))
    }

    /// A unit in words: `71st Regiment (l-71)`.
    pub(crate) fn unit(&self, unit: Unit) -> String {
        self.roster[unit].words()
    }

    /// Units in words.
    pub(crate) fn units(&self, units: impl IntoIterator<Item = Unit>) -> String {
        self.roster.words(units)
    }

    pub(crate) fn place(&self, place: Place) -> String {
        self.space.lattice.name(place)
    }

    pub(crate) fn side(&self, side: u8) -> &'a str {
        self.game.sides.iter().nth(usize::from(side)).map_or("", |side| side.name.as_str())
    }

    /// The bit of the state that a separate marker shows, by counter id.
    pub(crate) fn marker_bit(&self, marker: &str) -> Option<u32> {
        let shows = states_that(self.game, |state| {
            state.marker.is_some_and(|id| self.game.counters[id].id.as_str() == marker)
        });
        (shows != 0).then(|| shows & shows.wrapping_neg())
    }

    /// Whether a marker is that of a blown bridge, by counter id.
    pub(crate) fn is_blown(&self, marker: &str) -> bool {
        let rules = self.game.rules.demolition.as_ref();
        rules.is_some_and(|rules| self.game.counters[rules.marker].id.as_str() == marker)
    }

    /// What a step costs, item by item, with bridges as they are; `Err` says what forbids it.
    pub(crate) fn step_cost(
        &self,
        class: Id<MovementClass>,
        from: Place,
        to: Place,
    ) -> Result<StepCost, String> {
        let (map, before) = self.space.lattice.hex(from);
        let (_, after) = self.space.lattice.hex(to);
        let rules = self.game.rules.demolition.as_ref();
        let gone = rules.filter(|_| self.ways.broken.contains(&bridge(from, to)));
        let gone = gone.map_or(&[][..], |rules| &rules.cuts);
        step_cost_without(self.game, map, class, (before, after), MovementPoints::ZERO, gone)
    }

    /// The states of a unit, each with its rules.
    fn states(&self, states: u32) -> impl Iterator<Item = &'a State> + use<'a> {
        let all = self.game.rules.states.entries();
        all.filter(move |(id, _)| states & (bit_of(*id)) != 0).map(|(_, state)| state)
    }

    /// States, by their bits, in words.
    pub(crate) fn state_names(&self, states: u32) -> String {
        let names: Vec<&str> = self.states(states).map(|state| state.name.as_str()).collect();
        names.join(" and ")
    }

    /// The strength of an attacker, whatever its states halve.
    pub(crate) fn printed_attack(&self, position: &Position, unit: Unit) -> u32 {
        with_steps(&self.roster[unit], position.steps(unit)).attack
    }

    /// The strength of a defender, whatever its states halve.
    pub(crate) fn printed_defence(&self, position: &Position, unit: Unit) -> u32 {
        with_steps(&self.roster[unit], position.steps(unit)).defence
    }

    /// The attack strength; none when a state forbids attacks, with that state's name.
    pub(crate) fn attack(&self, position: &Position, unit: Unit) -> Result<u32, &'a str> {
        let printed = self.printed_attack(position, unit);
        self.states(position.states(unit)).try_fold(printed, |value, state| {
            changed(value, state.attack).ok_or(state.name.as_str())
        })
    }

    /// The defence strength.
    pub(crate) fn defence(&self, position: &Position, unit: Unit) -> u32 {
        let printed = self.printed_defence(position, unit);
        self.states(position.states(unit))
            .fold(printed, |value, state| changed(value, state.defence).unwrap_or(0))
    }

    /// The movement allowance; when a state forbids moving, that state's name.
    pub(crate) fn allowance(&self, position: &Position, unit: Unit) -> Result<u32, &'a str> {
        let printed = with_steps(&self.roster[unit], position.steps(unit)).allowance;
        let one = self.space.scale.one();
        self.states(position.states(unit)).try_fold(printed, |value, state| match state.movement {
            Change::Same => Ok(value),
            Change::Half => Ok(half_allowance(value, one)),
            Change::None => Err(state.name.as_str()),
        })
    }

    /// The name of a state of a unit that keeps it out of enemy zones.
    pub(crate) fn shuns(&self, position: &Position, unit: Unit) -> Option<&'a str> {
        self.states(position.states(unit)).find(|s| s.shuns_zones).map(|s| s.name.as_str())
    }

    /// What a side's stack in a place counts, with one more unit, perhaps.
    pub(crate) fn tally(
        &self,
        position: &Position,
        side: u8,
        place: Place,
        more: Option<Unit>,
    ) -> Tally {
        let here = position.stack(place).filter(|unit| self.roster[*unit].side == side);
        let all = here.chain(more).map(|unit| self.roster[unit].weight);
        tally(all, &Limit::of(self.land.limits[place as usize]))
    }

    /// Whether an enemy zone in a place counts for retreat and supply: no friend cancels it.
    pub(crate) fn zone_holds(&self, position: &Position, side: u8, place: Place) -> bool {
        let cancels = self.game.rules.zones.as_ref().is_some_and(|zones| zones.friends_cancel);
        position.in_enemy_zone(side, place) && !(cancels && position.has(side, place))
    }

    /// Whether the sides between two adjacent places have one of these types.
    pub(crate) fn side_is_any<T>(
        &self,
        from: Place,
        to: Place,
        kinds: &[crate::model::Id<T>],
    ) -> bool {
        let Some(direction) = self.space.lattice.direction(from, to) else { return false };
        let bits = self.space.sides[from as usize][direction];
        kinds.iter().any(|kind| bits & bit(kind.index()) != 0)
    }

    /// Whether a unit may step from a place to the next at all.
    pub(crate) fn passable(&self, unit: Unit, from: Place, to: Place) -> bool {
        let Some(class) = self.roster[unit].class else { return true };
        let direction = self.space.lattice.direction(from, to);
        direction.is_some_and(|d| self.ways.grounds[class].from(from)[d].cost().is_some())
    }
}

/// The bits of all states for which something holds.
pub(crate) fn states_that(game: &Game, holds: impl Fn(&State) -> bool) -> u32 {
    let held = game.rules.states.entries().filter(|(_, state)| holds(state));
    held.fold(0, |bits, (id, _)| bits | bit_of(id))
}

/// The bit of a state.
pub(crate) fn bit_of(state: Id<State>) -> u32 {
    1u32 << state.index().min(31)
}
