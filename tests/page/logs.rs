//! Logs and pages that the tests look at, each made once.

use super::support::{hexwright, said};
use hexwright::hex::Location;
use hexwright::model::{Game, Id, Map};
use hexwright::module::vassal::Kit;
use hexwright::module::vassal::log::LogWriter;
use hexwright::module::vassal::save::Seat;
use hexwright::source::{Loaded, load};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

pub const HOSTILE: &str = "</script><script>document.title='taken'</script><img src=x onerror=\"document.title='taken'\">";

fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("page");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The project itself: both games are in it.
fn project() -> &'static Loaded {
    static PROJECT: OnceLock<Loaded> = OnceLock::new();
    PROJECT.get_or_init(|| load(Path::new(env!("CARGO_MANIFEST_DIR"))))
}

/// The module of a game, built once.
fn module(game: &str) -> PathBuf {
    let out = folder().join(format!("build-{game}"));
    let made = hexwright(&[
        "build",
        game,
        "--target",
        "vassal",
        "--force",
        "--out",
        out.to_str().unwrap(),
    ]);
    assert!(made.status.success(), "{}", said(&made));
    out.join(game).join(format!("{game}-1.0.vmod"))
}

pub fn bridgehead() -> &'static Path {
    static MODULE: OnceLock<PathBuf> = OnceLock::new();
    MODULE.get_or_init(|| module("bridgehead"))
}

pub fn italy43() -> &'static Path {
    static MODULE: OnceLock<PathBuf> = OnceLock::new();
    MODULE.get_or_init(|| module("italy43"))
}

/// Makes a page and says how large it is.
pub fn page(command: &[&str], log: &Path, module: &Path, name: &str) -> (PathBuf, u64) {
    let out = folder().join(format!("{name}.html"));
    let mut args = command.to_vec();
    args.extend([log.to_str().unwrap(), "--module", module.to_str().unwrap(), "--out"]);
    args.push(out.to_str().unwrap());
    let made = hexwright(&args);
    assert!(matches!(made.status.code(), Some(0 | 1)), "{}", said(&made));
    let size = std::fs::metadata(&out).unwrap().len();
    (out, size)
}

fn seats(game: &Game) -> Vec<Seat> {
    let seat = |(nth, side): (usize, &hexwright::model::Side)| Seat {
        name: ["Alice Example", "Bob Example"][nth % 2].to_owned(),
        password: format!("secret-{nth}"),
        side: side.name.clone(),
    };
    game.sides.iter().enumerate().map(seat).collect()
}

/// The hexes of a map, one after the other and round again.
fn hexes(game: &Game, map: Id<Map>) -> Vec<Location> {
    game.maps[map].grid.hexes().map(Location::Hex).collect()
}

/// Units that stand on the map when a scenario begins, by id.
fn standing(log: &LogWriter<'_>, window: &str) -> Vec<String> {
    let here = log.table().pieces.iter().filter(|piece| piece.map == window && piece.stacks);
    here.map(|piece| piece.id.clone()).collect()
}

fn write(
    game: &str,
    scenario: &str,
    name: &str,
    play: impl FnOnce(&Game, &mut LogWriter<'_>),
) -> PathBuf {
    let game = project().game(game).unwrap();
    let kit = Kit::new(game, Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
    let mut log = LogWriter::new(&kit, scenario, seats(game)).unwrap();
    play(game, &mut log);
    let path = folder().join(format!("{name}.vlog"));
    std::fs::write(&path, log.pack("a test").unwrap()).unwrap();
    path
}

/// Two hundred steps of Italy '43: real units go about the map, dice fall, turns pass.
pub fn italy43_log() -> PathBuf {
    write("italy43", "S1", "italy43", |game, log| {
        let map = game.maps.entries().next().unwrap().0;
        let grid = &game.maps[map].grid;
        let units = standing(log, "Main Map");
        // To a hex beside the one it stands in: players drag units about, they do not throw them.
        let beside = |log: &LogWriter<'_>, unit: &str, nth: usize| {
            let place = &log.table().pieces.iter().find(|piece| piece.id == unit)?.place;
            let here = grid.parse(place).ok()?;
            let around: Vec<_> = grid.neighbours(here).map(|(_, hex)| hex).collect();
            around.get(nth % around.len().max(1)).copied().map(Location::Hex)
        };
        let units: Vec<String> =
            units.into_iter().filter(|unit| beside(log, unit, 0).is_some()).collect();
        assert!(units.len() > 10, "{units:?}");
        let die = game.dice.iter().next().unwrap();
        let mut turn = (game.turns.first, 0);
        for step in 0..200usize {
            match step % 10 {
                9 => {
                    turn.1 += 1;
                    log.turn(turn.0, turn.1);
                }
                8 => {
                    let faces: Vec<u32> =
                        (0..die.count).map(|n| 1 + (step as u32 + n) % die.faces).collect();
                    log.roll(&die.id, &faces).unwrap();
                }
                _ => {
                    let unit = &units[(step * 7) % units.len()];
                    let to = beside(log, unit, step * 5 / 3).unwrap();
                    log.relocate(&[unit], map, to).unwrap();
                }
            }
        }
    })
}

/// Five thousand steps of Bridgehead.
pub fn long_log() -> PathBuf {
    write("bridgehead", "crossing", "long", |game, log| {
        let map = game.maps.entries().next().unwrap().0;
        let places = hexes(game, map);
        let units = standing(log, "Main Map");
        for step in 0..5000usize {
            if step % 100 == 99 {
                log.turn(1 + (step / 1000) as i32, (step / 100) % 6);
            } else {
                let unit = &units[(step * 7) % units.len()];
                log.relocate(&[unit], map, places[(step * 37) % places.len()]).unwrap();
            }
        }
    })
}

pub fn asl_sk2() -> &'static Path {
    static MODULE: OnceLock<PathBuf> = OnceLock::new();
    MODULE.get_or_init(|| module("asl-sk2"))
}

/// A scenario of the starter kit as it is laid out, on the board that it is played on.
pub fn asl_sk2_log() -> PathBuf {
    write("asl-sk2", "S9", "asl-sk2", |_, log| log.chat("good luck"))
}

/// A log in which a player writes what no page should run.
pub fn hostile_log() -> PathBuf {
    write("bridgehead", "crossing", "hostile", |_, log| {
        log.chat("hello");
        log.chat(HOSTILE);
    })
}
