//! Pictures laid over the piece, one of several levels: steps, flipped sides, status.

use super::fields::{Decimal, KeyStroke, Names};
use super::{Named, Properties, record};
use crate::vassal::sequence::split;

record! {
    /// Pictures laid over the piece, one of several levels: steps, flipped sides, status.
    Layer = "emb2;" {
        /// Menu text to show or hide the layer.
        activate_command: String = String::new(),
        /// Modifiers of the old form of its key.
        activate_modifiers: i32 = 0,
        /// Its key in the old form.
        activate_key_old: String = String::new(),
        /// Menu text for the next level.
        up_command: String = String::new(),
        /// Modifiers of its key.
        up_modifiers: i32 = 0,
        /// Its key in the old form.
        up_key: String = String::new(),
        /// Menu text for the level before.
        down_command: String = String::new(),
        /// Modifiers of its key.
        down_modifiers: i32 = 0,
        /// Its key in the old form.
        down_key: String = String::new(),
        /// Menu text to go to one level.
        reset_command: String = String::new(),
        /// Its key.
        reset_key: KeyStroke = KeyStroke::None,
        /// That level.
        reset_level: String = String::from("1"),
        /// Drawn under the piece when selected.
        underneath: bool = false,
        /// Pixels to the right.
        x: i32 = 0,
        /// Pixels down.
        y: i32 = 0,
        /// One picture per level.
        images: Names = Names::default(),
        /// One name per level: `+x` appends; `x+` prepends; else it replaces.
        names: Names = Names::default(),
        /// The last level is followed by the first.
        loops: bool = true,
        /// Its name.
        name: String = String::new(),
        /// Key for a random level.
        random_key: KeyStroke = KeyStroke::None,
        /// Menu text for it.
        random_command: String = String::new(),
        /// The level follows a property.
        follows: bool = false,
        /// That property.
        followed: String = String::new(),
        /// The value that means level 1.
        first_level: i32 = 1,
        /// Of the trait's own format.
        version: i32 = 0,
        /// Never hidden.
        always_active: bool = true,
        /// Key to show or hide.
        activate_key: KeyStroke = KeyStroke::None,
        /// Key for the next level.
        increase_key: KeyStroke = KeyStroke::None,
        /// Key for the level before.
        decrease_key: KeyStroke = KeyStroke::None,
        /// The designer's note.
        description: String = String::new(),
        /// Size of the picture.
        scale: Decimal = Decimal(1.0),
        /// Shown only if this property.
        shown_if: String = String::new(),
        /// has this value.
        shown_if_value: String = String::from("true"),
    }
}

/// Which level of a layer shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Level {
    /// Counted from one; 0 when the piece has no pictures.
    pub level: i32,
    /// Shown at all.
    pub active: bool,
}

impl Level {
    /// Reads the state: the sign tells whether the layer shows. Old versions wrote more fields.
    pub fn decode(state: &str) -> Self {
        let value = split(';', state).int(-1);
        Level { level: value.saturating_abs(), active: value > 0 }
    }

    /// Writes the state.
    pub fn encode(self) -> String {
        (if self.active { self.level } else { -self.level }).to_string()
    }
}

impl Layer {
    /// The picture shown, if any.
    pub fn image(&self, level: Level) -> Option<&str> {
        let index = usize::try_from(level.level).ok()?.checked_sub(1)?;
        self.images.0.get(index).map(String::as_str).filter(|_| level.active)
    }

    /// The piece's name with this layer's level.
    pub fn rename(&self, level: Level, name: String) -> String {
        let index = usize::try_from(level.level).ok().and_then(|level| level.checked_sub(1));
        let Some(own) = index
            .and_then(|index| self.names.0.get(index))
            .filter(|own| level.active && !own.is_empty())
        else {
            return name;
        };
        if let Some(end) = own.strip_prefix('+') {
            name + end
        } else if let Some(start) = own.strip_suffix('+') {
            format!("{start}{name}")
        } else {
            own.clone()
        }
    }
}

impl Named for Layer {
    fn properties(&self, state: &str, properties: &mut Properties) {
        if self.name.is_empty() {
            return;
        }
        let level = Level::decode(state);
        // VASSAL tells the level of a layer that is off as a negative number.
        let shown = if level.active { level.level } else { -level.level };
        properties.push((format!("{}_Level", self.name), shown.to_string()));
        properties.push((format!("{}_Active", self.name), level.active.to_string()));
    }
}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<Layer>(
            r"emb2;;128;A;Flip;128;;;128;;;;1;false;0;0;red.png,red2.png;+,+ (reduced);true;Step;;;false;;1;1;true;;70,130;;;1.0;;true",
        );
    }
}
