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
    /// How far each cell is trusted; empty where the whole table is as good as its provenance.
    pub trust: Vec<Trust>,
    /// What else each cell may read, where a source is damaged; empty or one list a cell.
    pub readings: Vec<Vec<String>>,
}

/// How far a cell is trusted that was read from a damaged source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Trust {
    /// As good as printed: a referee may rest a finding on it.
    Firm,
    /// The best of few readings.
    Likely,
    /// Anybody's guess.
    Open,
}

impl Trust {
    /// The mark that sources write for it.
    pub fn of(mark: char) -> Option<Self> {
        match mark {
            '+' => Some(Trust::Firm),
            '~' => Some(Trust::Likely),
            '?' => Some(Trust::Open),
            _ => None,
        }
    }
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
        let (row, at) = self.place(row, column)?;
        row.cells.get(at).map(String::as_str)
    }

    /// How far that cell is trusted; `None` where the table says nothing about its cells.
    pub fn trust(&self, row: &str, column: &str) -> Option<Trust> {
        let (row, at) = self.place(row, column)?;
        row.trust.get(at).copied()
    }

    /// Everything that cell may read, the reading in the table first.
    pub fn readings(&self, row: &str, column: &str) -> Vec<&str> {
        let Some((row, at)) = self.place(row, column) else { return Vec::new() };
        let others = row.readings.get(at).into_iter().flatten();
        row.cells.get(at).into_iter().chain(others).map(String::as_str).collect()
    }

    fn place(&self, row: &str, column: &str) -> Option<(&ChartRow, usize)> {
        let at = self.headings.iter().find_map(|h| h.columns.iter().position(|c| c == column))?;
        Some((self.rows.iter().find(|r| r.label == row)?, at))
    }
}
