//! The data of a page: what its scripts read. Numbers stand for rows of the lists beside them, so
//! that a name or a picture is written once.

use super::Reading;
use crate::replay::GameSummary;
use serde::Serialize;
use serde_json::Value;

/// Everything that a page shows.
#[derive(Debug, Default, Serialize)]
pub(super) struct Document {
    /// The log.
    pub log: String,
    /// The game or module.
    pub title: String,
    /// The module and its version.
    pub module: String,
    pub scenario: Option<String>,
    /// What the reader should know first.
    pub notices: Vec<String>,
    pub players: Vec<[String; 2]>,
    pub sides: Vec<SideSheet>,
    pub maps: Vec<MapSheet>,
    /// Pictures as data URIs.
    pub pictures: Vec<String>,
    pub faces: Vec<Face>,
    /// Where pieces ever are: map, x, y, and the place's name.
    pub spots: Vec<(usize, i32, i32, String)>,
    pub conditions: Vec<Condition>,
    pub pieces: Vec<PieceSheet>,
    pub steps: Vec<StepSheet>,
    pub moments: Vec<MomentSheet>,
    pub findings: Vec<FindingSheet>,
    pub rules: Vec<RuleSheet>,
    pub coverage: Option<Value>,
    /// What became of each deed.
    pub account: Option<Value>,
    /// How much was judged, in one line.
    pub headline: String,
    /// The files of a chain, a line each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
    pub overlays: Overlays,
    pub statistics: Statistics,
}

#[derive(Debug, Default, Serialize)]
pub(super) struct SideSheet {
    pub id: String,
    pub name: String,
    /// The ground of its counters, and what is written on it.
    pub colour: String,
    pub text: String,
}

/// A map window.
#[derive(Debug, Default, Serialize)]
pub(super) struct MapSheet {
    pub name: String,
    /// Its place among the module's maps.
    pub order: usize,
    pub width: i32,
    pub height: i32,
    pub boards: Vec<BoardSheet>,
    /// The corners of a hex around its centre; empty without a hex grid.
    pub hex: Vec<(f64, f64)>,
    /// Hexes and other places: name, x, y.
    pub places: Vec<(String, i32, i32)>,
    /// Which places see which: a row of bits each, as base64; empty without rules of sight.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub sight: String,
    /// How many of the places, from the first, have such a row.
    pub sight_places: usize,
}

#[derive(Debug, Default, Serialize)]
pub(super) struct BoardSheet {
    pub picture: Option<usize>,
    pub x: i32,
    pub y: i32,
    pub width: i32,
    pub height: i32,
    /// Turned upside down.
    pub turned: bool,
}

/// What a piece looks like.
#[derive(Debug, Default, Clone, Serialize)]
pub(super) struct Face {
    pub width: i32,
    pub height: i32,
    /// Pictures from the bottom up: number, centre right of and below the piece's, width, height, degrees.
    pub layers: Vec<(usize, f64, f64, f64, f64, f64)>,
    /// Texts on it: text, right of and below its centre, size, colour, ground.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<(String, f64, f64, i32, String, String)>,
    /// Written when there is no picture.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub word: String,
}

/// How a piece is: its name as it is now, its states, its steps.
#[derive(Debug, Default, Clone, PartialEq, Eq, Hash, Serialize)]
pub(super) struct Condition {
    pub name: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<u32>,
    /// Values that the module shows and the game does not know.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<(String, String)>,
}

#[derive(Debug, Default, Serialize)]
pub(super) struct PieceSheet {
    /// The unit's id in the game, or VASSAL's id of the piece.
    pub id: String,
    pub side: Option<usize>,
    /// `unit`, `marker`, or nothing when the game does not know it.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub kind: &'static str,
    /// What it is: type, formation.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<(String, String)>,
    /// Values: name, at full strength, reduced.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<(String, String, String)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<u32>,
    /// Where and how it is from a step on: step, spot or -1, height in its stack, face, condition.
    pub tale: Vec<[i64; 5]>,
}

#[derive(Debug, Default, Serialize)]
pub(super) struct StepSheet {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub who: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<usize>,
    pub moment: usize,
    /// What was done, in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub deeds: Vec<String>,
    /// What was said: who, what.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub chat: Vec<(String, String)>,
    /// Dice: which, the faces.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rolls: Vec<(String, Vec<i64>)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undone_by: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undoes: Option<usize>,
}

#[derive(Debug, Default, Serialize)]
pub(super) struct MomentSheet {
    /// The first step of it.
    pub step: usize,
    pub turn: Option<i32>,
    /// The turn as players call it.
    pub label: String,
    pub phase: String,
    pub side: Option<usize>,
}

#[derive(Debug, Default, Serialize)]
pub(super) struct FindingSheet {
    pub step: usize,
    /// The step as the reader's own file counts it.
    pub at: String,
    /// Who made the step, in words.
    pub player: String,
    /// How sure the referee is, in words.
    pub sure: String,
    pub severity: &'static str,
    pub rule: usize,
    pub turn: Option<i32>,
    pub moment: String,
    pub side: Option<usize>,
    pub message: String,
    pub evidence: Vec<(String, String)>,
    pub pieces: Vec<usize>,
    pub hexes: Vec<String>,
    pub remedy: Option<String>,
    pub reading: Option<String>,
    pub alternatives: Vec<String>,
    /// What the data it rests on is, when it is not printed in the rulebook.
    pub provenance: Option<&'static str>,
    pub allowed: Option<String>,
    pub sketch: Value,
    /// All of it in the words of the text report.
    pub text: String,
}

#[derive(Debug, Default, Serialize)]
pub(super) struct RuleSheet {
    pub id: String,
    pub title: String,
    pub section: String,
    pub text: String,
}

/// What can be laid over a map, told by its changes.
#[derive(Debug, Default, Serialize)]
pub(super) struct Overlays {
    /// The map whose places the numbers below are.
    pub map: usize,
    /// By side: step, and the places that come under its zones or leave them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<Vec<(usize, Vec<usize>)>>,
    /// Step, and the bonds from then on: side, ends.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bonds: Vec<(usize, Vec<BondSheet>)>,
    /// Step, and the pieces that fall out of supply or come back to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub supply: Option<Vec<(usize, Vec<usize>)>>,
    /// Step, and what stacks count from then on: place, side, words, too much; no words for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stacking: Option<Vec<(usize, Vec<StackSheet>)>>,
    /// By piece: step of a phase's beginning, what it may spend, costs and places.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reach: Vec<(usize, Vec<ReachSheet>)>,
}

/// A bond: whose, and its ends.
pub(super) type BondSheet = (usize, String, String);

/// What a stack counts: place, side, words, whether it is too much.
pub(super) type StackSheet = (usize, usize, String, bool);

/// From a step on: what a piece may spend, and the places that it can reach, by what they cost.
pub(super) type ReachSheet = (usize, String, Vec<(String, Vec<usize>)>);

#[derive(Debug, Default, Serialize)]
pub(super) struct Statistics {
    pub dice: Vec<DiceSheet>,
    /// Turns, in the order of play.
    pub turns: Vec<String>,
    /// By side: steps lost in each turn.
    pub losses: Vec<Vec<u32>>,
    /// By side: hexes held when each turn ended.
    pub ground: Vec<Vec<usize>>,
    /// By side or player: steps of the log in each turn.
    pub pace: Vec<(String, Vec<usize>)>,
}

#[derive(Debug, Default, Serialize)]
pub(super) struct DiceSheet {
    /// Who rolled.
    pub who: String,
    pub side: Option<usize>,
    /// Which dice.
    pub dice: String,
    /// How often each face came, from one on.
    pub faces: Vec<usize>,
    pub rolls: usize,
    pub mean: f64,
    /// Chi-square against fair dice, with its degrees of freedom and how often fair dice do worse.
    pub chi_square: f64,
    pub freedom: usize,
    pub chance: f64,
}

impl Document {
    pub(super) fn new(
        name: &str,
        summary: Option<&GameSummary>,
        reading: Option<Reading<'_>>,
    ) -> Self {
        let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
        let (module, version) = summary
            .map(|summary| (summary.module.as_str(), summary.module_version.as_str()))
            .unwrap_or_default();
        let title = match reading {
            Some(reading) => reading.game.title.clone(),
            None if !module.is_empty() => module.to_owned(),
            None => file.to_owned(),
        };
        let sides = reading.iter().flat_map(|reading| reading.game.sides.iter());
        let side = |side: &crate::model::Side| SideSheet {
            id: side.id.clone(),
            name: side.name.clone(),
            colour: side.colour.clone(),
            text: side.text.clone(),
        };
        Document {
            log: file.to_owned(),
            title,
            module: format!("{module} {version}").trim().to_owned(),
            players: summary
                .iter()
                .flat_map(|summary| &summary.players)
                .map(|player| [player.name.clone(), player.side.clone()])
                .collect(),
            sides: sides.map(side).collect(),
            ..Document::default()
        }
    }
}

/// A list in which equal things stand once.
#[derive(Debug, Clone)]
pub(super) struct Table<T> {
    list: Vec<T>,
    known: std::collections::HashMap<T, usize>,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Table { list: Vec::new(), known: std::collections::HashMap::new() }
    }
}

impl<T: Clone + Eq + std::hash::Hash> Table<T> {
    /// The number of a thing, which is added when it is new.
    pub(super) fn number(&mut self, thing: T) -> usize {
        if let Some(&known) = self.known.get(&thing) {
            return known;
        }
        self.list.push(thing.clone());
        self.known.insert(thing, self.list.len() - 1);
        self.list.len() - 1
    }

    pub(super) fn list(&self) -> &[T] {
        &self.list
    }
}
