//! Text of strangers, made safe to show.
//!
//! A terminal obeys what is printed on it: escape sequences move the cursor, set the title or
//! the clipboard, bidirectional overrides turn a line around. Names, titles, chat and file names
//! come from files of strangers, so what would steer a terminal is shown instead of obeyed.

use std::borrow::Cow;
use std::fmt;

/// The text with everything that would steer a terminal written as `\u001b`. Line ends and tabs stay.
///
/// The form is that of JSON, so that a JSON document that went through this door still says the same.
pub fn visible(text: &str) -> Cow<'_, str> {
    // A return before a line end belongs to it; alone it would overwrite its line.
    let lines = text.contains('\r').then(|| text.replace("\r\n", "\n"));
    let spell = |c| steers(c) && !matches!(c, '\n' | '\t');
    match lines {
        Some(lines) => Cow::Owned(spelt(&lines, spell).into_owned()),
        None => spelt(text, spell),
    }
}

/// Like [`visible`], for text that must not leave its line: line ends and tabs are spelt out too.
pub fn on_one_line(text: &str) -> String {
    spelt(text, steers).into_owned()
}

fn spelt(text: &str, spell: impl Fn(char) -> bool) -> Cow<'_, str> {
    let Some(first) = text.find(&spell) else { return Cow::Borrowed(text) };
    let mut out = String::with_capacity(text.len() + 16);
    out.push_str(&text[..first]);
    for c in text[first..].chars() {
        match c {
            _ if !spell(c) => out.push(c),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    out.push_str(&format!("\\u{unit:04x}"));
                }
            }
        }
    }
    Cow::Owned(out)
}

/// Whether a terminal, or the eye, would be led astray by this character.
fn steers(c: char) -> bool {
    match c {
        // C0, DEL and C1; U+009B alone starts an escape sequence.
        c if c.is_control() => true,
        // Marks, embeddings, overrides and isolates that change the direction of writing.
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{206f}' => {
            true
        }
        // Line and paragraph separators, and what has no width at all: names that only look alike.
        '\u{2028}' | '\u{2029}' | '\u{200b}' | '\u{2060}'..='\u{2064}' | '\u{feff}' => true,
        // Tags spell invisible words.
        '\u{e0000}'..='\u{e007f}' => true,
        _ => false,
    }
}

/// Text with our own colours in it. Whoever makes one has passed all foreign parts through
/// [`visible`]; the console prints nothing else with escape sequences.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Painted(String);

impl Painted {
    /// A heading in a colour (as an SGR parameter, `1;31`) before plain text of anyone.
    pub fn headed(colour: &str, heading: &str, text: &str) -> Self {
        Painted(format!("\x1b[{colour}m{heading}\x1b[0m: {}", visible(text)))
    }

    /// Text that was drawn with colours from parts that are already visible.
    pub(super) fn drawn(text: String) -> Self {
        Painted(text)
    }
}

impl fmt::Display for Painted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_spelt_out() {
        assert_eq!(
            visible("a\x1b[2Jb\u{9b}31m\u{202e}c\x7f\r"),
            "a\\u001b[2Jb\\u009b31m\\u202ec\\u007f\\r"
        );
        assert_eq!(visible("\u{e0041}"), "\\udb40\\udc41");
    }

    #[test]
    fn honest_text_stays_as_it_is() {
        for text in ["Łódź, Køge & 東京\n\tévacué", "👩\u{200d}🚀 می\u{200c}خواهم", "שלום"]
        {
            assert!(matches!(visible(text), Cow::Borrowed(same) if same == text));
        }
        assert_eq!(on_one_line("a\nb\tc"), "a\\nb\\tc");
    }

    #[test]
    fn json_says_the_same_after_the_door() {
        let value = serde_json::json!({ "\u{9b}k": "\x1b]0;x\x07\u{202e}\u{e0001}\u{7f}\n\\" });
        let shown = format!("{value:#}");
        let back: serde_json::Value = serde_json::from_str(&visible(&shown)).unwrap();
        assert_eq!(back, value);
    }
}
