//! The combat results table, and what its results ask for.

use super::ground::Heights;
use crate::model::{Game, Trust};
use crate::referee::Problem;
use crate::referee::ground::Place;
use crate::referee::odds::{Ladder, Rounding};
use std::fmt;

/// A result of the table: `D2(1)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::games::sicily) struct Outcome {
    /// Whether it is the attacker who suffers it.
    pub(super) attacker: bool,
    /// Hexes to retreat and further steps to lose, together.
    pub(super) hexes: u32,
    /// Steps lost at once: the number in brackets.
    pub(super) steps: u32,
}

impl Outcome {
    /// `A1`, `D2(1)`; none when it is no result.
    pub(in crate::games::sicily) fn parse(text: &str) -> Option<Outcome> {
        let attacker = match text.get(..1)? {
            "A" => true,
            "D" => false,
            _ => return None,
        };
        let (hexes, steps) = match text[1..].split_once('(') {
            Some((hexes, steps)) => (hexes, steps.strip_suffix(')')?.parse().ok()?),
            None => (&text[1..], 0),
        };
        Some(Outcome { attacker, hexes: hexes.parse().ok()?, steps })
    }

    /// Breakthroughs are bold in the table, which is not known: great defeats of the defender are taken for them.
    pub(super) fn may_break_through(self) -> bool {
        !self.attacker && self.hexes >= 3
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.attacker { "A" } else { "D" }, self.hexes)?;
        if self.steps > 0 { write!(f, "({})", self.steps) } else { Ok(()) }
    }
}

/// A cell: what it most likely says, how sure that is, and what else it may say.
#[derive(Debug, Clone)]
pub(super) struct Cell {
    pub(super) outcome: Outcome,
    pub(super) firm: bool,
    readings: Vec<Outcome>,
}

impl Cell {
    /// Whether the cell may say this.
    pub(super) fn may_say(&self, outcome: Outcome) -> bool {
        self.outcome == outcome || self.readings.contains(&outcome)
    }
}

/// The row of headings that a defender's terrain gives, the best for him first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Row {
    /// Cities, and levels 4 to 6.
    T1,
    /// Swamps, and levels 2 and 3.
    T2,
    /// Level 1.
    T3,
}

impl Row {
    pub(super) const ALL: [Row; 3] = [Row::T1, Row::T2, Row::T3];

    pub(super) fn of(land: &Heights, place: Place) -> Row {
        match land.level(place) {
            _ if land.is_city(place) => Row::T1,
            4.. => Row::T1,
            2 | 3 => Row::T2,
            _ if land.is_swamp(place) => Row::T2,
            _ => Row::T3,
        }
    }

    pub(super) fn word(self) -> &'static str {
        ["T1", "T2", "T3"][self as usize]
    }
}

/// The table.
#[derive(Debug, Clone)]
pub(in crate::games::sicily) struct Table {
    headings: Vec<Ladder>,
    /// By the total of two dice, from 2 on.
    rows: Vec<Vec<Cell>>,
}

impl Table {
    pub(in crate::games::sicily) fn new(game: &Game) -> Result<Table, Problem> {
        let lacks =
            || Problem::new("the sources of Sicily have no combat results table that can be read");
        let chart = game.charts.get("crt").ok_or_else(lacks)?;
        let ladder =
            |h: &crate::model::Heading| Ladder::parse(h.columns.iter().map(String::as_str));
        let headings: Option<Vec<Ladder>> = chart.headings.iter().map(ladder).collect();
        let row = |row: &crate::model::ChartRow| {
            let cell = |(number, text): (usize, &String)| {
                let others = row.readings.get(number).into_iter().flatten();
                Some(Cell {
                    outcome: Outcome::parse(text)?,
                    firm: row.trust.get(number) == Some(&Trust::Firm),
                    readings: others.filter_map(|other| Outcome::parse(other)).collect(),
                })
            };
            row.cells.iter().enumerate().map(cell).collect::<Option<Vec<Cell>>>()
        };
        let rows: Option<Vec<Vec<Cell>>> = chart.rows.iter().map(row).collect();
        let headings = headings.filter(|rows| rows.len() == Row::ALL.len()).ok_or_else(lacks)?;
        let rows = rows.filter(|rows| rows.len() == 11).ok_or_else(lacks)?;
        Ok(Table { headings, rows })
    }

    /// The column of these strengths before shifts, from zero.
    pub(super) fn column(&self, row: Row, attack: u32, defence: u32) -> usize {
        self.headings[row as usize].column(attack, defence, Rounding::Down)
    }

    /// A column shifted, within the table.
    pub(super) fn shifted(&self, column: usize, by: i32) -> usize {
        self.headings[0].shifted(column, by)
    }

    /// What dice of this total give in a column.
    pub(super) fn cell(&self, roll: u32, column: usize) -> Option<&Cell> {
        self.rows.get((roll as usize).checked_sub(2)?)?.get(column)
    }
}

/// The odds in words, rounded in the defender's favour: `3-1`, `1-2`.
pub(super) fn odds(attack: u32, defence: u32) -> String {
    if attack >= defence {
        format!("{}-1", attack / defence.max(1))
    } else {
        format!("1-{}", defence.div_ceil(attack.max(1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_as_they_are_written() {
        for text in ["A1", "D2(1)", "A3(3)", "D4(3)"] {
            assert_eq!(Outcome::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Outcome::parse("E1"), None);
        assert_eq!(Outcome::parse("D1(x)"), None);
        assert_eq!(Outcome::parse(""), None);
        assert!(Outcome::parse("D3(2)").unwrap().may_break_through());
        assert!(!Outcome::parse("A3(3)").unwrap().may_break_through());
    }

    #[test]
    fn odds_are_rounded_in_the_defenders_favour() {
        for (attack, defence, words) in [
            (13, 4, "3-1"),
            (5, 8, "1-2"),
            (7, 3, "2-1"),
            (3, 7, "1-3"),
            (4, 4, "1-1"),
            (1, 9, "1-9"),
        ] {
            assert_eq!(odds(attack, defence), words, "{attack} to {defence}");
        }
    }
}
