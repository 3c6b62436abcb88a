//! Everything of a module that needs no pictures: boards, pieces, set-ups, the sequence.
//!
//! A kit is enough to write logs of games that nobody played in VASSAL; the workshop adds
//! the pictures and packs the archive.

use super::gpid::Gpids;
use super::palette::SlotPlan;
use super::pieces::{Arc, Grave, Wardrobe, checked, prototypes};
use super::save::{Table, TablePiece};
use super::setup::{BOX_MAP, MAIN_MAP, map_name, set_table};
use crate::hex::Location;
use crate::model::{BoxKind, Game, Id, Map, MapBox, Scenario, Side};
use crate::module::error::ModuleError;
use crate::module::names::{file_title, file_word};
use crate::module::table::setup::location_named;
use crate::module::table::{BoardPlan, Tabletop, Tray};
use crate::vassal::build::{DefinedPiece, Element, Prototypes};
use crate::vassal::piece::TraitBook;
use std::path::Path;

/// A scenario ready to play.
#[derive(Debug, Clone)]
pub struct SetUpKit {
    /// The save in the module.
    pub file: String,
    /// Everything on the table.
    pub table: Table,
}

/// Everything of a module that needs no pictures.
#[derive(Debug)]
pub struct Kit<'g> {
    /// What lies on the table.
    pub top: Tabletop<'g>,
    /// A set-up per scenario, in the game's order.
    pub set_ups: Vec<SetUpKit>,
    pub(super) prototypes: Element,
    pub(super) slots: Vec<SlotPlan<'g>>,
    pub(super) pieces: Vec<DefinedPiece>,
    pub(super) next_slot: i32,
    /// What units that face somewhere cover.
    pub(super) arc: Option<Arc>,
}

impl<'g> Kit<'g> {
    /// Plans the module of a game. The project's folder is where its map styles and art are.
    pub fn new(game: &'g Game, project_root: Option<&Path>) -> Result<Self, ModuleError> {
        check_texts(game)?;
        let top = Tabletop::new(game, project_root)?;
        let graves = graves(game, &top.boards, top.boxes.as_ref());
        let mut gpids = Gpids::default();
        let arc = top.boards.first().and_then(|board| Arc::of(game, board.hex()));
        let wardrobe = Wardrobe { game, faces: &top.faces, graves: &graves, arc };
        let prototypes = prototypes(&wardrobe);
        let slots = slots(&top, &wardrobe, &mut gpids)?;
        let pieces = spell_out(&prototypes, &slots);
        let set_ups = game
            .scenarios
            .iter()
            .zip(&top.settings)
            .zip(set_up_files(game))
            .map(|((scenario, setting), file)| {
                let table = set_table(&top, &pieces, scenario, setting);
                SetUpKit { file, table }
            })
            .collect();
        Ok(Kit { set_ups, prototypes, slots, pieces, next_slot: gpids.next(), arc, top })
    }

    /// The build file, without pictures; `charts` are names and pictures.
    pub fn build_file(&self, charts: &[(String, String)]) -> Result<Element, ModuleError> {
        super::buildfile::build_file(self, charts)
    }

    /// The text of a counter's piece slot, by the counter's id.
    pub fn slot_text(&self, counter: &str) -> Option<String> {
        let slot = self.slots.iter().find(|slot| slot.counter.id == counter)?;
        Some(slot.piece.encode())
    }

    /// A table with one piece of each of these counters, in a row; unknown ones are left out.
    pub fn lay_out(&self, counters: &[&str]) -> Table {
        let known = counters.iter().filter_map(|id| Some((id, self.top.game.counters.find(id)?)));
        let pieces = known.enumerate().map(|(nth, (id, found))| {
            let at = (100 * (i32::try_from(nth).unwrap_or(0) + 1), 100);
            TablePiece::new(id, &self.pieces[found.index()], MAIN_MAP, at, "")
        });
        let turn = self.top.sequence.state(self.top.game.turns.first, 0, None);
        Table { pieces: pieces.collect(), turn, ..Table::default() }
    }

    /// Where a piece in a place lies while a scenario is played: the map window and its pixel.
    pub fn spot(
        &self,
        scenario: &Scenario,
        map: Id<Map>,
        location: Location,
    ) -> Option<(&'static str, (i32, i32))> {
        let (window, at) = self.top.spot(scenario, map, location)?;
        Some((map_name(window), at))
    }
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

fn slots<'a>(
    top: &Tabletop<'a>,
    wardrobe: &Wardrobe<'_>,
    gpids: &mut Gpids,
) -> Result<Vec<SlotPlan<'a>>, ModuleError> {
    top.game
        .counters
        .iter()
        .map(|counter| {
            let gpid = gpids.of(&format!("counter:{}", counter.id));
            Ok(SlotPlan {
                counter,
                piece: wardrobe.dress(counter, &gpid, gpids)?,
                gpid,
                size: top.pixels(counter),
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
