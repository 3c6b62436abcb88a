//! The window of pieces: by side and formation, then markers.

use super::component::Component;
use super::components::palette::{Panel, PieceSlot, PieceWindow, Tabs};
use crate::model::{Counter, Game};
use crate::vassal::build::{DefinedPiece, Element};
use std::collections::BTreeMap;

/// A slot with its piece.
#[derive(Debug, Clone)]
pub struct SlotPlan<'a> {
    /// The counter.
    pub counter: &'a Counter,
    /// The slot's id.
    pub gpid: String,
    /// The piece, with prototypes.
    pub piece: DefinedPiece,
    /// Pixels.
    pub size: (i32, i32),
}

impl SlotPlan<'_> {
    /// The slot as a component.
    pub fn element(&self) -> Element {
        PieceSlot {
            name: self.counter.name.to_string(),
            gpid: self.gpid.clone(),
            width: self.size.0,
            height: self.size.1,
        }
        .element()
        .saying(self.piece.encode())
    }
}

/// The window.
pub fn window(game: &Game, slots: &[SlotPlan<'_>]) -> Element {
    let mut tabs = Vec::new();
    for (id, side) in game.sides.entries() {
        let own: Vec<&SlotPlan<'_>> =
            slots.iter().filter(|slot| slot.counter.side == Some(id)).collect();
        if !own.is_empty() {
            let tab = Tabs { name: side.name.clone(), ..Tabs::default() };
            tabs.push(tab.element().holding(formations(game, &own)));
        }
    }
    let others: Vec<&SlotPlan<'_>> =
        slots.iter().filter(|slot| slot.counter.side.is_none()).collect();
    if !others.is_empty() {
        tabs.push(panel("Markers", &others));
    }
    let all = Tabs { name: "Pieces".to_owned(), ..Tabs::default() }.element().holding(tabs);
    PieceWindow { name: "Pieces".to_owned(), ..PieceWindow::default() }.element().holding([all])
}

/// A panel per formation, in the order of the sources; what has none comes last.
fn formations(game: &Game, slots: &[&SlotPlan<'_>]) -> Vec<Element> {
    let mut groups: BTreeMap<usize, Vec<&SlotPlan<'_>>> = BTreeMap::new();
    for slot in slots {
        let place = slot.counter.formation.map_or(usize::MAX, crate::model::Id::index);
        groups.entry(place).or_default().push(slot);
    }
    let named = game.formations.iter().map(|formation| formation.name.as_str());
    let names: Vec<&str> = named.collect();
    groups
        .into_iter()
        .map(|(place, slots)| panel(names.get(place).copied().unwrap_or("Others"), &slots))
        .collect()
}

fn panel(name: &str, slots: &[&SlotPlan<'_>]) -> Element {
    Panel { name: name.to_owned(), ..Panel::default() }
        .element()
        .holding(slots.iter().map(|slot| slot.element()))
}
