//! Cases of rule packs: situations and log entries in the words of `docs/cases.md`.

mod reading;

use super::super::case::{Names, Node, Part, Situation, read_patch, read_units, unknown};
use super::super::schedule::{Arrival, Ground};
use super::super::world::{At, Off, Unit};
use super::super::{Judgement, Problem, Ruling};
use super::Pack;
use super::board::Board;
use super::bridges;
use super::court::{Court, Event, What};
use super::field::Field;
use super::roster::Roster;
use super::supply::Supply;
use crate::deeds::Moment;
use reading::{read_sources, read_unit};
use serde_json::Value;
use std::collections::BTreeMap;

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

/// Plays a case.
pub(super) fn play(
    pack: &Pack<'_>,
    situation: &Situation,
    log: &[Node],
) -> Result<Vec<Judgement>, Problem> {
    let game = pack.game;
    let patched = read_patch(game, situation)?;
    let mut patched_field = patched.as_ref().map(|(_, map)| Field::new(game, [(None, map)]));
    if let (Some(field), Some((patch, _))) = (&mut patched_field, &patched) {
        read_sources(game, field, patch)?;
    }
    let field = patched_field.as_ref().unwrap_or(&pack.field);
    let nobody = Roster::default();
    let names = Names { game, space: field, units: &nobody, elsewhere: |_| None };
    let states: Vec<&str> = game.rules.states.names().collect();
    let read = |id: &str, part: &mut Part<'_>| read_unit(game, field, id, part);
    let (roster, stands) = read_units(&situation.units, names, &states, read)?;
    let names = Names { units: &roster, ..names };
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
    let mut case = CasePlay { board, names, court, rulings: Vec::new(), said: Vec::new() };
    for stands in stands {
        stands.lay(field, &mut case.court.position);
    }
    case.begin(situation)?;
    for (number, node) in (1..).zip(log) {
        case.said.push(Judgement::default());
        let mut entry = Part::new(node, "this entry", names);
        case.entry(number, &mut entry)?;
        entry.finish()?;
    }
    case.court.break_off(&mut case.rulings);
    case.collect();
    Ok(case.said)
}

/// A case being played.
struct CasePlay<'a> {
    board: Board<'a>,
    names: Names<'a>,
    court: Court<'a>,
    rulings: Vec<Ruling>,
    said: Vec<Judgement>,
}

impl CasePlay<'_> {
    fn begin(&mut self, situation: &Situation) -> Result<(), Problem> {
        let mut when = Part::new(&situation.when, "`when`", self.names);
        when.node("scenario");
        match when.node("phase") {
            Some(node) => {
                let moment = when.moment_of(node, node.text().unwrap_or_default(), 1)?;
                self.court.begin(&moment);
            }
            None => self.court.begin(&Moment { turn: 0, phase: Vec::new(), side: None }),
        }
        let mut state = Part::new(&situation.state, "a state", self.names);
        let attacked = state.places("attacked")?;
        self.court.note_attacked(attacked);
        let attackers = state.units("attackers")?;
        self.court.note_attackers(&attackers);
        let moved = state.units("moved")?;
        self.court.note_moved(&moved);
        for (id, node) in state.pairs("arrivals") {
            let unit = usize::from(state.unit_of(&Part::named(id, node))?);
            let mut arrival = Part::new(node, "an arrival", self.names);
            let turn = arrival.read("turn")?.unwrap_or(1);
            let ground = match arrival.at("entry")? {
                Some(At::Off(Off::Entry(entry))) => Ground::Entry(entry),
                Some(_) => return Err(Problem::at(node, "units arrive in entry boxes")),
                None => Ground::Unread,
            };
            arrival.finish()?;
            self.court.schedule.arrivals[unit] = Some(Arrival { turn, ground });
        }
        for (id, node) in state.pairs("withdrawals") {
            let unit = usize::from(state.unit_of(&Part::named(id, node))?);
            self.court.schedule.withdrawals[unit] = Some(node.read()?);
        }
        state.finish()
    }

    /// The units that an entry names under a key, or under `unit` or `units`.
    fn units_of(&self, entry: &mut Part<'_>, key: &'static str) -> Result<Vec<Unit>, Problem> {
        for key in [key, "unit", "units"] {
            if entry.node(key).is_some() {
                return entry.units(key);
            }
        }
        Err(entry.missing(key))
    }

    fn now(&mut self, step: usize, what: What) {
        self.court.at_once(Event { step, what }, &mut self.rulings);
    }

    fn eliminate(&mut self, step: usize, unit: Unit) {
        let side = self.board.roster[unit].side;
        self.now(step, What::Went(unit, At::Off(Off::Eliminated(Some(side)))));
    }

    fn roll(&mut self, step: usize, entry: &mut Part<'_>) -> Result<bool, Problem> {
        let sum: Option<u32> = entry.read("roll")?;
        if let Some(sum) = sum {
            self.now(step, What::Roll(sum));
        }
        Ok(sum.is_some())
    }

    fn entry(&mut self, step: usize, entry: &mut Part<'_>) -> Result<(), Problem> {
        let node = entry.node("do").ok_or_else(|| entry.missing("do"))?;
        let verb = node.text().unwrap_or_default();
        match verb {
            "move" | "enter" | "retreat" | "advance" | "place" => self.go(step, verb, entry)?,
            "withdraw" | "remove" => {
                for unit in self.units_of(entry, "unit")? {
                    self.now(step, What::Went(unit, At::Off(Off::Away)));
                }
            }
            "eliminate" => {
                for unit in self.units_of(entry, "unit")? {
                    self.eliminate(step, unit);
                }
            }
            "attack" => self.attack(step, entry)?,
            "lose" | "recover" => {
                let count: u8 = entry.read("steps")?.unwrap_or(1);
                for unit in self.units_of(entry, "unit")? {
                    let steps = self.court.position.steps(unit);
                    let lost = verb == "lose";
                    let left = if lost { steps.saturating_sub(count) } else { steps + count };
                    if left == 0 {
                        self.eliminate(step, unit);
                    } else {
                        self.now(step, What::Steps(unit, left));
                    }
                }
            }
            "mark" | "unmark" => {
                let states: Vec<&str> = self.board.game.rules.states.names().collect();
                let bits = entry.bits("state", &states)?;
                for unit in self.units_of(entry, "unit")? {
                    self.now(step, What::State(unit, bits, verb == "mark"));
                }
            }
            "demolish" => {
                let units = self.units_of(entry, "unit")?;
                let target = entry.place("to")?;
                self.now(step, What::Demolish(units.first().copied(), target));
                self.roll(step, entry)?;
                if let (true, Some(target)) = (entry.is("marker")?, target) {
                    self.now(step, What::Blown(target, true));
                }
                self.court.judge_demolitions(true, &mut self.rulings);
                self.board = self.court.board();
            }
            "roll" => {
                if !self.roll(step, entry)? {
                    return Err(entry.missing("roll"));
                }
            }
            "phase" => {
                let turn = self.court.turn().unwrap_or(1);
                let to = entry.node("to").ok_or_else(|| entry.missing("to"))?;
                let moment = entry.moment_of(to, to.text().unwrap_or_default(), turn)?;
                self.court.pass(&moment, step, &mut self.rulings);
            }
            "set-up" => self.court.judge_set_up(&mut self.rulings),
            "check" => self.check(step, entry)?,
            _ => return Err(unknown(node, "verb", VERBS.iter().copied())),
        }
        Ok(())
    }

    fn go(&mut self, step: usize, verb: &str, entry: &mut Part<'_>) -> Result<(), Problem> {
        let path = entry.places("path")?;
        let (to, at) = (entry.at("to")?, entry.at("at")?);
        let last = path.last().map(|last| At::Map(*last));
        let to = last.or(to).or(at).ok_or_else(|| entry.missing("to"))?;
        for unit in self.units_of(entry, "unit")? {
            let start = self.court.position.place(unit);
            let moves = matches!(verb, "move" | "enter");
            if let (true, Some((first, rest))) = (moves, path.split_first()) {
                // A path begins where the unit stands; one that comes from a box begins with its first hex.
                let route = if Some(*first) == start { rest } else { &path };
                if start.is_some() && Some(*first) != start {
                    let message = "a path begins with the hex the unit stands in";
                    return Err(Problem::at(entry.node, message));
                }
                self.court.routes.push((unit, route.to_vec()));
            }
            self.now(step, What::Went(unit, to));
        }
        Ok(())
    }

    fn attack(&mut self, step: usize, entry: &mut Part<'_>) -> Result<(), Problem> {
        let units = self.units_of(entry, "with")?;
        let target = entry.places("against")?.first().copied();
        let mut claims = BTreeMap::new();
        for key in ["odds", "column", "result"] {
            if let Some(word) = entry.word(key) {
                claims.insert(key.to_owned(), word.to_owned());
            }
        }
        let units = (!units.is_empty()).then_some(units);
        self.now(step, What::Attack { units, target, claims });
        self.roll(step, entry)?;
        Ok(())
    }

    /// Values of a unit or a hex, without acting.
    fn check(&mut self, step: usize, entry: &mut Part<'_>) -> Result<(), Problem> {
        let board = self.board;
        let position = &self.court.position;
        let mut values: Vec<(&str, Value)> = Vec::new();
        for unit in entry.units("unit")? {
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
        for here in entry.places("hex")? {
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
