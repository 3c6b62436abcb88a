//! The same game played with separate markers instead of states on the pieces.

use crate::deeds::{Act, Deed, Spot, UnitId};
use crate::model::Game;
use std::collections::HashMap;

/// Puts a marker down wherever a state is set, takes it away where it ends, and drags it along with
/// its unit, as players of modules without states on pieces do.
pub fn with_separate_markers(game: &Game, deeds: &[Deed]) -> Vec<Deed> {
    let mut at: HashMap<UnitId, Spot> = HashMap::new();
    let mut marked: HashMap<UnitId, Vec<String>> = HashMap::new();
    let marker_of = |state: &str| {
        let marker = game.rules.states.get(state)?.marker?;
        Some(game.counters[marker].id.to_string())
    };
    let mut out = Vec::with_capacity(deeds.len());
    for deed in deeds {
        match &deed.act {
            Act::SetUp { pieces, .. } => {
                at.extend(pieces.iter().map(|piece| (piece.unit.clone(), piece.at.clone())));
            }
            Act::State { unit, state, on } => {
                let spot = at.get(unit).cloned();
                if let (Some(marker), Some(spot)) = (marker_of(state), spot) {
                    let list = marked.entry(unit.clone()).or_default();
                    let (from, to) = if *on {
                        list.push(marker.clone());
                        (None, Some(spot))
                    } else {
                        list.retain(|known| *known != marker);
                        (Some(spot), None)
                    };
                    out.push(Deed { act: Act::Marker { marker, from, to }, ..deed.clone() });
                    continue;
                }
            }
            Act::Move { unit, to, .. } => {
                let before = at.insert(unit.clone(), to.clone());
                out.push(deed.clone());
                follow(unit, before, Some(to), &mut marked, deed, &mut out);
                continue;
            }
            Act::Leave { unit, from } => {
                at.remove(unit);
                out.push(deed.clone());
                follow(unit, Some(from.clone()), None, &mut marked, deed, &mut out);
                continue;
            }
            _ => {}
        }
        out.push(deed.clone());
    }
    out
}

/// Markers go where their unit goes; off the map they are taken away.
fn follow(
    unit: &UnitId,
    from: Option<Spot>,
    to: Option<&Spot>,
    marked: &mut HashMap<UnitId, Vec<String>>,
    deed: &Deed,
    out: &mut Vec<Deed>,
) {
    let on_map = |spot: &&Spot| spot.location().is_some_and(|(_, at)| at.hex().is_some());
    let to = to.filter(on_map).cloned();
    for marker in marked.get(unit).into_iter().flatten() {
        let act = Act::Marker { marker: marker.clone(), from: from.clone(), to: to.clone() };
        out.push(Deed { act, ..deed.clone() });
    }
    if to.is_none() {
        marked.remove(unit);
    }
}
