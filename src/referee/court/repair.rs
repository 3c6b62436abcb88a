//! Corrections and courtesies: readings under which what looks wrong was put right, late, or agreed.

use super::super::Finding;
use super::Session;
use super::customs::{Customs, Fit, Matter};
use super::reading::{Item, Reading, Slip, touches, unit_of};
use crate::deeds::{Act, Spot, UnitId};

/// Where a piece is, before and after a deed.
fn journey(act: &Act) -> Option<(Option<&Spot>, Option<&Spot>)> {
    match act {
        Act::Move { from, to, .. } => Some((Some(from), Some(to))),
        Act::Leave { from, .. } => Some((Some(from), None)),
        Act::Arrive(standing) => Some((None, Some(&standing.at))),
        _ => None,
    }
}

/// How many times play may have passed on between a deed and its correction.
const NEXT_PHASE: usize = 2;

/// Readings that may explain a finding, the most natural first; about as many as can still be tried.
pub(super) fn candidates(
    session: &Session<'_>,
    reading: &Reading,
    step: usize,
    finding: &Finding,
    most: usize,
) -> Vec<Reading> {
    let mut out = Vec::new();
    // What explains most comes first: half of it explained otherwise leaves the rest without an explanation.
    session.announced_together(reading, &mut out);
    session.put_right_after_roll(reading, &mut out);
    let units: Vec<UnitId> = finding.units.iter().map(|unit| UnitId::new(unit)).collect();
    for unit in &units {
        put_back(session, reading, step, unit, most, &mut out);
    }
    other_rolls(session, reading, step, &mut out);
    for unit in &units {
        late(session, reading, step, unit, &mut out);
    }
    for unit in &units {
        agreed(session, reading, step, unit, &mut out);
    }
    corrected_in_words(session, reading, step, &mut out);
    out
}

/// The items of a unit, by place among the items.
fn items_of(session: &Session<'_>, reading: &Reading, unit: &UnitId) -> Vec<usize> {
    let of = |item: &Item| unit_of(&Reading::deed(item, &session.deeds).act) == Some(unit);
    reading.items.iter().enumerate().filter(|(_, item)| of(item)).map(|(at, _)| at).collect()
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

fn number(item: &Item) -> Option<usize> {
    match item {
        Item::Deed(number) => Some(*number),
        Item::Told(_) => None,
    }
}

/// The steps that a unit had before an item.
fn steps_before(
    session: &Session<'_>,
    reading: &Reading,
    unit: &UnitId,
    before: usize,
) -> Option<u32> {
    let acts = reading.items[..before].iter().rev();
    acts.map(|item| &Reading::deed(item, &session.deeds).act).find_map(|act| match act {
        Act::Steps { unit: known, to, .. } if known == unit => Some(*to),
        Act::Arrive(standing) if standing.unit == *unit => standing.steps,
        Act::SetUp { pieces, .. } => {
            pieces.iter().find(|standing| standing.unit == *unit).and_then(|one| one.steps)
        }
        _ => None,
    })
}

/// A deed and its taking back, in the same or the next phase, cancel.
fn put_back(
    session: &Session<'_>,
    reading: &Reading,
    step: usize,
    unit: &UnitId,
    most: usize,
    out: &mut Vec<Reading>,
) {
    let own = items_of(session, reading, unit);
    let act = |at: usize| &Reading::deed(&reading.items[at], &session.deeds).act;
    let passes = Passes::of(session, reading);
    for (first, &from) in own.iter().enumerate() {
        for &to in &own[first + 1..] {
            if passes.between(from, to) > NEXT_PHASE {
                break;
            }
            let steps = [from, to].map(|at| Reading::deed(&reading.items[at], &session.deeds).step);
            if step + 40 < steps[0] || step > steps[1] + 40 {
                continue;
            }
            let back = match (act(from), act(to)) {
                (Act::Steps { from: a, to: b, .. }, Act::Steps { from: c, to: d, .. }) => {
                    a == d && b == c
                }
                (Act::State { state: a, on: was, .. }, Act::State { state: b, on: is, .. }) => {
                    a == b && was != is
                }
                // A fresh counter that stands better than the one taken away is no replacement.
                (_, Act::Arrive(fresh))
                    if steps_before(session, reading, unit, from)
                        .is_some_and(|had| fresh.steps.is_some_and(|now| now > had)) =>
                {
                    false
                }
                (one, other) => match (journey(one), journey(other)) {
                    (Some((was, _)), Some((_, is))) => was == is,
                    _ => false,
                },
            };
            if !back {
                continue;
            }
            if out.len() >= most {
                return;
            }
            let travels = journey(act(from)).is_some();
            let gone: Vec<usize> = own
                .iter()
                .filter(|at| (from..=to).contains(*at))
                .filter(|at| **at == from || **at == to || travels && journey(act(**at)).is_some())
                .filter_map(|at| number(&reading.items[*at]))
                .collect();
            let mut other = reading.clone();
            other.without(&gone, "put back");
            other.slips.push(Slip {
                steps: vec![steps[0]],
                about: Matter::Order,
                words: format!(
                    "{} was changed by mistake and put back",
                    session.customs.unit(unit)
                ),
                kind: "put back",
                units: vec![unit.clone()],
            });
            out.push(other);
        }
    }
}

/// Of several rolls for one need, another one than the first was meant.
fn other_rolls(session: &Session<'_>, reading: &Reading, step: usize, out: &mut Vec<Reading>) {
    let deeds = &session.deeds;
    let near = |at: usize| Reading::deed(&reading.items[at], deeds).step;
    // The stretch: from the last need before the finding to the next one after it.
    let is_need = |at: &usize| match &Reading::deed(&reading.items[*at], deeds).act {
        Act::Declare(declared) => session.customs.needs_dice(declared),
        Act::Turn(_) => true,
        _ => false,
    };
    let all = 0..reading.items.len();
    // What is found when a phase ends is about the dice of that phase, and its step is that of the click.
    let is_click = |at: usize| matches!(Reading::deed(&reading.items[at], deeds).act, Act::Turn(_));
    let is_before = |at: &usize| near(*at) < step || near(*at) == step && !is_click(*at);
    let begins = all.clone().filter(is_need).take_while(is_before).last().unwrap_or(0);
    let ends = all.clone().filter(|at| *at > begins).find(is_need).unwrap_or(all.end);
    let standing: Vec<usize> = (begins..ends)
        .filter(|at| matches!(Reading::deed(&reading.items[*at], deeds).act, Act::Roll { .. }))
        .filter_map(|at| number(&reading.items[at]))
        .collect();
    let bounds = |at: usize| reading.items.get(at).map(|item| Reading::deed(item, deeds).step);
    let (low, high) = (bounds(begins).unwrap_or(0), bounds(ends).unwrap_or(usize::MAX));
    // Rolls that were set aside as surplus may be the ones that were used.
    let surplus: Vec<usize> = reading
        .aside
        .iter()
        .filter(|(number, why)| **why == SURPLUS && (low..=high).contains(&deeds[**number].step))
        .map(|(number, _)| *number)
        .collect();
    let mut rolls: Vec<usize> = standing.iter().chain(&surplus).copied().collect();
    rolls.sort_unstable();
    if rolls.len() < 2 {
        return;
    }
    for &used in &rolls {
        if standing == [used] {
            continue;
        }
        let mut other = reading.clone();
        let Some(place) = standing.first().and_then(|first| other.find(*first)) else { return };
        other.items.insert(place, Item::Deed(used));
        let mut kept = false;
        let gone: Vec<usize> = rolls.iter().copied().filter(|roll| *roll != used).collect();
        other.items.retain(|item| match item {
            Item::Deed(number) if *number == used => !std::mem::replace(&mut kept, true),
            Item::Deed(number) => !gone.contains(number),
            Item::Told(_) => true,
        });
        other.aside.remove(&used);
        other.aside.extend(gone.iter().map(|roll| (*roll, SURPLUS)));
        other.rerolls.retain(|(_, later)| !rolls.contains(later));
        if used != rolls[0] {
            other.rerolls.push((rolls[0], used));
        }
        out.push(other);
    }
}

/// Why a roll is set aside.
pub(super) const SURPLUS: &str = "a roll that nothing needed";

/// A retreat, loss, advance or marker that came late: it belongs to an attack before.
fn late(
    session: &Session<'_>,
    reading: &Reading,
    step: usize,
    unit: &UnitId,
    out: &mut Vec<Reading>,
) {
    let deeds = &session.deeds;
    let own = items_of(session, reading, unit);
    let act = |at: usize| &Reading::deed(&reading.items[at], deeds).act;
    let passes = Passes::of(session, reading);
    let here = reading
        .items
        .iter()
        .position(|item| Reading::deed(item, deeds).step >= step)
        .unwrap_or(reading.items.len());
    // The unit’s deeds that may be late: those of the finding’s step, or the next ones after it.
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for &at in &own {
        if passes.between(here, at) > NEXT_PHASE {
            continue;
        }
        match groups.last_mut() {
            Some(group)
                if group.last().is_some_and(|last| {
                    !(*last + 1..at).any(|between| is_boundary(session.customs, act(between)))
                }) =>
            {
                group.push(at);
            }
            _ => groups.push(vec![at]),
        }
    }
    for group in groups {
        let numbers: Vec<usize> =
            group.iter().filter_map(|at| number(&reading.items[*at])).collect();
        let first = group[0];
        // Attacks before it: the end of what was done about each roll.
        let mut ends = Vec::new();
        for at in (0..first).rev() {
            if passes.between(at, first) > NEXT_PHASE {
                break;
            }
            if matches!(act(at), Act::Roll { .. }) {
                let end = (at + 1..first).find(|next| is_boundary(session.customs, act(*next)));
                ends.extend(end);
            }
        }
        for end in ends {
            // What a unit did stays in its order.
            if own.iter().any(|at| (end..first).contains(at)) {
                continue;
            }
            let mut other = reading.clone();
            other.shift(&numbers, end);
            let steps = vec![Reading::deed(&reading.items[first], deeds).step];
            other.slips.push(Slip {
                steps,
                about: Matter::Order,
                words: format!(
                    "what the result asked of {} was done late, before anything depended on it",
                    session.customs.unit(unit)
                ),
                kind: "late result",
                units: vec![unit.clone()],
            });
            out.push(other);
        }
    }
}

/// Whether an attack ends here: the next need, its dice, or the end of the phase.
fn is_boundary(customs: &dyn Customs, act: &Act) -> bool {
    match act {
        Act::Turn(_) | Act::Roll { .. } => true,
        Act::Declare(declared) => customs.needs_dice(declared),
        _ => false,
    }
}

/// How many steps before and after a deed people speak of it.
const EARSHOT: usize = 6;

/// A deed behind the tracker that the opponent agreed to: it counts where it belongs.
fn agreed(
    session: &Session<'_>,
    reading: &Reading,
    step: usize,
    unit: &UnitId,
    out: &mut Vec<Reading>,
) {
    let deeds = &session.deeds;
    let owner = session.customs.owner(unit);
    let (from, to) = (step.saturating_sub(EARSHOT), step + EARSHOT);
    let Some(talk) = session.words().agreement(from, to, owner) else { return };
    let passes = Passes::of(session, reading);
    for at in items_of(session, reading, unit) {
        let deed = Reading::deed(&reading.items[at], deeds);
        if deed.step != step {
            continue;
        }
        // The end of the latest phase before, for which this is the proper thing to do.
        let mut end = None;
        for before in (0..at).rev() {
            let told = Reading::deed(&reading.items[before], deeds);
            let moment = match &told.act {
                Act::Turn(moment) | Act::SetUp { moment: Some(moment), .. } => moment,
                _ => continue,
            };
            let found = session.sequence.find(moment);
            let stage = found.and_then(|at| session.sequence.turn(at.0).get(at.1));
            if stage.is_some_and(|stage| session.customs.fit(deed, stage) == Fit::Proper) {
                break;
            }
            if matches!(told.act, Act::Turn(_)) {
                end = Some(before);
            }
            if passes.between(before, at) > NEXT_PHASE {
                return;
            }
        }
        let (Some(end), Some(number)) = (end, number(&reading.items[at])) else { continue };
        let mut other = reading.clone();
        other.shift(&[number], end);
        other.slips.push(Slip {
            steps: vec![step],
            about: Matter::Order,
            words: format!(
                "{} was moved late, and the opponent agreed (“{}”)",
                session.customs.unit(unit),
                talk.text.trim()
            ),
            kind: "agreed",
            units: vec![unit.clone()],
        });
        out.push(other);
    }
}

/// A declaration that was put right in words only: what it said does not count.
fn corrected_in_words(
    session: &Session<'_>,
    reading: &Reading,
    step: usize,
    out: &mut Vec<Reading>,
) {
    let deeds = &session.deeds;
    for (at, item) in reading.items.iter().enumerate() {
        let deed = Reading::deed(item, deeds);
        let Act::Declare(declared) = &deed.act else { continue };
        let near = deed.step <= step + 1 && step <= deed.step + 12;
        if !near || !session.customs.needs_dice(declared) {
            continue;
        }
        let until = reading.items[at + 1..]
            .iter()
            .map(|item| Reading::deed(item, deeds))
            .find(|deed| is_boundary(session.customs, &deed.act) || touches(&deed.act))
            .map_or(deed.step + 3, |deed| deed.step);
        let Some(talk) = session.words().excuse(deed.step, until) else { continue };
        let Some(number) = number(item) else { continue };
        let mut other = reading.clone();
        other.without(&[number], "a declaration that was put right in words");
        other.slips.push(Slip {
            steps: vec![deed.step],
            about: Matter::Declarations,
            words: format!("the declaration was put right in words (“{}”)", talk.text.trim()),
            kind: "corrected in words",
            units: Vec::new(),
        });
        out.push(other);
    }
}
