//! `[module]` and `[[declaration]]` of `games/<id>.toml`.

use super::{At, Text, Words};
use crate::model::{Answer, Facing, Offered};
use schemars::JsonSchema;
use serde::Deserialize;

/// `[module]`: how the module for online tabletops is made.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ModuleSource {
    /// Width of the most common counter in pixels (default 76).
    #[serde(default)]
    pub counter_pixels: Option<At<u32>>,
    /// The style of its maps (default `modern`).
    #[serde(default)]
    pub map_style: Option<String>,
    /// A thread for lines of sight.
    #[serde(default)]
    pub line_of_sight: bool,
    /// Units may be hidden from the other side (default: when a scenario hides some).
    #[serde(default)]
    pub hidden_units: bool,
    /// The marker whose face covers concealed units.
    #[serde(default)]
    pub concealed_by: Option<At<Text>>,
    /// The marker whose face covers chits that were drawn from a cup, for all but the side that drew them.
    #[serde(default)]
    pub drawn_under: Option<At<Text>>,
    /// Unit types whose units face somewhere and can be turned.
    #[serde(default)]
    pub facing: Words,
    /// What they look at: a `hexside` (default) or a `hexspine`, where two other hexes meet.
    #[serde(default)]
    pub facing_towards: Facing,
    /// They can show the arc that they cover, this many hexes far.
    #[serde(default)]
    pub arc_hexes: Option<At<u32>>,
    /// Commands that put another counter in a unit's place.
    #[serde(default, rename = "replacement")]
    pub replacements: Vec<ReplacementSource>,
    /// Traits that Hexwright does not know, added to pieces as they are.
    #[serde(default, rename = "trait")]
    pub traits: Vec<TraitSource>,
    /// Components that Hexwright does not know, added as they are.
    #[serde(default, rename = "component")]
    pub components: Vec<ComponentSource>,
}

/// `[[module.replacement]]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReplacementSource {
    /// The text of the menu entry.
    pub menu: At<Text>,
    /// Its key: `Ctrl+H`.
    #[serde(default)]
    pub key: Option<At<Text>>,
    /// The column of counter sheets that holds the id of the other counter.
    pub column: At<Text>,
}

/// `[[module.trait]]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TraitSource {
    /// To which pieces: a counter's id, `side:ID`, `type:ID`, a kind (`unit`, `weapon`, `marker`, `chit`) or `all`.
    pub on: At<Text>,
    /// The trait's type as VASSAL writes it.
    #[serde(rename = "type")]
    pub text: At<Text>,
    /// Its state at the start.
    #[serde(default)]
    pub state: Option<At<Text>>,
}

/// `[[module.component]]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ComponentSource {
    /// Where: `module` (default), `map` or `prototypes`.
    #[serde(default, rename = "in")]
    pub within: Option<At<Text>>,
    /// The element as VASSAL's build file has it.
    pub xml: At<Text>,
}

/// `[[declaration]]`: something players say in a fixed form.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeclarationSource {
    /// The id.
    pub id: At<Text>,
    /// The text of its menu entry or button.
    pub menu: At<Text>,
    /// The text of the menu entry that names the target, on pieces there (default: `menu` with "here").
    #[serde(default)]
    pub here: Option<At<Text>>,
    /// Its key: `Ctrl+A`.
    #[serde(default)]
    pub key: Option<At<Text>>,
    /// Where it is offered: `unit` (default) or `module`.
    #[serde(default)]
    pub on: Offered,
    /// Only to units of these types.
    #[serde(default)]
    pub types: Words,
    /// The line it says, with `{unit}`, `{units}`, `{targets}`, `{place}`, `{side}` and the ids of its questions.
    pub line: At<Text>,
    /// What it asks for.
    #[serde(default)]
    pub ask: Vec<QuestionSource>,
    /// The phases in which it makes sense.
    #[serde(default)]
    pub phases: Words,
    /// The rule that needs it.
    #[serde(default)]
    pub rule: String,
}

/// A question of a declaration.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QuestionSource {
    /// Its name in the line.
    pub id: At<Text>,
    /// What the player is asked.
    pub prompt: At<Text>,
    /// What may be answered.
    #[serde(default)]
    pub choices: Vec<At<Text>>,
    /// What the answer is: `text` (default), `number` or `place`.
    #[serde(default)]
    pub answer: Answer,
}
