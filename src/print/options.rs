//! How sheets are to be laid out.

use super::geometry::{Edges, Um, um};
use super::{Orientation, Paper, PrintError};
use crate::model::Length;
use serde::Deserialize;

/// Where the backs go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, clap::ValueEnum)]
pub enum Backs {
    /// On the next page, for duplex printing flipped on the long edge
    #[default]
    LongEdge,
    /// On the next page, for duplex printing flipped on the short edge
    ShortEdge,
    /// Beside the fronts, for printing on one side, folding and gluing
    FoldOver,
    /// Nowhere: fronts only
    None,
}

/// Counters set in blocks with a wider gap between blocks, as on bought sheets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Blocks {
    /// Columns of counters in a block.
    pub columns: u32,
    /// Rows of counters in a block.
    pub rows: u32,
    /// Gap between blocks.
    pub gap: Um,
}

/// A bought sheet of blank or die-cut counters: where its counters lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DieCut {
    /// Counters in a row.
    pub columns: u32,
    /// Rows of counters.
    pub rows: u32,
    /// Size of a counter.
    pub counter: (Um, Um),
    /// From the left edge of the paper to the first counter.
    pub left: Um,
    /// From the upper edge of the paper to the first counter.
    pub top: Um,
    /// Gap between columns.
    pub gap_x: Um,
    /// Gap between rows.
    pub gap_y: Um,
    /// Wider gaps between blocks.
    pub blocks: Option<Blocks>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct DieCutSource {
    columns: u32,
    rows: u32,
    counter_width: String,
    counter_height: String,
    left: String,
    top: String,
    gap_x: Option<String>,
    gap_y: Option<String>,
    block_columns: Option<u32>,
    block_rows: Option<u32>,
    block_gap: Option<String>,
}

impl DieCut {
    /// Reads a template: `columns`, `rows`, `counter-width`, `counter-height`, `left`, `top`
    /// and, when there are any, `gap-x`, `gap-y`, `block-columns`, `block-rows`, `block-gap`.
    pub fn from_toml(text: &str) -> Result<Self, PrintError> {
        let source: DieCutSource = toml::from_str(text).map_err(|error| {
            PrintError::Options(format!("die-cut template: {}", error.message()))
        })?;
        let length = |name: &str, value: &str| match value.parse::<Length>() {
            Ok(length) => Ok(um(length)),
            Err(reason) => Err(PrintError::Options(format!("die-cut template, {name}: {reason}"))),
        };
        let gap = |name: &str, value: &Option<String>| {
            value.as_deref().map_or(Ok(0), |value| length(name, value))
        };
        let blocks = match (source.block_columns, source.block_rows) {
            (None, None) => None,
            (columns, rows) => Some(Blocks {
                columns: columns.unwrap_or(source.columns),
                rows: rows.unwrap_or(source.rows),
                gap: gap("block-gap", &source.block_gap)?,
            }),
        };
        if source.columns == 0
            || source.rows == 0
            || blocks.is_some_and(|b| b.columns == 0 || b.rows == 0)
        {
            return Err(PrintError::Options(
                "die-cut template: rows and columns start at 1".into(),
            ));
        }
        let counter = (
            length("counter-width", &source.counter_width)?,
            length("counter-height", &source.counter_height)?,
        );
        if counter.0 == 0 || counter.1 == 0 {
            return Err(PrintError::Options("die-cut template: a counter of no size".into()));
        }
        Ok(DieCut {
            columns: source.columns,
            rows: source.rows,
            counter,
            left: length("left", &source.left)?,
            top: length("top", &source.top)?,
            gap_x: gap("gap-x", &source.gap_x)?,
            gap_y: gap("gap-y", &source.gap_y)?,
            blocks,
        })
    }
}

/// Everything about a set of sheets but its counters.
#[derive(Debug, Clone, PartialEq)]
pub struct SheetOptions {
    /// The paper.
    pub paper: Paper,
    /// Which way it lies.
    pub orientation: Orientation,
    /// What the printer cannot reach, or must not.
    pub margins: Edges,
    /// Gap between counters; none lets one cut serve two counters.
    pub gutter: Um,
    /// Counters in blocks.
    pub blocks: Option<Blocks>,
    /// At most so many counters on a sheet.
    pub per_sheet: Option<u32>,
    /// How far the art runs beyond the cut.
    pub bleed: Um,
    /// Where the backs go.
    pub backs: Backs,
    /// How far the back page is moved to meet the front: right and down, as seen on the back page.
    pub back_offset: (Um, Um),
    /// Marks outside the counters that show where to cut.
    pub crop_marks: bool,
    /// Hairlines across the sheet along every cut.
    pub cut_lines: bool,
    /// Marks that show whether front and back meet.
    pub registration_marks: bool,
    /// A bought sheet that decides where counters lie.
    pub die_cut: Option<DieCut>,
}

impl Default for SheetOptions {
    fn default() -> Self {
        SheetOptions {
            paper: Paper::a4(),
            orientation: Orientation::Portrait,
            margins: Edges::all(10_000),
            gutter: 0,
            blocks: None,
            per_sheet: None,
            bleed: crate::draw::studio::FACE_BLEED,
            backs: Backs::LongEdge,
            back_offset: (0, 0),
            crop_marks: true,
            cut_lines: false,
            registration_marks: true,
            die_cut: None,
        }
    }
}

impl SheetOptions {
    /// Width and height of the pages.
    pub fn page(&self) -> (Um, Um) {
        self.paper.laid(self.orientation)
    }
}
