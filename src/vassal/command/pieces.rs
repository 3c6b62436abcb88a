//! Commands about pieces: add, remove, change, move.

use crate::vassal::secret::Secret;
use crate::vassal::sequence::{Joiner, Split, split};
use std::borrow::Cow;

/// Puts a piece, stack or deck into the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddPiece<'a> {
    /// The piece's id; `null` asks for a new one.
    pub id: Cow<'a, str>,
    /// What the piece is: its traits.
    pub kind: Cow<'a, str>,
    /// How the piece is: one state per trait.
    pub state: Cow<'a, str>,
}

impl<'a> AddPiece<'a> {
    pub(super) const PREFIX: &'static str = "+/";

    /// Reads the command after its prefix; also whether writing it gives the same text.
    pub fn decode(text: &'a str) -> Option<(Self, bool)> {
        let mut fields = split('/', text);
        let id = fields.next()?;
        let kind = fields.next()?;
        let state = fields.next()?;
        let faithful = fields.faithful() && !fields.has_more();
        Some((AddPiece { id, kind, state }, faithful))
    }

    /// Writes the command.
    pub fn encode(&self) -> String {
        let mut fields = Joiner::after(Self::PREFIX, '/');
        fields.push(&self.id).push(&self.kind).push(&self.state);
        fields.finish()
    }

    /// Whether this adds a stack.
    pub fn is_stack(&self) -> bool {
        self.kind == "stack"
    }

    /// Whether this adds a deck.
    pub fn is_deck(&self) -> bool {
        self.kind.starts_with("deck;")
    }
}

/// Changes the states of a piece's traits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangePiece<'a> {
    /// The piece.
    pub id: Cow<'a, str>,
    /// How it is afterwards.
    pub new_state: Cow<'a, str>,
    /// How it was; then only the traits that differ are set.
    pub old_state: Option<Cow<'a, str>>,
}

impl<'a> ChangePiece<'a> {
    pub(super) const PREFIX: &'static str = "D/";

    /// Reads the command after its prefix; also whether writing it gives the same text.
    pub fn decode(text: &'a str) -> Option<(Self, bool)> {
        let mut fields = split('/', text);
        let change =
            ChangePiece { id: fields.next()?, new_state: fields.next()?, old_state: fields.next() };
        Some((change, fields.faithful() && !fields.has_more()))
    }

    /// Writes the command.
    pub fn encode(&self) -> String {
        let mut fields = Joiner::after(Self::PREFIX, '/');
        fields.push(&self.id).push(&self.new_state);
        if let Some(old) = &self.old_state {
            fields.push(old);
        }
        fields.finish()
    }
}

/// A place of a piece: where, and above which other piece of a stack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot<'a> {
    /// The map, by name or id; none when the piece is on no map.
    pub map: Option<Cow<'a, str>>,
    /// Pixels from the left.
    pub x: i32,
    /// Pixels from the top.
    pub y: i32,
    /// The piece directly beneath, none at the bottom.
    pub under: Option<Cow<'a, str>>,
}

impl<'a> Spot<'a> {
    fn decode(fields: &mut Split<'a>) -> Option<Self> {
        Some(Spot {
            map: or_null(fields.next()?),
            x: fields.number()?,
            y: fields.number()?,
            under: or_null(fields.next()?),
        })
    }

    fn encode(&self, fields: &mut Joiner) {
        fields.push(self.map.as_deref().unwrap_or("null")).push_value(self.x).push_value(self.y);
        fields.push(self.under.as_deref().unwrap_or("null"));
    }
}

/// Moves a piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MovePiece<'a> {
    /// The piece.
    pub id: Cow<'a, str>,
    /// Where it goes.
    pub to: Spot<'a>,
    /// Where it was.
    pub from: Spot<'a>,
    /// Who moved it; old logs do not tell.
    pub player: Option<Secret<'a>>,
}

impl<'a> MovePiece<'a> {
    pub(super) const PREFIX: &'static str = "M/";

    /// Reads the command after its prefix; also whether writing it gives the same text.
    pub fn decode(text: &'a str) -> Option<(Self, bool)> {
        let mut fields = split('/', text);
        let step = MovePiece {
            id: fields.next()?,
            to: Spot::decode(&mut fields)?,
            from: Spot::decode(&mut fields)?,
            player: fields.next().map(Secret::new),
        };
        Some((step, fields.faithful() && !fields.has_more()))
    }

    /// Writes the command.
    pub fn encode(&self) -> String {
        let mut fields = Joiner::after(Self::PREFIX, '/');
        fields.push(&self.id);
        self.to.encode(&mut fields);
        self.from.encode(&mut fields);
        if let Some(player) = &self.player {
            fields.push(player.for_encoding());
        }
        fields.finish()
    }
}

fn or_null(text: Cow<'_, str>) -> Option<Cow<'_, str>> {
    (text != "null").then_some(text)
}
