//! Properties that never change: side, type, printed values.

use super::fields::Names;
use super::{Kind, Named, Properties};
use crate::vassal::sequence::{Split, join};
use std::borrow::Cow;

/// Properties that never change: side, type, printed values.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Marker {
    /// The names; the values are the state.
    pub names: Vec<String>,
}

impl Marker {
    /// Reads the values from the state.
    pub fn values(state: &str) -> Vec<String> {
        Names::decode(state).0
    }

    /// Writes values as the state.
    pub fn state(values: &[String]) -> String {
        join(',', values)
    }
}

impl Kind for Marker {
    const ID: &'static str = "mark;";

    fn read(mut fields: Split<'_>) -> Self {
        // The whole type is one list with commas; semicolons mean nothing in it.
        let whole = fields.remaining().map(Cow::Borrowed).unwrap_or_else(|| fields.text());
        Marker { names: crate::vassal::sequence::split(',', &whole).map(Cow::into_owned).collect() }
    }

    fn write(&self) -> String {
        format!("{}{}", Self::ID, join(',', &self.names))
    }
}

impl Named for Marker {
    fn properties(&self, state: &str, properties: &mut Properties) {
        let mut values = Self::values(state).into_iter();
        for name in &self.names {
            properties.push((name.clone(), values.next().unwrap_or_default()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<Marker>("mark;Side,CF,MF");
        round_trips::<Marker>("mark;a;b,c");
    }

    #[test]
    fn names_meet_their_values() {
        let marker = Marker { names: vec!["Side".into(), "CF".into()] };
        let mut properties = Vec::new();
        marker.properties(r"Red,2\,5", &mut properties);
        assert_eq!(
            properties,
            [("Side".to_owned(), "Red".to_owned()), ("CF".to_owned(), "2,5".to_owned())]
        );
        assert_eq!(Marker::state(&["Red".into(), "2,5".into()]), r"Red,2\,5");
    }
}
