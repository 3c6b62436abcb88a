//! Many mistakes made short for people: one mistake, one message.

use super::{Diagnostic, Diagnostics};
use std::collections::BTreeMap;
use std::path::{Component, Path};

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
        let mut seen: BTreeMap<(&str, Option<Component<'_>>, String), usize> = BTreeMap::new();
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
            // Sheets are one kind of source, games another.
            let folder = diagnostic.path().components().next();
            let key = (diagnostic.code, folder, diagnostic.gist());
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
    /// Where else the same mistake was made, in words: lines of this file, then of others.
    pub fn elsewhere(&self) -> Option<String> {
        const NAMED: usize = 8;
        let mut files: Vec<(&Path, Vec<String>)> = vec![(self.diagnostic.path(), Vec::new())];
        let mut named = 0;
        for one in self.again.iter().take(NAMED) {
            let line = one.place.as_ref().map(|place| place.line_column().0.to_string());
            match (files.iter_mut().find(|(known, _)| *known == one.path()), line) {
                (Some((_, lines)), Some(line)) => lines.push(line),
                (Some(_), None) => continue,
                (None, line) => files.push((one.path(), Vec::from_iter(line))),
            }
            named += 1;
        }
        let here = files.remove(0).1;
        let mut places = Vec::new();
        if !here.is_empty() {
            places.push(listed(&here));
        }
        places.extend(files.iter().map(|(path, lines)| match lines.as_slice() {
            [] => path.display().to_string(),
            lines => format!("{}, {}", path.display(), listed(lines)),
        }));
        match (places.is_empty(), self.again.len() - named) {
            (true, 0) => None,
            (true, more) => Some(format!("the same {}", times(more))),
            (false, 0) => Some(format!("the same in {}", places.join("; "))),
            (false, more) => Some(format!("the same in {} and {more} more", places.join("; "))),
        }
    }
}

fn listed(lines: &[String]) -> String {
    let noun = if lines.len() == 1 { "line" } else { "lines" };
    format!("{noun} {}", lines.join(", "))
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
        within("a.csv", line, code, message)
    }

    fn within(path: &str, line: usize, code: &'static str, message: &str) -> Diagnostic {
        let file = Arc::new(SourceFile { path: path.into(), text: "x\n".repeat(40), sheet: None });
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
    fn one_mistake_of_a_template_is_told_once_for_the_rows_of_all_sheets() {
        let mut all = Diagnostics::default();
        for (path, line) in
            [("u/a.csv", 3), ("u/a.csv", 4), ("u/b.csv", 3), ("u/c.csv", 7), ("u/c.csv", 8)]
        {
            let subject = format!("{path}-{line}");
            let message = format!("{subject}: mine.svg:1: unknown placeholder `attac`");
            all.push(within(path, line, "cannot-draw", &message).subject(subject));
        }
        all.push(within("games/a.toml", 3, "other", "the same words"));
        all.push(within("u/a.csv", 9, "other", "the same words"));
        let digest = all.digest(false);
        assert_eq!(digest.shown.len(), 3);
        let words = digest.shown.iter().find_map(Shown::elsewhere);
        assert_eq!(
            words.as_deref(),
            Some("the same in line 4; u/b.csv, line 3; u/c.csv, lines 7, 8")
        );
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
