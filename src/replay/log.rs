//! Playing a log step by step.

use super::dice::{Roll, RollSource};
use super::mismatch::WritersTable;
use super::piece::{Piece, Place};
use super::position::{Effect, Position};
use super::step::{Event, PieceName, Step, ValueChange, Whereabouts};
use super::survey::{Guide, Surveyor};
use super::undo;
use crate::vassal::command::{Command, Leaf, MovePiece, Tree};
use crate::vassal::error::Result;
use crate::vassal::limits::Limits;

/// A saved game being played: the position, and the entries still to come.
#[derive(Debug)]
pub struct Replay<'t, 'm> {
    position: Position,
    entries: Vec<&'t Tree<'t>>,
    next: usize,
    writers: WritersTable,
    effects: Vec<Effect>,
    surveyor: Surveyor<'m>,
    limits: Limits,
    done: usize,
}

impl<'t, 'm> Replay<'t, 'm> {
    /// Sets up the position of a save, or that at the start of a log.
    pub fn start(tree: &'t Tree<'t>, guide: Option<&'m Guide>, limits: &Limits) -> Result<Self> {
        let limits = limits.restarted();
        let mut position = Position::default();
        let mut entries = Vec::new();
        let mut effects = Vec::new();
        for top in tree.top() {
            if top.leaves().any(|leaf| matches!(leaf.command, Command::Log(_))) {
                entries.push(top);
                continue;
            }
            for (index, leaf) in top.leaves().enumerate() {
                if index.is_multiple_of(256) {
                    limits.check_time("setting up the pieces")?;
                }
                position.execute(&leaf.command, &mut effects);
                effects.clear();
            }
        }
        let surveyor = Surveyor::new(guide);
        let (writers, effects) = (WritersTable::default(), Vec::new());
        Ok(Replay { position, entries, next: 0, writers, effects, surveyor, limits, done: 0 })
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// How many entries the log has, also those that are no steps.
    pub fn entry_count(&self) -> usize {
        self.entries.len()
    }

    /// Where a piece is now, in VASSAL's words.
    pub fn whereabouts(&mut self, piece: &Piece) -> Whereabouts {
        let place = self.position.place(piece);
        self.surveyor.locate(&place, &self.position.table)
    }

    /// Where a piece with this id is now.
    pub fn locate(&mut self, id: &str) -> Option<Whereabouts> {
        let place = self.position.place(self.position.piece(id)?);
        Some(self.surveyor.locate(&place, &self.position.table))
    }

    /// A place in VASSAL's words, on the boards in use now.
    pub fn describe(&mut self, place: &Place) -> Whereabouts {
        self.surveyor.locate(place, &self.position.table)
    }

    /// The turn of each tracker, as players see it: name, text, state.
    pub fn turns(&self) -> Vec<(String, Option<String>, String)> {
        let tell = |(tracker, state): (&String, &String)| {
            let (name, turn) = self.surveyor.turn(tracker, state);
            (name, turn, state.clone())
        };
        self.position.table.turns.iter().map(tell).collect()
    }

    /// Plays the next step; none at the end of the log.
    pub fn advance(&mut self) -> Result<Option<Step>> {
        loop {
            let Some(&entry) = self.entries.get(self.next) else { return Ok(None) };
            self.next += 1;
            let idle = |leaf: &Leaf<'_>| match &leaf.command {
                Command::Log(inner) => {
                    matches!(inner.command, Command::Nothing | Command::Unencodable)
                }
                Command::Nothing | Command::Unencodable => true,
                _ => false,
            };
            if entry.leaves().all(idle) {
                continue;
            }
            self.done += 1;
            return self.play(entry).map(Some);
        }
    }

    /// Plays all that is left and resolves what was undone.
    pub fn finish(&mut self) -> Result<Vec<Step>> {
        self.finish_watching(|_, _| {})
    }

    /// The same, looking at the position right after each step.
    pub fn finish_watching(&mut self, mut look: impl FnMut(&Position, &Step)) -> Result<Vec<Step>> {
        let mut steps = Vec::new();
        while let Some(step) = self.advance()? {
            look(&self.position, &step);
            steps.push(step);
        }
        undo::resolve(&mut steps);
        Ok(steps)
    }

    fn play(&mut self, entry: &Tree<'_>) -> Result<Step> {
        let mut step = Step {
            number: self.done,
            who: None,
            undone_by: None,
            undoes: None,
            events: Vec::new(),
            is_undo: false,
            deeds: undo::Deeds::default(),
        };
        let mut speaker = None;
        for (index, leaf) in entry.leaves().enumerate() {
            if index.is_multiple_of(64) {
                self.limits.check_time("playing the log")?;
            }
            self.obey(undo::logged(leaf), &mut step, &mut speaker);
        }
        let (index, position) = (self.next - 1, &mut self.position);
        if self.writers.note_entry(index, &step.deeds, &self.entries, position) {
            for event in &mut step.events {
                if let Event::Mismatch { cause, .. } = event {
                    *cause = cause.in_undo();
                }
            }
        }
        step.who = step.who.take().or(speaker);
        // A roll is told twice since 3.6: as a report and as properties. The properties are the better witness.
        let told: Vec<Vec<i64>> = step
            .rolls()
            .filter(|roll| roll.source == RollSource::Property)
            .map(|roll| roll.dice.clone())
            .collect();
        if !told.is_empty() {
            let who = step.rolls().find_map(|roll| roll.who.clone());
            step.events.retain(
                |event| !matches!(event, Event::Roll(roll) if roll.source == RollSource::Chat),
            );
            for event in &mut step.events {
                if let Event::Roll(roll) = event {
                    roll.who = roll.who.take().or_else(|| who.clone());
                }
            }
        }
        Ok(step)
    }

    /// Does what a command says and tells what came of it.
    fn obey(&mut self, command: &Command<'_>, step: &mut Step, speaker: &mut Option<String>) {
        if let Command::Move(moved) = command {
            step.who = step.who.take().or_else(|| self.mover(moved));
            if let Some((here, cause)) = self.writers.contradiction(moved, &self.position)
                && let Some(piece) = self.position.piece(&moved.id).map(piece_name)
            {
                let told = self.position.place_at(&moved.from);
                let table = &self.position.table;
                let at = self.surveyor.locate(&here, table);
                let told = self.surveyor.locate(&told, table);
                step.events.push(Event::Mismatch { piece, at, told, cause });
            }
            self.writers.note_move(moved, &mut self.position);
        }
        let mut effects = std::mem::take(&mut self.effects);
        self.position.execute(command, &mut effects);
        step.deeds.note(command);
        for effect in effects.drain(..) {
            if let Some(event) = tell(&self.position, &mut self.surveyor, effect) {
                step.events.push(event);
            }
        }
        self.effects = effects;
        self.around(command, step, speaker);
    }

    fn mover(&self, moved: &MovePiece<'_>) -> Option<String> {
        let seat = self.position.table.seat(moved.player.as_ref()?)?;
        Some(seat.name.clone())
    }

    /// What a command tells that is not about pieces.
    fn around(&mut self, command: &Command<'_>, step: &mut Step, speaker: &mut Option<String>) {
        let event = match command {
            Command::Undo(_) => {
                step.is_undo = true;
                return;
            }
            Command::Chat(line) => {
                let (name, text) = split_speaker(line);
                step.is_undo |= undo::is_report(line);
                let roll = if name.is_none() { Roll::from_chat(line) } else { None };
                if let Some(who) =
                    name.clone().or_else(|| roll.as_ref().and_then(|roll| roll.who.clone()))
                {
                    speaker.get_or_insert(who);
                }
                step.events.push(Event::Chat { speaker: name, text: text.to_owned() });
                match roll {
                    Some(roll) => Event::Roll(roll),
                    None => return,
                }
            }
            Command::PropertyChange(change) => {
                if let Some(roll) = Roll::from_property(&change.name, &change.new) {
                    step.events.push(Event::Roll(roll));
                } else if let Some(Event::Roll(roll)) =
                    step.events.iter_mut().rfind(|event| matches!(event, Event::Roll(roll) if roll.source == RollSource::Property))
                {
                    roll.add_property(&change.name, &change.new);
                }
                Event::Property {
                    container: change.container.as_deref().unwrap_or_default().to_owned(),
                    change: ValueChange {
                        name: change.name.to_string(),
                        old: change.old.to_string(),
                        new: change.new.to_string(),
                    },
                }
            }
            Command::SpecialDice(tokens) => {
                let mut tokens = tokens.iter();
                let button = tokens.next().map(ToString::to_string).unwrap_or_default();
                let dice = tokens.filter_map(|face| face.parse().ok()).collect();
                Event::Roll(Roll {
                    button,
                    dice,
                    total: None,
                    who: None,
                    source: RollSource::Special,
                })
            }
            Command::Turn(turn) => {
                let (tracker, text) = self.surveyor.turn(&turn.tracker, &turn.state);
                Event::Turn { tracker, turn: text, state: turn.state.to_string() }
            }
            Command::Boards(boards) => Event::Boards {
                map: boards.map.to_string(),
                boards: boards.boards.iter().map(|board| board.name.to_string()).collect(),
            },
            Command::LineOfSight(line) => Event::LineOfSight { from: line.anchor, to: line.arrow },
            Command::Unknown(_) => Event::Unknown { kind: command.kind().into_owned() },
            _ => return,
        };
        step.events.push(event);
    }
}

fn piece_name(piece: &Piece) -> PieceName {
    PieceName { id: piece.id.to_string(), name: piece.name() }
}

/// Tells an effect on a counter; what happens to stacks is told by their members.
fn tell(position: &Position, surveyor: &mut Surveyor<'_>, effect: Effect) -> Option<Event> {
    let table = &position.table;
    let mut at = |place: &Place| surveyor.locate(place, table);
    match effect {
        Effect::Added(id) => {
            let piece = position.piece(&id).filter(|piece| piece.is_counter())?;
            Some(Event::Create { piece: piece_name(piece), at: at(&position.place(piece)) })
        }
        Effect::Removed(piece, place) => {
            piece.is_counter().then(|| Event::Remove { piece: piece_name(&piece), at: at(&place) })
        }
        Effect::Moved(id, from) => {
            let piece = position.piece(&id).filter(|piece| piece.is_counter())?;
            let (stack_position, stack_size) = position.height(piece);
            let to = at(&position.place(piece));
            Some(Event::Move {
                piece: piece_name(piece),
                from: at(&from),
                to,
                stack_position,
                stack_size,
            })
        }
        Effect::Changed(id, before) => {
            let piece = position.piece(&id)?;
            changed(piece, &before, at(&position.place(piece)))
        }
        Effect::Reordered(id) => {
            let deck = position.piece(&id).filter(|piece| piece.is_deck())?;
            Some(Event::Reorder { deck: piece_name(deck), cards: deck.members.len() })
        }
        Effect::NoSuchPiece(id) => Some(Event::Missing { id }),
    }
}

fn changed(piece: &Piece, before: &[(usize, String)], at: Whereabouts) -> Option<Event> {
    let mut values = Vec::new();
    let mut unnamed = 0;
    let mut renamed = false;
    for (index, old) in before {
        // What changed of the heart is told as a move.
        let Some(one) = piece.definition.traits.get(*index) else { continue };
        let new = piece.states.get(*index)?;
        renamed |= one.meaning.renames();
        let (mut was, mut is) = (Vec::new(), Vec::new());
        one.properties(old, &mut was);
        one.properties(new, &mut is);
        if was == is {
            unnamed += 1;
            continue;
        }
        for (name, new) in is {
            let old = was.iter().find(|(other, _)| *other == name);
            let old = old.map_or("", |(_, value)| value.as_str());
            if old != new {
                values.push(ValueChange { name, old: old.to_owned(), new });
            }
        }
    }
    if values.is_empty() && unnamed == 0 {
        return None;
    }
    let piece_name = piece_name(piece);
    let was_called = if renamed {
        let mut states: Vec<&str> = piece.states.iter().map(String::as_str).collect();
        for (index, old) in before {
            states[*index] = old;
        }
        Some(piece.definition.name(&states)).filter(|was| *was != piece_name.name)
    } else {
        None
    };
    Some(Event::Change { piece: piece_name, was_called, at, values, unnamed })
}

/// Who speaks in a line of chat, and what is said.
fn split_speaker(line: &str) -> (Option<String>, &str) {
    for (open, close) in [("&lt;", "&gt; - "), ("<", "> - ")] {
        if let Some((name, text)) = line.strip_prefix(open).and_then(|rest| rest.split_once(close))
        {
            return (Some(name.to_owned()), text);
        }
    }
    (None, line)
}
