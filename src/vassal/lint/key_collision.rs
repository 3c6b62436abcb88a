//! `key-collision`: two different menu entries of a piece on the same key.
//!
//! Choosing one in the menu also does the other, for VASSAL sends the key to
//! every trait. Many traits on one key are how modules work; so it is told
//! only where a player sees two entries with different words, and not where
//! either is there only under a condition: then the two are usually the two
//! sides of one choice. Named commands are left alone as well, for they are
//! shared on purpose.

use super::Check;
use super::bench::Bench;
use crate::vassal::build::DefinedPiece;
use crate::vassal::traits::fields::KeyStroke;
use crate::vassal::traits::{Meaning, Trait};
use std::collections::BTreeMap;

pub(super) const CHECK: Check = Check {
    codes: &["key-collision"],
    looks_for: "different menu entries of a piece on one key",
    run,
};

fn run(bench: &mut Bench<'_>) {
    // The same clash in a hundred pieces is one clash, in their prototype.
    let mut clashes: BTreeMap<(String, String, String), (String, usize)> = BTreeMap::new();
    for piece in bench.pieces.iter().filter(|piece| !piece.is_prototype()) {
        for (key, first, second) in clashes_in(&piece.spelled) {
            let entry = clashes.entry((key, first, second));
            entry.or_insert_with(|| (piece.place.clone(), 0)).1 += 1;
        }
    }
    for ((key, first, second), (place, count)) in clashes {
        let more = match count {
            1 => String::new(),
            more => format!(" (and {} more pieces)", more - 1),
        };
        let message =
            format!("{key} is both `{first}` and `{second}`: choosing one does both{more}");
        bench.warning("key-collision", &place, message, "give one of them another key");
    }
}

/// A menu entry: its key, its words.
type Entry = (String, String);

fn clashes_in(piece: &DefinedPiece) -> Vec<(String, String, String)> {
    let restricted: Vec<String> = piece
        .traits()
        .filter_map(|(one, _)| match &one.meaning {
            Meaning::RestrictCommands(restrict) => Some(restrict),
            _ => None,
        })
        .flat_map(|restrict| restrict.keys.0.iter().filter_map(plain_key))
        .collect();
    let mut entries: Vec<Entry> = Vec::new();
    for (one, _) in piece.traits() {
        menu(one, &mut entries);
    }
    let mut clashes = Vec::new();
    for (at, (key, first)) in entries.iter().enumerate() {
        let other = entries[..at].iter().find(|(other, words)| other == key && words != first);
        if let Some((_, second)) = other.filter(|_| !restricted.contains(key)) {
            clashes.push((key.clone(), second.clone(), first.clone()));
        }
    }
    clashes.dedup();
    clashes
}

/// A key on the keyboard, as people call it.
fn plain_key(key: &KeyStroke) -> Option<String> {
    match key {
        // A code beyond the keyboard is one that VASSAL made up.
        KeyStroke::Key { code, .. } if *code > 0 && *code < 0xe000 => Some(key.readable()),
        KeyStroke::Ctrl(_) => Some(key.readable()),
        _ => None,
    }
}

/// The entries that a trait always shows.
fn menu(one: &Trait, entries: &mut Vec<Entry>) {
    let mut add = |key: &KeyStroke, words: &str| {
        // A text with a value in it is written anew each time; submenus are paths.
        let fixed = !words.trim().is_empty() && !words.contains(['$', '{']);
        if let Some(key) = plain_key(key).filter(|_| fixed) {
            entries.push((key, words.trim().to_owned()));
        }
    };
    match &one.meaning {
        Meaning::Delete(delete) => add(&delete.key, &delete.command),
        Meaning::Copy(copy) => add(&copy.key, &copy.command),
        Meaning::Moved(moved) => add(&moved.key, &moved.command),
        Meaning::Trail(trail) => add(&trail.key, &trail.command),
        Meaning::Invisible(hide) => add(&hide.key, &hide.command),
        Meaning::Mask(mask) => add(&mask.key, &mask.command),
        Meaning::SendTo(send) => add(&send.key, &send.command),
        Meaning::PlaceMarker(place) => add(&place.key, &place.command),
        Meaning::Replace(replace) => add(&replace.key, &replace.command),
        Meaning::ReturnToDeck(back) => add(&back.key, &back.command),
        Meaning::Translate(shift) => add(&shift.key, &shift.command),
        Meaning::GlobalKey(global) => add(&global.key, &global.command),
        Meaning::Label(label) => add(&label.key, &label.command),
        // With a condition it is one of several that take turns.
        Meaning::Trigger(trigger) if trigger.filter.is_empty() => {
            add(&trigger.key, &trigger.command);
        }
        _ => {}
    }
}
