//! What the rules ask of the map beyond terrain: numbers of columns, the halt line, what entering costs.

use super::boundary::{Frontier, Stages};
use super::combat::{Heights, Pools, Table};
use super::places::Places;
use crate::model::{Cost, Game, Id, MovementClass, MovementPoints};
use crate::referee::Problem;
use crate::referee::ground::{Fine, Place, entry_cost};
use crate::referee::world::{Space, bit};
use crate::referee::zones::Reach;

/// The US halt line, column by column from the west: column, and its hex of the line.
const HALT_LINE: [(u8, u8); 18] = [
    (27, 21),
    (28, 20),
    (29, 20),
    (30, 19),
    (31, 19),
    (32, 18),
    (33, 18),
    (34, 17),
    (35, 17),
    (36, 17),
    (37, 18),
    (38, 18),
    (39, 19),
    (40, 19),
    (41, 20),
    (42, 20),
    (43, 21),
    (44, 21),
];

/// The columns of The U.S. Landing.
const LANDING_AREA: std::ops::RangeInclusive<u8> = 23..=44;

/// The map, as the rules of Sicily see it.
#[derive(Debug, Clone)]
pub(super) struct Land {
    /// Printed column and row of each hex.
    printed: Vec<(u8, u8)>,
    /// What entering each hex costs by class, without roads, towns and hexsides; none where it is closed.
    entering: Vec<[Option<Fine>; 3]>,
    /// Rivers, as a bit of [`Space::sides`].
    pub(super) river: u64,
    /// Towns, as a bit of [`Space::terrain`].
    pub(super) town: u64,
    /// What a town adds for mechanized units.
    pub(super) town_costs: Fine,
    /// What an unbridged river adds.
    pub(super) river_costs: Fine,
    /// Places that the rules name or describe.
    pub(super) places: Places,
    /// The stages of the army boundary.
    pub(super) stages: Stages,
    /// What combat asks of the map.
    pub(super) heights: Heights,
    /// The combat results table.
    pub(super) table: Table,
    /// The strength chits.
    pub(super) pools: Pools,
}

impl Land {
    pub(super) fn new(game: &Game, space: &mut Space<'_>) -> Result<Self, Problem> {
        space.reach = Reach::new(&space.lattice, |_, _| true).into();
        let lacks = |what: &str| Problem::new(format!("the sources of Sicily have no {what}"));
        let river = game.hexsides.find("river").ok_or_else(|| lacks("river"))?;
        let town = game.terrain.find("town").ok_or_else(|| lacks("town"))?;
        let classes: Vec<Id<MovementClass>> =
            game.movement_classes.entries().map(|(id, _)| id).collect();
        let &[foot, _, mechanized] = classes.as_slice() else { return Err(lacks("three classes")) };
        let added = |cost: Option<Cost>| match cost {
            Some(Cost::Add(points)) => space.scale.fine(points),
            _ => 0,
        };
        let town_costs = added(game.terrain[town].costs.of(mechanized).map(|cost| cost.value));
        let river_costs = added(game.hexsides[river].costs.of(foot).map(|cost| cost.value));
        let mut land = Land {
            printed: Vec::with_capacity(space.lattice.len()),
            entering: Vec::with_capacity(space.lattice.len()),
            river: bit(river.index()),
            town: bit(town.index()),
            town_costs,
            river_costs,
            places: Places::new(game, space)?,
            stages: Stages::default(),
            heights: Heights::new(game, space),
            table: Table::new(game)?,
            pools: Pools::new(game),
        };
        for place in space.lattice.places() {
            let (map, hex) = space.lattice.hex(place);
            let name = space.lattice.name(place);
            let number = |range| name.get(range).and_then(|digits: &str| digits.parse().ok());
            land.printed.push((number(0..2).unwrap_or(0), number(2..4).unwrap_or(0)));
            let towns = if space.terrain[place as usize] & land.town != 0 { town_costs } else { 0 };
            land.entering.push([0, 1, 2].map(|class: usize| {
                let cost = entry_cost(game, map, classes[class], hex, MovementPoints::ZERO).ok()?;
                let added = if class == 2 { towns } else { 0 };
                Some(space.scale.fine(cost.total).saturating_sub(added))
            }));
        }
        let stages = ["boundary-1", "boundary-2", "boundary-3"];
        land.stages = Stages::new(stages.map(|stage| {
            land.places.area(stage).iter().map(|place| land.printed[*place as usize]).collect()
        }));
        Ok(land)
    }

    /// Whether a hex is the UK's; the boundary's own hexes are.
    pub(super) fn is_uk(&self, place: Place, frontier: Frontier) -> bool {
        let (column, row) = self.printed[place as usize];
        column >= self.stages.column(frontier, row)
    }

    /// How many columns a hex lies beyond the boundary, from the side that is not the UK's.
    pub(super) fn beyond(&self, place: Place, frontier: Frontier) -> i32 {
        let (column, row) = self.printed[place as usize];
        i32::from(column) - i32::from(self.stages.column(frontier, row))
    }

    /// Whether a hex lies in the area of The U.S. Landing.
    pub(super) fn is_in_landing_area(&self, place: Place) -> bool {
        LANDING_AREA.contains(&self.column(place))
    }

    /// The printed column.
    pub(super) fn column(&self, place: Place) -> u8 {
        self.printed[place as usize].0
    }

    /// What entering costs a class, by its number.
    pub(super) fn entering(&self, place: Place, class: usize) -> Option<Fine> {
        self.entering[place as usize][class]
    }

    /// Whether a hex lies north of the US halt line; the hexes of the line itself do not.
    pub(super) fn is_beyond_halt_line(&self, place: Place) -> bool {
        let (column, row) = self.printed[place as usize];
        HALT_LINE.iter().any(|(at, line)| *at == column && row < *line)
    }
}
