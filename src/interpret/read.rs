//! Reading a replay as deeds.

use super::codebook::{Codebook, Known, is_on};
use super::recording::{Found, Recording};
use crate::deeds::{Act, Asides, Deed, Spot, Talk, UndoneRoll};
use crate::model::{Id, Side};
use crate::replay::{
    Discretion, Event, PieceName, Replay, RollSource, Step, ValueChange, Whereabouts,
};
use crate::vassal::Unreadable;
use serde::Serialize;
use std::collections::BTreeMap;

/// What interpretation could not read, or left out on purpose.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Gaps {
    /// Pieces that are no counter of the game: name, and how often they were touched.
    pub unknown_pieces: BTreeMap<String, usize>,
    /// Places that are on no map of the game, and how often pieces were put there.
    pub unknown_places: BTreeMap<String, usize>,
    /// Turns that are none of the game's.
    pub unknown_turns: BTreeMap<String, usize>,
    /// Steps that were taken back, and those that took them back.
    pub undone: usize,
    /// Pieces shifted within their hex.
    pub nudges: usize,
}

impl Gaps {
    /// Takes out what may not be told.
    pub fn hush(&mut self, discretion: &Discretion) {
        for counts in [&mut self.unknown_pieces, &mut self.unknown_places, &mut self.unknown_turns]
        {
            discretion.hush_counts(counts);
        }
    }

    /// Adds those of another log.
    pub fn add(&mut self, other: &Gaps) {
        for (own, more) in [
            (&mut self.unknown_pieces, &other.unknown_pieces),
            (&mut self.unknown_places, &other.unknown_places),
            (&mut self.unknown_turns, &other.unknown_turns),
        ] {
            for (name, count) in more {
                *own.entry(name.clone()).or_default() += count;
            }
        }
        self.undone += other.undone;
        self.nudges += other.nudges;
    }
}

/// A log as deeds.
#[derive(Debug, Clone, Default)]
pub struct Interpretation {
    /// What was done, in order; the first is the table at the beginning.
    pub deeds: Vec<Deed>,
    /// What could not be read.
    pub gaps: Gaps,
    /// What was said, and what else stands beside the deeds.
    pub asides: Asides,
    /// The scenario, by id, if the log tells.
    pub scenario: Option<String>,
    /// How many steps the log has.
    pub steps: usize,
}

/// Plays a replay to its end and reads it.
pub fn interpret(
    replay: &mut Replay<'_, '_>,
    codebook: &mut Codebook<'_>,
) -> Result<Interpretation, Unreadable> {
    Ok(read(&Recording::of(replay, |_, _| {})?, codebook))
}

/// Reads what was recorded of a log. A codebook that read another log of the same game before knows its pieces again.
pub fn read(recording: &Recording, codebook: &mut Codebook<'_>) -> Interpretation {
    codebook.resume(recording);
    let players = recording.seats.clone();
    let mut reader = Reader { codebook, out: Interpretation::default(), players };
    reader.table(recording);
    let steps = &recording.steps;
    reader.out.steps = steps.len();
    // A module whose dice set properties always sets them: a bare line was not written by its dice.
    let mut rolls = steps.iter().flat_map(Step::rolls);
    let dice_tell = rolls.any(|roll| roll.source == RollSource::Property);
    for step in steps {
        let by = reader.side_of(step);
        if step.stands() {
            if reader.tells_of_dice(step, dice_tell) {
                reader.out.asides.unthrown.push(step.number);
            }
            reader.step(step, by, recording);
        } else {
            reader.out.gaps.undone += 1;
            if step.undone_by.is_some() {
                reader.undone_rolls(step, by);
            }
        }
        reader.talk(step);
    }
    reader.out.asides.players = reader.seated();
    reader.out
}

struct Reader<'c, 'g> {
    codebook: &'c mut Codebook<'g>,
    out: Interpretation,
    /// Player names and their sides of the module.
    players: BTreeMap<String, String>,
}

impl Reader<'_, '_> {
    /// The table at the beginning.
    fn table(&mut self, recording: &Recording) {
        let (mut pieces, mut markers) = (Vec::new(), Vec::new());
        for Found { id, name, properties, at } in &recording.table {
            match self.codebook.know(id, name, properties) {
                Known::Unit(unit) => {
                    let spot = self.spot(at);
                    pieces.push(self.codebook.standing(unit, spot, properties));
                }
                Known::Marker(marker) => markers.push((marker, self.codebook.spot(at))),
                Known::Ignored => {}
                Known::Unknown => {
                    *self.out.gaps.unknown_pieces.entry(name.clone()).or_default() += 1;
                }
            }
        }
        let name = &self.codebook.mapping.pieces.scenario;
        let scenario = recording.settings.iter().find(|((_, known), _)| known == name);
        self.out.scenario = scenario
            .map(|(_, value)| value.clone())
            .map(|value| self.codebook.mapping.scenarios.get(&value).cloned().unwrap_or(value))
            .filter(|id| self.codebook.game.scenarios.find(id).is_some());
        let first = self
            .out
            .scenario
            .as_deref()
            .and_then(|id| self.codebook.game.scenarios.get(id)?.first_side);
        if let Some(first) = first {
            self.codebook.turns.first_side(first);
        }
        let tracker = self.codebook.turns.tracker_id();
        let state = tracker.and_then(|id| recording.turns.get(id)).cloned();
        let moment = state.and_then(|state| self.codebook.turns.read(&state));
        let scenario = self.out.scenario.clone();
        self.push(0, None, Act::SetUp { pieces, markers, moment, scenario });
    }

    fn push(&mut self, step: usize, by: Option<Id<Side>>, act: Act) {
        self.out.deeds.push(Deed { step, by, act });
    }

    /// A place, counted when the game does not know it.
    fn spot(&mut self, at: &Whereabouts) -> Spot {
        let spot = self.codebook.spot(at);
        if let (Spot::Elsewhere(name), Some(_)) = (&spot, &at.map) {
            *self.out.gaps.unknown_places.entry(name.to_string()).or_default() += 1;
        }
        spot
    }

    fn unknown(&mut self, piece: &PieceName) {
        *self.out.gaps.unknown_pieces.entry(piece.name.clone()).or_default() += 1;
    }

    /// The side of a player. Chat may call a player otherwise than the seat does: `Lorn (Alice)` for `(Alice)`.
    fn side_named(&self, who: Option<&String>) -> Option<Id<Side>> {
        let who = who?;
        let seated = self.players.get(who).or_else(|| {
            let same = |name: &str| !name.trim().is_empty() && who.contains(name.trim());
            self.players.iter().find(|(name, _)| same(name)).map(|(_, side)| side)
        });
        seated.and_then(|side| self.codebook.side(side)).or_else(|| {
            let mut sides = self.codebook.game.sides.entries();
            sides.find(|(_, side)| who.starts_with(&side.name)).map(|(id, _)| id)
        })
    }

    /// Whose step it is: its player's, or the side that a report of dice names: `Roll 1d6: 6 [Lorn]`.
    fn side_of(&self, step: &Step) -> Option<Id<Side>> {
        self.side_named(step.who.as_ref()).or_else(|| {
            step.rolls().next()?;
            let told = |line: &str| {
                let (_, side) = line.strip_suffix(']')?.rsplit_once('[')?;
                self.codebook.side(side)
            };
            step.lines().find_map(told)
        })
    }

    /// Whether the module’s line of a roll stands in a step in which no die was thrown.
    fn tells_of_dice(&self, step: &Step, dice_tell: bool) -> bool {
        if step.rolls().any(|roll| roll.source != RollSource::Chat) {
            return false;
        }
        let by_chat = dice_tell && step.rolls().next().is_some();
        let dice = self.codebook.game.dice.iter();
        let names: Vec<String> = dice.map(|dice| format!("Roll {}:", dice.id)).collect();
        by_chat
            || step.events.iter().any(|event| match event {
                Event::Chat { speaker: None, text } => {
                    let line = super::declaration::bare(text);
                    names.iter().any(|name| line.starts_with(name.as_str()))
                }
                _ => false,
            })
    }

    /// Who sits where, by name.
    fn seated(&self) -> Vec<(Id<Side>, String)> {
        let side = |name| Some((self.side_named(Some(name))?, name.clone()));
        let mut seated: Vec<_> = self.players.keys().filter_map(side).collect();
        seated.sort_by(|a, b| (a.0.index(), &a.1).cmp(&(b.0.index(), &b.1)));
        seated
    }

    /// What players typed; the module's own lines have no speaker.
    fn talk(&mut self, step: &Step) {
        for event in &step.events {
            if let Event::Chat { speaker: Some(speaker), text } = event {
                let by = self.side_named(Some(speaker));
                let talk = Talk { step: step.number, by, text: text.clone() };
                self.out.asides.talk.push(talk);
            }
        }
    }

    fn undone_rolls(&mut self, step: &Step, by: Option<Id<Side>>) {
        for roll in step.rolls() {
            let dice = self.dice(&roll.button);
            let faces = roll.dice.iter().filter_map(|face| u32::try_from(*face).ok()).collect();
            self.out.asides.undone_rolls.push(UndoneRoll {
                step: step.number,
                by,
                dice,
                faces,
                left_for: None,
            });
        }
    }

    fn dice(&self, button: &str) -> String {
        self.codebook.mapping.dice.get(button).map_or(button, String::as_str).to_owned()
    }

    fn step(&mut self, step: &Step, by: Option<Id<Side>>, recording: &Recording) {
        for event in &step.events {
            match event {
                Event::Move { piece, from, to, .. } => self.moved(step.number, by, piece, from, to),
                Event::Change { piece, values, .. } => self.changed(step.number, by, piece, values),
                Event::Create { piece, at } => {
                    let key = (step.number, piece.id.clone());
                    let properties = recording.born.get(&key).map_or(&[][..], Vec::as_slice);
                    let spot = self.spot(at);
                    match self.codebook.know(&piece.id, &piece.name, properties) {
                        Known::Unit(unit) => {
                            let standing = self.codebook.standing(unit, spot, properties);
                            self.push(step.number, by, Act::Arrive(standing));
                        }
                        Known::Marker(marker) => {
                            let act = Act::Marker { marker, from: None, to: Some(spot) };
                            self.push(step.number, by, act);
                        }
                        Known::Ignored => {}
                        Known::Unknown => self.unknown(piece),
                    }
                }
                Event::Remove { piece, at } => {
                    let from = self.codebook.spot(at);
                    match self.codebook.known(&piece.id) {
                        Known::Unit(unit) => self.push(step.number, by, Act::Leave { unit, from }),
                        Known::Marker(marker) => {
                            let act = Act::Marker { marker, from: Some(from), to: None };
                            self.push(step.number, by, act);
                        }
                        Known::Ignored => {}
                        Known::Unknown => self.unknown(piece),
                    }
                    self.codebook.forget(&piece.id);
                }
                Event::Chat { speaker: None, text } => {
                    if let Some(declared) = self.codebook.declared(text) {
                        self.push(step.number, by, Act::Declare(declared));
                    }
                }
                Event::Roll(roll) => {
                    let dice = self.dice(&roll.button);
                    let faces = roll.dice.iter().filter_map(|face| u32::try_from(*face).ok());
                    let act = Act::Roll { dice, faces: faces.collect() };
                    self.push(step.number, by, act);
                }
                Event::Turn { tracker, turn, state } if self.codebook.turns.is(tracker) => {
                    match self.codebook.turns.read(state) {
                        Some(moment) => self.push(step.number, by, Act::Turn(moment)),
                        None => {
                            let shown = turn.as_ref().unwrap_or(state).clone();
                            *self.out.gaps.unknown_turns.entry(shown).or_default() += 1;
                        }
                    }
                }
                Event::Property { change, .. } => self.property(step.number, by, change),
                _ => {}
            }
        }
    }

    fn moved(
        &mut self,
        step: usize,
        by: Option<Id<Side>>,
        piece: &PieceName,
        from: &Whereabouts,
        to: &Whereabouts,
    ) {
        let known = self.codebook.known(&piece.id);
        if known == Known::Ignored {
            return;
        }
        if known == Known::Unknown {
            self.unknown(piece);
            return;
        }
        let (from, to) = (self.codebook.spot(from), self.spot(to));
        if from == to {
            self.out.gaps.nudges += 1;
            return;
        }
        let act = match known {
            Known::Unit(unit) => Act::Move { unit, from, to },
            Known::Marker(marker) => Act::Marker { marker, from: Some(from), to: Some(to) },
            Known::Ignored | Known::Unknown => return,
        };
        self.push(step, by, act);
    }

    fn changed(
        &mut self,
        step: usize,
        by: Option<Id<Side>>,
        piece: &PieceName,
        values: &[ValueChange],
    ) {
        let Known::Unit(unit) = self.codebook.known(&piece.id) else { return };
        let mapping = self.codebook.mapping;
        for change in values {
            if let Some(steps) = &mapping.steps
                && steps.property == change.name
            {
                let read = |value: &str| self.codebook.steps(&unit, value);
                if let (Some(from), Some(to)) = (read(&change.old), read(&change.new)) {
                    self.push(step, by, Act::Steps { unit: unit.clone(), from, to });
                }
            }
            for state in mapping.states.iter().filter(|state| state.property == change.name) {
                let (was, is) = (is_on(state, &change.old), is_on(state, &change.new));
                if was != is {
                    let act = Act::State { unit: unit.clone(), state: state.state.clone(), on: is };
                    self.push(step, by, act);
                }
            }
        }
    }

    fn property(&mut self, step: usize, by: Option<Id<Side>>, change: &ValueChange) {
        let mapping = self.codebook.mapping;
        let Some(points) = mapping.points.iter().find(|points| points.property == change.name)
        else {
            return;
        };
        let Ok(now) = change.new.trim().parse() else { return };
        let side = points.side.as_deref().and_then(|side| self.codebook.game.sides.find(side));
        self.push(step, by, Act::Points { kind: points.kind.clone(), side, now });
    }
}
