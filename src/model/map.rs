//! A map: a grid, what its hexes and hexsides are, and what lies beside it.

use super::registry::named_by_id;
use super::{HexsideType, Id, Length, PathType, Provenance, Registry, Side, TerrainType};
use crate::hex::{Grid, Hex, Hexside, Location};
use smallvec::SmallVec;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// Everything known of one hex.
#[derive(Debug, Clone)]
pub struct HexData {
    /// What it is.
    pub terrain: Id<TerrainType>,
    /// What is in it.
    pub features: Vec<Id<TerrainType>>,
    /// Height in the game's levels.
    pub level: i32,
    /// Numbers of the game's own (port boxes, airfields), by name.
    pub values: BTreeMap<String, i32>,
    /// Where this comes from.
    pub provenance: Provenance,
}

/// A road, railway, track or stream from hex to hex.
#[derive(Debug, Clone)]
pub struct Path {
    /// What it is.
    pub kind: Id<PathType>,
    /// Its name, if it has one.
    pub name: String,
    /// The hexes and boxes it passes, each next to the one before.
    pub along: Vec<Location>,
    /// Where this comes from.
    pub provenance: Provenance,
}

/// A river, crest or boundary along hexsides.
#[derive(Debug, Clone)]
pub struct SideLine {
    /// What it is.
    pub kind: Id<HexsideType>,
    /// Its name, if it has one.
    pub name: String,
    /// The hexsides, in the order typed.
    pub sides: Vec<Hexside>,
    /// Where this comes from.
    pub provenance: Provenance,
}

/// A named place.
#[derive(Debug, Clone)]
pub struct Place {
    /// The name as printed.
    pub name: String,
    /// Its hex.
    pub hex: Hex,
    /// How it is lettered: a terrain id or any word of the map style.
    pub kind: String,
    /// Where this comes from.
    pub provenance: Provenance,
}

/// Victory points for a hex.
#[derive(Debug, Clone)]
pub struct Victory {
    /// The hex.
    pub hex: Hex,
    /// What it is worth.
    pub points: i32,
    /// For whom; anybody who holds it when none.
    pub side: Option<Id<Side>>,
    /// Where this comes from.
    pub provenance: Provenance,
}

/// A named set of hexes: an island, a landing zone, an army's sector.
#[derive(Debug, Clone)]
pub struct Area {
    /// The id used in scenarios.
    pub id: String,
    /// The name as printed.
    pub name: String,
    /// Its hexes, sorted.
    pub hexes: Vec<Hex>,
    /// Whether the map shows its outline.
    pub drawn: bool,
}

/// What an off-map box is for.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum BoxKind {
    /// Units wait here.
    Holding,
    /// Units enter the map from here.
    Entry,
    /// Eliminated units.
    Eliminated,
    /// A row of numbered or named spaces.
    Track,
    /// The turn record track.
    TurnTrack,
    /// A display with spaces of its own (battle board, air display).
    Display,
    /// Counters are drawn from it at random, unseen: a cup, a pool of chits.
    Cup,
}

/// An off-map box or track. Each box without spaces is one location; a track has one per space.
#[derive(Debug, Clone)]
pub struct MapBox {
    /// The id; a space is written `id:space`.
    pub id: String,
    /// The name as printed.
    pub name: String,
    /// What it is for.
    pub kind: BoxKind,
    /// Whose it is.
    pub owner: Option<Id<Side>>,
    /// Its spaces; empty for a plain box.
    pub spaces: Vec<String>,
    /// Small print in the spaces, one a space or none; lines parted by `/`.
    pub captions: Vec<String>,
    /// The hexes a unit in it can enter.
    pub touches: Vec<Hex>,
    /// Boxes that a unit in it can move to, by id.
    pub next_to: Vec<String>,
    /// Left, top, width, height on the sheet, measured from the map's corner; placed automatically when none.
    pub frame: Option<[Length; 4]>,
    /// Where this comes from.
    pub provenance: Provenance,
}

/// The outline of an obstacle (building, woods, hill level) in hex widths from the first hex's centre.
#[derive(Debug, Clone)]
pub struct Outline {
    /// The terrain it outlines.
    pub terrain: Id<TerrainType>,
    /// Its id, if buildings must be told apart.
    pub id: String,
    /// Corners in order.
    pub points: Vec<(f64, f64)>,
    /// Where this comes from.
    pub provenance: Provenance,
}

/// A picture under the grid.
#[derive(Debug, Clone)]
pub struct Backdrop {
    /// Path relative to the project root.
    pub image: PathBuf,
    /// Hexes and the pixels where their centres lie.
    pub points: Vec<(Hex, f64, f64)>,
    /// Whether terrain is drawn over the picture.
    pub draw_features: bool,
    /// Whether the grid and the hex numbers are drawn over the picture.
    pub draw_grid: bool,
}

/// What lies on one hexside: hardly ever more than two things.
pub type OnSide<T> = SmallVec<[Id<T>; 2]>;

/// A map or a geomorphic board.
#[derive(Debug, Clone)]
pub struct Map {
    /// The id: the name of its file.
    pub id: String,
    /// The title as printed.
    pub title: String,
    /// The grid.
    pub grid: Grid,
    /// Flat-to-flat width of a printed hex.
    pub hex_size: Length,
    /// Scale of the map ("1 hex = 500 m").
    pub scale: String,
    /// What every hex is, by [`Grid::index`].
    pub hexes: Vec<HexData>,
    /// What each hexside is.
    pub hexsides: BTreeMap<Hexside, OnSide<HexsideType>>,
    /// The paths that cross each hexside.
    pub crossings: BTreeMap<Hexside, OnSide<PathType>>,
    /// Paths as typed.
    pub paths: Vec<Path>,
    /// Rivers and other lines along hexsides, as typed.
    pub lines: Vec<SideLine>,
    /// Named places.
    pub places: Vec<Place>,
    /// Victory hexes.
    pub victory: Vec<Victory>,
    /// Named sets of hexes.
    pub areas: Registry<Area>,
    /// Boxes and tracks.
    pub boxes: Registry<MapBox>,
    /// The location ids of boxes and spaces, in order: `id` or `id:space`. Indexed by [`crate::hex::BoxId`].
    pub box_locations: Vec<String>,
    /// Outlines of obstacles.
    pub outlines: Vec<Outline>,
    /// A picture under the grid.
    pub backdrop: Option<Backdrop>,
}

named_by_id!(Area, MapBox, Map);

/// The same rows of columns side by side.
#[derive(Debug, Clone, Copy)]
struct HexRun {
    /// The first column and the last.
    columns: (i32, i32),
    /// The first row and the last.
    first: i32,
    last: i32,
}

impl HexRun {
    /// More than so many names are shortened to the first and the last.
    const FEW: i32 = 2;

    fn words(&self, grid: &Grid) -> Vec<String> {
        let name = |column: i32, row: i32| {
            let hex = grid.at_column_row(column, row);
            hex.and_then(|hex| grid.id(hex)).map(|id| id.to_string()).unwrap_or_default()
        };
        let column = |column: i32| match self.last - self.first + 1 {
            1 => name(column, self.first),
            _ => format!("{}–{}", name(column, self.first), name(column, self.last)),
        };
        let (from, to) = self.columns;
        if to - from + 1 > Self::FEW {
            return vec![format!("{} through {}", column(from), column(to))];
        }
        let few = self.last - self.first < Self::FEW;
        (from..=to)
            .flat_map(|at| match few {
                true => (self.first..=self.last).map(|row| name(at, row)).collect(),
                false => vec![column(at)],
            })
            .collect()
    }
}

impl Map {
    /// What a hex is; `None` off the map.
    pub fn hex(&self, hex: Hex) -> Option<&HexData> {
        self.grid.index(hex).and_then(|index| self.hexes.get(index))
    }

    /// The hexes as a printed card lists them, every one: runs of a column as `1601–1606`, columns
    /// side by side with the same run as `A3–A7 through F3–F7`.
    pub fn hex_runs(&self, hexes: &[Hex]) -> Vec<String> {
        let mut rows: BTreeMap<i32, BTreeSet<i32>> = BTreeMap::new();
        for (column, row) in hexes.iter().filter_map(|hex| self.grid.column_row(*hex)) {
            rows.entry(column).or_default().insert(row);
        }
        let mut runs: Vec<HexRun> = Vec::new();
        for (column, rows) in rows {
            for row in rows {
                match runs.last_mut() {
                    Some(run) if run.columns.0 == column && run.last + 1 == row => run.last = row,
                    _ => runs.push(HexRun { columns: (column, column), first: row, last: row }),
                }
            }
        }
        let mut blocks: Vec<HexRun> = Vec::new();
        for run in runs {
            let beside = |block: &HexRun| {
                block.columns.1 + 1 == run.columns.0
                    && (block.first, block.last) == (run.first, run.last)
            };
            match blocks.iter_mut().rev().find(|block| beside(block)) {
                Some(block) => block.columns.1 = run.columns.0,
                None => blocks.push(run),
            }
        }
        blocks.iter().flat_map(|block| block.words(&self.grid)).collect()
    }

    /// The location as printed: a hex id, a box id, `track:space`.
    pub fn location_name(&self, location: Location) -> String {
        match location {
            Location::Hex(hex) => self.grid.id(hex).map(|id| id.to_string()).unwrap_or_default(),
            Location::Box(id) => self.box_locations.get(id.index()).cloned().unwrap_or_default(),
        }
    }
}
