//! The shape of a TOML file against its JSON Schema: unknown keys, missing keys, wrong types.
//!
//! Every mistake is reported with its place, and what is wrong is taken out of
//! the parsed document, so that the rest of the file is still read and checked
//! in the same run.

mod node;

use crate::diagnostic::{Diagnostic, Diagnostics, Place, SourceFile, nearest};
use node::{Node, NodeId, OtherKeys};
use std::ops::Range;
use std::sync::Arc;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

pub(super) use node::Shape;

/// Checks documents of one file against one schema.
pub(super) struct ShapeCheck<'a> {
    file: &'a Arc<SourceFile>,
    shape: &'a Shape,
    diagnostics: &'a mut Diagnostics,
    /// Items of the list that is being checked which fell out of it: their ids, and whether they need one.
    fallen: Vec<(Option<String>, bool)>,
}

/// Whether a value can stay in the document.
#[derive(PartialEq)]
enum Verdict {
    Keep,
    Drop,
}

impl<'a> ShapeCheck<'a> {
    pub(super) fn new(
        file: &'a Arc<SourceFile>,
        shape: &'a Shape,
        diagnostics: &'a mut Diagnostics,
    ) -> Self {
        ShapeCheck { file, shape, diagnostics, fallen: Vec::new() }
    }

    /// Checks the whole document; `false` when it lacks what it cannot be read without.
    pub(super) fn document(&mut self, root: &mut Spanned<DeTable<'_>>) -> bool {
        self.table(self.shape.root(), root.get_mut(), 0..0) == Verdict::Keep
    }

    fn value(&mut self, id: NodeId, value: &mut Spanned<DeValue<'_>>) -> Verdict {
        let node = self.shape.get(id);
        let span = value.span();
        if !node.branches.is_empty() {
            return self.one_of(node, value);
        }
        if !node.allows(value.get_ref()) {
            self.wrong_type(&[id], value.get_ref(), span);
            return Verdict::Drop;
        }
        if !node.choices.is_empty() {
            return self.choice(&node.choices, value.get_ref(), span);
        }
        match value.get_mut() {
            DeValue::Table(table) => self.table(node, table, span),
            DeValue::Array(array) => {
                let mut whole = true;
                if let Some(items) = node.items {
                    let kept: Vec<bool> = array
                        .iter_mut()
                        .map(|item| self.value(items, item) == Verdict::Keep)
                        .collect();
                    whole = !kept.contains(&false);
                    if !whole {
                        let all = std::mem::replace(array, toml::de::DeArray::new());
                        let needs_id = self.shape.get(items).required.iter().any(|key| key == "id");
                        for (item, keep) in all.into_iter().zip(kept) {
                            if keep {
                                array.push(item);
                            } else {
                                self.fallen.push((id_of(item.get_ref()), needs_id));
                            }
                        }
                    }
                }
                let fits = node.least.is_none_or(|least| array.len() >= least)
                    && node.most.is_none_or(|most| array.len() <= most);
                if !fits && whole {
                    let wanted = node.least.or(node.most).unwrap_or_default();
                    let message = format!("expected a list of {wanted}, found {}", array.len());
                    self.report("wrong-type", span, message);
                }
                if fits { Verdict::Keep } else { Verdict::Drop }
            }
            DeValue::String(text) if text.ends_with('\\') => {
                let place = self.place(span);
                self.push(backslash(place));
                Verdict::Keep
            }
            _ => Verdict::Keep,
        }
    }

    /// One of several shapes: the first that allows the value's type and, for words, the word.
    fn one_of(&mut self, node: &Node, value: &mut Spanned<DeValue<'_>>) -> Verdict {
        let shape = self.shape;
        let word = value.get_ref().as_str().map(str::to_owned);
        let fits = |branch: &&NodeId| {
            let branch = shape.get(**branch);
            branch.allows(value.get_ref())
                && (branch.choices.is_empty()
                    || word.as_ref().is_some_and(|word| branch.choices.contains(word)))
        };
        if let Some(branch) = node.branches.iter().find(fits) {
            return self.value(*branch, value);
        }
        let words: Vec<String> =
            node.branches.iter().flat_map(|branch| shape.get(*branch).choices.clone()).collect();
        if words.is_empty() || word.is_none() {
            self.wrong_type(&node.branches, value.get_ref(), value.span());
        } else {
            self.choice(&words, value.get_ref(), value.span());
        }
        Verdict::Drop
    }

    fn choice(&mut self, words: &[String], value: &DeValue<'_>, span: Range<usize>) -> Verdict {
        match value.as_str() {
            Some(word) if !words.iter().any(|known| known == word) => {
                let help = nearest(word, words.iter().map(String::as_str));
                let message = format!("`{word}` is not allowed here");
                let place = self.place(span);
                self.push(Diagnostic::error("unknown-word", place, message).maybe_help(help));
                Verdict::Drop
            }
            _ => Verdict::Keep,
        }
    }

    fn table(&mut self, node: &Node, table: &mut DeTable<'_>, span: Range<usize>) -> Verdict {
        let mut dropped: Vec<String> = Vec::new();
        let mut misspelt: Vec<&str> = Vec::new();
        for (key, value) in table.iter_mut() {
            let name = key.get_ref().as_ref();
            let verdict = match (node.property(name), node.other_keys) {
                (Some(known), _) => self.value(known, value),
                (None, OtherKeys::Like(shape)) => self.value(shape, value),
                (None, OtherKeys::Free) => Verdict::Keep,
                (None, OtherKeys::None) => {
                    let help = nearest(name, node.properties.iter().map(|(name, _)| name.as_str()));
                    let place = self.place(key.span());
                    let message = format!("unknown key `{name}`");
                    self.push(Diagnostic::error("unknown-key", place, message).maybe_help(help));
                    if let Some(nearest) = meant_by(name, node) {
                        if matches!(value.get_ref(), DeValue::Array(_) | DeValue::Table(_)) {
                            self.diagnostics.lose(&kind_under(nearest), None);
                        }
                        misspelt.push(nearest);
                    }
                    Verdict::Drop
                }
            };
            if verdict == Verdict::Drop {
                dropped.push(name.to_owned());
            }
            self.lose_fallen(name);
        }
        let mut verdict = Verdict::Keep;
        for name in &node.required {
            if !table.contains_key(name.as_str()) {
                // A misspelt key has been told; that it is missing is the same mistake.
                if !misspelt.contains(&name.as_str()) {
                    let place = self.place(headline(&self.file.text, span.clone()));
                    self.push(
                        Diagnostic::error("missing-key", place, format!("`{name}` is missing"))
                            .help(format!("add `{name} = …`")),
                    );
                }
                verdict = Verdict::Drop;
            }
        }
        if dropped.iter().any(|name| node.required.contains(name)) {
            verdict = Verdict::Drop;
        }
        for name in &dropped {
            table.remove(name.as_str());
        }
        verdict
    }

    /// Notes what fell out of the list under a key, so that who looks for it is not blamed.
    fn lose_fallen(&mut self, key: &str) {
        for (id, needs_id) in self.fallen.drain(..) {
            if needs_id || id.is_some() || is_set_up(key) {
                self.diagnostics.lose(&kind_under(key), id.as_deref());
            }
        }
    }

    fn wrong_type(&mut self, wanted: &[NodeId], value: &DeValue<'_>, span: Range<usize>) {
        let found = match value {
            DeValue::String(_) => "a text",
            DeValue::Integer(_) => "a whole number",
            DeValue::Float(_) => "a decimal number",
            DeValue::Boolean(_) => "true or false",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
            DeValue::Datetime(_) => "a date",
        };
        let expected: Vec<&str> =
            wanted.iter().flat_map(|id| self.shape.get(*id).expected()).collect();
        let expected = expected.join(" or ");
        self.report("wrong-type", span, format!("expected {expected}, found {found}"));
    }

    fn report(&mut self, code: &'static str, span: Range<usize>, message: String) {
        let place = self.place(span);
        self.push(Diagnostic::error(code, place, message));
    }

    fn place(&self, span: Range<usize>) -> Place {
        Place::new(self.file, span)
    }

    fn push(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }
}

/// The key that a misspelt one stands for: `[[sdie]]` holds sides.
fn meant_by<'n>(key: &str, node: &'n Node) -> Option<&'n str> {
    let names = node.properties.iter().map(|(name, _)| name.as_str());
    let distance = |name: &str| strsim::damerau_levenshtein(&key.to_lowercase(), name);
    names.min_by_key(|name| distance(name)).filter(|name| distance(name) <= name.len().div_ceil(3))
}

fn is_set_up(key: &str) -> bool {
    matches!(key, "setup" | "reinforcement")
}

/// What the list under a key defines, in the words of "there is no … of that name".
fn kind_under(key: &str) -> String {
    match key {
        key if is_set_up(key) => "set-up".to_owned(),
        "points" => "kind of points".to_owned(),
        "hexside" | "path" => format!("{key} type"),
        "option" => "optional rule".to_owned(),
        other => other.replace('_', " "),
    }
}

/// The id of a table, if it has one.
fn id_of(value: &DeValue<'_>) -> Option<String> {
    let id = value.as_table()?.get("id")?;
    id.get_ref().as_str().map(str::to_owned)
}

/// The first line of a table's span: its `[header]`, or the inline table's start.
fn headline(text: &str, span: Range<usize>) -> Range<usize> {
    let end =
        text[span.start.min(text.len())..].find('\n').map_or(text.len(), |at| span.start + at);
    span.start..end.min(span.end.max(span.start)).max(span.start)
}

/// Paper does not mind; a module with such a text is refused.
pub(super) fn backslash(place: Place) -> Diagnostic {
    Diagnostic::warning("ends-in-backslash", place, "this text ends in a backslash")
        .help("VASSAL cannot write that: no module can be made; put something after it")
}
