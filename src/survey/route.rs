//! The cheapest way from hex to hex.

use super::movement::{StepCost, step_cost};
use crate::hex::Hex;
use crate::model::{Game, Id, Map, MovementClass, MovementPoints};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;

/// A step of a route.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RouteStep {
    /// The hex entered.
    pub hex: Hex,
    /// What that cost.
    pub cost: StepCost,
    /// The points spent so far.
    pub spent: MovementPoints,
}

/// The cheapest route.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheapestRoute {
    /// Where it starts.
    pub start: Hex,
    /// Its steps.
    pub steps: Vec<RouteStep>,
}

impl CheapestRoute {
    /// What it costs in all.
    pub fn total(&self) -> MovementPoints {
        self.steps.last().map_or(MovementPoints::ZERO, |step| step.spent)
    }
}

/// Why there is no route.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RouteError {
    /// An end is not on the map.
    OffMap,
    /// The target cannot be entered at all; the reason is that of the first neighbour.
    Closed(String),
    /// No way leads there; so many hexes can be reached.
    NoWay(usize),
}

impl fmt::Display for RouteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RouteError::OffMap => f.write_str("the hex is not on the map"),
            RouteError::Closed(reason) => {
                write!(f, "the hex cannot be entered from any side: {reason}")
            }
            RouteError::NoWay(reached) => {
                write!(f, "no way leads there: {reached} hexes can be reached from the start")
            }
        }
    }
}

impl std::error::Error for RouteError {}

/// The cheapest route for a movement class, by exact points; of equal ones the one with fewer steps.
pub fn cheapest_route(
    game: &Game,
    map: &Map,
    class: Id<MovementClass>,
    from: Hex,
    to: Hex,
    all: MovementPoints,
) -> Result<CheapestRoute, RouteError> {
    let (Some(start), Some(goal)) = (map.grid.index(from), map.grid.index(to)) else {
        return Err(RouteError::OffMap);
    };
    type Best = Option<(MovementPoints, u32, usize)>;
    let mut best: Vec<Best> = vec![None; map.grid.len()];
    let mut open = BinaryHeap::new();
    best[start] = Some((MovementPoints::ZERO, 0, start));
    open.push(Reverse((MovementPoints::ZERO, 0, start)));
    while let Some(Reverse((spent, steps, here))) = open.pop() {
        if here == goal {
            return Ok(trace(game, map, class, &best, start, goal, all));
        }
        if best[here].is_some_and(|(known, count, _)| (known, count) < (spent, steps)) {
            continue;
        }
        let Some(hex) = map.grid.at_index(here) else { continue };
        for (_, next) in map.grid.neighbours(hex) {
            let Ok(cost) = step_cost(game, map, class, hex, next, all) else { continue };
            let (Some(total), Some(index)) = (spent.checked_add(cost.total), map.grid.index(next))
            else {
                continue;
            };
            let better =
                best[index].is_none_or(|(known, count, _)| (total, steps + 1) < (known, count));
            if better {
                best[index] = Some((total, steps + 1, here));
                open.push(Reverse((total, steps + 1, index)));
            }
        }
    }
    let blocked =
        map.grid.neighbours(to).map(|(_, beside)| step_cost(game, map, class, beside, to, all));
    match blocked.collect::<Vec<_>>().into_iter().collect::<Result<Vec<_>, _>>() {
        Err(reason)
            if map
                .grid
                .neighbours(to)
                .all(|(_, n)| step_cost(game, map, class, n, to, all).is_err()) =>
        {
            Err(RouteError::Closed(reason))
        }
        _ => Err(RouteError::NoWay(best.iter().flatten().count())),
    }
}

fn trace(
    game: &Game,
    map: &Map,
    class: Id<MovementClass>,
    best: &[Option<(MovementPoints, u32, usize)>],
    start: usize,
    goal: usize,
    all: MovementPoints,
) -> CheapestRoute {
    let mut chain = vec![goal];
    while let Some(&at) = chain.last() {
        match best.get(at).copied().flatten() {
            Some((_, _, before)) if at != start => chain.push(before),
            _ => break,
        }
    }
    chain.reverse();
    let hexes: Vec<Hex> = chain.iter().filter_map(|i| map.grid.at_index(*i)).collect();
    let mut spent = MovementPoints::ZERO;
    let steps = hexes
        .windows(2)
        .filter_map(|pair| {
            let cost = step_cost(game, map, class, pair[0], pair[1], all).ok()?;
            spent = spent.checked_add(cost.total)?;
            Some(RouteStep { hex: pair[1], cost, spent })
        })
        .collect();
    CheapestRoute { start: hexes.first().copied().unwrap_or(Hex::ZERO), steps }
}

#[cfg(test)]
mod tests {
    use super::super::sample::game;
    use super::*;

    #[test]
    fn a_route_takes_the_road_and_adds_thirds_exactly() {
        let loaded = game(
            "[[path]]\ntype = \"major-road\"\nalong = \"0101 0201 0302 0402 0503 0603\"\n[[terrain]]\ntype = \"woods\"\nhexes = \"0302 0402\"\n",
        );
        let game = loaded.game("g").unwrap();
        let map = game.maps.iter().next().unwrap();
        let hex = |id: &str| map.grid.parse(id).unwrap();
        let mech = game.movement_classes.find("mech").unwrap();
        let route =
            cheapest_route(game, map, mech, hex("0101"), hex("0603"), MovementPoints::whole(6))
                .unwrap();
        assert_eq!(route.total().to_string(), "1 2/3");
        assert_eq!(route.steps.len(), 5);
    }

    #[test]
    fn a_river_is_listed_beside_the_terrain_it_is_added_to() {
        let loaded = game(
            "[[terrain]]\ntype = \"woods\"\nhexes = \"0202\"\n[[hexside]]\ntype = \"river\"\nsides = \"0102/0202\"\n",
        );
        let game = loaded.game("g").unwrap();
        let map = game.maps.iter().next().unwrap();
        let hex = |id: &str| map.grid.parse(id).unwrap();
        let foot = game.movement_classes.find("foot").unwrap();
        let cost =
            step_cost(game, map, foot, hex("0102"), hex("0202"), MovementPoints::whole(6)).unwrap();
        let items: Vec<String> =
            cost.items.iter().map(|i| format!("{} {}", i.what, i.points)).collect();
        assert_eq!(items, ["Woods 2", "River 1"]);
        assert_eq!(cost.total.to_string(), "3");
    }

    #[test]
    fn what_cannot_be_reached_is_told_with_the_reason() {
        let loaded = game("[[terrain]]\ntype = \"sea\"\nhexes = \"0301-0306 0505\"\n");
        let game = loaded.game("g").unwrap();
        let map = game.maps.iter().next().unwrap();
        let hex = |id: &str| map.grid.parse(id).unwrap();
        let foot = game.movement_classes.find("foot").unwrap();
        let find = |to: &str| {
            cheapest_route(game, map, foot, hex("0101"), hex(to), MovementPoints::ONE).unwrap_err()
        };
        assert_eq!(find("0601"), RouteError::NoWay(12));
        assert_eq!(find("0505"), RouteError::Closed("Sea is prohibited".to_owned()));
    }
}
