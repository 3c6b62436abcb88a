//! The cases of a file.

use super::super::Problem;
use super::expect::Expectation;
use super::node::{Node, Tree};

/// What the numbers of a case rest on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Basis {
    /// The text of the rules.
    Printed,
    /// A worked example of the rules.
    Example,
    /// A reconstruction.
    Reconstructed,
}

/// What lies on the table, and when.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Situation {
    /// Scenario, turn, side, phase, weather, options.
    pub when: Node,
    /// The patch of map; none for the game's own.
    pub map: Option<Node>,
    /// The units by id.
    pub units: Node,
    /// Markers, control, points, what happened before.
    pub state: Node,
    /// Distances that the map must have, for the runner to assert.
    pub geometry: Option<Node>,
    /// Entries, from one, that break a rule and stay on the map all the same; others may be taken back.
    pub stands: Vec<usize>,
}

impl Situation {
    fn patched(&self, patch: &Node) -> Result<Situation, Problem> {
        let mut patched = self.clone();
        for (key, value) in patch.pairs() {
            match key.as_str() {
                "when" => patched.when = self.when.patched(value),
                "map" => patched.map = Some(self.map.clone().unwrap_or_default().patched(value)),
                "units" => patched.units = self.units.patched(value),
                "state" => patched.state = self.state.patched(value),
                other => {
                    return Err(Problem::at(value, format!("`{other}` cannot be patched"))
                        .help("a patch holds when, map, units or state"));
                }
            }
        }
        Ok(patched)
    }
}

/// One way the situation is played.
#[derive(Debug, Clone)]
pub struct Variant {
    /// The situation, with this variant's patch.
    pub situation: Situation,
    /// What was done, entry by entry.
    pub log: Vec<Node>,
    /// What the referee must say.
    pub expect: Vec<Expectation>,
    /// Where it stands in the file.
    pub at: (usize, usize),
}

/// A case.
#[derive(Debug, Clone)]
pub struct Case {
    /// Its id, unique in the game.
    pub id: String,
    /// What it shows.
    pub title: String,
    /// The rules it exercises.
    pub rules: Vec<String>,
    /// Where in the rulebook it comes from.
    pub source: Option<String>,
    /// What its numbers rest on.
    pub basis: Option<Basis>,
    /// The ways it is played.
    pub variants: Vec<Variant>,
    /// Where it stands in the file.
    pub at: (usize, usize),
}

/// Reads a case file.
pub fn read_cases(text: &str) -> Result<Vec<Case>, Problem> {
    let document = Node::parse(text)?;
    match document.tree {
        Tree::List(ref items) => items.iter().map(read_case).collect(),
        Tree::Nothing => Ok(Vec::new()),
        Tree::Map(ref pairs) if pairs.is_empty() => Ok(Vec::new()),
        _ => Err(Problem::at(&document, "a case file is a list of cases")
            .help("begin each case with `- id:`")),
    }
}

/// `assume` is for humans: what the case takes for granted.
const KEYS: [&str; 13] = [
    "id", "title", "rules", "source", "basis", "assume", "note", "when", "map", "geometry",
    "units", "state", "variants",
];

fn read_case(node: &Node) -> Result<Case, Problem> {
    for (key, value) in node.pairs() {
        if !KEYS.contains(&key.as_str()) {
            let near = crate::diagnostic::nearest(key, KEYS.iter().copied());
            let mut problem = Problem::at(value, format!("`{key}` is no part of a case"));
            problem.help = near;
            return Err(problem);
        }
    }
    let text = |key: &str| node.word(key).map(str::to_owned);
    let id = text("id").ok_or_else(|| Problem::at(node, "a case needs an id"))?;
    let part = |key: &str| node.get(key).cloned().unwrap_or_default();
    let situation = Situation {
        when: part("when"),
        map: node.get("map").cloned(),
        units: part("units"),
        state: part("state"),
        geometry: node.get("geometry").cloned(),
        stands: Vec::new(),
    };
    let variants = node
        .get("variants")
        .ok_or_else(|| Problem::at(node, format!("case {id} has no variants")))?;
    let variants = variants
        .items()
        .iter()
        .map(|variant| read_variant(variant, &situation))
        .collect::<Result<_, _>>()?;
    Ok(Case {
        title: text("title").unwrap_or_default(),
        rules: match node.get("rules") {
            Some(rules) => rules.read()?,
            None => Vec::new(),
        },
        source: text("source"),
        basis: node.get("basis").map(Node::read).transpose()?,
        variants,
        at: node.at,
        id,
    })
}

fn read_variant(node: &Node, situation: &Situation) -> Result<Variant, Problem> {
    let mut variant =
        Variant { situation: situation.clone(), log: Vec::new(), expect: Vec::new(), at: node.at };
    let mut expected = false;
    for (key, value) in node.pairs() {
        match key.as_str() {
            "log" => variant.log = value.items().to_vec(),
            "expect" => {
                expected = true;
                variant.expect = Expectation::read(value)?;
            }
            "patch" => variant.situation = situation.patched(value)?,
            "title" | "why" => {}
            other => {
                return Err(Problem::at(value, format!("`{other}` is no part of a variant"))
                    .help("a variant holds patch, log and expect"));
            }
        }
    }
    let standing = variant.expect.iter().filter(|expectation| expectation.stands);
    variant.situation.stands = standing.filter_map(|expectation| expectation.at).collect();
    if !expected {
        return Err(Problem::at(node, "a variant needs `expect`"));
    }
    Ok(variant)
}
