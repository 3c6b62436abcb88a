//! Text on or beside the piece.

use super::fields::{Colour, KeyStroke};
use super::{Named, Properties, record};

record! {
    /// Text on or beside the piece.
    Label = "label;" {
        /// Its key.
        key: KeyStroke = KeyStroke::None,
        /// Menu text.
        command: String = String::new(),
        /// Size of the letters.
        font_size: i32 = 10,
        /// Behind the letters.
        background: Colour = Colour(None),
        /// The letters.
        foreground: Colour = Colour(None),
        /// Which edge: t c b.
        vertical: String = String::from("t"),
        /// Pixels from it.
        vertical_offset: i32 = 0,
        /// Which edge: l c r.
        horizontal: String = String::from("c"),
        /// Pixels from it.
        horizontal_offset: i32 = 0,
        /// Which part of the text lies there.
        vertical_just: String = String::from("b"),
        /// Which part of the text lies there.
        horizontal_just: String = String::from("c"),
        /// The piece's name with its label.
        name_format: String = String::from("$pieceName$ ($label$)"),
        /// The typeface.
        font: String = String::from("Dialog"),
        /// Plain 0, bold 1, italic 2.
        font_style: i32 = 0,
        /// Degrees.
        rotate: i32 = 0,
        /// The property that holds the text.
        property: String = String::from("TextLabel"),
        /// The designer's note.
        description: String = String::new(),
        /// Use the name format also without text.
        always_format: bool = false,
    }
}

impl Label {
    /// The piece's name with its label.
    pub fn rename(&self, state: &str, name: String) -> String {
        let label = state.trim();
        if label.is_empty() && !self.always_format {
            return name;
        }
        self.name_format.replace("$pieceName$", &name).replace("$label$", label)
    }
}

impl Named for Label {
    fn properties(&self, state: &str, properties: &mut Properties) {
        properties.push((self.property.clone(), state.trim().to_owned()));
    }
}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<Label>(
            r"label;76,130;Change Label;10;;0,0,0;b;0;c;0;t;c;$pieceName$ ($label$);Dialog;0;0;TextLabel;;false",
        );
    }
}
