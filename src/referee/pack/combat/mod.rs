//! Combat: who may attack, the column, and what must follow from the roll.

mod aftermath;
mod attack;
mod duty;
mod guess;
mod table;

pub(super) use aftermath::{Aftermath, Blame, with_retreat};
pub(super) use attack::{Attack, Odds, Role, shift};
pub(super) use duty::idle;
pub(super) use guess::{Guess, explanations};
pub(super) use table::Table;
