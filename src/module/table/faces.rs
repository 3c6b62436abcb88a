//! Faces: the sides of a counter, and those of its remnant, as pictures from full strength down.

use crate::model::{Back, Counter, CounterKind, Game};
use crate::module::names::file_word;

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

/// The faces of a counter as pictures: `None` for a blank side.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FaceImages {
    /// The front.
    pub front: Option<String>,
    /// The back.
    pub back: Option<String>,
}

impl FaceImages {
    /// The pictures of a counter: its front, and its back unless that is blank.
    pub fn of(counter: &Counter) -> Self {
        let word = file_word(&counter.id);
        let blank = counter.back == Back::Blank && counter.back_art.is_none();
        FaceImages {
            front: Some(format!("{word}.png")),
            back: (!blank).then(|| format!("{word}-back.png")),
        }
    }
}
