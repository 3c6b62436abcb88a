//! Cases of rule packs: situations and log entries in the words of `docs/cases.md`.

use super::super::case::{Node, Part, unknown};
use super::super::frame::{Announced, Rulebook, What};
use super::super::ground::{Place, Scale};
use super::super::schedule::{Arrival, Ground};
use super::super::world::{At, Enrolled, Off, Unit};
use super::super::{Judgement, Problem};
use super::Play;
use super::charter::Charter;
use super::roster::{Facts, Member, Values, of_counter, of_type};
use super::supply::Supply;
use crate::deeds::{Moment, UnitId};
use crate::model::MovementPoints;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

const VERBS: [&str; 18] = [
    "move",
    "enter",
    "withdraw",
    "remove",
    "place",
    "attack",
    "lose",
    "recover",
    "eliminate",
    "retreat",
    "advance",
    "mark",
    "unmark",
    "demolish",
    "roll",
    "phase",
    "set-up",
    "check",
];

/// What an entry of a case does.
pub(crate) enum Verb {
    /// These things happen one after the other.
    Happens(Vec<What>),
    /// Units go on routes that are given hex by hex.
    Goes(Vec<(Unit, Vec<Place>)>, Vec<What>),
    /// A bridge is to be blown: all that is done about it.
    Demolishes(Vec<What>),
    /// Play passes on.
    Passes(Moment),
    /// The set-up is over.
    IsSetUp,
    /// Values of units or hexes are asked for.
    Asks(Vec<Unit>, Vec<Place>),
}

/// What a case says of a unit beyond where and how it stands.
pub(crate) fn read_unit(
    scale: Scale,
    id: &str,
    part: &mut Part<'_>,
) -> Result<Enrolled<Facts>, Problem> {
    let game = part.game();
    let counter = game.counters.get(part.word("counter").unwrap_or(id));
    let unit = UnitId::new(id);
    let drawn = counter.and_then(|counter| of_counter(game, scale, counter, unit.clone()));
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
    let mut member: Member = match (drawn, side) {
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
        member.weight.points = scale.one();
    }
    if let Some(name) = part.word("name") {
        name.clone_into(&mut member.name);
    }
    if let Some(points) = part.points("stacking")? {
        member.weight.points = points;
    }
    let reduced = part.node("reduced");
    if let Some(values) = part.node("values") {
        member.full = read_values(scale, values, member.full)?;
        if reduced.is_none() && !known {
            member.reduced = member.full;
        }
    }
    if let Some(values) = reduced {
        member.reduced = read_values(scale, values, member.full)?;
    }
    Ok(member)
}

/// `5-4-4`: attack, defence, movement; what is left out stays.
fn read_values(scale: Scale, node: &Node, before: Values) -> Result<Values, Problem> {
    let mut values = before;
    let text = node.text().unwrap_or_default();
    let wrong = || {
        Problem::at(node, format!("`{text}` are no values"))
            .help("write attack-defence-movement: 5-4-4")
    };
    for (index, part) in text.split('-').map(str::trim).enumerate() {
        let number = || part.parse::<u32>().map_err(|_| wrong());
        match index {
            0 => values.attack = number()?,
            1 => values.defence = number()?,
            2 => {
                let points = part.parse::<MovementPoints>().map_err(|_| wrong())?;
                values.allowance = scale.fine(points);
            }
            _ => return Err(wrong()),
        }
    }
    Ok(values)
}

/// What was done before, and who comes and goes.
pub(crate) fn read_state(play: &mut Play<'_>, state: &mut Part<'_>) -> Result<(), Problem> {
    play.state.attacked = state.places("attacked")?;
    play.state.attackers = state.units("attackers")?;
    play.state.moved = state.units("moved")?;
    let schedule = Arc::make_mut(&mut play.schedule);
    for (id, node) in state.pairs("arrivals") {
        let unit = usize::from(state.unit_of(&Part::named(id, node))?);
        let mut arrival = state.of(node, "an arrival");
        let turn = arrival.read("turn")?.unwrap_or(1);
        let ground = match arrival.at("entry")? {
            Some(At::Off(Off::Entry(entry))) => Ground::Entry(entry),
            Some(_) => return Err(Problem::at(node, "units arrive in entry boxes")),
            None => Ground::Unread,
        };
        arrival.finish()?;
        schedule.arrivals[unit] = Some(Arrival { turn, ground });
    }
    for (id, node) in state.pairs("withdrawals") {
        let unit = usize::from(state.unit_of(&Part::named(id, node))?);
        schedule.withdrawals[unit] = Some(node.read()?);
    }
    Ok(())
}

/// The units that an entry names under a key, or under `unit` or `units`.
fn units_of(entry: &mut Part<'_>, key: &'static str) -> Result<Vec<Unit>, Problem> {
    for key in [key, "unit", "units"] {
        if entry.node(key).is_some() {
            return entry.units(key);
        }
    }
    Err(entry.missing(key))
}

pub(crate) fn read_verb(play: &Play<'_>, entry: &mut Part<'_>) -> Result<Verb, Problem> {
    let node = entry.node("do").ok_or_else(|| entry.missing("do"))?;
    let verb = node.text().unwrap_or_default();
    let gone = |unit: Unit| Off::Eliminated(Some(play.unit(unit).side));
    let went = |unit: Unit, off: Off| What::Went(unit, At::Off(off));
    let units = |entry: &mut Part<'_>| units_of(entry, "unit").map(Vec::into_iter);
    Ok(match verb {
        "move" | "enter" | "retreat" | "advance" | "place" => read_way(play, verb, entry)?,
        "withdraw" | "remove" => {
            Verb::Happens(units(entry)?.map(|unit| went(unit, Off::Away)).collect())
        }
        "eliminate" => Verb::Happens(units(entry)?.map(|unit| went(unit, gone(unit))).collect()),
        "attack" => read_attack(entry)?,
        "lose" | "recover" => {
            let count: u8 = entry.read("steps")?.unwrap_or(1);
            let changed = |unit: Unit| {
                let steps = play.position.steps(unit);
                match verb {
                    "recover" => What::Steps(unit, steps.saturating_add(count)),
                    _ if steps <= count => went(unit, gone(unit)),
                    _ => What::Steps(unit, steps - count),
                }
            };
            Verb::Happens(units(entry)?.map(changed).collect())
        }
        "mark" | "unmark" => {
            let states: Vec<&str> = play.setting.states.iter().map(String::as_str).collect();
            let bits = entry.bits("state", &states)?;
            let on = verb == "mark";
            Verb::Happens(units(entry)?.map(|unit| What::State(unit, bits, on)).collect())
        }
        "demolish" => read_demolition(entry)?,
        "roll" => Verb::Happens(vec![read_roll(entry)?.ok_or_else(|| entry.missing("roll"))?]),
        "phase" => {
            let turn = play.clock.turn().unwrap_or(1);
            let to = entry.node("to").ok_or_else(|| entry.missing("to"))?;
            Verb::Passes(entry.moment_of(to, to.text().unwrap_or_default(), turn)?)
        }
        "set-up" => Verb::IsSetUp,
        "check" => Verb::Asks(entry.units("unit")?, entry.places("hex")?),
        _ => return Err(unknown(node, "verb", VERBS.iter().copied())),
    })
}

fn read_roll(entry: &mut Part<'_>) -> Result<Option<What>, Problem> {
    let sum: Option<u32> = entry.read("roll")?;
    Ok(sum.map(|sum| What::Rolled(vec![sum])))
}

fn read_way(play: &Play<'_>, verb: &str, entry: &mut Part<'_>) -> Result<Verb, Problem> {
    let path = entry.places("path")?;
    let (to, at) = (entry.at("to")?, entry.at("at")?);
    let last = path.last().map(|last| At::Map(*last));
    let to = last.or(to).or(at).ok_or_else(|| entry.missing("to"))?;
    let (mut routes, mut happens) = (Vec::new(), Vec::new());
    for unit in units_of(entry, "unit")? {
        let start = play.position.place(unit);
        let moves = matches!(verb, "move" | "enter");
        if let (true, Some((first, rest))) = (moves, path.split_first()) {
            // A path begins where the unit stands; one that comes from a box begins with its first hex.
            let route = if Some(*first) == start { rest } else { &path };
            if start.is_some() && Some(*first) != start {
                let message = "a path begins with the hex the unit stands in";
                return Err(Problem::at(entry.node, message));
            }
            routes.push((unit, route.to_vec()));
        }
        happens.push(What::Went(unit, to));
    }
    Ok(Verb::Goes(routes, happens))
}

fn read_attack(entry: &mut Part<'_>) -> Result<Verb, Problem> {
    let units = units_of(entry, "with")?;
    let places = entry.places("against")?;
    let mut values = BTreeMap::new();
    for key in ["odds", "column", "result"] {
        if let Some(word) = entry.word(key) {
            values.insert(key.to_owned(), word.to_owned());
        }
    }
    let said = Announced { id: "attack".to_owned(), units, places, values };
    let said = What::Declared(Box::new(said));
    Ok(Verb::Happens([Some(said), read_roll(entry)?].into_iter().flatten().collect()))
}

fn read_demolition(entry: &mut Part<'_>) -> Result<Verb, Problem> {
    let (units, target) = (units_of(entry, "unit")?, entry.place("to")?);
    let (places, values) = (target.into_iter().collect(), BTreeMap::new());
    let said = Announced { id: "demolition".to_owned(), units, places, values };
    let said = What::Declared(Box::new(said));
    let game = entry.game();
    let marker = game.rules.demolition.as_ref().map(|rules| &game.counters[rules.marker].id);
    let (roll, marked) = (read_roll(entry)?, entry.is("marker")?);
    let lies = target.zip(marker).filter(|_| marked);
    let lies = lies.map(|(target, marker)| What::Marker(marker.to_string(), None, Some(target)));
    Ok(Verb::Demolishes([Some(said), roll, lies].into_iter().flatten().collect()))
}

/// Does what an entry says.
pub(crate) fn perform(charter: &Charter, play: &mut Play<'_>, verb: &Verb, said: &mut Judgement) {
    let step = play.step;
    match verb {
        Verb::Happens(what) => what.iter().for_each(|what| play.at_once(step, what)),
        Verb::Goes(routes, what) => {
            play.state.routes.extend(routes.iter().cloned());
            what.iter().for_each(|what| play.at_once(step, what));
        }
        Verb::Demolishes(what) => {
            what.iter().for_each(|what| play.at_once(step, what));
            play.judge_demolitions(true);
        }
        Verb::Passes(moment) => {
            let sequence = play.sequence.clone();
            let next = play.clock.pass(&sequence, moment);
            play.finish(true);
            play.pass_on(charter, next);
        }
        Verb::IsSetUp => charter.set_up(play, said),
        Verb::Asks(units, places) => ask(play, units, places, said),
    }
}

/// Values of units and hexes, without acting.
fn ask(play: &Play<'_>, units: &[Unit], places: &[Place], said: &mut Judgement) {
    let board = play.board();
    let position = &play.position;
    for &unit in units {
        let side = board.roster[unit].side;
        said.value("attack", board.attack(position, unit).unwrap_or(0));
        said.value("defence", board.defence(position, unit));
        let allowance = board.allowance(position, unit).unwrap_or(0);
        said.value("allowance", board.space.scale.points(allowance).to_string());
        if let Some(here) = position.place(unit) {
            let mut supply = Supply::default();
            supply.draw(board, position, side);
            said.value("supplied", supply.reaches(here));
            said.value("in-enemy-zone", position.in_enemy_zone(side, here));
        }
    }
    for &here in places {
        let mut zones = Vec::new();
        let mut stacks = serde_json::Map::new();
        for (id, side) in board.game.sides.entries() {
            let number = id.index() as u8;
            if position.in_own_zone(number, here) {
                zones.push(Value::from(side.id.clone()));
            }
            let tally = board.tally(position, number, here, None);
            if tally.points > 0 {
                let points = board.space.scale.points(tally.points).to_string();
                stacks.insert(side.id.clone(), points.into());
            }
        }
        said.value("zones", Value::Array(zones));
        said.value("stacking", Value::Object(stacks));
    }
}
