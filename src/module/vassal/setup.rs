//! Predefined set-ups: every scenario as a saved game.

use super::cups::cups;
use super::pieces::{COPY, STEP};
use super::play::moves;
use super::save::{BoardSpot, Table, TablePiece};
use crate::model::Scenario;
use crate::module::table::{Placed, Setting, Tabletop, Window};
use crate::vassal::build::DefinedPiece;
use crate::vassal::traits::Meaning;
use crate::vassal::traits::layer::Level;

pub use crate::module::table::piece_id;

/// The map that the game is played on.
pub const MAIN_MAP: &str = "Main Map";
/// The map with the boards of units that set up freely.
pub const SET_UP_MAP: &str = "Set-up";
/// The map with the boxes of boards that have no room for them.
pub const BOX_MAP: &str = "Boxes";

/// The map window that shows a surface.
pub fn map_name(window: Window) -> &'static str {
    match window {
        Window::Main => MAIN_MAP,
        Window::SetUp => SET_UP_MAP,
        Window::Boxes => BOX_MAP,
    }
}

/// A scenario as VASSAL saves it; `pieces` with their prototypes spelled out, in the order of the counters.
pub(super) fn set_table(
    top: &Tabletop<'_>,
    pieces: &[DefinedPiece],
    scenario: &Scenario,
    setting: &Setting,
) -> Table {
    let game = top.game;
    let cups = cups(game, &top.boards);
    let mut table = Table { scenario: scenario.id.clone(), cups, ..Table::default() };
    for placed in &setting.pieces {
        let piece = started(top, &pieces[placed.counter.index()], placed);
        let window = map_name(placed.window);
        let mut piece = TablePiece::new(&placed.id, &piece, window, placed.at, &placed.place);
        if let Some(cup) = &placed.cup {
            piece.drop_into(cup);
        }
        table.pieces.push(piece);
    }
    let (turn, step) = setting.moment;
    table.turn = top.sequence.state(turn, step, scenario.first_side);
    // A scenario that begins with moves has no phase to set up in.
    table.begun = top.sequence.standings.get(step).is_some_and(|first| moves(game, first));
    let spot = |spot: &crate::model::Spot| -> BoardSpot {
        (game.maps[spot.map].id.clone(), spot.flipped, spot.at)
    };
    let main = setting.boards.iter().map(|(board, _)| spot(board)).collect();
    table.boards.push((MAIN_MAP.to_owned(), main));
    for (map, board) in [(SET_UP_MAP, setting.tray.as_ref()), (BOX_MAP, top.boxes.as_ref())] {
        if let Some(board) = board {
            table.boards.push((map.to_owned(), vec![(board.name.clone(), false, (0, 0))]));
        }
    }
    table
}

/// A piece as it starts: which copy, on which side, in which states.
fn started(top: &Tabletop<'_>, piece: &DefinedPiece, placed: &Placed) -> DefinedPiece {
    let counter = &top.game.counters[placed.counter];
    let mut piece = piece.clone();
    let side = counter.side.map(|side| top.game.sides[side].name.clone());
    for (one, state) in piece.definition.traits.iter().zip(&mut piece.states) {
        match &one.meaning {
            Meaning::DynamicProperty(property) if property.name == COPY && placed.copy > 1 => {
                *state = placed.copy.to_string();
            }
            Meaning::Layer(layer) if layer.name == STEP && placed.face > 0 => {
                let level = i32::try_from(placed.face + 1).unwrap_or(2);
                *state = Level { level, active: true }.encode();
            }
            Meaning::Layer(layer) if placed.states.contains(&layer.name) => {
                *state = Level { level: 1, active: true }.encode();
            }
            Meaning::Invisible(_) if placed.hidden => {
                *state = side.clone().unwrap_or_else(|| "null".to_owned());
            }
            _ => {}
        }
    }
    piece
}
