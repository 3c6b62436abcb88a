//! A way through a log, once it is found: the reading that it makes, and what it accuses of.

use super::super::super::{Finding, Ruling};
use super::super::customs::Matter;
use super::super::reading::{Reading, Slip, passing};
use super::Way;
use super::search::Search;
use crate::deeds::Act;

impl Search<'_, '_> {
    /// The log with play passing on as a way has it.
    pub(super) fn way(&self, goal: usize, reading: &Reading, sets_up: bool) -> Way {
        let mut path = vec![goal];
        while let Some(before) = path.last().and_then(|number| self.nodes[*number].before) {
            path.push(before);
        }
        path.reverse();
        let mut when = vec![self.nodes[0].stage; self.deeds.len()];
        for &number in &path {
            let node = &self.nodes[number];
            when[node.at..].fill(node.stage);
        }
        let mut items = reading.items.clone();
        let (mut accusations, mut passed, mut steps) = (Vec::new(), Vec::new(), Vec::new());
        for &number in path.iter().rev() {
            let node = &self.nodes[number];
            let begins = node.before.is_some() && !node.ends;
            if let (true, Some(told)) = (begins, self.passing(node.stage, node.at))
                && let Act::Turn(moment) = told.act
            {
                items.insert(node.at, passing(told.step, moment));
                steps.push(told.step);
            }
        }
        for &number in &path {
            accusations.extend(self.nodes[number].accusations.iter().cloned());
            passed.extend(self.nodes[number].passed);
        }
        let mut reading = Reading { items, ..reading.clone() };
        if path.len() > 2 + usize::from(sets_up) {
            steps.reverse();
            steps.dedup();
            let words = format!(
                "tracker never touched: phases told by the deeds, {}",
                self.session.asides.steps(&steps, 12)
            );
            let (about, units) = (Matter::Order, Vec::new());
            reading.slips.push(Slip { steps, about, words, kind: UNTOUCHED, units });
        }
        Way { reading, accusations, passed, when }
    }
}

/// The kind of slip that a tracker never touched is.
const UNTOUCHED: &str = "tracker never touched";

/// Whether two findings say that the same units broke the same rule.
pub(in super::super) fn is_same(one: &Finding, other: &Finding) -> bool {
    let shared = one.units.iter().any(|unit| other.units.contains(unit));
    one.rule == other.rule && (shared || one.units.is_empty() && other.units.is_empty())
}

/// What rulings accuse somebody of, with the step.
pub(super) fn accusations(rulings: &[Ruling]) -> Vec<(usize, Finding)> {
    let findings = rulings.iter().flat_map(|ruling| {
        ruling.judgement.findings.iter().map(move |finding| (ruling.step, finding))
    });
    findings
        .filter(|(_, finding)| finding.accuses())
        .map(|(step, finding)| (step, finding.clone()))
        .collect()
}
