//! `games/<id>.toml`: sides, types, sequence, terrain.

use super::{At, CostValue, DeclarationSource, ModuleSource, Text};
use crate::model::{Provenance, Shape, TerrainRole};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// `games/<id>.toml`. More tables of the same kinds may stand in `games/<id>/*.toml`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Hexwright game")]
pub struct GameFile {
    /// The title on the box.
    pub title: String,
    /// What rule ids begin with (default: the initials of the id): `BH` for `BH-5.0`.
    #[serde(default)]
    pub code: Option<At<Text>>,
    /// The line below the title.
    #[serde(default)]
    pub subtitle: String,
    /// Version of the sources ("1.0").
    pub version: String,
    /// Who made it.
    #[serde(default)]
    pub credits: Vec<String>,
    /// A paragraph for the back of the box.
    #[serde(default)]
    pub summary: String,
    /// What a hex and a turn stand for.
    #[serde(default)]
    pub scale: Vec<String>,
    /// First and last turn of the turn track: `[1, 12]`.
    pub turns: [i32; 2],
    /// Labels of the turns.
    #[serde(default)]
    pub turn_labels: Vec<String>,
    /// Defaults for counter rows that leave them out.
    #[serde(default)]
    pub counters: CounterDefaults,
    /// Sides, in the order in which they act.
    #[serde(rename = "side")]
    pub sides: Vec<SideSource>,
    /// Nationalities within sides.
    #[serde(default, rename = "nationality")]
    pub nationalities: Vec<NationalitySource>,
    /// Formations.
    #[serde(default, rename = "formation")]
    pub formations: Vec<FormationSource>,
    /// Movement classes: the columns of the terrain effects chart.
    #[serde(default, rename = "movement_class")]
    pub movement_classes: Vec<ClassSource>,
    /// Unit types.
    #[serde(default, rename = "unit_type")]
    pub unit_types: Vec<UnitTypeSource>,
    /// Counter sizes.
    #[serde(default, rename = "counter_size")]
    pub counter_sizes: Vec<CounterSizeSource>,
    /// Dice.
    #[serde(default, rename = "dice")]
    pub dice: Vec<DieSource>,
    /// Kinds of points.
    #[serde(default, rename = "points")]
    pub points: Vec<PointsKindSource>,
    /// The turn: phases, each with phases inside it.
    #[serde(default, rename = "phase")]
    pub phases: Vec<PhaseSource>,
    /// Terrain types.
    #[serde(default, rename = "terrain")]
    pub terrain: Vec<TerrainSource>,
    /// Hexside types.
    #[serde(default, rename = "hexside")]
    pub hexsides: Vec<HexsideSource>,
    /// Path types.
    #[serde(default, rename = "path")]
    pub paths: Vec<PathTypeSource>,
    /// Optional rules.
    #[serde(default, rename = "option")]
    pub options: Vec<OptionSource>,
    /// What players say in a fixed form.
    #[serde(default, rename = "declaration")]
    pub declarations: Vec<DeclarationSource>,
    /// How the module for online tabletops is made.
    #[serde(default)]
    pub module: Option<ModuleSource>,
}

/// Defaults for counter rows.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CounterDefaults {
    /// The template of rows without a `template` column.
    #[serde(default)]
    pub template: Option<At<Text>>,
    /// The template of marker rows without a `template` column.
    #[serde(default)]
    pub marker_template: Option<At<Text>>,
    /// The size of rows without a `size` column.
    #[serde(default)]
    pub size: Option<At<Text>>,
}

/// `[[side]]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SideSource {
    /// The id.
    pub id: At<Text>,
    /// The name in texts.
    pub name: String,
    /// Counter colour, `#rrggbb`.
    pub colour: At<Text>,
    /// Text colour on it (default black or white, whichever reads better).
    #[serde(default)]
    pub text: Option<At<Text>>,
    /// A second colour for bands and symbols.
    #[serde(default)]
    pub accent: Option<At<Text>>,
}

/// `[[nationality]]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NationalitySource {
    /// The id.
    pub id: At<Text>,
    /// The name in texts.
    pub name: String,
    /// Its side.
    pub side: At<Text>,
    /// Counter colour.
    #[serde(default)]
    pub colour: Option<At<Text>>,
    /// Text colour.
    #[serde(default)]
    pub text: Option<At<Text>>,
    /// Second colour.
    #[serde(default)]
    pub accent: Option<At<Text>>,
}

/// `[[formation]]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FormationSource {
    /// The id.
    pub id: At<Text>,
    /// The name in texts.
    pub name: String,
    /// Its side.
    #[serde(default)]
    pub side: Option<At<Text>>,
    /// The formation it belongs to.
    #[serde(default)]
    pub parent: Option<At<Text>>,
    /// The colour of its band.
    #[serde(default)]
    pub colour: Option<At<Text>>,
}

/// `[[movement_class]]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClassSource {
    /// The id.
    pub id: At<Text>,
    /// The name in charts.
    pub name: String,
}

/// `[[unit_type]]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitTypeSource {
    /// The id.
    pub id: At<Text>,
    /// The name in texts.
    pub name: String,
    /// The unit symbol (default: the id).
    #[serde(default)]
    pub symbol: Option<At<Text>>,
    /// How it moves.
    #[serde(default)]
    pub class: Option<At<Text>>,
    /// Flags that rules ask for.
    #[serde(default)]
    pub flags: Vec<String>,
    /// What a unit is that shows its back: `broken`, `fired`.
    #[serde(default)]
    pub back: String,
}

/// `[[counter_size]]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CounterSizeSource {
    /// The id.
    pub id: At<Text>,
    /// Width ("5/8in", "16mm"); also the height unless that is given.
    pub width: At<Text>,
    /// Height.
    #[serde(default)]
    pub height: Option<At<Text>>,
    /// Corners.
    #[serde(default)]
    pub shape: Shape,
}

/// `[[dice]]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DieSource {
    /// The id ("2d6").
    pub id: At<Text>,
    /// The name on its button.
    pub name: String,
    /// How many dice (default 1).
    #[serde(default)]
    pub count: Option<u32>,
    /// Faces of each.
    pub faces: u32,
    /// Whether the first die is told apart by colour.
    #[serde(default)]
    pub coloured: bool,
}

/// `[[points]]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PointsKindSource {
    /// The id.
    pub id: At<Text>,
    /// The name in texts.
    pub name: String,
    /// The most that can be held.
    #[serde(default)]
    pub most: Option<i32>,
}

/// `[[phase]]`, `[[phase.phase]]`, …
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PhaseSource {
    /// The id, unique within the turn.
    pub id: At<Text>,
    /// The name in texts.
    pub name: String,
    /// Who acts: a side, `both`, `nobody`, `each`, `first` or `second`; inherited from the phase around it.
    #[serde(default)]
    pub side: Option<At<Text>>,
    /// How often it is played in a row (default 1).
    #[serde(default)]
    pub repeat: Option<u32>,
    /// The turns in which it is played: "3", "2-7", "8-".
    #[serde(default)]
    pub turns: Option<At<Text>>,
    /// What may be done in it: `move`, `attack`, …
    #[serde(default)]
    pub actions: Vec<String>,
    /// What happens in it.
    #[serde(default)]
    pub summary: String,
    /// Phases inside it.
    #[serde(default, rename = "phase")]
    pub phases: Vec<PhaseSource>,
}

/// `[[terrain]]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TerrainSource {
    /// The id.
    pub id: At<Text>,
    /// The name in charts.
    pub name: String,
    /// `base` (default): what a hex is; `feature`: something in it.
    #[serde(default)]
    pub role: Option<TerrainRole>,
    /// How it is drawn (default: the id).
    #[serde(default)]
    pub draw: Option<String>,
    /// Fill colour.
    #[serde(default)]
    pub colour: Option<At<Text>>,
    /// The level of hexes that are this, unless the map gives them another (default 0).
    #[serde(default)]
    pub level: i32,
    /// Movement costs by class.
    #[serde(default)]
    pub cost: BTreeMap<At<Text>, At<CostValue>>,
    /// Other chart columns.
    #[serde(default)]
    pub effects: BTreeMap<String, String>,
    /// Where the row comes from.
    #[serde(default)]
    pub provenance: Provenance,
}

/// `[[hexside]]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HexsideSource {
    /// The id.
    pub id: At<Text>,
    /// The name in charts.
    pub name: String,
    /// How it is drawn (default: the id).
    #[serde(default)]
    pub draw: Option<String>,
    /// Colour.
    #[serde(default)]
    pub colour: Option<At<Text>>,
    /// Movement costs by class, usually "+n".
    #[serde(default)]
    pub cost: BTreeMap<At<Text>, At<CostValue>>,
    /// Other chart columns.
    #[serde(default)]
    pub effects: BTreeMap<String, String>,
    /// Where the row comes from.
    #[serde(default)]
    pub provenance: Provenance,
}

/// `[[path]]` of a game: a kind of road.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PathTypeSource {
    /// The id.
    pub id: At<Text>,
    /// The name in charts.
    pub name: String,
    /// How it is drawn (default: the id).
    #[serde(default)]
    pub draw: Option<String>,
    /// Colour.
    #[serde(default)]
    pub colour: Option<At<Text>>,
    /// Movement costs by class.
    #[serde(default)]
    pub cost: BTreeMap<At<Text>, At<CostValue>>,
    /// Whether following it replaces the costs of hex and hexside (default true).
    #[serde(default)]
    pub replaces_terrain: Option<bool>,
    /// Whether it may pass hexes that no unit may enter (ferry, causeway).
    #[serde(default)]
    pub crosses_prohibited: bool,
    /// Other chart columns.
    #[serde(default)]
    pub effects: BTreeMap<String, String>,
    /// Where the row comes from.
    #[serde(default)]
    pub provenance: Provenance,
}

/// `[[option]]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OptionSource {
    /// The id.
    pub id: At<Text>,
    /// The name in texts.
    pub name: String,
    /// What it changes.
    #[serde(default)]
    pub summary: String,
}
