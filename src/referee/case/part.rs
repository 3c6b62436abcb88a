//! Reading a part of a case word by word: what a game asks for it knows, and what nobody asked for is refused.

use super::super::Problem;
use super::super::ground::{Fine, Place};
use super::super::world::{At, Off, Roster, Space, Unit};
use super::node::Node;
use crate::deeds::UnitId;
use crate::diagnostic::nearest;
use crate::model::{Game, MovementPoints};
use serde::de::DeserializeOwned;

/// Finds units by their ids.
pub trait Finds {
    /// The unit of this id.
    fn find_unit(&self, id: &str) -> Option<Unit>;
    /// All ids.
    fn ids(&self) -> Vec<&str>;
}

impl<F> Finds for Roster<F> {
    fn find_unit(&self, id: &str) -> Option<Unit> {
        self.find(&UnitId::new(id))
    }

    fn ids(&self) -> Vec<&str> {
        self.iter().map(|(_, unit)| &*unit.id.0).collect()
    }
}

/// Whatever turns the names of a case into numbers.
#[derive(Clone, Copy)]
pub struct Names<'n> {
    /// The game, for its sides and phases.
    pub game: &'n Game,
    /// The map of the case.
    pub space: &'n Space<'n>,
    /// Its units.
    pub units: &'n dyn Finds,
    /// Places that are on no map.
    pub elsewhere: fn(&str) -> Option<Off>,
}

/// A part of a case that is being read.
pub struct Part<'n> {
    /// The part itself.
    pub node: &'n Node,
    names: Names<'n>,
    /// What it is a part of, in words.
    of: &'static str,
    asked: Vec<&'static str>,
}

impl<'n> Part<'n> {
    /// Begins to read; `of` says in words what this is.
    pub fn new(node: &'n Node, of: &'static str, names: Names<'n>) -> Self {
        Part { node, names, of, asked: Vec::new() }
    }

    /// The game of the case.
    pub fn game(&self) -> &'n Game {
        self.names.game
    }

    /// What stands under a key.
    pub fn node(&mut self, key: &'static str) -> Option<&'n Node> {
        if !self.asked.contains(&key) {
            self.asked.push(key);
        }
        self.node.get(key)
    }

    /// A word, a number, a list, as the type asks.
    pub fn read<T: DeserializeOwned>(&mut self, key: &'static str) -> Result<Option<T>, Problem> {
        self.node(key).map(Node::read).transpose()
    }

    /// The same, when nothing goes without it.
    pub fn need<T: DeserializeOwned>(&mut self, key: &'static str) -> Result<T, Problem> {
        self.read(key)?.ok_or_else(|| self.missing(key))
    }

    /// Says that a key is missing.
    pub fn missing(&self, key: &str) -> Problem {
        Problem::at(self.node, format!("{} needs `{key}`", self.of))
    }

    /// A text.
    pub fn word(&mut self, key: &'static str) -> Option<&'n str> {
        self.node(key)?.text()
    }

    /// Whether a key says `true`.
    pub fn is(&mut self, key: &'static str) -> Result<bool, Problem> {
        Ok(self.read(key)?.unwrap_or(false))
    }

    /// Movement points, in fractions.
    pub fn points(&mut self, key: &'static str) -> Result<Option<Fine>, Problem> {
        let Some(node) = self.node(key) else { return Ok(None) };
        let text = node.text().unwrap_or_default();
        let points: MovementPoints =
            text.parse().map_err(|error| Problem::at(node, format!("{error}")))?;
        Ok(Some(self.names.space.scale.fine(points)))
    }

    /// Steps left and steps in all: `1/2`; of a plain number the second is none.
    pub fn steps(&mut self, key: &'static str) -> Result<Option<(u8, Option<u8>)>, Problem> {
        let Some(node) = self.node(key) else { return Ok(None) };
        let text = node.text().unwrap_or_default();
        let read = |part: &str| {
            part.trim().parse::<u8>().map_err(|_| {
                Problem::at(node, format!("`{text}` is no number of steps"))
                    .help("write 1, or 1/2 for one of two")
            })
        };
        Ok(Some(match text.split_once('/') {
            Some((left, all)) => (read(left)?, Some(read(all)?)),
            None => (read(text)?, None),
        }))
    }

    /// The number of a side.
    pub fn side(&mut self, key: &'static str) -> Result<Option<u8>, Problem> {
        let Some(node) = self.node(key) else { return Ok(None) };
        let word = node.text().unwrap_or_default();
        let sides = &self.names.game.sides;
        let found = sides.find(word).ok_or_else(|| unknown(node, "side", sides.names()))?;
        Ok(u8::try_from(found.index()).ok())
    }

    /// Words of a list as bits, by their places in it.
    pub fn bits(&mut self, key: &'static str, words: &[&str]) -> Result<u32, Problem> {
        let nodes = self.node(key).map(Node::items).unwrap_or_default();
        nodes.iter().try_fold(0, |bits, node| {
            let word = node.text().unwrap_or_default();
            let found = words.iter().position(|known| *known == word);
            let number = found.ok_or_else(|| unknown(node, "state", words.iter().copied()))?;
            Ok(bits | 1u32 << number.min(31))
        })
    }

    /// The unit that a node names.
    pub fn unit_of(&self, node: &Node) -> Result<Unit, Problem> {
        let units = self.names.units;
        let found = units.find_unit(node.text().unwrap_or_default());
        found.ok_or_else(|| unknown(node, "unit", units.ids().into_iter()))
    }

    /// The unit under a key.
    pub fn unit(&mut self, key: &'static str) -> Result<Option<Unit>, Problem> {
        self.node(key).map(|node| self.unit_of(node)).transpose()
    }

    /// The units under a key: one or several.
    pub fn units(&mut self, key: &'static str) -> Result<Vec<Unit>, Problem> {
        let nodes = self.node(key).map(Node::items).unwrap_or_default();
        nodes.iter().map(|node| self.unit_of(node)).collect()
    }

    /// Where a node says that something is.
    pub fn at_of(&self, node: &Node) -> Result<At, Problem> {
        let word = node.text().unwrap_or_default();
        let elsewhere = || (self.names.elsewhere)(word).map(At::Off);
        let found = self.names.space.parse(word).or_else(elsewhere);
        found.ok_or_else(|| Problem::at(node, format!("there is no hex or box `{word}`")))
    }

    /// Where a key says that something is.
    pub fn at(&mut self, key: &'static str) -> Result<Option<At>, Problem> {
        self.node(key).map(|node| self.at_of(node)).transpose()
    }

    /// The hex that a node names.
    pub fn place_of(&self, node: &Node) -> Result<Place, Problem> {
        let word = node.text().unwrap_or_default();
        let found = self.names.space.lattice.parse(word);
        found.ok_or_else(|| Problem::at(node, format!("there is no hex `{word}`")))
    }

    /// The hex under a key.
    pub fn place(&mut self, key: &'static str) -> Result<Option<Place>, Problem> {
        self.node(key).map(|node| self.place_of(node)).transpose()
    }

    /// The hexes under a key: one or several.
    pub fn places(&mut self, key: &'static str) -> Result<Vec<Place>, Problem> {
        let nodes = self.node(key).map(Node::items).unwrap_or_default();
        nodes.iter().map(|node| self.place_of(node)).collect()
    }

    /// The part under a key, to be read in the same way.
    pub fn part(&mut self, key: &'static str, of: &'static str) -> Option<Part<'n>> {
        self.node(key).map(|node| Part::new(node, of, self.names))
    }

    /// A node inside this part, to be read in the same way.
    pub fn of(&self, node: &'n Node, of: &'static str) -> Part<'n> {
        Part::new(node, of, self.names)
    }

    /// Keys and values under a key, where the keys are names: units, hexes, nations.
    pub fn pairs(&mut self, key: &'static str) -> &'n [(String, Node)] {
        self.node(key).map(Node::pairs).unwrap_or_default()
    }

    /// A key of [`Part::pairs`] as a node of its own, so that names in it are read as everywhere.
    pub fn named(key: &str, value: &Node) -> Node {
        Node { tree: super::node::Tree::Text(key.to_owned()), at: value.at }
    }

    /// Everything that was asked for has been read: refuses the rest.
    pub fn finish(self) -> Result<(), Problem> {
        let rest = self.node.pairs().iter().find(|(key, _)| !self.asked.contains(&key.as_str()));
        let Some((key, value)) = rest else { return Ok(()) };
        let mut problem = Problem::at(value, format!("`{key}` is no part of {}", self.of));
        problem.help = nearest(key, self.asked.iter().copied());
        Err(problem)
    }
}

/// Says that there is no such thing, and what comes nearest.
pub fn unknown<'a>(node: &Node, what: &str, known: impl Iterator<Item = &'a str>) -> Problem {
    let word = node.text().unwrap_or_default();
    let mut problem = Problem::at(node, format!("there is no {what} `{word}`"));
    problem.help = nearest(word, known);
    problem
}
