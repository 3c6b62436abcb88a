//! Where a router can go, and where it must (3.6).

use super::*;

/// Movement factors of a router.
pub(super) fn factors(table: &Table, unit: usize) -> i32 {
    if table.units[unit].is_leader() && table.units[unit].has("wounded") { 3 } else { 6 }
}

/// Every hex that a router can lawfully reach, with its cost and the hex before.
pub(in super::super) fn reach(table: &Table, unit: usize, start: Hex) -> HashMap<Hex, (Q, Hex)> {
    let limit = whole(factors(table, unit));
    let seen: BTreeSet<usize> =
        known(table, &table.units[unit].side, start).into_iter().map(|(enemy, _)| enemy).collect();
    let mut best = HashMap::from([(start, (whole(0), start))]);
    let mut open = BinaryHeap::from([Reverse((whole(0), start.x, start.y))]);
    while let Some(Reverse((cost, x, y))) = open.pop() {
        let here = Hex::new(x, y);
        for next in table.ground.neighbours(here) {
            let total = cost + step_cost(table, here, next);
            if total > limit
                || step_breach(table, unit, here, next, &seen).is_some()
                || full(table, unit, next)
            {
                continue;
            }
            if best.get(&next).is_none_or(|(known, _)| total < *known) {
                best.insert(next, (total, here));
                open.push(Reverse((total, next.x, next.y)));
            }
        }
    }
    best
}

/// A lawful way from hex to hex, or the straight leap when there is none.
pub(in super::super) fn way(table: &Table, unit: usize, from: Hex, to: Hex) -> Vec<Hex> {
    let reached = reach(table, unit, from);
    let mut path = vec![to];
    while let Some(&at) = path.last()
        && at != from
    {
        match reached.get(&at) {
            Some((_, before)) => path.push(*before),
            None => {
                let side = &table.units[unit].side;
                let cheapest = super::super::movement::cheapest(table, side, from, to);
                return cheapest.unwrap_or_else(|| vec![from, to]);
            }
        }
    }
    path.reverse();
    path
}

pub(super) fn full(table: &Table, unit: usize, hex: Hex) -> bool {
    let router = &table.units[unit];
    let (squads, leaders) = table.stack(hex, &router.side);
    match router.size {
        Size::Leader => leaders >= 4,
        Size::Squad => squads + 1 > whole(3),
        _ => squads + super::super::number::half() > whole(3),
    }
}

/// Where a router may end: the nearest cover, and nearer cover that it may pass over.
fn destinations(table: &Table, unit: usize, start: Hex) -> BTreeSet<(i32, i32)> {
    let reached = reach(table, unit, start);
    let enemies = known(table, &table.units[unit].side, start);
    let may_skip = |hex: Hex| {
        let near = enemies
            .iter()
            .any(|(_, at)| table.ground.range(hex, *at) <= table.ground.range(start, *at));
        let own = table.ground.building_of(start).is_some_and(|building| building.contains(&hex));
        near || own
    };
    let mut cover: Vec<(Q, Hex)> = reached
        .iter()
        .filter(|(hex, _)| **hex != start && table.ground.terrain(**hex).is_cover())
        .map(|(hex, (cost, _))| (*cost, *hex))
        .collect();
    cover.sort_by_key(|(cost, hex)| (*cost, hex.x, hex.y));
    // Where every cover may be passed over, any hex will do.
    let nearest = cover.iter().find(|(_, hex)| !may_skip(*hex)).map(|(cost, _)| *cost);
    let Some(nearest) = nearest else { return BTreeSet::new() };
    let allowed = cover.iter().filter(|(cost, _)| *cost <= nearest);
    allowed.map(|(_, hex)| (hex.x, hex.y)).collect()
}

/// The nearest cover that can be reached; on the way to it when crawling.
pub(super) fn check_destination(
    table: &Table,
    unit: usize,
    path: &[Hex],
    short: bool,
    ruling: &mut Ruling,
) {
    let (Some(&start), Some(&end)) = (path.first(), path.last()) else { return };
    let allowed = destinations(table, unit, start);
    // Past cover the path goes on only into other cover, or where the cover may be passed over.
    for pair in path[1..].windows(2) {
        let stops =
            table.ground.terrain(pair[0]).is_cover() && !table.ground.terrain(pair[1]).is_cover();
        let beside = table
            .enemies(&table.units[unit].side)
            .any(|(_, enemy)| enemy.hex().is_some_and(|at| table.ground.range(at, pair[0]) <= 1));
        let skippable = known(table, &table.units[unit].side, start)
            .iter()
            .any(|(_, at)| table.ground.range(pair[0], *at) <= table.ground.range(start, *at));
        // Out of the building in which it began a unit may always go.
        let own = table.ground.building_of(start).is_some_and(|own| own.contains(&pair[0]));
        if stops && !beside && !skippable && !own {
            ruling.breach(
                "SK2-3.6-STOP",
                format!("{} is cover: the rout ends there", table.ground.name(pair[0])),
            );
            return;
        }
    }
    // From cover it may go on into the next cover.
    let ends_in_cover = table.ground.terrain(end).is_cover();
    let through = path[1..].iter().any(|hex| allowed.contains(&(hex.x, hex.y)));
    if allowed.is_empty() || allowed.contains(&(end.x, end.y)) || ends_in_cover && through {
        return;
    }
    if short {
        let nearer = allowed.iter().any(|(x, y)| {
            let goal = Hex::new(*x, *y);
            table.ground.range(end, goal) < table.ground.range(start, goal)
        });
        if nearer {
            return;
        }
    }
    let names: Vec<String> =
        allowed.iter().map(|(x, y)| table.ground.name(Hex::new(*x, *y))).collect();
    ruling.breach(
        "SK2-3.6-DEST",
        format!("it must head for the nearest woods or building: {}", names.join(", ")),
    );
}
