//! Declarations: what players say so that others, and the referee, know what they mean.

use super::registry::named_by_id;
use super::{Id, UnitType};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where a declaration is offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Offered {
    /// In the menu of units.
    #[default]
    Unit,
    /// As a button of the module.
    Module,
}

/// What an answer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// Any words.
    #[default]
    Text,
    /// A whole number.
    Number,
    /// A hex or box, by its printed id.
    Place,
}

/// Something a declaration asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// Its name in the line: `{mode}`.
    pub id: String,
    /// What the player is asked.
    pub prompt: String,
    /// What may be answered; anything of its kind when empty.
    pub choices: Vec<String>,
    /// What the answer is.
    pub answer: Answer,
}

/// Something players say in a fixed form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declaration {
    /// The id used in rules and findings.
    pub id: String,
    /// The text of its menu entry or button.
    pub menu: String,
    /// The text of the menu entry that names the target, on pieces there.
    pub here: String,
    /// Its key: `Ctrl+A`.
    pub key: Option<String>,
    /// Where it is offered.
    pub offered: Offered,
    /// Only to units of these types; to all when empty.
    pub types: Vec<Id<UnitType>>,
    /// What it asks for.
    pub questions: Vec<Question>,
    /// The line it says, with `{…}` for what varies.
    pub line: Vec<LinePart>,
    /// The phases in which it makes sense, by id; any when empty.
    pub phases: Vec<String>,
    /// The rule that needs it.
    pub rule: String,
}

/// A part of a declaration's line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinePart {
    /// These words.
    Words(String),
    /// The one unit that declares, with its place: `l-71 (0507)`.
    Unit,
    /// Several units that declare together: `l-71 (0507), l-72 (0508)`.
    Units,
    /// Units that are the targets, gathered like those that declare: `v-11 (0607)`.
    Targets,
    /// The place that is the target, named by pointing at a piece there or by typing it.
    Place,
    /// The side of the player.
    Side,
    /// The answer to a question, by its place in the list.
    Answer(usize),
}

named_by_id!(Declaration);

impl Declaration {
    /// Whether several units declare together.
    pub fn gathers(&self) -> bool {
        self.line.contains(&LinePart::Units)
    }

    /// Whether it names units as its targets.
    pub fn has_targets(&self) -> bool {
        self.line.contains(&LinePart::Targets)
    }

    /// Whether it names a place as its target.
    pub fn has_place(&self) -> bool {
        self.line.contains(&LinePart::Place)
    }
}
