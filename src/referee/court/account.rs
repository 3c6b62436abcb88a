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
    pub(super) fn new(deeds: &[Deed], reading: &Reading, rulings: &[Ruling]) -> Self {
        let mut account = Account::default();
        let why = reasons(rulings);
        // Deeds in the order in which they were heard, with the phase that each belongs to.
        let heard = reading.items.iter().filter_map(|item| match item {
            Item::Deed(number) => Some(*number),
            Item::Told(_) => None,
        });
        for number in heard {
            account.count(&deeds[number], &why);
        }
        for why in reading.aside.values() {
            account.deeds += 1;
            *account.aside.entry((*why).to_owned()).or_default() += 1;
        }
        account
    }

    /// The account of a game whose referee is heard as the tracker tells.
    pub(super) fn of_steps(deeds: &[Deed], rulings: &[Ruling]) -> Self {
        let mut account = Account::default();
        let why = reasons(rulings);
        for deed in deeds {
            account.count(deed, &why);
        }
        account
    }

    fn count(&mut self, deed: &Deed, why: &BTreeMap<usize, String>) {
        match &deed.act {
            Act::SetUp { .. } => return,
            Act::Points { .. } => {
                self.deeds += 1;
                *self.aside.entry("points that the players keep".to_owned()).or_default() += 1;
                return;
            }
            _ => {}
        }
        self.deeds += 1;
        match why.get(&deed.step) {
            Some(reason) => *self.unchecked.entry(reason.clone()).or_default() += 1,
            None => self.judged += 1,
        }
    }

    /// Counts what became of the deeds of another log too.
    pub fn add(&mut self, other: &Account) {
        self.deeds += other.deeds;
        self.judged += other.judged;
        for (mine, theirs) in
            [(&mut self.unchecked, &other.unchecked), (&mut self.aside, &other.aside)]
        {
            for (reason, count) in theirs {
                *mine.entry(reason.clone()).or_default() += count;
            }
        }
    }

    /// Whether so little was judged that the log can be called neither clean nor guilty.
    pub fn is_little(&self) -> bool {
        self.deeds > 0 && self.judged * 4 < self.deeds
    }
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
