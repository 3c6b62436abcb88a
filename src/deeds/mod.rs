//! Deeds: what was done at the table, in the words of the game.
//!
//! A log becomes deeds by interpretation; a bot makes them; a referee hears them. They say what
//! the table shows, nothing more: a drag in three hops is three moves, and it is for the hearing
//! to see them as one. No rule is known here, so that a log can be read without a referee.

use crate::hex::Location;
use crate::model::{Id, Map, Side};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// A piece as the game knows it: the counter's id, with `#2`, `#3` for further ones of the same type.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UnitId(pub Arc<str>);

impl UnitId {
    /// The piece of this name.
    pub fn new(name: &str) -> Self {
        UnitId(Arc::from(name))
    }

    /// The id of its counter type.
    pub fn counter(&self) -> &str {
        self.0.split_once('#').map_or(&*self.0, |(counter, _)| counter)
    }
}

impl fmt::Display for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for UnitId {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.0)
    }
}

/// Where a piece is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Spot {
    /// In a hex or box of one of the game's maps.
    At(Id<Map>, Location),
    /// Somewhere that the game does not know, by the name that the table has for it: a tray, the table's edge.
    Elsewhere(Arc<str>),
}

impl Spot {
    /// The place on a map.
    pub fn location(&self) -> Option<(Id<Map>, Location)> {
        match self {
            Spot::At(map, location) => Some((*map, *location)),
            Spot::Elsewhere(_) => None,
        }
    }
}

/// When: the turn, and the phases from the outermost to the innermost, by id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moment {
    /// The turn.
    pub turn: i32,
    /// The phases, by id.
    pub phase: Vec<String>,
    /// The side that acts.
    pub side: Option<Id<Side>>,
}

/// A piece on the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// Which.
    pub unit: UnitId,
    /// Where.
    pub at: Spot,
    /// Steps left; none when the table does not tell.
    pub steps: Option<u32>,
    /// Its states, by id.
    pub states: Vec<String>,
}

/// Something a player said in a form that the game's module offers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Declared {
    /// Which declaration, by the id in the game's sources: `attack`.
    pub id: String,
    /// The units named in it.
    pub units: Vec<UnitId>,
    /// The places named in it.
    pub places: Vec<Spot>,
    /// Everything else, by name.
    pub values: BTreeMap<String, String>,
}

/// What was done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// The table when the log begins: everything on it, and when.
    SetUp {
        /// The pieces.
        pieces: Vec<Standing>,
        /// Separate markers, and where they lie.
        markers: Vec<(String, Spot)>,
        /// When, if the table tells.
        moment: Option<Moment>,
        /// The scenario, by id, if the table tells.
        scenario: Option<String>,
    },
    /// Play passes on.
    Turn(Moment),
    /// A piece went from one place to another.
    Move {
        /// Which.
        unit: UnitId,
        /// Where it was.
        from: Spot,
        /// Where it is.
        to: Spot,
    },
    /// A piece came to the table.
    Arrive(Standing),
    /// A piece left the table.
    Leave {
        /// Which.
        unit: UnitId,
        /// Where it was.
        from: Spot,
    },
    /// A piece lost or regained steps.
    Steps {
        /// Which.
        unit: UnitId,
        /// Steps before.
        from: u32,
        /// Steps now.
        to: u32,
    },
    /// A state of a piece was set or ended.
    State {
        /// Which piece.
        unit: UnitId,
        /// Which state, by id.
        state: String,
        /// Whether it is set now.
        on: bool,
    },
    /// A separate marker was put down, taken away or shifted.
    Marker {
        /// Which, by counter id.
        marker: String,
        /// Where it was.
        from: Option<Spot>,
        /// Where it is.
        to: Option<Spot>,
    },
    /// A declaration.
    Declare(Declared),
    /// Dice.
    Roll {
        /// Which dice, by id.
        dice: String,
        /// The faces, in the order rolled.
        faces: Vec<u32>,
    },
    /// Points changed.
    Points {
        /// Which, by id.
        kind: String,
        /// Whose.
        side: Option<Id<Side>>,
        /// How many now.
        now: i32,
    },
}

/// A deed, and where the log has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deed {
    /// The step of the log, from one; zero for the table at the beginning.
    pub step: usize,
    /// Who did it, if the log tells.
    pub by: Option<Id<Side>>,
    /// What was done.
    pub act: Act,
}

/// A line that a player typed: talk, whatever it looks like. It may excuse, never accuse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Talk {
    /// The step of the log.
    pub step: usize,
    /// The side of the speaker, if the log tells.
    pub by: Option<Id<Side>>,
    /// What was said.
    pub text: String,
}

/// A roll that was taken back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UndoneRoll {
    /// The step of the log.
    pub step: usize,
    /// Who rolled, if the log tells.
    pub by: Option<Id<Side>>,
    /// Which dice, by id.
    pub dice: String,
    /// The faces, in the order rolled.
    pub faces: Vec<u32>,
    /// In a chain, the step of the roll for the same in a file that begins before this one: the other file was left.
    pub left_for: Option<usize>,
}

/// What a log tells beside the deeds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Asides {
    /// What players typed.
    pub talk: Vec<Talk>,
    /// Rolls that were taken back.
    pub undone_rolls: Vec<UndoneRoll>,
    /// Steps with the line of a roll for which no die was thrown.
    pub unthrown: Vec<usize>,
    /// The players by side, as the log names them.
    pub players: Vec<(Id<Side>, String)>,
    /// In a chain of logs, where each file begins, counted through, and its name; empty for a single log.
    pub files: Vec<(usize, String)>,
}

impl Asides {
    /// Steps as a reader finds them: `step 4`, `steps 4, 9`, in a chain `letters-2.vlog steps 4, 9; letters-3.vlog
    /// step 1`. No more than `most` are named.
    pub fn steps(&self, steps: &[usize], most: usize) -> String {
        let spans: Vec<(usize, usize)> = steps.iter().map(|step| (*step, *step)).collect();
        self.spans(&spans, most)
    }

    /// The same for runs of steps: `steps 4–9, 12`.
    pub fn spans(&self, spans: &[(usize, usize)], most: usize) -> String {
        let mut by_file: Vec<(&str, Vec<String>)> = Vec::new();
        for (from, to) in spans.iter().take(most) {
            let begun = self.files.iter().rev().find(|(first, _)| first <= from);
            let (first, file) = begun.map_or((0, ""), |(first, file)| (*first, file.as_str()));
            let numbers = match to - first {
                to if *from == to + first => to.to_string(),
                to => format!("{}–{to}", from - first),
            };
            match by_file.last_mut().filter(|(known, _)| *known == file) {
                Some((_, list)) => list.push(numbers),
                None => by_file.push((file, vec![numbers])),
            }
        }
        let told = by_file.into_iter().map(|(file, list)| {
            let one = list.len() == 1 && !list[0].contains('–');
            let word = if one { "step" } else { "steps" };
            format!("{file} {word} {}", list.join(", ")).trim_start().to_owned()
        });
        let more = spans.len().saturating_sub(most);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("{}{more}", told.collect::<Vec<_>>().join("; "))
    }
}
