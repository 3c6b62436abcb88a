//! Counters are conserved: a second copy of a unit comes from nowhere, unless it replaces the first.

use super::super::Finding;
use super::customs::{Customs, Matter};
use super::reading::{Slip, unit_of};
use crate::deeds::{Act, Deed, Spot, UnitId};

/// What was found out about copies.
#[derive(Debug, Default)]
pub(super) struct Copies {
    pub(super) slips: Vec<Slip>,
    /// Violations, with their step.
    pub(super) findings: Vec<(usize, Finding)>,
    /// Deeds of copies, by number: they are not judged further.
    pub(super) aside: Vec<usize>,
}

/// The kind of slip that a second copy is which does no harm.
const SPARE: &str = "spare counter";

/// A replacement comes within so many deeds before its original goes.
const SOON: usize = 12;

/// Looks for units that the game does not have. A counter put down before the one that it replaces is taken
/// away becomes that one, in the deeds themselves.
pub(super) fn settle_copies(customs: &dyn Customs, deeds: &mut Vec<Deed>) -> Copies {
    let mut out = Copies::default();
    if let Some(Deed { act: Act::SetUp { pieces, .. }, .. }) = deeds.first_mut() {
        for copy in pieces.iter().filter(|standing| !customs.has(&standing.unit)) {
            // What lies there when the log begins came before it; nobody of this log is to blame.
            let name = customs.unit(&copy.unit);
            let words = format!("a second {name} is on the table when the log begins");
            out.slips.push(Slip::new(Matter::Counters, SPARE, 0, words).of(&copy.unit));
        }
    }
    let mut number = 0;
    while number < deeds.len() {
        let Act::Arrive(standing) = &deeds[number].act else {
            number += 1;
            continue;
        };
        let (copy, at) = (standing.unit.clone(), standing.at.clone());
        if customs.has(&copy) {
            number += 1;
            continue;
        }
        if !replace(deeds, number, &copy, &at, &mut out) {
            accuse(customs, deeds, number, &copy, &mut out);
        }
        number += 1;
    }
    out
}

/// Whether an original of the same counter goes soon after the copy came: then the copy is the original.
fn replace(
    deeds: &mut Vec<Deed>,
    number: usize,
    copy: &UnitId,
    at: &Spot,
    out: &mut Copies,
) -> bool {
    let soon = deeds.len().min(number + SOON);
    let gone = deeds[number + 1..soon].iter().take_while(|deed| !matches!(deed.act, Act::Turn(_)));
    let gone = gone.enumerate().find_map(|(offset, deed)| match &deed.act {
        Act::Leave { unit, from } if unit.counter() == copy.counter() && unit != copy => {
            Some((number + 1 + offset, unit.clone(), from.clone()))
        }
        _ => None,
    });
    let Some((left, original, from)) = gone else { return false };
    let step = deeds[number].step;
    let words = "a counter was replaced by a fresh one";
    out.slips.push(Slip::new(Matter::Counters, "replaced counter", step, words).of(&original));
    // The fresh counter takes the place of the old one when that goes.
    let act = Act::Move { unit: original.clone(), from, to: at.clone() };
    deeds[left].act = act;
    for deed in &mut deeds[number + 1..] {
        rename(&mut deed.act, copy, &original);
    }
    if let Act::Move { from, to, .. } = &deeds[left].act
        && from == to
    {
        deeds.remove(left);
    }
    deeds.remove(number);
    true
}

fn rename(act: &mut Act, copy: &UnitId, original: &UnitId) {
    match act {
        Act::Move { unit, .. }
        | Act::Leave { unit, .. }
        | Act::Steps { unit, .. }
        | Act::State { unit, .. }
            if unit == copy =>
        {
            *unit = original.clone();
        }
        Act::Arrive(standing) if standing.unit == *copy => standing.unit = original.clone(),
        Act::Declare(declared) => {
            for unit in declared.units.iter_mut().filter(|unit| *unit == copy) {
                *unit = original.clone();
            }
        }
        _ => {}
    }
}

/// A second copy: a violation, unless it is taken away again before the next phase is over.
fn accuse(customs: &dyn Customs, deeds: &[Deed], number: usize, copy: &UnitId, out: &mut Copies) {
    let own: Vec<usize> =
        (number..deeds.len()).filter(|other| unit_of(&deeds[*other].act) == Some(copy)).collect();
    let left = own.iter().find(|own| matches!(deeds[**own].act, Act::Leave { .. }));
    let clicks = |to: usize| {
        deeds[number..to].iter().filter(|deed| matches!(deed.act, Act::Turn(_))).count()
    };
    let name = customs.unit(copy);
    let step = deeds[number].step;
    match left {
        Some(left) if clicks(*left) <= 1 && own.len() == 2 => {
            let words = format!("a second {name} was put on the map and taken away again");
            out.slips.push(Slip::new(Matter::Counters, SPARE, step, words).of(copy));
        }
        _ => {
            let (rule, others) = customs.rule(Matter::Counters);
            let message =
                format!("a second {name} comes to the map: there is only one in the game");
            let mut finding = Finding::violation(rule, message).units([copy.to_string()]);
            for other in others {
                finding = finding.or(other);
            }
            out.findings.push((step, finding.remedy("Take it off the map.")));
        }
    }
    out.aside.extend(own);
}
