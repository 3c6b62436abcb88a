//! Counting what is in a save or log, command by command.

use super::command::{Command, Tree};
use super::error::Result;
use super::file::SavedGame;
use super::limits::Limits;
use super::piece::BasicState;
use super::traits::{Meaning, Trait, id_of};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap, HashSet};

/// How often something occurs.
pub type Counts = BTreeMap<String, usize>;

/// Commands that name a piece which is not in the game.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Missing {
    /// Moves.
    pub moved: usize,
    /// Changes.
    pub changed: usize,
    /// Removals.
    pub removed: usize,
}

/// What is in a save or log.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Census {
    /// How the text was veiled.
    pub format: String,
    /// With which key byte.
    pub key: Option<u8>,
    /// Bytes of the text beneath.
    pub plain_bytes: usize,
    /// Members of the outermost group.
    pub top_tokens: usize,
    /// Depth of nesting.
    pub max_depth: usize,
    /// All commands; one in a log counts as itself and as what it logs.
    pub leaf_total: usize,
    /// Characters of the longest command.
    pub longest_leaf: usize,
    /// Commands by kind, those of the log as `LOG`.
    pub setup_kinds: Counts,
    /// Commands of the log by kind.
    pub logged_kinds: Counts,
    /// Commands in the log.
    pub log_commands: usize,
    /// Entries of the log; a few are bookkeeping and no steps.
    pub log_entries: usize,
    /// Lines of chat.
    pub chat_lines: usize,
    /// Pieces, stacks and decks that were added.
    pub added: Counts,
    /// Pieces, stacks and decks in play when the log begins.
    pub live_after_setup: Counts,
    /// Pieces, stacks and decks in play at the end.
    pub live_at_end: Counts,
    /// Different slots that pieces came from.
    pub distinct_gpid: usize,
    /// Most traits on a piece, its heart not counted.
    pub max_trait_depth: usize,
    /// Commands about pieces that are not in the game.
    pub missing: Missing,
    /// Commands that are not VASSAL's own, by kind.
    pub unknown_commands: Counts,
    /// Traits that are not VASSAL's own, by id.
    pub unknown_traits: Counts,
    /// Commands kept with their own spelling.
    pub respelt_commands: usize,
}

impl Census {
    /// Counts a save or log.
    pub fn of(saved: &SavedGame, tree: &Tree<'_>, limits: &Limits) -> Result<Self> {
        let mut census = Census {
            format: saved.veil.name().to_owned(),
            key: saved.veil.key(),
            plain_bytes: saved.text.len(),
            top_tokens: tree.top().len(),
            max_depth: tree.depth(),
            ..Census::default()
        };
        let limits = &limits.restarted();
        let mut counting = Counting::default();
        for top in tree.top() {
            let mut is_entry = false;
            for (index, leaf) in top.leaves().enumerate() {
                if index.is_multiple_of(1024) {
                    limits.check_time("counting")?;
                }
                let logged = matches!(leaf.command, Command::Log(_));
                if logged && !is_entry {
                    is_entry = true;
                    if census.log_entries == 0 {
                        census.live_after_setup = counting.live();
                    }
                    census.log_entries += 1;
                }
                let own = match &leaf.command {
                    Command::Log(inner) => inner,
                    _ => leaf,
                };
                census.longest_leaf = census.longest_leaf.max(own.encode().chars().count());
                census.respelt_commands += usize::from(leaf.spelling.is_some());
                census.count(&leaf.command, false, &mut counting);
            }
        }
        census.live_at_end = counting.live();
        if census.log_entries == 0 {
            census.live_after_setup = census.live_at_end.clone();
        }
        census.distinct_gpid = counting.gpids.len();
        census.unknown_traits = counting.unknown_traits;
        Ok(census)
    }

    fn count(&mut self, command: &Command<'_>, logged: bool, counting: &mut Counting) {
        self.leaf_total += 1;
        let kinds = if logged { &mut self.logged_kinds } else { &mut self.setup_kinds };
        *kinds.entry(command.kind().into_owned()).or_default() += 1;
        match command {
            Command::Log(inner) => {
                self.log_commands += 1;
                self.respelt_commands += usize::from(inner.spelling.is_some());
                self.count(&inner.command, true, counting);
            }
            Command::Add(add) => {
                let kind = if add.is_stack() {
                    "stack"
                } else if add.is_deck() {
                    "deck"
                } else {
                    let depth = counting.look_at(&add.kind, &add.state);
                    self.max_trait_depth = self.max_trait_depth.max(depth);
                    "piece"
                };
                *self.added.entry(kind.to_owned()).or_default() += 1;
                counting.live.insert(add.id.to_string(), kind);
            }
            Command::Remove(id) => {
                self.missing.removed += usize::from(counting.live.remove(id.as_ref()).is_none());
            }
            Command::Change(change) => {
                self.missing.changed +=
                    usize::from(!counting.live.contains_key(change.id.as_ref()));
            }
            Command::Move(step) => {
                self.missing.moved += usize::from(!counting.live.contains_key(step.id.as_ref()))
            }
            Command::Chat(_) => self.chat_lines += 1,
            Command::Unknown(_) => {
                *self.unknown_commands.entry(command.kind().into_owned()).or_default() += 1;
            }
            _ => {}
        }
    }
}

#[derive(Debug, Default)]
struct Counting {
    live: HashMap<String, &'static str>,
    gpids: HashSet<String>,
    known_traits: HashMap<String, bool>,
    unknown_traits: Counts,
}

impl Counting {
    fn live(&self) -> Counts {
        let mut counts = Counts::new();
        for kind in self.live.values() {
            *counts.entry((*kind).to_owned()).or_default() += 1;
        }
        counts
    }

    /// Notes the traits and the slot of a piece; says how many traits it has.
    fn look_at(&mut self, kind: &str, state: &str) -> usize {
        let chain = super::nested::split_chain('\t', kind, usize::MAX);
        let count = chain.links.len();
        for link in &chain.links[..count - 1] {
            let id = id_of(link);
            let known = match self.known_traits.get(id) {
                Some(known) => *known,
                None => {
                    let known = Trait::decode(link).meaning != Meaning::Unknown;
                    self.known_traits.insert(id.to_owned(), known);
                    known
                }
            };
            if !known {
                *self.unknown_traits.entry(id.to_owned()).or_default() += 1;
            }
        }
        let states = super::nested::split_chain('\t', state, count);
        if let Some(heart) = states.links.get(count - 1) {
            let gpid = BasicState::decode(heart).gpid;
            if !gpid.is_empty() {
                self.gpids.insert(gpid);
            }
        }
        count - 1
    }
}
