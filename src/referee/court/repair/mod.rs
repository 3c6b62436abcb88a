//! Corrections and courtesies: readings under which what looks wrong was put right, late, or agreed.

mod agreed;
mod declared;
mod late;
mod rolls;

pub(super) use rolls::SURPLUS;

use super::super::Finding;
use super::Session;
use super::customs::Matter;
use super::reading::{Item, Reading, Slip, unit_of};
use crate::deeds::{Act, Deed, Spot, UnitId};

/// How many times play may have passed on between a deed and its correction.
const NEXT_PHASE: usize = 2;

/// The same for a loss or a mark, which hardly anything depends on before the enemy’s turn is over.
const NEXT_TURN: usize = 5;

/// Readings that may explain a finding, the most natural first; about as many as can still be tried.
pub(super) fn candidates(
    session: &Session<'_>,
    reading: &Reading,
    step: usize,
    finding: &Finding,
    most: usize,
) -> Vec<Reading> {
    let passes = Passes::of(session, reading);
    let mut repair = Repair { session, reading, step, passes, most, found: Vec::new() };
    // What explains most comes first: half of it explained otherwise leaves the rest without an explanation.
    repair.announced_together();
    repair.put_right_after_roll();
    repair.declared_again();
    let units: Vec<UnitId> = finding.units.iter().map(|unit| UnitId::new(unit)).collect();
    for unit in &units {
        repair.set_up_late(unit);
        repair.changed_late(unit);
    }
    units.iter().for_each(|unit| repair.put_back(unit));
    repair.other_rolls();
    units.iter().for_each(|unit| repair.done_late(unit));
    for unit in &units {
        repair.agreed(unit);
        repair.agreed_to_go_on(unit);
    }
    repair.corrected_in_words();
    repair.found
}

/// A finding that may have an explanation, and the readings that would be one.
struct Repair<'r> {
    session: &'r Session<'r>,
    reading: &'r Reading,
    /// Where the finding is.
    step: usize,
    passes: Passes<'r>,
    /// About so many readings can still be tried.
    most: usize,
    found: Vec<Reading>,
}

impl<'r> Repair<'r> {
    fn deed(&self, at: usize) -> &'r Deed {
        Reading::deed(&self.reading.items[at], &self.session.deeds)
    }

    fn act(&self, at: usize) -> &'r Act {
        &self.deed(at).act
    }

    /// The number of an item among the deeds of the log.
    fn number(&self, at: usize) -> Option<usize> {
        match self.reading.items[at] {
            Item::Deed(number) => Some(number),
            Item::Told(_) => None,
        }
    }

    /// All items, by place.
    fn items(&self) -> std::ops::Range<usize> {
        0..self.reading.items.len()
    }

    /// The items of a unit, by place among the items.
    fn of(&self, unit: &UnitId) -> Vec<usize> {
        self.items().filter(|at| unit_of(self.act(*at)) == Some(unit)).collect()
    }

    /// The first item of the finding.
    fn here(&self) -> usize {
        let mut items = self.items();
        items.find(|at| self.deed(*at).step >= self.step).unwrap_or(self.reading.items.len())
    }

    fn is_need(&self, act: &Act) -> bool {
        matches!(act, Act::Declare(declared) if self.session.customs.needs_dice(declared))
    }

    fn is_roll(&self, at: usize) -> bool {
        matches!(self.act(at), Act::Roll { .. })
    }

    fn is_click(&self, at: usize) -> bool {
        matches!(self.act(at), Act::Turn(_))
    }

    /// Whether an attack ends here: the next need, its dice, or the end of the phase.
    fn is_boundary(&self, at: usize) -> bool {
        self.is_click(at) || self.is_roll(at) || self.is_need(self.act(at))
    }

    fn name(&self, unit: &UnitId) -> String {
        self.session.customs.unit(unit)
    }

    /// A reading to be tried, with what it takes for granted.
    fn offer(&mut self, mut reading: Reading, slip: Slip) {
        reading.slips.push(slip);
        self.found.push(reading);
    }

    /// A deed and its taking back, in the same or the next phase, cancel.
    fn put_back(&mut self, unit: &UnitId) {
        let own = self.of(unit);
        for (first, &from) in own.iter().enumerate() {
            for &to in &own[first + 1..] {
                if self.passes.between(from, to) > NEXT_PHASE {
                    break;
                }
                let steps = [from, to].map(|at| self.deed(at).step);
                let near = self.step + 40 >= steps[0] && self.step <= steps[1] + 40;
                if !near || !self.cancel(unit, from, to) {
                    continue;
                }
                if self.found.len() >= self.most {
                    return;
                }
                let travels = journey(self.act(from)).is_some();
                let gone: Vec<usize> = own
                    .iter()
                    .copied()
                    .filter(|at| (from..=to).contains(at))
                    .filter(|at| {
                        [from, to].contains(at) || travels && journey(self.act(*at)).is_some()
                    })
                    .filter_map(|at| self.number(at))
                    .collect();
                let mut other = self.reading.clone();
                other.without(&gone, "put back");
                let words = format!("{} was changed by mistake and put back", self.name(unit));
                self.offer(other, Slip::new(Matter::Order, "put back", steps[0], words).of(unit));
            }
        }
    }

    /// Whether the later of two deeds of a unit leaves it as it was before the first.
    fn cancel(&self, unit: &UnitId, from: usize, to: usize) -> bool {
        match (self.act(from), self.act(to)) {
            (Act::Steps { from: a, to: b, .. }, Act::Steps { from: c, to: d, .. }) => {
                a == d && b == c
            }
            (Act::State { state: a, on: was, .. }, Act::State { state: b, on: is, .. }) => {
                a == b && was != is
            }
            // A fresh counter that stands better than the one taken away is no replacement.
            (_, Act::Arrive(fresh))
                if self
                    .steps_before(unit, from)
                    .is_some_and(|had| fresh.steps.is_some_and(|now| now > had)) =>
            {
                false
            }
            (one, other) => match (journey(one), journey(other)) {
                (Some((was, _)), Some((_, is))) => was == is,
                _ => false,
            },
        }
    }

    /// The steps that a unit had before an item.
    fn steps_before(&self, unit: &UnitId, before: usize) -> Option<u32> {
        (0..before).rev().find_map(|at| match self.act(at) {
            Act::Steps { unit: known, to, .. } if known == unit => Some(*to),
            Act::Arrive(standing) if standing.unit == *unit => standing.steps,
            Act::SetUp { pieces, .. } => {
                pieces.iter().find(|standing| standing.unit == *unit).and_then(|one| one.steps)
            }
            _ => None,
        })
    }
}

/// Where a piece is, before and after a deed.
fn journey(act: &Act) -> Option<(Option<&Spot>, Option<&Spot>)> {
    match act {
        Act::Move { from, to, .. } => Some((Some(from), Some(to))),
        Act::Leave { from, .. } => Some((Some(from), None)),
        Act::Arrive(standing) => Some((None, Some(&standing.at))),
        _ => None,
    }
}

/// How often play passes on before each item; where nobody clicks, phases without a deed do not count.
struct Passes<'r> {
    items: &'r [Item],
    before: Vec<usize>,
}

impl<'r> Passes<'r> {
    /// Counted once for a reading: logs of thousands of steps ask for every pair of a unit's deeds.
    fn of(session: &Session<'_>, reading: &'r Reading) -> Self {
        let items = &reading.items;
        let is_turn = |item: &Item| matches!(Reading::deed(item, &session.deeds).act, Act::Turn(_));
        let empty = |at: usize| matches!(items[at..], [Item::Told(_), Item::Told(_), ..]);
        let mut before = Vec::with_capacity(items.len() + 1);
        let mut passed = 0;
        before.push(passed);
        for (at, item) in items.iter().enumerate() {
            passed += usize::from(is_turn(item) && !empty(at));
            before.push(passed);
        }
        Passes { items, before }
    }

    /// How often between two items.
    fn between(&self, from: usize, to: usize) -> usize {
        let (from, to) = (from.min(to), from.max(to));
        // The phase that the last item would begin has no deed yet, whatever follows it.
        let told_turn =
            |item: &Item| matches!(item, Item::Told(deed) if matches!(deed.act, Act::Turn(_)));
        let last = from < to
            && told_turn(&self.items[to - 1])
            && matches!(self.items.get(to), Some(Item::Told(_)));
        self.before[to] - self.before[from] + usize::from(last)
    }
}
