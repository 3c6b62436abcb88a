//! What the referee found, with everything a reader needs to judge it himself.

use super::Reading;
use super::document::{Document, FindingSheet, RuleSheet};
use crate::audit::{Audit, Entry};
use crate::model::Provenance;
use crate::report::{at_words, file_words, finding_text, headline, sure_words, who_words};
use std::collections::HashMap;

/// Writes findings, the rules they cite, and the coverage of the audit.
pub(super) fn write(document: &mut Document, reading: Reading<'_>, audit: &Audit) {
    let mut cited: HashMap<String, usize> = HashMap::new();
    let pieces: HashMap<&str, usize> = document
        .pieces
        .iter()
        .enumerate()
        .map(|(number, piece)| (piece.id.as_str(), number))
        .collect();
    let mut findings = Vec::new();
    for entry in &audit.findings {
        let id = entry.finding.rule.to_string();
        let rule = *cited.entry(id).or_insert_with_key(|id| {
            document.rules.push(rule(reading, id, entry));
            document.rules.len() - 1
        });
        let side = entry.side.as_ref();
        let side = side.and_then(|name| document.sides.iter().position(|side| side.name == *name));
        let units = entry.finding.units.iter();
        findings.push(FindingSheet {
            rule,
            side,
            pieces: units.filter_map(|unit| pieces.get(unit.as_str()).copied()).collect(),
            ..sheet(entry)
        });
    }
    document.findings = findings;
    document.coverage = serde_json::to_value(&audit.coverage).ok();
    document.account = serde_json::to_value(&audit.account).ok();
    document.headline = headline(audit);
    document.files = audit.files.iter().map(file_words).collect();
}

fn rule(reading: Reading<'_>, id: &str, entry: &Entry) -> RuleSheet {
    let rules = reading.referee.rules();
    let text = rules.iter().find(|rule| rule.id == id).map(|rule| rule.text());
    RuleSheet {
        id: id.to_owned(),
        title: entry.title.clone(),
        section: entry.section.clone(),
        text: text.unwrap_or_default(),
    }
}

fn sheet(entry: &Entry) -> FindingSheet {
    let finding = &entry.finding;
    FindingSheet {
        step: entry.place,
        at: at_words(entry),
        player: who_words(entry),
        sure: sure_words(finding).to_owned(),
        severity: finding.severity.word(),
        turn: entry.turn,
        moment: entry.moment.clone(),
        message: finding.message.clone(),
        evidence: finding
            .evidence
            .iter()
            .map(|line| (line.what.clone(), line.value.clone()))
            .collect(),
        hexes: finding.hexes.clone(),
        remedy: finding.remedy.clone(),
        reading: finding.reading.clone(),
        alternatives: finding.alternatives.iter().map(ToString::to_string).collect(),
        provenance: (finding.provenance != Provenance::Printed).then(|| finding.provenance.word()),
        allowed: entry.allowed.clone(),
        sketch: serde_json::to_value(&finding.sketch).unwrap_or_default(),
        text: finding_text(entry),
        ..FindingSheet::default()
    }
}
