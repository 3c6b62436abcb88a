//! `scenarios/<game>/<id>.toml`: set-up, reinforcements, length, options.

use super::{At, Text, Words};
use crate::model::Provenance;
use schemars::JsonSchema;
use serde::Deserialize;

/// `scenarios/<game>/<id>.toml`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Hexwright scenario")]
pub struct ScenarioFile {
    /// The title.
    pub title: String,
    /// What happened.
    #[serde(default)]
    pub summary: String,
    /// When it happened: "1943-07-10".
    #[serde(default)]
    pub date: String,
    /// Where it happened.
    #[serde(default)]
    pub place: String,
    /// Orders of battle that set-ups refer to.
    #[serde(default, rename = "force")]
    pub forces: Vec<ForceSource>,
    /// Help for the side that finds it too hard.
    #[serde(default)]
    pub balance: Vec<BalanceSource>,
    /// The map, when there is one (default: the game's only map).
    #[serde(default)]
    pub map: Option<At<Text>>,
    /// Boards, when there are several.
    #[serde(default, rename = "board")]
    pub boards: Vec<BoardSource>,
    /// First and last turn.
    pub turns: [i32; 2],
    /// The side that acts first.
    #[serde(default)]
    pub first_side: Option<At<Text>>,
    /// The phase it starts with.
    #[serde(default)]
    pub first_phase: Option<At<Text>>,
    /// Optional rules in force.
    #[serde(default)]
    pub options: Vec<At<Text>>,
    /// Units at start.
    #[serde(default, rename = "setup")]
    pub set_ups: Vec<At<SetUpSource>>,
    /// Units that come later; each has a `turn`.
    #[serde(default, rename = "reinforcement")]
    pub reinforcements: Vec<At<SetUpSource>>,
    /// Units that leave.
    #[serde(default, rename = "withdrawal")]
    pub withdrawals: Vec<WithdrawalSource>,
    /// Counters available but not in play at start.
    #[serde(default)]
    pub reserve: Words,
    /// Points at start.
    #[serde(default, rename = "points")]
    pub points: Vec<PointsSource>,
    /// Rules of this scenario, one a paragraph.
    #[serde(default)]
    pub special_rules: Vec<String>,
    /// How it is won, one a paragraph.
    #[serde(default)]
    pub victory: Vec<String>,
}

/// `[[force]]`: units that belong together, with what holds for all of them.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ForceSource {
    /// The id.
    pub id: At<Text>,
    /// The name as printed.
    pub name: String,
    /// Whose it is.
    #[serde(default)]
    pub side: Option<At<Text>>,
    /// Its nationality.
    #[serde(default)]
    pub nationality: Option<At<Text>>,
    /// Numbers of the game's own: `{ elr = 3 }`.
    #[serde(default)]
    pub values: std::collections::BTreeMap<String, i32>,
    /// Where it comes from.
    #[serde(default)]
    pub provenance: Provenance,
}

/// `[[balance]]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BalanceSource {
    /// Whom it helps.
    pub side: At<Text>,
    /// What it changes.
    pub text: String,
}

/// `[[board]]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardSource {
    /// The map's id.
    pub map: At<Text>,
    /// Whether it is turned by 180°.
    #[serde(default)]
    pub flipped: bool,
    /// The hexes in play (default: all).
    #[serde(default)]
    pub playable: Words,
    /// Column and row on the table, from the top left (default `[0, 0]`).
    #[serde(default)]
    pub at: [i32; 2],
}

/// `[[setup]]` and `[[reinforcement]]`: exactly one of `at`, `any_of`, `within`, `area`, `entry`, `free`.
// There may be thousands: what few of them have is boxed.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetUpSource {
    /// Counter ids; `id*3` for three of them.
    pub units: Words,
    /// The map, when the scenario has several.
    #[serde(default)]
    pub map: Option<Box<At<Text>>>,
    /// Exactly here: a hex, a box or `track:space`.
    #[serde(default)]
    pub at: Option<At<Text>>,
    /// Any of these hexes and boxes.
    #[serde(default)]
    pub any_of: Option<Box<Words>>,
    /// Within so many hexes: `{ hexes = 3, of = "0316" }`.
    #[serde(default)]
    pub within: Option<Box<WithinSource>>,
    /// Any hex of an area.
    #[serde(default)]
    pub area: Option<Box<At<Text>>>,
    /// Entering from a box of kind `entry`.
    #[serde(default)]
    pub entry: Option<Box<At<Text>>>,
    /// Anywhere, as this text says.
    #[serde(default)]
    pub free: Option<Box<str>>,
    /// The turn of arrival.
    #[serde(default)]
    pub turn: Option<Box<At<i32>>>,
    /// The force it belongs to.
    #[serde(default)]
    pub force: Option<Box<At<Text>>>,
    /// On its reduced side.
    #[serde(default)]
    pub reduced: bool,
    /// Hidden from the other side.
    #[serde(default)]
    pub hidden: bool,
    /// States at start.
    #[serde(default)]
    pub states: Box<[String]>,
    /// A remark.
    #[serde(default)]
    pub note: Box<str>,
    /// Where it comes from.
    #[serde(default)]
    pub provenance: Provenance,
}

/// `within = { hexes = 3, of = "0316" }`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WithinSource {
    /// How far.
    pub hexes: u32,
    /// Of which hex.
    pub of: At<Text>,
}

/// `[[withdrawal]]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WithdrawalSource {
    /// Counter ids.
    pub units: Words,
    /// On which turn.
    pub turn: At<i32>,
    /// The turn on which they return; without it they leave for good.
    #[serde(default)]
    pub returns: Option<At<i32>>,
    /// A remark.
    #[serde(default)]
    pub note: String,
    /// Where it comes from.
    #[serde(default)]
    pub provenance: Provenance,
}

/// `[[points]]` of a scenario.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PointsSource {
    /// Which points.
    pub kind: At<Text>,
    /// Whose.
    #[serde(default)]
    pub side: Option<At<Text>>,
    /// How many.
    pub value: i32,
    /// Where it comes from.
    #[serde(default)]
    pub provenance: Provenance,
}
