//! Shades the hexes around the piece.

use super::fields::{Colour, KeyStroke};
use super::{Named, Properties, record};

record! {
    /// Shades the hexes around the piece.
    AreaOfEffect = "AreaOfEffect;" {
        /// The shade.
        colour: Colour = Colour(None),
        /// Percent.
        transparency: i32 = 30,
        /// In hexes.
        radius: i32 = 1,
        /// Never hidden.
        always_active: bool = true,
        /// Menu text.
        command: String = String::new(),
        /// Its key.
        key: KeyStroke = KeyStroke::None,
        /// The map shader that draws it.
        shader: String = String::new(),
        /// The radius is a fixed number.
        fixed_radius: bool = true,
        /// Else the property that holds it.
        radius_property: String = String::new(),
        /// The designer's note.
        description: String = String::new(),
        /// Its name.
        name: String = String::new(),
        /// Menu text to show.
        on_command: String = String::new(),
        /// Its key.
        on_key: KeyStroke = KeyStroke::None,
        /// Menu text to hide.
        off_command: String = String::new(),
        /// Its key.
        off_key: KeyStroke = KeyStroke::None,
        /// Shown to all players.
        globally_visible: bool = true,
    }
}

impl Named for AreaOfEffect {
    fn properties(&self, state: &str, properties: &mut Properties) {
        if !self.name.is_empty() {
            properties.push((
                format!("{}_Active", self.name),
                (self.always_active || state == "true").to_string(),
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<AreaOfEffect>(
            r"AreaOfEffect;255,0,0;30;1;false;Show;65,130;;true;;;;;;;;true",
        );
    }
}
