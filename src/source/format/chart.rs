//! `games/<id>/charts.toml`: tables that dice are rolled on.

use super::{At, Text};
use crate::model::{ChartKind, Provenance};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// `games/<id>/charts.toml`.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Hexwright charts")]
pub struct ChartFile {
    /// Tables.
    #[serde(default, rename = "chart")]
    pub charts: Vec<ChartSource>,
}

/// `[[chart]]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChartSource {
    /// The id.
    pub id: At<Text>,
    /// The title.
    pub title: String,
    /// What it is for.
    pub kind: ChartKind,
    /// The dice rolled on it, by id.
    #[serde(default)]
    pub dice: Option<At<Text>>,
    /// What the rows are ("die").
    #[serde(default)]
    pub rows_are: String,
    /// Column headings, when there is one row of them.
    #[serde(default)]
    pub columns: Vec<String>,
    /// Several rows of headings (one per terrain, say).
    #[serde(default, rename = "heading")]
    pub headings: Vec<HeadingSource>,
    /// Rows: `{ label = "1", cells = [...] }`.
    pub rows: Vec<At<ChartRowSource>>,
    /// What the codes mean.
    #[serde(default)]
    pub results: BTreeMap<String, String>,
    /// Special cells.
    #[serde(default, rename = "mark")]
    pub marks: Vec<At<ChartMarkSource>>,
    /// Remarks.
    #[serde(default)]
    pub notes: Vec<String>,
    /// Where the table comes from.
    #[serde(default)]
    pub provenance: Provenance,
}

/// A row of headings.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HeadingSource {
    /// What it is for.
    #[serde(default)]
    pub label: String,
    /// One a column.
    pub columns: At<Vec<String>>,
}

/// A row of cells.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChartRowSource {
    /// The die roll or label.
    pub label: String,
    /// One a column.
    pub cells: Vec<String>,
    /// How far each cell is trusted, one mark a cell: `+` firm, `~` likely, `?` open.
    #[serde(default)]
    pub trust: String,
    /// What else each cell may read, one text a cell, readings parted by spaces.
    #[serde(default)]
    pub readings: Vec<String>,
}

/// A special cell.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChartMarkSource {
    /// The row's label.
    pub row: String,
    /// The column's heading.
    pub column: String,
    /// A colour word that rules refer to.
    #[serde(default)]
    pub colour: Option<String>,
    /// Where the cell comes from.
    #[serde(default)]
    pub provenance: Option<Provenance>,
    /// A remark.
    #[serde(default)]
    pub note: String,
}
