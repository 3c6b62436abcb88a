//! Combat: who may attack, the column, and what must follow from the roll.

mod aftermath;
mod attack;
mod duty;
mod guess;
mod table;

pub(crate) use aftermath::{Aftermath, Blame, with_retreat};
pub(crate) use attack::{Attack, Odds, Role, shift};
pub(crate) use duty::idle;
pub(crate) use guess::{Guess, explanations};
pub(crate) use table::Table;
