//! What lies on a table, whichever program shows it: boards with their grids, boxes and tracks, the faces of pieces,
//! set-ups, the sequence of play.
//!
//! It is made once from the model. Writers of tables ([`super::vassal`] and its neighbours) turn it into what their
//! program loads, and know nothing of each other.

mod board;
pub mod charts;
pub(in crate::module) mod crowd;
mod faces;
pub mod gallery;
pub mod pictures;
pub mod sequence;
pub mod setup;
pub mod stock;
mod surface;
mod tray;

pub use board::{BoardPlan, Frame, Pitch};
pub use faces::{FaceImages, Level, levels};
pub use setup::{Placed, Position, Setting, Window, piece_id};
pub use surface::{Panel, Surface};
pub use tray::{Tray, TrayBox, TrayPlace};

use super::error::ModuleError;
use crate::draw::map::{MapOptions, Style};
use crate::hex::Location;
use crate::model::{Game, Id, Map, Scenario};
use sequence::Sequence;
use setup::{SetUpPlan, Stage};
use std::collections::BTreeMap;
use std::path::Path;

/// A game as it lies on a table.
#[derive(Debug)]
pub struct Tabletop<'g> {
    /// The game.
    pub game: &'g Game,
    /// The turn.
    pub sequence: Sequence,
    /// A board per map, in the game's order.
    pub boards: Vec<BoardPlan>,
    /// The boxes of boards that have no room for them.
    pub boxes: Option<Tray>,
    /// The pictures of each counter, in the game's order.
    pub faces: Vec<FaceImages>,
    /// A set-up per scenario, in the game's order.
    pub settings: Vec<Setting>,
    /// The one that is played, by its place, where it is not all of them.
    only: Option<usize>,
    /// How maps and trays are drawn.
    pub style: Style,
    /// Pixels to the millimetre of counters.
    pub scale: f64,
}

impl<'g> Tabletop<'g> {
    /// Lays a game out. The project's folder is where its map styles and art are.
    pub fn new(game: &'g Game, project_root: Option<&Path>) -> Result<Self, ModuleError> {
        let style = Style::load(&game.module.map_style, project_root)
            .map_err(|error| undrawable(&game.module.map_style, &error))?;
        let boards = boards(game, project_root)?;
        // Counters are drawn at the scale of the board that they lie on.
        let scale = boards.first().map_or(wish(game), BoardPlan::scale);
        let counter = largest_counter(game);
        let loose = loose_boxes(game, &boards);
        let boxes = (!loose.is_empty())
            .then(|| Tray::new("boxes", "Boxes and tracks", &loose, &style, counter, scale))
            .transpose()
            .map_err(|error| undrawable("boxes", &error))?;
        let faces = game.counters.iter().map(FaceImages::of).collect();
        let sequence = Sequence::of(game);
        let settings = Vec::new();
        let only = None;
        let mut table =
            Tabletop { game, sequence, boards, boxes, faces, settings, only, style, scale };
        let settings = game.scenarios.iter().map(|scenario| table.setting(scenario));
        table.settings = settings.collect::<Result<_, _>>()?;
        Ok(table)
    }

    /// A game in the middle of being played: its other scenarios are left out.
    pub fn playing(mut self, position: &Position) -> Result<Self, ModuleError> {
        let found = self.game.scenarios.find(&position.scenario).map(Id::index);
        let setting = found.and_then(|nth| self.settings.get_mut(nth)).ok_or_else(|| {
            ModuleError::Log(format!("there is no scenario `{}`", position.scenario))
        })?;
        setting.pieces.clone_from(&position.pieces);
        setting.moment = position.moment;
        self.only = found;
        Ok(self)
    }

    /// The scenarios that a table shows.
    pub fn scenes(&self) -> impl Iterator<Item = (&'g Scenario, &Setting)> {
        let all = self.game.scenarios.iter().zip(&self.settings).enumerate();
        let wanted = all.filter(|(nth, _)| self.only.is_none_or(|only| only == *nth));
        wanted.map(|(_, scene)| scene)
    }

    fn stage(&self) -> Stage<'_> {
        Stage {
            game: self.game,
            boards: &self.boards,
            boxes: self.boxes.as_ref(),
            sequence: &self.sequence,
        }
    }

    fn setting(&self, scenario: &Scenario) -> Result<Setting, ModuleError> {
        let plan = SetUpPlan::of(self.game, scenario);
        let free = plan.boxes(self.game, scenario);
        let tray = (!free.is_empty())
            .then(|| {
                let title = format!("{}: set-up", scenario.title);
                let counter = largest_counter(self.game);
                Tray::new(&scenario.id, &title, &free, &self.style, counter, self.scale)
            })
            .transpose()
            .map_err(|error| undrawable(&scenario.id, &error))?;
        self.stage().setting(scenario, &plan, tray)
    }

    /// The trays of units that set up freely, and that of boxes for which boards have no room.
    pub fn trays(&self) -> impl Iterator<Item = &Tray> {
        let trays = self.settings.iter().filter_map(|setting| setting.tray.as_ref());
        trays.chain(&self.boxes)
    }

    /// Where a piece in a place lies while a scenario is played: the surface and its pixel.
    pub fn spot(
        &self,
        scenario: &Scenario,
        map: Id<Map>,
        location: Location,
    ) -> Option<(Window, (i32, i32))> {
        self.stage().spot(scenario, map, location)
    }

    /// Width and height of a counter in pixels.
    pub fn pixels(&self, counter: &crate::model::Counter) -> (i32, i32) {
        let size = &self.game.counter_sizes[counter.size];
        let pixels = |mm: f64| (mm * self.scale).round() as i32;
        (pixels(size.width.to_mm()), pixels(size.height.to_mm()))
    }
}

pub(in crate::module) fn undrawable(what: &str, error: &dyn std::fmt::Display) -> ModuleError {
    ModuleError::Map { map: what.to_owned(), reason: error.to_string() }
}

/// Pixels to the millimetre that give the most common counter its width.
fn wish(game: &Game) -> f64 {
    let mut sizes: BTreeMap<usize, u32> = BTreeMap::new();
    for counter in &game.counters {
        *sizes.entry(counter.size.index()).or_default() += counter.count;
    }
    let common = sizes.into_iter().max_by_key(|(index, count)| (*count, std::cmp::Reverse(*index)));
    let width = common
        .and_then(|(index, _)| game.counter_sizes.iter().nth(index))
        .map_or(15.875, |size| size.width.to_mm());
    f64::from(game.module.counter_pixels) / width
}

fn largest_counter(game: &Game) -> f64 {
    let sizes = game.counter_sizes.iter().map(|size| size.width.to_mm().max(size.height.to_mm()));
    sizes.fold(12.0, f64::max)
}

/// Every map as a board. Maps that a scenario lays beside others have no title and boxes around them.
fn boards(game: &Game, root: Option<&Path>) -> Result<Vec<BoardPlan>, ModuleError> {
    let scale = wish(game);
    game.maps
        .entries()
        .map(|(id, map)| {
            let beside = game.scenarios.iter().any(|scenario| {
                scenario.maps.len() > 1 && scenario.maps.iter().any(|spot| spot.map == id)
            });
            let options = MapOptions {
                style: game.module.map_style.clone(),
                project_root: root.map(Path::to_owned),
                surround: !beside && game.maps.len() == 1,
                ..MapOptions::default()
            };
            BoardPlan::new(game, map, &options, scale)
        })
        .collect()
}

/// The boxes of boards that have no room for them.
fn loose_boxes(game: &Game, boards: &[BoardPlan]) -> Vec<TrayBox> {
    let mut boxes: Vec<TrayBox> = Vec::new();
    let mut known = std::collections::BTreeSet::new();
    for (map, _) in game.maps.iter().zip(boards).filter(|(_, board)| !board.surround) {
        for one in &map.boxes {
            let place =
                |name: String, label: String, counters: usize| TrayPlace { name, label, counters };
            let mut places: Vec<TrayPlace> = if one.spaces.is_empty() {
                vec![place(one.id.clone(), String::new(), 9)]
            } else {
                let space = |space: &String| place(format!("{}:{space}", one.id), space.clone(), 1);
                one.spaces.iter().map(space).collect()
            };
            // Boards may share a track: it is drawn once.
            places.retain(|place| known.insert(place.name.clone()));
            let colours = one.owner.map(|side| {
                let side = &game.sides[side];
                (side.colour.clone(), side.text.clone())
            });
            if !places.is_empty() {
                boxes.push(TrayBox { caption: one.name.clone(), colours, places });
            }
        }
    }
    boxes
}
