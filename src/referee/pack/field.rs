//! The maps of a game as its rule pack sees them: stacking limits, sources of supply, bridges.

use super::super::ground::{Fine, Place, Scale, StepCost, step_cost_without};
use super::super::world::{Space, bit};
use super::bridges::{Bridge, bridge, reach};
use crate::model::{Game, Id, Map, MovementClass, MovementPoints};
use std::ops::{Deref, DerefMut};

/// The space of a game, with what its rule pack says of places.
#[derive(Debug, Clone)]
pub(super) struct Field<'m> {
    space: Space<'m>,
    /// Supply sources by side.
    pub(super) sources: Vec<Vec<Place>>,
    /// Stacking limit of each hex.
    pub(super) limits: Vec<Fine>,
    /// Bridges that are broken.
    pub(super) broken: Vec<Bridge>,
}

impl<'m> Deref for Field<'m> {
    type Target = Space<'m>;

    fn deref(&self) -> &Space<'m> {
        &self.space
    }
}

impl DerefMut for Field<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.space
    }
}

impl<'m> Field<'m> {
    pub(super) fn new(
        game: &Game,
        maps: impl IntoIterator<Item = (Option<Id<Map>>, &'m Map)>,
    ) -> Self {
        let rules = &game.rules;
        let scale = scale(game);
        let mut space = Space::new(game, maps, scale);
        space.reach = reach(game, &space, |_, _| &[]);
        let limit = |kinds: &u64| {
            rules.stacking.as_ref().map_or(Fine::MAX, |stacking| {
                let own = stacking.terrain.iter().filter(|(id, _)| kinds & bit(id.index()) != 0);
                scale.fine(own.map(|(_, limit)| *limit).next().unwrap_or(stacking.limit))
            })
        };
        let limits = space.terrain.iter().map(limit).collect();
        let mut sources = vec![Vec::new(); game.sides.len()];
        for source in rules.supply.iter().flat_map(|supply| &supply.sources) {
            let places = source.locations.iter().filter_map(|name| space.lattice.parse(name));
            sources[source.side.index()].extend(places);
        }
        Field { space, sources, limits, broken: Vec::new() }
    }

    /// What a step costs, item by item, with bridges as they are; `Err` says what forbids it.
    pub(super) fn step_cost(
        &self,
        game: &Game,
        class: Id<MovementClass>,
        from: Place,
        to: Place,
    ) -> Result<StepCost, String> {
        let (map, before) = self.lattice.hex(from);
        let (_, after) = self.lattice.hex(to);
        let rules = game.rules.demolition.as_ref();
        let gone = rules.filter(|_| self.broken.contains(&bridge(from, to)));
        let gone = gone.map_or(&[][..], |rules| &rules.cuts);
        step_cost_without(game, map, class, (before, after), MovementPoints::ZERO, gone)
    }
}

fn scale(game: &Game) -> Scale {
    let rules = &game.rules;
    let mut more = Vec::new();
    if let Some(stacking) = &rules.stacking {
        more.push(stacking.limit);
        more.extend(stacking.terrain.iter().map(|(_, limit)| *limit));
        if let crate::model::StackingCount::Column(column) = &stacking.count {
            let values = game.counters.iter().filter_map(|counter| counter.value(column));
            more.extend(values.filter_map(|value| value.parse::<MovementPoints>().ok()));
        }
    }
    if let Some(zones) = &rules.zones {
        more.extend(zones.leaving);
        if let crate::model::ZocEntry::Cost(points) = zones.entering {
            more.push(points);
        }
    }
    if let Some(movement) = &rules.movement {
        more.extend(movement.road_bonus);
        let allowances =
            game.counters.iter().filter_map(|counter| counter.value(&movement.allowance));
        more.extend(allowances.filter_map(|value| value.parse::<MovementPoints>().ok()));
    }
    more.extend(rules.supply.iter().map(|supply| supply.range));
    Scale::of_game(game, more)
}
