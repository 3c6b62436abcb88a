//! A case file as a tree that remembers places and takes no scalar for a number before it must:
//! `0512` is a hex, `10-1` an odds, `2 1/3` a cost.

use super::super::Problem;
use saphyr_parser::{Event, Parser, ScalarStyle};
use serde_json::Value;

/// How deep a case file may be nested; real ones stay below ten.
const DEEPEST: usize = 32;

/// A piece of a case file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// What it holds.
    pub tree: Tree,
    /// Line and column where it starts, both from one.
    pub at: (usize, usize),
}

/// What a node holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tree {
    /// Nothing (`~`, or nothing after the colon).
    Nothing,
    /// A word, a number, a text: as written.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// Keys and values, in the order of the file.
    Map(Vec<(String, Node)>),
}

impl Default for Node {
    fn default() -> Self {
        Node { tree: Tree::Map(Vec::new()), at: (1, 1) }
    }
}

impl Node {
    /// Reads the one document of a YAML text.
    pub fn parse(text: &str) -> Result<Node, Problem> {
        let mut parser = Parser::new_from_str(text);
        let mut open: Vec<(Node, Option<String>)> = Vec::new();
        let mut document = None;
        let broken =
            |message: String, at: (usize, usize)| Problem { message, at: Some(at), help: None };
        while let Some(event) = parser.next_event() {
            let (event, span) = event.map_err(|error| {
                broken(error.info().to_owned(), (error.marker().line(), error.marker().col() + 1))
            })?;
            let at = (span.start.line(), span.start.col() + 1);
            let done = match event {
                Event::Scalar(text, style, ..) => Node { tree: scalar(&text, style), at },
                Event::SequenceStart(..) | Event::MappingStart(..) => {
                    if open.len() >= DEEPEST {
                        return Err(broken("this is nested too deeply".to_owned(), at));
                    }
                    let tree = match event {
                        Event::SequenceStart(..) => Tree::List(Vec::new()),
                        _ => Tree::Map(Vec::new()),
                    };
                    open.push((Node { tree, at }, None));
                    continue;
                }
                Event::SequenceEnd | Event::MappingEnd => match open.pop() {
                    Some((node, _)) => node,
                    None => continue,
                },
                // Aliases could make a small file huge; no case needs them.
                Event::Alias(_) => {
                    return Err(broken("aliases are not used in cases".to_owned(), at));
                }
                Event::DocumentStart(_) if document.is_some() => {
                    return Err(broken("a case file is one document".to_owned(), at));
                }
                _ => continue,
            };
            match open.last_mut() {
                None => document = Some(done),
                Some((Node { tree: Tree::List(items), .. }, _)) => items.push(done),
                Some((Node { tree: Tree::Map(pairs), .. }, key)) => match key.take() {
                    Some(key) => pairs.push((key, done)),
                    None => {
                        let Tree::Text(text) = done.tree else {
                            return Err(broken("a key must be a word".to_owned(), at));
                        };
                        if pairs.iter().any(|(known, _)| *known == text) {
                            return Err(broken(format!("`{text}` is here twice"), at));
                        }
                        *key = Some(text);
                    }
                },
                Some(_) => {}
            }
        }
        Ok(document.unwrap_or_default())
    }

    /// The text of a scalar.
    pub fn text(&self) -> Option<&str> {
        match &self.tree {
            Tree::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The items of a list; of anything else, itself: `unit: a` is as good as `units: [a]`.
    pub fn items(&self) -> &[Node] {
        match &self.tree {
            Tree::Nothing => &[],
            Tree::List(items) => items,
            _ => std::slice::from_ref(self),
        }
    }

    /// Keys and values of a mapping.
    pub fn pairs(&self) -> &[(String, Node)] {
        match &self.tree {
            Tree::Map(pairs) => pairs,
            _ => &[],
        }
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.pairs().iter().find(|(name, _)| name == key).map(|(_, node)| node)
    }

    /// The text under a key.
    pub fn word(&self, key: &str) -> Option<&str> {
        self.get(key)?.text()
    }

    /// Reads it into a type: scalars as the type asks, unknown keys as the type says.
    pub fn read<T: serde::de::DeserializeOwned>(&self) -> Result<T, Problem> {
        T::deserialize(super::de::Reader(self)).map_err(|error| Problem {
            at: Some(error.at.unwrap_or(self.at)),
            message: error.message,
            help: error.help,
        })
    }

    /// The same with a patch merged in: mappings key by key, everything else replaced.
    #[must_use]
    pub fn patched(&self, patch: &Node) -> Node {
        let (Tree::Map(own), Tree::Map(new)) = (&self.tree, &patch.tree) else {
            return patch.clone();
        };
        let mut pairs = own.clone();
        for (key, value) in new {
            match pairs.iter_mut().find(|(name, _)| name == key) {
                Some((_, old)) => *old = old.patched(value),
                None => pairs.push((key.clone(), value.clone())),
            }
        }
        Node { tree: Tree::Map(pairs), at: self.at }
    }

    /// As a value for messages and JSON; every scalar stays text.
    pub fn to_value(&self) -> Value {
        match &self.tree {
            Tree::Nothing => Value::Null,
            Tree::Text(text) => Value::String(text.clone()),
            Tree::List(items) => Value::Array(items.iter().map(Node::to_value).collect()),
            Tree::Map(pairs) => {
                Value::Object(pairs.iter().map(|(k, v)| (k.clone(), v.to_value())).collect())
            }
        }
    }
}

fn scalar(text: &str, style: ScalarStyle) -> Tree {
    match style {
        ScalarStyle::Plain if matches!(text, "" | "~" | "null") => Tree::Nothing,
        _ => Tree::Text(text.to_owned()),
    }
}
