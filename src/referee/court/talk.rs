//! What players typed. Talk may excuse, from suspect to note; it never makes anybody guilty.

use crate::deeds::Talk;
use crate::model::{Id, Side};

/// Beginnings of words with which people call a roll or a click a mistake, or say what they do instead.
const EXCUSES: &[&str] = &[
    "misclick",
    "mis-click",
    "mis click",
    "double",
    "twice",
    "sorry",
    "oops",
    "ups",
    "whoops",
    "mistake",
    "by accident",
    "accident",
    "first counts",
    "first roll",
    "first one",
    "second counts",
    "reroll",
    "re-roll",
    "roll again",
    "again",
    "ignore",
    "forget",
    "test",
    "wrong",
    "too early",
    "too soon",
    "early",
    "not count",
    "doesn't count",
    "does not count",
    "didn't count",
    "cocked",
    "off the table",
    "fell",
    "slipped",
    "my bad",
    "typo",
    "forgot",
    "mean",
    "meant",
    "instead",
    "cancel",
    "disregard",
    "undo",
    "redo",
    "correct",
    "agreed",
    "lag",
    "mouse",
    "stuck",
    "never mind",
    "nevermind",
    "void",
    "repeat",
    "button",
];

/// Words with which an opponent agrees.
const AGREEMENTS: &[&str] = &[
    "ok",
    "okay",
    "okey",
    "sure",
    "yes",
    "yep",
    "yeah",
    "fine",
    "go ahead",
    "no problem",
    "np",
    "agreed",
    "agree",
    "granted",
    "allowed",
    "allow",
    "of course",
    "please do",
    "go on",
    "by all means",
    "alright",
    "all right",
    "accepted",
    "do it",
    "k",
    "no worries",
    "feel free",
    "you may",
];

/// Words with which a player tells a die that he rolled elsewhere.
const DICE_ELSEWHERE: &[&str] = &["roll", "rolled", "die", "dice", "threw", "throw", "d6"];

/// What was said around some steps.
#[derive(Debug, Clone, Copy)]
pub(super) struct Words<'a>(pub(super) &'a [Talk]);

impl<'a> Words<'a> {
    fn between(self, from: usize, to: usize) -> impl Iterator<Item = &'a Talk> {
        self.0.iter().filter(move |talk| (from..=to).contains(&talk.step))
    }

    /// What excuses something, in the words of the players.
    pub(super) fn excuse(self, from: usize, to: usize) -> Option<&'a Talk> {
        self.between(from, to).find(|talk| says(&talk.text, EXCUSES))
    }

    /// Where somebody of another side agrees.
    pub(super) fn agreement(
        self,
        from: usize,
        to: usize,
        of: Option<Id<Side>>,
    ) -> Option<&'a Talk> {
        self.between(from, to)
            .filter(|talk| talk.by.is_some() && talk.by != of)
            .find(|talk| says(&talk.text, AGREEMENTS))
    }

    /// Where a player tells of a die with a number that no button rolled.
    pub(super) fn told_die(self, from: usize, to: usize) -> Option<&'a Talk> {
        let number = |text: &str| text.chars().any(|c| c.is_ascii_digit());
        self.between(from, to).find(|talk| number(&talk.text) && says(&talk.text, DICE_ELSEWHERE))
    }

    /// Where somebody says that he passes.
    pub(super) fn pass(self, from: usize, to: usize) -> Option<&'a Talk> {
        self.between(from, to).find(|talk| {
            says(
                &talk.text,
                &["pass", "nothing", "no moves", "skip", "done", "your turn", "you again"],
            )
        })
    }
}

/// Whether one of these words stands in a text, at the beginning of a word.
fn says(text: &str, words: &[&str]) -> bool {
    let text = text.to_lowercase();
    words.iter().any(|word| {
        text.match_indices(word).any(|(at, _)| {
            let before = text[..at].chars().next_back();
            let after = text[at + word.len()..].chars().next();
            // Short words must be whole: “ok”, not “oken”.
            before.is_none_or(|c| !c.is_alphanumeric())
                && (word.len() > 4 || after.is_none_or(|c| !c.is_alphanumeric()))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_at_the_beginning_of_words() {
        assert!(says("Sorry, misclicked", EXCUSES));
        assert!(says("OK!", AGREEMENTS));
        assert!(!says("a broken kettle", AGREEMENTS));
        assert!(!says("Kess attacks", EXCUSES));
    }
}
