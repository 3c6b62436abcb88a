//! Findings as SARIF 2.1.0, for code-scanning viewers and CI.

use super::count::{headline, sure_words};
use crate::audit::{Audit, Entry};
use crate::referee::{Rule, RuleId, Severity};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The audits as one SARIF document.
pub fn sarif(audits: &[Audit], rules: &[&Rule]) -> Value {
    let cited: BTreeSet<RuleId> =
        audits.iter().flat_map(|audit| &audit.findings).map(|entry| entry.finding.rule).collect();
    let descriptors: Vec<Value> = rules
        .iter()
        .filter(|rule| cited.contains(&rule.id))
        .map(|rule| {
            json!({
                "id": rule.id,
                "name": rule.title,
                "shortDescription": { "text": rule.title },
                "fullDescription": { "text": rule.text() },
                "properties": { "section": rule.section, "kind": rule.kind.word() },
            })
        })
        .collect();
    let results: Vec<Value> = audits
        .iter()
        .flat_map(|audit| audit.findings.iter().map(move |entry| result(audit, entry)))
        .collect();
    let headlines: Vec<String> =
        audits.iter().map(|audit| format!("{}: {}", audit.log, headline(audit))).collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "Hexwright",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": descriptors,
            }},
            "results": results,
            "properties": { "headlines": headlines },
        }],
    })
}

fn result(audit: &Audit, entry: &Entry) -> Value {
    let finding = &entry.finding;
    let level = match finding.severity {
        Severity::Violation => "error",
        Severity::Suspect => "warning",
        Severity::Note => "note",
    };
    let mut text = finding.message.clone();
    for line in &finding.evidence {
        text.push_str(&format!("\n{}  {}", line.what, line.value));
    }
    if let Some(remedy) = &finding.remedy {
        text.push_str(&format!("\nLegal instead: {remedy}"));
    }
    let mut result = json!({
        "ruleId": finding.rule,
        "level": level,
        "message": { "text": text },
        "locations": [{
            "physicalLocation": { "artifactLocation": { "uri": uri(entry.log.as_ref().unwrap_or(&audit.log)) } },
            "logicalLocations": [{
                "name": format!("step {}", entry.step),
                "fullyQualifiedName": format!("{}, step {}", entry.moment, entry.step),
            }],
        }],
        "properties": {
            "step": entry.step, "units": finding.units, "hexes": finding.hexes,
            "player": entry.player, "certainty": sure_words(finding),
        },
    });
    if let (Some(reason), Value::Object(map)) = (&entry.allowed, &mut result) {
        let suppression = json!([{ "kind": "external", "justification": reason }]);
        map.insert("suppressions".to_owned(), suppression);
    }
    result
}

/// A path as a relative URI: everything but plain characters escaped.
fn uri(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-~".contains(&byte);
    path.replace('\\', "/")
        .bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}
