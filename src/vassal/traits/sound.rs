//! Plays a sound.

use super::fields::KeyStroke;
use super::{Named, record};

record! {
    /// Plays a sound.
    Sound = "playSound;" {
        /// The sound.
        clip: String = String::new(),
        /// Menu text.
        command: String = String::new(),
        /// Its key.
        key: KeyStroke = KeyStroke::None,
        /// Heard by all.
        to_others: bool = false,
        /// The designer's note.
        description: String = String::new(),
        /// Even when sounds are off.
        not_suppressed: bool = false,
    }
}

impl Named for Sound {}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<Sound>(r"playSound;bang.wav;Play;80,130;false;;false");
    }
}
