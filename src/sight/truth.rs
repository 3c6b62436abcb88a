//! Answers compared with what is known to be true of pairs of hexes.

use super::look::Sight;
use super::thread::Spot;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What is true of two hexes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair {
    /// One hex.
    pub from: Spot,
    /// The other.
    pub to: Spot,
    /// Whether nothing is seen.
    pub blocked: bool,
    /// The modifiers if something is.
    pub hindrance: u8,
}

/// Why a file of pairs cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TruthError {
    /// The line, from 1.
    pub line: u64,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for TruthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for TruthError {}

#[derive(Deserialize)]
struct Row {
    from: String,
    to: String,
    blocked: u8,
    #[serde(default)]
    hindrance: Option<u8>,
}

/// Reads pairs from CSV with columns `from`, `to`, `blocked` (0 or 1) and `hindrance`; others are ignored.
pub fn read_pairs(
    text: &str,
    find: impl Fn(&str) -> Option<Spot>,
) -> Result<Vec<Pair>, TruthError> {
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text.as_bytes());
    let mut pairs = Vec::new();
    let headers = reader.headers().map_err(wrong)?.clone();
    let mut record = csv::StringRecord::new();
    while reader.read_record(&mut record).map_err(wrong)? {
        let line = record.position().map_or(0, csv::Position::line);
        let row: Row = record
            .deserialize(Some(&headers))
            .map_err(|e| TruthError { line, what: e.to_string() })?;
        let hex = |name: &str| {
            find(name).ok_or_else(|| TruthError { line, what: format!("there is no hex {name:?}") })
        };
        let (from, to) = (hex(&row.from)?, hex(&row.to)?);
        let hindrance = row.hindrance.unwrap_or(0);
        pairs.push(Pair { from, to, blocked: row.blocked != 0, hindrance });
    }
    Ok(pairs)
}

fn wrong(error: csv::Error) -> TruthError {
    let line = error.position().map_or(1, csv::Position::line);
    TruthError { line, what: error.to_string() }
}

/// The confusion table: how often each answer met each truth.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Confusion {
    /// Rows: truly clear, truly blocked. Columns: answered clear, blocked, disputed.
    pub pairs: [[usize; 3]; 2],
    /// Of the pairs that both call clear: those whose modifier is exactly right.
    pub hindrance_right: usize,
    /// Of the pairs that both call clear: those where least and most enclose the true modifier.
    pub hindrance_enclosed: usize,
}

impl Confusion {
    /// Compares answers with the truth.
    pub fn of(look: impl Fn(Spot, Spot) -> Option<Sight>, pairs: &[Pair]) -> Self {
        let mut table = Self::default();
        for pair in pairs {
            let Some(sight) = look(pair.from, pair.to) else { continue };
            let answer = match sight {
                Sight::Clear(hindrance) => {
                    if !pair.blocked {
                        let (least, most) = (hindrance.least, hindrance.most);
                        table.hindrance_right += usize::from(hindrance.likely == pair.hindrance);
                        table.hindrance_enclosed +=
                            usize::from((least..=most).contains(&pair.hindrance));
                    }
                    0
                }
                Sight::Blocked(_) => 1,
                Sight::Disputed(_) => 2,
            };
            table.pairs[usize::from(pair.blocked)][answer] += 1;
        }
        table
    }

    /// Pairs in all.
    pub fn total(&self) -> usize {
        self.pairs.iter().flatten().sum()
    }

    /// Pairs answered clear or blocked.
    pub fn answered(&self) -> usize {
        self.pairs.iter().map(|row| row[0] + row[1]).sum()
    }

    /// Pairs answered, and rightly.
    pub fn agreed(&self) -> usize {
        self.pairs[0][0] + self.pairs[1][1]
    }

    /// Pairs that both call clear.
    pub fn both_clear(&self) -> usize {
        self.pairs[0][0]
    }

    /// Share of pairs answered.
    pub fn coverage(&self) -> f64 {
        ratio(self.answered(), self.total())
    }

    /// Share of the answers that are right.
    pub fn agreement(&self) -> f64 {
        ratio(self.agreed(), self.answered())
    }

    /// Share of exact modifiers among pairs that both call clear.
    pub fn hindrance_exact(&self) -> f64 {
        ratio(self.hindrance_right, self.both_clear())
    }
}

fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 { 1.0 } else { part as f64 / whole as f64 }
}

impl fmt::Display for Confusion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<18}{:>9}{:>9}{:>10}", "truth \\ answer", "clear", "blocked", "disputed")?;
        for (name, row) in ["clear", "blocked"].iter().zip(&self.pairs) {
            writeln!(f, "{name:<18}{:>9}{:>9}{:>10}", row[0], row[1], row[2])?;
        }
        writeln!(
            f,
            "answered          {:>8.2} %   {} of {} pairs",
            self.coverage() * 100.0,
            self.answered(),
            self.total()
        )?;
        writeln!(
            f,
            "of these right    {:>8.2} %   {} of {}",
            self.agreement() * 100.0,
            self.agreed(),
            self.answered()
        )?;
        write!(
            f,
            "hindrance exact   {:>8.2} %   {} of {} both call clear; between least and most in {}",
            self.hindrance_exact() * 100.0,
            self.hindrance_right,
            self.both_clear(),
            self.hindrance_enclosed
        )
    }
}
