//! Entries in the words of rule cases, made from what a log tells.

use crate::referee::case::{Node, Tree};

fn text(word: impl ToString) -> Node {
    Node { tree: Tree::Text(word.to_string()), at: (1, 1) }
}

/// An entry being written.
#[derive(Debug, Clone)]
pub(in super::super) struct Entry(Vec<(String, Node)>);

impl Entry {
    /// Something that is done.
    pub(in super::super) fn new(verb: &str) -> Self {
        Entry(vec![("do".to_owned(), text(verb))])
    }

    /// A word or number under a key.
    pub(in super::super) fn word(mut self, key: &str, word: impl ToString) -> Self {
        self.0.push((key.to_owned(), text(word)));
        self
    }

    /// The same, when there is one.
    pub(in super::super) fn perhaps(self, key: &str, word: Option<impl ToString>) -> Self {
        match word {
            Some(word) => self.word(key, word),
            None => self,
        }
    }

    /// A list under a key.
    pub(in super::super) fn list<T: ToString>(
        mut self,
        key: &str,
        items: impl IntoIterator<Item = T>,
    ) -> Self {
        let tree = Tree::List(items.into_iter().map(text).collect());
        self.0.push((key.to_owned(), Node { tree, at: (1, 1) }));
        self
    }

    /// What is done.
    pub(in super::super) fn verb(&self) -> &str {
        self.0.first().and_then(|(_, verb)| verb.text()).unwrap_or_default()
    }

    /// The entry as the judge reads it.
    pub(in super::super) fn node(self) -> Node {
        Node { tree: Tree::Map(self.0), at: (1, 1) }
    }
}
