//! An example of a rule: a deed that breaks it and the same put right, taken from the cases.

use crate::referee::case::{Case, Node, Situation, Tree, Variant, Verdict};
use crate::referee::{Finding, Referee, RuleId, Severity};

/// A deed that breaks a rule, and the same put right.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Example {
    /// The case that it comes from.
    pub case: String,
    /// What the case shows.
    pub title: String,
    /// What lies on the table, line by line.
    pub table: Vec<String>,
    /// What breaks the rule.
    pub broken: Played,
    /// What would have kept it; none when no variant of the case does.
    pub kept: Option<Played>,
}

/// What was done, and what the referee says of it.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Played {
    /// What lies on the table otherwise than in the other half of the example.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub otherwise: Vec<String>,
    /// The deeds, one a line.
    pub deeds: Vec<String>,
    /// The referee's words; none when all is well.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
    /// The arithmetic.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<String>,
}

/// How well a variant serves as an example; the least is the best.
type Fitness = (bool, bool, usize, usize, usize);

/// The plainest example of a rule among these cases: one in which the rule itself is cited, that is put right by
/// the smallest change.
pub fn example<'c>(
    referee: &dyn Referee,
    cases: impl IntoIterator<Item = &'c Case>,
    rule: RuleId,
) -> Option<Example> {
    let mut best: Option<(Fitness, &Case, &Variant, Option<&Variant>, Finding)> = None;
    for case in cases {
        for variant in case.variants.iter().filter(|variant| accuses(variant, rule)) {
            let Some(finding) = breaks(referee, variant, rule) else { continue };
            let legal = case.variants.iter().filter(|other| is_legal(other));
            let kept = legal
                .filter(|other| other.log.len() <= variant.log.len() + 1)
                .min_by_key(|other| change(variant, other));
            let far = kept.map_or(usize::MAX, |kept| change(variant, kept));
            let crowd = table(&variant.situation).len();
            let fitness = (finding.rule != rule, kept.is_none(), variant.log.len(), crowd, far);
            if best.as_ref().is_none_or(|known| fitness < known.0) {
                best = Some((fitness, case, variant, kept, finding));
            }
        }
    }
    let (_, case, broken, kept, finding) = best?;
    Some(Example {
        case: case.id.clone(),
        title: case.title.clone(),
        table: table(&broken.situation),
        broken: Played {
            otherwise: Vec::new(),
            deeds: broken.log.iter().map(deed).collect(),
            evidence: finding
                .evidence
                .iter()
                .map(|line| format!("{}  {}", line.what, line.value).trim_end().to_owned())
                .collect(),
            said: Some(finding.message),
        },
        kept: kept.map(|kept| {
            let before = table(&broken.situation);
            let now = table(&kept.situation);
            Played {
                otherwise: now.into_iter().filter(|line| !before.contains(line)).collect(),
                deeds: kept.log.iter().map(deed).collect(),
                said: None,
                evidence: Vec::new(),
            }
        }),
    })
}

fn accuses(variant: &Variant, rule: RuleId) -> bool {
    variant.expect.iter().any(|expected| match &expected.verdict {
        Verdict::Violation(rules) | Verdict::Suspect(rules) => rules.contains(&rule.to_string()),
        Verdict::Legal | Verdict::Unchecked(_) => false,
    })
}

fn is_legal(variant: &Variant) -> bool {
    variant.expect.iter().all(|expected| expected.verdict == Verdict::Legal)
}

/// The finding of a variant that cites a rule; the one that cites it first, if there is one.
fn breaks(referee: &dyn Referee, variant: &Variant, rule: RuleId) -> Option<Finding> {
    let judgements = referee.play(&variant.situation, &variant.log).ok()?;
    let findings = judgements.into_iter().flat_map(|judgement| judgement.findings);
    let citing = findings.filter(|finding| {
        finding.severity != Severity::Note && finding.cited().any(|cited| cited == rule)
    });
    citing.min_by_key(|finding| finding.rule != rule)
}

/// How much two variants differ, in words and values.
fn change(one: &Variant, other: &Variant) -> usize {
    let (a, b) = (&one.situation, &other.situation);
    let parts = [(&a.when, &b.when), (&a.units, &b.units), (&a.state, &b.state)];
    let nothing = Node::default();
    let map = |s: &Situation| s.map.clone().unwrap_or_default();
    let deeds = 0..one.log.len().max(other.log.len());
    parts.iter().map(|(a, b)| differences(a, b)).sum::<usize>()
        + differences(&map(a), &map(b))
        + deeds
            .map(|at| {
                let of = |variant: &Variant| variant.log.get(at).cloned();
                differences(&of(one).unwrap_or(nothing.clone()), &of(other).unwrap_or_default())
            })
            .sum::<usize>()
}

fn differences(a: &Node, b: &Node) -> usize {
    match (&a.tree, &b.tree) {
        (Tree::Map(own), Tree::Map(others)) => {
            let gone = own.iter().filter(|(key, _)| b.get(key).is_none()).count();
            let rest = others.iter().map(|(key, value)| match a.get(key) {
                Some(known) => differences(known, value),
                None => 1,
            });
            gone + rest.sum::<usize>()
        }
        (Tree::List(own), Tree::List(others)) => {
            let pairs = own.iter().zip(others);
            own.len().abs_diff(others.len()) + pairs.map(|(a, b)| differences(a, b)).sum::<usize>()
        }
        (a, b) => usize::from(a != b),
    }
}

/// When, where and who, line by line.
fn table(situation: &Situation) -> Vec<String> {
    let mut lines = Vec::new();
    let when: Vec<String> = situation
        .when
        .pairs()
        .iter()
        .map(|(key, value)| match key.as_str() {
            "side" | "phase" => flow(value),
            key => format!("{key} {}", flow(value)),
        })
        .collect();
    lines.extend((!when.is_empty()).then(|| when.join(", ")));
    for (key, value) in situation.map.iter().flat_map(Node::pairs) {
        if key != "grid" && !(key == "default" && value.text() == Some("clear")) {
            lines.push(format!("map {key}: {}", flow(value)));
        }
    }
    for (id, unit) in situation.units.pairs() {
        let facts = unit.pairs().iter().map(|(key, value)| match key.as_str() {
            "side" | "nation" | "type" | "kind" | "class" | "name" | "values" => flow(value),
            "at" => format!("in {}", flow(value)),
            key => format!("{key} {}", flow(value)),
        });
        lines.push(format!("{id}: {}", facts.collect::<Vec<_>>().join(" ")));
    }
    let state = situation.state.pairs().iter();
    lines.extend(state.map(|(key, value)| format!("{key}: {}", flow(value))));
    lines
}

/// A deed in one line: the verb first.
fn deed(entry: &Node) -> String {
    let verb = entry.word("do").unwrap_or("…");
    let rest = entry.pairs().iter().filter(|(key, _)| key != "do").map(|(key, value)| {
        let value = match &value.tree {
            Tree::List(items) if items.iter().all(|item| item.text().is_some()) => {
                items.iter().map(flow).collect::<Vec<_>>().join(" ")
            }
            _ => flow(value),
        };
        format!("{key} {value}")
    });
    format!("{verb} {}", rest.collect::<Vec<_>>().join(", ")).trim_end().to_owned()
}

/// A node as a case file has it, in one line.
fn flow(node: &Node) -> String {
    match &node.tree {
        Tree::Nothing => "~".to_owned(),
        Tree::Text(text) => text.clone(),
        Tree::List(items) => items.iter().map(flow).collect::<Vec<_>>().join(", "),
        Tree::Map(pairs) => {
            let parts = pairs.iter().map(|(key, value)| match &value.tree {
                Tree::Text(_) | Tree::Nothing => format!("{key} {}", flow(value)),
                _ => format!("{key} ({})", flow(value)),
            });
            parts.collect::<Vec<_>>().join(", ")
        }
    }
}
