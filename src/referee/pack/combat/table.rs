//! The combat results chart as the referee reads it.

use super::super::super::odds::Ladder;
use crate::model::{Game, Outcome};

/// Columns, rows and what each cell does.
#[derive(Debug)]
pub(crate) struct Table {
    headings: Vec<String>,
    pub(crate) ladder: Ladder,
    /// First and last roll of each row.
    rows: Vec<(u32, u32)>,
    /// By row and column: the number of the outcome.
    cells: Vec<Vec<Option<usize>>>,
    outcomes: Vec<Outcome>,
}

impl Table {
    /// The chart that the rules name; none when there is none, or its columns are no odds.
    pub(crate) fn new(game: &Game) -> Option<Self> {
        let combat = game.rules.combat.as_ref()?;
        let chart = game.charts.get(&combat.chart)?;
        let headings = chart.headings.first()?.columns.clone();
        let ladder = Ladder::parse(headings.iter().map(String::as_str))?;
        let rows = chart.rows.iter().map(|row| roll_span(&row.label)).collect::<Option<_>>()?;
        let find = |code: &String| combat.outcomes.iter().position(|o| o.code == *code);
        let cells = chart.rows.iter().map(|row| row.cells.iter().map(find).collect()).collect();
        let outcomes = combat.outcomes.clone();
        Some(Table { headings, ladder, rows, cells, outcomes })
    }

    /// What a roll gives in a column.
    pub(crate) fn outcome(&self, column: usize, roll: u32) -> Option<&Outcome> {
        let row = self.rows.iter().position(|(low, high)| (*low..=*high).contains(&roll))?;
        let found = (*self.cells.get(row)?.get(column)?)?;
        self.outcomes.get(found)
    }

    /// The heading of a column.
    pub(crate) fn heading(&self, column: usize) -> &str {
        self.headings.get(column).map_or("", String::as_str)
    }

    /// The column with this heading, however it is punctuated.
    pub(crate) fn column(&self, heading: &str) -> Option<usize> {
        let wanted = super::super::super::odds::Ratio::parse(heading)?;
        (0..self.ladder.len()).find(|column| {
            super::super::super::odds::Ratio::parse(self.heading(*column)) == Some(wanted)
        })
    }

    /// The outcome with this code.
    pub(crate) fn code(&self, code: &str) -> Option<&Outcome> {
        self.outcomes.iter().find(|outcome| outcome.code == code)
    }
}

/// `4`, `2-3`, `2–3`.
fn roll_span(label: &str) -> Option<(u32, u32)> {
    let number = |text: &str| text.trim().parse::<u32>().ok();
    match label.split_once(['-', '–']) {
        Some((low, high)) => Some((number(low)?, number(high)?)),
        None => number(label).map(|roll| (roll, roll)),
    }
}
