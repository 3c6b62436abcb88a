//! Cases of rule packs: situations and log entries in the words of `docs/cases.md`.

mod reading;

use super::super::case::{Node, Patch, Situation};
use super::super::ground::Place;
use super::super::world::{At, Off, Unit};
use super::super::{Judgement, Problem, Ruling};
use super::Pack;
use super::board::Board;
use super::bridges;
use super::court::{Court, Event, What};
use super::field::Field;
use super::schedule::{Arrival, Ground};
use super::supply::Supply;
use crate::deeds::{Moment, UnitId};
use crate::model::Map;
use reading::{Stand, place, read_sources, read_units, unknown};
use serde_json::Value;
use std::collections::BTreeMap;

/// Plays a case.
pub(super) fn play(
    pack: &Pack<'_>,
    situation: &Situation,
    log: &[Node],
) -> Result<Vec<Judgement>, Problem> {
    let game = pack.game;
    let own_grid = game.maps.iter().next().map(|map| &map.grid);
    let patch = situation.map.as_ref().map(|map| Patch::read(map, own_grid)).transpose()?;
    if let (Some(patch), Some(geometry)) = (&patch, &situation.geometry) {
        patch.assert_geometry(geometry)?;
    }
    let map: Option<Map> = patch.as_ref().map(|patch| patch.to_map(game)).transpose()?;
    let mut patched_field = map.as_ref().map(|map| Field::new(game, [(None, map)]));
    if let (Some(field), Some(patch)) = (&mut patched_field, &patch) {
        read_sources(game, field, patch)?;
    }
    let field = patched_field.as_ref().unwrap_or(&pack.field);
    let (roster, standing) = read_units(pack, field, &situation.units)?;
    let patched_bridges = patched_field.as_ref().map(|field| bridges::broken(game, field));
    let broken = patched_bridges.as_deref().unwrap_or(&pack.broken);
    let board = Board { game, book: &pack.book, field, broken, roster: &roster };
    let scenario = match situation.when.word("scenario") {
        Some(id) => Some(game.scenarios.get(id).ok_or_else(|| {
            Problem::at(&situation.when, format!("the game has no scenario `{id}`"))
        })?),
        None => None,
    };
    let court = Court::new(board, pack.table.as_ref(), scenario, true);
    let mut case = CasePlay { board, court, rulings: Vec::new(), said: Vec::new() };
    case.set(&standing);
    case.begin(situation)?;
    for (index, entry) in log.iter().enumerate() {
        case.said.push(Judgement::default());
        case.entry(index + 1, entry)?;
    }
    case.court.break_off(&mut case.rulings);
    case.collect();
    Ok(case.said)
}

/// A case being played.
struct CasePlay<'a> {
    board: Board<'a>,
    court: Court<'a>,
    rulings: Vec<Ruling>,
    said: Vec<Judgement>,
}

impl CasePlay<'_> {
    fn set(&mut self, standing: &[Stand]) {
        let field = self.board.field;
        for stand in standing {
            let position = &mut self.court.position;
            position.set_steps(stand.unit, stand.steps);
            position.put(field, stand.unit, stand.at);
            position.set_states(field, stand.unit, stand.states);
        }
    }

    fn begin(&mut self, situation: &Situation) -> Result<(), Problem> {
        let when = &situation.when;
        let mut moment = None;
        if when.get("phase").is_some() {
            moment = Some(self.moment(when, 1)?);
        }
        match &moment {
            Some(moment) => self.court.begin(moment),
            None => self.court.begin(&Moment { turn: 0, phase: Vec::new(), side: None }),
        }
        for (key, value) in situation.state.pairs() {
            match key.as_str() {
                "attacked" => {
                    let places = value.items().iter().map(|node| place(self.board.field, node));
                    self.court.note_attacked(places.collect::<Result<Vec<_>, _>>()?);
                }
                "attackers" => {
                    let units = self.units_in(value)?;
                    self.court.note_attackers(&units);
                }
                "moved" => {
                    let units = self.units_in(value)?;
                    self.court.note_moved(&units);
                }
                "arrivals" => {
                    for (id, node) in value.pairs() {
                        let unit = self.unit(id, node)?;
                        let turn = node.get("turn").map(Node::read).transpose()?.unwrap_or(1);
                        let ground = match node.word("entry") {
                            Some(name) => match self.board.field.parse(name) {
                                Some(At::Off(Off::Entry(entry))) => Ground::Entry(entry),
                                _ => return Err(unknown(node, "entry box", name)),
                            },
                            None => Ground::Unread,
                        };
                        self.court.schedule.arrivals[usize::from(unit)] =
                            Some(Arrival { turn, ground });
                    }
                }
                "withdrawals" => {
                    for (id, node) in value.pairs() {
                        let unit = self.unit(id, node)?;
                        self.court.schedule.withdrawals[usize::from(unit)] = Some(node.read()?);
                    }
                }
                other => {
                    return Err(Problem::at(value, format!("`{other}` is no part of a state"))
                        .help("write attacked, attackers, moved, arrivals or withdrawals"));
                }
            }
        }
        Ok(())
    }

    fn moment(&self, node: &Node, turn: i32) -> Result<Moment, Problem> {
        let game = self.board.game;
        let word = node.word("phase").or(node.word("to")).unwrap_or_default();
        let leaves = game.leaf_phases();
        if !leaves.iter().any(|phase| phase.id == word) {
            return Err(unknown(node, "phase", word));
        }
        let side = match node.word("side") {
            Some(side) => Some(game.sides.find(side).ok_or_else(|| unknown(node, "side", side))?),
            None => None,
        };
        let turn = node.get("turn").map(Node::read).transpose()?.unwrap_or(turn);
        Ok(Moment { turn, phase: vec![word.to_owned()], side })
    }

    fn unit(&self, id: &str, node: &Node) -> Result<Unit, Problem> {
        self.board.find(&UnitId::new(id)).ok_or_else(|| unknown(node, "unit", id))
    }

    fn units_in(&self, node: &Node) -> Result<Vec<Unit>, Problem> {
        node.items().iter().map(|item| self.unit(item.text().unwrap_or_default(), item)).collect()
    }

    /// The units that an entry names under `unit`, `units` or another key.
    fn units_of(&self, entry: &Node, key: &str) -> Result<Vec<Unit>, Problem> {
        let node = entry.get(key).or(entry.get("unit")).or(entry.get("units"));
        match node {
            Some(node) => self.units_in(node),
            None => Err(Problem::at(entry, format!("which units? Write `{key}`"))),
        }
    }

    fn places_of(&self, entry: &Node, key: &str) -> Result<Vec<Place>, Problem> {
        let nodes = entry.get(key).map(Node::items).unwrap_or_default();
        nodes.iter().map(|node| place(self.board.field, node)).collect()
    }

    fn now(&mut self, step: usize, what: What) {
        self.court.at_once(Event { step, what }, &mut self.rulings);
    }

    fn entry(&mut self, step: usize, entry: &Node) -> Result<(), Problem> {
        match entry.word("do").unwrap_or_default() {
            "move" | "enter" | "retreat" | "advance" | "place" => self.go(step, entry)?,
            "withdraw" | "remove" => {
                for unit in self.units_of(entry, "unit")? {
                    self.now(step, What::Went(unit, At::Off(Off::Away)));
                }
            }
            "eliminate" => {
                for unit in self.units_of(entry, "unit")? {
                    let side = self.board.roster[unit].side;
                    self.now(step, What::Went(unit, At::Off(Off::Eliminated(Some(side)))));
                }
            }
            "attack" => self.attack(step, entry)?,
            "lose" | "recover" => {
                let count: u8 = entry.get("steps").map(Node::read).transpose()?.unwrap_or(1);
                for unit in self.units_of(entry, "unit")? {
                    let steps = self.court.position.steps(unit);
                    let lost = entry.word("do") == Some("lose");
                    let left = if lost { steps.saturating_sub(count) } else { steps + count };
                    if left == 0 {
                        let side = self.board.roster[unit].side;
                        self.now(step, What::Went(unit, At::Off(Off::Eliminated(Some(side)))));
                    } else {
                        self.now(step, What::Steps(unit, left));
                    }
                }
            }
            "mark" | "unmark" => {
                let word = entry.word("state").unwrap_or_default();
                let bit =
                    self.board.state_bit(word).ok_or_else(|| unknown(entry, "state", word))?;
                let on = entry.word("do") == Some("mark");
                for unit in self.units_of(entry, "unit")? {
                    self.now(step, What::State(unit, bit, on));
                }
            }
            "demolish" => {
                let units = self.units_of(entry, "unit")?;
                let target = self.places_of(entry, "to")?.first().copied();
                self.now(step, What::Demolish(units.first().copied(), target));
                if let Some(roll) = entry.get("roll") {
                    let sum = roll.read()?;
                    self.now(step, What::Roll(sum));
                }
                if entry.word("marker") == Some("true")
                    && let Some(target) = target
                {
                    self.now(step, What::Blown(target, true));
                }
                self.court.judge_demolitions(true, &mut self.rulings);
                self.board = self.court.board();
            }
            "roll" => {
                let value = entry.get("value").or(entry.get("roll"));
                let sum = value.ok_or_else(|| Problem::at(entry, "which roll?"))?.read()?;
                self.now(step, What::Roll(sum));
            }
            "phase" => {
                let turn = self.court.turn().unwrap_or(1);
                let moment = self.moment(entry, turn)?;
                self.court.pass(&moment, step, &mut self.rulings);
            }
            "set-up" => self.court.judge_set_up(&mut self.rulings),
            "check" => self.check(step, entry)?,
            other => {
                let verbs = "move, enter, withdraw, place, attack, lose, eliminate, retreat, advance, mark, unmark, demolish, roll, phase, set-up, check";
                return Err(Problem::at(entry, format!("`{other}` is no verb of this game"))
                    .help(format!("verbs are {verbs}")));
            }
        }
        Ok(())
    }

    fn go(&mut self, step: usize, entry: &Node) -> Result<(), Problem> {
        let path = self.places_of(entry, "path")?;
        let to = match (path.last(), entry.get("to").or(entry.get("at"))) {
            (Some(last), _) => At::Map(*last),
            (None, Some(node)) => {
                let name = node.text().unwrap_or_default();
                self.board.field.parse(name).ok_or_else(|| unknown(node, "hex or box", name))?
            }
            (None, None) => return Err(Problem::at(entry, "where to? Write `path` or `to`")),
        };
        for unit in self.units_of(entry, "unit")? {
            let start = self.court.position.place(unit);
            let moves = matches!(entry.word("do"), Some("move" | "enter"));
            if let (true, Some((first, rest))) = (moves, path.split_first()) {
                // A path begins where the unit stands; one that comes from a box begins with its first hex.
                let route = if Some(*first) == start { rest } else { &path };
                if start.is_some() && Some(*first) != start {
                    return Err(Problem::at(
                        entry,
                        "a path begins with the hex the unit stands in",
                    ));
                }
                self.court.routes.push((unit, route.to_vec()));
            }
            self.now(step, What::Went(unit, to));
        }
        Ok(())
    }

    fn attack(&mut self, step: usize, entry: &Node) -> Result<(), Problem> {
        let units = self.units_of(entry, "with")?;
        let target = self.places_of(entry, "against")?.first().copied();
        let mut claims = BTreeMap::new();
        for key in ["odds", "column", "result"] {
            if let Some(word) = entry.word(key) {
                claims.insert(key.to_owned(), word.to_owned());
            }
        }
        let units = (!units.is_empty()).then_some(units);
        self.now(step, What::Attack { units, target, claims });
        if let Some(roll) = entry.get("roll") {
            let sum = roll.read()?;
            self.now(step, What::Roll(sum));
        }
        Ok(())
    }

    /// Values of a unit or a hex, without acting.
    fn check(&mut self, step: usize, entry: &Node) -> Result<(), Problem> {
        let board = self.board;
        let position = &self.court.position;
        let mut values: Vec<(&str, Value)> = Vec::new();
        for unit in match entry.get("unit") {
            Some(node) => self.units_in(node)?,
            None => Vec::new(),
        } {
            let side = board.roster[unit].side;
            values.push(("attack", board.attack(position, unit).unwrap_or(0).into()));
            values.push(("defence", board.defence(position, unit).into()));
            let allowance = board.allowance(position, unit).unwrap_or(0);
            values.push(("allowance", board.field.scale.points(allowance).to_string().into()));
            if let Some(here) = position.place(unit) {
                let mut supply = Supply::default();
                supply.draw(board, position, side);
                values.push(("supplied", supply.reaches(here).into()));
                values.push(("in-enemy-zone", position.in_enemy_zone(side, here).into()));
            }
        }
        for here in self.places_of(entry, "hex")? {
            let mut zones = Vec::new();
            let mut stacks = serde_json::Map::new();
            for (id, side) in board.game.sides.entries() {
                let number = id.index() as u8;
                if position.in_own_zone(number, here) {
                    zones.push(Value::from(side.id.clone()));
                }
                let tally = board.tally(position, number, here, None);
                if tally.points > 0 {
                    let points = board.field.scale.points(tally.points).to_string();
                    stacks.insert(side.id.clone(), points.into());
                }
            }
            values.push(("zones", Value::Array(zones)));
            values.push(("stacking", Value::Object(stacks)));
        }
        let said = &mut self.said[step - 1];
        for (name, value) in values {
            said.value(name, value);
        }
        Ok(())
    }

    /// Sorts what was said by the entries it is about.
    fn collect(&mut self) {
        for ruling in std::mem::take(&mut self.rulings) {
            let last = self.said.len();
            let at = if ruling.step == 0 { last } else { ruling.step.min(last) };
            if let Some(said) = at.checked_sub(1).and_then(|at| self.said.get_mut(at)) {
                said.absorb(ruling.judgement);
            }
        }
    }
}
