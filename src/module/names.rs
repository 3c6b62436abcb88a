//! Names that are safe where VASSAL and zip files are choosy.

use crate::vassal::sequence::survives;
use std::fmt::Write;

/// A word for file names made from any text: lower case letters, digits and `.-`
/// stay, everything else is spelled as `_` and its hex digits. Different texts
/// give different words, also where upper and lower case are the same.
///
/// ```
/// use hexwright::module::names::file_word;
/// assert_eq!(file_word("l-7hq"), "l-7hq");
/// assert_eq!(file_word("Å/b"), "_c5__2f_b");
/// ```
pub fn file_word(text: &str) -> String {
    let mut word = String::with_capacity(text.len());
    for (nth, c) in text.chars().enumerate() {
        match c {
            'a'..='z' | '0'..='9' | '-' => word.push(c),
            '.' if nth > 0 => word.push(c),
            // Writing into a String cannot fail.
            _ => drop(write!(word, "_{:x}_", u32::from(c))),
        }
    }
    // Most file systems end at 255 bytes; the hash keeps long names apart.
    if word.len() > 120 {
        let hash = blake3::hash(text.as_bytes()).to_hex();
        word.truncate(80);
        word.push('_');
        word.push_str(&hash[..16]);
    }
    word
}

/// A file name that people read, made from a title: VASSAL shows it in the chat and above its window.
/// What some system could not hold becomes a blank; different titles may give the same name.
///
/// ```
/// use hexwright::module::names::file_title;
/// assert_eq!(file_title("Retaking Vierville"), "Retaking Vierville");
/// assert_eq!(file_title("A/B: “now”?"), "A B now");
/// ```
pub fn file_title(title: &str) -> String {
    let plain = title.replace(['’', '‘'], "'");
    let kept = |c: char| if c.is_alphanumeric() || "'(),&+-".contains(c) { c } else { ' ' };
    let safe: String = plain.chars().map(kept).collect();
    let mut name = safe.split_whitespace().collect::<Vec<_>>().join(" ");
    while name.len() > 100 {
        name.pop();
    }
    let name = name.trim_end().to_owned();
    // Names that stand for devices on Windows, whatever their ending.
    let upper = name.to_uppercase();
    let device = matches!(upper.as_str(), "CON" | "PRN" | "AUX" | "NUL")
        || ["COM", "LPT"].iter().any(|port| upper.strip_prefix(port).is_some_and(|n| n.len() == 1));
    if name.is_empty() || device { format!("{name} set-up").trim_start().to_owned() } else { name }
}

/// Why a text cannot stand in a module, if so.
pub fn unwritable(text: &str) -> Option<&'static str> {
    if !survives(text) {
        return Some("ends in a backslash, which VASSAL cannot write");
    }
    if text.chars().any(|c| c.is_control() && c != '\t' && c != '\n') {
        return Some("has a control character, which XML cannot hold");
    }
    if text.contains(['\u{fffe}', '\u{ffff}']) {
        return Some("has a character that XML cannot hold");
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_backslash_at_the_end_and_control_characters_are_refused() {
        assert!(unwritable("1st \\").is_some());
        assert!(unwritable("a\u{1b}b").is_some());
        assert!(unwritable("a\\b \"'`;,/\té 1").is_none());
    }

    proptest! {
        #[test]
        fn file_words_are_safe_and_different(a in "\\PC{0,40}", b in "\\PC{0,40}") {
            let word = file_word(&a);
            prop_assert!(word.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || b"-._".contains(&c)));
            prop_assert!(!word.starts_with('.'));
            prop_assert_eq!(a == b, word == file_word(&b));
        }

        #[test]
        fn file_words_of_long_names_are_short(name in "\\PC{200,300}") {
            prop_assert!(file_word(&name).len() <= 120);
        }
    }
}
