//! Commands about what lies around the pieces: players, boards, turns,
//! properties, notes, and VASSAL's own small machinery.

use crate::vassal::secret::Secret;
use crate::vassal::sequence::{Joiner, join, split};
use std::borrow::Cow;

/// A seat at the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player<'a> {
    /// The player's password, which is the player's identity too.
    pub password: Secret<'a>,
    /// The name shown.
    pub name: Cow<'a, str>,
    /// The side; `<observer>` watches.
    pub side: Cow<'a, str>,
}

impl<'a> Player<'a> {
    pub(super) fn decode(text: &'a str) -> Option<Self> {
        let mut fields = split('\t', text);
        Some(Player {
            password: Secret::new(fields.next()?),
            name: fields.next()?,
            side: fields.next()?,
        })
    }

    pub(super) fn encode(&self, prefix: &str) -> String {
        let mut fields = Joiner::after(prefix, '\t');
        fields.push(self.password.for_encoding()).push(&self.name).push(&self.side);
        fields.finish()
    }
}

/// The state of a turn tracker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn<'a> {
    /// Which tracker: `TurnTracker0`.
    pub tracker: Cow<'a, str>,
    /// Its state, to be read with the module's tracker.
    pub state: Cow<'a, str>,
}

impl<'a> Turn<'a> {
    pub(super) const PREFIX: &'static str = "TURN";

    pub(super) fn decode(text: &'a str) -> Option<Self> {
        let mut fields = split('\t', text);
        Some(Turn { tracker: fields.next()?, state: fields.next()? })
    }

    pub(super) fn encode(&self) -> String {
        let mut fields = Joiner::after(Self::PREFIX, '\t');
        fields.push(&self.tracker).push(&self.state);
        fields.finish()
    }
}

/// The value of a global property, as a save records it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GlobalProperty<'a> {
    /// The property.
    pub name: Cow<'a, str>,
    /// Its value.
    pub value: Cow<'a, str>,
    /// `Module`, a map, or `map:zone`; absent in old saves.
    pub container: Option<Cow<'a, str>>,
}

impl<'a> GlobalProperty<'a> {
    pub(super) const PREFIX: &'static str = "GlobalProperty\t;";

    /// The property, and whether writing it gives the same text.
    pub(super) fn decode(text: &'a str) -> Option<(Self, bool)> {
        let mut fields = split(';', text);
        let (name, value, container) = (fields.next()?, fields.next()?, fields.next());
        let faithful = fields.faithful() && !fields.has_more();
        Some((GlobalProperty { name, value, container }, faithful))
    }

    pub(super) fn encode(&self) -> String {
        let mut fields = Joiner::after(Self::PREFIX, ';');
        fields.push(&self.name).push(&self.value);
        if let Some(container) = &self.container {
            fields.push(container);
        }
        fields.finish()
    }
}

/// A change of a property during play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PropertyChange<'a> {
    /// The property.
    pub name: Cow<'a, str>,
    /// What it was.
    pub old: Cow<'a, str>,
    /// What it is now; may be the same.
    pub new: Cow<'a, str>,
    /// `Module`, a map, or `map:zone`; absent in old logs.
    pub container: Option<Cow<'a, str>>,
}

impl<'a> PropertyChange<'a> {
    /// The change, and whether writing it gives the same text.
    pub(super) fn decode(text: &'a str) -> Option<(Self, bool)> {
        let mut fields = split('\t', text);
        let (name, old, new) = (fields.next()?, fields.next()?, fields.next()?);
        let container = fields.next();
        let faithful = fields.faithful() && !fields.has_more();
        Some((PropertyChange { name, old, new, container }, faithful))
    }

    pub(super) fn encode(&self, prefix: &str) -> String {
        let mut fields = Joiner::after(prefix, '\t');
        fields.push(&self.name).push(&self.old).push(&self.new);
        if let Some(container) = &self.container {
            fields.push(container);
        }
        fields.finish()
    }
}

/// A board in use and its place among the others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacedBoard<'a> {
    /// The board.
    pub name: Cow<'a, str>,
    /// Turned upside down.
    pub reversed: bool,
    /// Column among the boards, from the left.
    pub column: i32,
    /// Row among the boards, from the top.
    pub row: i32,
}

/// Which boards a map shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Boards<'a> {
    /// The map, by name or id.
    pub map: Cow<'a, str>,
    /// Its boards.
    pub boards: Vec<PlacedBoard<'a>>,
}

impl<'a> Boards<'a> {
    pub(super) const MARK: &'static str = "BoardPicker";

    pub(super) fn decode(text: &'a str) -> Option<Self> {
        let mut fields = split('\t', text);
        let map = match fields.next()? {
            Cow::Borrowed(first) => Cow::Borrowed(first.strip_suffix(Self::MARK)?),
            Cow::Owned(first) => Cow::Owned(first.strip_suffix(Self::MARK)?.to_owned()),
        };
        let mut boards = Vec::new();
        while fields.has_more() {
            let spec = fields.next()?;
            let mut parts = split('/', &spec);
            let name = Cow::Owned(parts.text().into_owned());
            let reversed = match parts.next() {
                None => false,
                Some(word) if word == "rev" => true,
                Some(_) => return None,
            };
            let column = fields.next()?.parse().ok()?;
            let row = fields.next()?.parse().ok()?;
            boards.push(PlacedBoard { name, reversed, column, row });
        }
        Some(Boards { map, boards })
    }

    pub(super) fn encode(&self) -> String {
        let mut fields = Joiner::new('\t');
        fields.push(&format!("{}{}", self.map, Self::MARK));
        for board in &self.boards {
            let reversed = board.reversed.then_some("rev");
            fields.push(&join('/', [board.name.as_ref()].into_iter().chain(reversed)));
            fields.push_value(board.column).push_value(board.row);
        }
        fields.finish()
    }
}

/// A player's private note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrivateNote<'a> {
    /// Whose note, by password.
    pub owner: Secret<'a>,
    /// The text, lines joined by `|`.
    pub text: Cow<'a, str>,
}

impl<'a> PrivateNote<'a> {
    pub(super) fn decode(text: &'a str) -> Option<Self> {
        let mut fields = split('\t', text);
        Some(PrivateNote { owner: Secret::new(fields.next()?), text: fields.next()? })
    }

    pub(super) fn encode(&self, prefix: &str) -> String {
        let mut fields = Joiner::after(prefix, '\t');
        fields.push(self.owner.for_encoding()).push(&self.text);
        fields.finish()
    }
}

/// A note that others may read later.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecretNote<'a> {
    /// Its title.
    pub name: Cow<'a, str>,
    /// Whose note, by password.
    pub owner: Secret<'a>,
    /// Not yet shown to others.
    pub hidden: bool,
    /// The text, date and handle as written; not for showing while hidden.
    pub rest: Vec<Cow<'a, str>>,
}

impl<'a> SecretNote<'a> {
    pub(super) fn decode(text: &'a str) -> Option<Self> {
        let mut fields = split('\t', text);
        Some(SecretNote {
            name: fields.next()?,
            owner: Secret::new(fields.next()?),
            hidden: fields.next()? == "true",
            rest: fields.collect(),
        })
    }

    pub(super) fn encode(&self, prefix: &str) -> String {
        let mut fields = Joiner::after(prefix, '\t');
        fields.push(&self.name).push(self.owner.for_encoding()).push_value(self.hidden);
        for token in &self.rest {
            fields.push(token);
        }
        fields.finish()
    }
}

/// A line of sight drawn on a map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineOfSight<'a> {
    /// Which thread.
    pub thread: Cow<'a, str>,
    /// Where it starts, in map pixels.
    pub anchor: (i32, i32),
    /// Where it ends, in map pixels.
    pub arrow: (i32, i32),
    /// Persisting, mirroring and (since 3.2) reset.
    pub options: Vec<bool>,
}

impl<'a> LineOfSight<'a> {
    pub(super) fn decode(text: &'a str) -> Option<Self> {
        let mut fields = split('\t', text);
        let thread = fields.next()?;
        let mut number = || fields.next()?.parse().ok();
        let anchor = (number()?, number()?);
        let arrow = (number()?, number()?);
        Some(LineOfSight {
            thread,
            anchor,
            arrow,
            options: fields.map(|token| token == "true").collect(),
        })
    }

    pub(super) fn encode(&self, prefix: &str) -> String {
        let mut fields = Joiner::after(prefix, '\t');
        fields.push(&self.thread);
        for number in [self.anchor.0, self.anchor.1, self.arrow.0, self.arrow.1] {
            fields.push_value(number);
        }
        for option in &self.options {
            fields.push_value(option);
        }
        fields.finish()
    }
}

/// Lines of a note.
pub fn note_lines(text: &str) -> Vec<String> {
    split('|', text).map(Cow::into_owned).collect()
}
