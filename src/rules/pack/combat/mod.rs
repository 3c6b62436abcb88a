//! Combat: who may attack, the column, and what must follow from the roll.

mod aftermath;
mod attack;
mod guess;
mod table;

pub(super) use aftermath::{Aftermath, Blame, with_retreat};
pub(super) use attack::{Attack, Odds, Role};
pub(super) use guess::{Guess, explanations};
pub(super) use table::Table;
