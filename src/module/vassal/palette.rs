//! The window of pieces: by side and formation, then markers.

use super::component::Component;
use super::components::palette::{Panel, PieceSlot, PieceWindow, Tabs};
use crate::model::{Counter, Game};
use crate::vassal::build::{DefinedPiece, Element};
use crate::vassal::sequence::join;
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

/// The name of the window and of its tabs.
const PIECES: &str = "Pieces";
/// The panel of what belongs to no side.
const MARKERS: &str = "Markers";
/// The panel of what belongs to no formation.
const OTHERS: &str = "Others";

/// Where VASSAL finds the slot of a counter.
pub fn path(game: &Game, counter: &Counter) -> String {
    let step = |class: &str, name: &str| join(':', [class, name]);
    let mut steps = vec![step(PieceWindow::TAG, PIECES), step(Tabs::TAG, PIECES)];
    let panel = match counter.side {
        Some(side) => {
            steps.push(step(Tabs::TAG, &game.sides[side].name));
            counter.formation.map_or(OTHERS, |id| game.formations[id].name.as_str())
        }
        None => MARKERS,
    };
    steps.push(step(Panel::TAG, panel));
    steps.push(step(PieceSlot::TAG, &counter.name));
    join('/', steps)
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
        tabs.push(panel(MARKERS, &others));
    }
    let all = Tabs { name: PIECES.to_owned(), ..Tabs::default() }.element().holding(tabs);
    PieceWindow { name: PIECES.to_owned(), ..PieceWindow::default() }.element().holding([all])
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
        .map(|(place, slots)| panel(names.get(place).copied().unwrap_or(OTHERS), &slots))
        .collect()
}

fn panel(name: &str, slots: &[&SlotPlan<'_>]) -> Element {
    Panel { name: name.to_owned(), ..Panel::default() }
        .element()
        .holding(slots.iter().map(|slot| slot.element()))
}
