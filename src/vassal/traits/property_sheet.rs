//! A form of values.

use super::fields::KeyStroke;
use super::{Named, Properties, record};
use crate::vassal::sequence::split;

record! {
    /// A form of values.
    PropertySheet = "propertysheet;" {
        /// Its fields, as written.
        definition: String = String::new(),
        /// Menu text.
        command: String = String::new(),
        /// Its key in the old form.
        key_old: String = String::new(),
        /// When changes count.
        commit: i32 = 0,
        /// Background.
        red: String = String::new(),
        /// Background.
        green: String = String::new(),
        /// Background.
        blue: String = String::new(),
        /// Its key.
        key: KeyStroke = KeyStroke::None,
        /// The designer's note.
        description: String = String::new(),
    }
}

impl PropertySheet {
    /// The names of the form's fields, without the digit that tells their kind.
    pub fn field_names(&self) -> Vec<String> {
        split('~', &self.definition).map(|field| field.chars().skip(1).collect()).collect()
    }
}

impl Named for PropertySheet {
    fn properties(&self, state: &str, properties: &mut Properties) {
        if state.is_empty() {
            return;
        }
        for (name, value) in self.field_names().into_iter().zip(split('~', state)) {
            properties.push((name, value.into_owned()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<PropertySheet>(r"propertysheet;1Strength~0Name;Sheet;;0;;;;80,130;");
    }
}
