//! One way to understand a log: which deeds count, in which order, and when each was done.

use super::customs::Matter;
use crate::deeds::{Act, Deed, Moment, UnitId};
use std::collections::{BTreeMap, BTreeSet};

/// Something to hear.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Item {
    /// A deed of the log, by number.
    Deed(usize),
    /// A deed that the log tells otherwise: play passing on where nobody clicked.
    Told(Box<Deed>),
}

/// A habit or a repaired slip: told as a note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Slip {
    /// The steps concerned.
    pub(super) steps: Vec<usize>,
    pub(super) about: Matter,
    /// What happened, in one sentence.
    pub(super) words: String,
    /// Slips of one kind are told as one.
    pub(super) kind: &'static str,
    pub(super) units: Vec<UnitId>,
}

impl Slip {
    /// One at a step.
    pub(super) fn new(
        about: Matter,
        kind: &'static str,
        step: usize,
        words: impl Into<String>,
    ) -> Self {
        Slip { steps: vec![step], about, words: words.into(), kind, units: Vec::new() }
    }

    /// It is about this unit.
    pub(super) fn of(mut self, unit: &UnitId) -> Self {
        self.units.push(unit.clone());
        self
    }
}

/// A way to understand a log.
#[derive(Debug, Clone, Default)]
pub(super) struct Reading {
    pub(super) items: Vec<Item>,
    pub(super) slips: Vec<Slip>,
    /// Deeds that do not count, by number, and why.
    pub(super) aside: BTreeMap<usize, &'static str>,
    /// Rolls that were made again: the number of the first, and of the one that was used.
    pub(super) rerolls: Vec<(usize, usize)>,
}

impl Reading {
    /// The log as it stands.
    pub(super) fn plain(deeds: &[Deed]) -> Self {
        Reading { items: (0..deeds.len()).map(Item::Deed).collect(), ..Reading::default() }
    }

    /// The deed of an item.
    pub(super) fn deed<'d>(item: &'d Item, deeds: &'d [Deed]) -> &'d Deed {
        match item {
            Item::Deed(number) => &deeds[*number],
            Item::Told(deed) => deed,
        }
    }

    /// Sets deeds aside.
    pub(super) fn without(&mut self, numbers: &[usize], why: &'static str) {
        let gone: BTreeSet<usize> = numbers.iter().copied().collect();
        self.items.retain(|item| !matches!(item, Item::Deed(number) if gone.contains(number)));
        self.aside.extend(numbers.iter().map(|number| (*number, why)));
    }

    /// Where a deed is among the items.
    pub(super) fn find(&self, number: usize) -> Option<usize> {
        self.items.iter().position(|item| *item == Item::Deed(number))
    }

    /// Puts some deeds, in their order, before the item at a place counted without them.
    pub(super) fn shift(&mut self, numbers: &[usize], before: usize) {
        let mut before = before.min(self.items.len());
        for number in numbers {
            if let Some(at) = self.find(*number) {
                self.items.remove(at);
                before -= usize::from(at < before);
            }
        }
        for (offset, number) in numbers.iter().enumerate() {
            self.items.insert(before + offset, Item::Deed(*number));
        }
    }
}

/// Play passes on, though nobody clicked.
pub(super) fn passing(step: usize, moment: Moment) -> Item {
    Item::Told(Box::new(Deed { step, by: None, act: Act::Turn(moment) }))
}

/// The unit that a deed changes.
pub(super) fn unit_of(act: &Act) -> Option<&UnitId> {
    match act {
        Act::Move { unit, .. }
        | Act::Leave { unit, .. }
        | Act::Steps { unit, .. }
        | Act::State { unit, .. } => Some(unit),
        Act::Arrive(standing) => Some(&standing.unit),
        _ => None,
    }
}

/// Whether a deed changes something on the table.
pub(super) fn touches(act: &Act) -> bool {
    unit_of(act).is_some() || matches!(act, Act::Marker { .. })
}
