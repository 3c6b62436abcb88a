//! Stacks and decks: pieces that hold other pieces.

use crate::vassal::sequence::{Joiner, join, split};
use std::borrow::Cow;

/// Where a stack is and what lies in it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StackState {
    /// The map, by name or id; none when on no map.
    pub map: Option<String>,
    /// Pixels from the left.
    pub x: i32,
    /// Pixels from the top.
    pub y: i32,
    /// The pieces, from the bottom up, by id.
    pub members: Vec<String>,
    /// The drawing layer, since 3.4.
    pub layer: Option<i32>,
}

const LAYER: &str = "@@";

impl StackState {
    /// Reads the state.
    pub fn decode(state: &str) -> Self {
        let mut fields = split(';', state);
        let map = fields.next().map(Cow::into_owned).filter(|map| map != "null");
        let (x, y) = (fields.int(0), fields.int(0));
        let mut members = Vec::new();
        let mut layer = None;
        for token in fields {
            match token.strip_prefix(LAYER) {
                Some(number) => layer = number.parse().ok(),
                None => members.push(token.into_owned()),
            }
        }
        StackState { map, x, y, members, layer }
    }

    /// Writes the state as VASSAL does.
    pub fn encode(&self) -> String {
        let mut fields = Joiner::new(';');
        fields.push(self.map.as_deref().unwrap_or("null")).push_value(self.x).push_value(self.y);
        for member in &self.members {
            fields.push(member);
        }
        if let Some(layer) = self.layer {
            fields.push_value(format_args!("{LAYER}{layer}"));
        }
        fields.finish()
    }
}

/// What a deck is: 49 settings, of which the name matters here.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DeckType {
    /// The settings in VASSAL's order.
    pub settings: Vec<String>,
}

impl DeckType {
    /// How its text begins.
    pub const ID: &'static str = "deck;";
    const NAME: usize = 12;

    /// Reads the fields after the id.
    pub fn decode(text: &str) -> Self {
        DeckType { settings: split(';', text).map(Cow::into_owned).collect() }
    }

    /// Writes id and fields.
    pub fn encode(&self) -> String {
        format!("{}{}", Self::ID, join(';', &self.settings))
    }

    /// The deck's name.
    pub fn name(&self) -> &str {
        self.settings.get(Self::NAME).map(String::as_str).unwrap_or_default()
    }
}

/// Where a deck is and what lies in it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DeckState {
    /// The map, by name or id; none when on no map.
    pub map: Option<String>,
    /// Pixels from the left.
    pub x: i32,
    /// Pixels from the top.
    pub y: i32,
    /// Its cards lie face down.
    pub face_down: bool,
    /// The cards, from the bottom up, by id.
    pub members: Vec<String>,
}

impl DeckState {
    /// Reads the state.
    pub fn decode(state: &str) -> Self {
        let mut fields = split(';', state);
        let map = fields.next().map(Cow::into_owned).filter(|map| map != "null");
        let (x, y) = (fields.int(0), fields.int(0));
        let face_down = fields.flag(false);
        let members = fields
            .next()
            .map(|list| split(',', &list).map(Cow::into_owned).collect())
            .unwrap_or_default();
        DeckState { map, x, y, face_down, members }
    }

    /// Writes the state.
    pub fn encode(&self) -> String {
        let mut fields = Joiner::new(';');
        fields.push(self.map.as_deref().unwrap_or("null")).push_value(self.x).push_value(self.y);
        fields.push_value(self.face_down);
        if !self.members.is_empty() {
            fields.push(&join(',', &self.members));
        }
        fields.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stacks_are_written_as_they_were_read() {
        for state in ["Main Map;185;236;1794793284200;@@1", "null;0;0", "A\\;B;1;2;3;4"] {
            assert_eq!(StackState::decode(state).encode(), state);
        }
    }

    #[test]
    fn decks_are_written_as_they_were_read() {
        for state in ["Main Map;540;40;true;1,2,3", "Main Map;540;40;false"] {
            assert_eq!(DeckState::decode(state).encode(), state);
        }
        let text =
            "deck;false;255,51,51;60;60;Always;Via right-click Menu;false;true;false;;;;Deck;;";
        let deck = DeckType::decode(&text["deck;".len()..]);
        assert_eq!((deck.name(), deck.encode().as_str()), ("Deck", text));
    }
}
