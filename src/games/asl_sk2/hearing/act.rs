//! One act: judged in every reading, told with its evidence, and the table set to what the log shows.

use super::super::ruling::Ruling as Said;
use super::super::table::{Table, View};
use super::Log;
use super::entry::Entry;
use super::possession::give;
use crate::model::Provenance;
use crate::rules::{Evidence, Judgement, Ruling};
use serde_json::Value;

/// What came of an act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Lawful in some reading.
    Legal,
    /// Lawful, but what follows from it hangs on a line of sight that hex facts leave open.
    Vague,
    /// Against the rules in every reading.
    Breach,
    /// Not understood.
    Unread,
}

/// An act about to be judged.
pub(super) struct Act<'w> {
    pub(super) step: usize,
    pub(super) subject: String,
    /// The same act in different words, where the log leaves some open.
    pub(super) entries: Vec<Entry>,
    /// Weapons whose possessors matter.
    pub(super) weapons: &'w [usize],
    pub(super) units: Vec<usize>,
    pub(super) hexes: Vec<crate::hex::Hex>,
}

/// One reading of an act and what is said of it.
struct Trial {
    table: Table,
    said: Said,
}

impl Log<'_> {
    /// Judges an act; the table is as after it.
    pub(super) fn act(&mut self, act: Act<'_>, rulings: &mut Vec<Ruling>) -> Verdict {
        let mut best: Option<Trial> = None;
        let mut problem = None;
        let mut doubtful = false;
        let readings = self.readings(act.weapons);
        'readings: for entry in &act.entries {
            let entry = entry.clone().node();
            for reading in &readings {
                for view in View::ALL {
                    let mut table = self.table.clone();
                    give(&mut table, reading);
                    table.view = view;
                    table.doubt.set(false);
                    let mut said = Said::default();
                    if let Err(wrong) = super::super::judge(&mut table, &entry, &mut said) {
                        problem = Some(wrong.message);
                        break;
                    }
                    let doubt = table.doubt.get();
                    doubtful |= doubt;
                    let better = best.as_ref().is_none_or(|known| {
                        faults(&said.judgement) < faults(&known.said.judgement)
                    });
                    let legal = said.is_legal();
                    if better {
                        best = Some(Trial { table, said });
                    }
                    if legal {
                        break 'readings;
                    }
                    if !doubt {
                        break;
                    }
                }
            }
        }
        let Some(Trial { mut table, mut said }) = best else {
            let reason = problem.unwrap_or_else(|| "nothing can be said of this".to_owned());
            self.unchecked(rulings, act.step, &act.subject, "SK2-3-PHASES", &reason);
            return Verdict::Unread;
        };
        let legal = said.is_legal();
        let vague = legal && doubtful && self.outcome_is_open(&act, &table);
        table.view = View::default();
        self.tell(&act, &mut said, &table);
        self.scene.reasons.extend(said.take_reasons());
        self.table = table;
        self.rule(rulings, act.step, &act.subject, said.judgement);
        match (legal, vague) {
            (true, false) => Verdict::Legal,
            (true, true) => Verdict::Vague,
            (false, _) => Verdict::Breach,
        }
    }

    /// Whether an attack has another result when open lines of sight are taken another way.
    fn outcome_is_open(&self, act: &Act<'_>, taken: &Table) -> bool {
        let result = |table: &Table| table.attack.as_ref().map(|attack| attack.result.clone());
        let right = result(taken);
        let Some(entry) = act.entries.first() else { return false };
        let entry = entry.clone().node();
        View::ALL.into_iter().any(|view| {
            let mut table = taken_from(&self.table, taken);
            table.view = view;
            let mut said = Said::default();
            let judged = super::super::judge(&mut table, &entry, &mut said);
            judged.is_ok() && said.is_legal() && result(&table) != right
        })
    }

    /// Adds units, places and arithmetic to what is found.
    fn tell(&self, act: &Act<'_>, said: &mut Said, table: &Table) {
        let units: Vec<String> =
            act.units.iter().map(|unit| self.table.units[*unit].id.clone()).collect();
        let weapons = act.weapons.iter().map(|weapon| self.table.weapons[*weapon].id.clone());
        let pieces: Vec<String> = units.into_iter().chain(weapons).collect();
        let hexes: Vec<String> = act.hexes.iter().map(|hex| table.ground.name(*hex)).collect();
        let lines = evidence(&said.judgement);
        // Nobody needs the state of all pieces in a report on a log.
        said.judgement.values.remove("after");
        said.judgement.values.remove("counters");
        said.judgement.values.remove("range");
        for finding in &mut said.judgement.findings {
            finding.units.extend(pieces.iter().cloned());
            finding.hexes.extend(hexes.iter().cloned());
            finding.evidence.extend(lines.iter().cloned());
            // Boards were read from pictures.
            finding.provenance = finding.provenance.max(Provenance::Reconstructed);
        }
        said.judgement.working = lines;
    }
}

/// The table before an act with the possessors that the reading gave.
fn taken_from(before: &Table, taken: &Table) -> Table {
    let mut table = before.clone();
    for (weapon, other) in table.weapons.iter_mut().zip(&taken.weapons) {
        weapon.possessor = other.possessor;
    }
    table
}

/// How much is wrong; what only one reading of the rules forbids counts least.
fn faults(judgement: &Judgement) -> usize {
    use crate::rules::Severity::{Note, Suspect, Violation};
    let weight = |severity| match severity {
        Violation => 4,
        Suspect => 1,
        Note => 0,
    };
    judgement.findings.iter().map(|finding| weight(finding.severity)).sum()
}

/// What an act was made of, line by line.
fn evidence(judgement: &Judgement) -> Vec<Evidence> {
    let mut lines = Vec::new();
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items
            .iter()
            .map(|item| item.to_string().replace('"', ""))
            .collect::<Vec<_>>()
            .join(", "),
        other => other.to_string(),
    };
    let mut line = |what: &str, value: &Value| lines.push(Evidence::new(what, text(value)));
    if let Some(movement) = judgement.values.get("movement") {
        for (name, part) in movement["from"].as_object().into_iter().flatten() {
            line(&format!("allowance: {name}"), part);
        }
        line("MF it has", &movement["allowance"]);
        line("MF of each hex", &movement["costs"]);
        line("MF in all", &movement["cost"]);
    }
    for name in ["fire", "to-hit", "morale-check", "pin-check", "rally", "close-combat"] {
        let Some(parts) = judgement.values.get(name).and_then(Value::as_object) else { continue };
        for (part, value) in parts {
            match (part.as_str(), value) {
                ("drm", Value::Object(drm)) => {
                    for (what, by) in drm {
                        line(&format!("DRM {what}"), by);
                    }
                }
                ("terms", Value::Array(terms)) => {
                    for term in terms {
                        line("firepower and its factor", term);
                    }
                }
                (part, value) => line(part, value),
            }
        }
    }
    for name in ["stacking", "residual", "roll", "wound", "ambush"] {
        for (part, value) in
            judgement.values.get(name).and_then(Value::as_object).into_iter().flatten()
        {
            line(part, value);
        }
    }
    lines
}
