//! `duplicate-gpid`: two slots with the same piece id.
//!
//! Saved games know a piece's slot by this number alone. With two slots of one
//! number, refreshing the counters of a game turns pieces into others.

use super::Check;
use super::bench::Bench;
use crate::vassal::traits::Meaning;
use std::collections::HashMap;

pub(super) const CHECK: Check =
    Check { codes: &["duplicate-gpid"], looks_for: "slots that share a piece id", run };

fn run(bench: &mut Bench<'_>) {
    let mut first: HashMap<String, String> = HashMap::new();
    let mut twice = Vec::new();
    for piece in &bench.pieces {
        let mut ids = Vec::new();
        if !piece.is_prototype() {
            ids.extend(piece.element.get("gpid").map(str::to_owned));
        }
        for (one, _) in piece.written.traits() {
            match &one.meaning {
                Meaning::PlaceMarker(place) => ids.push(place.gpid.clone()),
                Meaning::Replace(replace) => ids.push(replace.gpid.clone()),
                _ => {}
            }
        }
        for id in ids.into_iter().filter(|id| !id.is_empty()) {
            match first.get(&id) {
                Some(other) => twice.push((id, other.clone(), piece.place.clone())),
                None => drop(first.insert(id, piece.place.clone())),
            }
        }
    }
    for (id, other, place) in twice {
        let message = format!("the piece id {id} is also that of `{other}`");
        let help = "VASSAL's \"Check and repair\" of the module gives it another; refresh the counters of saved set-ups then";
        bench.warning("duplicate-gpid", &place, message, help);
    }
}
