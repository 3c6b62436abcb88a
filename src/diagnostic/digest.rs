//! Many mistakes made short for people: one mistake, one message.

use super::{Diagnostic, Diagnostics};
use std::collections::BTreeMap;
use std::path::Path;

/// Mistakes of one kind beyond these are counted, not shown.
pub const SHOWN_OF_A_KIND: usize = 10;

/// A mistake, and the places where the very same one was made again.
#[derive(Debug)]
pub struct Shown<'a> {
    /// The first of them.
    pub diagnostic: &'a Diagnostic,
    /// The others.
    pub again: Vec<&'a Diagnostic>,
}

/// What people are shown of all mistakes.
#[derive(Debug)]
pub struct Digest<'a> {
    /// Causes first, and of each kind the first few.
    pub shown: Vec<Shown<'a>>,
    /// How many more there are of each kind.
    pub more: BTreeMap<&'static str, usize>,
    /// How many follow from mistakes that are shown.
    pub following: usize,
}

impl Diagnostics {
    /// All of them in short, or each by itself.
    pub fn digest(&self, all: bool) -> Digest<'_> {
        let mut digest = Digest { shown: Vec::new(), more: BTreeMap::new(), following: 0 };
        let mut seen: BTreeMap<(&str, &Path, String), usize> = BTreeMap::new();
        let mut of_a_kind: BTreeMap<&str, usize> = BTreeMap::new();
        for diagnostic in self.sorted() {
            if all {
                digest.shown.push(Shown { diagnostic, again: Vec::new() });
                continue;
            }
            if diagnostic.follows {
                digest.following += 1;
                continue;
            }
            let key = (diagnostic.code, diagnostic.path(), diagnostic.gist());
            if let Some(&first) = seen.get(&key) {
                match digest.shown.get_mut(first) {
                    Some(shown) => shown.again.push(diagnostic),
                    // The first of these is not shown itself.
                    None => *digest.more.entry(diagnostic.code).or_default() += 1,
                }
                continue;
            }
            let kind = of_a_kind.entry(diagnostic.code).or_default();
            *kind += 1;
            if *kind > SHOWN_OF_A_KIND {
                *digest.more.entry(diagnostic.code).or_default() += 1;
                seen.insert(key, usize::MAX);
            } else {
                seen.insert(key, digest.shown.len());
                digest.shown.push(Shown { diagnostic, again: Vec::new() });
            }
        }
        digest
    }
}

impl Digest<'_> {
    /// What is not shown, in a sentence each.
    pub fn left_out(&self) -> Vec<String> {
        let more = self.more.iter().map(|(code, count)| format!("… and {count} more {code}"));
        let following = (self.following > 0).then(|| match self.following {
            1 => "… and 1 that follows from these".to_owned(),
            count => format!("… and {count} that follow from these"),
        });
        more.chain(following).collect()
    }
}

impl Shown<'_> {
    /// Where else the same mistake was made, in words.
    pub fn elsewhere(&self) -> Option<String> {
        const NAMED: usize = 8;
        let lines: Vec<String> = self
            .again
            .iter()
            .take(NAMED)
            .filter_map(|one| Some(one.place.as_ref()?.line_column().0.to_string()))
            .collect();
        let more = self.again.len() - lines.len();
        match (lines.is_empty(), more) {
            (true, 0) => None,
            (true, more) => Some(format!("the same {}", times(more))),
            (false, 0) => {
                let (noun, list) =
                    (if lines.len() == 1 { "line" } else { "lines" }, lines.join(", "));
                Some(format!("the same in {noun} {list}"))
            }
            (false, more) => {
                Some(format!("the same in lines {} and {more} more", lines.join(", ")))
            }
        }
    }
}

fn times(number: usize) -> String {
    if number == 1 { "once more".to_owned() } else { format!("{number} times more") }
}

impl Diagnostic {
    /// The message without its subject: what several rows may have in common.
    fn gist(&self) -> String {
        match &self.subject {
            Some(subject) => self.message.replacen(subject, "", 1),
            None => self.message.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Place, SourceFile};
    use super::*;
    use std::sync::Arc;

    fn at(line: usize, code: &'static str, message: &str) -> Diagnostic {
        let file =
            Arc::new(SourceFile { path: "a.csv".into(), text: "x\n".repeat(40), sheet: None });
        Diagnostic::error(code, Place::new(&file, line * 2 - 2..line * 2 - 1), message)
    }

    #[test]
    fn the_same_mistake_in_many_rows_is_told_once_with_its_lines() {
        let mut all = Diagnostics::default();
        for line in 2..=14 {
            let subject = format!("unit-{line}");
            all.push(at(line, "value-missing", &format!("{subject}: no attack")).subject(subject));
        }
        let digest = all.digest(false);
        assert_eq!(digest.shown.len(), 1);
        let words = digest.shown[0].elsewhere();
        assert_eq!(words.as_deref(), Some("the same in lines 3, 4, 5, 6, 7, 8, 9, 10 and 4 more"));
        assert_eq!(all.digest(true).shown.len(), 13);
    }

    #[test]
    fn of_a_kind_ten_are_shown_and_the_rest_counted() {
        let mut all = Diagnostics::default();
        for line in 1..=13 {
            all.push(at(line, "unknown-side", &format!("there is no side `{line}`")));
        }
        all.push(at(20, "unknown-side", "there is no side `13`"));
        all.push(at(21, "other", "another"));
        let digest = all.digest(false);
        assert_eq!(digest.shown.len(), 11);
        assert_eq!(digest.left_out(), ["… and 4 more unknown-side"]);
    }
}
