//! Findings as JUnit XML: one suite a log, one case a rule.

use super::count::{at_words, who_words};
use crate::audit::{Audit, Entry};
use crate::referee::{Rule, Severity};
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use std::io::Result;

/// The audits as one JUnit document.
pub fn junit(audits: &[Audit], rules: &[&Rule]) -> Result<String> {
    let checked: Vec<&&Rule> = rules.iter().filter(|rule| rule.is_checked()).collect();
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    writer.create_element("testsuites").write_inner_content(|writer| {
        for audit in audits {
            let failures = checked.iter().filter(|rule| !broken(audit, rule).is_empty()).count();
            writer
                .create_element("testsuite")
                .with_attribute(("name", audit.log.as_str()))
                .with_attribute(("tests", checked.len().to_string().as_str()))
                .with_attribute(("failures", failures.to_string().as_str()))
                .write_inner_content(|writer| {
                    for rule in &checked {
                        case(writer, audit, rule)?;
                    }
                    Ok(())
                })?;
        }
        Ok(())
    })?;
    let mut text = String::from_utf8_lossy(&writer.into_inner()).into_owned();
    text.push('\n');
    Ok(text)
}

fn broken<'a>(audit: &'a Audit, rule: &Rule) -> Vec<&'a Entry> {
    let breaks = |entry: &&Entry| {
        entry.finding.rule == rule.id
            && entry.finding.severity == Severity::Violation
            && entry.allowed.is_none()
    };
    audit.findings.iter().filter(breaks).collect()
}

fn case(writer: &mut Writer<Vec<u8>>, audit: &Audit, rule: &Rule) -> Result<()> {
    let name = format!("{} {}", rule.id, rule.title);
    let case = writer
        .create_element("testcase")
        .with_attribute(("classname", audit.game.as_str()))
        .with_attribute(("name", name.as_str()));
    let broken = broken(audit, rule);
    if broken.is_empty() {
        case.write_empty()?;
        return Ok(());
    }
    case.write_inner_content(|writer| {
        for entry in broken {
            let who = who_words(entry);
            let mut text = format!("{}, {} {who}\n", entry.moment, at_words(entry));
            for line in &entry.finding.evidence {
                text.push_str(&format!("{}  {}\n", line.what, line.value));
            }
            writer
                .create_element("failure")
                .with_attribute(("message", clean(&entry.finding.message).as_str()))
                .write_text_content(BytesText::new(&clean(&text)))?;
        }
        Ok(())
    })?;
    Ok(())
}

/// XML has no way to write most control characters.
fn clean(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\n' { '·' } else { c }).collect()
}
