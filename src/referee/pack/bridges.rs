//! Bridges: paths across hexsides that may be broken, and the maps as they are without them.

use super::super::ground::{OFF, Place, step_cost_without};
use super::super::world::Space;
use super::super::zones::Reach;
use super::field::Field;
use crate::model::{DemolitionRules, Game, Id, Map, MovementPoints, PathType};

/// The two hexes that a bridge joins, the smaller number first.
pub(super) type Bridge = (Place, Place);

/// A bridge between two places.
pub(super) fn bridge(a: Place, b: Place) -> Bridge {
    (a.min(b), a.max(b))
}

/// The maps with some bridges broken.
#[derive(Debug)]
pub(super) struct Broken<'m> {
    pub(super) bridges: Vec<Bridge>,
    pub(super) field: Field<'m>,
}

/// With more bridges than this, no more than one of them at a time is imagined broken.
const MOST_PAIRED: usize = 8;

/// The maps with every bridge broken by itself, and with every two.
///
/// Rulebooks let one or two go; what is broken beyond that counts as whole.
pub(super) fn broken<'m>(game: &Game, field: &Field<'m>) -> Vec<Broken<'m>> {
    let Some(rules) = &game.rules.demolition else { return Vec::new() };
    let bridges = bridges(rules, field);
    let mut all = Vec::new();
    for (nth, first) in bridges.iter().enumerate() {
        all.push(without(game, rules, field, vec![*first]));
        if bridges.len() <= MOST_PAIRED {
            for second in &bridges[nth + 1..] {
                all.push(without(game, rules, field, vec![*first, *second]));
            }
        }
    }
    all
}

/// Every bridge on the maps, in order.
pub(super) fn bridges(rules: &DemolitionRules, field: &Field<'_>) -> Vec<Bridge> {
    let lattice = &field.lattice;
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

fn without<'m>(
    game: &Game,
    rules: &DemolitionRules,
    field: &Field<'m>,
    bridges: Vec<Bridge>,
) -> Broken<'m> {
    let mut field = field.clone();
    let scale = field.scale;
    let gone = |from: Place, to: Place| bridges.contains(&bridge(from, to));
    for &(a, b) in &bridges {
        for (from, to) in [(a, b), (b, a)] {
            let Some(direction) = field.lattice.direction(from, to) else { continue };
            let (map, before) = field.lattice.hex(from);
            let (_, after) = field.lattice.hex(to);
            let side = field.lattice.hexside(from, to);
            let left = side
                .and_then(|side| map.crossings.get(&side))
                .is_some_and(|kinds| kinds.iter().any(|kind| !rules.cuts.contains(kind)));
            if !left {
                field.paths[from as usize] &= !(1 << direction);
            }
            for (ground, (class, _)) in
                field.grounds.iter_mut().zip(game.movement_classes.entries())
            {
                let cost = step_cost_without(
                    game,
                    map,
                    class,
                    (before, after),
                    MovementPoints::ZERO,
                    &rules.cuts,
                );
                ground.set(from, direction, cost, scale);
            }
        }
    }
    field.reach = reach(game, &field, |from, to| if gone(from, to) { &rules.cuts } else { &[] });
    field.broken = bridges;
    Broken { bridges: field.broken.clone(), field }
}

/// How far zones reach when paths of these types are broken between two hexes.
pub(super) fn reach<'r>(
    game: &Game,
    space: &Space<'_>,
    broken: impl Fn(Place, Place) -> &'r [Id<PathType>],
) -> Reach {
    let lattice = &space.lattice;
    Reach::new(lattice, |from, to| {
        let Some(zones) = &game.rules.zones else { return false };
        let (map, _): (&Map, _) = lattice.hex(from);
        let Some(side) = lattice.hexside(from, to) else { return true };
        let mut sides = map.hexsides.get(&side).into_iter().flatten();
        let mut paths = map.crossings.get(&side).into_iter().flatten();
        let gone = broken(from, to);
        !sides.any(|kind| zones.blocked_by.contains(kind))
            || paths.any(|kind| zones.carried_by.contains(kind) && !gone.contains(kind))
    })
}

#[cfg(test)]
mod tests {
    use super::super::Pack;
    use super::bridge;
    use crate::deeds::UnitId;

    #[test]
    fn a_blown_bridge_is_gone_for_moves_and_zones() {
        let loaded = crate::source::load(std::path::Path::new(env!("CARGO_MANIFEST_DIR")));
        let game = loaded.game("bridgehead").unwrap();
        let pack = Pack::new(game).unwrap();
        let board = pack.board();
        let place = |name: &str| board.field.lattice.parse(name).unwrap();
        let (south, north) = (place("0508"), place("0507"));
        let broken = board.without(&[bridge(south, north)]);
        let motor = board.roster.find(&UnitId::new("l-12r")).unwrap();
        assert!(board.passable(motor, south, north));
        assert!(!broken.passable(motor, south, north));
        let direction = board.field.lattice.direction(south, north).unwrap();
        assert!(board.field.reach.reaches(south, direction));
        assert!(!broken.field.reach.reaches(south, direction));
    }
}
