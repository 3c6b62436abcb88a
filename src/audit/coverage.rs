//! What was checked, and what was not for which reason.

use crate::referee::{Judgement, Severity, Unchecked};
use serde::Serialize;
use std::collections::BTreeMap;

/// Something left unchecked, and how often.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UncheckedCount {
    /// The rule and the reason.
    #[serde(flatten)]
    pub what: Unchecked,
    /// How often.
    pub count: usize,
}

/// The coverage of an audit.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Coverage {
    /// Judgements made.
    pub judged: usize,
    /// Those that found nothing.
    pub clean: usize,
    /// Those that found a violation.
    pub violations: usize,
    /// Those that left something unchecked.
    pub partly: usize,
    #[serde(rename = "unchecked", serialize_with = "as_list")]
    reasons: BTreeMap<Unchecked, usize>,
}

fn as_list<S: serde::Serializer>(
    reasons: &BTreeMap<Unchecked, usize>,
    to: S,
) -> Result<S::Ok, S::Error> {
    to.collect_seq(
        reasons.iter().map(|(what, count)| UncheckedCount { what: what.clone(), count: *count }),
    )
}

impl Coverage {
    /// Tells the reasons in other words; those that are the same then are counted together.
    pub(super) fn reword(&mut self, words: impl Fn(&str) -> String) {
        for (what, count) in std::mem::take(&mut self.reasons) {
            let reason = words(&what.reason).into();
            *self.reasons.entry(Unchecked { reason, ..what }).or_default() += count;
        }
    }

    /// Counts a judgement.
    pub fn count(&mut self, judgement: &Judgement) {
        self.judged += 1;
        let violation = judgement.findings.iter().any(|f| f.severity == Severity::Violation);
        self.violations += usize::from(violation);
        self.clean += usize::from(judgement.findings.is_empty() && judgement.unchecked.is_empty());
        self.partly += usize::from(!judgement.unchecked.is_empty());
        for unchecked in &judgement.unchecked {
            *self.reasons.entry(unchecked.clone()).or_default() += 1;
        }
    }

    /// What was left unchecked, the most frequent first.
    pub fn unchecked(&self) -> Vec<UncheckedCount> {
        let mut list: Vec<UncheckedCount> = self
            .reasons
            .iter()
            .map(|(what, count)| UncheckedCount { what: what.clone(), count: *count })
            .collect();
        list.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.what.cmp(&b.what)));
        list
    }
}
