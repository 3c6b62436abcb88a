//! The genuine files of `tests/logs`, against what the real program printed about them.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test or benchmark that cannot go on has failed"
)]

use hexwright::replay::{Event, Guide, Replay, Snapshot};
use hexwright::vassal::command::PlacedBoard;
use hexwright::vassal::grid::Layout;
use hexwright::vassal::{Limits, ModuleFile, Opened, SavedGame, open};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/logs").join(name)
}

fn saved(name: &str) -> SavedGame {
    match open(&file(name), &Limits::default()) {
        Ok(Opened::Saved(saved)) => *saved,
        other => panic!("{name} is no saved game: {other:?}"),
    }
}

fn module() -> ModuleFile {
    module_called("mini.vmod")
}

fn module_called(name: &str) -> ModuleFile {
    match open(&file(name), &Limits::default()) {
        Ok(Opened::Module(module)) => *module,
        other => panic!("no module: {other:?}"),
    }
}

/// The lines of a packed table.
fn table(name: &str) -> Vec<String> {
    let gz = std::fs::File::open(file(name)).expect("the table is there");
    let mut table = String::new();
    flate2::read::GzDecoder::new(gz).read_to_string(&mut table).expect("unpacks");
    table.lines().map(str::to_owned).collect()
}

fn dump(name: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(file(name)).expect("the dump is there");
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

/// Every piece of the dump is in the position, where and how the program says.
fn assert_same_pieces(replay: &mut Replay<'_, '_>, dump: &[Value]) {
    let told: Vec<_> = dump.iter().filter(|line| line["kind"] == "piece").collect();
    assert_eq!(replay.position().counters().len(), told.len());
    for line in told {
        let id = text(line, "id");
        let at = replay.locate(id).unwrap_or_else(|| panic!("{id} is missing"));
        assert_eq!(at.map.as_deref().unwrap_or_default(), text(line, "map"), "{id}");
        assert_eq!(
            (i64::from(at.x), i64::from(at.y)),
            (line["x"].as_i64().unwrap(), line["y"].as_i64().unwrap()),
            "{id}"
        );
        assert_eq!(at.location.as_deref(), Some(text(line, "location")), "{id}");
        assert_eq!(at.board.as_deref().unwrap_or_default(), text(line, "board"), "{id}");
        assert_eq!(at.zone.as_deref().unwrap_or_default(), text(line, "zone"), "{id}");
        let position = replay.position();
        let piece = position.piece(id).expect("located above");
        assert_eq!(
            position.deck_of(piece).map(|deck| deck.name()).unwrap_or_default(),
            text(line, "deck"),
            "{id}"
        );
        let values: BTreeMap<_, _> = piece.properties().into_iter().collect();
        let masked = values.get("Obscured").is_some_and(|masked| masked == "true");
        if !masked {
            // The program's own user may not see the face of a masked card; a referee does.
            assert_eq!(piece.name(), text(line, "name"), "{id}");
        }
        assert_eq!(piece.definition.basic_name(), text(line, "basicName"));
        assert_eq!(piece.basic().gpid, text(line, "gpid"));
        for (name, value) in line["markers"].as_object().expect("markers") {
            assert_eq!(values.get(name).map(String::as_str), value.as_str(), "{id} {name}");
        }
        for layer in line["layers"].as_array().expect("layers") {
            let level = values.get(&format!("{}_Level", text(layer, "name")));
            assert_eq!(
                level.map(String::as_str),
                Some(layer["level"].to_string().as_str()),
                "{id}"
            );
        }
        let told_states: Vec<_> = line["traits"]
            .as_array()
            .expect("traits")
            .iter()
            .map(|one| text(one, "state"))
            .collect();
        let ours = &piece.states[..piece.states.len() - 1];
        assert_eq!(ours, &told_states[..ours.len()], "{id}");
        let (place, size) = position.height(piece);
        if position.deck_of(piece).is_none() {
            // The program counts from the top.
            let from_top = (size - place + 1).to_string();
            assert_eq!(line["props"]["StackPos"].as_str(), Some(from_top.as_str()), "{id}");
            assert_eq!(
                line["props"]["StackSize"].as_str(),
                Some(size.to_string().as_str()),
                "{id}"
            );
        }
    }
}

#[test]
fn the_start_and_end_of_the_small_log_are_as_the_program_says() {
    let limits = Limits::default();
    let guide = Guide::of(&mut module());
    let log = saved("mini.vlog");
    let tree = log.commands(&limits).expect("decodes");
    let mut replay = Replay::start(&tree, Some(&guide), &limits).expect("starts");
    assert_same_pieces(&mut replay, &dump("mini.start.jsonl"));
    let steps = replay.finish().expect("plays");
    assert_eq!(steps.len(), 19);
    assert_same_pieces(&mut replay, &dump("mini.end.jsonl"));
}

#[test]
fn the_end_of_the_long_log_is_as_the_program_says() {
    let limits = Limits::default();
    let guide = Guide::of(&mut module());
    let log = saved("big.vlog");
    let tree = log.commands(&limits).expect("decodes");
    let mut replay = Replay::start(&tree, Some(&guide), &limits).expect("starts");
    assert_eq!(replay.finish().expect("plays").len(), 1199);
    assert_same_pieces(&mut replay, &dump("big.end.jsonl"));
}

#[test]
fn the_end_of_a_wild_game_is_as_the_program_says() {
    let limits = Limits::default();
    let guide = Guide::of(&mut module());
    let log = saved("wild.vlog");
    let tree = log.commands(&limits).expect("decodes");
    let mut replay = Replay::start(&tree, Some(&guide), &limits).expect("starts");
    replay.finish().expect("plays");
    assert_same_pieces(&mut replay, &dump("wild.end.jsonl"));
}

#[test]
fn the_save_is_as_the_program_says_and_continues_the_log() {
    let limits = Limits::default();
    let guide = Guide::of(&mut module());
    let save = saved("mini_end.vsav");
    let tree = save.commands(&limits).expect("decodes");
    let mut replay = Replay::start(&tree, Some(&guide), &limits).expect("starts");
    assert_same_pieces(&mut replay, &dump("mini_end.vsav.jsonl"));
    let log = saved("mini.vlog");
    let log_tree = log.commands(&limits).expect("decodes");
    let mut played = Replay::start(&log_tree, Some(&guide), &limits).expect("starts");
    let start = Snapshot::of(played.position());
    played.finish().expect("plays");
    let end = Snapshot::of(replay.position());
    assert_eq!(Snapshot::of(played.position()).breaks(&end), []);
    assert!(!start.breaks(&end).is_empty());
}

#[test]
fn every_step_is_as_the_program_says() {
    let limits = Limits::default();
    let guide = Guide::of(&mut module());
    let log = saved("mini.vlog");
    let tree = log.commands(&limits).expect("decodes");
    let mut replay = Replay::start(&tree, Some(&guide), &limits).expect("starts");
    for line in dump("mini.replay.jsonl").iter().filter(|line| line["kind"] == "step") {
        let step = replay.advance().expect("plays").expect("as many steps");
        assert_eq!(step.number as i64, line["n"].as_i64().unwrap());
        for after in line["after"].as_array().expect("after") {
            let id = text(after, "id");
            let at = replay.locate(id).expect("in play");
            assert_eq!(
                (at.location.as_deref(), i64::from(at.x)),
                (Some(text(after, "location")), after["x"].as_i64().unwrap())
            );
        }
        let moves: Vec<_> = step
            .events
            .iter()
            .filter_map(|event| match event {
                Event::Move { piece, from, to, .. } => Some((
                    piece.id.as_str(),
                    from.location.as_deref().unwrap_or(""),
                    to.location.as_deref().unwrap_or(""),
                )),
                _ => None,
            })
            .collect();
        let commands = line["commands"].as_array().expect("commands");
        let told: Vec<_> = commands
            .iter()
            .filter(|command| command["class"] == "MovePiece")
            .map(|command| (text(command, "id"), text(command, "from"), text(command, "to")))
            .collect();
        assert_eq!(moves, told, "step {}", step.number);
        let lines: Vec<_> = commands
            .iter()
            .filter(|command| command["class"] == "DisplayText")
            .map(|c| text(c, "text"))
            .collect();
        assert_eq!(step.lines().count(), lines.len());
        let turns = replay.turns();
        for (ours, told) in turns.iter().zip(line["turn"].as_array().expect("turn")) {
            assert_eq!(
                (ours.0.as_str(), ours.1.as_deref(), ours.2.as_str()),
                (text(told, "name"), Some(text(told, "text")), text(told, "state"))
            );
        }
    }
    assert!(replay.advance().expect("plays").is_none());
}

#[test]
fn dice_undo_flips_and_speakers_are_told() {
    let limits = Limits::default();
    let guide = Guide::of(&mut module());
    let log = saved("mini.vlog");
    let tree = log.commands(&limits).expect("decodes");
    let steps =
        Replay::start(&tree, Some(&guide), &limits).expect("starts").finish().expect("plays");
    let rolls: Vec<_> = steps.iter().flat_map(|step| step.rolls()).collect();
    assert_eq!(rolls.len(), 2);
    assert_eq!(
        (rolls[0].button.as_str(), rolls[0].dice.as_slice(), rolls[0].total),
        ("2d6", [4, 1].as_slice(), Some(5))
    );
    assert_eq!(
        (rolls[1].dice.as_slice(), rolls[1].who.as_deref()),
        ([2, 4].as_slice(), Some("Alice"))
    );
    assert_eq!((steps[9].undone_by, steps[10].undoes), (Some(11), Some(10)));
    assert!(!steps[9].stands() && !steps[10].stands() && steps[11].stands());
    assert_eq!(steps[1].who.as_deref(), Some("Alice"));
    let flip = steps[2].events.iter().find_map(|event| match event {
        Event::Change { was_called, values, .. } => Some((was_called.clone(), values.clone())),
        _ => None,
    });
    let (was_called, values) = flip.expect("a flip");
    assert_eq!(was_called.as_deref(), Some("Red Inf"));
    assert_eq!(
        (values[0].name.as_str(), values[0].old.as_str(), values[0].new.as_str()),
        ("Step_Level", "1", "2")
    );
}

#[test]
fn names_and_snap_points_of_pixels_are_as_the_program_says() {
    let guide = Guide::of(&mut module());
    let map = guide.atlas.map("Main Map").expect("the map");
    let layout = Layout::of(map, &[]);
    let table = table("mini.hexes.txt.gz");
    for line in &table {
        let fields: Vec<_> = line.split('\t').collect();
        let number = |index: usize| fields[index].parse::<i32>().expect("a number");
        assert_eq!(layout.location((number(2), number(3))).name, fields[4], "{line}");
        let snapped = map.boards[0].grid.as_ref().expect("a grid").snap((number(2), number(3)));
        assert_eq!(snapped, (number(5), number(6)), "{line}");
        assert_eq!(layout.location(snapped).name, fields[7], "{line}");
    }
    assert_eq!(table.len(), 14_880);
}

#[test]
fn grids_of_every_kind_name_and_snap_as_the_program_does() {
    let guide = Guide::of(&mut module_called("grids.vmod"));
    let place = |name: &'static str, reversed: bool, column: i32, row: i32| PlacedBoard {
        name: name.into(),
        reversed,
        column,
        row,
    };
    let mut told = BTreeMap::new();
    for line in table("grids.txt.gz") {
        let fields: Vec<_> = line.split('\t').collect();
        let number = |index: usize| fields[index].parse::<i32>().expect("a number");
        let map = guide.atlas.map(fields[0]).expect("the map");
        let chosen = match fields[0] {
            "upside down" => vec![place("b", true, 0, 0)],
            "four boards" => vec![
                place("one", false, 0, 0),
                place("two", true, 1, 0),
                place("three", true, 0, 1),
                place("four", false, 1, 1),
            ],
            _ => Vec::new(),
        };
        let layout = Layout::of(map, &chosen);
        let point = (number(2), number(3));
        let at = layout.location(point);
        assert_eq!(
            (at.board.as_deref().unwrap_or_default(), at.zone.as_deref().unwrap_or_default()),
            (fields[1], fields[8]),
            "{line}"
        );
        assert_eq!(at.name, fields[4], "{line}");
        let on_board = fields[1] == "b" && chosen.is_empty();
        if let Some(grid) = map.boards[0].grid.as_ref().filter(|_| on_board) {
            let snapped = grid.snap(point);
            assert_eq!(snapped, (number(5), number(6)), "{line}");
            assert_eq!(layout.location(snapped).name, fields[7], "{line}");
        }
        *told.entry(fields[0].to_owned()).or_insert(0) += 1;
    }
    assert_eq!((told.len(), told.values().sum::<i32>()), (30, 63_382));
}

#[test]
fn every_genuine_file_is_written_back_byte_for_byte() {
    let limits = Limits::default();
    for name in ["mini.vlog", "big.vlog", "wild.vlog", "mini_end.vsav"] {
        let game = saved(name);
        let tree = game.commands(&limits).expect("decodes");
        assert!(tree.encode() == game.text, "{name}");
        let packed = game.pack().expect("packs");
        let Ok(Opened::Saved(again)) = hexwright::vassal::open_bytes(packed, &limits) else {
            panic!("reads back")
        };
        assert!(again.text == game.text && again.veil == game.veil);
        assert_eq!((&again.savedata, &again.moduledata), (&game.savedata, &game.moduledata));
    }
}
