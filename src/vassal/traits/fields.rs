//! The atoms that traits are written in, each with its reading and writing.

use crate::vassal::sequence::{Joiner, Split, join, split};
use std::fmt;

/// A value that stands in one field of a record.
pub trait Field: Sized {
    /// Reads the next field; the default when the record is cut short.
    fn read(fields: &mut Split<'_>, default: Self) -> Self;
    /// Writes the field.
    fn write(&self, fields: &mut Joiner);
}

impl Field for String {
    fn read(fields: &mut Split<'_>, default: Self) -> Self {
        fields.next().map_or(default, std::borrow::Cow::into_owned)
    }
    fn write(&self, fields: &mut Joiner) {
        fields.push(self);
    }
}

impl Field for i32 {
    fn read(fields: &mut Split<'_>, default: Self) -> Self {
        fields.int(default)
    }
    fn write(&self, fields: &mut Joiner) {
        fields.push_value(self);
    }
}

impl Field for bool {
    fn read(fields: &mut Split<'_>, default: Self) -> Self {
        fields.flag(default)
    }
    fn write(&self, fields: &mut Joiner) {
        fields.push_value(self);
    }
}

/// A number with a fraction, written as Java writes it: `1.0`, `0.3`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Decimal(pub f64);

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.fract() == 0.0 { write!(f, "{:.1}", self.0) } else { write!(f, "{}", self.0) }
    }
}

impl Field for Decimal {
    fn read(fields: &mut Split<'_>, default: Self) -> Self {
        fields.next().and_then(|token| token.parse().ok()).map_or(default, Decimal)
    }
    fn write(&self, fields: &mut Joiner) {
        fields.push_value(self);
    }
}

/// A colour, or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Colour(pub Option<[u8; 3]>);

impl Colour {
    /// Reads a colour.
    pub fn decode(text: &str) -> Self {
        let mut parts = text.split(',').map(|part| part.trim().parse::<u8>());
        match (parts.next(), parts.next(), parts.next()) {
            (Some(Ok(red)), Some(Ok(green)), Some(Ok(blue))) => Colour(Some([red, green, blue])),
            _ => Colour(None),
        }
    }

    /// Writes the colour.
    pub fn encode(self) -> String {
        self.0.map(|[red, green, blue]| format!("{red},{green},{blue}")).unwrap_or_default()
    }
}

impl Field for Colour {
    fn read(fields: &mut Split<'_>, default: Self) -> Self {
        fields.next().map_or(default, |token| Colour::decode(&token))
    }
    fn write(&self, fields: &mut Joiner) {
        fields.push_value(self.encode());
    }
}

/// A list of names in one field, joined by commas.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Names(pub Vec<String>);

impl Names {
    /// Reads a list; the empty text is the empty list.
    pub fn decode(text: &str) -> Self {
        if text.is_empty() {
            return Names::default();
        }
        Names(split(',', text).map(std::borrow::Cow::into_owned).collect())
    }

    /// Writes the list.
    pub fn encode(&self) -> String {
        join(',', &self.0)
    }
}

impl Field for Names {
    fn read(fields: &mut Split<'_>, default: Self) -> Self {
        fields.next().map_or(default, |token| Names::decode(&token))
    }
    fn write(&self, fields: &mut Joiner) {
        fields.push(&self.encode());
    }
}

/// A key that sends a command to a piece.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum KeyStroke {
    /// No key.
    #[default]
    None,
    /// Ctrl with a letter, as versions before 3.0 wrote it.
    Ctrl(char),
    /// A key code with its modifiers, as Java numbers them.
    Key {
        /// The key.
        code: i32,
        /// Ctrl is 130, Shift 65, Alt 520.
        modifiers: i32,
    },
    /// A named command: the code and modifiers VASSAL gave it, and the name.
    Named {
        /// A number of VASSAL's choosing.
        code: i32,
        /// Usually 0.
        modifiers: i32,
        /// The name of the command.
        name: String,
    },
}

impl KeyStroke {
    /// Ctrl and a key.
    pub fn ctrl(letter: char) -> Self {
        KeyStroke::Key { code: letter.to_ascii_uppercase() as i32, modifiers: 130 }
    }

    /// A named command.
    pub fn named(name: impl Into<String>) -> Self {
        KeyStroke::Named { code: 57348, modifiers: 0, name: name.into() }
    }

    /// Reads what a person writes: `Ctrl+A`, `Ctrl+Shift+F4`, `Alt+5`, `F4`.
    pub fn from_words(text: &str) -> Option<Self> {
        let mut modifiers = 0;
        let mut rest = text.trim();
        while let Some((held, after)) = rest.split_once('+').filter(|(_, after)| !after.is_empty())
        {
            modifiers |= match held.trim().to_ascii_lowercase().as_str() {
                "ctrl" => 130,
                "shift" => 65,
                "alt" => 520,
                _ => return None,
            };
            rest = after.trim();
        }
        let code = match (rest.strip_prefix(['F', 'f']), rest.as_bytes()) {
            (Some(number), [_, _, ..]) => {
                let number: i32 = number.parse().ok().filter(|n| (1..=12).contains(n))?;
                111 + number
            }
            // A letter alone would be taken from the chat.
            (_, [letter]) if letter.is_ascii_alphanumeric() && modifiers & 650 != 0 => {
                i32::from(letter.to_ascii_uppercase())
            }
            (_, [bracket @ (b'[' | b']')]) if modifiers & 650 != 0 => i32::from(*bracket),
            _ => return None,
        };
        Some(KeyStroke::Key { code, modifiers })
    }

    /// Reads a key stroke.
    pub fn decode(text: &str) -> Self {
        let mut parts = text.splitn(3, ',');
        let numbers = (parts.next().map(str::parse), parts.next().map(str::parse));
        match (numbers, parts.next()) {
            ((Some(Ok(code)), Some(Ok(modifiers))), None) => KeyStroke::Key { code, modifiers },
            ((Some(Ok(code)), Some(Ok(modifiers))), Some(name)) => {
                KeyStroke::Named { code, modifiers, name: name.to_owned() }
            }
            _ => text.chars().next().map_or(KeyStroke::None, KeyStroke::Ctrl),
        }
    }

    /// Writes the key stroke.
    pub fn encode(&self) -> String {
        match self {
            KeyStroke::None => String::new(),
            KeyStroke::Ctrl(letter) => letter.to_string(),
            KeyStroke::Key { code, modifiers } => format!("{code},{modifiers}"),
            KeyStroke::Named { code, modifiers, name } => format!("{code},{modifiers},{name}"),
        }
    }

    /// How a person would call it: `Ctrl+F`, or the command's name.
    pub fn readable(&self) -> String {
        let letter = |code: i32| u32::try_from(code).ok().and_then(char::from_u32).unwrap_or('?');
        match self {
            KeyStroke::None => String::new(),
            KeyStroke::Ctrl(letter) => format!("Ctrl+{}", letter.to_ascii_uppercase()),
            KeyStroke::Named { name, .. } => name.clone(),
            KeyStroke::Key { code, modifiers } => {
                let held = [(130, "Ctrl+"), (65, "Shift+"), (520, "Alt+")];
                let held: String = held
                    .iter()
                    .filter(|(bits, _)| modifiers & bits != 0)
                    .map(|(_, name)| *name)
                    .collect();
                format!("{held}{}", letter(*code))
            }
        }
    }
}

impl Field for KeyStroke {
    fn read(fields: &mut Split<'_>, default: Self) -> Self {
        fields.next().map_or(default, |token| KeyStroke::decode(&token))
    }
    fn write(&self, fields: &mut Joiner) {
        fields.push(&self.encode());
    }
}

/// A list of keys in one field; the comma inside each is escaped.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct KeyStrokes(pub Vec<KeyStroke>);

impl KeyStrokes {
    /// Reads a list; the empty text is the empty list.
    pub fn decode(text: &str) -> Self {
        if text.is_empty() {
            return KeyStrokes::default();
        }
        KeyStrokes(split(',', text).map(|key| KeyStroke::decode(&key)).collect())
    }

    /// Writes the list.
    pub fn encode(&self) -> String {
        join(',', self.0.iter().map(KeyStroke::encode))
    }
}

impl Field for KeyStrokes {
    fn read(fields: &mut Split<'_>, default: Self) -> Self {
        fields.next().map_or(default, |token| KeyStrokes::decode(&token))
    }
    fn write(&self, fields: &mut Joiner) {
        fields.push(&self.encode());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_as_people_write_them() {
        let key = |code, modifiers| Some(KeyStroke::Key { code, modifiers });
        assert_eq!(KeyStroke::from_words("Ctrl+a"), key(65, 130));
        assert_eq!(KeyStroke::from_words("Ctrl+Shift+F4"), key(115, 195));
        assert_eq!(KeyStroke::from_words("Alt+5"), key(53, 520));
        for none in ["", "A", "Shift+A", "F13", "Ctrl+", "Meta+A", "Ctrl+AB"] {
            assert_eq!(KeyStroke::from_words(none), None, "{none}");
        }
    }

    #[test]
    fn a_key_in_a_list_has_its_comma_escaped() {
        let mut fields = Joiner::new(';');
        KeyStrokes(vec![KeyStroke::ctrl('f'), KeyStroke::named("flip")]).write(&mut fields);
        assert_eq!(fields.finish(), r"70\,130,57348\,0\,flip");
    }

    #[test]
    fn keys_are_read_in_all_their_forms() {
        for (text, readable) in [
            ("", ""),
            ("F", "Ctrl+F"),
            ("70,130", "Ctrl+F"),
            ("70,65", "Shift+F"),
            ("1,0,go on", "go on"),
        ] {
            let key = KeyStroke::decode(text);
            assert_eq!((key.encode().as_str(), key.readable().as_str()), (text, readable));
        }
    }

    #[test]
    fn numbers_are_written_as_java_writes_them() {
        assert_eq!(
            format!("{} {} {}", Decimal(1.0), Decimal(0.3), Decimal(-48.5)),
            "1.0 0.3 -48.5"
        );
    }
}
