//! The tree of commands that a saved game's text is.

use super::{Command, Leaf};
use crate::vassal::error::{Result, Unreadable};
use crate::vassal::limits::Limits;
use crate::vassal::nested::{backslashes_before, quoted, raise, starts_with_backslash};
use crate::vassal::sequence::Joiner;

const ESC: char = '\u{1b}';

/// Commands, nested as they were written.
///
/// Nested text is joined with the escape character, once more escaped at each
/// depth. Leaves never contain that character, so all of them are read in one
/// pass, borrowing from the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tree<'a> {
    /// One command.
    Leaf(Leaf<'a>),
    /// A command followed by what belongs to it. The first member may be a group too.
    Group(Vec<Tree<'a>>),
    /// A group whose text would come out differently when written again.
    Respelt {
        /// How it was written.
        text: String,
        /// What it means.
        meaning: Box<Tree<'a>>,
    },
}

struct Reading<'l> {
    limits: &'l Limits,
    leaves: usize,
}

const PLACE: &str = "savedGame";

impl<'a> Tree<'a> {
    /// Reads the commands of a saved game.
    pub fn decode(text: &'a str, limits: &Limits) -> Result<Self> {
        let marks = text.match_indices(ESC).map(|(at, _)| (at, backslashes_before(text, at)));
        let marks: Vec<(usize, usize)> = marks.collect();
        let whole = Stretch { from: 0, to: text.len(), marks: &marks };
        Reading { limits, leaves: 0 }.level(text, whole, 0)
    }

    /// Writes the commands: the text they were read from.
    pub fn encode(&self) -> String {
        match self {
            Tree::Leaf(leaf) => leaf.encode().into_owned(),
            Tree::Group(members) => {
                let mut text = Joiner::new(ESC);
                for member in members {
                    match member {
                        Tree::Leaf(leaf) => text.push(&leaf.encode()),
                        other => text.push(&other.encode()),
                    };
                }
                text.finish()
            }
            Tree::Respelt { text, .. } => text.clone(),
        }
    }

    /// All commands in the order in which VASSAL executes them.
    pub fn leaves(&self) -> Leaves<'_, 'a> {
        Leaves { pending: vec![self] }
    }

    /// The members of the outermost group, or the single command.
    pub fn top(&self) -> &[Tree<'a>] {
        match self {
            Tree::Group(members) => members,
            Tree::Respelt { meaning, .. } => meaning.top(),
            Tree::Leaf(_) => std::slice::from_ref(self),
        }
    }

    /// How deep commands nest: 1 for a single one.
    pub fn depth(&self) -> usize {
        match self {
            Tree::Leaf(_) => 1,
            Tree::Group(members) => 1 + members.iter().map(Tree::depth).max().unwrap_or(0),
            Tree::Respelt { meaning, .. } => meaning.depth(),
        }
    }

    /// A group of commands, the first of which the others belong to.
    pub fn group(commands: impl IntoIterator<Item = Command<'a>>) -> Self {
        Tree::Group(commands.into_iter().map(|command| Tree::Leaf(command.into())).collect())
    }
}

/// A stretch of the text: from, to, and the escape characters in it, each with
/// the number of backslashes before it. No run of backslashes crosses the ends
/// of a stretch, so the numbers are counted once for the whole text.
#[derive(Clone, Copy)]
struct Stretch<'m> {
    from: usize,
    to: usize,
    marks: &'m [(usize, usize)],
}

impl Reading<'_> {
    /// Reads a stretch in which delimiters of this depth carry `level` backslashes.
    fn level<'a>(&mut self, text: &'a str, stretch: Stretch<'_>, level: usize) -> Result<Tree<'a>> {
        let nesting = self.limits.nesting as u64;
        Limits::check(PLACE, "levels of nesting", level as u64, nesting, "--max-nesting")?;
        let Stretch { mut from, to, mut marks } = stretch;
        let whole = &text[from..to];
        if marks.is_empty() && !quoted(whole) {
            return self.leaf(whole);
        }
        if marks.len() > 1 << 12 {
            self.limits.check_time(PLACE)?;
        }
        let mut members = Vec::new();
        let mut faithful = true;
        loop {
            let end = marks.iter().position(|&(_, count)| count == level);
            let inner = &marks[..end.unwrap_or(marks.len())];
            let token_end = end.map_or(to, |end| marks[end].0 - level);
            let (member, same) =
                self.token(text, Stretch { from, to: token_end, marks: inner }, level)?;
            faithful &= same;
            members.push(member);
            let Some(end) = end else { break };
            from = marks[end].0 + 1;
            marks = &marks[end + 1..];
        }
        let group = Tree::Group(members);
        if faithful {
            return Ok(group);
        }
        Ok(Tree::Respelt { text: raise(whole, ESC, level).into_owned(), meaning: Box::new(group) })
    }

    /// Reads one member, and says whether writing it gives the same text.
    fn token<'a>(
        &mut self,
        text: &'a str,
        stretch: Stretch<'_>,
        level: usize,
    ) -> Result<(Tree<'a>, bool)> {
        let Stretch { mut from, mut to, marks } = stretch;
        let quoted = quoted(&text[from..to]);
        if quoted {
            (from, to) = (from + 1, to - 1);
        }
        let bare = &text[from..to];
        let wants_quotes = starts_with_backslash(bare, ESC, level + 1)
            || (bare.starts_with('\'') && bare.ends_with('\''));
        let member = self.level(text, Stretch { from, to, marks }, level + 1)?;
        Ok((member, quoted == wants_quotes))
    }

    fn leaf<'a>(&mut self, text: &'a str) -> Result<Tree<'a>> {
        self.leaves += 1;
        Limits::check(
            PLACE,
            "commands",
            self.leaves as u64,
            self.limits.commands as u64,
            "--max-commands",
        )?;
        if self.leaves.is_multiple_of(1024) {
            self.limits.check_time(PLACE)?;
        }
        if text.len() > u32::MAX as usize {
            return Err(Unreadable::new(PLACE, "a single command of more than 4 GB"));
        }
        Ok(Tree::Leaf(Leaf::decode(text)))
    }
}

/// The commands of a tree in order.
#[derive(Debug)]
pub struct Leaves<'t, 'a> {
    pending: Vec<&'t Tree<'a>>,
}

impl<'t, 'a> Iterator for Leaves<'t, 'a> {
    type Item = &'t Leaf<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.pending.pop()? {
                Tree::Leaf(leaf) => return Some(leaf),
                Tree::Group(members) => self.pending.extend(members.iter().rev()),
                Tree::Respelt { meaning, .. } => self.pending.push(meaning),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vassal::sequence::{join, split};
    use proptest::prelude::*;
    use std::borrow::Cow;

    fn decode(text: &str) -> Tree<'_> {
        Tree::decode(text, &Limits::default()).expect("within limits")
    }

    /// VASSAL's own way, one level at a time.
    fn slowly(text: &str) -> Vec<String> {
        let tokens: Vec<_> = split(ESC, text).map(Cow::into_owned).collect();
        if tokens.len() == 1 && tokens[0] == text {
            tokens
        } else {
            tokens.iter().flat_map(|token| slowly(token)).collect()
        }
    }

    #[test]
    fn commands_nest_and_keep_their_order() {
        let inner = join(ESC, ["", "-/1", "-/2"]);
        let text = join(ESC, ["begin_save", "", &inner, "end_save"]);
        let tree = decode(&text);
        assert_eq!(tree.depth(), 3);
        assert_eq!(tree.top().len(), 4);
        let kinds: Vec<_> = tree.leaves().map(|leaf| leaf.command.kind()).collect();
        assert_eq!(kinds, ["begin_save", "<empty>", "<empty>", "-", "-", "end_save"]);
        assert_eq!(tree.encode(), text);
    }

    #[test]
    fn too_many_commands_are_refused() {
        let limits = Limits { commands: 10, ..Limits::default() };
        let text = "-/1\u{1b}".repeat(11);
        assert!(
            Tree::decode(&text, &limits)
                .is_err_and(|e| e.advice().is_some_and(|h| h.contains("--max-commands")))
        );
    }

    proptest! {
        #[test]
        fn one_pass_reads_what_level_by_level_reads(text in "[a'\\\\\u{1b}]{0,24}") {
            let tree = decode(&text);
            let leaves: Vec<_> = tree.leaves().map(|leaf| leaf.encode().into_owned()).collect();
            prop_assert_eq!(leaves, slowly(&text));
        }

        #[test]
        fn any_text_is_written_back_unchanged(text in "[a'\\\\\u{1b}/+\t]{0,24}") {
            prop_assert_eq!(decode(&text).encode(), text);
        }
    }
}
