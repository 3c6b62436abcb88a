//! Counters: one type a row, printed `count` times.

use super::registry::named_by_id;
use super::{Face, Formation, Id, Nationality, Provenance, Side, UnitType};
use compact_str::CompactString;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

/// What a counter is in play.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum CounterKind {
    /// Moves and fights.
    Unit,
    /// Carried by a unit: a machine gun, a gun, a leader's radio.
    Weapon,
    /// Marks a state, a place or a track.
    Marker,
    /// A hidden strength drawn for a unit.
    Chit,
}

/// Size of a unit, from fire team to army group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Echelon {
    Team,
    Squad,
    Section,
    Platoon,
    Company,
    Battalion,
    Regiment,
    Brigade,
    Division,
    Corps,
    Army,
    ArmyGroup,
}

impl Echelon {
    /// All echelons with their word and their mark above the unit symbol.
    pub const ALL: [(Echelon, &'static str, &'static str); 12] = [
        (Echelon::Team, "team", "Ø"),
        (Echelon::Squad, "squad", "●"),
        (Echelon::Section, "section", "●●"),
        (Echelon::Platoon, "platoon", "●●●"),
        (Echelon::Company, "company", "I"),
        (Echelon::Battalion, "battalion", "II"),
        (Echelon::Regiment, "regiment", "III"),
        (Echelon::Brigade, "brigade", "X"),
        (Echelon::Division, "division", "XX"),
        (Echelon::Corps, "corps", "XXX"),
        (Echelon::Army, "army", "XXXX"),
        (Echelon::ArmyGroup, "army-group", "XXXXX"),
    ];

    /// The mark printed above the unit symbol.
    pub fn mark(self) -> &'static str {
        Self::ALL[self as usize].2
    }

    /// The word used in sources.
    pub fn word(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

impl FromStr for Echelon {
    type Err = ();

    /// Reads a word (`battalion`) or a mark (`II`).
    fn from_str(text: &str) -> Result<Self, ()> {
        Self::ALL
            .iter()
            .find(|(_, word, mark)| text.eq_ignore_ascii_case(word) || text == *mark)
            .map(|(echelon, ..)| *echelon)
            .ok_or(())
    }
}

/// A printed length, exact in micrometres.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Length {
    micrometres: i64,
}

impl Length {
    /// A length in millimetres.
    pub fn mm(millimetres: f64) -> Self {
        Length { micrometres: (millimetres * 1000.0).round() as i64 }
    }

    /// In millimetres.
    pub fn to_mm(self) -> f64 {
        self.micrometres as f64 / 1000.0
    }

    /// In inches.
    pub fn to_inches(self) -> f64 {
        self.to_mm() / 25.4
    }

    /// In PostScript points, 72 to the inch.
    pub fn to_pt(self) -> f64 {
        self.to_inches() * 72.0
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} mm", self.to_mm())
    }
}

impl FromStr for Length {
    type Err = String;

    /// Reads `16mm`, `1.6cm`, `0.625in`, `5/8in`, `9/16"`, `12pt`.
    fn from_str(text: &str) -> Result<Self, String> {
        let bad = || format!("`{text}` is not a length; write 16mm, 5/8in or 0.625in");
        let text_trimmed = text.trim();
        let digits = text_trimmed.trim_end_matches(|c: char| c.is_alphabetic() || c == '"');
        let unit = &text_trimmed[digits.len()..];
        let number = match digits.trim().split_once('/') {
            Some((top, bottom)) => {
                let top: f64 = top.trim().parse().map_err(|_| bad())?;
                let bottom: f64 = bottom.trim().parse().map_err(|_| bad())?;
                top / bottom
            }
            None => digits.trim().parse().map_err(|_| bad())?,
        };
        let millimetres = match unit {
            "mm" => number,
            "cm" => number * 10.0,
            "in" | "\"" => number * 25.4,
            "pt" => number * 25.4 / 72.0,
            _ => return Err(bad()),
        };
        if millimetres.is_finite() && (0.0..=10_000.0).contains(&millimetres) {
            Ok(Length::mm(millimetres))
        } else {
            Err(bad())
        }
    }
}

/// Corners of a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// Cut with a knife.
    #[default]
    Square,
    /// Clipped or die-cut round.
    Rounded,
}

/// A size of counter.
#[derive(Debug, Clone, PartialEq)]
pub struct CounterSize {
    /// The id used in counter rows.
    pub id: String,
    /// Width as printed and cut.
    pub width: Length,
    /// Height as printed and cut.
    pub height: Length,
    /// Corners.
    pub shape: Shape,
}

/// What is on the back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Back {
    /// Nothing: printed blank.
    Blank,
    /// The back's own values on this template.
    Template(Arc<str>),
}

/// Art brought by the designer: a file of the project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Art {
    /// Path relative to the project root.
    pub file: PathBuf,
}

/// A type of counter.
#[derive(Debug, Clone)]
pub struct Counter {
    /// The id used in scenarios, modules and logs.
    pub id: CompactString,
    /// The name in texts.
    pub name: CompactString,
    /// Unit, weapon, marker or chit.
    pub kind: CounterKind,
    /// How many are printed.
    pub count: u32,
    /// Its side.
    pub side: Option<Id<Side>>,
    /// Its nationality.
    pub nationality: Option<Id<Nationality>>,
    /// Its formation.
    pub formation: Option<Id<Formation>>,
    /// Its type.
    pub unit_type: Option<Id<UnitType>>,
    /// Its echelon.
    pub echelon: Option<Echelon>,
    /// Steps of strength: 2 means a reduced side, 3 and more a remnant or a second counter.
    pub steps: u32,
    /// The counter that replaces it when its own sides are used up, by id.
    pub remnant: Option<CompactString>,
    /// Its size.
    pub size: Id<super::CounterSize>,
    /// The template that draws the front.
    pub template: Arc<str>,
    /// What the back shows.
    pub back: Back,
    /// Values of the front.
    pub front: Face,
    /// Values of the back: the front's, overridden by `back_…` columns.
    pub back_face: Face,
    /// Art for the front.
    pub art: Option<Art>,
    /// Art for the back.
    pub back_art: Option<Art>,
    /// Kept out of scenarios on purpose: replacements, spare markers.
    pub reserve: bool,
    /// Where its values come from.
    pub provenance: Provenance,
    /// File (relative to the project root) and line of its row.
    pub row: (Arc<Path>, usize),
}

named_by_id!(CounterSize, Counter);

impl Counter {
    /// A value of the front.
    pub fn value(&self, column: &str) -> Option<&str> {
        self.front.value(column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_read_in_the_units_of_counter_sheets() {
        for (text, mm) in [
            ("16mm", 16.0),
            ("1.6cm", 16.0),
            ("5/8in", 15.875),
            ("0.5in", 12.7),
            ("9/16\"", 14.288),
            ("72pt", 25.4),
        ] {
            assert_eq!(text.parse::<Length>().unwrap().to_mm(), mm, "{text}");
        }
        for text in ["", "16", "mm", "1/0in", "-3mm", "1e9mm", "16 parsecs"] {
            assert!(text.parse::<Length>().is_err(), "{text}");
        }
    }

    #[test]
    fn echelons_are_read_by_word_or_mark() {
        assert_eq!("battalion".parse(), Ok(Echelon::Battalion));
        assert_eq!("XX".parse(), Ok(Echelon::Division));
        assert_eq!(Echelon::ArmyGroup.mark(), "XXXXX");
        assert!("horde".parse::<Echelon>().is_err());
    }
}
