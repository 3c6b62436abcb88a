//! What is said of one entry, and how it is compared with what the players did.

use super::number::words;
use super::table::{Piece, Table};
use super::units::{Size, Whereabouts};
use crate::referee::case::{Node, Tree};
use crate::referee::{Finding, Judgement, Severity};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, HashMap};

/// A named modifier.
pub(super) type Modifiers = Vec<(String, i32)>;

/// The ruling on one entry.
#[derive(Debug, Default)]
pub(super) struct Ruling {
    pub(super) judgement: Judgement,
    /// Facts beyond what the table shows: `may-fire`, `breakdown`.
    extra: BTreeMap<String, Map<String, Value>>,
    /// The rule that explains what became of a piece.
    reasons: HashMap<String, &'static str>,
    /// Further rules that explain it as well.
    also: HashMap<String, Vec<&'static str>>,
    /// Rules that explain a miscount as well: of which number, and the rule.
    hints: Vec<(&'static str, &'static str)>,
}

impl Ruling {
    /// Reports a breach.
    pub(super) fn breach(&mut self, rule: &'static str, message: impl Into<String>) {
        self.judgement.report(Finding::violation(rule, message));
    }

    /// Reports a breach that several rules explain.
    pub(super) fn breach_of(&mut self, rules: &[&'static str], message: impl Into<String>) {
        let Some((first, others)) = rules.split_first() else { return };
        let mut finding = Finding::violation(*first, message);
        for rule in others {
            finding = finding.or(*rule);
        }
        self.judgement.report(finding);
    }

    /// Reports what only one reading forbids.
    pub(super) fn suspect(&mut self, rule: &'static str, message: &str, reading: &str) {
        self.judgement.report(Finding::suspect(rule, message, reading));
    }

    pub(super) fn is_legal(&self) -> bool {
        self.judgement.is_legal()
    }

    /// Whether a rule is broken by every reading.
    pub(super) fn is_breached(&self) -> bool {
        self.judgement.findings.iter().any(|finding| finding.severity == Severity::Violation)
    }

    pub(super) fn value(&mut self, name: &str, value: impl Into<Value>) {
        self.judgement.value(name, value);
    }

    /// Records the range between two hexes, under both names.
    pub(super) fn range(&mut self, table: &Table, a: crate::hex::Hex, b: crate::hex::Hex) {
        let (from, to, range) =
            (table.ground.name(a), table.ground.name(b), table.ground.range(a, b));
        let ranges = self.judgement.values.entry("range").or_insert_with(|| json!({}));
        if let Value::Object(ranges) = ranges {
            ranges.insert(format!("{from}/{to}"), json!(range));
            ranges.insert(format!("{to}/{from}"), json!(range));
        }
    }

    /// Records a fact of a piece after the entry.
    pub(super) fn fact(&mut self, id: &str, fact: &str, value: impl Into<Value>) {
        self.extra.entry(id.to_owned()).or_default().insert(fact.to_owned(), value.into());
    }

    /// Says that a rule bears on a number, should the players have it wrong.
    pub(super) fn hint(&mut self, number: &'static str, rule: &'static str) {
        self.hints.push((number, rule));
    }

    /// The rules that bear on a number.
    pub(super) fn hinted(&self, number: &str) -> Vec<&'static str> {
        self.hints.iter().filter(|(name, _)| *name == number).map(|(_, rule)| *rule).collect()
    }

    /// Says which rule explains what became of a piece.
    pub(super) fn reason(&mut self, id: &str, rule: &'static str) {
        self.reasons.insert(id.to_owned(), rule);
    }

    /// Says that another rule explains what became of a piece as well.
    pub(super) fn also(&mut self, id: &str, rule: &'static str) {
        self.also.entry(id.to_owned()).or_default().push(rule);
    }

    /// Which rule explains what became of which piece.
    pub(super) fn take_reasons(&mut self) -> HashMap<String, &'static str> {
        std::mem::take(&mut self.reasons)
    }

    /// Compares what the players put on the map with what is right; then tells how the table stands.
    pub(super) fn close(&mut self, table: &Table, entry: &Node, default_rule: &'static str) {
        let after = self.after(table);
        if let Some(applied) = entry.get("applied") {
            for (id, facts) in applied.pairs() {
                if table.find(id).is_none() {
                    continue;
                }
                let right = after.get(id).cloned().unwrap_or(Value::Null);
                for (fact, claimed) in facts.pairs() {
                    let fits = match fact.as_str() {
                        "state" => state_fits(claimed, right.get("state")),
                        _ => right.get(fact.as_str()).is_some_and(|value| same(claimed, value)),
                    };
                    if !fits {
                        let mut rules = vec![self.reasons.get(id).copied().unwrap_or(default_rule)];
                        rules.extend(self.also.get(id).into_iter().flatten().copied());
                        self.breach_of(
                            &rules,
                            format!(
                                "{id} is left with {fact} {}, but should have {}",
                                claimed.to_value(),
                                right.get(fact.as_str()).unwrap_or(&Value::Null)
                            ),
                        );
                        break;
                    }
                }
            }
        }
        self.value("after", Value::Object(after));
        // Ranges may be asked of any two hexes.
        self.judgement.values.entry("range").or_insert_with(|| json!({}));
        self.value("counters", Value::Object(counters(table)));
    }

    /// Every piece as it stands.
    fn after(&self, table: &Table) -> Map<String, Value> {
        let mut after = Map::new();
        for unit in &table.units {
            let at = match unit.at {
                Whereabouts::Hex(hex) => table.ground.name(hex),
                Whereabouts::OffMap => "off-map".to_owned(),
                Whereabouts::Gone => "eliminated".to_owned(),
            };
            let mut states: Vec<String> = unit.states.iter().cloned().collect();
            if unit.move_ended.is_some() {
                states.push("move-ended".to_owned());
            }
            let mut facts = json!({
                "type": unit.size.word(), "values": unit.values(), "at": at, "state": states,
                "may-fire": may_fire(unit),
                "mf": super::movement::factors(unit),
                "capacity": super::movement::bears(unit, unit.has("exhausted")),
            });
            if let Value::Object(facts) = &mut facts {
                facts.extend(self.extra.get(&unit.id).cloned().unwrap_or_default());
            }
            after.insert(unit.id.clone(), facts);
        }
        for (index, weapon) in table.weapons.iter().enumerate() {
            let at = table.weapon_hex(index).map(|hex| table.ground.name(hex)).unwrap_or_default();
            let owner = table.owner(index).map_or("nobody", |unit| table.units[unit].id.as_str());
            let states: Vec<&String> = weapon.states.iter().collect();
            let acquired = weapon.acquired.as_ref().map_or_else(
                || json!("none"),
                |a| json!({ "target": a.target, "at": acquired_hex(table, a), "level": a.level }),
            );
            // Those who serve it must be able to.
            let served = table.owner(index).is_none_or(|unit| {
                let unit = &table.units[unit];
                let spent = unit.used_inherent && matches!(unit.size, Size::HalfSquad | Size::Crew);
                !unit.is_broken() && !unit.has("melee") && !spent
            });
            let may_fire = served
                && weapon.is_working()
                && match weapon.shot {
                    Some(shot) => shot.kept,
                    None => !["prep-fired", "final-fired", "intensive-fired"]
                        .iter()
                        .any(|mark| weapon.has(mark)),
                };
            let mut facts = json!({
                "at": at, "possessed-by": owner, "state": states, "acquired": acquired, "may-fire": may_fire,
            });
            if let Value::Object(facts) = &mut facts {
                facts.extend(self.extra.get(&weapon.id).cloned().unwrap_or_default());
            }
            after.insert(weapon.id.clone(), facts);
        }
        after
    }
}

/// Whether the own firepower of a unit is still unused.
fn may_fire(unit: &super::units::Unit) -> bool {
    let marked = super::units::FIRE_MARKS.iter().any(|mark| unit.has(mark));
    let standing = unit.hex().is_some() && !unit.is_broken() && !unit.has("melee");
    standing && !marked && !unit.used_inherent && !unit.is_leader()
}

/// Where an acquired target is.
fn acquired_hex(table: &Table, acquired: &super::units::Acquired) -> String {
    match table.find(&acquired.target) {
        Some(Piece::Unit(unit)) => {
            table.units[unit].hex().map(|hex| table.ground.name(hex)).unwrap_or_default()
        }
        _ => acquired.target.clone(),
    }
}

/// Smoke and residual firepower on the map; both may lie in one hex.
fn counters(table: &Table) -> Map<String, Value> {
    let mut found: Map<String, Value> = Map::new();
    for (hex, smoke) in &table.smoke {
        let cloud = json!({ "smoke": smoke.kind, "hindrance": smoke.hindrance });
        found.insert(table.ground.name(*hex), cloud);
    }
    for (hex, left) in &table.residual {
        let here = found.entry(table.ground.name(*hex)).or_insert_with(|| json!({}));
        here["residual"] = json!(left);
    }
    found
}

/// Whether states that the players left are those that hold: who is gone has no other.
fn state_fits(claimed: &Node, right: Option<&Value>) -> bool {
    let words: Vec<&str> = claimed.items().iter().filter_map(Node::text).collect();
    let gone = |word: &str| matches!(word, "eliminated" | "destroyed" | "replaced");
    let lost = shows(right, "eliminated") && !words.is_empty() && !words.iter().any(|w| gone(w));
    !lost && words.iter().all(|word| shows(right, word))
}

/// Whether a list of states shows a word, also those that mean the lack of another.
pub(super) fn shows(states: Option<&Value>, word: &str) -> bool {
    let has = |state: &str| {
        states.and_then(Value::as_array).is_some_and(|list| list.iter().any(|s| s == state))
    };
    match word {
        "working" => !["malfunctioned", "destroyed", "eliminated"].iter().any(|state| has(state)),
        "unbroken" | "rallied" => !has("broken") && !has("eliminated"),
        "unharmed" => !["broken", "pinned", "eliminated", "wounded"].iter().any(|state| has(state)),
        "destroyed" | "eliminated" => has("destroyed") || has("eliminated"),
        _ => has(word),
    }
}

/// Whether a computed value is what a case names: only what is named counts.
pub(super) fn same(expected: &Node, computed: &Value) -> bool {
    match (&expected.tree, computed) {
        (Tree::Map(pairs), Value::Object(values)) => {
            pairs.iter().all(|(key, item)| match key.as_str() {
                "drm" => same_modifiers(item, values.get(key)),
                "state" => match item.items() {
                    [] => !super::units::FIRE_MARKS.iter().any(|mark| shows(values.get(key), mark)),
                    words => words
                        .iter()
                        .all(|word| shows(values.get(key), word.text().unwrap_or_default())),
                },
                // An acquisition is named by its target, or by the hex where that stands.
                "target" if values.contains_key("level") => ["target", "at"]
                    .iter()
                    .any(|key| values.get(*key).is_some_and(|value| same(item, value))),
                _ => values.get(key).is_some_and(|value| same(item, value)),
            })
        }
        (Tree::List(items), Value::Array(values)) if items.len() == values.len() => {
            let mut left: Vec<&Value> = values.iter().collect();
            items.iter().all(|item| {
                let at = left.iter().position(|value| same(item, value));
                at.map(|at| left.remove(at)).is_some()
            })
        }
        // One of several arcs or targets may be asked for alone.
        (Tree::Map(_), Value::Array(values)) => values.iter().any(|value| same(expected, value)),
        _ => crate::referee::case::same_value(expected, computed),
    }
}

/// Modifiers agree when what is not zero agrees by name, or at least in sum.
fn same_modifiers(expected: &Node, computed: Option<&Value>) -> bool {
    let number = |text: &str| text.trim_start_matches('+').parse::<i64>().unwrap_or(0);
    let expected_sum: i64 = match &expected.tree {
        Tree::Map(pairs) => {
            pairs.iter().map(|(_, value)| number(value.text().unwrap_or("0"))).sum()
        }
        Tree::Text(text) => number(text),
        _ => 0,
    };
    let computed_sum: i64 = match computed {
        Some(Value::Object(values)) => values.values().filter_map(Value::as_i64).sum(),
        Some(value) => value.as_i64().unwrap_or(0),
        None => 0,
    };
    expected_sum == computed_sum
}

/// Modifiers as a value.
pub(super) fn modifiers_value(modifiers: &Modifiers) -> Value {
    Value::Object(modifiers.iter().map(|(name, by)| (name.clone(), json!(by))).collect())
}

/// Their sum.
pub(super) fn sum(modifiers: &Modifiers) -> i32 {
    modifiers.iter().map(|(_, by)| by).sum()
}

/// The dice of an entry: coloured, then white.
pub(super) fn dice(entry: &Node) -> Option<(i32, i32)> {
    let items = entry.get("dice")?.items();
    let die = |at: usize| {
        items.get(at)?.text()?.parse::<i32>().ok().filter(|face| (1..=6).contains(face))
    };
    Some((die(0)?, die(1)?))
}

/// What the players counted, compared with what counts: the rule of what differs.
pub(super) fn compare_claim(
    ruling: &mut Ruling,
    entry: &Node,
    right: &Modifiers,
    rule_of: &dyn Fn(&str) -> &'static str,
    general: &'static str,
) {
    let Some(claim) = entry.get("claim").and_then(|claim| claim.get("drm")) else { return };
    let number = |text: &str| text.trim_start_matches('+').parse::<i32>().unwrap_or(0);
    let right_sum = sum(right);
    match &claim.tree {
        Tree::Map(pairs) => {
            for (name, claimed) in pairs {
                let claimed = number(claimed.text().unwrap_or("0"));
                let true_value =
                    right.iter().find(|(known, _)| known == name).map_or(0, |(_, by)| *by);
                if claimed != true_value {
                    let mut rules = vec![rule_of(name), general];
                    rules.extend(ruling.hinted(name));
                    ruling.breach_of(
                        &rules,
                        format!("{name} was counted as {claimed:+}, it is {true_value:+}"),
                    );
                    return;
                }
            }
        }
        Tree::Text(text) => {
            let claimed = number(text);
            if claimed == right_sum {
                return;
            }
            let missed = right
                .iter()
                .find(|(_, by)| *by == right_sum - claimed)
                .map(|(name, _)| name.as_str());
            let rules: Vec<&'static str> =
                missed.map(rule_of).into_iter().chain([general]).collect();
            let list: Vec<String> =
                right.iter().map(|(name, by)| format!("{name} {by:+}")).collect();
            ruling.breach_of(
                &rules,
                format!("{claimed:+} was counted, but it is {right_sum:+}: {}", list.join(", ")),
            );
        }
        _ => {}
    }
}

/// A list of units or weapons under a key, or under its plural.
pub(super) fn pieces(
    table: &Table,
    entry: &Node,
    keys: &[&str],
) -> Result<Vec<Piece>, crate::referee::Problem> {
    let mut found = Vec::new();
    for key in keys {
        for node in entry.get(key).map(Node::items).unwrap_or_default() {
            found.push(table.piece(node.text().unwrap_or_default(), node)?);
        }
    }
    Ok(found)
}

/// The units of an entry: `unit` or `units`.
pub(super) fn units(table: &Table, entry: &Node) -> Result<Vec<usize>, crate::referee::Problem> {
    let mut found = Vec::new();
    for key in ["unit", "units"] {
        for node in entry.get(key).map(Node::items).unwrap_or_default() {
            found.push(table.unit(node.text().unwrap_or_default(), node)?);
        }
    }
    Ok(found)
}

/// For messages: `3 1/2 of 4`.
pub(super) fn of(part: super::number::Q, whole: super::number::Q) -> String {
    format!("{} of {}", words(part), words(whole))
}
