//! Paper: standard and custom sizes.

use super::geometry::{Um, um};
use crate::model::Length;
use std::fmt;
use std::str::FromStr;

/// A size of paper, upright.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Paper {
    name: String,
    width: Um,
    height: Um,
}

const STANDARD: [(&str, Um, Um); 4] = [
    ("A4", 210_000, 297_000),
    ("Letter", 215_900, 279_400),
    ("A3", 297_000, 420_000),
    ("Tabloid", 279_400, 431_800),
];

/// Room for the ruler below and something to print above it.
const SMALLEST: Um = 70_000;
/// The longest side a PDF viewer is bound to accept is 200 in.
const LARGEST: Um = 5_000_000;

impl Paper {
    /// The paper of most of the world.
    pub fn a4() -> Self {
        Self::standard(0)
    }

    /// The paper of North America.
    pub fn letter() -> Self {
        Self::standard(1)
    }

    fn standard(index: usize) -> Self {
        let (name, width, height) = STANDARD[index];
        Paper { name: name.to_owned(), width, height }
    }

    /// Paper of any size; `Err` says what is wrong with it.
    pub fn custom(width: Length, height: Length) -> Result<Self, String> {
        let (w, h) = (um(width), um(height));
        if w.min(h) < SMALLEST {
            return Err(format!("paper of {width} × {height} is too small: 70 mm is the least"));
        }
        if w.max(h) > LARGEST {
            return Err(format!("paper of {width} × {height} is too large: 5 m is the most"));
        }
        Ok(Paper {
            name: format!("{} × {} mm", width.to_mm(), height.to_mm()),
            width: w,
            height: h,
        })
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Width and height when laid as asked.
    pub fn laid(&self, orientation: Orientation) -> (Um, Um) {
        let (short, long) = (self.width.min(self.height), self.width.max(self.height));
        match orientation {
            Orientation::Portrait => (short, long),
            Orientation::Landscape => (long, short),
        }
    }
}

impl Default for Paper {
    fn default() -> Self {
        Paper::a4()
    }
}

impl fmt::Display for Paper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl FromStr for Paper {
    type Err = String;

    /// Reads `A4`, `letter`, `A3`, `tabloid`, or a size: `200x250mm`, `8x10in`, `20cm x 10in`.
    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(index) = STANDARD.iter().position(|(name, ..)| text.eq_ignore_ascii_case(name))
        {
            return Ok(Self::standard(index));
        }
        let bad = || {
            format!(
                "`{text}` is no paper known here; write A4, Letter, A3, Tabloid or a size such as 200x250mm"
            )
        };
        let (width, height) = text.split_once(['x', '×']).ok_or_else(bad)?;
        let height: Length = height.parse().map_err(|_| bad())?;
        let unit: String =
            text.chars().rev().take_while(|c| c.is_alphabetic() || *c == '"').collect();
        let unit: String = unit.chars().rev().collect();
        let width: Length = match width.parse() {
            Ok(width) => width,
            Err(_) => format!("{}{unit}", width.trim()).parse().map_err(|_| bad())?,
        };
        Paper::custom(width, height)
    }
}

/// Which way the paper lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, clap::ValueEnum)]
pub enum Orientation {
    /// The long edge upright.
    #[default]
    Portrait,
    /// The long edge at the bottom.
    Landscape,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paper_is_read_by_name_or_size() {
        for (text, size) in [
            ("A4", (210_000, 297_000)),
            ("letter", (215_900, 279_400)),
            ("a3", (297_000, 420_000)),
            ("TABLOID", (279_400, 431_800)),
            ("200x250mm", (200_000, 250_000)),
            ("8x10in", (203_200, 254_000)),
            ("20cm x 10in", (200_000, 254_000)),
            ("250×200mm", (200_000, 250_000)),
        ] {
            let paper: Paper = text.parse().unwrap();
            assert_eq!(paper.laid(Orientation::Portrait), size, "{text}");
            assert_eq!(paper.laid(Orientation::Landscape), (size.1, size.0), "{text}");
        }
    }

    #[test]
    fn paper_that_cannot_be_meant_is_refused_with_a_reason() {
        for (text, reason) in [
            ("A9", "no paper known"),
            ("", "no paper known"),
            ("20x30mm", "too small"),
            ("9000x9000mm", "too large"),
            ("-5x300mm", "no paper known"),
            ("200x250", "no paper known"),
        ] {
            let error = text.parse::<Paper>().unwrap_err();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
