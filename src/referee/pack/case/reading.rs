//! Units and sources of a case, read from its words.

use super::super::super::Problem;
use super::super::super::case::{Node, Patch};
use super::super::super::ground::Place;
use super::super::super::world::{At, Off, Unit};
use super::super::Pack;
use super::super::field::Field;
use super::super::roster::{Facts, Roster, of_counter};
use crate::deeds::UnitId;
use crate::model::{Game, MovementPoints};

/// How a unit of a case stands.
pub(super) struct Stand {
    pub(super) unit: Unit,
    pub(super) at: At,
    pub(super) steps: u8,
    pub(super) states: u32,
}

pub(super) fn read_sources(
    game: &Game,
    field: &mut Field<'_>,
    patch: &Patch,
) -> Result<(), Problem> {
    let Some((_, sources)) = patch.rest.iter().find(|(key, _)| key == "sources") else {
        return Ok(());
    };
    for (side, hexes) in sources.pairs() {
        let id = game.sides.find(side).ok_or_else(|| unknown(hexes, "side", side))?;
        let places = hexes.items().iter().map(|node| place(field, node));
        field.sources[id.index()] = places.collect::<Result<_, _>>()?;
    }
    Ok(())
}

pub(super) fn unknown(node: &Node, what: &str, word: &str) -> Problem {
    Problem::at(node, format!("there is no {what} `{word}`"))
}

pub(super) fn place(field: &Field<'_>, node: &Node) -> Result<Place, Problem> {
    let name = node.text().unwrap_or_default();
    field.lattice.parse(name).ok_or_else(|| unknown(node, "hex", name))
}

const UNIT_KEYS: [&str; 10] =
    ["counter", "side", "type", "values", "reduced", "steps", "at", "state", "name", "stacking"];

pub(super) fn read_units(
    pack: &Pack<'_>,
    field: &Field<'_>,
    units: &Node,
) -> Result<(Roster, Vec<Stand>), Problem> {
    let game = pack.game;
    let (mut roster, mut standing) = (Roster::default(), Vec::new());
    for (id, node) in units.pairs() {
        for (key, value) in node.pairs() {
            if !UNIT_KEYS.contains(&key.as_str()) {
                let mut problem = Problem::at(value, format!("`{key}` is no part of a unit"));
                problem.help = crate::diagnostic::nearest(key, UNIT_KEYS.iter().copied());
                return Err(problem);
            }
        }
        let (facts, steps) = read_facts(game, field, id, node)?;
        let at = match node.word("at") {
            Some(name) => field.parse(name).ok_or_else(|| unknown(node, "hex or box", name))?,
            None => At::Off(Off::Away),
        };
        let mut states = 0;
        for state in node.get("state").map(Node::items).unwrap_or_default() {
            let word = state.text().unwrap_or_default();
            let found = game.rules.states.find(word);
            states |= 1u32 << found.ok_or_else(|| unknown(state, "state", word))?.index().min(31);
        }
        let unit = roster.add(facts).ok_or_else(|| Problem::at(node, "too many units"))?;
        standing.push(Stand { unit, at, steps, states });
    }
    Ok((roster, standing))
}

/// The facts of a unit, and the steps it has left.
fn read_facts(
    game: &Game,
    field: &Field<'_>,
    id: &str,
    node: &Node,
) -> Result<(Facts, u8), Problem> {
    let counter = game.counters.get(node.word("counter").unwrap_or(id));
    let unit = UnitId::new(id);
    let drawn = counter.and_then(|counter| of_counter(game, field.scale, counter, unit.clone()));
    let known = drawn.is_some();
    let mut facts = match (drawn, node.word("side")) {
        (Some(facts), None) => facts,
        (drawn, Some(side)) => {
            let side = game.sides.find(side).ok_or_else(|| unknown(node, "side", side))?;
            let kind = match node.word("type") {
                Some(word) => Some(
                    game.unit_types.find(word).ok_or_else(|| unknown(node, "unit type", word))?,
                ),
                None => drawn.and_then(|facts| facts.kind),
            };
            Facts::new(game, unit, side.index() as u8, kind)
        }
        (None, None) => {
            return Err(Problem::at(node, format!("`{id}` is no counter, so it needs a side"))
                .help("write side, type and values: attack-defence-movement"));
        }
    };
    if !known || node.word("side").is_some() {
        facts.steps = 2;
        facts.weight.points = field.scale.one();
    }
    if let Some(name) = node.word("name") {
        name.clone_into(&mut facts.name);
    }
    if let Some(points) = node.get("stacking") {
        facts.weight.points = field.scale.fine(read_points(points)?);
    }
    if let Some(values) = node.get("values") {
        facts.full = read_values(field, values, facts.full)?;
        if node.get("reduced").is_none() && !known {
            facts.reduced = facts.full;
        }
    }
    if let Some(values) = node.get("reduced") {
        facts.reduced = read_values(field, values, facts.full)?;
    }
    let mut left = facts.steps;
    if let Some(text) = node.word("steps") {
        let read = |part: &str| {
            part.trim().parse::<u8>().map_err(|_| {
                Problem::at(node, format!("`{text}` is no number of steps"))
                    .help("write 1, or 1/2 for one of two")
            })
        };
        left = match text.split_once('/') {
            Some((left, all)) => {
                facts.steps = read(all)?;
                read(left)?
            }
            None => read(text)?,
        };
    }
    Ok((facts, left))
}

pub(super) fn read_points(node: &Node) -> Result<MovementPoints, Problem> {
    let text = node.text().unwrap_or_default();
    text.parse().map_err(|error| Problem::at(node, format!("{error}")))
}

/// `5-4-4`: attack, defence, movement; what is left out stays.
fn read_values(
    field: &Field<'_>,
    node: &Node,
    before: super::super::roster::Values,
) -> Result<super::super::roster::Values, Problem> {
    let mut values = before;
    let text = node.text().unwrap_or_default();
    let wrong = || {
        Problem::at(node, format!("`{text}` are no values"))
            .help("write attack-defence-movement: 5-4-4")
    };
    for (index, part) in text.split('-').enumerate() {
        let number = || part.trim().parse::<u32>().map_err(|_| wrong());
        match index {
            0 => values.attack = number()?,
            1 => values.defence = number()?,
            2 => {
                let points = part.trim().parse::<MovementPoints>().map_err(|_| wrong())?;
                values.allowance = field.scale.fine(points);
            }
            _ => return Err(wrong()),
        }
    }
    Ok(values)
}
