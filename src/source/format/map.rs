//! `maps/<game>/<id>.toml`: grid, terrain, lines, places, boxes.

use super::{At, Text, Words};
use crate::model::{BoxKind, Provenance};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// `maps/<game>/<id>.toml`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Hexwright map")]
pub struct MapFile {
    /// The title as printed.
    pub title: String,
    /// Scale ("1 hex = 500 m").
    #[serde(default)]
    pub scale: String,
    /// The grid.
    pub grid: At<GridSource>,
    /// Terrain of the hexes that nothing else names.
    pub default: At<Text>,
    /// The map drawn with letters, one a hex.
    #[serde(default)]
    pub drawing: Option<DrawingSource>,
    /// Terrain by hex list, range or polygon.
    #[serde(default, rename = "terrain")]
    pub terrain: Vec<TerrainPatch>,
    /// Single hexes, by id.
    #[serde(default)]
    pub hexes: BTreeMap<At<Text>, HexSource>,
    /// Elevation by hex list, range or polygon.
    #[serde(default, rename = "elevation")]
    pub elevation: Vec<ElevationSource>,
    /// Rivers, crests, boundaries along hexsides.
    #[serde(default, rename = "hexside")]
    pub hexsides: Vec<HexsideLine>,
    /// Roads, railways, tracks from hex to hex.
    #[serde(default, rename = "path")]
    pub paths: Vec<PathSource>,
    /// Named places.
    #[serde(default, rename = "place")]
    pub places: Vec<PlaceSource>,
    /// Victory hexes.
    #[serde(default, rename = "victory")]
    pub victory: Vec<VictorySource>,
    /// Named sets of hexes.
    #[serde(default, rename = "area")]
    pub areas: Vec<AreaSource>,
    /// Off-map boxes and tracks.
    #[serde(default, rename = "box")]
    pub boxes: Vec<BoxSource>,
    /// Outlines of obstacles.
    #[serde(default, rename = "outline")]
    pub outlines: Vec<OutlineSource>,
    /// A picture under the grid.
    #[serde(default)]
    pub backdrop: Option<BackdropSource>,
    /// Where the map as a whole comes from.
    #[serde(default)]
    pub provenance: Provenance,
}

/// How hexes lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OrientationWord {
    /// Flat tops: columns run straight up and down.
    Flat,
    /// Pointed tops: rows run straight across.
    Pointy,
}

/// Which columns (rows on pointy maps) are shifted by half a hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StaggerWord {
    /// Odd-numbered ones lie lower (further right on pointy maps).
    OddDown,
    /// Even-numbered ones lie lower (further right on pointy maps).
    EvenDown,
}

/// How ids are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum NumberingWord {
    /// Column, then row: `0412`.
    #[serde(rename = "CCRR")]
    ColumnRow,
    /// Row, then column.
    #[serde(rename = "RRCC")]
    RowColumn,
    /// Letters for columns, doubled after Z as on ASL boards: `A1` … `Z10`, `AA1`, `BB1`.
    #[serde(rename = "letters")]
    Letters,
    /// Letters for columns as in a spreadsheet: `Z1`, `AA1`, `AB1`.
    #[serde(rename = "letters-spreadsheet")]
    Spreadsheet,
}

/// The corner where numbers start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum CornerWord {
    #[default]
    TopLeft,
    TopRight,
    BottomLeft,
    BottomRight,
}

/// `[grid]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GridSource {
    /// How hexes lie.
    pub orientation: OrientationWord,
    /// How many columns.
    pub columns: u32,
    /// How many rows.
    pub rows: u32,
    /// Which columns (rows) are shifted.
    pub stagger: StaggerWord,
    /// How ids are printed.
    pub numbering: NumberingWord,
    /// Number of the first column (default 1).
    #[serde(default)]
    pub first_column: Option<i32>,
    /// Number of the first row (default 1).
    #[serde(default)]
    pub first_row: Option<i32>,
    /// The corner where numbers start.
    #[serde(default)]
    pub origin: CornerWord,
    /// Digits of each number (default 2; 0 for no padding, which needs a separator).
    #[serde(default)]
    pub digits: Option<u32>,
    /// Text between the two numbers.
    #[serde(default)]
    pub separator: String,
    /// Text before every id: the board's letter.
    #[serde(default)]
    pub prefix: String,
    /// Even columns (rows on pointy maps), where they start or end differently.
    #[serde(default)]
    pub even: Option<RunSource>,
    /// Odd columns (rows on pointy maps), where they start or end differently.
    #[serde(default)]
    pub odd: Option<RunSource>,
    /// Whether hexes at the edges are cut in half as on geomorphic boards.
    #[serde(default)]
    pub half_hexes: bool,
    /// Flat-to-flat width of a printed hex (default "19mm").
    #[serde(default)]
    pub hex_size: Option<At<Text>>,
}

/// Where the hexes of a column (row) start and how many there are.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RunSource {
    /// Number of the first hex.
    pub first: i32,
    /// How many hexes.
    pub count: u32,
}

/// `[drawing]`: the map as rows of letters.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DrawingSource {
    /// What each letter means: a terrain, or a terrain and its features.
    pub key: BTreeMap<At<Text>, Words>,
    /// One text a row of hexes, one letter a hex; spaces are ignored.
    pub rows: Vec<At<Text>>,
    /// Where it comes from.
    #[serde(default)]
    pub provenance: Option<Provenance>,
}

/// `[[terrain]]` of a map.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TerrainPatch {
    /// The terrain type; a feature is added to what is there.
    #[serde(rename = "type")]
    pub kind: At<Text>,
    /// Hexes: `0304`, straight runs `0304-0309`, rectangles `0304:0507`.
    #[serde(default)]
    pub hexes: Words,
    /// Corners of a polygon whose inside is filled.
    #[serde(default)]
    pub polygon: Words,
    /// Where it comes from.
    #[serde(default)]
    pub provenance: Option<Provenance>,
}

/// A hex of `[hexes]`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HexSource {
    /// Its terrain.
    #[serde(default)]
    pub terrain: Option<At<Text>>,
    /// What is in it.
    #[serde(default)]
    pub features: Words,
    /// Its level.
    #[serde(default)]
    pub level: Option<i32>,
    /// Numbers of the game's own.
    #[serde(default)]
    pub values: BTreeMap<String, i32>,
    /// Where it comes from.
    #[serde(default)]
    pub provenance: Option<Provenance>,
}

/// `[[elevation]]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ElevationSource {
    /// The level.
    pub level: i32,
    /// Hexes.
    #[serde(default)]
    pub hexes: Words,
    /// Corners of a polygon.
    #[serde(default)]
    pub polygon: Words,
}

/// `[[hexside]]` of a map: a river or another line along hexsides.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HexsideLine {
    /// The hexside type.
    #[serde(rename = "type")]
    pub kind: At<Text>,
    /// Its name.
    #[serde(default)]
    pub name: String,
    /// Hexsides: `0304/0305`, or one hex against several `0304/0305,0404`, or by name `0304:N,NE`.
    #[serde(default)]
    pub sides: Words,
    /// The hexes of both banks: every hexside between a left and a right hex is meant.
    #[serde(default)]
    pub banks: Option<[Words; 2]>,
    /// Where it comes from.
    #[serde(default)]
    pub provenance: Option<Provenance>,
}

/// `[[path]]` of a map.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PathSource {
    /// The path type.
    #[serde(rename = "type")]
    pub kind: At<Text>,
    /// Its name.
    #[serde(default)]
    pub name: String,
    /// The hexes it passes, each next to the one before; runs `0304-0309`; may start or end in a box.
    pub along: Words,
    /// Where it comes from.
    #[serde(default)]
    pub provenance: Option<Provenance>,
}

/// `[[place]]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlaceSource {
    /// The name as printed.
    pub name: String,
    /// Its hex.
    pub hex: At<Text>,
    /// How it is lettered (default: its first feature, else `place`).
    #[serde(default)]
    pub kind: Option<String>,
    /// Features that its hex gets.
    #[serde(default)]
    pub features: Words,
    /// Numbers that its hex gets.
    #[serde(default)]
    pub values: BTreeMap<String, i32>,
    /// Victory points of its hex.
    #[serde(default)]
    pub victory: Option<i32>,
    /// Where it comes from.
    #[serde(default)]
    pub provenance: Option<Provenance>,
}

/// `[[victory]]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VictorySource {
    /// The hex.
    pub hex: At<Text>,
    /// What it is worth.
    pub points: i32,
    /// For whom.
    #[serde(default)]
    pub side: Option<At<Text>>,
    /// Where it comes from.
    #[serde(default)]
    pub provenance: Option<Provenance>,
}

/// `[[area]]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AreaSource {
    /// The id.
    pub id: At<Text>,
    /// The name as printed.
    pub name: String,
    /// Hexes.
    #[serde(default)]
    pub hexes: Words,
    /// Corners of a polygon.
    #[serde(default)]
    pub polygon: Words,
    /// Whether the map shows its outline.
    #[serde(default)]
    pub drawn: bool,
}

/// `[[box]]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoxSource {
    /// The id.
    pub id: At<Text>,
    /// The name as printed.
    pub name: String,
    /// What it is for.
    pub kind: BoxKind,
    /// Whose it is.
    #[serde(default)]
    pub owner: Option<At<Text>>,
    /// Spaces: names, or runs of numbers such as "0-19".
    #[serde(default)]
    pub spaces: Words,
    /// Small print in the spaces, one text each, its lines parted by `/`.
    #[serde(default)]
    pub captions: Vec<At<Text>>,
    /// The hexes a unit in it can enter.
    #[serde(default)]
    pub touches: Words,
    /// Boxes that a unit in it can move to.
    #[serde(default)]
    pub next_to: Words,
    /// Left, top, width, height on the sheet ("120mm").
    #[serde(default)]
    pub frame: Option<[At<Text>; 4]>,
    /// Where it comes from.
    #[serde(default)]
    pub provenance: Option<Provenance>,
}

/// `[[outline]]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OutlineSource {
    /// The terrain it outlines.
    #[serde(rename = "type")]
    pub kind: At<Text>,
    /// Its id, if obstacles must be told apart.
    #[serde(default)]
    pub id: String,
    /// Corners, in hex widths from the centre of the first hex.
    pub points: At<Vec<[f64; 2]>>,
    /// Where it comes from.
    #[serde(default)]
    pub provenance: Option<Provenance>,
}

/// `[backdrop]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BackdropSource {
    /// The picture, relative to the project root.
    pub image: At<Text>,
    /// Three or more hexes and the pixels where their centres lie: `{ "0101" = [120, 88] }`.
    pub points: BTreeMap<At<Text>, [f64; 2]>,
    /// Whether terrain is drawn over the picture.
    #[serde(default)]
    pub draw_features: bool,
    /// Whether grid and numbers are drawn over the picture.
    #[serde(default)]
    pub draw_grid: bool,
}
