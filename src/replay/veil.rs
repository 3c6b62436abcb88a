//! Words that are taken out of texts, wherever they stand in them.

use aho_corasick::{AhoCorasick, MatchKind};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A word, and what stands in its place.
#[derive(Clone)]
pub(super) struct Word {
    pub(super) word: String,
    pub(super) instead: String,
    pub(super) found: Found,
}

/// Where in a text a word counts as found.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    /// Anywhere, within longer words too.
    Anywhere,
    /// As a word of its own.
    Alone,
    /// As a word of its own, or with the ending of a plural.
    Plural,
}

/// A longer word is found anywhere: as a part of another it is no chance. Of shorter ones only so many can begin in
/// one place, which keeps the time linear.
const LONGEST: usize = 64;

/// Many words, looked for at once.
pub(super) struct Words {
    /// Those that are found anywhere, and those that must stand alone.
    within: Sought,
    alone: Sought,
    /// Capital letters count as small ones.
    folded: bool,
}

impl Words {
    pub(super) fn new(mut words: Vec<Word>, folded: bool) -> Self {
        words.retain(|word| !word.word.is_empty());
        if folded {
            for word in &mut words {
                word.word = word.word.chars().flat_map(char::to_lowercase).collect();
            }
        }
        for word in words.iter_mut().filter(|word| word.word.len() > LONGEST) {
            word.found = Found::Anywhere;
        }
        let (within, alone) =
            words.into_iter().partition::<Vec<_>, _>(|word| word.found == Found::Anywhere);
        Words {
            within: Sought::new(within, MatchKind::LeftmostLongest),
            alone: Sought::new(alone, MatchKind::Standard),
            folded,
        }
    }

    /// A text without the words; of words that overlap, the first and longest is taken out.
    pub(super) fn taken_out<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.within.words.is_empty() && self.alone.words.is_empty() {
            return Cow::Borrowed(text);
        }
        let folded = if self.folded { Folded::of(text) } else { Folded::plain(text) };
        let seen = folded.text.as_ref();
        // Of those that begin in one place the longest: as many as there are letters at most.
        let mut found: BTreeMap<usize, (usize, &str)> = BTreeMap::new();
        let within = self.within.automaton.iter().flat_map(|words| words.find_iter(seen));
        for hit in within {
            let word = &self.within.words[hit.pattern().as_usize()];
            found.insert(hit.start(), (hit.end(), &word.instead));
        }
        let alone = self.alone.automaton.iter().flat_map(|words| words.find_overlapping_iter(seen));
        for hit in alone {
            let word = &self.alone.words[hit.pattern().as_usize()];
            let known = found.get(&hit.start()).is_some_and(|(end, _)| *end >= hit.end());
            if !known && stands(seen, hit.start(), hit.end(), word.found) {
                found.insert(hit.start(), (hit.end(), &word.instead));
            }
        }
        if found.is_empty() {
            return Cow::Borrowed(text);
        }
        let (mut out, mut done) = (String::with_capacity(text.len()), 0);
        for (start, (end, instead)) in found {
            let (start, end) = (folded.origin(start), folded.origin(end));
            if start < done {
                // What lies over another word goes with it.
                done = done.max(end);
                continue;
            }
            out.push_str(&text[done..start]);
            out.push_str(instead);
            done = end;
        }
        out.push_str(&text[done..]);
        Cow::Owned(out)
    }
}

/// Words that are found in the same way.
struct Sought {
    automaton: Option<AhoCorasick>,
    words: Vec<Word>,
}

impl Sought {
    fn new(words: Vec<Word>, kind: MatchKind) -> Self {
        let patterns = words.iter().map(|word| word.word.as_bytes());
        let automaton = AhoCorasick::builder().match_kind(kind).build(patterns).ok();
        Sought { automaton: automaton.filter(|_| !words.is_empty()), words }
    }
}

/// Whether what was found there counts.
fn stands(text: &str, start: usize, end: usize, found: Found) -> bool {
    let starts = || !text[..start].chars().next_back().is_some_and(char::is_alphanumeric);
    let over = |rest: &str| !rest.chars().next().is_some_and(char::is_alphanumeric);
    let rest = &text[end..];
    match found {
        Found::Anywhere => true,
        Found::Alone => starts() && over(rest),
        Found::Plural => {
            let ends = ["", "s", "es"].iter().filter_map(|ending| rest.strip_prefix(ending));
            starts() && ends.into_iter().any(over)
        }
    }
}

/// A text in small letters, and where each of its bytes was before.
struct Folded<'t> {
    text: Cow<'t, str>,
    origins: Vec<usize>,
}

impl<'t> Folded<'t> {
    fn plain(text: &'t str) -> Self {
        Folded { text: Cow::Borrowed(text), origins: Vec::new() }
    }

    fn of(text: &'t str) -> Self {
        if text.is_ascii() {
            let text = Cow::Owned(text.to_ascii_lowercase());
            return Folded { text, origins: Vec::new() };
        }
        let (mut small, mut origins) = (String::with_capacity(text.len()), Vec::new());
        for (at, letter) in text.char_indices() {
            small.extend(letter.to_lowercase());
            // Within a letter there is no place to cut: what ends there ends behind it.
            let behind = at + letter.len_utf8();
            origins.resize(small.len(), behind);
            if let Some(first) = origins.get_mut(small.len() - letter_length(letter)) {
                *first = at;
            }
        }
        origins.push(text.len());
        Folded { text: Cow::Owned(small), origins }
    }

    fn origin(&self, at: usize) -> usize {
        self.origins.get(at).copied().unwrap_or(at)
    }
}

fn letter_length(letter: char) -> usize {
    letter.to_lowercase().map(char::len_utf8).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn out(word: &str, found: Found, text: &str) -> String {
        let word = Word { word: word.to_owned(), instead: "*".to_owned(), found };
        Words::new(vec![word], true).taken_out(text).into_owned()
    }

    #[test]
    fn words_are_found_whole_with_endings_or_anywhere() {
        assert_eq!(out("Ann", Found::Alone, "ANN, Anns, Annette, ann's"), "*, Anns, Annette, *'s");
        assert_eq!(out("Ann", Found::Plural, "Anns Annes Annette"), "*s *es Annette");
        assert_eq!(out("Ann", Found::Anywhere, "xANNette"), "x*ette");
    }

    #[test]
    fn letters_that_grow_when_they_are_small_are_cut_at_their_ends() {
        // The capital is one letter of two bytes, the small one two letters of three.
        assert_eq!(
            out("i\u{307}x", Found::Alone, "\u{130}X. Ü\u{130}x \u{130}x"),
            "*. Ü\u{130}x *"
        );
        assert_eq!(out("änne", Found::Alone, "ÄNNE und Änne"), "* und *");
        // The end of a word within such a letter.
        assert_eq!(out("i", Found::Anywhere, "a\u{130}b"), "a*b");
    }

    #[test]
    fn the_longest_of_those_that_count_is_taken() {
        let word = |word: &str| Word {
            word: word.to_owned(),
            instead: format!("<{}>", word.len()),
            found: Found::Alone,
        };
        let words =
            Words::new(vec![word("Ann"), word("Ann B"), word("B. Carl"), word("Carl")], true);
        assert_eq!(words.taken_out("Ann Bx, ann b, xb. carl"), "<3> Bx, <5>, xb. <4>");
    }

    #[test]
    fn words_within_words_within_words_take_linear_time() {
        let word = |letters: usize| Word {
            word: "a".repeat(letters),
            instead: "*".to_owned(),
            found: if letters.is_multiple_of(2) { Found::Alone } else { Found::Anywhere },
        };
        let words = Words::new((5..1_500).map(word).collect(), false);
        // Each of a hundred thousand places begins a thousand words.
        let text = "a".repeat(100_000);
        let began = std::time::Instant::now();
        assert_eq!(words.taken_out(&text), "*".repeat(67));
        assert!(began.elapsed() < std::time::Duration::from_secs(20), "{:?}", began.elapsed());
    }
}
