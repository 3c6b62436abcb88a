//! Units and sources of a case, read from its words.

use super::super::super::Problem;
use super::super::super::case::{Node, Part, Patch, unknown};
use super::super::super::ground::Place;
use super::super::field::Field;
use super::super::roster::{Member, Values, of_counter, of_type};
use crate::deeds::UnitId;
use crate::model::{Game, MovementPoints};

pub(super) fn read_sources(
    game: &Game,
    field: &mut Field<'_>,
    patch: &Patch,
) -> Result<(), Problem> {
    let Some((_, sources)) = patch.rest.iter().find(|(key, _)| key == "sources") else {
        return Ok(());
    };
    for (side, hexes) in sources.pairs() {
        let id = game
            .sides
            .find(side)
            .ok_or_else(|| Problem::at(hexes, format!("there is no side `{side}`")))?;
        let places = hexes.items().iter().map(|node| place(field, node));
        field.sources[id.index()] = places.collect::<Result<_, _>>()?;
    }
    Ok(())
}

pub(super) fn place(field: &Field<'_>, node: &Node) -> Result<Place, Problem> {
    let name = node.text().unwrap_or_default();
    field.lattice.parse(name).ok_or_else(|| Problem::at(node, format!("there is no hex `{name}`")))
}

/// What a case says of a unit beyond where and how it stands.
pub(super) fn read_unit(
    game: &Game,
    field: &Field<'_>,
    id: &str,
    part: &mut Part<'_>,
) -> Result<Member, Problem> {
    let counter = game.counters.get(part.word("counter").unwrap_or(id));
    let unit = UnitId::new(id);
    let drawn = counter.and_then(|counter| of_counter(game, field.scale, counter, unit.clone()));
    let known = drawn.is_some();
    let side = part.side("side")?;
    let kind = match part.node("type") {
        Some(node) => {
            let word = node.text().unwrap_or_default();
            let found = game.unit_types.find(word);
            Some(found.ok_or_else(|| unknown(node, "unit type", game.unit_types.names()))?)
        }
        None => drawn.as_ref().and_then(|unit| unit.kind),
    };
    let mut member = match (drawn, side) {
        (Some(member), None) => member,
        (_, Some(side)) => of_type(game, unit, side, kind),
        (None, None) => {
            let message = format!("`{id}` is no counter, so it needs a side");
            return Err(Problem::at(part.node, message)
                .help("write side, type and values: attack-defence-movement"));
        }
    };
    if !known || side.is_some() {
        member.steps = 2;
        member.weight.points = field.scale.one();
    }
    if let Some(name) = part.word("name") {
        name.clone_into(&mut member.name);
    }
    if let Some(points) = part.points("stacking")? {
        member.weight.points = points;
    }
    let reduced = part.node("reduced");
    if let Some(values) = part.node("values") {
        member.full = read_values(field, values, member.full)?;
        if reduced.is_none() && !known {
            member.reduced = member.full;
        }
    }
    if let Some(values) = reduced {
        member.reduced = read_values(field, values, member.full)?;
    }
    Ok(member)
}

/// `5-4-4`: attack, defence, movement; what is left out stays.
fn read_values(field: &Field<'_>, node: &Node, before: Values) -> Result<Values, Problem> {
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
