//! The rulebook's extended example of play as a log: written from a script of its facts, audited, every number compared.

mod support;

use hexwright::hex::{BoxId, Location};
use hexwright::model::{Game, Id, Map};
use hexwright::module::vassal::Kit;
use hexwright::module::vassal::declare::Said;
use hexwright::module::vassal::log::LogWriter;
use hexwright::module::vassal::save::Seat;
use hexwright::source::Loaded;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use support::hexwright;

const SCRIPT: &str = "tests/logs/italy43-example.txt";
const LOG: &str = "tests/logs/italy43-example.vlog";

fn repository() -> &'static Loaded {
    static LOADED: OnceLock<Loaded> = OnceLock::new();
    LOADED.get_or_init(|| hexwright::source::load(Path::new(env!("CARGO_MANIFEST_DIR"))))
}

fn game() -> &'static Game {
    repository().game("italy43").expect("the game")
}

/// Writes a log from a script: one step a line.
fn write_log(script: &str) -> Vec<u8> {
    let game = game();
    let kit = Kit::new(game, Some(&repository().root)).expect("a kit");
    let seat = |name: &str, side: &str| Seat {
        name: name.into(),
        password: name.to_lowercase(),
        side: side.into(),
    };
    let seats = vec![seat("Albert", "German"), seat("Mark", "Allied")];
    let mut log = LogWriter::new(&kit, "S3", seats).expect("a log");
    let map = game.maps.first().expect("the map");
    for (number, line) in script.lines().enumerate() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let done = match words[..] {
            [] | ["#", ..] => Ok(()),
            ["turn", turn, phase, side] => {
                let step = kit.sequence.standings.iter().position(|standing| {
                    let acts = match standing.actor {
                        hexwright::model::Actor::Side(id) => game.sides[id].id == side,
                        _ => side == "-",
                    };
                    acts && standing.path.last().is_some_and(|id| id == phase)
                });
                log.act_as(match side {
                    "allied" => "Allied",
                    _ => "German",
                });
                log.turn(
                    turn.parse().expect("a turn"),
                    step.unwrap_or_else(|| panic!("line {}: no such phase", number + 1)),
                );
                Ok(())
            }
            ["as", side] => {
                log.act_as(side);
                Ok(())
            }
            ["move", units, to] => {
                let ids: Vec<&str> = units.split(',').collect();
                log.relocate(&ids, map, place(game, map, to))
            }
            ["flip", unit, level] => log.flip(unit, level.parse().expect("a level")),
            ["state", unit, state, on] => log.state(unit, state, on == "on"),
            ["roll", dice, faces] => {
                let faces: Vec<u32> =
                    faces.split(',').map(|face| face.parse().expect("a face")).collect();
                log.roll(dice, &faces)
            }
            ["add", id, counter, at] => log.add(id, counter, map, place(game, map, at)),
            ["say", id, ref rest @ ..] => {
                let said = said(&log, rest);
                log.declare(id, &said)
            }
            _ => panic!("line {}: `{line}` is nothing that can be done", number + 1),
        };
        if let Err(error) = done {
            panic!("line {}: {error}", number + 1);
        }
    }
    log.pack("the extended example of play").expect("packs")
}

fn said(log: &LogWriter<'_>, words: &[&str]) -> Said {
    let mut said = Said { side: "Allied".into(), ..Said::default() };
    for word in words {
        match word.split_once('=').expect("key=value") {
            ("units", units) => {
                let at = |unit: &str| {
                    let piece = log.table().pieces.iter().find(|piece| piece.id == unit);
                    piece.unwrap_or_else(|| panic!("no piece {unit}")).place.clone()
                };
                said.units = units.split(',').map(|unit| (unit.to_owned(), at(unit))).collect();
            }
            ("place", place) => said.place = place.to_owned(),
            (key, value) => drop(said.answers.insert(key.to_owned(), value.replace('_', " "))),
        }
    }
    said
}

fn place(game: &Game, map: Id<Map>, name: &str) -> Location {
    let map = &game.maps[map];
    match map.grid.parse(name) {
        Ok(hex) => hex.into(),
        Err(_) => {
            let at = map.box_locations.iter().position(|known| known == name);
            let at = at.unwrap_or_else(|| panic!("there is no place {name}"));
            Location::Box(BoxId(u16::try_from(at).expect("few boxes")))
        }
    }
}

/// The module of Italy '43, built once.
fn module() -> &'static Path {
    static MODULE: OnceLock<PathBuf> = OnceLock::new();
    MODULE.get_or_init(|| {
        if let Some(built) = std::env::var_os("HEXWRIGHT_ITALY43_VMOD") {
            return built.into();
        }
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("italy43");
        let out = folder.to_str().expect("a path");
        let made = hexwright(&["build", "italy43", "--target", "vassal", "--out", out, "--force"]);
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        folder.join("italy43/italy43-1.0.vmod")
    })
}

fn audit(log: &str, more: &[&str]) -> Value {
    let mut args =
        vec!["audit", log, "--module", module().to_str().expect("a path"), "--format", "json"];
    args.extend(more);
    let output = hexwright(&args);
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)))
}

#[test]
fn the_committed_log_is_what_the_script_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let script = std::fs::read_to_string(root.join(SCRIPT)).expect("the script");
    let bytes = write_log(&script);
    if std::env::var_os("HEXWRIGHT_GOLDEN").is_some_and(|value| value == "update") {
        std::fs::write(root.join(LOG), &bytes).expect("the log is written");
    }
    let committed = std::fs::read(root.join(LOG)).unwrap_or_default();
    assert!(committed == bytes, "{LOG} differs (HEXWRIGHT_GOLDEN=update writes it anew)");
}

#[test]
fn the_extended_example_is_clean() {
    let report = audit(LOG, &[]);
    let audit = &report["audits"][0];
    assert_eq!(audit["findings"].as_array().map(Vec::len), Some(0), "{}", audit["findings"]);
    assert!(audit["coverage"]["judged"].as_u64().expect("a number") > 60);
}
