//! What became of each deed: judged, unchecked or set aside. Nothing vanishes from the count.

use super::super::Ruling;
use super::reading::{Item, Reading};
use crate::deeds::{Act, Deed};
use serde::Serialize;
use std::collections::BTreeMap;

/// What became of a deed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// The referee said whether it was legal.
    Judged,
    /// It could not be judged, and why.
    Unchecked(String),
    /// It does not count, and why.
    Aside(String),
}

/// All deeds of a log, counted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Account {
    /// Deeds of the log; the table at the beginning is none.
    pub deeds: usize,
    /// Judged.
    pub judged: usize,
    /// Not judged, by reason.
    pub unchecked: BTreeMap<String, usize>,
    /// Set aside, by reason.
    pub aside: BTreeMap<String, usize>,
}

impl Account {
    /// How many were not judged.
    pub fn unchecked(&self) -> usize {
        self.unchecked.values().sum()
    }

    /// How many were set aside.
    pub fn aside(&self) -> usize {
        self.aside.values().sum()
    }

    /// Whether so little was judged that the log can be called neither clean nor guilty: nothing at all, or less
    /// than a quarter of what does not stand aside.
    pub fn is_little(&self) -> bool {
        let counting = self.judged + self.unchecked();
        self.judged == 0 || self.judged * 4 < counting
    }

    /// Counts a deed.
    pub fn add(&mut self, fate: &Fate) {
        self.deeds += 1;
        match fate {
            Fate::Judged => self.judged += 1,
            Fate::Unchecked(why) => *self.unchecked.entry(why.clone()).or_default() += 1,
            Fate::Aside(why) => *self.aside.entry(why.clone()).or_default() += 1,
        }
    }
}

/// The deeds of a log that was heard under a reading.
pub(super) fn of_reading(
    deeds: &[Deed],
    reading: &Reading,
    rulings: &[Ruling],
) -> Vec<Option<Fate>> {
    let mut fates = vec![None; deeds.len()];
    let why = reasons(rulings);
    for item in &reading.items {
        if let Item::Deed(number) = item {
            fates[*number] = fate(&deeds[*number], &why);
        }
    }
    for (number, why) in &reading.aside {
        fates[*number] = Some(Fate::Aside((*why).to_owned()));
    }
    fates
}

/// The deeds of a log that was heard as its tracker tells.
pub(super) fn of_steps(deeds: &[Deed], rulings: &[Ruling]) -> Vec<Option<Fate>> {
    let why = reasons(rulings);
    deeds.iter().map(|deed| fate(deed, &why)).collect()
}

fn fate(deed: &Deed, why: &BTreeMap<usize, String>) -> Option<Fate> {
    Some(match &deed.act {
        Act::SetUp { .. } => return None,
        Act::Points { .. } => Fate::Aside("points that the players keep".to_owned()),
        _ => match why.get(&deed.step) {
            Some(reason) => Fate::Unchecked(reason.clone()),
            None => Fate::Judged,
        },
    })
}

/// Why steps were left unchecked altogether.
fn reasons(rulings: &[Ruling]) -> BTreeMap<usize, String> {
    let mut why = BTreeMap::new();
    for ruling in rulings {
        let judgement = &ruling.judgement;
        if let (true, Some(first)) = (judgement.findings.is_empty(), judgement.unchecked.first()) {
            why.insert(ruling.step, first.reason.to_string());
        }
    }
    why
}
