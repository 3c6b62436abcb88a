//! What a case expects, and whether the referee said it.

use super::super::{Judgement, Problem, Referee, Severity};
use super::node::{Node, Tree};
use crate::model::MovementPoints;
use serde_json::Value;

/// The verdict that a case expects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing to complain about.
    Legal,
    /// A violation of one of these rules.
    Violation(Vec<String>),
    /// Suspect under one of these rules.
    Suspect(Vec<String>),
    /// One of these rules cannot be checked.
    Unchecked(Vec<String>),
}

/// One expectation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expectation {
    /// The verdict.
    pub verdict: Verdict,
    /// The log entry it is about, from one.
    pub at: Option<usize>,
    /// Why, for humans.
    pub why: Option<String>,
    /// Values that must come out.
    pub values: Node,
    /// Events that must follow: words, or facts by name.
    pub events: Vec<Node>,
    /// Whether the deed stays on the map although it broke a rule.
    pub stands: bool,
    /// Where it stands in the file.
    pub place: (usize, usize),
}

impl Expectation {
    /// Reads the expectations of a variant.
    pub fn read(node: &Node) -> Result<Vec<Expectation>, Problem> {
        node.items().iter().map(Self::read_one).collect()
    }

    fn read_one(node: &Node) -> Result<Expectation, Problem> {
        let mut expectation = Expectation {
            verdict: Verdict::Legal,
            at: None,
            why: None,
            values: Node::default(),
            events: Vec::new(),
            stands: false,
            place: node.at,
        };
        if node.text() == Some("legal") {
            return Ok(expectation);
        }
        let mut verdicts = 0;
        for (key, value) in node.pairs() {
            let rules = || -> Vec<String> {
                value.items().iter().filter_map(|rule| rule.text().map(str::to_owned)).collect()
            };
            match key.as_str() {
                "legal" if value.text() == Some("true") => verdicts += 1,
                "violation" | "suspect" | "unchecked" => {
                    verdicts += 1;
                    expectation.verdict = match key.as_str() {
                        "violation" => Verdict::Violation(rules()),
                        "suspect" => Verdict::Suspect(rules()),
                        _ => Verdict::Unchecked(rules()),
                    };
                }
                "at" => expectation.at = Some(value.read()?),
                "why" => expectation.why = value.text().map(str::to_owned),
                "values" => expectation.values = value.clone(),
                "events" => expectation.events = value.items().to_vec(),
                "stands" => expectation.stands = value.read()?,
                other => {
                    return Err(Problem::at(value, format!("`{other}` is no part of an expectation"))
                        .help("write legal, violation, suspect or unchecked; then at, why, values, events, stands"));
                }
            }
        }
        if verdicts != 1 {
            return Err(Problem::at(node, "an expectation has exactly one verdict")
                .help("write legal: true, violation: RULE, suspect: RULE or unchecked: RULE"));
        }
        Ok(expectation)
    }
}

/// Compares what was said with what was expected; one line for each difference.
pub(super) fn differences(
    referee: &dyn Referee,
    expectations: &[Expectation],
    judgements: &[Judgement],
) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut accused = Vec::new();
    for expectation in expectations {
        match &expectation.verdict {
            Verdict::Legal => {}
            Verdict::Violation(rules) => {
                accused.push(expectation.at);
                found(judgements, expectation, rules, Severity::Violation, &mut wrong);
            }
            Verdict::Suspect(rules) => {
                accused.push(expectation.at);
                found(judgements, expectation, rules, Severity::Suspect, &mut wrong);
            }
            Verdict::Unchecked(rules) => {
                let named = places(judgements, expectation.at)
                    .flat_map(|(_, j)| &j.unchecked)
                    .any(|u| rules.iter().any(|rule| *rule == u.rule));
                if !named {
                    wrong.push(format!("expected unchecked {}", rules.join(" or ")));
                }
            }
        }
        compare_values(referee, expectation, judgements, &mut wrong);
        for event in &expectation.events {
            if !happened(judgements, expectation.at, event) {
                wrong.push(format!("expected the event {}", event.to_value()));
            }
        }
    }
    // A finding where none was expected. Without `at`, an accusation may stand anywhere.
    let anywhere = accused.contains(&None);
    for (entry, judgement) in places(judgements, None) {
        if anywhere || accused.contains(&Some(entry)) {
            continue;
        }
        for finding in &judgement.findings {
            if finding.severity != Severity::Note {
                wrong.push(format!(
                    "entry {entry}: unexpected {} of {}: {}",
                    finding.severity.word(),
                    finding.rule,
                    finding.message
                ));
            }
        }
    }
    wrong
}

/// Whether an event followed; one with `at` must follow that entry.
fn happened(judgements: &[Judgement], at: Option<usize>, event: &Node) -> bool {
    let own = event.get("at").and_then(|at| at.read().ok());
    let facts: Vec<(String, Node)> =
        event.pairs().iter().filter(|(key, _)| key != "at").cloned().collect();
    let wanted = match event.tree {
        Tree::Map(_) => Node { tree: Tree::Map(facts), at: event.at },
        _ => event.clone(),
    };
    places(judgements, own.or(at)).any(|(_, j)| j.events.iter().any(|e| same_value(&wanted, e)))
}

/// The judgements of one entry, or of all, numbered from one.
fn places(
    judgements: &[Judgement],
    at: Option<usize>,
) -> impl Iterator<Item = (usize, &Judgement)> {
    judgements
        .iter()
        .enumerate()
        .map(|(i, j)| (i + 1, j))
        .filter(move |(entry, _)| at.is_none_or(|at| at == *entry))
}

fn found(
    judgements: &[Judgement],
    expectation: &Expectation,
    rules: &[String],
    severity: Severity,
    wrong: &mut Vec<String>,
) {
    let named = places(judgements, expectation.at).flat_map(|(_, j)| &j.findings).any(|finding| {
        finding.severity == severity
            && rules.iter().any(|rule| {
                *rule == finding.rule || finding.alternatives.iter().any(|other| rule == other)
            })
    });
    if named {
        return;
    }
    let place = expectation.at.map(|at| format!(" at entry {at}")).unwrap_or_default();
    let said: Vec<String> = places(judgements, None)
        .flat_map(|(entry, j)| j.findings.iter().map(move |f| (entry, f)))
        .map(|(entry, f)| {
            format!("{} of {} at entry {entry} ({})", f.severity.word(), f.rule, f.message)
        })
        .collect();
    let got = if said.is_empty() { "nothing".to_owned() } else { said.join("; ") };
    wrong.push(format!(
        "expected a {} of {}{place}, got {got}",
        severity.word(),
        rules.join(" or ")
    ));
}

fn compare_values(
    referee: &dyn Referee,
    expectation: &Expectation,
    judgements: &[Judgement],
    wrong: &mut Vec<String>,
) {
    for (name, expected) in expectation.values.pairs() {
        let computed =
            places(judgements, expectation.at).filter_map(|(_, j)| j.values.get(name)).last();
        match computed {
            None => wrong.push(format!(
                "the value `{name}` was not computed; expected {}",
                expected.to_value()
            )),
            Some(computed) if !referee.same_value(name, expected, computed) => wrong
                .push(format!("`{name}`: expected {}, computed {computed}", expected.to_value())),
            Some(_) => {}
        }
    }
}

/// Whether a computed value is the expected one: numbers by value, lists in any order, mappings key by key.
pub fn same_value(expected: &Node, computed: &Value) -> bool {
    match (&expected.tree, computed) {
        (Tree::Nothing, Value::Null) => true,
        (Tree::Text(text), Value::String(word)) => text == word || same_number(text, word),
        (Tree::Text(text), Value::Bool(yes)) => text == if *yes { "true" } else { "false" },
        (Tree::Text(text), Value::Number(number)) => same_number(text, &number.to_string()),
        (Tree::List(items), Value::Array(values)) => {
            if items.len() != values.len() {
                return false;
            }
            let mut left: Vec<&Value> = values.iter().collect();
            items.iter().all(|item| {
                let at = left.iter().position(|value| same_value(item, value));
                at.map(|at| left.swap_remove(at)).is_some()
            })
        }
        (Tree::Map(pairs), Value::Object(values)) => {
            pairs.len() == values.len()
                && pairs
                    .iter()
                    .all(|(key, item)| values.get(key).is_some_and(|value| same_value(item, value)))
        }
        (_, Value::Array(values)) if values.len() == 1 => same_value(expected, &values[0]),
        _ => false,
    }
}

fn same_number(a: &str, b: &str) -> bool {
    let read = |text: &str| text.trim_start_matches('+').parse::<MovementPoints>().ok();
    matches!((read(a), read(b)), (Some(a), Some(b)) if a == b)
}
