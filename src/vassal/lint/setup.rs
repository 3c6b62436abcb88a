//! `missing-setup`, `unreadable-setup`, `setup-stranger`, `setup-board`, `setup-outdated`: set-ups that do not fit the module.
//!
//! A predefined set-up is a saved game inside the module. Its file can be
//! missing or not a saved game; its pieces can come from slots that have been
//! deleted since; its maps and boards can have other names now; its pieces
//! can carry the traits their slots had when it was saved. Pieces of
//! extensions are left alone.

use super::Check;
use super::bench::Bench;
use crate::vassal::command::Command;
use crate::vassal::file::{Opened, SavedGame, open_bytes};
use crate::vassal::piece::{BasicState, Definition, Heart, TraitBook};
use crate::vassal::traits::{Meaning, id_of};
use std::collections::{BTreeMap, BTreeSet, HashMap};

pub(super) const CHECK: Check = Check {
    codes: &[
        "missing-setup",
        "unreadable-setup",
        "setup-stranger",
        "setup-board",
        "setup-outdated",
    ],
    looks_for: "predefined set-ups that are missing or do not fit the module",
    run,
};

/// What is wrong with the pieces of one set-up.
#[derive(Default)]
struct Misfits {
    pieces: usize,
    strangers: BTreeMap<String, usize>,
    outdated: BTreeMap<String, usize>,
    boards: BTreeSet<String>,
}

fn run(bench: &mut Bench<'_>) {
    let mut setups = Vec::new();
    for part in bench.parts.iter().filter(|part| part.element.class() == "PredefinedSetup") {
        let file = part.element.get("file").filter(|file| !file.is_empty());
        if let Some(file) = file.filter(|_| part.element.flag("useFile", true)) {
            setups.push((part.place.clone(), file.to_owned()));
        }
    }
    if setups.is_empty() {
        return;
    }
    if bench.archive.is_none() {
        bench.leave_out("predefined set-ups: this is a build file alone");
        return;
    }
    let slots = slots(bench);
    for (place, file) in setups {
        let Some(archive) = bench.archive.as_mut() else { return };
        if !archive.contains(&file) {
            let message = format!("the set-up's file `{file}` is not in the module");
            bench.error(
                "missing-setup",
                &place,
                message,
                "add the saved game, or take the set-up out",
            );
            continue;
        }
        let limits = bench.limits;
        let read =
            archive.read(&file, &limits.restarted()).and_then(|bytes| open_bytes(bytes, limits));
        let told = match read {
            Ok(Opened::Saved(saved)) => look_at(bench, &slots, &saved),
            Ok(_) => Err("it is not a saved game".to_owned()),
            Err(error) => Err(error.to_string()),
        };
        match told {
            Err(reason) => {
                let message = format!("the set-up's file `{file}` cannot be read: {reason}");
                bench.error("unreadable-setup", &place, message, "save it anew");
            }
            Ok(misfits) => tell(bench, &place, &file, &misfits),
        }
    }
}

fn tell(bench: &mut Bench<'_>, place: &str, file: &str, misfits: &Misfits) {
    let shown = |list: &BTreeMap<String, usize>| {
        let mut names: Vec<&str> = list.keys().take(5).map(String::as_str).collect();
        if list.len() > 5 {
            names.push("…");
        }
        names.join(", ")
    };
    let strangers: usize = misfits.strangers.values().sum();
    if strangers > 0 {
        let message = format!(
            "{strangers} of {} pieces in `{file}` come from slots that the module does not have: {}",
            misfits.pieces,
            shown(&misfits.strangers)
        );
        let help = "they can no longer be refreshed; put the pieces into the set-up anew";
        bench.warning("setup-stranger", place, message, help);
    }
    let outdated: usize = misfits.outdated.values().sum();
    if outdated > 0 {
        let message = format!(
            "{outdated} of {} pieces in `{file}` have other traits than their slots have now: {}",
            misfits.pieces,
            shown(&misfits.outdated)
        );
        let help = "VASSAL's \"Refresh Predefined Setups\" brings them up to date";
        bench.warning("setup-outdated", place, message, help);
    }
    for board in &misfits.boards {
        let message = format!("`{file}` shows {board}, which the module does not have");
        bench.warning("setup-board", place, message, "save the set-up anew");
    }
}

/// The trait ids that each slot gives its pieces; nothing for pieces that traits place.
fn slots(bench: &Bench<'_>) -> HashMap<String, Option<Vec<String>>> {
    let mut slots = HashMap::new();
    for piece in &bench.pieces {
        for (one, _) in piece.written.traits() {
            let placed = match &one.meaning {
                Meaning::PlaceMarker(place) => &place.gpid,
                Meaning::Replace(replace) => &replace.gpid,
                _ => continue,
            };
            slots.entry(placed.clone()).or_insert(None);
        }
        if let Some(gpid) = piece.element.get("gpid").filter(|_| !piece.is_prototype()) {
            // Of two slots with one id nobody knows which is meant.
            let known = piece.faults.is_empty() && !slots.contains_key(gpid);
            slots.insert(gpid.to_owned(), known.then(|| trait_ids(&piece.spelled.definition)));
        }
    }
    slots
}

fn trait_ids(definition: &Definition) -> Vec<String> {
    definition.traits.iter().map(|one| id_of(&one.encode()).to_owned()).collect()
}

fn look_at(
    bench: &Bench<'_>,
    slots: &HashMap<String, Option<Vec<String>>>,
    saved: &SavedGame,
) -> Result<Misfits, String> {
    let tree = saved.commands(bench.limits).map_err(|error| error.to_string())?;
    let mut misfits = Misfits::default();
    let mut book = TraitBook::default();
    // Without any id in the module there is nothing to compare: it is from before ids.
    let has_ids = slots.keys().any(|gpid| !gpid.is_empty());
    for leaf in tree.leaves() {
        match &leaf.command {
            Command::Add(add) if !add.is_stack() && !add.is_deck() => {
                misfits.pieces += 1;
                let definition = Definition::decode(&add.kind, &mut book);
                let states = definition.split_state(&add.state);
                let heart = states.last().map(String::as_str).unwrap_or_default();
                let gpid = BasicState::decode(heart).gpid;
                // `ext:12` is a piece of an extension.
                if !has_ids
                    || gpid.is_empty()
                    || gpid.contains(':')
                    || !matches!(definition.heart, Heart::Piece(_))
                {
                    continue;
                }
                let name = definition.name(&states);
                match slots.get(&gpid) {
                    None => *misfits.strangers.entry(name).or_default() += 1,
                    Some(Some(now)) if *now != trait_ids(&definition) => {
                        *misfits.outdated.entry(name).or_default() += 1;
                    }
                    Some(_) => {}
                }
            }
            Command::Boards(boards) => {
                let Some(map) = bench.atlas.map(&boards.map) else {
                    misfits.boards.insert(format!("the map `{}`", boards.map));
                    continue;
                };
                // A map without boards of its own takes them from elsewhere, as VASL does.
                for board in boards.boards.iter().filter(|_| !map.boards.is_empty()) {
                    if map.boards.iter().all(|own| own.name != board.name) {
                        misfits
                            .boards
                            .insert(format!("the board `{}` on `{}`", board.name, boards.map));
                    }
                }
            }
            _ => {}
        }
    }
    Ok(misfits)
}
