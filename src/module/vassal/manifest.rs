//! The manifest of a module: what its pieces, phases, dice and declarations are in the
//! words of the sources. It travels inside the module as `hexwright-manifest.json`, beside the
//! mapping by which logs of the module are read, `hexwright.json`.

use super::declare::{self, DeclarationForm, SCENARIO};
use super::palette::SlotPlan;
use super::pieces::{COPY, STEP, UNIT_ID};
use super::save::Table;
use super::setup::{BOX_MAP, SET_UP_MAP};
use super::toolbar::dice_name;
use super::turns::TRACKER;
use crate::interpret::{
    DeclarationMapping, MapMapping, Mapping, Pieces, StateMapping, Steps, TurnMapping,
};
use crate::model::{Actor, Game, Scenario};
use crate::module::table::sequence::Sequence;
use crate::module::table::{FaceImages, levels};
use crate::vassal::file::ModuleFile;
use crate::vassal::limits::Limits;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The entry of the archive that holds it.
pub const ENTRY: &str = "hexwright-manifest.json";
/// The format of the manifest.
pub const FORMAT: u32 = 1;

/// What a module is, in the words of the sources.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The format of this manifest.
    pub format: u32,
    /// The game's id.
    pub game: String,
    /// Its title: the module's name.
    pub title: String,
    /// Its version.
    pub version: String,
    /// The sides: id, and the name that players choose.
    pub sides: Vec<NamedId>,
    /// The map window of the game.
    pub map: String,
    /// Piece slots, one a counter type.
    pub slots: Vec<SlotEntry>,
    /// States that layers show: the layer's name is the state's id.
    pub states: Vec<NamedId>,
    /// Dice buttons.
    pub dice: Vec<DiceEntry>,
    /// The turn tracker.
    pub turn: TurnEntry,
    /// What players say in a fixed form.
    pub declarations: Vec<DeclarationForm>,
    /// Set-ups.
    pub setups: Vec<SetupEntry>,
}

/// An id with a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedId {
    /// The id in the sources.
    pub id: String,
    /// The name in the module.
    pub name: String,
}

/// A piece slot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SlotEntry {
    /// The counter's id.
    pub counter: String,
    /// The slot's id.
    pub gpid: String,
    /// The piece's name.
    pub name: String,
    /// The side, by id.
    pub side: Option<String>,
    /// The levels of the layer `Step`, from the first.
    pub levels: Vec<LevelEntry>,
}

/// A side that a piece can show.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevelEntry {
    /// The counter whose side it is.
    pub counter: String,
    /// Its back.
    pub back: bool,
}

/// A dice button.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiceEntry {
    /// The id in the sources.
    pub id: String,
    /// The button's name: its properties are called `NAME_result` and so on.
    pub button: String,
    /// How many dice.
    pub count: u32,
    /// Faces of each.
    pub faces: u32,
    /// The first die is the coloured one.
    pub coloured: bool,
}

/// The turn tracker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnEntry {
    /// VASSAL's id of the tracker.
    pub tracker: String,
    /// The steps of a turn, in order.
    pub steps: Vec<StepEntry>,
}

/// A step of the turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepEntry {
    /// Ids of the phases from the outermost to the innermost.
    pub path: Vec<String>,
    /// The side that acts, by id; none when both or nobody does.
    pub side: Option<String>,
    /// What the tracker shows after `Turn N`.
    pub shown: String,
}

/// A set-up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetupEntry {
    /// The scenario's id.
    pub scenario: String,
    /// The name that players choose.
    pub name: String,
    /// The save in the module.
    pub file: String,
    /// Every piece.
    pub pieces: Vec<PieceEntry>,
}

/// A piece of a set-up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PieceEntry {
    /// VASSAL's id of the piece; also the unit's id.
    pub piece: String,
    /// The counter's id.
    pub counter: String,
    /// The map window.
    pub map: String,
    /// Pixels from the left.
    pub x: i32,
    /// Pixels from the top.
    pub y: i32,
}

impl Manifest {
    /// The manifest of a game's module, without set-ups.
    pub(super) fn of(
        game: &Game,
        map: &str,
        slots: &[SlotPlan<'_>],
        faces: &[FaceImages],
        sequence: &Sequence,
    ) -> Self {
        let slot = |slot: &SlotPlan<'_>| SlotEntry {
            counter: slot.counter.id.to_string(),
            gpid: slot.gpid.clone(),
            name: slot.counter.name.to_string(),
            side: slot.counter.side.map(|id| game.sides[id].id.clone()),
            levels: levels(game, faces, slot.counter)
                .into_iter()
                .map(|level| LevelEntry { counter: level.counter, back: level.back })
                .collect(),
        };
        let side = |actor: Actor| match actor {
            Actor::Side(id) => Some(game.sides[id].id.clone()),
            _ => None,
        };
        let named = |id: &str, name: &str| NamedId { id: id.to_owned(), name: name.to_owned() };
        Manifest {
            format: FORMAT,
            game: game.id.clone(),
            title: game.title.clone(),
            version: game.version.clone(),
            sides: game.sides.iter().map(|side| named(&side.id, &side.name)).collect(),
            map: map.to_owned(),
            slots: slots.iter().map(slot).collect(),
            states: game.rules.states.iter().map(|state| named(&state.id, &state.name)).collect(),
            dice: game
                .dice
                .iter()
                .map(|die| DiceEntry {
                    id: die.id.clone(),
                    button: dice_name(die).to_owned(),
                    count: die.count,
                    faces: die.faces,
                    coloured: die.coloured,
                })
                .collect(),
            turn: TurnEntry {
                tracker: TRACKER.to_owned(),
                steps: sequence
                    .standings
                    .iter()
                    .map(|standing| StepEntry {
                        path: standing.path.clone(),
                        side: side(standing.actor),
                        shown: standing.shown.clone(),
                    })
                    .collect(),
            },
            declarations: declare::forms(game),
            setups: Vec::new(),
        }
    }

    /// Adds a set-up.
    pub(super) fn add(&mut self, scenario: &Scenario, file: &str, table: &Table) {
        let counter = |id: &str| id.split_once('#').map_or(id, |(counter, _)| counter).to_owned();
        let pieces = table.pieces.iter().map(|piece| PieceEntry {
            piece: piece.id.clone(),
            counter: counter(&piece.id),
            map: piece.map.clone(),
            x: piece.at.0,
            y: piece.at.1,
        });
        self.setups.push(SetupEntry {
            scenario: scenario.id.clone(),
            name: scenario.title.clone(),
            file: file.to_owned(),
            pieces: pieces.collect(),
        });
    }

    /// How logs of the module are read.
    pub fn mapping(&self, game: &Game) -> Mapping {
        let boards: BTreeMap<String, String> =
            game.maps.iter().map(|map| (map.id.clone(), map.id.clone())).collect();
        let only = game.maps.iter().next().filter(|_| game.maps.len() == 1);
        let main = MapMapping {
            name: self.map.clone(),
            map: only.map(|map| map.id.clone()),
            boards: if only.is_some() { BTreeMap::new() } else { boards },
            ..MapMapping::default()
        };
        let first = game.maps.iter().next().map(|map| map.id.clone());
        let boxes = MapMapping { name: BOX_MAP.to_owned(), map: first, ..MapMapping::default() };
        let tray = MapMapping { name: SET_UP_MAP.to_owned(), ..MapMapping::default() };
        let maps = if only.is_some() { vec![main, tray] } else { vec![main, boxes, tray] };
        let state = |state: &NamedId| StateMapping {
            state: state.id.clone(),
            property: format!("{}_Active", state.id),
            value: "true".to_owned(),
        };
        let line = |form: &DeclarationForm| DeclarationMapping {
            id: form.id.clone(),
            line: form.line.clone(),
        };
        Mapping {
            game: self.game.clone(),
            version: self.version.clone(),
            module: self.title.clone(),
            pieces: Pieces {
                unit: UNIT_ID.to_owned(),
                copy: COPY.to_owned(),
                scenario: SCENARIO.to_owned(),
            },
            maps,
            steps: Some(Steps { property: format!("{STEP}_Level"), ..Steps::default() }),
            states: self.states.iter().map(state).collect(),
            turn: Some(TurnMapping { tracker: "Turn".to_owned(), ..TurnMapping::default() }),
            dice: self.dice.iter().map(|die| (die.button.clone(), die.id.clone())).collect(),
            sides: self.sides.iter().map(|side| (side.name.clone(), side.id.clone())).collect(),
            declarations: self.declarations.iter().map(line).collect(),
            scenarios: BTreeMap::new(),
            ..Mapping::default()
        }
    }

    /// As the module holds it.
    pub fn to_json(&self) -> String {
        // Plain structs of texts and numbers always have a JSON form.
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// The manifest of an open module; none when it was not made by Hexwright, or by a later one.
    pub fn read(module: &mut ModuleFile, limits: &Limits) -> Option<Self> {
        let archive = module.archive.as_mut().filter(|archive| archive.contains(ENTRY))?;
        let text = archive.read_text(ENTRY, limits).ok()?;
        serde_json::from_str(&text).ok().filter(|manifest: &Manifest| manifest.format == FORMAT)
    }

    /// The step of the turn that the tracker shows: its number, and which of [`TurnEntry::steps`].
    pub fn moment(&self, shown: &str) -> Option<(i32, usize)> {
        let rest = shown.strip_prefix("Turn ")?;
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '-').unwrap_or(rest.len());
        let turn = rest[..digits].parse().ok()?;
        let step = self.turn.steps.iter().position(|step| step.shown == rest[digits..])?;
        Some((turn, step))
    }
}
