//! Steps: the sides of a counter, and those of its remnant, as levels of one layer.

use super::{FaceImages, Keys, STEP, Worn, with};
use crate::model::{Counter, CounterKind, Game};
use crate::vassal::traits::fields::Names;
use crate::vassal::traits::layer::{Layer, Level as Shown};

/// One side that a piece can show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Level {
    /// The counter whose side it is: its own, or its remnant's.
    pub counter: String,
    /// The back of that counter.
    pub back: bool,
    /// The picture.
    pub image: String,
    /// Added to the piece's name.
    pub word: String,
}

/// No real unit has more sides; remnants that name each other would go on for ever.
const MOST: usize = 8;

/// The sides of a counter from full strength down.
pub fn levels(game: &Game, faces: &[FaceImages], counter: &Counter) -> Vec<Level> {
    let mut levels = Vec::new();
    let mut next = Some(counter);
    let mut generation = 0;
    while let Some(one) = next.filter(|_| levels.len() < MOST) {
        let images = game.counters.find(&one.id).and_then(|id| faces.get(id.index()));
        let word = |back: bool| {
            let stepped = counter.kind == CounterKind::Unit && counter.steps > 1;
            let own = counter.unit_type.map_or("", |id| game.unit_types[id].back.as_str());
            match (generation, back, stepped) {
                (0, false, _) => String::new(),
                (0, true, _) if !own.is_empty() => format!(" ({own})"),
                (0, true, true) => " (reduced)".to_owned(),
                (0, true, false) => " (back)".to_owned(),
                (_, false, _) => " (remnant)".to_owned(),
                (_, true, _) => " (last step)".to_owned(),
            }
        };
        for (back, image) in [
            (false, images.and_then(|i| i.front.clone())),
            (true, images.and_then(|i| i.back.clone())),
        ] {
            if let Some(image) = image {
                levels.push(Level { counter: one.id.to_string(), back, image, word: word(back) });
            }
        }
        next = one.remnant.as_deref().and_then(|id| game.counters.get(id));
        generation += 1;
    }
    levels
}

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
