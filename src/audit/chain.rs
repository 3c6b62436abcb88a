//! The files of one game in their order: each begins with the position in which another ended.

use crate::replay::{Break, Snapshot};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

/// A position that files have in common: the counters, and the turn.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct Standpoint {
    pub(super) counters: Snapshot,
    pub(super) turns: BTreeMap<String, String>,
}

impl Standpoint {
    pub(super) fn of(position: &crate::replay::Position) -> Self {
        Standpoint { counters: Snapshot::of(position), turns: position.table.turns.clone() }
    }

    pub(super) fn mark(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }
}

/// What is known of a file before it is put in order.
#[derive(Debug)]
pub(super) struct Candidate {
    pub(super) name: String,
    pub(super) steps: usize,
    pub(super) start: Standpoint,
    pub(super) end: Standpoint,
}

impl Candidate {
    fn is_still(&self) -> bool {
        self.start == self.end
    }
}

/// How a file continues the game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "link", rename_all = "snake_case")]
pub enum Link {
    /// The game begins here.
    First,
    /// It begins where another ended.
    Follows {
        /// The other file.
        file: String,
    },
    /// It begins in the middle of another, which was not played to its end first.
    Midway {
        /// The other file.
        file: String,
        /// After this step of it.
        step: usize,
    },
    /// It begins where no other file ended: something is missing.
    Gap {
        /// The file before, if there is one.
        file: String,
        /// What is otherwise than that file left it, in words.
        differences: Vec<String>,
    },
    /// A saved position that another file ends or begins with.
    Save {
        /// The other file.
        file: String,
    },
    /// The same as another file.
    Copy {
        /// The other file.
        file: String,
    },
}

/// A file of a chain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ChainFile {
    /// The file, as the user named it.
    pub log: String,
    /// How many steps it has.
    pub steps: usize,
    /// The number of its beginning when the steps of all files are counted together.
    #[serde(skip)]
    pub base: usize,
    /// How it continues the game.
    #[serde(flatten)]
    pub link: Link,
    /// Whether another file continues the game from the same place.
    pub branch: bool,
}

/// The order of files: for each, what it continues.
#[derive(Debug, Default)]
pub(super) struct Order {
    /// Files in the order of the game; copies and saves that say nothing new are left out.
    pub(super) sequence: Vec<usize>,
    /// The file that each continues, and after which step of it.
    pub(super) parents: BTreeMap<usize, (usize, usize)>,
    /// Saves and copies: what they are the same as.
    pub(super) spare: Vec<(usize, Link)>,
    /// How many steps each file has.
    lengths: BTreeMap<usize, usize>,
}

impl Order {
    /// Finds the order. `same` says whether two files hold the same steps; `midway` has marks of all positions
    /// within files, and is only asked when a file begins where none ended.
    pub(super) fn find(
        files: &[Candidate],
        same: impl Fn(usize, usize) -> bool,
        midway: impl FnOnce() -> HashMap<u64, (usize, usize)>,
    ) -> Self {
        let lengths = files.iter().map(|file| file.steps).enumerate().collect();
        let mut order = Order { lengths, ..Order::default() };
        let mut logs: Vec<usize> = Vec::new();
        for at in 0..files.len() {
            match logs.iter().find(|known| same(**known, at)) {
                Some(known) if files[at].steps > 0 => {
                    order.spare.push((at, Link::Copy { file: files[*known].name.clone() }));
                }
                _ if files[at].steps == 0 => {}
                _ => logs.push(at),
            }
        }
        for at in (0..files.len()).filter(|at| files[*at].steps == 0) {
            let meets = |log: &&usize| {
                files[**log].end == files[at].start || files[**log].start == files[at].start
            };
            match logs.iter().filter(|log| files[**log].steps > 0).find(meets) {
                Some(log) => {
                    order.spare.push((at, Link::Save { file: files[*log].name.clone() }));
                }
                // A position that no log knows stands in a gap.
                None => logs.push(at),
            }
        }
        logs.sort_unstable();
        order.join(files, &logs, midway);
        order.line_up(files, &logs);
        order
    }

    fn join(
        &mut self,
        files: &[Candidate],
        logs: &[usize],
        midway: impl FnOnce() -> HashMap<u64, (usize, usize)>,
    ) {
        let fits = |from: usize, to: usize| from != to && files[from].end == files[to].start;
        // What was named before goes before, where both fit.
        for &at in logs {
            if let Some(&from) = logs.iter().rev().find(|from| **from < at && fits(**from, at)) {
                self.parents.insert(at, (from, files[from].steps));
            }
        }
        for &at in logs.iter().filter(|at| !self.parents.contains_key(*at)).collect::<Vec<_>>() {
            let mut later = logs.iter().filter(|from| **from > at && fits(**from, at));
            if let Some(&from) = later.find(|from| !self.descends(**from, at)) {
                self.parents.insert(at, (from, files[from].steps));
            }
        }
        self.take_in_talk(files, logs);
        let lost: Vec<usize> =
            logs.iter().copied().filter(|at| !self.parents.contains_key(at)).collect();
        if lost.len() < 2 {
            return;
        }
        let within = midway();
        for at in lost {
            if let Some(&(from, step)) = within.get(&files[at].start.mark())
                && from != at
                && step < files[from].steps
                && !self.descends(from, at)
            {
                self.parents.insert(at, (from, step));
            }
        }
    }

    /// A log in which nothing moves is no branch: what begins where it begins goes on from it.
    fn take_in_talk(&mut self, files: &[Candidate], logs: &[usize]) {
        for &still in logs.iter().filter(|at| files[**at].is_still()) {
            let Some(&parent) = self.parents.get(&still) else { continue };
            let rival = logs.iter().copied().find(|at| {
                *at != still && self.parents.get(at) == Some(&parent) && !self.descends(still, *at)
            });
            if let Some(rival) = rival
                && !logs.iter().any(|at| self.parents.get(at).is_some_and(|p| p.0 == still))
            {
                self.parents.insert(rival, (still, files[still].steps));
            }
        }
    }

    /// Whether a file continues another, at any distance.
    fn descends(&self, file: usize, from: usize) -> bool {
        let mut at = file;
        while at != from {
            match self.parents.get(&at) {
                Some((parent, _)) => at = *parent,
                None => return false,
            }
        }
        true
    }

    /// Each beginning with all that follows; the longest way first.
    fn line_up(&mut self, files: &[Candidate], logs: &[usize]) {
        let roots: Vec<usize> =
            logs.iter().copied().filter(|at| !self.parents.contains_key(at)).collect();
        for root in roots {
            self.visit(files, logs, root);
        }
    }

    fn visit(&mut self, files: &[Candidate], logs: &[usize], root: usize) {
        let mut open = vec![root];
        while let Some(at) = open.pop() {
            self.sequence.push(at);
            let is_child = |child: &usize| self.parents.get(child).is_some_and(|p| p.0 == at);
            let mut children: Vec<usize> = logs.iter().copied().filter(is_child).collect();
            children.sort_by_key(|child| (self.weight(files, logs, *child), usize::MAX - child));
            open.extend(children);
        }
    }

    fn weight(&self, files: &[Candidate], logs: &[usize], from: usize) -> usize {
        logs.iter().filter(|at| self.descends(**at, from)).map(|at| files[*at].steps).sum()
    }

    /// Whether a file and another continue the same file.
    pub(super) fn is_branch(&self, file: usize) -> bool {
        let Some((parent, _)) = self.parents.get(&file) else { return false };
        self.parents.iter().any(|(other, (from, _))| *other != file && from == parent)
    }

    /// The ways from a beginning to an end: files, each with the step after which the next goes on.
    pub(super) fn ways(&self) -> Vec<Vec<(usize, Option<usize>)>> {
        let ends = self.sequence.iter().filter(|at| {
            !self.parents.iter().any(|(_, (parent, _))| parent == *at) || self.left_midway(**at)
        });
        ends.map(|end| {
            let mut way = vec![(*end, None)];
            let mut at = *end;
            while let Some((parent, step)) = self.parents.get(&at) {
                way.push((*parent, Some(*step)));
                at = *parent;
            }
            way.reverse();
            way
        })
        .collect()
    }

    /// Whether all that continues a file does so before its end: the rest of it is a way of its own.
    fn left_midway(&self, file: usize) -> bool {
        let mut next = self.parents.values().filter(|(parent, _)| *parent == file).peekable();
        let last = next.peek().is_some();
        last && next.all(|(_, step)| *step < self.steps_of(file))
    }

    fn steps_of(&self, file: usize) -> usize {
        self.lengths.get(&file).copied().unwrap_or(usize::MAX)
    }

    /// The file that a beginning most likely follows: the one before it in the order.
    pub(super) fn before(&self, file: usize) -> Option<usize> {
        let at = self.sequence.iter().position(|known| *known == file)?;
        self.sequence.get(at.checked_sub(1)?).copied()
    }
}

/// What is otherwise in a later position, in words; no more than a reader reads.
pub(super) fn differences(before: &Candidate, after: &Candidate) -> Vec<String> {
    const MOST: usize = 8;
    if before.end.counters.shared(&after.start.counters) == 0 {
        return vec!["no counter in common: another game".to_owned()];
    }
    let breaks = before.end.counters.breaks(&after.start.counters);
    let name = |id: &str| {
        let counters = [&after.start.counters, &before.end.counters];
        let known = counters.iter().find_map(|counters| counters.name(id));
        known.filter(|name| !name.is_empty()).unwrap_or(id).to_owned()
    };
    let mut words: Vec<String> = breaks
        .iter()
        .take(MOST)
        .map(|found| {
            let name = name(found.id());
            match found {
                Break::Gone(_) => format!("{name} is gone"),
                Break::New(_) => format!("{name} is new"),
                Break::Elsewhere(..) => format!("{name} lies elsewhere"),
                Break::Changed(_) => format!("{name} is in another state"),
            }
        })
        .collect();
    if breaks.len() > MOST {
        words.push(format!("and {} more", breaks.len() - MOST));
    }
    if before.end.turns != after.start.turns {
        words.push("the turn tracker stands elsewhere".to_owned());
    }
    words
}
