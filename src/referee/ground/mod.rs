//! The ground: hexes as numbers, who is next to whom, and what each step costs.
//!
//! Made once for a game and its maps, so that searches touch plain tables only. Points are
//! whole numbers of a common fraction ([`Scale`]), so that thirds and halves add up exactly.

mod cost;
mod lattice;

pub use cost::{CostItem, StepCost, entry_cost, step_cost, step_cost_without};
pub use lattice::{Lattice, OFF, Place};

use crate::model::{Cost, Costs, Game, Id, MovementClass, MovementPoints};

/// A number of the smallest fractions of a movement point that a game knows.
pub type Fine = u32;

/// The common denominator of all points of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scale(u32);

/// Typed values divide by at most twelve, so that this is their largest common denominator.
const FINEST: i64 = 27_720;

impl Scale {
    /// The coarsest scale on which all these are whole.
    pub fn of(points: impl IntoIterator<Item = MovementPoints>) -> Scale {
        let mut common = 1i64;
        for value in points {
            let (_, below) = value.parts();
            let next = num_lcm(common, below);
            if next <= FINEST {
                common = next;
            }
        }
        Scale(u32::try_from(common).unwrap_or(1))
    }

    /// The scale of everything that a game's terrain effects chart says, and of these as well.
    pub fn of_game(game: &Game, more: impl IntoIterator<Item = MovementPoints>) -> Scale {
        let costs = game.terrain.iter().map(|kind| &kind.costs);
        let costs = costs.chain(game.hexsides.iter().map(|kind| &kind.costs));
        let costs = costs.chain(game.paths.iter().map(|kind| &kind.costs));
        let in_chart = |costs: &'_ Costs| -> Vec<MovementPoints> {
            let classes = game.movement_classes.entries();
            let stated = classes.filter_map(|(class, _)| costs.of(class));
            stated
                .filter_map(|cost| match cost.value {
                    Cost::Points(points) | Cost::Add(points) => Some(points),
                    _ => None,
                })
                .collect()
        };
        Scale::of(costs.flat_map(in_chart).chain(more))
    }

    /// So many fractions; what is negative counts nothing, what is huge as the most there is.
    pub fn fine(self, points: MovementPoints) -> Fine {
        let (top, below) = points.parts();
        let exact = i128::from(top) * i128::from(self.0) / i128::from(below.max(1));
        Fine::try_from(exact.clamp(0, i128::from(MOST))).unwrap_or(MOST)
    }

    /// As points again.
    pub fn points(self, fine: Fine) -> MovementPoints {
        let top = i32::try_from(fine).unwrap_or(i32::MAX);
        let below = i32::try_from(self.0).unwrap_or(1);
        // The denominator is at least one.
        MovementPoints::fraction(top, below).unwrap_or(MovementPoints::ZERO)
    }

    /// One point.
    pub fn one(self) -> Fine {
        self.0
    }
}

/// More than any allowance, and far from overflow when added up.
const MOST: Fine = 1 << 28;

fn num_lcm(a: i64, b: i64) -> i64 {
    let (mut x, mut y) = (a, b.max(1));
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x.max(1) * b.max(1)
}

/// What one step costs, without its items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Going(u32);

impl Going {
    const CLOSED: u32 = 1 << 31;
    const ALL: u32 = 1 << 30;
    const PATH: u32 = 1 << 29;
    /// Off the map.
    const NOWHERE: Going = Going(Self::CLOSED);

    fn of(cost: Result<StepCost, String>, scale: Scale) -> Going {
        let Ok(cost) = cost else { return Going::NOWHERE };
        let mut packed = scale.fine(cost.total).min(Going::PATH - 1);
        if cost.takes_all {
            packed |= Going::ALL;
        }
        if cost.on_path {
            packed |= Going::PATH;
        }
        Going(packed)
    }

    /// The cost; none when the step is prohibited.
    pub fn cost(self) -> Option<Fine> {
        (self.0 & Self::CLOSED == 0).then_some(self.0 & (Self::PATH - 1))
    }

    /// Whether it takes all of a unit's points.
    pub fn takes_all(self) -> bool {
        self.0 & Self::ALL != 0
    }

    /// Whether it follows a path.
    pub fn on_path(self) -> bool {
        self.0 & Self::PATH != 0
    }
}

/// What every step costs one movement class.
#[derive(Debug, Clone)]
pub struct Ground {
    steps: Vec<[Going; 6]>,
}

impl Ground {
    /// Reads the terrain effects chart for a class.
    pub fn new(game: &Game, lattice: &Lattice<'_>, class: Id<MovementClass>, scale: Scale) -> Self {
        let mut steps = vec![[Going::NOWHERE; 6]; lattice.len()];
        for (place, going) in steps.iter_mut().enumerate() {
            let place = place as Place;
            let (map, hex) = lattice.hex(place);
            for (direction, next) in lattice.around(place).iter().enumerate() {
                if *next == OFF {
                    continue;
                }
                let (_, to) = lattice.hex(*next);
                let cost = step_cost(game, map, class, hex, to, MovementPoints::ZERO);
                going[direction] = Going::of(cost, scale);
            }
        }
        Ground { steps }
    }

    /// Says anew what a step costs.
    pub fn set(
        &mut self,
        place: Place,
        direction: usize,
        cost: Result<StepCost, String>,
        scale: Scale,
    ) {
        self.steps[place as usize][direction] = Going::of(cost, scale);
    }

    /// The steps out of a place, by direction.
    pub fn from(&self, place: Place) -> &[Going; 6] {
        &self.steps[place as usize]
    }
}
