//! Who lies on whom: joining, leaving and ordering stacks as VASSAL does.

use super::piece::{Piece, PieceId, Place};
use super::position::Position;
use crate::vassal::piece::{Definition, Heart};
use std::sync::Arc;

impl Position {
    /// The first thing at a place that a piece joins when it arrives.
    pub(super) fn find_to_join(
        &self,
        to: &Place,
        id: &PieceId,
        never_stacks: bool,
    ) -> Option<PieceId> {
        let here = self.ground.get(to)?;
        here.values()
            .filter_map(|other| self.pieces.get(other))
            .find(|other| match other.definition.heart {
                Heart::Deck(_) => true,
                Heart::Stack => !never_stacks && (!other.members.is_empty() || other.id == *id),
                Heart::Piece(_) | Heart::Unknown => {
                    !never_stacks && other.id != *id && !other.definition.never_stacks()
                }
            })
            .map(|other| Arc::clone(&other.id))
    }

    /// Puts pieces on top of a stack or deck, or directly above one of its members.
    pub(super) fn join(&mut self, target: &PieceId, moving: &[PieceId], emptied: Option<&PieceId>) {
        let Some(piece) = self.pieces.get(target) else { return };
        let (stack, mut index) = if !piece.is_counter() {
            (Arc::clone(target), piece.members.len())
        } else if let Some(parent) = piece.parent.clone() {
            let above = self
                .pieces
                .get(&parent)
                .and_then(|stack| stack.members.iter().position(|id| id == target));
            (parent, above.map_or(0, |at| at + 1))
        } else {
            let place = piece.place.clone();
            let stack = self.imply_stack(target, place);
            (stack, 1)
        };
        for id in moving {
            if id != target {
                self.insert(&stack, id, index);
                index += 1;
            }
        }
        if let Some(emptied) = emptied {
            self.lift(emptied);
        }
    }

    pub(super) fn sink(&mut self, id: &PieceId) {
        let parent = self.pieces.get(id).and_then(|piece| piece.parent.clone());
        if let Some(parent) = parent {
            self.insert(&parent, id, 0);
        }
    }

    /// VASSAL makes a stack for a piece that arrives alone; its id is not in the file.
    pub(super) fn imply_stack(&mut self, id: &PieceId, place: Place) -> PieceId {
        let stack = self.new_id();
        let definition = Arc::new(Definition::decode("stack", &mut self.book));
        let piece = Piece {
            id: Arc::clone(&stack),
            definition,
            states: vec![String::new()],
            place: place.clone(),
            parent: None,
            members: Vec::new(),
            implied: true,
            arrival: 0,
        };
        self.pieces.insert(Arc::clone(&stack), piece);
        self.put(&stack, place);
        self.insert(&stack, id, 0);
        stack
    }

    pub(super) fn new_id(&mut self) -> PieceId {
        self.made += 1;
        // A tilde cannot begin an id of VASSAL's, which are numbers.
        Arc::from(format!("~{}", self.made))
    }

    pub(super) fn is_on_ground(&self, id: &PieceId) -> bool {
        let Some(piece) = self.pieces.get(id) else { return false };
        self.ground.get(&piece.place).is_some_and(|here| here.contains_key(&piece.arrival))
    }

    /// Takes a piece from the ground or out of its stack.
    pub(super) fn lift(&mut self, id: &PieceId) {
        let Some(piece) = self.pieces.get_mut(id) else { return };
        match piece.parent.take() {
            None => {
                let (place, arrival) = (piece.place.clone(), piece.arrival);
                if let Some(here) = self.ground.get_mut(&place) {
                    here.remove(&arrival);
                    if here.is_empty() {
                        self.ground.remove(&place);
                    }
                }
            }
            Some(parent) => {
                let Some(stack) = self.pieces.get_mut(&parent) else { return };
                stack.members.retain(|other| other != id);
                if stack.implied && stack.members.is_empty() {
                    self.take_out(&parent);
                }
            }
        }
    }

    /// Puts a piece on the ground of a place.
    pub(super) fn put(&mut self, id: &PieceId, place: Place) {
        self.lift(id);
        self.lay_down(id, place);
    }

    pub(super) fn lay_down(&mut self, id: &PieceId, place: Place) {
        let Some(piece) = self.pieces.get_mut(id) else { return };
        self.arrivals += 1;
        piece.arrival = self.arrivals;
        piece.place = place.clone();
        self.ground.entry(place).or_default().insert(self.arrivals, Arc::clone(id));
    }

    /// Puts a piece into a stack so that it comes to lie as VASSAL puts it.
    pub(super) fn insert(&mut self, stack: &PieceId, id: &PieceId, index: usize) {
        let Some(members) = self.pieces.get(stack).map(|stack| &stack.members) else { return };
        if let Some(at) = members.iter().position(|other| other == id) {
            let Some(stack) = self.pieces.get_mut(stack) else { return };
            let member = stack.members.remove(at);
            // VASSAL inserts before it removes, so a piece going up lands one higher.
            stack.members.insert(index.min(stack.members.len()), member);
            return;
        }
        self.lift(id);
        let Some(place) = self.pieces.get(stack).map(|stack| stack.place.clone()) else { return };
        if let Some(piece) = self.pieces.get_mut(id) {
            piece.parent = Some(Arc::clone(stack));
            piece.place = place;
        }
        if let Some(stack) = self.pieces.get_mut(stack) {
            stack.members.insert(index.min(stack.members.len()), Arc::clone(id));
        }
    }
}
