//! Steps: the faces of a counter as levels of one layer.

use super::{Keys, STEP, Worn, with};
use crate::model::{Counter, CounterKind};
use crate::module::table::Level;
use crate::vassal::traits::fields::Names;
use crate::vassal::traits::layer::{Layer, Level as Shown};

/// The layer that shows them; none for a counter with one side.
pub(super) fn layer(counter: &Counter, levels: &[Level]) -> Option<Worn> {
    if levels.len() < 2 {
        return None;
    }
    let two = levels.len() == 2;
    let stepped = counter.kind == CounterKind::Unit && counter.steps > 1;
    let layer = Layer {
        activate_modifiers: 128,
        activate_key_old: "A".to_owned(),
        up_command: if stepped && !two { "Lose a step" } else { "Flip" }.to_owned(),
        up_modifiers: 128,
        down_command: if two { "" } else { "Regain a step" }.to_owned(),
        down_modifiers: 128,
        images: Names(levels.iter().map(|level| level.image.clone()).collect()),
        names: Names(levels.iter().map(|level| format!("+{}", level.word)).collect()),
        // Two sides turn over and over; more go down and up again.
        loops: two,
        name: STEP.to_owned(),
        version: 1,
        increase_key: Keys::flip(),
        decrease_key: if two { Default::default() } else { Keys::flip_back() },
        ..Layer::default()
    };
    Some(with(layer, Shown { level: 1, active: true }.encode()))
}
