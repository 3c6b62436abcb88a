//! Saved games: pieces where they lie, the turn, the boards.

use super::cups::Cup;
use super::declare::{SCENARIO, property_names};
use super::play::{BEGUN, YES};
use super::turns::TRACKER;
use crate::model::Game;
use crate::output::Store;
use crate::vassal::build::DefinedPiece;
use crate::vassal::command::{
    AddPiece, Boards, Command, GlobalProperty, PlacedBoard, Player, Tree,
};
use crate::vassal::obfuscation::Veil;
use crate::vassal::piece::{BasicState, Definition, StackState};
use crate::vassal::secret::Secret;
use crate::vassal::{Metadata, SavedGame};

/// The VASSAL that modules and saves are made for.
pub const VASSAL_VERSION: &str = "3.7.0";
/// Outputs do not depend on the day they are made: the first day of 2024.
pub const DATE: i64 = 1_704_067_200_000;

/// A piece on the table, prototypes spelled out.
#[derive(Debug, Clone, PartialEq)]
pub struct TablePiece {
    /// Its id in the game.
    pub id: String,
    /// What it is.
    pub definition: Definition,
    /// One state per trait; the last is the heart's.
    pub states: Vec<String>,
    /// The map.
    pub map: String,
    /// The pixel of the map.
    pub at: (i32, i32),
    /// The name of that place.
    pub place: String,
    /// It joins others at the same pixel.
    pub stacks: bool,
    /// The cup it lies in, by name.
    pub cup: Option<String>,
}

impl TablePiece {
    /// A piece put on the table.
    pub fn new(id: &str, piece: &DefinedPiece, map: &str, at: (i32, i32), place: &str) -> Self {
        let mut table = TablePiece {
            id: id.to_owned(),
            definition: piece.definition.clone(),
            states: piece.states.clone(),
            map: map.to_owned(),
            at,
            place: place.to_owned(),
            stacks: false,
            cup: None,
        };
        table.put(map, at, place);
        table
    }

    /// Puts the piece somewhere.
    pub fn put(&mut self, map: &str, at: (i32, i32), place: &str) {
        map.clone_into(&mut self.map);
        place.clone_into(&mut self.place);
        self.at = at;
        self.cup = None;
        self.stacks = !self.definition.never_stacks();
        if let Some(heart) = self.states.last_mut() {
            let mut state = BasicState::decode(heart);
            state.map = Some(map.to_owned());
            (state.x, state.y) = at;
            if state.get("UniqueID").is_none() {
                state.properties.push(("UniqueID".to_owned(), self.id.clone()));
            }
            *heart = state.encode();
        }
    }

    /// Puts the piece into the cup at its place: it lies in no stack then.
    pub fn drop_into(&mut self, cup: &str) {
        self.cup = Some(cup.to_owned());
        self.stacks = false;
    }

    /// Its state as a whole.
    pub fn state(&self) -> String {
        Definition::join_state(&self.states)
    }
}

/// Who sits at the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seat {
    /// The player's name.
    pub name: String,
    /// The player's password, which is also the player's id.
    pub password: String,
    /// The side, as the module names it.
    pub side: String,
}

/// A board on a map: its name, turned or not, column and row.
pub type BoardSpot = (String, bool, (i32, i32));

/// A table with everything on it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Table {
    /// Pieces from the bottom of their stacks up.
    pub pieces: Vec<TablePiece>,
    /// The state of the turn tracker.
    pub turn: String,
    /// Boards by map.
    pub boards: Vec<(String, Vec<BoardSpot>)>,
    /// Players.
    pub seats: Vec<Seat>,
    /// Cups, also empty ones.
    pub cups: Vec<Cup>,
    /// The scenario, by id.
    pub scenario: String,
    /// The set-up is over.
    pub begun: bool,
}

/// A stack's id: that of its bottom piece with a mark, so that the same table gives the same bytes.
pub fn stack_id(bottom: &str) -> String {
    format!("stack:{bottom}")
}

impl Table {
    /// The commands of a saved game, in VASSAL's order.
    pub fn commands(&self, game: &Game) -> Vec<Tree<'static>> {
        let mut pieces: Vec<Tree<'static>> = vec![Tree::Leaf(Command::Nothing.into())];
        let leaf = |command: Command<'static>| Tree::Leaf(command.into());
        for piece in &self.pieces {
            pieces.push(leaf(Command::Add(AddPiece {
                id: piece.id.clone().into(),
                kind: piece.definition.encode().into(),
                state: piece.state().into(),
            })));
        }
        // A stack comes after its members.
        let mut stacks: Vec<(&str, StackState)> = Vec::new();
        for piece in self.pieces.iter().filter(|piece| piece.stacks) {
            let here = |stack: &&mut (&str, StackState)| {
                stack.1.map.as_deref() == Some(piece.map.as_str())
                    && (stack.1.x, stack.1.y) == piece.at
            };
            match stacks.iter_mut().find(here) {
                Some((_, stack)) => stack.members.push(piece.id.clone()),
                None => {
                    let stack = StackState {
                        map: Some(piece.map.clone()),
                        x: piece.at.0,
                        y: piece.at.1,
                        members: vec![piece.id.clone()],
                        layer: Some(-1),
                    };
                    stacks.push((&piece.id, stack));
                }
            }
        }
        for (bottom, stack) in stacks {
            pieces.push(leaf(Command::Add(AddPiece {
                id: stack_id(bottom).into(),
                kind: "stack".into(),
                state: stack.encode().into(),
            })));
        }
        for cup in &self.cups {
            let inside = |piece: &&TablePiece| piece.cup.as_deref() == Some(cup.name.as_str());
            let members = self.pieces.iter().filter(inside).map(|piece| piece.id.clone());
            pieces.push(leaf(Command::Add(AddPiece {
                id: format!("cup:{}", cup.name).into(),
                kind: cup.definition().into(),
                state: cup.state(members.collect()).into(),
            })));
        }
        let mut commands =
            vec![leaf(Command::BeginSave), leaf(Command::Nothing), Tree::Group(pieces)];
        for seat in &self.seats {
            commands.push(leaf(Command::Player(Box::new(Player {
                password: Secret::new(seat.password.clone()),
                name: seat.name.clone().into(),
                side: seat.side.clone().into(),
            }))));
        }
        let scenario = (SCENARIO.to_owned(), self.scenario.clone());
        let begun = (BEGUN.to_owned(), if self.begun { YES } else { "" }.to_owned());
        let empty = property_names(game).into_iter().map(|name| (name, String::new()));
        for (name, value) in [scenario, begun].into_iter().chain(empty) {
            commands.push(leaf(Command::GlobalProperty(Box::new(GlobalProperty {
                name: name.into(),
                value: value.into(),
                container: Some("Module".into()),
            }))));
        }
        commands.push(leaf(Command::Turn(crate::vassal::command::Turn {
            tracker: TRACKER.into(),
            state: self.turn.clone().into(),
        })));
        for (map, spots) in &self.boards {
            let boards = spots.iter().map(|(name, reversed, (column, row))| PlacedBoard {
                name: name.clone().into(),
                reversed: *reversed,
                column: *column,
                row: *row,
            });
            let boards = boards.collect();
            commands.push(leaf(Command::Boards(Boards { map: map.clone().into(), boards })));
        }
        commands.push(leaf(Command::SetupStack));
        commands.push(leaf(Command::EndSave));
        commands
    }

    /// Packs the table as a saved game.
    pub fn pack(&self, game: &Game, note: &str) -> crate::vassal::Result<Vec<u8>> {
        saved(game, self.commands(game), note).pack()
    }

    /// As [`Table::pack`], unless the store has what was packed before.
    pub(super) fn pack_once(
        &self,
        game: &Game,
        note: &str,
        store: &Store,
    ) -> crate::vassal::Result<Vec<u8>> {
        let saved = saved(game, self.commands(game), note);
        let mut key = blake3::Hasher::new();
        key.update(concat!("save ", env!("CARGO_PKG_VERSION")).as_bytes());
        key.update(format!("{:?} {:?}", saved.savedata, saved.moduledata).as_bytes());
        key.update(saved.text.as_bytes());
        store.of(&key.finalize(), || saved.pack()).map(|kept| kept.to_vec())
    }
}

/// Commands as a save or log of a game's module.
pub(super) fn saved(game: &Game, commands: Vec<Tree<'static>>, note: &str) -> SavedGame {
    SavedGame {
        entries: Vec::new(),
        // VASSAL draws a random key; any does, and one that never changes gives the same bytes.
        veil: Veil::Hex(0x5a),
        text: Tree::Group(commands).encode(),
        savedata: Some(Metadata {
            description: note.to_owned(),
            name: String::new(),
            ..metadata(game)
        }),
        moduledata: Some(metadata(game)),
    }
}

/// What the module says about itself.
pub(super) fn metadata(game: &Game) -> Metadata {
    Metadata {
        name: game.title.clone(),
        version: game.version.clone(),
        vassal_version: VASSAL_VERSION.to_owned(),
        saved: Some(DATE),
        description: game.subtitle.clone(),
    }
}
