//! From a place on a map to VASSAL's words for it.

use super::piece::Place;
use super::step::Whereabouts;
use super::table::Table;
use crate::vassal::build::TurnTracker;
use crate::vassal::file::ModuleFile;
use crate::vassal::grid::{Atlas, Layout};
use hashbrown::HashMap;

/// What a module tells about the logs made with it.
#[derive(Debug, Clone, Default)]
pub struct Guide {
    /// Its maps.
    pub atlas: Atlas,
    /// Its turn trackers.
    pub trackers: Vec<TurnTracker>,
}

impl Guide {
    /// Reads what matters for logs.
    pub fn of(module: &mut ModuleFile) -> Self {
        Guide { atlas: Atlas::of(module), trackers: TurnTracker::all(&module.build) }
    }
}

/// Names places, remembering how the boards lie.
#[derive(Debug)]
pub(super) struct Surveyor<'m> {
    pub(super) guide: Option<&'m Guide>,
    layouts: HashMap<String, Option<Layout<'m>>>,
    /// Places named before: pieces come again and again to the same few.
    named: HashMap<Place, Whereabouts>,
    boards_set: usize,
}

impl<'m> Surveyor<'m> {
    pub(super) fn new(guide: Option<&'m Guide>) -> Self {
        Surveyor { guide, layouts: HashMap::new(), named: HashMap::new(), boards_set: 0 }
    }

    pub(super) fn locate(&mut self, place: &Place, table: &Table) -> Whereabouts {
        if self.boards_set != table.boards_set {
            self.layouts.clear();
            self.named.clear();
            self.boards_set = table.boards_set;
        }
        if let Some(known) = self.named.get(place) {
            return known.clone();
        }
        let found = self.look_up(place, table);
        self.named.insert(place.clone(), found.clone());
        found
    }

    fn look_up(&mut self, place: &Place, table: &Table) -> Whereabouts {
        let plain = Whereabouts {
            map: place.map.as_deref().map(str::to_owned),
            x: place.x,
            y: place.y,
            ..Whereabouts::default()
        };
        let (Some(guide), Some(name)) = (self.guide, place.map.as_deref()) else { return plain };
        let layout = self.layouts.entry_ref(name).or_insert_with(|| {
            let sheet = guide.atlas.map(name)?;
            let chosen = table.boards.get(&sheet.name).or_else(|| table.boards.get(&sheet.id));
            Some(Layout::of(sheet, chosen.map(Vec::as_slice).unwrap_or_default()))
        });
        let Some(layout) = layout else { return plain };
        let found = layout.location((place.x, place.y));
        Whereabouts { board: found.board, zone: found.zone, location: Some(found.name), ..plain }
    }

    pub(super) fn turn(&self, tracker: &str, state: &str) -> (String, Option<String>) {
        let known =
            self.guide.and_then(|guide| guide.trackers.iter().find(|known| known.id == tracker));
        match known {
            Some(known) => (known.name.clone(), Some(known.describe(state))),
            None => (tracker.to_owned(), None),
        }
    }
}
