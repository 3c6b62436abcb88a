//! Logs: games that were not played in VASSAL, written as VASSAL would have logged them.
//!
//! ```no_run
//! # fn write(game: &hexwright::model::Game) -> Result<Vec<u8>, hexwright::module::vassal::ModuleError> {
//! use hexwright::module::vassal::Kit;
//! use hexwright::module::vassal::log::LogWriter;
//! use hexwright::module::vassal::save::Seat;
//!
//! let kit = Kit::new(game, None)?;
//! let seat = Seat { name: "Alice".into(), password: "a".into(), side: "Lorn".into() };
//! let mut log = LogWriter::new(&kit, "crossing", vec![seat])?;
//! let map = game.maps.find("sarn").ok_or_else(|| log.unknown("map sarn"))?;
//! let hex = game.maps[map].grid.parse("0408").map_err(|e| log.unknown(&e.to_string()))?;
//! log.relocate(&["l-71"], map, hex.into())?;
//! log.roll("1d6", &[4])?;
//! log.turn(1, 2);
//! log.pack("an example")
//! # }
//! ```

mod deeds;

pub use deeds::SettingUp;

use super::declare::{Said, say};
use super::kit::Kit;
use super::pieces::{COPY, STEP};
use super::save::{Seat, Table, TablePiece, saved, stack_id};
use super::turns::TRACKER;
use crate::hex::Location;
use crate::model::{Game, Id, Map, Scenario};
use crate::module::error::ModuleError;
use crate::vassal::SavedGame;
use crate::vassal::command::{
    AddPiece, ChangePiece, Command, MovePiece, PropertyChange, Spot, Tree, Turn,
};
use crate::vassal::piece::{BasicState, StackState};
use crate::vassal::secret::Secret;
use crate::vassal::traits::Meaning;
use crate::vassal::traits::layer::Level;
use crate::vassal::traits::trail::Footprints;
use std::collections::BTreeMap;

/// Writes a log step by step.
#[derive(Debug)]
pub struct LogWriter<'k> {
    kit: &'k Kit<'k>,
    scenario: &'k Scenario,
    start: Table,
    now: Table,
    steps: Vec<Tree<'static>>,
    /// Which of the seats acts.
    acting: usize,
    turn: (i32, usize),
    /// Values of the module's properties as VASSAL remembers them.
    properties: BTreeMap<String, String>,
    stacks: usize,
}

impl<'k> LogWriter<'k> {
    /// Begins a log at the set-up of a scenario, by id.
    pub fn new(kit: &'k Kit<'k>, scenario: &str, seats: Vec<Seat>) -> Result<Self, ModuleError> {
        let found = kit
            .top
            .game
            .scenarios
            .find(scenario)
            .and_then(|id| Some((&kit.top.game.scenarios[id], kit.set_ups.get(id.index())?)));
        let Some((scenario, set_up)) = found else {
            return Err(ModuleError::Log(format!("there is no scenario `{scenario}`")));
        };
        let start = Table { seats, ..set_up.table.clone() };
        let turn = scenario.turns.first;
        let step =
            kit.top.sequence.first_step(scenario.first_phase.as_deref(), scenario.first_side, turn);
        Ok(LogWriter {
            kit,
            scenario,
            now: start.clone(),
            start,
            steps: Vec::new(),
            acting: 0,
            turn: (turn, step),
            properties: BTreeMap::new(),
            stacks: 0,
        })
    }

    /// An error about something that is not there.
    pub fn unknown(&self, what: &str) -> ModuleError {
        ModuleError::Log(format!("step {}: there is no {what}", self.steps.len() + 1))
    }

    /// The game.
    pub fn game(&self) -> &'k Game {
        self.kit.top.game
    }

    /// The table as it is now.
    pub fn table(&self) -> &Table {
        &self.now
    }

    /// The turn, and which step of the sequence is on.
    pub fn moment(&self) -> (i32, usize) {
        self.turn
    }

    /// How many steps there are.
    pub fn steps(&self) -> usize {
        self.steps.len()
    }

    /// Lets the player of a side act, by the side's name; nothing changes when nobody plays it.
    pub fn act_as(&mut self, side: &str) {
        if let Some(seat) = self.now.seats.iter().position(|seat| seat.side == side) {
            self.acting = seat;
        }
    }

    /// From now on nobody knows who acts.
    pub fn act_as_nobody(&mut self) {
        self.acting = usize::MAX;
    }

    fn seat(&self) -> Option<&Seat> {
        self.now.seats.get(self.acting)
    }

    /// How reports call the player.
    fn player(&self) -> String {
        self.seat().map(|seat| format!("{} ({})", seat.side, seat.name)).unwrap_or_default()
    }

    /// A step: what one press of "Step forward" plays.
    fn step(&mut self, commands: Vec<Command<'static>>) {
        let mut logged: Vec<Tree<'static>> = commands
            .into_iter()
            .map(|command| Tree::Leaf(Command::Log(Box::new(command.into())).into()))
            .collect();
        if logged.len() == 1 {
            self.steps.extend(logged.pop());
        } else if !logged.is_empty() {
            self.steps.push(Tree::Group(logged));
        }
    }

    /// Something a player types.
    pub fn chat(&mut self, text: &str) {
        let line = format!("&lt;{}&gt; - {text}", self.player());
        self.step(vec![Command::Chat(line.into())]);
    }

    /// A declaration of the game, by id.
    pub fn declare(&mut self, id: &str, said: &Said) -> Result<(), ModuleError> {
        let declaration = self.kit.top.game.declarations.get(id);
        let declaration =
            declaration.ok_or_else(|| self.unknown(&format!("declaration `{id}`")))?;
        let line = say(declaration, said);
        self.step(vec![Command::Chat(line.into())]);
        Ok(())
    }

    /// Drags pieces, together, to a place.
    pub fn relocate(
        &mut self,
        ids: &[&str],
        map: Id<Map>,
        location: Location,
    ) -> Result<(), ModuleError> {
        let place = self.kit.top.game.maps[map].location_name(location);
        let (window, at) = self
            .kit
            .spot(self.scenario, map, location)
            .ok_or_else(|| self.unknown(&format!("place `{place}`")))?;
        self.drag(ids, window, at, &place)
    }

    /// Drags pieces, together, to a pixel of a map window that has this name.
    pub fn drag(
        &mut self,
        ids: &[&str],
        window: &str,
        at: (i32, i32),
        place: &str,
    ) -> Result<(), ModuleError> {
        let mut commands = Vec::new();
        let mut names = Vec::new();
        let mut from = String::new();
        for id in ids {
            let index = self.find(id)?;
            let mut piece = self.now.pieces.remove(index);
            let before = piece.clone();
            names.push(piece.definition.name(&piece.states));
            from.clone_from(&before.place);
            commands.extend(leave(&mut piece));
            let under = |table: &Table, map: &str, at: (i32, i32)| {
                let here = |other: &&TablePiece| other.stacks && other.map == map && other.at == at;
                table.pieces.iter().rev().find(here).map(|other| other.id.clone())
            };
            let beneath = under(&self.now, window, at);
            // What lay under a piece in the middle of a stack does not matter to a reader.
            let was_on = under(&self.now, &before.map, before.at).filter(|_| {
                self.now.pieces.iter().take(index).any(|p| p.at == before.at && p.map == before.map)
            });
            piece.put(window, at, place);
            commands.push(Command::Move(Box::new(MovePiece {
                id: piece.id.clone().into(),
                to: spot(window, at, beneath.clone()),
                from: spot(&before.map, before.at, was_on),
                player: self.seat().map(|seat| Secret::new(seat.password.clone())),
            })));
            if beneath.is_none() && piece.stacks {
                self.stacks += 1;
                commands.push(Command::Add(AddPiece {
                    id: stack_id(&self.stacks.to_string()).into(),
                    kind: "stack".into(),
                    state: StackState {
                        map: Some(window.to_owned()),
                        x: at.0,
                        y: at.1,
                        members: vec![piece.id.clone()],
                        layer: Some(1),
                    }
                    .encode()
                    .into(),
                }));
            }
            self.now.pieces.push(piece);
        }
        let report = format!("* {}: {from} -> {place}", names.join(", "));
        commands.push(Command::Chat(report.into()));
        self.step(commands);
        Ok(())
    }

    fn find(&self, id: &str) -> Result<usize, ModuleError> {
        let index = self.now.pieces.iter().position(|piece| piece.id == id);
        index.ok_or_else(|| self.unknown(&format!("piece `{id}` on the table")))
    }

    /// Turns a unit to a level of its steps: 1 is full strength, 2 has lost one.
    pub fn flip(&mut self, id: &str, level: i32) -> Result<(), ModuleError> {
        self.layer(id, STEP, Level { level, active: true }, "Flip")
    }

    /// Puts a state on a unit or takes it off, by the state's id.
    pub fn state(&mut self, id: &str, state: &str, on: bool) -> Result<(), ModuleError> {
        let name = self.kit.top.game.rules.states.get(state).map(|state| state.name.clone());
        let name = name.ok_or_else(|| self.unknown(&format!("state `{state}`")))?;
        self.layer(id, state, Level { level: 1, active: on }, &name)
    }

    fn layer(
        &mut self,
        id: &str,
        layer: &str,
        level: Level,
        command: &str,
    ) -> Result<(), ModuleError> {
        let index = self.find(id)?;
        let missing = self.unknown(&format!("layer `{layer}` on `{id}`"));
        let piece = &mut self.now.pieces[index];
        let old = piece.state();
        let named = |one: &Meaning| matches!(one, Meaning::Layer(known) if known.name == layer);
        let traits = &piece.definition.traits;
        let nth = traits.iter().position(|one| named(&one.meaning)).ok_or(missing)?;
        piece.states[nth] = level.encode();
        let name = piece.definition.name(&piece.states);
        let line = format!("* {command}: {id} ({}): {name}", piece.place);
        let change = changed(piece, old);
        self.step(vec![change, Command::Chat(line.into())]);
        Ok(())
    }

    /// Takes a piece out of the game.
    pub fn remove(&mut self, id: &str) -> Result<(), ModuleError> {
        let index = self.find(id)?;
        let piece = self.now.pieces.remove(index);
        let name = piece.definition.name(&piece.states);
        let line = format!("* Delete: {id} ({}): {name}", piece.place);
        self.step(vec![Command::Remove(piece.id.into()), Command::Chat(line.into())]);
        Ok(())
    }

    /// Takes a counter out of the palette.
    pub fn add(
        &mut self,
        id: &str,
        counter: &str,
        map: Id<Map>,
        location: Location,
    ) -> Result<(), ModuleError> {
        let place = self.kit.top.game.maps[map].location_name(location);
        let (window, at) = self
            .kit
            .spot(self.scenario, map, location)
            .ok_or_else(|| self.unknown(&format!("place `{place}`")))?;
        self.take(id, counter, window, at, &place)
    }

    /// Takes a counter out of the palette, to a pixel of a map window that has this name.
    pub fn take(
        &mut self,
        id: &str,
        counter: &str,
        window: &str,
        at: (i32, i32),
        place: &str,
    ) -> Result<(), ModuleError> {
        if self.find(id).is_ok() {
            return Err(ModuleError::Log(format!("there is a piece `{id}` already")));
        }
        let found = self.kit.top.game.counters.find(counter);
        let found = found.ok_or_else(|| self.unknown(&format!("counter `{counter}`")))?;
        let mut piece = TablePiece::new(id, &self.kit.pieces[found.index()], window, at, place);
        if let Some((_, copy)) = id.split_once('#') {
            for (one, state) in piece.definition.traits.iter().zip(&mut piece.states) {
                if matches!(&one.meaning, Meaning::DynamicProperty(known) if known.name == COPY) {
                    copy.clone_into(state);
                }
            }
        }
        let line = format!("* {} placed in {place}", piece.definition.name(&piece.states));
        let add = Command::Add(AddPiece {
            id: piece.id.clone().into(),
            kind: piece.definition.encode().into(),
            state: piece.state().into(),
        });
        self.now.pieces.push(piece);
        self.step(vec![add, Command::Chat(line.into())]);
        Ok(())
    }

    /// Rolls dice, by the id of the dice; the first of coloured dice is the coloured one.
    pub fn roll(&mut self, dice: &str, faces: &[u32]) -> Result<(), ModuleError> {
        let die = self.kit.top.game.dice.get(dice);
        let die = die.ok_or_else(|| self.unknown(&format!("dice `{dice}`")))?;
        let fits = u32::try_from(faces.len()) == Ok(die.count)
            && faces.iter().all(|face| (1..=die.faces).contains(face));
        if !fits {
            return Err(ModuleError::Log(format!("{faces:?} is no roll of {dice}")));
        }
        let text =
            |numbers: &[u32]| numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        let total: u32 = faces.iter().sum();
        let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
        for face in faces {
            *counts.entry(*face).or_default() += 1;
        }
        let summary: Vec<String> =
            counts.iter().map(|(face, count)| format!("{face} x{count}")).collect();
        let shown = match (die.coloured, faces) {
            (true, [coloured, white]) => format!("coloured {coloured}, white {white} = {total}"),
            (_, [_]) => text(faces),
            _ => format!("{} = {total}", text(faces)),
        };
        let side = self.seat().map(|seat| seat.side.clone()).unwrap_or_default();
        let mut commands = vec![Command::Chat(format!("* Roll {dice}: {shown} [{side}]").into())];
        for (name, initial, value) in [
            ("result", "1", text(faces)),
            ("total", "0", total.to_string()),
            ("keep", "0", faces.len().to_string()),
            ("summary", "", summary.join(", ")),
        ] {
            let name = format!("{dice}_{name}");
            let old = self.properties.insert(name.clone(), value.clone());
            commands.push(Command::PropertyChange(Box::new(PropertyChange {
                name: name.into(),
                old: old.unwrap_or_else(|| initial.to_owned()).into(),
                new: value.into(),
                container: Some("Module".into()),
            })));
        }
        self.step(commands);
        Ok(())
    }

    /// Play passes on to a turn and a step of it, by its place in the sequence.
    pub fn turn(&mut self, turn: i32, step: usize) {
        let sequence = &self.kit.top.sequence;
        let old = sequence.shown(self.turn.0, self.turn.1);
        let new = sequence.shown(turn, step);
        let state = sequence.state(turn, step, self.scenario.first_side);
        self.turn = (turn, step);
        self.now.turn.clone_from(&state);
        self.step(vec![
            Command::Chat(format!("* Turn: {old} -> {new}").into()),
            Command::Turn(Turn { tracker: TRACKER.into(), state: state.into() }),
        ]);
    }

    /// The log as a file.
    pub fn pack(self, note: &str) -> Result<Vec<u8>, ModuleError> {
        Ok(self.saved(note).pack()?)
    }

    /// The log as a file that was opened.
    pub fn saved(self, note: &str) -> SavedGame {
        let mut commands = self.start.commands(self.kit.top.game);
        commands.extend(self.steps);
        saved(self.kit.top.game, commands, note)
    }
}

fn spot(map: &str, (x, y): (i32, i32), under: Option<String>) -> Spot<'static> {
    Spot { map: Some(map.to_owned().into()), x, y, under: under.map(Into::into) }
}

fn changed(piece: &TablePiece, old: String) -> Command<'static> {
    Command::Change(Box::new(ChangePiece {
        id: piece.id.clone().into(),
        new_state: piece.state().into(),
        old_state: Some(old.into()),
    }))
}

/// What a piece that is about to move remembers: the place it leaves, that it moved, its trail.
fn leave(piece: &mut TablePiece) -> Option<Command<'static>> {
    if let Some(heart) = piece.states.last_mut() {
        let mut state = BasicState::decode(heart);
        let (x, y) = piece.at;
        for (name, value) in [
            ("OldMap", piece.map.clone()),
            ("OldLocationName", piece.place.clone()),
            ("OldX", x.to_string()),
            ("OldY", y.to_string()),
        ] {
            match state.properties.iter_mut().find(|(known, _)| known == name) {
                Some((_, old)) => *old = value,
                None => state.properties.push((name.to_owned(), value)),
            }
        }
        *heart = state.encode();
    }
    let old = piece.state();
    for (one, state) in piece.definition.traits.iter().zip(&mut piece.states) {
        match &one.meaning {
            Meaning::Moved(_) => *state = "true".to_owned(),
            Meaning::Trail(_) => {
                let mut trail = Footprints::decode(state);
                // The main map is the first that a module has.
                "Map0".clone_into(&mut trail.map);
                trail.points.push(piece.at);
                trail.initialised = true;
                *state = trail.encode();
            }
            _ => {}
        }
    }
    (piece.state() != old).then(|| changed(piece, old))
}
