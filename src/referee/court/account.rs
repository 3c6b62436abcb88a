//! What became of each deed: judged, unchecked or set aside. Nothing vanishes from the count.

use super::super::Ruling;
use super::reading::{Item, Reading, unit_of};
use crate::deeds::{Act, Deed, UnitId};
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
    let heard = reading.items.iter().map(|item| match item {
        Item::Deed(number) => (Some(*number), &deeds[*number]),
        Item::Told(deed) => (None, &**deed),
    });
    write(&mut fates, &heard.collect::<Vec<_>>(), rulings);
    for (number, why) in &reading.aside {
        fates[*number] = Some(Fate::Aside((*why).to_owned()));
    }
    fates
}

/// The deeds of a log that was heard as its tracker tells.
pub(super) fn of_steps(deeds: &[Deed], rulings: &[Ruling]) -> Vec<Option<Fate>> {
    let mut fates = vec![None; deeds.len()];
    let heard = deeds.iter().enumerate().map(|(number, deed)| (Some(number), deed));
    write(&mut fates, &heard.collect::<Vec<_>>(), rulings);
    fates
}

/// A deed as it was heard, with its number unless the log has no such deed.
type HeardDeed<'d> = (Option<usize>, &'d Deed);

/// What the referee said at each step: judged, or the reason why not.
type Said<'r> = BTreeMap<usize, Option<&'r str>>;

/// Stretch by stretch, from one change of phase to the next.
fn write(fates: &mut [Option<Fate>], heard: &[HeardDeed<'_>], rulings: &[Ruling]) {
    let said = said(rulings);
    let is_turn = |deed: &Deed| matches!(deed.act, Act::Turn(_));
    let mut named = false;
    let mut rest = heard;
    while !rest.is_empty() {
        let begins = usize::from(is_turn(rest[0].1));
        named |= begins > 0;
        let length = rest[begins..].iter().take_while(|(_, deed)| !is_turn(deed)).count() + begins;
        let (stretch, later) = rest.split_at(length);
        rest = later;
        let mut phase = Phase { named, last: rest.is_empty(), ..Phase::of(stretch, &said) };
        for (number, deed) in stretch {
            if let Act::SetUp { moment: Some(_), .. } = deed.act {
                named = true;
                phase.named = true;
            }
            let fate = phase.fate(deed);
            if let Some(number) = number {
                fates[*number] = fate;
            }
        }
    }
}

/// What the referee said of a stretch.
struct Phase<'r> {
    said: &'r Said<'r>,
    /// Whether the log tells which phase it is.
    named: bool,
    /// Whether the log ends with it.
    last: bool,
    /// By unit; what was said of one of its deeds goes for its others: the hops of a move, the steps of a retreat.
    units: BTreeMap<UnitId, Option<&'r str>>,
    /// What was said of the last declaration or roll: what follows is part of that.
    declared: Option<Option<&'r str>>,
    /// Whether anything was judged.
    judged: bool,
}

impl<'r> Phase<'r> {
    fn of(stretch: &[HeardDeed<'_>], said: &'r Said<'r>) -> Self {
        let mut phase = Phase {
            said,
            named: false,
            last: false,
            units: BTreeMap::new(),
            declared: None,
            judged: false,
        };
        for (_, deed) in stretch {
            let Some(words) = said.get(&deed.step) else { continue };
            phase.judged |= words.is_none();
            for unit in units(&deed.act) {
                let known = phase.units.entry(unit.clone()).or_insert(*words);
                *known = known.and(*words);
            }
        }
        phase
    }

    fn fate(&mut self, deed: &Deed) -> Option<Fate> {
        let direct = self.said.get(&deed.step).copied();
        if let (Act::Declare(_) | Act::Roll { .. }, Some(words)) = (&deed.act, direct) {
            self.declared = Some(words);
        }
        let unit = || units(&deed.act).find_map(|unit| self.units.get(unit).copied());
        let words = match &deed.act {
            Act::SetUp { .. } => return None,
            Act::Points { .. } => {
                return Some(Fate::Aside("points that the players keep".to_owned()));
            }
            Act::Turn(_) if direct.is_none() => {
                return Some(Fate::Aside("clicks of the turn tracker, which tell when".to_owned()));
            }
            _ => direct.or_else(unit).or(self.declared),
        };
        let why = match words {
            Some(None) => return Some(Fate::Judged),
            Some(Some(why)) => why,
            None if !self.named => "the log does not tell which phase it is",
            None if self.judged => return Some(Fate::Judged),
            None if self.last => "the log ends before the phase does",
            None => "nothing was judged in this phase",
        };
        Some(Fate::Unchecked(why.to_owned()))
    }
}

/// The units that a deed names.
fn units(act: &Act) -> impl Iterator<Item = &UnitId> {
    let named = match act {
        Act::Declare(declared) => declared.units.as_slice(),
        _ => &[],
    };
    unit_of(act).into_iter().chain(named)
}

fn said(rulings: &[Ruling]) -> Said<'_> {
    let mut said = Said::new();
    for ruling in rulings {
        let judgement = &ruling.judgement;
        let why = match judgement.unchecked.first() {
            Some(first) if judgement.findings.is_empty() => Some(&*first.reason),
            _ => None,
        };
        let known = said.entry(ruling.step).or_insert(why);
        *known = known.and(why);
    }
    said
}
