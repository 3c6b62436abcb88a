//! Pieces: a chain of traits around a basic piece; stacks and decks.

mod basic;
mod gathered;

pub use basic::{BasicPiece, BasicState};
pub use gathered::{DeckState, DeckType, StackState};

use super::nested::{Chain, join_chain, split_chain};
use super::sequence::join;
use super::traits::{Meaning, Properties, Trait, label::Label, layer::Level};
use hashbrown::HashMap;
use std::borrow::Cow;
use std::sync::Arc;

/// The heart of a piece.
#[derive(Debug, Clone, PartialEq)]
pub enum Heart {
    /// A counter, card or marker.
    Piece(BasicPiece),
    /// A stack of pieces.
    Stack,
    /// A deck of cards.
    Deck(DeckType),
    /// None of VASSAL's own.
    Unknown,
}

/// What a piece is: its traits, outermost first, around its heart.
#[derive(Debug, Clone, PartialEq)]
pub struct Definition {
    /// The traits, outermost first.
    pub traits: Vec<Arc<Trait>>,
    /// What they are around.
    pub heart: Heart,
    heart_text: String,
    /// The whole text, when writing the parts gives another.
    spelling: Option<String>,
}

/// Traits read before: the same few recur on thousands of pieces.
#[derive(Debug, Default)]
pub struct TraitBook {
    known: HashMap<String, Arc<Trait>>,
}

impl TraitBook {
    /// Reads a trait, or finds it.
    pub fn get(&mut self, text: &str) -> Arc<Trait> {
        if let Some(known) = self.known.get(text) {
            return Arc::clone(known);
        }
        let read = Arc::new(Trait::decode(text));
        self.known.insert(text.to_owned(), Arc::clone(&read));
        read
    }
}

impl Definition {
    /// Reads a piece's type.
    pub fn decode(text: &str, book: &mut TraitBook) -> Self {
        let Chain { mut links, faithful } = split_chain('\t', text, usize::MAX);
        let heart_text = links.pop().unwrap_or_default().into_owned();
        let heart = if let Some(rest) = heart_text.strip_prefix(BasicPiece::ID) {
            Heart::Piece(BasicPiece::decode(rest))
        } else if heart_text == "stack" {
            Heart::Stack
        } else if let Some(rest) = heart_text.strip_prefix(DeckType::ID) {
            Heart::Deck(DeckType::decode(rest))
        } else {
            Heart::Unknown
        };
        let traits = links.iter().map(|link| book.get(link)).collect();
        // We write the heart as a joined text of one token, which quotes a heart of odd first letter.
        let faithful = faithful && join('\t', [&heart_text]) == heart_text;
        Definition { traits, heart, heart_text, spelling: (!faithful).then(|| text.to_owned()) }
    }

    /// A new piece.
    pub fn new(traits: Vec<Trait>, piece: BasicPiece) -> Self {
        let heart_text = piece.encode();
        let traits = traits.into_iter().map(Arc::new).collect();
        Definition { traits, heart: Heart::Piece(piece), heart_text, spelling: None }
    }

    /// The same piece with other traits.
    #[must_use]
    pub fn with_traits(&self, traits: Vec<Arc<Trait>>) -> Self {
        Definition {
            traits,
            heart: self.heart.clone(),
            heart_text: self.heart_text.clone(),
            spelling: None,
        }
    }

    /// Writes the type as it was written.
    pub fn encode(&self) -> String {
        if let Some(text) = &self.spelling {
            return text.clone();
        }
        let mut links: Vec<String> = self.traits.iter().map(|one| one.encode()).collect();
        // VASSAL reads the innermost link as a joined text of one token.
        links.push(join('\t', [&self.heart_text]));
        join_chain('\t', &links)
    }

    /// Splits a state into one state per trait and the heart's, outermost first.
    /// Missing states are empty, as when a trait was added to the module later.
    pub fn split_state(&self, state: &str) -> Vec<String> {
        let links = self.links_of_state(state).into_iter();
        let mut states: Vec<String> = links.map(Cow::into_owned).collect();
        states.resize(self.traits.len() + 1, String::new());
        states
    }

    /// The same without copying; missing states are not filled up.
    pub fn links_of_state<'s>(&self, state: &'s str) -> Vec<Cow<'s, str>> {
        split_chain('\t', state, self.traits.len() + 1).links
    }

    /// Joins the states of the traits and the heart.
    pub fn join_state<T: AsRef<str>>(states: &[T]) -> String {
        join_chain('\t', states)
    }

    /// The printed name of the piece, without layers and labels.
    pub fn basic_name(&self) -> &str {
        // The innermost rename wins over the basic piece's own name.
        for one in &self.traits {
            if let Meaning::BasicName(renamed) = &one.meaning {
                return &renamed.name;
            }
        }
        match &self.heart {
            Heart::Piece(piece) => &piece.name,
            Heart::Deck(deck) => deck.name(),
            Heart::Stack | Heart::Unknown => "",
        }
    }

    /// The name as VASSAL shows it to one who may see everything.
    pub fn name<T: AsRef<str>>(&self, states: &[T]) -> String {
        let mut name = self.basic_name().to_owned();
        for (one, state) in self.traits.iter().zip(states).rev() {
            match &one.meaning {
                Meaning::Layer(layer) => name = layer.rename(Level::decode(state.as_ref()), name),
                Meaning::Label(label) => name = Label::rename(label, state.as_ref(), name),
                _ => {}
            }
        }
        name
    }

    /// The named values of the piece, outermost trait first; the first of a name counts.
    pub fn properties<T: AsRef<str>>(&self, states: &[T]) -> Properties {
        let mut properties = Vec::new();
        for (one, state) in self.traits.iter().zip(states) {
            one.properties(state.as_ref(), &mut properties);
        }
        let mut seen = std::collections::HashSet::new();
        properties.retain(|(name, _)| seen.insert(name.clone()));
        properties
    }

    /// Whether the piece keeps out of stacks.
    pub fn never_stacks(&self) -> bool {
        self.traits
            .iter()
            .any(|one| matches!(&one.meaning, Meaning::Immobilized(fixed) if fixed.never_stacks()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TYPE: &str = "mark;Side,CF\temb2;;128;A;Flip;128;;;128;;;;1;false;0;0;r.png,r2.png;+,+ (reduced);true;Step;;;false;;1;1;true;;70,130;;;1.0;;true\\\tpiece;;;;Red Inf";

    #[test]
    fn a_piece_is_read_named_and_written_back() {
        let piece = Definition::decode(TYPE, &mut TraitBook::default());
        assert_eq!(piece.encode(), TYPE);
        let states = piece.split_state("Red,4\t2\\\tMain Map;1;2;21;0");
        assert_eq!(states, ["Red,4", "2", "Main Map;1;2;21;0"]);
        assert_eq!(piece.name(&states), "Red Inf (reduced)");
        let properties = piece.properties(&states);
        assert!(properties.contains(&("CF".to_owned(), "4".to_owned())));
        assert!(properties.contains(&("Step_Level".to_owned(), "2".to_owned())));
    }

    #[test]
    fn a_heart_of_odd_first_letter_is_kept() {
        for text in [r"\stack", r"\", "'", "'x'", "mark;a\t\\piece;;;;"] {
            assert_eq!(Definition::decode(text, &mut TraitBook::default()).encode(), text);
        }
    }

    #[test]
    fn a_state_with_too_few_parts_is_filled_up() {
        let piece = Definition::decode(TYPE, &mut TraitBook::default());
        assert_eq!(piece.split_state("Red,4"), ["Red,4", "", ""]);
    }

    #[test]
    fn names_with_every_awkward_character_survive() {
        for name in ["a;b", "it's 'odd'", "\\x", "tab\there", "é/ü", "'q'", &"n".repeat(300)] {
            let piece = BasicPiece { name: name.to_owned(), ..BasicPiece::default() };
            let mark =
                Trait::from(crate::vassal::traits::marker::Marker { names: vec![name.to_owned()] });
            let text = Definition::new(vec![mark], piece).encode();
            let again = Definition::decode(&text, &mut TraitBook::default());
            assert_eq!(again.basic_name(), name);
            assert!(
                matches!(&again.traits[0].meaning, Meaning::Marker(marker) if marker.names == [name]),
                "{name:?}"
            );
        }
    }
}
