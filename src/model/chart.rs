//! Charts: tables that dice are rolled on, as data.

use super::Provenance;
use super::registry::named_by_id;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a chart is for; it decides how it is drawn and who reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ChartKind {
    /// Odds or differentials across, die roll down, results in the cells.
    CombatResults,
    /// Strength columns across, die roll down (fire tables).
    FireResults,
    /// A die roll to look something up (weather, rally, reinforcements).
    Roll,
    /// Any other table.
    Table,
}

/// A row of column headings; some tables have one per terrain.
#[derive(Debug, Clone)]
pub struct Heading {
    /// What the row of headings is for ("city, level 4–6"); empty when there is one.
    pub label: String,
    /// The headings, one a column.
    pub columns: Vec<String>,
}

/// A row of cells.
#[derive(Debug, Clone)]
pub struct ChartRow {
    /// The die roll or label it is for.
    pub label: String,
    /// The cells, one a column.
    pub cells: Vec<String>,
}

/// Something special about one cell.
#[derive(Debug, Clone)]
pub struct ChartMark {
    /// The row's label.
    pub row: String,
    /// The column's heading (of the first heading row).
    pub column: String,
    /// A colour word that the rules refer to ("orange").
    pub colour: Option<String>,
    /// Where this cell comes from, when it differs from the chart.
    pub provenance: Option<Provenance>,
    /// A remark.
    pub note: String,
}

/// A table.
#[derive(Debug, Clone)]
pub struct Chart {
    /// The id used in rules.
    pub id: String,
    /// The title.
    pub title: String,
    /// What it is for.
    pub kind: ChartKind,
    /// The dice rolled on it, by id; none for plain tables.
    pub dice: Option<String>,
    /// What the rows are ("die", "total").
    pub row_title: String,
    /// Column headings.
    pub headings: Vec<Heading>,
    /// Rows.
    pub rows: Vec<ChartRow>,
    /// What the codes in the cells mean.
    pub results: BTreeMap<String, String>,
    /// Special cells.
    pub marks: Vec<ChartMark>,
    /// Remarks below the table.
    pub notes: Vec<String>,
    /// Where the table comes from.
    pub provenance: Provenance,
}

named_by_id!(Chart);

impl Chart {
    /// The cell at a row label and a column heading (of any heading row).
    pub fn cell(&self, row: &str, column: &str) -> Option<&str> {
        let at = self.headings.iter().find_map(|h| h.columns.iter().position(|c| c == column))?;
        let row = self.rows.iter().find(|r| r.label == row)?;
        row.cells.get(at).map(String::as_str)
    }
}
