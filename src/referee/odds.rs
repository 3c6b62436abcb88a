//! Odds: strength against strength as a column of a table, with shifts.

use std::fmt;

/// How a ratio that lies between two columns is rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Rounding {
    /// In favour of the defender: 11 to 4 is 2:1.
    #[default]
    Down,
    /// In favour of the attacker.
    Up,
    /// To the nearer column, a tie in favour of the defender.
    Nearest,
}

/// A ratio as a column heading has it: `3:1`, `3-1`, `1:2`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ratio {
    /// The attacker's part.
    pub attack: u32,
    /// The defender's part.
    pub defence: u32,
}

impl Ratio {
    /// Reads `3:1`, `3-1` or `3 to 1`; signs and brackets around it (`(1:3)`, `7:1+`) do not count.
    pub fn parse(text: &str) -> Option<Ratio> {
        let bare: String =
            text.chars().filter(|c| c.is_ascii_digit() || ":-–t".contains(*c)).collect();
        let (attack, defence) = bare.split_once([':', '-', '–', 't'])?;
        let part = |text: &str| text.trim().parse::<u32>().ok();
        let ratio = Ratio { attack: part(attack)?, defence: part(defence)? };
        (ratio.defence > 0 || ratio.attack > 0).then_some(ratio)
    }

    /// Attack times the other's defence, to compare without division.
    fn cross(self, other: Ratio) -> (u64, u64) {
        (
            u64::from(self.attack) * u64::from(other.defence),
            u64::from(other.attack) * u64::from(self.defence),
        )
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        let (own, others) = self.cross(*other);
        Some(own.cmp(&others))
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.attack, self.defence)
    }
}

/// The columns of a table in ascending order of odds.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ladder(Vec<Ratio>);

impl Ladder {
    /// Reads the headings of a table; none when one is no ratio or they do not ascend.
    pub fn parse<'a>(headings: impl IntoIterator<Item = &'a str>) -> Option<Ladder> {
        let columns: Vec<Ratio> = headings.into_iter().map(Ratio::parse).collect::<Option<_>>()?;
        let ascends = columns.windows(2).all(|pair| pair[0] < pair[1]);
        (!columns.is_empty() && ascends).then_some(Ladder(columns))
    }

    /// How many columns.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none; there always are.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The column of these strengths; odds beyond the table use its nearest column.
    pub fn column(&self, attack: u32, defence: u32, rounding: Rounding) -> usize {
        let odds = Ratio { attack, defence };
        let above = self.0.iter().take_while(|column| **column <= odds).count();
        let (low, high) = (above.saturating_sub(1), above.min(self.0.len() - 1));
        match rounding {
            Rounding::Down => low,
            Rounding::Up
                if above > 0 && self.0[low].partial_cmp(&odds).is_some_and(|o| o.is_eq()) =>
            {
                low
            }
            Rounding::Up => high,
            Rounding::Nearest => {
                let value = |ratio: Ratio| f64::from(ratio.attack) / f64::from(ratio.defence);
                let (below, beyond) = (value(self.0[low]), value(self.0[high]));
                if above > 0 && value(odds) - below > beyond - value(odds) { high } else { low }
            }
        }
    }

    /// A column shifted to the right, or to the left when negative, within the table.
    pub fn shifted(&self, column: usize, by: i32) -> usize {
        let last = i64::try_from(self.0.len()).unwrap_or(1) - 1;
        let to = i64::try_from(column).unwrap_or(0) + i64::from(by);
        usize::try_from(to.clamp(0, last)).unwrap_or(0)
    }
}

/// The sum of shifts, by at most so many columns in either direction.
pub fn capped(shifts: i32, most: Option<u32>) -> i32 {
    match most.and_then(|most| i32::try_from(most).ok()) {
        Some(most) => shifts.clamp(-most, most),
        None => shifts,
    }
}

/// Half of a strength, fractions rounded up.
pub fn half_up(strength: u32) -> u32 {
    strength.div_ceil(2)
}

/// Half of a strength, fractions rounded down.
pub fn half_down(strength: u32) -> u32 {
    strength / 2
}
