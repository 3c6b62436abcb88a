//! What the referee says: findings with their evidence, and what it could not check.

use super::{RuleId, Sketch};
use crate::model::Provenance;
use serde::Serialize;
use serde_json::{Map, Value};
use std::borrow::Cow;

/// How sure the referee is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// No reading of the rules and of the log makes it legal.
    Violation,
    /// Illegal under one reading of an ambiguous rule, legal under another.
    Suspect,
    /// Worth knowing; nobody is accused.
    Note,
}

impl Severity {
    /// The word shown to users.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Violation => "violation",
            Severity::Suspect => "suspect",
            Severity::Note => "note",
        }
    }
}

/// One line of evidence: what was added up, tried or rolled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Evidence {
    /// What: `0505 → 0506, woods`.
    pub what: String,
    /// Its number or outcome: `2 (total 4 of 5)`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub value: String,
}

impl Evidence {
    /// A line of evidence.
    pub fn new(what: impl Into<String>, value: impl std::fmt::Display) -> Self {
        Evidence { what: what.into(), value: value.to_string() }
    }
}

/// A rule broken, or nearly.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The rule.
    pub rule: RuleId,
    /// How sure.
    pub severity: Severity,
    /// What happened, in one sentence that names units and places.
    pub message: String,
    /// The units concerned, by id.
    pub units: Vec<String>,
    /// The places concerned, as printed on the map.
    pub hexes: Vec<String>,
    /// The arithmetic, line by line.
    pub evidence: Vec<Evidence>,
    /// What would have been legal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
    /// Other rules whose breach would explain the deed as well.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<RuleId>,
    /// The reading of an ambiguous rule that it depends on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reading: Option<String>,
    /// The weakest of the data it rests on.
    pub provenance: Provenance,
    /// What it looks like on the map.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sketch: Option<Box<Sketch>>,
}

impl Finding {
    /// The rules that it cites: its own, and those that would explain the deed as well.
    pub fn cited(&self) -> impl Iterator<Item = RuleId> {
        std::iter::once(self.rule).chain(self.alternatives.iter().copied())
    }

    /// Whether somebody is accused; a note accuses nobody.
    pub fn accuses(&self) -> bool {
        self.severity != Severity::Note
    }

    /// A violation.
    pub fn violation(rule: impl Into<RuleId>, message: impl Into<String>) -> Self {
        Finding {
            rule: rule.into(),
            severity: Severity::Violation,
            message: message.into(),
            units: Vec::new(),
            hexes: Vec::new(),
            evidence: Vec::new(),
            remedy: None,
            alternatives: Vec::new(),
            reading: None,
            provenance: Provenance::Printed,
            sketch: None,
        }
    }

    /// Illegal under this reading only.
    pub fn suspect(
        rule: impl Into<RuleId>,
        message: impl Into<String>,
        reading: impl Into<String>,
    ) -> Self {
        Finding {
            severity: Severity::Suspect,
            reading: Some(reading.into()),
            ..Finding::violation(rule, message)
        }
    }

    /// A note.
    pub fn note(rule: impl Into<RuleId>, message: impl Into<String>) -> Self {
        Finding { severity: Severity::Note, ..Finding::violation(rule, message) }
    }

    /// Names the units.
    #[must_use]
    pub fn units<T: Into<String>>(mut self, units: impl IntoIterator<Item = T>) -> Self {
        self.units.extend(units.into_iter().map(Into::into));
        self
    }

    /// Names the places.
    #[must_use]
    pub fn hexes<T: Into<String>>(mut self, hexes: impl IntoIterator<Item = T>) -> Self {
        self.hexes.extend(hexes.into_iter().map(Into::into));
        self
    }

    /// Adds a line of evidence.
    #[must_use]
    pub fn because(mut self, what: impl Into<String>, value: impl std::fmt::Display) -> Self {
        self.evidence.push(Evidence::new(what, value));
        self
    }

    /// Adds lines of evidence.
    #[must_use]
    pub fn evidence(mut self, lines: impl IntoIterator<Item = Evidence>) -> Self {
        self.evidence.extend(lines);
        self
    }

    /// Says what would have been legal.
    #[must_use]
    pub fn remedy(mut self, remedy: impl Into<String>) -> Self {
        self.remedy = Some(remedy.into());
        self
    }

    /// Names another rule whose breach would explain the deed as well.
    #[must_use]
    pub fn or(mut self, rule: impl Into<RuleId>) -> Self {
        self.alternatives.push(rule.into());
        self
    }

    /// Says what it looks like on the map.
    #[must_use]
    pub fn sketch(mut self, sketch: Sketch) -> Self {
        self.sketch = Some(Box::new(sketch));
        self
    }

    /// Says what data it rests on; the weakest wins.
    #[must_use]
    pub fn rests_on(mut self, provenance: Provenance) -> Self {
        self.provenance = self.provenance.max(provenance);
        self
    }
}

/// Something that a log does not show, so that a rule could not be checked.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Unchecked {
    /// The rule.
    pub rule: RuleId,
    /// Why not.
    pub reason: Cow<'static, str>,
}

/// Computed values by name: cost, odds, column, result. Fractions are written `2 1/3`.
pub type Values = Map<String, Value>;

/// What the referee says of one deed.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Judgement {
    /// Broken rules.
    pub findings: Vec<Finding>,
    /// What could not be checked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unchecked: Vec<Unchecked>,
    /// What was computed.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub values: Values,
    /// What follows: an instant victory, an automatic retreat; words, or facts by name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Value>,
    /// How it was worked out, line by line, also when all is well.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub working: Vec<Evidence>,
    /// What the deed looks like on the map, when [`super::Hearing::work_out`] asked for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sketch: Option<Box<Sketch>>,
}

impl Judgement {
    /// Whether nothing speaks against the deed.
    pub fn is_legal(&self) -> bool {
        self.findings.iter().all(|finding| finding.severity == Severity::Note)
    }

    /// Adds a finding.
    pub fn report(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    /// Says that a rule could not be checked.
    pub fn leave_unchecked(
        &mut self,
        rule: impl Into<RuleId>,
        reason: impl Into<Cow<'static, str>>,
    ) {
        self.unchecked.push(Unchecked { rule: rule.into(), reason: reason.into() });
    }

    /// Records a computed value.
    pub fn value(&mut self, name: &str, value: impl Into<Value>) {
        self.values.insert(name.to_owned(), value.into());
    }

    /// Takes over what another judgement says.
    pub fn absorb(&mut self, other: Judgement) {
        self.findings.extend(other.findings);
        self.unchecked.extend(other.unchecked);
        self.values.extend(other.values);
        self.events.extend(other.events);
        self.working.extend(other.working);
        self.sketch = self.sketch.take().or(other.sketch);
    }
}
