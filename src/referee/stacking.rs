//! Stacking: what stands in a hex, counted and compared with what may.

use super::ground::Fine;

/// What a unit counts in a stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Weight {
    /// So much, in the fractions that limits are given in.
    pub points: Fine,
    /// Of which category, for limits of their own; any number the game likes.
    pub category: u8,
    /// Whether it counts nothing.
    pub free: bool,
}

/// What may stand in a hex.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Limit {
    /// The most in all.
    pub points: Fine,
    /// The most of single categories: category, and how many points.
    pub categories: Vec<(u8, Fine)>,
    /// Categories of which the first unit counts nothing.
    pub first_free: Vec<u8>,
}

impl Limit {
    /// A limit without exceptions.
    pub fn of(points: Fine) -> Self {
        Limit { points, ..Limit::default() }
    }
}

/// How a stack compares with its limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tally {
    /// What counts.
    pub points: Fine,
    /// What may.
    pub limit: Fine,
    /// The category that is too strong, when the sum is not.
    pub category: Option<u8>,
}

impl Tally {
    /// Whether the stack is within its limit.
    pub fn fits(&self) -> bool {
        self.points <= self.limit && self.category.is_none()
    }
}

/// Counts a stack.
pub fn tally(stack: impl Iterator<Item = Weight> + Clone, limit: &Limit) -> Tally {
    let counted = |category: Option<u8>| {
        let mut sum: Fine = 0;
        let mut firsts = 0u64;
        let ours = stack.clone().filter(|weight| {
            !weight.free && category.is_none_or(|category| category == weight.category)
        });
        for weight in ours {
            let bit = 1u64 << (weight.category & 63);
            if limit.first_free.contains(&weight.category) && firsts & bit == 0 {
                firsts |= bit;
                continue;
            }
            sum = sum.saturating_add(weight.points);
        }
        sum
    };
    let over = limit.categories.iter().find(|(category, most)| counted(Some(*category)) > *most);
    Tally {
        points: counted(None),
        limit: limit.points,
        category: over.map(|(category, _)| *category),
    }
}
