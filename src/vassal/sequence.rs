//! VASSAL's escaping join: how every record, list and nested record is written.
//!
//! Tokens are separated by a delimiter; a delimiter inside a token gets a
//! backslash in front. Backslashes themselves are not escaped, so a token that
//! ends in one cannot be written; see [`survives`].

use std::borrow::Cow;
use std::fmt::{Display, Write};

/// Joins tokens with `delimiter`, escaping as VASSAL does.
///
/// ```
/// use hexwright::vassal::sequence::{join, split};
/// assert_eq!(join(';', ["a;b", "", "\\x"]), r"a\;b;;'\x'");
/// assert_eq!(split(';', r"a\;b;;'\x'").collect::<Vec<_>>(), ["a;b", "", "\\x"]);
/// ```
pub fn join<T: AsRef<str>>(delimiter: char, tokens: impl IntoIterator<Item = T>) -> String {
    let mut joiner = Joiner::new(delimiter);
    for token in tokens {
        joiner.push(token.as_ref());
    }
    joiner.finish()
}

/// Splits text at unescaped delimiters. Text without any gives one token, also when empty.
pub fn split(delimiter: char, text: &str) -> Split<'_> {
    Split { rest: Some(text), delimiter, faithful: true }
}

/// Whether a token comes back as it was after joining and splitting.
pub fn survives(token: &str) -> bool {
    !token.ends_with('\\')
}

/// Builds a joined text token by token.
#[derive(Debug)]
pub struct Joiner {
    text: String,
    delimiter: char,
    started: bool,
}

impl Joiner {
    /// An empty text of no tokens.
    pub fn new(delimiter: char) -> Self {
        Joiner { text: String::new(), delimiter, started: false }
    }

    /// Starts after a prefix that is not a token, such as a trait's id.
    pub fn after(prefix: &str, delimiter: char) -> Self {
        Joiner { text: prefix.to_owned(), delimiter, started: false }
    }

    /// Appends a token.
    pub fn push(&mut self, token: &str) -> &mut Self {
        self.separate();
        let quoted = needs_quotes(token);
        if quoted {
            self.text.push('\'');
        }
        let mut rest = token;
        while let Some(at) = rest.find(self.delimiter) {
            self.text.push_str(&rest[..at]);
            self.text.push('\\');
            self.text.push(self.delimiter);
            rest = &rest[at + self.delimiter.len_utf8()..];
        }
        self.text.push_str(rest);
        if quoted {
            self.text.push('\'');
        }
        self
    }

    /// Appends a number or truth value, which never needs escaping with VASSAL's delimiters.
    pub fn push_value(&mut self, value: impl Display) -> &mut Self {
        self.separate();
        // Writing into a String cannot fail.
        let _ = write!(self.text, "{value}");
        self
    }

    fn separate(&mut self) {
        if self.started {
            self.text.push(self.delimiter);
        }
        self.started = true;
    }

    /// The joined text.
    pub fn finish(self) -> String {
        self.text
    }
}

fn needs_quotes(token: &str) -> bool {
    token.starts_with('\\') || (token.starts_with('\'') && token.ends_with('\''))
}

/// The tokens of a joined text, from left to right.
#[derive(Debug, Clone)]
pub struct Split<'a> {
    rest: Option<&'a str>,
    delimiter: char,
    faithful: bool,
}

impl<'a> Split<'a> {
    /// Whether joining the tokens read so far gives back exactly the text they were read from.
    pub fn faithful(&self) -> bool {
        self.faithful
    }

    /// Whether there is another token.
    pub fn has_more(&self) -> bool {
        self.rest.is_some()
    }

    /// What has not been split yet, as written.
    pub fn remaining(&self) -> Option<&'a str> {
        self.rest
    }

    /// The next token, or the empty text past the end: records may be cut short on the right.
    pub fn text(&mut self) -> Cow<'a, str> {
        self.next().unwrap_or_default()
    }

    /// The next token as a number; the default past the end or when it is none.
    pub fn int(&mut self, default: i32) -> i32 {
        self.next().and_then(|token| token.parse().ok()).unwrap_or(default)
    }

    /// The next token as a number, if it is one; written in another way than ours, the text is not faithful.
    pub fn number(&mut self) -> Option<i32> {
        let token = self.next()?;
        let number = token.parse().ok()?;
        let digits = token.strip_prefix('-').unwrap_or(&token);
        self.faithful &= *token == *"0" || !digits.starts_with(['0', '+']);
        Some(number)
    }

    /// The next token as a truth value; the default past the end.
    pub fn flag(&mut self, default: bool) -> bool {
        self.next().map_or(default, |token| token == "true")
    }
}

impl<'a> Iterator for Split<'a> {
    type Item = Cow<'a, str>;

    fn next(&mut self) -> Option<Cow<'a, str>> {
        let text = self.rest?;
        let mut from = 0;
        let mut start = 0;
        let mut pieced: Option<String> = None;
        let token = loop {
            match text[from..].find(self.delimiter) {
                None => {
                    self.rest = None;
                    break finish(pieced, &text[start..]);
                }
                Some(offset) => {
                    let at = from + offset;
                    from = at + self.delimiter.len_utf8();
                    if text[..at].ends_with('\\') {
                        pieced.get_or_insert_default().push_str(&text[start..at - 1]);
                        start = at;
                    } else {
                        self.rest = Some(&text[from..]);
                        break finish(pieced, &text[start..at]);
                    }
                }
            }
        };
        let length = token.len();
        let bare = unquote(token);
        let was_quoted = bare.len() != length;
        self.faithful &= was_quoted == needs_quotes(&bare);
        Some(bare)
    }
}

fn finish<'a>(pieced: Option<String>, tail: &'a str) -> Cow<'a, str> {
    match pieced {
        None => Cow::Borrowed(tail),
        Some(mut whole) => {
            whole.push_str(tail);
            Cow::Owned(whole)
        }
    }
}

/// Strips one pair of enclosing quotes.
fn unquote(token: Cow<'_, str>) -> Cow<'_, str> {
    if token.len() > 1 && token.starts_with('\'') && token.ends_with('\'') {
        match token {
            Cow::Borrowed(text) => Cow::Borrowed(&text[1..text.len() - 1]),
            Cow::Owned(text) => Cow::Owned(text[1..text.len() - 1].to_owned()),
        }
    } else {
        token
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tokens(text: &str) -> Vec<String> {
        split(';', text).map(Cow::into_owned).collect()
    }

    #[test]
    fn joining_and_splitting_agree_with_the_real_program() {
        assert_eq!(join(';', ["", ""]), ";");
        assert_eq!(join(';', ["a;b", "c"]), r"a\;b;c");
        assert_eq!(join(';', [r"\x", "y"]), r"'\x';y");
        assert_eq!(join(';', ["'q'"]), "''q''");
        assert_eq!(join(';', [r"a\", "b"]), r"a\;b");
        assert_eq!(tokens(""), [""]);
        assert_eq!(tokens("a;"), ["a", ""]);
        assert_eq!(tokens(";;"), ["", "", ""]);
        assert_eq!(tokens("''"), [""]);
        assert_eq!(tokens("'''"), ["'"]);
        assert_eq!(tokens("'a;b'"), ["'a", "b'"]);
        assert_eq!(tokens(r"a\\;b"), [r"a\;b"]);
        assert_eq!(tokens("'"), ["'"]);
    }

    #[test]
    fn a_token_ending_in_a_backslash_is_known_not_to_survive() {
        assert!(!survives(r"a\"));
        assert!(survives(r"a\b"));
        assert_eq!(tokens(&join(';', [r"a\", "b"])), ["a;b"]);
    }

    proptest! {
        #[test]
        fn tokens_survive_every_depth_of_nesting(
            parts in prop::collection::vec("[a-c;'\\\\,/|\t\u{1b}é ]{0,12}", 1..6),
            depth in 0usize..5,
        ) {
            prop_assume!(parts.iter().all(|part| survives(part)));
            let mut text = join(';', &parts);
            for _ in 0..depth { text = join(';', ["outer", &text]); }
            for _ in 0..depth { text = split(';', &text).nth(1).unwrap_or_default().into_owned(); }
            prop_assert_eq!(tokens(&text), parts);
        }

        #[test]
        fn a_faithful_split_joins_back_to_the_same_text(text in "[ab;'\\\\]{0,16}") {
            let mut parts = split(';', &text);
            let tokens: Vec<_> = parts.by_ref().collect();
            prop_assert_eq!(parts.faithful(), join(';', tokens) == text);
        }
    }
}
