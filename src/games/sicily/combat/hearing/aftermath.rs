//! What was done about a combat: losses, retreats, advances.

use super::super::super::Sicily;
use super::super::advance::Advance;
use super::super::losses::Loss;
use super::super::retreat::Retreat;
use super::super::strength::Span;
use super::super::{Order, Verb};
use super::gather::Told;
use crate::referee::frame::{Event, Play, What};
use crate::referee::ground::Place;
use crate::referee::world::{At, Unit};

/// Where units are and what they have left, combat by combat.
pub(super) struct Table<'p> {
    pub(super) play: &'p Play<'p, Sicily>,
    at: Vec<At>,
    steps: Vec<u8>,
}

/// What became of a unit in one combat.
#[derive(Debug, Clone, Copy)]
pub(super) struct Change {
    pub(super) unit: Unit,
    /// Where the log last touched it.
    step: usize,
    pub(super) from: At,
    to: At,
    /// Steps before and after.
    before: u8,
    after: u8,
}

impl Change {
    fn is_gone(&self) -> bool {
        self.to.place().is_none() && self.from.place().is_some() || self.after == 0
    }

    /// Whether it shows that something was lost.
    pub(super) fn loses(&self) -> bool {
        self.is_gone() || self.after < self.before
    }

    fn way(&self) -> Option<(Place, Place)> {
        let (from, to) = (self.from.place()?, self.to.place()?);
        (from != to).then_some((from, to))
    }
}

impl<'p> Table<'p> {
    pub(super) fn new(play: &'p Play<'p, Sicily>) -> Self {
        let units = || (0..play.setting.roster.len()).map(|number| number as Unit);
        Table {
            play,
            at: units().map(|unit| play.position.at(unit)).collect(),
            steps: units().map(|unit| play.position.steps(unit)).collect(),
        }
    }

    /// What was done before the fighting.
    pub(super) fn lay(&mut self, events: &[Event]) {
        for event in events {
            match event.what {
                What::Went(unit, to) => self.at[usize::from(unit)] = to,
                What::Steps(unit, steps) => self.steps[usize::from(unit)] = steps,
                _ => {}
            }
        }
    }

    pub(super) fn place(&self, unit: Unit) -> Option<Place> {
        self.at[usize::from(unit)].place()
    }

    /// What became of the units that were touched since the dice, in the order of the last touch.
    pub(super) fn changes(&self, fight: &Told) -> Vec<Change> {
        let mut changes: Vec<Change> = Vec::new();
        for event in &fight.after {
            let Some(unit) = event.unit() else { continue };
            let known = changes.iter().position(|change| change.unit == unit);
            let mut change = match known {
                Some(number) => changes.remove(number),
                None => {
                    let (at, steps) = (self.at[usize::from(unit)], self.steps[usize::from(unit)]);
                    Change { unit, step: 0, from: at, to: at, before: steps, after: steps }
                }
            };
            match event.what {
                What::Went(_, to) => change.to = to,
                What::Steps(_, steps) => change.after = steps,
                _ => {}
            }
            change.step = event.step;
            changes.push(change);
        }
        changes
    }

    /// Steps that a unit has lost: a regiment may have had its chit turned before, or not at all.
    fn lost(&self, change: &Change) -> Span {
        let facts = self.play.unit(change.unit);
        let full = change.before >= facts.steps;
        let lost = if change.is_gone() { change.before } else { change.before - change.after };
        match (facts.has_cadre() && full, change.is_gone()) {
            (true, true) => Span { low: 2, high: 3 },
            (true, false) => Span { low: 1, high: 2 },
            _ => Span::exactly(u32::from(lost.max(1))),
        }
    }
}

/// The verbs for what was done about a combat; afterwards the table is as it left it. The last step of it.
pub(super) fn verbs(
    table: &mut Table<'_>,
    fight: &Told,
    order: Option<&Order>,
    plan: &mut Vec<(usize, Verb)>,
) -> usize {
    let changes = table.changes(fight);
    let heights = &table.play.setting.land.heights;
    for change in changes.iter().filter(|change| change.loses()) {
        let sea = change.from.place().is_some_and(|from| heights.is_sea(from));
        if sea && change.is_gone() {
            plan.push((change.step, Verb::Drown(change.unit)));
            continue;
        }
        let steps = table.lost(change);
        let becomes = change.is_gone().then_some(super::super::losses::Becomes::Eliminated);
        plan.push((change.step, Verb::Lose(Loss { unit: change.unit, steps, becomes })));
    }
    let (retreats, advances): (Vec<Change>, Vec<Change>) = changes
        .iter()
        .filter(|change| !change.is_gone() && change.way().is_some())
        .partition(|change| is_retreat(table, fight, order, &changes, change));
    let mut stacks: Vec<(usize, Retreat)> = Vec::new();
    for change in &retreats {
        let Some((from, to)) = change.way() else { continue };
        let known = stacks.iter_mut().find(|(_, stack)| stack.path == [from, to]);
        match known {
            Some((step, stack)) => {
                stack.units.push(change.unit);
                *step = change.step;
            }
            None => {
                let path = vec![from, to];
                let stack =
                    Retreat { units: vec![change.unit], path, whole: false, loser_of: None };
                stacks.push((change.step, stack));
            }
        }
    }
    plan.extend(stacks.into_iter().map(|(step, stack)| (step, Verb::Retreat(stack))));
    for change in &advances {
        let Some((_, to)) = change.way() else { continue };
        let advance = Advance { unit: change.unit, path: vec![to], whole: false };
        plan.push((change.step, Verb::Advance(advance)));
    }
    for change in changes.iter().filter(|change| change.from.place().is_none()) {
        if let Some(place) = change.to.place() {
            plan.push((change.step, Verb::Appears(change.unit, place)));
        }
    }
    for change in &changes {
        table.at[usize::from(change.unit)] = change.to;
        table.steps[usize::from(change.unit)] = change.after;
    }
    changes.iter().map(|change| change.step).max().unwrap_or(0)
}

/// Whether a unit that went somewhere retreated; else it advanced.
fn is_retreat(
    table: &Table<'_>,
    fight: &Told,
    order: Option<&Order>,
    changes: &[Change],
    change: &Change,
) -> bool {
    let Some(order) = order else { return false };
    let play = table.play;
    let side = order.with.first().map(|unit| play.unit(*unit).side);
    let attacks = Some(play.unit(change.unit).side) == side;
    if let Some(outcome) = fight.result {
        return outcome.attacker == attacks;
    }
    // Nobody told the result: what was done shows who had to go.
    let is_target = |at: At| at.place().is_some_and(|place| order.against.contains(&place));
    let left = |other: &Change| {
        is_target(other.from) && Some(play.unit(other.unit).side) != side && other.to != other.from
    };
    let defender_left = changes.iter().any(left);
    if attacks { !is_target(change.to) && !defender_left } else { is_target(change.from) }
}
