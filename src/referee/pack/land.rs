//! The maps of a game as its rule pack sees them: stacking limits, sources of supply, and the ways over them, as printed
//! and with bridges broken.

use super::super::Problem;
use super::super::case::Patch;
use super::super::ground::{Fine, Ground, OFF, Place, step_cost_without};
use super::super::world::{Space, bit};
use super::super::zones::Reach;
use super::book::Book;
use super::combat::Table;
use crate::model::{DemolitionRules, Game, MovementPoints, Rules};
use std::sync::Arc;

/// The two hexes that a bridge joins, the smaller number first.
pub(crate) type Bridge = (Place, Place);

/// A bridge between two places.
pub(crate) fn bridge(a: Place, b: Place) -> Bridge {
    (a.min(b), a.max(b))
}

/// What a pack asks of a map, and the pack's own rules and chart beside it.
#[derive(Debug)]
pub(crate) struct Land {
    pub(crate) book: Arc<Book>,
    pub(crate) table: Option<Arc<Table>>,
    /// Supply sources by side.
    pub(crate) sources: Vec<Vec<Place>>,
    /// Stacking limit of each hex.
    pub(crate) limits: Vec<Fine>,
    /// Paths across hexsides that may be broken, in order.
    pub(crate) bridges: Vec<Bridge>,
    /// How one goes over the map as it is printed, then with bridges broken.
    pub(crate) ways: Vec<Ways>,
}

/// How one goes over a map, and how far zones reach on it.
#[derive(Debug, Clone)]
pub(crate) struct Ways {
    /// Bridges that are broken.
    pub(crate) broken: Vec<Bridge>,
    /// What steps cost, by movement class.
    pub(crate) grounds: Vec<Ground>,
    /// Directions in which paths leave each hex, as bits.
    pub(crate) paths: Vec<u8>,
    pub(crate) reach: Arc<Reach>,
}

/// With more bridges than this, no more than one of them at a time is imagined broken.
const MOST_PAIRED: usize = 8;

impl Land {
    pub(crate) fn new(
        game: &Game,
        space: &mut Space<'_>,
        patch: Option<&Patch>,
        book: &Arc<Book>,
        table: Option<&Arc<Table>>,
    ) -> Result<Self, Problem> {
        let rules = &game.rules;
        let limits = space.terrain.iter().map(|kinds| limit(rules, space, *kinds)).collect();
        let mut sources = vec![Vec::new(); game.sides.len()];
        for source in rules.supply.iter().flat_map(|supply| &supply.sources) {
            let places = source.locations.iter().filter_map(|name| space.lattice.parse(name));
            sources[source.side.index()].extend(places);
        }
        if let Some(patch) = patch {
            read_sources(game, space, patch, &mut sources)?;
        }
        space.reach = Arc::new(reach(game, space, &[]));
        let whole = Ways {
            broken: Vec::new(),
            grounds: space.grounds.clone(),
            paths: space.paths.clone(),
            reach: space.reach.clone(),
        };
        let bridges = rules.demolition.as_ref().map(|rules| bridges(rules, space));
        let bridges = bridges.unwrap_or_default();
        let ways = ways(game, space, whole, &bridges);
        let (book, table) = (book.clone(), table.cloned());
        Ok(Land { book, table, sources, limits, bridges, ways })
    }

    /// The number of the ways with these bridges broken beside those that are: as far as they are known, and rulebooks
    /// let one or two go.
    pub(crate) fn without(&self, ways: usize, bridges: &[Bridge]) -> usize {
        let broken = &self.ways[ways].broken;
        let mut gone: Vec<Bridge> = broken.iter().chain(bridges).copied().collect();
        gone.sort_unstable();
        gone.dedup();
        self.ways.iter().position(|ways| ways.broken == gone).unwrap_or(ways)
    }
}

fn limit(rules: &Rules, space: &Space<'_>, kinds: u64) -> Fine {
    let Some(stacking) = &rules.stacking else { return Fine::MAX };
    let mut own = stacking.terrain.iter().filter(|(id, _)| kinds & bit(id.index()) != 0);
    space.scale.fine(own.next().map_or(stacking.limit, |(_, limit)| *limit))
}

/// A case may give its patch of map sources of supply.
fn read_sources(
    game: &Game,
    space: &Space<'_>,
    patch: &Patch,
    sources: &mut [Vec<Place>],
) -> Result<(), Problem> {
    let stated = patch.rest.iter().filter(|(key, _)| key == "sources");
    for (side, hexes) in stated.flat_map(|(_, sources)| sources.pairs()) {
        let missing = || Problem::at(hexes, format!("there is no side `{side}`"));
        let id = game.sides.find(side).ok_or_else(missing)?;
        let place = |node: &super::super::case::Node| {
            let name = node.text().unwrap_or_default();
            let found = space.lattice.parse(name);
            found.ok_or_else(|| Problem::at(node, format!("there is no hex `{name}`")))
        };
        sources[id.index()] = hexes.items().iter().map(place).collect::<Result<_, _>>()?;
    }
    Ok(())
}

/// Every bridge on the maps, in order.
fn bridges(rules: &DemolitionRules, space: &Space<'_>) -> Vec<Bridge> {
    let lattice = &space.lattice;
    let mut found = Vec::new();
    for place in lattice.places() {
        for &next in lattice.around(place).iter().filter(|next| **next != OFF && **next > place) {
            let (map, _) = lattice.hex(place);
            let Some(side) = lattice.hexside(place, next) else { continue };
            let mut paths = map.crossings.get(&side).into_iter().flatten();
            let mut across = map.hexsides.get(&side).into_iter().flatten();
            if paths.any(|kind| rules.cuts.contains(kind))
                && across.any(|kind| rules.across.contains(kind))
            {
                found.push(bridge(place, next));
            }
        }
    }
    found
}

/// The ways with every bridge broken by itself, and with every two.
fn ways(game: &Game, space: &Space<'_>, whole: Ways, bridges: &[Bridge]) -> Vec<Ways> {
    let mut all = vec![whole];
    let Some(rules) = &game.rules.demolition else { return all };
    for (nth, first) in bridges.iter().enumerate() {
        all.push(broken(game, rules, space, &all[0], vec![*first]));
        if bridges.len() <= MOST_PAIRED {
            for second in &bridges[nth + 1..] {
                all.push(broken(game, rules, space, &all[0], vec![*first, *second]));
            }
        }
    }
    all
}

fn broken(
    game: &Game,
    rules: &DemolitionRules,
    space: &Space<'_>,
    whole: &Ways,
    bridges: Vec<Bridge>,
) -> Ways {
    let mut ways = whole.clone();
    for (from, to) in bridges.iter().flat_map(|&(a, b)| [(a, b), (b, a)]) {
        let Some(direction) = space.lattice.direction(from, to) else { continue };
        let (map, before) = space.lattice.hex(from);
        let (_, after) = space.lattice.hex(to);
        let along = space.lattice.hexside(from, to).and_then(|side| map.crossings.get(&side));
        if !along.is_some_and(|kinds| kinds.iter().any(|kind| !rules.cuts.contains(kind))) {
            ways.paths[from as usize] &= !(1 << direction);
        }
        for (ground, (class, _)) in ways.grounds.iter_mut().zip(game.movement_classes.entries()) {
            let hexes = (before, after);
            let cost =
                step_cost_without(game, map, class, hexes, MovementPoints::ZERO, &rules.cuts);
            ground.set(from, direction, cost, space.scale);
        }
    }
    ways.reach = Arc::new(reach(game, space, &bridges));
    ways.broken = bridges;
    ways
}

/// How far zones reach when some bridges are broken.
fn reach(game: &Game, space: &Space<'_>, broken: &[Bridge]) -> Reach {
    let lattice = &space.lattice;
    Reach::new(lattice, |from, to| {
        let Some(zones) = &game.rules.zones else { return false };
        let (map, _) = lattice.hex(from);
        let Some(side) = lattice.hexside(from, to) else { return true };
        let mut sides = map.hexsides.get(&side).into_iter().flatten();
        let mut paths = map.crossings.get(&side).into_iter().flatten();
        let rules = game.rules.demolition.as_ref().filter(|_| broken.contains(&bridge(from, to)));
        let gone = rules.map_or(&[][..], |rules| &rules.cuts);
        !sides.any(|kind| zones.blocked_by.contains(kind))
            || paths.any(|kind| zones.carried_by.contains(kind) && !gone.contains(kind))
    })
}

/// Every fraction of a point that a pack's rules and counters mention.
pub(crate) fn fractions(game: &Game) -> Vec<MovementPoints> {
    let rules = &game.rules;
    let on_counters = |column: &str| -> Vec<MovementPoints> {
        let values = game.counters.iter().filter_map(|counter| counter.value(column));
        values.filter_map(|value| value.parse().ok()).collect()
    };
    let mut more = Vec::new();
    if let Some(stacking) = &rules.stacking {
        more.push(stacking.limit);
        more.extend(stacking.terrain.iter().map(|(_, limit)| *limit));
        if let crate::model::StackingCount::Column(column) = &stacking.count {
            more.extend(on_counters(column));
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
        more.extend(on_counters(&movement.allowance));
    }
    more.extend(rules.supply.iter().map(|supply| supply.range));
    more
}
