//! Everything of a module that needs no pictures: boards, pieces, set-ups, the sequence.
//!
//! A kit is enough to write logs of games that nobody played in VASSAL; the workshop adds
//! the pictures and packs the archive.

use super::board::BoardPlan;
use super::error::ModuleError;
use super::gpid::Gpids;
use super::names::{file_title, file_word};
use super::palette::SlotPlan;
use super::pieces::{Arc, FaceImages, Grave, Wardrobe, checked, prototypes};
use super::save::{Table, TablePiece};
use super::setup::{BOX_MAP, MAIN_MAP, SetUpPlan, Stage, location_named};
use super::tray::{Tray, TrayBox, TrayPlace};
use super::turns::Sequence;
use crate::draw::map::{MapOptions, Style};
use crate::hex::Location;
use crate::model::{Back, BoxKind, Counter, Game, Id, Map, MapBox, Scenario, Side};
use crate::vassal::build::{DefinedPiece, Element, Prototypes};
use crate::vassal::piece::TraitBook;
use std::collections::BTreeMap;
use std::path::Path;

/// A scenario ready to play.
#[derive(Debug, Clone)]
pub struct SetUpKit {
    /// The save in the module.
    pub file: String,
    /// Everything on the table.
    pub table: Table,
    /// The tray of units that set up freely.
    pub(super) tray: Option<Tray>,
}

/// Everything of a module that needs no pictures.
#[derive(Debug)]
pub struct Kit<'g> {
    /// The game.
    pub game: &'g Game,
    /// The turn.
    pub sequence: Sequence,
    /// A board per map, in the game's order.
    pub boards: Vec<BoardPlan>,
    /// A set-up per scenario, in the game's order.
    pub set_ups: Vec<SetUpKit>,
    pub(super) style: Style,
    pub(super) box_tray: Option<Tray>,
    pub(super) faces: Vec<FaceImages>,
    pub(super) prototypes: Element,
    pub(super) slots: Vec<SlotPlan<'g>>,
    pub(super) pieces: Vec<DefinedPiece>,
    pub(super) next_slot: i32,
    /// Pixels to the millimetre of counters.
    pub(super) scale: f64,
    /// What units that face somewhere cover.
    pub(super) arc: Option<Arc>,
}

impl<'g> Kit<'g> {
    /// Plans the module of a game. The project's folder is where its map styles and art are.
    pub fn new(game: &'g Game, project_root: Option<&Path>) -> Result<Self, ModuleError> {
        check_texts(game)?;
        let style = Style::load(&game.module.map_style, project_root)
            .map_err(|error| undrawable(&game.module.map_style, &error))?;
        let boards = boards(game, project_root)?;
        // Counters are drawn at the scale of the board that they lie on.
        let scale = boards.first().map_or(wish(game), BoardPlan::scale);
        let counter = largest_counter(game);
        let boxes = loose_boxes(game, &boards);
        let box_tray = (!boxes.is_empty())
            .then(|| Tray::new("boxes", "Boxes and tracks", &boxes, &style, counter, scale))
            .transpose()
            .map_err(|error| undrawable("boxes", &error))?;
        let faces: Vec<FaceImages> = game.counters.iter().map(face_images).collect();
        let graves = graves(game, &boards, box_tray.as_ref());
        let mut gpids = Gpids::default();
        let arc = boards.first().and_then(|board| Arc::of(game, board.hex()));
        let wardrobe = Wardrobe { game, faces: &faces, graves: &graves, arc };
        let prototypes = prototypes(&wardrobe);
        let slots = slots(game, &wardrobe, &mut gpids, scale)?;
        let pieces = spell_out(&prototypes, &slots);
        let sequence = Sequence::of(game);
        let mut kit = Kit {
            game,
            sequence,
            boards,
            set_ups: Vec::new(),
            style,
            box_tray,
            faces,
            prototypes,
            slots,
            pieces,
            next_slot: gpids.next(),
            scale,
            arc,
        };
        let files = set_up_files(game);
        let set_up = |(scenario, file)| kit.set_up(scenario, file);
        let planned: Result<Vec<SetUpKit>, ModuleError> =
            game.scenarios.iter().zip(files).map(set_up).collect();
        kit.set_ups = planned?;
        Ok(kit)
    }

    pub(super) fn stage(&self) -> Stage<'_> {
        Stage {
            game: self.game,
            boards: &self.boards,
            pieces: &self.pieces,
            boxes: self.box_tray.as_ref(),
            sequence: &self.sequence,
        }
    }

    fn set_up(&self, scenario: &Scenario, file: String) -> Result<SetUpKit, ModuleError> {
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
        let table = self.stage().table(scenario, &plan, tray.as_ref())?;
        Ok(SetUpKit { file, table, tray })
    }

    /// The build file, without pictures; `charts` are names and pictures.
    pub fn build_file(&self, charts: &[(String, String)]) -> Result<Element, ModuleError> {
        super::buildfile::build_file(self, charts)
    }

    /// The trays of units that set up freely, and that of boxes for which boards have no room.
    pub(super) fn trays(&self) -> impl Iterator<Item = &Tray> {
        let trays = self.set_ups.iter().filter_map(|set_up| set_up.tray.as_ref());
        trays.chain(&self.box_tray)
    }

    /// The text of a counter's piece slot, by the counter's id.
    pub fn slot_text(&self, counter: &str) -> Option<String> {
        let slot = self.slots.iter().find(|slot| slot.counter.id == counter)?;
        Some(slot.piece.encode())
    }

    /// A table with one piece of each of these counters, in a row; unknown ones are left out.
    pub fn lay_out(&self, counters: &[&str]) -> Table {
        let known = counters.iter().filter_map(|id| Some((id, self.game.counters.find(id)?)));
        let pieces = known.enumerate().map(|(nth, (id, found))| {
            let at = (100 * (i32::try_from(nth).unwrap_or(0) + 1), 100);
            TablePiece::new(id, &self.pieces[found.index()], MAIN_MAP, at, "")
        });
        let turn = self.sequence.state(self.game.turns.first, 0, None);
        Table { pieces: pieces.collect(), turn, ..Table::default() }
    }

    /// Where a piece in a place lies while a scenario is played: the map window and its pixel.
    pub fn spot(
        &self,
        scenario: &Scenario,
        map: Id<Map>,
        location: Location,
    ) -> Option<(&'static str, (i32, i32))> {
        self.stage().spot(scenario, map, location)
    }
}

pub(super) fn undrawable(what: &str, error: &dyn std::fmt::Display) -> ModuleError {
    ModuleError::Map { map: what.to_owned(), reason: error.to_string() }
}

/// The saves of the scenarios by their titles, also apart where capitals are not told from small letters.
fn set_up_files(game: &Game) -> Vec<String> {
    let mut taken = std::collections::BTreeSet::new();
    let file = |scenario: &Scenario| {
        let title = file_title(&scenario.title);
        let name = |nth: usize| match nth {
            0 => format!("{title}.vsav"),
            nth => format!("{title} {}.vsav", nth + 1),
        };
        // One more than there are scenarios cannot all be taken.
        let free =
            (0..=game.scenarios.len()).map(name).find(|name| taken.insert(name.to_lowercase()));
        free.unwrap_or_else(|| format!("setup-{}.vsav", file_word(&scenario.id)))
    };
    game.scenarios.iter().map(file).collect()
}

/// Names that stand in many places are checked once; those of counters when they are dressed.
fn check_texts(game: &Game) -> Result<(), ModuleError> {
    checked(&game.title, || "title of the game".to_owned())?;
    checked(&game.version, || "version of the game".to_owned())?;
    for side in &game.sides {
        checked(&side.name, || format!("name of side {}", side.id))?;
    }
    for phase in game.leaf_phases() {
        checked(&phase.name, || format!("name of phase {}", phase.id))?;
    }
    for map in &game.maps {
        for location in &map.box_locations {
            checked(location, || "id of a box".to_owned())?;
            // VASSAL notes on each piece where it was, and forgets to escape tabs there.
            if location.contains(['\t', '\n']) {
                return Err(ModuleError::Text {
                    what: "id of a box".to_owned(),
                    text: location.clone(),
                    reason: "has a tab or a line break, which VASSAL cannot hold in the name of a place",
                });
            }
        }
    }
    for formation in &game.formations {
        checked(&formation.name, || format!("name of formation {}", formation.id))?;
    }
    for unit_type in &game.unit_types {
        checked(&unit_type.id, || "id of a unit type".to_owned())?;
        checked(&unit_type.back, || format!("word for the back of {}", unit_type.id))?;
    }
    for die in &game.dice {
        checked(&die.id, || "id of dice".to_owned())?;
        checked(&die.name, || format!("name of dice {}", die.id))?;
    }
    for state in &game.rules.states {
        checked(&state.id, || "id of a state".to_owned())?;
        checked(&state.name, || format!("name of state {}", state.id))?;
    }
    for one in &game.module.replacements {
        checked(&one.menu, || "menu text of a replacement".to_owned())?;
    }
    for one in &game.declarations {
        let asked = one.questions.iter().flat_map(|q| q.choices.iter().chain([&q.prompt]));
        for text in [&one.menu, &one.here].into_iter().chain(asked) {
            checked(text, || format!("text of declaration {}", one.id))?;
        }
    }
    for scenario in &game.scenarios {
        checked(&scenario.title, || format!("title of scenario {}", scenario.id))?;
    }
    Ok(())
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

/// Where the dead of each side go: its own box, else one for all.
fn graves(game: &Game, boards: &[BoardPlan], tray: Option<&Tray>) -> Vec<Option<Grave>> {
    let maps = || game.maps.iter().zip(boards);
    let dead = |owner: Option<Id<Side>>| {
        maps().flat_map(|(map, board)| map.boxes.iter().map(move |one| (map, board, one))).find(
            |(_, _, one)| {
                one.kind == BoxKind::Eliminated && one.owner == owner && one.spaces.is_empty()
            },
        )
    };
    let grave = |(map, board, one): (&Map, &BoardPlan, &MapBox)| {
        let on_board = location_named(map, &one.id).and_then(|at| board.place(map, at));
        if let Some(at) = on_board {
            return Some(Grave { map: MAIN_MAP.to_owned(), board: board.name.clone(), at });
        }
        let tray = tray?;
        let at = tray.place(&one.id, 0)?;
        Some(Grave { map: BOX_MAP.to_owned(), board: tray.name.clone(), at })
    };
    let sides = game.sides.entries().map(|(id, _)| id);
    sides.map(|side| dead(Some(side)).or_else(|| dead(None)).and_then(grave)).collect()
}

/// The pictures of a counter: its front, and its back unless that is blank.
fn face_images(counter: &Counter) -> FaceImages {
    let word = file_word(&counter.id);
    let blank = counter.back == Back::Blank && counter.back_art.is_none();
    FaceImages {
        front: Some(format!("{word}.png")),
        back: (!blank).then(|| format!("{word}-back.png")),
    }
}

fn slots<'a>(
    game: &'a Game,
    wardrobe: &Wardrobe<'_>,
    gpids: &mut Gpids,
    scale: f64,
) -> Result<Vec<SlotPlan<'a>>, ModuleError> {
    game.counters
        .iter()
        .map(|counter| {
            let gpid = gpids.of(&format!("counter:{}", counter.id));
            let size = &game.counter_sizes[counter.size];
            let pixels = |mm: f64| (mm * scale).round() as i32;
            Ok(SlotPlan {
                counter,
                piece: wardrobe.dress(counter, &gpid, gpids)?,
                gpid,
                size: (pixels(size.width.to_mm()), pixels(size.height.to_mm())),
            })
        })
        .collect()
}

/// Pieces as games hold them: prototypes in their place.
fn spell_out(prototypes: &Element, slots: &[SlotPlan<'_>]) -> Vec<DefinedPiece> {
    let known = Prototypes::of(prototypes, &mut TraitBook::default());
    // Every prototype used is one of those just written.
    slots.iter().map(|slot| known.spell_out(&slot.piece, &mut Vec::new())).collect()
}
