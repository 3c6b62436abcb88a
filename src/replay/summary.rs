//! A saved game at a glance.

use super::{Event, Replay, Step};
use crate::vassal::census::Census;
use crate::vassal::command::Tree;
use crate::vassal::error::Result;
use crate::vassal::file::SavedGame;
use crate::vassal::limits::Limits;
use serde::Serialize;
use std::collections::BTreeMap;

/// A seat, without what identifies it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlayerEntry {
    /// The name shown.
    pub name: String,
    /// The side.
    pub side: String,
}

/// How the dice of one button fell.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct DiceStatistics {
    /// Rolls.
    pub rolls: usize,
    /// How often each face came.
    pub faces: BTreeMap<i64, usize>,
    /// The mean of all dice.
    pub mean: f64,
}

/// A saved game at a glance.
#[derive(Debug, Clone, Serialize)]
pub struct GameSummary {
    /// `save` or `log`.
    pub kind: &'static str,
    /// The module.
    pub module: String,
    /// Its version.
    pub module_version: String,
    /// The VASSAL that wrote the file.
    pub vassal_version: String,
    /// When it was saved, in milliseconds since 1970.
    pub saved: Option<i64>,
    /// The comment given when saving.
    pub comment: String,
    /// Who plays.
    pub players: Vec<PlayerEntry>,
    /// Extensions that were in use: name and version.
    pub extensions: Vec<(String, String)>,
    /// Boards by map.
    pub boards: BTreeMap<String, Vec<String>>,
    /// Counters by map at the end; `null` for those on no map.
    pub counters_by_map: BTreeMap<String, usize>,
    /// Counters at the end.
    pub counters: usize,
    /// Turn by tracker at the end.
    pub turns: BTreeMap<String, String>,
    /// Steps of the log.
    pub steps: usize,
    /// Steps that were taken back.
    pub undone: usize,
    /// Steps by who made them.
    pub steps_by_player: BTreeMap<String, usize>,
    /// Events by kind.
    pub events: BTreeMap<&'static str, usize>,
    /// Dice by button.
    pub dice: BTreeMap<String, DiceStatistics>,
    /// Everything counted, command by command.
    pub commands: Census,
}

impl GameSummary {
    /// Sums up a saved game that was played to its end.
    pub fn of(
        saved: &SavedGame,
        tree: &Tree<'_>,
        replay: &Replay<'_, '_>,
        steps: &[Step],
        limits: &Limits,
    ) -> Result<Self> {
        let commands = Census::of(saved, tree, limits)?;
        let position = replay.position();
        let table = &position.table;
        let mut counters_by_map = BTreeMap::new();
        for piece in position.counters() {
            let map =
                position.place(piece).map.map_or_else(|| "null".to_owned(), |map| map.to_string());
            *counters_by_map.entry(map).or_default() += 1;
        }
        let told = saved.savedata.as_ref();
        let module = saved.moduledata.as_ref();
        let mut summary = GameSummary {
            kind: if commands.log_commands > 0 { "log" } else { "save" },
            module: module.map(|data| data.name.clone()).unwrap_or_default(),
            module_version: module.map(|data| data.version.clone()).unwrap_or_default(),
            vassal_version: told
                .or(module)
                .map(|data| data.vassal_version.clone())
                .unwrap_or_default(),
            saved: told.or(module).and_then(|data| data.saved),
            comment: told.map(|data| data.description.clone()).unwrap_or_default(),
            players: table
                .seats
                .iter()
                .map(|seat| PlayerEntry { name: seat.name.clone(), side: seat.side.clone() })
                .collect(),
            extensions: table.extensions.clone(),
            boards: table
                .boards
                .iter()
                .map(|(map, boards)| {
                    (map.clone(), boards.iter().map(|board| board.name.to_string()).collect())
                })
                .collect(),
            counters: position.counters().len(),
            counters_by_map,
            turns: replay
                .turns()
                .into_iter()
                .map(|(name, turn, state)| (name, turn.unwrap_or(state)))
                .collect(),
            steps: steps.len(),
            undone: steps.iter().filter(|step| step.undone_by.is_some()).count(),
            steps_by_player: BTreeMap::new(),
            events: BTreeMap::new(),
            dice: BTreeMap::new(),
            commands,
        };
        for step in steps {
            if let Some(who) = &step.who {
                *summary.steps_by_player.entry(who.clone()).or_default() += 1;
            }
            for event in &step.events {
                *summary.events.entry(event.kind()).or_default() += 1;
            }
        }
        summary.dice = dice_statistics(steps);
        Ok(summary)
    }
}

/// How the dice fell, button by button.
pub fn dice_statistics(steps: &[Step]) -> BTreeMap<String, DiceStatistics> {
    let mut dice: BTreeMap<String, DiceStatistics> = BTreeMap::new();
    for roll in steps.iter().flat_map(Step::rolls) {
        let entry = dice.entry(roll.button.clone()).or_default();
        entry.rolls += 1;
        for &face in &roll.dice {
            *entry.faces.entry(face).or_default() += 1;
        }
    }
    dice.values_mut().for_each(DiceStatistics::take_mean);
    dice
}

impl DiceStatistics {
    fn take_mean(&mut self) {
        let count: usize = self.faces.values().sum();
        let sum: f64 = self.faces.iter().map(|(face, times)| *face as f64 * *times as f64).sum();
        self.mean = if count == 0 { 0.0 } else { (sum / count as f64 * 1000.0).round() / 1000.0 };
    }

    /// Adds the dice of another button.
    pub(super) fn add(&mut self, other: DiceStatistics) {
        self.rolls += other.rolls;
        for (face, times) in other.faces {
            *self.faces.entry(face).or_default() += times;
        }
        self.take_mean();
    }
}

impl Event {
    /// In one word.
    pub fn kind(&self) -> &'static str {
        match self {
            Event::Move { .. } => "move",
            Event::Mismatch { .. } => "mismatch",
            Event::Change { .. } => "change",
            Event::Create { .. } => "create",
            Event::Remove { .. } => "remove",
            Event::Reorder { .. } => "reorder",
            Event::Chat { .. } => "chat",
            Event::Roll(_) => "roll",
            Event::Turn { .. } => "turn",
            Event::Property { .. } => "property",
            Event::Boards { .. } => "boards",
            Event::LineOfSight { .. } => "line_of_sight",
            Event::Missing { .. } => "missing",
            Event::Unknown { .. } => "unknown",
        }
    }

    /// As a person would say it.
    pub fn readable(&self) -> String {
        match self {
            Event::Move { piece, from, to, .. } => {
                format!("{} moves {} → {}", piece.name, from.readable(), to.readable())
            }
            Event::Mismatch { piece, at, told, cause } => {
                let (name, cause) = (&piece.name, cause.readable());
                let (at, told) = (at.readable(), told.readable());
                format!("{name} lies in {at}, and the log says it was in {told}: {cause}")
            }
            Event::Change { piece, was_called, at, values, unnamed } => {
                let mut told: Vec<String> = values
                    .iter()
                    .map(|value| format!("{} {} → {}", value.name, value.old, value.new))
                    .collect();
                if told.is_empty() {
                    told.push(format!("{unnamed} trait(s) without a named value"));
                }
                let name = was_called.as_ref().unwrap_or(&piece.name);
                format!("{name} changes in {}: {}", at.readable(), told.join(", "))
            }
            Event::Create { piece, at } => format!("{} appears in {}", piece.name, at.readable()),
            Event::Remove { piece, at } => {
                format!("{} is removed from {}", piece.name, at.readable())
            }
            Event::Reorder { deck, cards } => format!("{} is reordered ({cards} cards)", deck.name),
            Event::Chat { speaker: Some(speaker), text } => format!("{speaker}: {text}"),
            Event::Chat { speaker: None, text } => text.clone(),
            Event::Roll(roll) => {
                let dice: Vec<String> = roll.dice.iter().map(ToString::to_string).collect();
                let total = roll.total.map(|total| format!(" (total {total})")).unwrap_or_default();
                format!("{} rolls {}{total}", roll.button, dice.join(","))
            }
            Event::Turn { tracker, turn, state } => {
                format!("{tracker}: {}", turn.as_ref().unwrap_or(state))
            }
            Event::Property { container, change } => {
                format!("{container} {} {} → {}", change.name, change.old, change.new)
            }
            Event::Boards { map, boards } => format!("{map} shows {}", boards.join(", ")),
            Event::LineOfSight { from, to } => {
                format!("line of sight {},{} – {},{}", from.0, from.1, to.0, to.1)
            }
            Event::Missing { id } => format!("a command for piece {id}, which is not in the game"),
            Event::Unknown { kind } => format!("unknown command {kind}"),
        }
    }
}
