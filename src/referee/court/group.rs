//! One cause, one finding; the same slip many times is one finding with its places.

use super::super::{Finding, Ruling, Severity};
use super::Session;
use super::align::{AMID, SKIPPED};
use super::reading::Slip;
use crate::deeds::Asides;
use crate::referee::RuleId;

/// Slips as notes, those of one kind together.
pub(super) fn slips(session: &Session<'_>, slips: Vec<Slip>) -> Vec<(usize, Finding)> {
    let mut out: Vec<(usize, Finding)> = Vec::new();
    let mut kinds: Vec<(&'static str, Vec<Slip>)> = Vec::new();
    for slip in slips {
        match kinds.iter_mut().find(|(kind, _)| *kind == slip.kind) {
            Some((_, list)) => list.push(slip),
            None => kinds.push((slip.kind, vec![slip])),
        }
    }
    for (kind, list) in kinds {
        let Some(first) = list.first() else { continue };
        let (rule, _) = session.customs.rule(first.about);
        let at = first.steps.first().copied().unwrap_or(0);
        let mut words = first.words.clone();
        if list.len() > 1 {
            let steps: Vec<usize> =
                list.iter().filter_map(|slip| slip.steps.first().copied()).collect();
            let steps = session.asides.steps(&steps, 30);
            words = format!("{words}; the same {} times, {steps}", list.len());
        }
        let units = list.iter().flat_map(|slip| slip.units.iter().map(ToString::to_string));
        let mut units: Vec<String> = units.collect();
        units.dedup();
        let accuses = kind == SKIPPED && !list.iter().all(|slip| session.is_excused_skip(slip));
        let finding = if accuses {
            Finding::suspect(rule, words, "the side did not pass")
        } else if kind == AMID && !list.iter().all(|slip| session.is_excused_click(slip)) {
            Finding::suspect(rule, words, "the click was not only late")
        } else {
            Finding::note(rule, words)
        };
        out.push((at, finding.units(units)));
    }
    out
}

/// Findings that say the same of the same rule at many places become one, at the first place.
pub(super) fn group(rulings: &mut [Ruling], asides: &Asides) {
    const MANY: usize = 4;
    let mut seen: Vec<(RuleId, Severity, String, Vec<usize>)> = Vec::new();
    for (number, ruling) in rulings.iter().enumerate() {
        for finding in &ruling.judgement.findings {
            let pattern = pattern(&finding.message);
            let same =
                |(rule, severity, words, _): &&mut (RuleId, Severity, String, Vec<usize>)| {
                    *rule == finding.rule && *severity == finding.severity && *words == pattern
                };
            match seen.iter_mut().find(same) {
                Some(found) => found.3.push(number),
                None => {
                    seen.push((finding.rule, finding.severity, pattern, vec![number]));
                }
            }
        }
    }
    for (rule, severity, words, places) in seen {
        // Crimes are told one by one; a suspicion or a note that comes again and again is one habit.
        if places.len() < MANY || severity == Severity::Violation {
            continue;
        }
        let steps: Vec<usize> = places.iter().map(|place| rulings[*place].step).collect();
        let steps = asides.steps(&steps, 40);
        let is = |finding: &Finding| {
            *finding.rule == *rule
                && finding.severity == severity
                && pattern(&finding.message) == words
        };
        for place in &places[1..] {
            rulings[*place].judgement.findings.retain(|finding| !is(finding));
        }
        if let Some(first) = rulings[places[0]].judgement.findings.iter_mut().find(|f| is(f)) {
            let count = places.len();
            first.message = format!("{}; {count} times, {steps}", first.message);
        }
    }
}

/// A message without its numbers.
fn pattern(message: &str) -> String {
    message.chars().map(|c| if c.is_ascii_digit() { '#' } else { c }).collect()
}
