//! The table at one moment: every piece in its place.

use super::piece::{Piece, PieceId, Place};
use super::table::Table;
use crate::vassal::command::{AddPiece, ChangePiece, Command, MovePiece, Spot};
use crate::vassal::piece::{BasicState, DeckState, Definition, Heart, StackState, TraitBook};
use hashbrown::{HashMap, HashSet};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// All pieces, and what lies around them.
#[derive(Debug, Default)]
pub struct Position {
    pub(super) pieces: HashMap<PieceId, Piece>,
    /// What lies directly on a place, in order of arrival: later ones on top.
    pub(super) ground: HashMap<Place, BTreeMap<u64, PieceId>>,
    pub(super) arrivals: u64,
    names: HashMap<String, Arc<str>>,
    pub(super) book: TraitBook,
    pub(super) made: usize,
    /// Players, boards, properties, turns, notes.
    pub table: Table,
}

/// What a command did to the pieces.
#[derive(Debug, Clone)]
pub enum Effect {
    /// A piece came into the game.
    Added(PieceId),
    /// A piece left the game; this is how it was and where.
    Removed(Box<Piece>, Place),
    /// A piece went from one place to another, perhaps the same.
    Moved(PieceId, Place),
    /// States of a piece changed: the number of each, and what it was.
    Changed(PieceId, Vec<(usize, String)>),
    /// The order of a deck or stack changed.
    Reordered(PieceId),
    /// The command named a piece that is not in the game.
    NoSuchPiece(String),
}

impl Position {
    /// A piece by id.
    pub fn piece(&self, id: &str) -> Option<&Piece> {
        self.pieces.get(id)
    }

    /// All pieces, stacks and decks, in no order, without those we only infer.
    pub fn pieces(&self) -> impl Iterator<Item = &Piece> {
        self.pieces.values().filter(|piece| !piece.implied)
    }

    /// All counters, sorted by id, so that lists are the same every time.
    pub fn counters(&self) -> Vec<&Piece> {
        let mut counters: Vec<_> =
            self.pieces.values().filter(|piece| piece.is_counter()).collect();
        counters.sort_by(|a, b| by_id(&a.id, &b.id));
        counters
    }

    /// Where a piece lies: where its stack does.
    pub fn place(&self, piece: &Piece) -> Place {
        match piece.parent.as_ref().and_then(|parent| self.pieces.get(parent)) {
            Some(parent) => parent.place.clone(),
            None => piece.place.clone(),
        }
    }

    /// The deck a piece lies in.
    pub fn deck_of(&self, piece: &Piece) -> Option<&Piece> {
        self.pieces.get(piece.parent.as_ref()?).filter(|parent| parent.is_deck())
    }

    /// Its number in its stack from the bottom, counted from one, and the stack's height.
    pub fn height(&self, piece: &Piece) -> (usize, usize) {
        let stack = piece.parent.as_ref().and_then(|parent| self.pieces.get(parent));
        let found = stack.and_then(|stack| stack.members.iter().position(|id| *id == piece.id));
        match (stack, found) {
            (Some(stack), Some(at)) => (at + 1, stack.members.len()),
            _ => (1, 1),
        }
    }

    /// The counters at a place, alone or in stacks.
    pub fn counters_at(&self, place: &Place) -> Vec<PieceId> {
        let here = self.ground.get(place).into_iter().flat_map(BTreeMap::values);
        let pieces = here.filter_map(|id| self.pieces.get(id));
        let own = |piece: &Piece| piece.is_counter().then(|| Arc::clone(&piece.id));
        pieces.flat_map(|piece| piece.members.iter().cloned().chain(own(piece))).collect()
    }

    /// Executes a command as VASSAL would.
    pub fn execute(&mut self, command: &Command<'_>, effects: &mut Vec<Effect>) {
        match command {
            Command::BeginSave => {
                self.pieces.clear();
                self.ground.clear();
                self.table = Table::default();
            }
            Command::Add(add) => self.add(add, effects),
            Command::Remove(id) => self.remove(id, effects),
            Command::Change(change) => self.change(change, effects),
            Command::Move(step) => {
                step.player.iter().for_each(|player| self.table.keep_secret(player));
                self.step(step, effects);
            }
            Command::Log(leaf) => self.execute(&leaf.command, effects),
            other => self.table.execute(other),
        }
    }

    fn map_name(&mut self, name: Option<&str>) -> Option<Arc<str>> {
        let name = name?;
        if let Some(known) = self.names.get(name) {
            return Some(Arc::clone(known));
        }
        let new: Arc<str> = Arc::from(name);
        self.names.insert(name.to_owned(), Arc::clone(&new));
        Some(new)
    }

    pub(super) fn place_at(&mut self, spot: &Spot<'_>) -> Place {
        Place { map: self.map_name(spot.map.as_deref()), x: spot.x, y: spot.y }
    }

    fn add(&mut self, add: &AddPiece<'_>, effects: &mut Vec<Effect>) {
        let definition = Arc::new(Definition::decode(&add.kind, &mut self.book));
        let id: PieceId = if add.id == "null" { self.new_id() } else { Arc::from(add.id.as_ref()) };
        if self.pieces.contains_key(&id) {
            // VASSAL replaces a piece of the same id.
            self.take_out(&id);
        }
        let states = definition.split_state(&add.state);
        let piece = Piece {
            id: Arc::clone(&id),
            definition,
            states,
            place: Place::default(),
            parent: None,
            members: Vec::new(),
            implied: false,
            arrival: 0,
        };
        self.pieces.insert(Arc::clone(&id), piece);
        self.settle(&id, effects);
        effects.push(Effect::Added(id));
    }

    /// Puts a piece where its state says, and into it what its state says.
    fn settle(&mut self, id: &PieceId, effects: &mut Vec<Effect>) {
        let Some(piece) = self.pieces.get(id) else { return };
        let state = piece.states.last().map(String::as_str).unwrap_or_default();
        let (map, x, y, members) = match &piece.definition.heart {
            Heart::Stack => {
                let state = StackState::decode(state);
                (state.map, state.x, state.y, Some(state.members))
            }
            Heart::Deck(_) => {
                let state = DeckState::decode(state);
                (state.map, state.x, state.y, Some(state.members))
            }
            Heart::Piece(_) | Heart::Unknown => {
                let state = BasicState::decode(state);
                (state.map, state.x, state.y, None)
            }
        };
        let place = Place { map: self.map_name(map.as_deref()), x, y };
        let moved = self.pieces.get(id).is_some_and(|piece| piece.place != place);
        let Some(members) = members else {
            self.put(id, place);
            return;
        };
        if moved || !self.is_on_ground(id) {
            self.put(id, place);
        }
        self.fill(id, &members, effects);
    }

    /// Makes these the members of a stack or deck, from the bottom up.
    fn fill(&mut self, id: &PieceId, members: &[String], effects: &mut Vec<Effect>) {
        let Some(stack) = self.pieces.get_mut(id) else { return };
        let place = stack.place.clone();
        let before = std::mem::take(&mut stack.members);
        let mut seen = HashSet::new();
        let mut filled = Vec::with_capacity(members.len());
        for member in members {
            let Some(piece) = self.pieces.get(member.as_str()).filter(|piece| piece.is_counter())
            else {
                continue;
            };
            let member = Arc::clone(&piece.id);
            if !seen.insert(Arc::clone(&member)) {
                continue;
            }
            let from = self.place(piece);
            if piece.parent.as_ref() != Some(id) {
                self.lift(&member);
            }
            if let Some(piece) = self.pieces.get_mut(&member) {
                piece.parent = Some(Arc::clone(id));
                piece.place = place.clone();
            }
            if from != place && from.map.is_some() {
                effects.push(Effect::Moved(Arc::clone(&member), from));
            }
            filled.push(member);
        }
        if let Some(stack) = self.pieces.get_mut(id) {
            stack.members = filled;
        }
        // Whatever is no longer listed lies loose where it was.
        for old in before.into_iter().filter(|old| !seen.contains(old)) {
            if let Some(piece) = self.pieces.get_mut(&old) {
                piece.parent = None;
            }
            self.lay_down(&old, place.clone());
        }
    }

    fn remove(&mut self, id: &str, effects: &mut Vec<Effect>) {
        let Some(piece) = self.pieces.get(id) else {
            effects.push(Effect::NoSuchPiece(id.to_owned()));
            return;
        };
        let place = self.place(piece);
        if let Some(piece) = self.take_out(id) {
            effects.push(Effect::Removed(Box::new(piece), place));
        }
    }

    pub(super) fn take_out(&mut self, id: &str) -> Option<Piece> {
        let id = self.pieces.get_key_value(id).map(|(key, _)| Arc::clone(key))?;
        self.lift(&id);
        let piece = self.pieces.remove(&id)?;
        for member in &piece.members {
            if let Some(member) = self.pieces.get_mut(member) {
                member.parent = None;
            }
            self.lay_down(member, piece.place.clone());
        }
        Some(piece)
    }

    fn change(&mut self, change: &ChangePiece<'_>, effects: &mut Vec<Effect>) {
        let Some(piece) = self.pieces.get_mut(change.id.as_ref()) else {
            effects.push(Effect::NoSuchPiece(change.id.clone().into_owned()));
            return;
        };
        let id = Arc::clone(&piece.id);
        // Most of a state stays as it was: only what differs is copied.
        let new = piece.definition.links_of_state(&change.new_state);
        let old = change.old_state.as_deref().map(|state| piece.definition.links_of_state(state));
        let heart = piece.states.len() - 1;
        let mut before = Vec::new();
        let mut resettle = false;
        for (index, slot) in piece.states.iter_mut().enumerate() {
            let state = link(&new, index);
            if old.as_ref().is_some_and(|old| link(old, index) == state) {
                continue;
            }
            resettle |= index == heart;
            if slot != state {
                before.push((index, std::mem::replace(slot, state.to_owned())));
            }
        }
        if !piece.is_counter() {
            let order = piece.members.clone();
            let from = piece.place.clone();
            self.settle(&id, effects);
            if let Some(piece) = self.pieces.get(&id) {
                if piece.place != from {
                    effects.push(Effect::Moved(Arc::clone(&id), from));
                }
                if piece.members != order {
                    effects.push(Effect::Reordered(id));
                }
            }
            return;
        }
        if resettle {
            self.resettle(&id, effects);
        }
        if !before.is_empty() {
            effects.push(Effect::Changed(id, before));
        }
    }

    /// A counter's own state gave it a place: VASSAL follows it unless it lies in a stack of that map.
    fn resettle(&mut self, id: &PieceId, effects: &mut Vec<Effect>) {
        let Some(piece) = self.pieces.get(id) else { return };
        let state = piece.basic();
        let from = self.place(piece);
        let in_stack = piece.parent.is_some();
        let to = Place { map: self.map_name(state.map.as_deref()), x: state.x, y: state.y };
        let stays = in_stack && (to.map.is_none() || to.map == from.map);
        if !stays && to != from {
            self.put(id, to);
            effects.push(Effect::Moved(Arc::clone(id), from));
        }
    }

    fn step(&mut self, step: &MovePiece<'_>, effects: &mut Vec<Effect>) {
        let Some(piece) = self.pieces.get(step.id.as_ref()) else {
            effects.push(Effect::NoSuchPiece(step.id.clone().into_owned()));
            return;
        };
        let id = Arc::clone(&piece.id);
        let from = self.place(piece);
        let moving: Vec<PieceId> =
            if piece.is_stack() { piece.members.clone() } else { vec![Arc::clone(&id)] };
        let is_stack = piece.is_stack();
        let never_stacks = piece.definition.never_stacks() || piece.is_deck();
        let to = self.place_at(&step.to);
        let under = step.to.under.as_ref().and_then(|under| self.pieces.get(under.as_ref()));
        let under =
            under.filter(|under| self.place(under) == to).map(|under| Arc::clone(&under.id));
        let target = if to.map.is_none() {
            None
        } else if under.is_some() {
            under.clone()
        } else {
            self.find_to_join(&to, &id, never_stacks)
        };
        match target {
            Some(target) if target == id => {}
            Some(target) => self.join(&target, &moving, is_stack.then_some(&id)),
            None => {
                self.put(&id, to.clone());
                if !is_stack && !never_stacks && to.map.is_some() {
                    self.imply_stack(&id, to);
                }
            }
        }
        if under.is_none() && !is_stack {
            self.sink(&id);
        }
        effects.extend(moving.into_iter().map(|id| Effect::Moved(id, from.clone())));
    }
}

/// A link of a chain; those that are missing are empty.
fn link<'a>(links: &'a [Cow<'_, str>], index: usize) -> &'a str {
    links.get(index).map_or("", |link| link)
}

/// Ids in the order of their numbers.
pub(super) fn by_id(a: &str, b: &str) -> std::cmp::Ordering {
    a.len().cmp(&b.len()).then_with(|| a.cmp(b))
}
