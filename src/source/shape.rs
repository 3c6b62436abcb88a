//! The shape of a TOML file against its JSON Schema: unknown keys, missing keys, wrong types.
//!
//! Every mistake is reported with its place, and what is wrong is taken out of
//! the parsed document, so that the rest of the file is still read and checked
//! in the same run.

use crate::diagnostic::{Diagnostic, Diagnostics, Place, SourceFile, nearest};
use serde_json::{Map, Value};
use std::ops::Range;
use std::sync::Arc;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Checks documents of one file against one schema.
pub(super) struct ShapeCheck<'a> {
    file: &'a Arc<SourceFile>,
    definitions: Option<&'a Map<String, Value>>,
    diagnostics: &'a mut Diagnostics,
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
        schema: &'a Value,
        diagnostics: &'a mut Diagnostics,
    ) -> Self {
        let definitions = schema.get("$defs").and_then(Value::as_object);
        ShapeCheck { file, definitions, diagnostics }
    }

    /// Checks the whole document; `false` when it lacks what it cannot be read without.
    pub(super) fn document(&mut self, schema: &Value, root: &mut Spanned<DeTable<'_>>) -> bool {
        let span = 0..0;
        self.table(schema, root.get_mut(), span) == Verdict::Keep
    }

    fn resolve<'s>(&self, schema: &'s Value) -> &'s Value
    where
        'a: 's,
    {
        let mut schema = schema;
        // Schemas generated from types are finite; a reference leads to a definition at once.
        while let Some(name) = schema.get("$ref").and_then(Value::as_str) {
            let name = name.trim_start_matches("#/$defs/");
            match self.definitions.and_then(|definitions| definitions.get(name)) {
                Some(definition) => schema = definition,
                None => break,
            }
        }
        schema
    }

    fn value<'i>(&mut self, schema: &Value, value: &mut Spanned<DeValue<'i>>) -> Verdict {
        let schema = self.resolve(schema);
        let span = value.span();
        if let Some(branches) =
            schema.get("anyOf").or(schema.get("oneOf")).and_then(Value::as_array)
        {
            return self.one_of(branches, value);
        }
        if !type_fits(schema, value.get_ref()) {
            self.wrong_type(schema, value.get_ref(), span);
            return Verdict::Drop;
        }
        if let Some(choices) = schema.get("enum").and_then(Value::as_array) {
            return self.choice(choices, value.get_ref(), span);
        }
        match value.get_mut() {
            DeValue::Table(table) => self.table(schema, table, span),
            DeValue::Array(array) => {
                let mut whole = true;
                if let Some(items) = schema.get("items") {
                    let kept: Vec<bool> = array
                        .iter_mut()
                        .map(|item| self.value(items, item) == Verdict::Keep)
                        .collect();
                    whole = !kept.contains(&false);
                    if !whole {
                        let all = std::mem::replace(array, toml::de::DeArray::new());
                        for (item, _) in all.into_iter().zip(kept).filter(|(_, keep)| *keep) {
                            array.push(item);
                        }
                    }
                }
                let size = |key| schema.get(key).and_then(Value::as_u64).map(|n| n as usize);
                let (least, most) = (size("minItems"), size("maxItems"));
                let fits =
                    least.is_none_or(|n| array.len() >= n) && most.is_none_or(|n| array.len() <= n);
                if !fits && whole {
                    let wanted = least.or(most).unwrap_or_default();
                    self.report(
                        "wrong-type",
                        span,
                        format!("expected a list of {wanted}, found {}", array.len()),
                    );
                }
                if fits { Verdict::Keep } else { Verdict::Drop }
            }
            _ => Verdict::Keep,
        }
    }

    fn one_of(&mut self, branches: &[Value], value: &mut Spanned<DeValue<'_>>) -> Verdict {
        let fitting = branches.iter().find(|branch| {
            let branch = self.resolve(branch);
            branch.get("const").is_some_and(|word| word.as_str() == value.get_ref().as_str())
                || (branch.get("const").is_none() && type_fits(branch, value.get_ref()))
        });
        match fitting {
            Some(branch) => {
                let branch = self.resolve(branch);
                self.value(branch, value)
            }
            None => {
                let words: Vec<Value> =
                    branches.iter().filter_map(|b| self.resolve(b).get("const").cloned()).collect();
                if words.is_empty() || !value.get_ref().is_str() {
                    let branches = Value::from(branches.to_vec());
                    self.wrong_type(&branches, value.get_ref(), value.span());
                } else {
                    self.choice(&words, value.get_ref(), value.span());
                }
                Verdict::Drop
            }
        }
    }

    fn choice(&mut self, choices: &[Value], value: &DeValue<'_>, span: Range<usize>) -> Verdict {
        let words: Vec<&str> = choices.iter().filter_map(Value::as_str).collect();
        match value.as_str() {
            Some(word) if !words.contains(&word) => {
                let help = nearest(word, words.into_iter());
                self.push(
                    Diagnostic::error(
                        "unknown-word",
                        self.place(span),
                        format!("`{word}` is not allowed here"),
                    )
                    .maybe_help(help),
                );
                Verdict::Drop
            }
            _ => Verdict::Keep,
        }
    }

    fn table(&mut self, schema: &Value, table: &mut DeTable<'_>, span: Range<usize>) -> Verdict {
        let schema = self.resolve(schema);
        let properties = schema.get("properties").and_then(Value::as_object);
        let additional = schema.get("additionalProperties");
        let mut dropped: Vec<String> = Vec::new();
        for (key, value) in table.iter_mut() {
            let name = key.get_ref().as_ref();
            let known = properties.and_then(|properties| properties.get(name));
            let verdict = match (known, additional) {
                (Some(schema), _) => self.value(schema, value),
                (None, Some(schema)) if schema.is_object() => self.value(schema, value),
                (None, Some(Value::Bool(false))) => {
                    let help = properties.and_then(|p| nearest(name, p.keys().map(String::as_str)));
                    self.push(
                        Diagnostic::error(
                            "unknown-key",
                            self.place(key.span()),
                            format!("unknown key `{name}`"),
                        )
                        .maybe_help(help),
                    );
                    Verdict::Drop
                }
                _ => Verdict::Keep,
            };
            if verdict == Verdict::Drop {
                dropped.push(name.to_owned());
            }
        }
        let required: Vec<&str> = schema
            .get("required")
            .and_then(Value::as_array)
            .map(|names| names.iter().filter_map(Value::as_str).collect())
            .unwrap_or_default();
        let mut verdict = Verdict::Keep;
        for name in &required {
            if !table.contains_key(*name) {
                let place = self.place(headline(&self.file.text, span.clone()));
                self.push(
                    Diagnostic::error("missing-key", place, format!("`{name}` is missing"))
                        .help(format!("add `{name} = …`")),
                );
                verdict = Verdict::Drop;
            }
        }
        if dropped.iter().any(|name| required.contains(&name.as_str())) {
            verdict = Verdict::Drop;
        }
        for name in &dropped {
            table.remove(name.as_str());
        }
        verdict
    }

    fn wrong_type(&mut self, schema: &Value, value: &DeValue<'_>, span: Range<usize>) {
        let found = match value.type_str() {
            "string" => "a text",
            "integer" => "a whole number",
            "float" => "a decimal number",
            "boolean" => "true or false",
            "array" => "a list",
            "table" => "a table",
            other => other,
        };
        self.report("wrong-type", span, format!("expected {}, found {found}", expected(schema)));
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

/// The first line of a table's span: its `[header]`, or the inline table's start.
fn headline(text: &str, span: Range<usize>) -> Range<usize> {
    let end =
        text[span.start.min(text.len())..].find('\n').map_or(text.len(), |at| span.start + at);
    span.start..end.min(span.end.max(span.start)).max(span.start)
}

/// The JSON Schema type names that a schema allows.
fn types(schema: &Value) -> Vec<&str> {
    match schema.get("type") {
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

fn type_fits(schema: &Value, value: &DeValue<'_>) -> bool {
    let types = types(schema);
    types.is_empty()
        || types.iter().any(|name| match *name {
            "string" => value.is_str(),
            "integer" => value.is_integer(),
            "number" => value.is_integer() || value.is_float(),
            "boolean" => value.is_bool(),
            "array" => value.is_array(),
            "object" => value.is_table(),
            _ => false,
        })
}

fn expected(schema: &Value) -> String {
    let mut names: Vec<&str> = match schema {
        Value::Array(branches) => branches.iter().flat_map(types).collect(),
        one => types(one),
    };
    names.retain(|name| *name != "null");
    let words: Vec<&str> = names
        .into_iter()
        .map(|name| match name {
            "string" => "a text",
            "integer" => "a whole number",
            "number" => "a number",
            "boolean" => "true or false",
            "array" => "a list",
            "object" => "a table",
            other => other,
        })
        .collect();
    if words.is_empty() { "something else".to_owned() } else { words.join(" or ") }
}
