//! Which step takes back which.
//!
//! Since version 3.1 an undo is marked. Before, it is only a step that does the
//! reverse of the last one, command by command.

use super::step::Step;
use crate::vassal::command::{Command, Leaf, Spot, Tree};
use hashbrown::HashSet;
use std::collections::BTreeSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

const REPORT: &str = "* UNDO: ";

/// What a step did to pieces, and what doing the reverse would be, as fingerprints.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Deeds {
    done: Vec<u64>,
    reverse: Vec<u64>,
    moves: bool,
    changes: bool,
    removes: bool,
}

impl Deeds {
    pub(super) fn note(&mut self, command: &Command<'_>) {
        let (done, reverse) = match command {
            Command::Move(step) => {
                self.moves = true;
                let place = |spot: &Spot<'_>| {
                    fingerprint((spot.map.as_deref().unwrap_or_default(), spot.x, spot.y))
                };
                let (from, to) = (place(&step.from), place(&step.to));
                let print = |from: u64, to: u64| fingerprint(("M", &step.id, from, to));
                (print(from, to), print(to, from))
            }
            Command::Change(change) => {
                let Some(old) = &change.old_state else { return };
                self.changes = true;
                // States are long: each is read once.
                let (old, new) = (fingerprint(old), fingerprint(&change.new_state));
                let print = |old: u64, new: u64| fingerprint(("D", &change.id, old, new));
                (print(old, new), print(new, old))
            }
            Command::Add(add) => (fingerprint(("+", &add.id)), fingerprint(("-", &add.id))),
            Command::Remove(id) => {
                self.removes = true;
                (fingerprint(("-", id)), fingerprint(("+", id)))
            }
            _ => return,
        };
        self.done.push(done);
        self.reverse.push(reverse);
    }

    /// The one thing it did, if it did only one.
    pub(super) fn only(&self) -> Option<u64> {
        match self.done.as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    }

    /// The first thing it did.
    pub(super) fn first(&self) -> Option<u64> {
        self.done.first().copied()
    }

    /// All it did, in any order, as one number.
    pub(super) fn done_as_one(&self) -> u64 {
        as_one(&self.done)
    }

    /// All that the reverse would be, in any order, as one number.
    pub(super) fn reverse_as_one(&self) -> u64 {
        as_one(&self.reverse)
    }

    /// Whether this does exactly the reverse. Flipping a counter and flipping it back is not
    /// enough, nor is a marker that is put down and taken away: only an undo also takes away
    /// the stack or the mark that the move had made.
    fn reverses(&self, other: &Deeds) -> bool {
        let mut reverse = self.reverse.clone();
        let mut done = other.done.clone();
        reverse.sort_unstable();
        done.sort_unstable();
        let kinds = [self.moves, self.changes, self.removes];
        kinds.into_iter().filter(|kind| *kind).count() >= 2 && reverse == done
    }
}

/// The command in an entry of the log.
pub(super) fn logged<'a, 'c>(leaf: &'a Leaf<'c>) -> &'a Command<'c> {
    match &leaf.command {
        Command::Log(inner) => &inner.command,
        other => other,
    }
}

/// The commands of an entry that do something to pieces.
pub(super) fn deeds<'t>(entry: &'t Tree<'t>) -> impl Iterator<Item = &'t Command<'t>> {
    entry.leaves().map(logged).filter(|command| is_deed(command))
}

/// Whether a command does something to pieces that can be taken back.
fn is_deed(command: &Command<'_>) -> bool {
    match command {
        Command::Move(_) | Command::Add(_) | Command::Remove(_) => true,
        Command::Change(change) => change.old_state.is_some(),
        _ => false,
    }
}

fn as_one(deeds: &[u64]) -> u64 {
    let mut sorted = deeds.to_vec();
    sorted.sort_unstable();
    fingerprint(sorted)
}

fn fingerprint(deed: impl std::hash::Hash) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(deed)
}

/// Links every undo with the step it takes back: by the report it repeats, by
/// the pieces it touches, or by doing the reverse of the last step that stands.
pub fn resolve(steps: &mut [Step]) {
    // The numbers of the steps that stand, in order: the last is the first to be undone. Those that did
    // something to pieces are kept apart, for a log may hold hundreds of thousands of lines of chat.
    let mut standing: BTreeSet<usize> = BTreeSet::new();
    let mut acting: BTreeSet<usize> = BTreeSet::new();
    for index in 0..steps.len() {
        let target = if steps[index].is_undo {
            find_marked(steps, index, &standing)
        } else {
            let last = acting.last().copied();
            last.filter(|&last| steps[index].deeds.reverses(&steps[last].deeds))
        };
        match target {
            Some(target) => {
                steps[index].is_undo = true;
                steps[index].undoes = Some(steps[target].number);
                steps[target].undone_by = Some(steps[index].number);
                standing.remove(&target);
                acting.remove(&target);
            }
            None if !steps[index].is_undo => {
                standing.insert(index);
                if !steps[index].deeds.done.is_empty() {
                    acting.insert(index);
                }
            }
            None => {}
        }
    }
}

/// How far back an undo is looked for: players take back what they just did.
const REACH: usize = 1000;

fn find_marked(steps: &[Step], index: usize, standing: &BTreeSet<usize>) -> Option<usize> {
    let recent = || standing.iter().rev().take(REACH).copied();
    let said = steps[index].lines().find_map(|line| line.strip_prefix(REPORT));
    let by_report = said
        .and_then(|said| recent().find(|&at| steps[at].lines().any(|line| said.ends_with(line))));
    by_report.or_else(|| {
        let touched: HashSet<&str> = steps[index].touched().collect();
        if touched.is_empty() {
            return None;
        }
        let covers = |at: &usize| {
            let own: HashSet<&str> = steps[*at].touched().collect();
            touched.is_subset(&own)
        };
        recent().find(covers)
    })
}

/// Whether a line is the report of an undo.
pub fn is_report(line: &str) -> bool {
    line.starts_with(REPORT)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deeds(commands: &[&str]) -> Deeds {
        let mut deeds = Deeds::default();
        for text in commands {
            deeds.note(&Leaf::decode(text).command);
        }
        deeds
    }

    #[test]
    fn a_move_that_takes_its_stack_back_is_an_undo() {
        let there = deeds(&["M/1/Map/50/50/null/Map/10/10/null/pw", "+/90/stack/Map;50;50;1"]);
        let back = deeds(&["M/1/Map/10/10/null/Map/50/50/null/pw", "-/90"]);
        assert!(back.reverses(&there));
    }

    #[test]
    fn a_marker_put_down_and_taken_away_was_there() {
        let put = deeds(&["+/90/stack/Map;50;50;1"]);
        assert!(!deeds(&["-/90"]).reverses(&put));
    }
}
