//! The report for people: by turn and phase, each finding with its evidence.

use super::count::{at_words, file_words, headline, place_words, sure_words, who_words};
use crate::audit::{Audit, Entry, Explanation};
use crate::diagnostic::on_one_line;
use crate::referee::{Evidence, Severity};
use std::fmt::Write;

/// The report of one audit.
pub fn text(audit: &Audit) -> String {
    let mut out = String::new();
    let scenario = audit.scenario.as_ref().map(|s| format!(", {s}")).unwrap_or_default();
    let log = on_one_line(&audit.log);
    let _ = writeln!(out, "{log}: {}{scenario}, {} steps", audit.title, audit.steps);
    for file in &audit.files {
        let _ = writeln!(out, "  {}", on_one_line(&file_words(file)));
    }
    for notice in &audit.notices {
        let _ = writeln!(out, "  note: {}", on_one_line(notice));
    }
    let _ = writeln!(out, "  {}", headline(audit));
    for severity in [Severity::Violation, Severity::Suspect, Severity::Note] {
        let mut moment = None;
        let of = |entry: &&Entry| entry.allowed.is_none() && entry.finding.severity == severity;
        for (nth, entry) in audit.findings.iter().filter(of).enumerate() {
            if nth == 0 {
                let _ = writeln!(out, "\n{}", heading(severity));
            }
            let now = Some((&entry.log, &entry.moment));
            if now != moment {
                moment = now;
                let _ = writeln!(out, "\n{}", on_one_line(&capital(&entry.moment)));
            }
            finding(&mut out, entry);
        }
    }
    let allowed: Vec<&Entry> = audit.findings.iter().filter(|e| e.allowed.is_some()).collect();
    if !allowed.is_empty() {
        let _ = writeln!(out, "\nAllowed by house rules");
        for entry in allowed {
            let reason = entry.allowed.as_deref().unwrap_or_default();
            let _ = writeln!(
                out,
                "  {:<10} {} {}: {reason}",
                at_words(entry),
                entry.finding.rule,
                entry.title
            );
        }
    }
    coverage(&mut out, audit);
    out
}

/// One finding by itself, with when it was.
pub fn finding_text(entry: &Entry) -> String {
    let mut out = format!("{}\n", capital(&entry.moment));
    finding(&mut out, entry);
    out
}

fn finding(out: &mut String, entry: &Entry) {
    let finding = &entry.finding;
    let sure = match sure_words(finding) {
        "" => String::new(),
        sure => format!(" ({sure})"),
    };
    let who = who_words(entry);
    let who = if who.is_empty() { who } else { format!(" — {}", on_one_line(&who)) };
    let _ = writeln!(
        out,
        "  {:<10} {}: {} {}{who}{sure}",
        at_words(entry),
        finding.severity.word(),
        finding.rule,
        entry.title
    );
    // Names out of the log do not begin lines of their own: nobody forges a verdict.
    let _ = writeln!(out, "    {}", on_one_line(&finding.message));
    evidence(out, &finding.evidence);
    if let Some(reading) = &finding.reading {
        let _ = writeln!(out, "    only under the reading: {}", on_one_line(reading));
    }
    if !finding.alternatives.is_empty() {
        let _ = writeln!(
            out,
            "    or else breaks {}",
            finding.alternatives.iter().map(|rule| rule.as_str()).collect::<Vec<_>>().join(" or ")
        );
    }
    if let Some(remedy) = &finding.remedy {
        let _ = writeln!(out, "    legal instead: {}", on_one_line(remedy));
    }
}

/// Lines of evidence, values in a column.
fn evidence(out: &mut String, lines: &[Evidence]) {
    let widest = lines.iter().map(|line| line.what.chars().count()).max().unwrap_or(0).min(60);
    for line in lines {
        let line = format!("      {:<widest$}  {}", line.what, line.value);
        let _ = writeln!(out, "{}", on_one_line(line.trim_end()));
    }
}

fn coverage(out: &mut String, audit: &Audit) {
    let _ = writeln!(
        out,
        "\n{}, {}, {}",
        counted(audit.count(Severity::Violation), "violation"),
        counted(audit.count(Severity::Suspect), "suspect"),
        counted(audit.count(Severity::Note), "note"),
    );
    let _ = writeln!(out, "{}", headline(audit));
    let account = &audit.account;
    for (what, reasons) in [("unchecked", &account.unchecked), ("set aside", &account.aside)] {
        for (why, count) in reasons {
            let _ = writeln!(out, "  {what:<9} {count:>5} × {}", on_one_line(why));
        }
    }
    let coverage = &audit.coverage;
    let _ = writeln!(
        out,
        "{}: {} clean, {} with a violation, {} partly unchecked",
        counted(coverage.judged, "ruling"),
        coverage.clean,
        coverage.violations,
        coverage.partly
    );
    for unchecked in coverage.unchecked() {
        let _ = writeln!(
            out,
            "  of these  {:>5} × {} unchecked: {}",
            unchecked.count, unchecked.what.rule, unchecked.what.reason
        );
    }
    let gaps = &audit.gaps;
    if gaps.undone > 0 {
        let _ = writeln!(
            out,
            "  {} taken back or taking back: not judged",
            counted(gaps.undone, "step")
        );
    }
    if gaps.nudges > 0 {
        let _ = writeln!(out, "  {} within a hex: no moves", counted(gaps.nudges, "shift"));
    }
    for (what, list) in [
        ("pieces that are no counters of the game", &gaps.unknown_pieces),
        ("places that are on no map of the game", &gaps.unknown_places),
        ("turns that are none of the game's", &gaps.unknown_turns),
    ] {
        if list.is_empty() {
            continue;
        }
        let some: Vec<String> = list.keys().take(5).map(|name| brief(name)).collect();
        let more = if list.len() > 5 { ", …" } else { "" };
        let _ = writeln!(out, "  {} {what}: {}{more}", list.len(), some.join(", "));
    }
}

/// What the referee said of a step, all of it.
pub fn explanation_text(explanation: &Explanation) -> String {
    let mut out = String::new();
    let at = place_words(explanation.log.as_deref(), explanation.step);
    let subject = on_one_line(&explanation.subject);
    let _ = writeln!(out, "{at}, {}: {subject}", explanation.moment);
    let judgement = &explanation.judgement;
    let verdict = if judgement.is_legal() { "legal" } else { "not legal" };
    let _ = writeln!(out, "  {verdict}");
    evidence(&mut out, &judgement.working);
    for (name, value) in &judgement.values {
        let shown = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let _ = writeln!(out, "    {name}: {shown}");
    }
    for finding in &judgement.findings {
        let _ =
            writeln!(out, "  {} {}: {}", finding.severity.word(), finding.rule, finding.message);
        evidence(&mut out, &finding.evidence);
        if let Some(remedy) = &finding.remedy {
            let _ = writeln!(out, "    legal instead: {}", on_one_line(remedy));
        }
    }
    for unchecked in &judgement.unchecked {
        let _ = writeln!(out, "  unchecked {}: {}", unchecked.rule, unchecked.reason);
    }
    out
}

/// Many logs, a line each.
pub fn summary_table(audits: &[Audit]) -> String {
    let mut out = String::new();
    let widest = audits.iter().map(|audit| audit.log.chars().count()).max().unwrap_or(0).max(3);
    let _ = writeln!(
        out,
        "{:<widest$}  {:>6}  {:>6}  {:>6}  {:>9}  {:>10}  {:>8}  verdict",
        "log", "steps", "deeds", "judged", "unchecked", "violations", "suspects"
    );
    for audit in audits {
        let _ = writeln!(
            out,
            "{:<widest$}  {:>6}  {:>6}  {:>6}  {:>9}  {:>10}  {:>8}  {}",
            audit.log,
            audit.steps,
            audit.account.deeds,
            audit.account.judged,
            audit.account.unchecked(),
            audit.count(Severity::Violation),
            audit.count(Severity::Suspect),
            audit.conclusion().word()
        );
    }
    out
}

fn heading(severity: Severity) -> &'static str {
    match severity {
        Severity::Violation => "VIOLATIONS",
        Severity::Suspect => "SUSPECTS",
        Severity::Note => "NOTES (nobody is accused)",
    }
}

fn counted(number: usize, word: &str) -> String {
    format!("{number} {word}{}", if number == 1 { "" } else { "s" })
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map(|first| first.to_uppercase().collect::<String>() + chars.as_str())
        .unwrap_or_default()
}

/// Names come from strangers: they stay on their line, and short.
fn brief(name: &str) -> String {
    on_one_line(&name.chars().take(60).collect::<String>())
}
