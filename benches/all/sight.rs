//! Lines of sight a second on one core, by hex facts.

use crate::cost::Cost;
use hexwright::sight::{Field, Placed, Spot, field_of};
use hexwright::source::load;
use std::hint::black_box;
use std::path::Path;

pub fn run() {
    for id in ["w", "x", "y", "z"] {
        let Some(field) = board(id) else { continue };
        let pairs = pairs(&field);
        let looks = Cost::of(|| {
            for (a, b) in &pairs {
                black_box(field.look(*a, *b, &[]));
            }
        });
        looks.tell(&format!("board {id}"), pairs.len() as f64, "looks");
    }
}

fn board(id: &str) -> Option<Field> {
    let loaded = load(Path::new(env!("CARGO_MANIFEST_DIR")));
    let game = loaded.game("asl-sk2")?;
    field_of(game, game.sight.as_ref()?, &[Placed::alone(game.maps.get(id)?)]).ok()
}

/// Pairs up to range 12, spread over the board.
fn pairs(field: &Field) -> Vec<(Spot, Spot)> {
    let mut spots: Vec<Spot> = field.spots().collect();
    spots.sort_unstable();
    let mut pairs = Vec::new();
    for (n, a) in spots.iter().enumerate() {
        pairs.extend(spots[n + 1..].iter().filter(|b| a.range(**b) <= 12).map(|b| (*a, *b)));
    }
    pairs.into_iter().step_by(7).collect()
}
