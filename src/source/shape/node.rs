//! A JSON Schema made ready for checking: references followed, names in short lists.
//!
//! Only what schemas generated from types consist of is understood.

use serde_json::Value;
use std::collections::HashMap;
use toml::de::DeValue;

/// What a value may be, in words for people.
const TYPES: [(&str, &str); 6] = [
    ("string", "a text"),
    ("integer", "a whole number"),
    ("number", "a number"),
    ("boolean", "true or false"),
    ("array", "a list"),
    ("object", "a table"),
];

/// A place in [`Shape::nodes`].
pub(super) type NodeId = usize;

/// Keys that a table may have beside its properties.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OtherKeys {
    /// Any, unchecked.
    Free,
    /// None.
    None,
    /// Any, with values of this shape.
    Like(NodeId),
}

/// What one value must look like.
#[derive(Debug)]
pub(super) struct Node {
    /// One bit for each of [`TYPES`]; none for any type.
    types: u8,
    pub properties: Vec<(String, NodeId)>,
    pub other_keys: OtherKeys,
    pub required: Vec<String>,
    pub items: Option<NodeId>,
    pub least: Option<usize>,
    pub most: Option<usize>,
    /// The words allowed, when only some are.
    pub choices: Vec<String>,
    /// Alternatives, of which one must fit.
    pub branches: Vec<NodeId>,
}

impl Node {
    /// The shape of a property.
    pub(super) fn property(&self, name: &str) -> Option<NodeId> {
        self.properties.iter().find(|(key, _)| key == name).map(|(_, node)| *node)
    }

    /// Whether a value is of a type that is allowed here.
    pub(super) fn allows(&self, value: &DeValue<'_>) -> bool {
        let kind = match value {
            DeValue::String(_) => "string",
            DeValue::Integer(_) => "integer",
            DeValue::Float(_) => "number",
            DeValue::Boolean(_) => "boolean",
            DeValue::Array(_) => "array",
            DeValue::Table(_) => "object",
            DeValue::Datetime(_) => "",
        };
        let whole = value.is_integer() && self.types & bit("number") != 0;
        self.types == 0 || self.types & bit(kind) != 0 || whole
    }

    /// The types allowed, in words.
    pub(super) fn expected(&self) -> impl Iterator<Item = &'static str> {
        let types = self.types;
        TYPES.iter().filter(move |(name, _)| types & bit(name) != 0).map(|(_, words)| *words)
    }
}

fn bit(name: &str) -> u8 {
    TYPES.iter().position(|(known, _)| *known == name).map_or(0, |nth| 1 << nth)
}

/// A whole schema; the first node is its root.
#[derive(Debug)]
pub(in crate::source) struct Shape {
    nodes: Vec<Node>,
}

impl Shape {
    /// Makes a schema ready.
    pub(in crate::source) fn new(schema: &Value) -> Self {
        let mut maker = Maker { root: schema, nodes: Vec::new(), named: HashMap::new() };
        maker.node(schema);
        Shape { nodes: maker.nodes.into_iter().flatten().collect() }
    }

    pub(super) fn root(&self) -> &Node {
        self.get(0)
    }

    pub(super) fn get(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }
}

struct Maker<'s> {
    root: &'s Value,
    /// Filled in order of discovery; a node being made is still empty.
    nodes: Vec<Option<Node>>,
    named: HashMap<String, NodeId>,
}

impl Maker<'_> {
    fn node(&mut self, schema: &Value) -> NodeId {
        if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
            if let Some(known) = self.named.get(name) {
                return *known;
            }
            // A type may contain itself (phases do): its place is known before it is made.
            let id = self.reserve();
            self.named.insert(name.to_owned(), id);
            let target = self.root.pointer(name.trim_start_matches('#')).cloned();
            return self.fill(id, &target.unwrap_or(Value::Bool(true)));
        }
        let id = self.reserve();
        self.fill(id, schema)
    }

    fn reserve(&mut self) -> NodeId {
        self.nodes.push(None);
        self.nodes.len() - 1
    }

    fn fill(&mut self, id: NodeId, schema: &Value) -> NodeId {
        let texts = |value: Option<&Value>| -> Vec<String> {
            let list = value.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
            list.iter().filter_map(Value::as_str).map(str::to_owned).collect()
        };
        let types = match schema.get("type") {
            Some(Value::String(name)) => bit(name),
            names => texts(names).iter().fold(0, |bits, name| bits | bit(name)),
        };
        let mut choices = texts(schema.get("enum"));
        choices.extend(schema.get("const").and_then(Value::as_str).map(str::to_owned));
        let mut properties = Vec::new();
        if let Some(known) = schema.get("properties").and_then(Value::as_object) {
            for (name, schema) in known {
                properties.push((name.clone(), self.node(schema)));
            }
        }
        let other_keys = match schema.get("additionalProperties") {
            Some(Value::Bool(false)) => OtherKeys::None,
            Some(schema) if schema.is_object() => OtherKeys::Like(self.node(schema)),
            _ => OtherKeys::Free,
        };
        let alternatives = schema.get("anyOf").or(schema.get("oneOf")).and_then(Value::as_array);
        let mut branches: Vec<NodeId> = Vec::new();
        for schema in alternatives.map(Vec::as_slice).unwrap_or_default() {
            // An absent key says "nothing"; no TOML value does.
            if schema.get("type").and_then(Value::as_str) != Some("null") {
                branches.push(self.node(schema));
            }
        }
        let size = |key| schema.get(key).and_then(Value::as_u64).map(|number| number as usize);
        self.nodes[id] = Some(Node {
            types,
            properties,
            other_keys,
            required: texts(schema.get("required")),
            items: schema.get("items").map(|schema| self.node(schema)),
            least: size("minItems"),
            most: size("maxItems"),
            choices,
            branches,
        });
        id
    }
}
