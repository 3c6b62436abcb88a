//! The charts: fire, To Hit, close combat, residual firepower. The figures are in `tables/*.csv`.

use std::collections::HashMap;
use std::sync::OnceLock;

/// The columns of the fire table.
pub(super) const COLUMNS: [i32; 11] = [1, 2, 4, 6, 8, 12, 16, 20, 24, 30, 36];

/// A row of the To Hit chart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Ordnance {
    pub(super) infantry: Option<i32>,
    pub(super) area: Option<i32>,
    pub(super) critical: Option<i32>,
    /// Black number, red number, black and red critical number, by band of range.
    bands: [[Option<i32>; 4]; 6],
    near: Option<i32>,
    far: Option<i32>,
}

impl Ordnance {
    /// Number and critical number against infantry at a range.
    pub(super) fn infantry_target(&self, range: i32, red: bool) -> Option<(i32, i32)> {
        let band = match range {
            ..=1 => 0,
            2 => 1,
            3..=6 => 2,
            7..=12 => 3,
            13..=18 => 4,
            19..=24 => 5,
            _ => return None,
        };
        let [black, red_number, critical, red_critical] = self.bands[band];
        // Where only one number is printed it serves both.
        let (first, second) = if red { (red_number, black) } else { (black, red_number) };
        let (first_critical, second_critical) =
            if red { (red_critical, critical) } else { (critical, red_critical) };
        Some((first.or(second)?, first_critical.or(second_critical)?))
    }

    /// Number against an area at a range.
    pub(super) fn area_target(&self, range: i32) -> Option<i32> {
        match range {
            ..=12 => self.near,
            13..=24 => self.far,
            _ => None,
        }
    }
}

/// The row of a gun, by nation and calibre; a calibre of another nation serves where its own is missing.
pub(super) fn ordnance(nation: &str, calibre: &str) -> Option<&'static Ordnance> {
    static ROWS: OnceLock<Vec<(String, String, Ordnance)>> = OnceLock::new();
    let rows = ROWS.get_or_init(|| {
        rows(include_str!("tables/to_hit.csv"))
            .map(|cells| {
                let number = |at: usize| cells.get(at).and_then(|cell| cell.parse().ok());
                let band = |index: usize| [0, 1, 2, 3].map(|part| number(5 + index * 4 + part));
                let row = Ordnance {
                    infantry: number(2),
                    area: number(3),
                    critical: number(4),
                    bands: [0, 1, 2, 3, 4, 5].map(band),
                    near: number(29),
                    far: number(30),
                };
                (cells[0].to_owned(), cells[1].to_owned(), row)
            })
            .collect()
    });
    let own = rows.iter().find(|(of, size, _)| of == nation && size == calibre);
    own.or_else(|| rows.iter().find(|(_, size, _)| size == calibre)).map(|(_, _, row)| row)
}

/// The result of a fire attack.
pub(super) fn fire(column: i32, final_roll: i32) -> &'static str {
    static CELLS: OnceLock<HashMap<(i32, i32), String>> = OnceLock::new();
    let cells = CELLS.get_or_init(|| {
        rows(include_str!("tables/fire.csv"))
            .flat_map(|cells| {
                let roll = cells[0].parse().unwrap_or(0);
                let at = move |(column, cell): (&i32, &&str)| ((roll, *column), (*cell).to_owned());
                COLUMNS.iter().zip(&cells[1..]).map(at).collect::<Vec<_>>()
            })
            .collect()
    });
    cells.get(&(final_roll.clamp(0, 15), column)).map_or("none", String::as_str)
}

/// The column for so much firepower: the highest not above it; none below 1.
pub(super) fn column(firepower: super::number::Q) -> Option<i32> {
    COLUMNS.iter().copied().filter(|column| super::number::whole(*column) <= firepower).max()
}

/// A column so many places lower; none below the lowest.
pub(super) fn lower(column: i32, by: i32) -> Option<i32> {
    let at = COLUMNS.iter().position(|known| *known == column)?;
    COLUMNS.get(at.checked_sub(usize::try_from(by).unwrap_or(usize::MAX))?).copied()
}

/// Residual firepower that a column leaves, before hindrances.
pub(super) fn residual(column: i32) -> i32 {
    match column {
        ..=1 => 0,
        2 => 1,
        4 | 6 => 2,
        8 => 4,
        12 => 6,
        16 | 20 => 8,
        _ => 12,
    }
}

/// Residual firepower some columns lower.
pub(super) fn residual_lower(left: i32, by: i32) -> i32 {
    const STEPS: [i32; 7] = [0, 1, 2, 4, 6, 8, 12];
    let at = STEPS.iter().position(|step| *step == left).unwrap_or(0);
    STEPS[at.saturating_sub(usize::try_from(by).unwrap_or(0))]
}

/// Close combat: odds and kill number for these strengths.
pub(super) fn close_combat(
    attack: super::number::Q,
    defence: super::number::Q,
) -> (&'static str, i32) {
    const ODDS: [(&str, i32, i32, i32); 13] = [
        ("10-1", 10, 1, 12),
        ("8-1", 8, 1, 11),
        ("6-1", 6, 1, 10),
        ("4-1", 4, 1, 9),
        ("3-1", 3, 1, 8),
        ("2-1", 2, 1, 7),
        ("3-2", 3, 2, 6),
        ("1-1", 1, 1, 5),
        ("1-2", 1, 2, 4),
        ("1-4", 1, 4, 3),
        ("1-6", 1, 6, 2),
        ("1-8", 1, 8, 1),
        ("under 1-8", 0, 1, 0),
    ];
    let zero = super::number::whole(0);
    if defence <= zero || attack > defence * 10 {
        return ("over 10-1", 13);
    }
    let odds = attack / defence;
    let fits =
        |(_, top, bottom, _): &&(&str, i32, i32, i32)| odds >= super::number::Q::new(*top, *bottom);
    ODDS.iter().find(fits).map_or(("under 1-8", 0), |(name, _, _, kill)| (*name, *kill))
}

/// How many columns odds lie below 1-1.
pub(super) fn columns_below_even(odds: &str) -> i32 {
    match odds {
        "1-2" => 1,
        "1-4" => 2,
        "1-6" => 3,
        "1-8" => 4,
        "under 1-8" => 5,
        _ => 0,
    }
}

fn rows(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    text.lines().filter(|line| !line.starts_with('#')).skip(1).map(|line| line.split(',').collect())
}

#[cfg(test)]
mod tests {
    use super::super::number::{Q, whole};
    use super::*;

    #[test]
    fn the_charts_answer_as_the_examples_say() {
        assert_eq!(fire(16, 10), "NMC");
        assert_eq!(fire(4, 12), "none");
        assert_eq!(fire(36, -3), "7KIA");
        assert_eq!(column(whole(19)), Some(16));
        assert_eq!(column(Q::new(7, 2)), Some(2));
        assert_eq!(column(Q::new(1, 2)), None);
        assert_eq!(lower(8, 1), Some(6));
        assert_eq!(lower(1, 1), None);
        let gun = ordnance("american", "105").unwrap();
        assert_eq!(gun.infantry_target(2, true), Some((9, 4)));
        assert_eq!(gun.infantry_target(7, true), Some((6, 2)));
        assert_eq!(gun.infantry_target(7, false), Some((7, 3)));
        assert_eq!(ordnance("german", "81mm").unwrap().area_target(3), Some(7));
        assert_eq!(close_combat(whole(6), whole(4)), ("3-2", 6));
        assert_eq!(close_combat(whole(4), whole(6)), ("1-2", 4));
        assert_eq!(close_combat(whole(9), whole(5)), ("3-2", 6));
        assert_eq!(close_combat(whole(4), whole(5)), ("1-2", 4));
    }
}
