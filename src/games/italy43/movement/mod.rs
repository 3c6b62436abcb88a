//! 5.0 Land movement.

mod area_step;
mod judge;
mod rules;
mod search;
mod step;

pub(super) use rules::*;
pub(super) use step::Progress;
