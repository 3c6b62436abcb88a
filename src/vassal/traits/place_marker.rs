//! Puts another piece beside this one, or in its place: VASSAL reads both from the same fields.

use super::fields::KeyStroke;
use super::{Named, record};

macro_rules! placing {
    ($(#[$doc:meta])* $name:ident = $id:literal) => {
        record! {
            $(#[$doc])*
            $name = $id {
                /// Menu text.
                command: String = String::new(),
                /// Its key.
                key: KeyStroke = KeyStroke::None,
                /// The piece, as written, or `null`.
                spec: String = String::from("null"),
                /// Text for it, or `null`.
                text: String = String::from("null"),
                /// Pixels.
                x_offset: String = String::from("0"),
                /// Pixels.
                y_offset: String = String::from("0"),
                /// Turned like this piece.
                match_rotation: bool = false,
                /// Key sent to the new piece.
                after_key: KeyStroke = KeyStroke::None,
                /// The designer's note.
                description: String = String::new(),
                /// The slot it comes from.
                gpid: String = String::new(),
                /// Where in the stack.
                placement: i32 = 0,
                /// Above this piece.
                above: bool = false,
                /// Takes over the properties.
                copy_properties: bool = false,
                /// Parameters for prototypes, as written.
                parameters: String = String::new(),
                /// Of the trait's own format.
                version: i32 = 0,
            }
        }

        impl Named for $name {}
    };
}

placing! {
    /// Places another piece with this one.
    PlaceMarker = "placemark;"
}

placing! {
    /// Replaces the piece by another.
    Replace = "replace;"
}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn both_are_written_as_they_were_read() {
        round_trips::<PlaceMarker>(
            r"placemark;Mark;77,130;null;null;0;0;false;;;12;0;false;false;;1",
        );
        round_trips::<Replace>(r"replace;Die;75,130;null;null;0;0;true;;;13;0;false;false;;1");
    }
}
