//! The innermost part of a piece: picture, name, and where it lies.

use crate::vassal::sequence::{Joiner, split};

/// The constant part of a basic piece.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BasicPiece {
    /// Key to copy, in old modules.
    pub clone_key: String,
    /// Key to delete, in old modules.
    pub delete_key: String,
    /// The picture.
    pub image: String,
    /// The name.
    pub name: String,
}

impl BasicPiece {
    /// How its text begins.
    pub const ID: &'static str = "piece;";

    /// Reads the fields after the id.
    pub fn decode(text: &str) -> Self {
        let mut fields = split(';', text);
        let mut next = || fields.text().into_owned();
        BasicPiece { clone_key: next(), delete_key: next(), image: next(), name: next() }
    }

    /// Writes id and fields.
    pub fn encode(&self) -> String {
        let mut fields = Joiner::after(Self::ID, ';');
        fields.push(&self.clone_key).push(&self.delete_key).push(&self.image).push(&self.name);
        fields.finish()
    }
}

/// The varying part of a basic piece.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BasicState {
    /// The map, by name or id; none when on no map.
    pub map: Option<String>,
    /// Pixels from the left.
    pub x: i32,
    /// Pixels from the top.
    pub y: i32,
    /// The slot of the module it came from.
    pub gpid: String,
    /// What VASSAL remembers: `OldLocationName`, `UniqueID`, …
    pub properties: Vec<(String, String)>,
}

impl BasicState {
    /// Reads the state.
    pub fn decode(state: &str) -> Self {
        let mut fields = split(';', state);
        let map = fields.next().map(std::borrow::Cow::into_owned).filter(|map| map != "null");
        let (x, y) = (fields.int(0), fields.int(0));
        let gpid = fields.text().into_owned();
        let count = fields.int(0);
        let mut properties = Vec::new();
        for _ in 0..count {
            let Some(key) = fields.next() else { break };
            properties.push((key.into_owned(), fields.text().into_owned()));
        }
        BasicState { map, x, y, gpid, properties }
    }

    /// Writes the state as VASSAL 3.7 does.
    pub fn encode(&self) -> String {
        let mut fields = Joiner::new(';');
        fields.push(self.map.as_deref().unwrap_or("null")).push_value(self.x).push_value(self.y);
        fields.push(&self.gpid).push_value(self.properties.len());
        for (key, value) in &self.properties {
            fields.push(key).push(value);
        }
        fields.finish()
    }

    /// A remembered value.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.properties.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn type_and_state_are_written_as_they_were_read() {
        let text = r"piece;;;red.png;Art 'A'/B\;C";
        assert_eq!(BasicPiece::decode(&text["piece;".len()..]).encode(), text);
        let state = "Main Map;137;264;21;2;OldZone;;OldMap;Main Map";
        let decoded = BasicState::decode(state);
        assert_eq!(decoded.encode(), state);
        assert_eq!(decoded.get("OldMap"), Some("Main Map"));
        assert_eq!(BasicState::decode("null;0;0").map, None);
    }

    #[test]
    fn a_count_larger_than_the_text_is_harmless() {
        assert_eq!(BasicState::decode("m;1;2;g;2000000000;a;b").properties.len(), 1);
    }
}
