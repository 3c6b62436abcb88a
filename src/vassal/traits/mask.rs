//! Can be turned face down.

use super::fields::KeyStroke;
use super::{Named, Properties, record};
use crate::vassal::secret::Secret;
use crate::vassal::sequence::split;

record! {
    /// Can be turned face down.
    Mask = "obs;" {
        /// Its key.
        key: KeyStroke = KeyStroke::None,
        /// The back.
        image: String = String::new(),
        /// Menu text.
        command: String = String::new(),
        /// How its owner sees it: a letter and what belongs to it.
        style: String = String::from("I"),
        /// What the others read.
        mask_name: String = String::from("?"),
        /// Who may turn and see it, as written.
        access: String = String::new(),
        /// Menu text to look.
        peek_command: String = String::new(),
        /// The designer's note.
        description: String = String::new(),
        /// Looking by mouse-over.
        peek_by_mouse: bool = false,
        /// Key sent when dealt.
        deal_key: KeyStroke = KeyStroke::None,
        /// Who may see it then.
        deal_to: String = String::new(),
    }
}

/// Who masked the piece, read from the state; none when it is face up.
pub fn masked_by(state: &str) -> Option<Secret<'static>> {
    let owner = split(';', state).text().into_owned();
    (owner != "null" && !owner.is_empty()).then(|| Secret::new(owner))
}

impl Named for Mask {
    fn properties(&self, state: &str, properties: &mut Properties) {
        // The state names the owner by password: only that there is one may be told.
        properties.push(("Obscured".to_owned(), masked_by(state).is_some().to_string()));
    }
}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<Mask>(r"obs;70,130;blue2.png;Mask;B;?;player:;Peek;;false;;");
    }
}
