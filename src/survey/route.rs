//! The cheapest way from hex to hex.

use super::{StepCost, step_cost};
use crate::hex::Hex;
use crate::model::{Game, Id, Map, MovementClass, MovementPoints};
use crate::referee::ground::{Fine, Ground, Lattice, OFF, Place, Scale};
use crate::referee::tell::{Clauses, Tell};
use crate::referee::walk::{Exit, Search, Stand, Walk};
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
    /// The target cannot be entered at all; the reason is that of the last neighbour.
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
    let lattice = Lattice::new([(None, map)]);
    let place = |hex: Hex| lattice.place(None, hex.into()).ok_or(RouteError::OffMap);
    let (start, goal) = (place(from)?, place(to)?);
    let scale = Scale::of_game(game, [all]);
    let ground = Ground::new(game, &lattice, class, scale);
    let open_country = OpenCountry { lattice: &lattice, ground: &ground, all: scale.fine(all) };
    let mut search = Search::new();
    let reached = |stand: Stand<()>| stand.place == goal;
    let begin = Stand { place: start, state: () };
    if let Some(found) = search.cheapest(&open_country, begin, Clauses::NONE, reached) {
        let legs = search.route(&open_country, found, Clauses::NONE);
        let mut spent = MovementPoints::ZERO;
        let steps = legs.iter().filter_map(|leg| {
            let (_, before) = lattice.hex(leg.from.place);
            let (_, hex) = lattice.hex(leg.to.place);
            let cost = step_cost(game, map, class, before, hex, all).ok()?;
            spent = spent.checked_add(cost.total)?;
            Some(RouteStep { hex, cost, spent })
        });
        return Ok(CheapestRoute { start: from, steps: steps.collect() });
    }
    let around = map.grid.neighbours(to);
    let mut ways = around.map(|(_, beside)| step_cost(game, map, class, beside, to, all));
    let closed = ways.try_fold(None, |_, way| way.err().map(Some));
    match closed.flatten() {
        Some(reason) => Err(RouteError::Closed(reason)),
        None => {
            let mut hexes = 0;
            search.flood(&open_country, begin, Clauses::NONE, |_| hexes += 1);
            Err(RouteError::NoWay(hexes))
        }
    }
}

/// Ground with nobody on it.
struct OpenCountry<'a> {
    lattice: &'a Lattice<'a>,
    ground: &'a Ground,
    all: Fine,
}

impl Walk for OpenCountry<'_> {
    type State = ();

    fn places(&self) -> usize {
        self.lattice.len()
    }

    fn exits(&self, from: Place, mut show: impl FnMut(Exit)) {
        let around = (0..).zip(self.lattice.around(from)).zip(self.ground.from(from));
        for ((number, &to), going) in around {
            if to != OFF && going.cost().is_some() {
                show(Exit { number, to });
            }
        }
    }

    fn step(&self, from: Stand<()>, _spent: Fine, exit: Exit, tell: &mut Tell<'_>) {
        let going = self.ground.from(from.place)[usize::from(exit.number)];
        let all = if going.takes_all() { self.all } else { 0 };
        tell.costs(going.cost().unwrap_or(0) + all, String::new);
    }
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
