//! Files by other people, counted by an independent decoder.
//!
//! They belong to others and are not part of the project: set
//! `HEXWRIGHT_CORPUS` to a folder that holds them and a `stats.json`.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test or benchmark that cannot go on has failed"
)]

use hexwright::replay::{Event, GameChain, Guide, MismatchCause, Replay, Snapshot};
use hexwright::vassal::build::{Catalogue, DefinedPiece};
use hexwright::vassal::census::Census;
use hexwright::vassal::command::Command;
use hexwright::vassal::folder::{fold, unfold};
use hexwright::vassal::grid::Layout;
use hexwright::vassal::piece::{Definition, TraitBook};
use hexwright::vassal::{Limits, Opened, open};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;

fn corpus() -> Option<(PathBuf, BTreeMap<String, Value>)> {
    let Some(folder) = std::env::var_os("HEXWRIGHT_CORPUS").map(PathBuf::from) else {
        eprintln!("skipped: HEXWRIGHT_CORPUS names no folder");
        return None;
    };
    let stats = std::fs::read_to_string(folder.join("stats.json")).expect("stats.json is there");
    Some((folder, serde_json::from_str(&stats).expect("stats.json is JSON")))
}

fn counts(value: &Value) -> BTreeMap<String, usize> {
    serde_json::from_value(value.clone()).unwrap_or_default()
}

#[test]
fn every_save_and_log_counts_as_the_independent_decoder_counts() {
    let Some((folder, stats)) = corpus() else { return };
    let limits = Limits::default();
    let mut seen = 0;
    for (name, told) in &stats {
        if !matches!(told["kind"].as_str(), Some("save" | "log")) {
            continue;
        }
        let Ok(Opened::Saved(saved)) = open(&folder.join(name), &limits) else {
            panic!("{name} is a saved game")
        };
        let tree = saved.commands(&limits).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(tree.encode() == saved.text, "{name} is not written back as it was");
        let census = Census::of(&saved, &tree, &limits).expect("counts");
        assert_eq!(census.setup_kinds, counts(&told["setup_kinds"]), "{name}");
        assert_eq!(census.logged_kinds, counts(&told["logged_kinds"]), "{name}");
        assert_eq!(census.added, counts(&told["added"]), "{name}");
        assert_eq!(census.live_after_setup, counts(&told["live_after_setup"]), "{name}");
        assert_eq!(census.live_at_end, counts(&told["live_at_end"]), "{name}");
        assert_eq!(census.format, told["format"].as_str().unwrap_or_default(), "{name}");
        assert_eq!(census.key.map(i64::from), told["key"].as_i64(), "{name}");
        for (ours, key) in [
            (census.leaf_total, "leaf_total"),
            (census.log_commands, "log_commands"),
            (census.max_trait_depth, "max_trait_depth"),
            (census.chat_lines, "chat_lines"),
            (census.plain_bytes, "plain_bytes"),
            (census.longest_leaf, "longest_leaf"),
            (census.distinct_gpid, "distinct_gpid"),
            (census.top_tokens, "top_tokens"),
            (census.missing.moved, "move_unknown_id"),
            (census.missing.removed, "remove_unknown_id"),
            (census.missing.changed, "change_unknown_id"),
        ] {
            assert_eq!(Some(ours as u64), told[key].as_u64(), "{name} {key}");
        }
        let logged = counts(&told["top_kinds"]).get("LOG").copied().unwrap_or(0);
        assert_eq!(census.log_entries, logged, "{name}");
        seen += 1;
    }
    assert!(seen > 0);
    println!("{seen} files counted");
}

#[test]
fn every_module_and_extension_counts_as_the_independent_decoder_counts() {
    let Some((folder, stats)) = corpus() else { return };
    let limits = Limits::default();
    let mut seen = 0;
    for (name, told) in &stats {
        let tags = match told["kind"].as_str() {
            Some("extension" | "module" | "module-assembled") => &told["buildfile_tags"],
            Some("buildfile") => &told["tags"],
            _ => continue,
        };
        let Ok(Opened::Module(mut module)) = open(&folder.join(name), &limits) else {
            panic!("{name} is a module")
        };
        let catalogue = Catalogue::of(&mut module);
        // The other decoder counts only the classes of VASSAL and VASL.
        let mut ours = catalogue.components.clone();
        ours.retain(|tag, _| tag.starts_with("VASSAL.") || tag.starts_with("VASL."));
        assert_eq!(ours, counts(tags), "{name}");
        if let Some(entries) = told["zip_entries"].as_u64() {
            assert_eq!(catalogue.entries as u64, entries, "{name}");
        }
        let files: BTreeMap<_, _> = unfold(&module.build_text, &module.build).into_iter().collect();
        let folded = fold(&|file| files.get(file).cloned(), 1000).expect("folds");
        assert!(folded == module.build_text, "{name} taken apart comes back changed");
        for slot in module.build.walk().filter(|element| element.text.starts_with("+/")) {
            let piece =
                DefinedPiece::decode(&slot.text, &mut TraitBook::default()).expect("a piece");
            assert_eq!(piece.encode(), slot.text, "{name}");
        }
        seen += 1;
    }
    assert!(seen > 0);
    println!("{seen} modules, extensions and build files counted");
}

#[test]
fn every_piece_is_written_back_as_it_was() {
    let Some((folder, stats)) = corpus() else { return };
    let limits = Limits::default();
    let (mut pieces, mut traits, mut canonical) = (0, 0, 0);
    for (name, told) in &stats {
        if !matches!(told["kind"].as_str(), Some("save" | "log")) {
            continue;
        }
        let Ok(Opened::Saved(saved)) = open(&folder.join(name), &limits) else {
            panic!("{name} is a saved game")
        };
        let tree = saved.commands(&limits).expect("decodes");
        let mut book = TraitBook::default();
        for leaf in tree.leaves() {
            let command = match &leaf.command {
                Command::Log(inner) => &inner.command,
                other => other,
            };
            let Command::Add(add) = command else { continue };
            let definition = Definition::decode(&add.kind, &mut book);
            assert_eq!(definition.encode(), add.kind, "{name}");
            let states = definition.split_state(&add.state);
            assert_eq!(Definition::join_state(&states), add.state, "{name}");
            pieces += 1;
            traits += definition.traits.len();
            canonical += definition.traits.iter().filter(|one| one.is_canonical()).count();
        }
    }
    println!("{pieces} pieces, {traits} traits, {canonical} of them spelled as VASSAL 3.7 does");
}

/// Every move says where the piece was: so it must be in our position.
#[test]
fn every_move_starts_where_the_replay_has_the_piece() {
    let Some((folder, stats)) = corpus() else { return };
    let limits = Limits::default();
    let mut moves = 0;
    let mut causes: BTreeMap<MismatchCause, usize> = BTreeMap::new();
    for name in stats.iter().filter(|(_, told)| told["kind"] == "log").map(|(name, _)| name) {
        let Ok(Opened::Saved(saved)) = open(&folder.join(name), &limits) else {
            panic!("{name} is a saved game")
        };
        let tree = saved.commands(&limits).expect("decodes");
        let steps = Replay::start(&tree, None, &limits).and_then(|mut log| log.finish());
        for step in steps.expect("plays") {
            for event in &step.events {
                moves += usize::from(matches!(event, Event::Move { .. }));
                if let Event::Mismatch { cause, .. } = event {
                    *causes.entry(*cause).or_default() += 1;
                    println!("{name} step {}: {}", step.number, event.readable());
                }
            }
        }
    }
    println!("{moves} moves; starting elsewhere: {causes:?}");
    assert_eq!(causes.get(&MismatchCause::Unknown), None);
}

/// Since 3.3 a piece remembers where it was last, in VASSAL's own words.
#[test]
fn remembered_locations_are_named_as_vassal_named_them() {
    let Some((folder, stats)) = corpus() else { return };
    let limits = Limits::default();
    let (mut same, mut other) = (0, 0);
    for build in stats.iter().filter(|(_, told)| told["kind"] == "buildfile").map(|(name, _)| name)
    {
        let Ok(Opened::Module(mut module)) = open(&folder.join(build), &limits) else {
            panic!("{build} is a build file")
        };
        let guide = Guide::of(&mut module);
        let beside = build.rsplit_once('/').map_or("", |(path, _)| path);
        let games = stats.iter().filter(|(name, told)| {
            name.starts_with(beside) && matches!(told["kind"].as_str(), Some("save" | "log"))
        });
        for (name, _) in games {
            let Ok(Opened::Saved(saved)) = open(&folder.join(name), &limits) else {
                panic!("{name} is a saved game")
            };
            let tree = saved.commands(&limits).expect("decodes");
            let replay = Replay::start(&tree, None, &limits).expect("starts");
            for piece in replay.position().counters() {
                let basic = piece.basic();
                let number = |key: &str| basic.get(key).and_then(|text| text.parse::<i32>().ok());
                let (Some(told), Some(map)) = (basic.get("OldLocationName"), basic.get("OldMap"))
                else {
                    continue;
                };
                let (Some(x), Some(y), Some(sheet)) =
                    (number("OldX"), number("OldY"), guide.atlas.map(map))
                else {
                    continue;
                };
                let boards = replay.position().table.boards.get(map);
                let layout = Layout::of(sheet, boards.map(Vec::as_slice).unwrap_or_default());
                let ours = layout.location((x, y));
                let zone = basic.get("OldZone").unwrap_or_default();
                if ours.name == told && ours.zone.as_deref().unwrap_or_default() == zone {
                    same += 1;
                } else {
                    other += 1;
                    println!("{name}: {map} {x},{y} is {ours:?}, remembered as {told:?}");
                }
            }
        }
    }
    println!("{same} locations named as VASSAL named them, {other} otherwise");
    // A save of another version of the module may remember names that have changed since.
    assert!(other * 50 <= same, "{other} of {same}");
}

/// Half of the logs of this game are at hand: between them is play that no file tells.
#[test]
fn a_game_of_many_logs_is_followed_from_one_to_the_next() {
    let Some((folder, stats)) = corpus() else { return };
    let limits = Limits::default();
    let mut chain = GameChain::default();
    for name in stats.keys().filter(|name| name.contains("_tld-") && name.ends_with(".log")) {
        let Ok(Opened::Saved(saved)) = open(&folder.join(name), &limits) else {
            panic!("{name} is a saved game")
        };
        let tree = saved.commands(&limits).expect("decodes");
        let mut replay = Replay::start(&tree, None, &limits).expect("starts");
        let start = Snapshot::of(replay.position());
        let steps = replay.finish().expect("plays");
        println!("{name}: {} steps, {} counters", steps.len(), replay.position().counters().len());
        chain.add(&start, Snapshot::of(replay.position()));
    }
    for junction in &chain.junctions {
        println!("{} of {} counters agree", junction.agree, junction.shared);
        assert!(junction.agree * 2 > junction.shared);
    }
    println!("{:?}", chain.followed());
}
