//! Pictures, set-ups and pages: the files of a module, three ways.

use super::record::{Digests, digest, is_content};
use super::{Entries, Merge};
use crate::vassal::error::Result;
use crate::vassal::file::ModuleFile;
use crate::vassal::limits::Limits;
use std::collections::BTreeSet;

/// The files of the new module, with those that were changed by hand.
pub(super) fn merge(
    built: &Digests,
    edited: &mut ModuleFile,
    new: &mut ModuleFile,
    limits: &Limits,
    merge: &mut Merge,
) -> Result<Entries> {
    let mut entries = read_all(new, limits)?;
    let by_hand = read_all(edited, limits)?;
    let names: BTreeSet<&String> =
        by_hand.keys().chain(built.keys()).filter(|name| is_content(name)).collect();
    for name in names {
        let was = built.get(name);
        let hand = by_hand.get(name);
        if was == hand.map(|bytes| digest(bytes)).as_ref() {
            continue;
        }
        let now = entries.get(name);
        let untouched = was == now.map(|bytes| digest(bytes)).as_ref();
        let what = match (was, hand) {
            (None, _) => "file added",
            (_, None) => "file removed",
            _ => "file changed",
        };
        if hand == now {
            continue;
        }
        let hand_wins = if untouched {
            merge.carried(name, what);
            true
        } else {
            merge.conflict(name, format!("{what} by hand, and the sources now give another"))
        };
        match hand.filter(|_| hand_wins) {
            Some(bytes) => drop(entries.insert(name.clone(), bytes.clone())),
            None if hand_wins => drop(entries.remove(name)),
            None => {}
        }
    }
    Ok(entries)
}

fn read_all(module: &mut ModuleFile, limits: &Limits) -> Result<Entries> {
    let mut entries = Entries::new();
    let Some(archive) = module.archive.as_mut() else { return Ok(entries) };
    let names: Vec<String> =
        archive.names().iter().filter(|name| !name.ends_with('/')).cloned().collect();
    for name in names {
        let bytes = archive.read(&name, &limits.restarted())?;
        entries.insert(name, bytes);
    }
    Ok(entries)
}
