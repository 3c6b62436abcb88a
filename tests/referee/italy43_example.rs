//! The rulebook's extended example of play as a log: written from a script of its facts, audited, every number compared.

use crate::support::hexwright;
use hexwright::hex::{BoxId, Location};
use hexwright::model::{Game, Id, Map};
use hexwright::module::vassal::Kit;
use hexwright::module::vassal::declare::Said;
use hexwright::module::vassal::log::LogWriter;
use hexwright::module::vassal::save::Seat;
use hexwright::source::Loaded;
use serde_json::Value;
use std::path::Path;
use std::sync::OnceLock;

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
                let step = kit.top.sequence.standings.iter().position(|standing| {
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

/// Audits a log; the sources of the project tell how its module's words are read.
fn audit(log: &str, more: &[&str]) -> String {
    let mut args = vec!["audit", log, "--game", "italy43"];
    args.extend(more);
    let output = hexwright(&args);
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn script() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(root.join(SCRIPT)).expect("the script")
}

/// The step of the log that a line of the script becomes: each line but comments is one.
fn step_of(line: &str) -> usize {
    let script = script();
    let steps = script.lines().filter(|line| {
        !line.trim().is_empty() && !line.starts_with('#') && !line.starts_with("as ")
    });
    1 + steps.clone().position(|known| known == line).unwrap_or_else(|| panic!("no line `{line}`"))
}

/// What the referee says of a line of the script, with the arithmetic; spaces made single.
fn explain(line: &str) -> String {
    let step = step_of(line).to_string();
    let text = audit(LOG, &["--explain", &step]);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_committed_log_is_what_the_script_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let bytes = write_log(&script());
    if std::env::var_os("HEXWRIGHT_GOLDEN").is_some_and(|value| value == "update") {
        std::fs::write(root.join(LOG), &bytes).expect("the log is written");
    }
    let committed = std::fs::read(root.join(LOG)).unwrap_or_default();
    assert!(committed == bytes, "{LOG} differs (HEXWRIGHT_GOLDEN=update writes it anew)");
}

#[test]
fn the_extended_example_is_clean() {
    let report: Value = serde_json::from_str(&audit(LOG, &["--format", "json"])).expect("JSON");
    let audit = &report["audits"][0];
    assert_eq!(audit["findings"].as_array().map(Vec::len), Some(0), "{}", audit["findings"]);
    assert!(audit["coverage"]["judged"].as_u64().expect("a number") > 100);
}

#[test]
fn attack_x_is_21_counted_as_20_to_10_and_1_1_after_the_nebelwerfers() {
    let text = explain("say attack units=br-22-7,br-131-7,br-169-56 place=2525");
    for number in [
        "attack in all 21, counted as 20",
        "defence of ge-tank-hg 2",
        "defence of ge-ii-115-15 8 (twice 4)",
        "odds 20 to 10: 2-1",
        "support -1",
        "column: 1-1",
    ] {
        assert!(text.contains(number), "{number}: {text}");
    }
    assert!(explain("roll 1d6 6").contains("result: DR2"));
    assert!(explain("say result result=DR2_Adv_2").contains("legal"));
}

#[test]
fn attack_y_is_10_to_6_over_the_mountains_and_an_exchange() {
    let text = explain("say attack units=us-7-3,us-30-3,us-15-3,us-601-td place=3026");
    for number in [
        "3 (half of 6: over a mountain side)",
        "odds 10 to 6: 1-1",
        "attack: 10",
        "defence: 6",
        "column: 1-1",
    ] {
        assert!(text.contains(number), "{number}: {text}");
    }
    assert!(explain("roll 1d6 3").contains("result: EX"));
}

#[test]
fn attack_a_of_turn_2_is_10_to_3_with_mud_and_tank_shift_and_d1() {
    let text = explain("say attack units=br-22-7,br-11h-7 place=2020");
    for number in
        ["odds 10 to 3: 3-1", "mud shift -1", "tank shift +1", "net-shift: 0", "column: 3-1"]
    {
        assert!(text.contains(number), "{number}: {text}");
    }
    assert!(explain("say result result=D1_Adv_2").contains("result: D1"));
    assert!(explain("move ge-recon-hg 1918").contains("legal"), "two hexes, without a loss");
}

#[test]
fn attack_z_of_turn_1_would_be_9_to_6() {
    // The text only weighs it: the same game with the attack made.
    let made = script().replace(
        "turn 1 recovery allied\n",
        "say attack units=us-179-45,us-191-tank place=3424\nsay main-force units=us-179-45\nsay attached units=us-191-tank\nturn 1 recovery allied\n",
    );
    let near = made
        .replace("move us-133-34 3227\n", "move us-133-34 3227\nmove us-179-45,us-191-tank 3524\n");
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("italy43-z.vlog");
    std::fs::write(&path, write_log(&near)).expect("the log is written");
    let step = (step_of("turn 1 recovery allied") + 1).to_string();
    let text = audit(path.to_str().expect("a path"), &["--explain", &step]);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("odds 9 to 6: 1-1"), "{text}");
}
