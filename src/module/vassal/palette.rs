//! The window of pieces: by side and formation, then markers.

use super::component::Component;
use super::components::palette::{List, Panel, PieceSlot, PieceWindow, Tabs};
use crate::model::{Counter, Game, Id, Side};
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
/// What belongs to no side.
const MARKERS: &str = "Markers";
/// What belongs to no formation.
const OTHERS: &str = "Others";

// VASSAL docks the window beside the chat, about 110 pixels high, and squeezes a panel that is higher.
/// Rows of pieces in a panel.
const ROWS: usize = 2;
/// Pieces in a row.
const COLUMNS: usize = 8;
/// How wide pieces are shown there.
const SHOWN: f64 = 56.0;

/// Pieces that are shown together, under a name in a list.
#[derive(Debug)]
struct Group {
    name: String,
    /// Places in the list of counters.
    members: Vec<usize>,
}

/// The pieces of a side by formation, or by type where nobody has one; what belongs to no side in the order of the sources.
fn groups(game: &Game, side: Option<Id<Side>>) -> Vec<Group> {
    let own = || game.counters.iter().enumerate().filter(move |(_, counter)| counter.side == side);
    let formed = own().any(|(_, counter)| counter.formation.is_some());
    // By place in the sources; what belongs to none comes last.
    let named = |counter: &Counter| -> (usize, &str) {
        let group = if side.is_none() {
            Some((0, MARKERS))
        } else if formed {
            counter.formation.map(|id| (id.index(), game.formations[id].name.as_str()))
        } else {
            counter.unit_type.map(|id| (id.index(), game.unit_types[id].name.as_str()))
        };
        group.unwrap_or((usize::MAX, OTHERS))
    };
    let mut by_name: BTreeMap<(usize, &str), Vec<usize>> = BTreeMap::new();
    for (nth, counter) in own() {
        by_name.entry(named(counter)).or_default().push(nth);
    }
    let counters: Vec<&Counter> = game.counters.iter().collect();
    let mut groups: Vec<Group> = Vec::new();
    for ((_, name), members) in by_name {
        let several = members.len() > ROWS * COLUMNS;
        for part in members.chunks(ROWS * COLUMNS) {
            let mut title = name.to_owned();
            if several {
                title = format!("{name}: {} …", counters[part[0]].name);
            }
            // VASSAL finds a panel by its name.
            if groups.iter().any(|group| group.name == title) {
                title = format!("{title} {}", groups.len() + 1);
            }
            groups.push(Group { name: title, members: part.to_vec() });
        }
    }
    groups
}

/// Where VASSAL finds the slot of a counter.
pub fn path(game: &Game, counter: &Counter) -> String {
    let step = |class: &str, name: &str| join(':', [class, name]);
    let owner = counter.side.map_or(MARKERS, |side| game.sides[side].name.as_str());
    let place = game.counters.iter().position(|one| one.id == counter.id);
    let groups = groups(game, counter.side);
    let group = groups.iter().find(|group| place.is_some_and(|at| group.members.contains(&at)));
    join(
        '/',
        [
            step(PieceWindow::TAG, PIECES),
            step(Tabs::TAG, PIECES),
            step(List::TAG, owner),
            step(Panel::TAG, group.map_or(OTHERS, |group| group.name.as_str())),
            step(PieceSlot::TAG, &counter.name),
        ],
    )
}

/// The window. Formations in tabs would take row after row of them and leave no room for the pieces.
pub fn window(game: &Game, slots: &[SlotPlan<'_>]) -> Element {
    let owners = game.sides.entries().map(|(id, side)| (Some(id), side.name.as_str()));
    let mut tabs = Vec::new();
    for (side, name) in owners.chain([(None, MARKERS)]) {
        let groups = groups(game, side);
        if !groups.is_empty() {
            let panels = groups.iter().map(|group| panel(game, group, slots));
            let (name, width, height) = (name.to_owned(), 760, 300);
            let list = List { name, width, height, divider: 520, ..List::default() };
            tabs.push(list.element().holding(panels));
        }
    }
    let all = Tabs { name: PIECES.to_owned(), ..Tabs::default() }.element().holding(tabs);
    PieceWindow { name: PIECES.to_owned(), ..PieceWindow::default() }.element().holding([all])
}

fn panel(game: &Game, group: &Group, slots: &[SlotPlan<'_>]) -> Element {
    let scale = (SHOWN * 100.0 / f64::from(game.module.counter_pixels)).round() / 100.0;
    let columns = i32::try_from(COLUMNS).unwrap_or(8);
    let name = group.name.clone();
    let slots = group.members.iter().filter_map(|nth| slots.get(*nth));
    Panel { name, columns, scale: scale.clamp(0.25, 1.0), ..Panel::default() }
        .element()
        .holding(slots.map(SlotPlan::element))
}
