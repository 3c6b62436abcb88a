//! Counters beside the map, for whoever needs one more.

use super::Setting;
use crate::model::{Counter, CounterKind, Game, Id, Scenario};
use std::collections::BTreeSet;

/// Markers, and what is kept in reserve, in the order of the sources.
pub fn stock<'g>(game: &'g Game, scenario: &Scenario) -> Vec<(Id<Counter>, &'g Counter)> {
    let reserved = |id: Id<Counter>| scenario.reserve.iter().any(|unit| unit.counter == id);
    let kept = |(id, counter): &(Id<Counter>, &Counter)| {
        counter.kind == CounterKind::Marker || counter.reserve || reserved(*id)
    };
    game.counters.entries().filter(kept).collect()
}

/// The counters that a scenario uses: those set up, and the stock.
pub fn used(game: &Game, scenario: &Scenario, setting: &Setting) -> BTreeSet<Id<Counter>> {
    let stock = stock(game, scenario).into_iter().map(|(id, _)| id);
    setting.pieces.iter().map(|placed| placed.counter).chain(stock).collect()
}
