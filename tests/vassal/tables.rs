//! Tables other than VASSAL's: files as they are built, drops to hexes, games taken there and back.

use super::module::repository;
use super::support::{hexwright_in, said};
use hexwright::hex::{BoxId, Location};
use hexwright::model::Game;
use hexwright::module::WRITERS;
use hexwright::module::table::{Frame, Surface, Tabletop, Window};
use hexwright::module::tts::on_tile;
use hexwright::module::vassal::Kit;
use hexwright::module::vassal::log::LogWriter;
use hexwright::module::vtt::grid::{Lattice, snap};
use hexwright::module::vtt::lattices;
use hexwright::replay::{Guide, Replay};
use hexwright::retell::{Kind, position, read_bytes, tell};
use hexwright::vassal::{Limits, SavedGame};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;

const TARGETS: &str = "vtt,tts,ztb,pcio";

fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn games() -> impl Iterator<Item = &'static Game> {
    repository().project.games.iter()
}

fn bridgehead() -> &'static Game {
    repository().game("bridgehead").expect("the tutorial game")
}

fn top(game: &Game) -> Tabletop<'_> {
    Tabletop::new(game, Some(&repository().root)).expect("a table")
}

/// Builds a game for all tables; files by name.
fn build(game: &str, out: &Path, cache: &Path) -> BTreeMap<String, Vec<u8>> {
    let text = |path: &Path| path.to_str().expect("a plain path").to_owned();
    let (to, keep) = (text(out), text(cache));
    let at = "https://example.org/pictures";
    let args =
        ["build", game, "--target", TARGETS, "--out", &to, "--cache", &keep, "--images-at", at];
    let done = hexwright_in(project(), &args);
    assert_eq!(done.status.code(), Some(0), "{}", said(&done));
    let folder = out.join(game);
    let files = walkdir::WalkDir::new(&folder).sort_by_file_name().into_iter().map(Result::unwrap);
    let files = files.filter(|entry| entry.file_type().is_file());
    files
        .map(|entry| {
            let name = entry.path().strip_prefix(&folder).expect("inside").to_str().expect("plain");
            (name.to_owned(), std::fs::read(entry.path()).expect("reads"))
        })
        .collect()
}

static BUILT: LazyLock<BTreeMap<String, Vec<u8>>> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder");
    build("bridgehead", &folder.path().join("out"), &folder.path().join("cache"))
});

fn room(variant: &str) -> Value {
    let bytes = BUILT["bridgehead-1.0.vtt"].clone();
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(bytes)).expect("a zip");
    serde_json::from_reader(zip.by_name(variant).expect("a variant")).expect("a room")
}

fn wrong(name: &str, bytes: &[u8]) -> Vec<String> {
    let found = WRITERS.iter().find_map(|writer| writer.check(name, bytes));
    found.unwrap_or_else(|| panic!("{name} is of no table"))
}

fn holds(frame: &Frame, (x, y): (f64, f64)) -> bool {
    (f64::from(frame.left)..=f64::from(frame.right)).contains(&x)
        && (f64::from(frame.top)..=f64::from(frame.bottom)).contains(&y)
}

#[test]
fn every_drop_around_the_middle_of_a_hex_goes_to_that_hex_on_every_map() {
    let mut drops = 0;
    for game in games() {
        let top = top(game);
        let sizes: BTreeSet<(i32, i32)> = game.counters.iter().map(|one| top.pixels(one)).collect();
        for (scenario, setting) in top.scenes() {
            let surface = Surface::of(&top, setting);
            let alone = setting.boards.len() == 1;
            for size in &sizes {
                let lattices = lattices(&top, setting, &surface, *size);
                let half = (f64::from(size.0) / 2.0, f64::from(size.1) / 2.0);
                for (spot, origin) in &setting.boards {
                    let board = &top.boards[spot.map.index()];
                    let (width, height) = board.size();
                    let corner = surface.pixel(Window::Main, *origin);
                    let names = game.maps[spot.map].box_locations.len();
                    let boxes: Vec<Frame> = (0..names)
                        .filter_map(|nth| {
                            board.frame(BoxId(u16::try_from(nth).expect("few boxes")))
                        })
                        .map(|frame| frame.moved(corner))
                        .collect();
                    for (hex, (x, y)) in &board.hexes {
                        let (x, y) = if spot.flipped { (width - x, height - y) } else { (*x, *y) };
                        let middle = (f64::from(corner.0 + x), f64::from(corner.1 + y));
                        let wanted = (middle.0 - half.0, middle.1 - half.1);
                        for eighth in 0..=8 {
                            let angle = f64::from(eighth) * std::f64::consts::FRAC_PI_4;
                            let away = if eighth == 8 { 0.0 } else { board.hex() * 0.45 };
                            let (down, right) = angle.sin_cos();
                            let dropped = (middle.0 + away * right, middle.1 + away * down);
                            // What is dropped into a box that lies over hexes is the box's.
                            if boxes.iter().any(|frame| holds(frame, dropped)) {
                                continue;
                            }
                            let at = (wanted.0 + away * right, wanted.1 + away * down);
                            let (x, y) = snap(&lattices, at);
                            let off = (x - wanted.0).abs().max((y - wanted.1).abs());
                            // Hexes that two boards share lie within a pixel of each other.
                            let most = if alone { 1e-6 } else { 1.0 + 1e-6 };
                            assert!(
                                off <= most,
                                "{} {} {hex:?} {eighth}: {off}",
                                game.id,
                                scenario.id
                            );
                            drops += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(drops > 100_000, "{drops} drops");
}

#[test]
fn drops_that_were_recorded_in_the_program_come_out_as_it_did_them() {
    let lattice = |step: (f64, f64), offset: (f64, f64), min: (f64, f64), max: (f64, f64)| {
        Lattice { step, offset, min, max }
    };
    let (low, high) = ((-16.0, -16.0), (664.0, 622.0));
    let lattices = [
        lattice((144.0, 84.0), (72.0, 72.0), low, high),
        lattice((144.0, 84.0), (144.0, 114.0), low, high),
        lattice((64.0, 9999.0), (44.0, 624.0), (-0.5, 580.0), (552.0, 684.0)),
    ];
    for (from, dragged, to) in [
        ((72.0, 72.0), (155.0, 62.0), (216.0, 156.0)),
        ((144.0, 198.0), (9.0, -7.0), (144.0, 198.0)),
        ((144.0, 198.0), (220.0, 44.0), (360.0, 240.0)),
        ((44.0, 624.0), (150.0, 9.0), (172.0, 624.0)),
    ] {
        assert_eq!(snap(&lattices, (from.0 + dragged.0, from.1 + dragged.1)), to);
    }
    // Beyond its rectangle a lattice draws nothing.
    assert_eq!(snap(&lattices, (900.0, 300.0)), (900.0, 300.0));
}

#[test]
fn files_of_all_tables_satisfy_their_programs_and_are_the_same_each_time() {
    let mut checked = 0;
    for (name, bytes) in BUILT.iter().filter(|(name, _)| !name.contains("/images/")) {
        assert_eq!(wrong(name, bytes), Vec::<String>::new(), "{name}");
        checked += 1;
    }
    // A room, two saves, a box, two rooms.
    assert_eq!(checked, 6, "{:?}", BUILT.keys());
    let folder = tempfile::tempdir().expect("a folder");
    let again = build("bridgehead", &folder.path().join("other"), &folder.path().join("elsewhere"));
    assert_eq!(again.keys().collect::<Vec<_>>(), BUILT.keys().collect::<Vec<_>>());
    for (name, bytes) in &again {
        assert!(BUILT[name] == *bytes, "{name} is another");
    }
}

#[test]
fn what_a_program_would_refuse_is_told() {
    let mut broken = room("0.json");
    broken["k-31"]["deck"] = json!("nowhere");
    broken["l-71"]["parent"] = json!("l-71");
    broken["k-32"]["x"] = json!(broken["k-32"]["x"].as_f64().expect("a number") + 1.0);
    broken["hw-board-sarn"]["image"] = json!("/assets/1_2");
    broken["k-33"]["activeFace"] = json!(7);
    broken["_meta"]["version"] = json!(23);
    let told = packed(&broken);
    for what in [
        "no deck `nowhere`",
        "lies within itself",
        "/assets/1_2",
        "shows face 7",
        "version Some(23)",
    ] {
        assert!(told.iter().any(|line| line.contains(what)), "{what}: {told:#?}");
    }
}

/// What is wrong with a file of a single room without pictures.
fn packed(room: &Value) -> Vec<String> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    writer.start_file("0.json", zip::write::SimpleFileOptions::default()).expect("starts");
    std::io::Write::write_all(&mut writer, room.to_string().as_bytes()).expect("writes");
    wrong("x.vtt", &writer.finish().expect("finishes").into_inner())
}

#[test]
fn every_game_builds_for_every_table() {
    if std::env::var_os("HEXWRIGHT_LONG").is_none() {
        eprintln!("skipped: larger games are built for all tables where HEXWRIGHT_LONG is set");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    for game in games() {
        let built = build(&game.id, &folder.path().join("out"), &folder.path().join("cache"));
        for (name, bytes) in built.iter().filter(|(name, _)| !name.contains("/images/")) {
            assert_eq!(wrong(name, bytes), Vec::<String>::new(), "{name}");
        }
    }
}

#[test]
fn snap_points_of_tiles_are_the_middles_of_all_hexes() {
    let save: Value =
        serde_json::from_slice(&BUILT["tts/Bridgehead - The Crossing.json"]).expect("a save");
    let top = top(bridgehead());
    let board = &top.boards[0];
    let tile = &save["ObjectStates"][0];
    let points = tile["AttachedSnapPoints"].as_array().expect("points");
    for (hex, (x, y)) in &board.hexes {
        let (x, z) = on_tile((f64::from(*x), f64::from(*y)), board.size());
        let near = |point: &&Value| {
            let get = |axis: &str| point["Position"][axis].as_f64().expect("a number");
            (get("x") - x).abs() < 1e-4 && (get("z") - z).abs() < 1e-4
        };
        assert!(points.iter().any(|point| near(&point)), "{hex:?}");
    }
    // A counter set up in a hex lies within a hundredth of its snap point.
    let scale = tile["Transform"]["scaleX"].as_f64().expect("a number");
    let origin = |axis: &str| tile["Transform"][axis].as_f64().expect("a number");
    let objects = save["ObjectStates"].as_array().expect("objects");
    let unit = objects.iter().find(|one| one["GMNotes"] == "k-3hq").expect("the headquarters");
    let at = |axis: &str| unit["Transform"][axis].as_f64().expect("a number");
    let near = points.iter().any(|point| {
        let local = |axis: &str| point["Position"][axis].as_f64().expect("a number") * scale;
        // The tile is turned towards the player: its own axes run the other way.
        (origin("posX") - local("x") - at("posX")).abs() < 0.01
            && (origin("posZ") - local("z") - at("posZ")).abs() < 0.01
    });
    assert!(near, "{unit:#}");
}

/// Pieces of a save: where each lies and what it shows.
fn pieces(saved: &SavedGame, kit: &Kit<'_>, guide: &Guide) -> BTreeMap<String, (String, usize)> {
    let limits = Limits::default();
    let tree = saved.commands(&limits).expect("commands");
    let mut replay = Replay::start(&tree, Some(guide), &limits).expect("starts");
    replay.finish().expect("plays");
    let left = position(&mut replay, &kit.top).expect("a position");
    left.position.pieces.into_iter().map(|one| (one.id, (one.place, one.face))).collect()
}

#[test]
fn a_position_goes_to_virtualtabletop_and_back_with_every_unit_on_its_hex() {
    let kit = Kit::new(bridgehead(), Some(&repository().root)).expect("a kit");
    let guide = kit.guide().expect("a guide");
    let folder = tempfile::tempdir().expect("a folder");
    for scenario in ["crossing", "breakout"] {
        let mut log = LogWriter::new(&kit, scenario, Vec::new()).expect("a log");
        let map = bridgehead().maps.find("sarn").expect("the map");
        for (unit, hex) in [("l-71", "0407"), ("l-72", "0407"), ("l-73", "0510"), ("k-221", "0605")]
        {
            let at: Location = bridgehead().maps[map].grid.parse(hex).expect("a hex").into();
            log.relocate(&[unit], map, at).expect("moves");
        }
        log.flip("k-31", 2).expect("flips");
        log.turn(2, 5);
        log.begin_here();
        let save = log.saved("a save");
        let before = pieces(&save, &kit, &guide);
        assert!(before.len() > 20, "{before:?}");
        let path = folder.path().join(format!("{scenario}.vsav"));
        std::fs::write(&path, save.pack().expect("packs")).expect("writes");
        let (from, to) = (path.to_str().expect("plain"), path.with_extension("vtt"));
        let args = ["convert", from, "--game", "bridgehead", "--target", "vtt"];
        let done = hexwright_in(project(), &args);
        assert_eq!(done.status.code(), Some(0), "{}", said(&done));
        let bytes = std::fs::read(&to).expect("a room");
        assert_eq!(wrong("x.vtt", &bytes), Vec::<String>::new());
        let back = path.with_extension("back.vsav");
        let args = [
            "convert",
            to.to_str().expect("plain"),
            "--target",
            "vassal",
            "--out",
            back.to_str().expect("plain"),
        ];
        let done = hexwright_in(project(), &args);
        assert_eq!(done.status.code(), Some(0), "{}", said(&done));
        let story = read_bytes(Kind::State, bytes, &Limits::default()).expect("reads");
        assert_eq!(story.turn.as_deref(), Some("Turn 2, Kess, Movement Phase"));
        let told = tell(&story, &kit).expect("tells");
        assert_eq!(pieces(&told.saved, &kit, &guide), before);
        let opened = hexwright::vassal::open(&back, &Limits::default()).expect("opens");
        let hexwright::vassal::Opened::Saved(saved) = opened else { panic!("no save") };
        assert_eq!(pieces(&saved, &kit, &guide), before);
    }
}

#[test]
fn a_save_of_tabletop_simulator_tells_the_position_that_was_set_up() {
    let kit = Kit::new(bridgehead(), Some(&repository().root)).expect("a kit");
    let guide = kit.guide().expect("a guide");
    let bytes = BUILT["tts/Bridgehead - The Crossing.json"].clone();
    let story = read_bytes(Kind::Save, bytes, &Limits::default()).expect("reads");
    let told = tell(&story, &kit).expect("tells");
    let start = LogWriter::new(&kit, "crossing", Vec::new()).expect("a log").saved("");
    assert_eq!(pieces(&told.saved, &kit, &guide), pieces(&start, &kit, &guide));
}

/// A trace as the program writes it: the room, then what the player of a side did.
fn trace(room: Value, deeds: &[Value]) -> String {
    let mut room = room;
    room["hw-seat-lorn"]["player"] = json!("Ann");
    room["hw-seat-kess"]["player"] = json!("Bob");
    let mut lines = vec![json!({
        "type": "enable", "player": "Ann", "initialState": room, "source": "client", "servertime": 1,
    })];
    lines.extend(deeds.iter().map(|deed| {
        json!({
            "func": "delta", "args": { "s": deed, "id": 1 }, "exceptPlayer": "Ann", "source": "broadcast",
        })
    }));
    let lines: Vec<String> = lines.iter().map(|line| format!("  {line},\n")).collect();
    format!("[\n{}", lines.concat())
}

/// A drag, as the program tells it: on the way, then let go on its lattice.
fn drag(room: &Value, piece: &str, by: (f64, f64)) -> [Value; 2] {
    let at = |axis: &str| room[piece][axis].as_f64().expect("a number");
    let (x, y) = (at("x") + by.0, at("y") + by.1);
    [
        json!({ piece: { "dragging": "Ann", "x": at("x") + 3.0, "y": at("y") - 400.0 } }),
        json!({ piece: { "dragging": null, "x": x, "y": y } }),
    ]
}

/// The rules that an audit of a trace finds broken, with the units, by step.
fn broken(name: &str, text: &str) -> Vec<(u64, String, String)> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("writes");
    let args = ["audit", path.to_str().expect("plain"), "--game", "bridgehead", "--format", "json"];
    let done = hexwright_in(project(), &args);
    let report: Value = serde_json::from_slice(&done.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", said(&done)));
    let audit = report.get("audits").map_or(&report, |audits| &audits[0]);
    let findings = audit["findings"].as_array().unwrap_or_else(|| panic!("{report:#}"));
    let violations = findings.iter().filter(|one| one["severity"] == "violation");
    violations
        .map(|one| {
            let text = |name: &str| one[name].as_str().unwrap_or_default().to_owned();
            (one["step"].as_u64().unwrap_or(0), text("rule"), text("subject"))
        })
        .collect()
}

#[test]
fn a_planted_violation_is_found_in_a_trace_and_legal_play_is_not_accused() {
    // In Lorn's first movement a guard regiment of Kess moves as well and loses a step, which it may not.
    let room = room("0.json");
    let next =
        json!({ "hw-turn": { "step": 1, "turn": 1, "text": "Turn 1, Lorn, Movement Phase" } });
    let board = &top(bridgehead()).boards[0];
    let (dx, dy) = (f64::from(board.pitch.dx), f64::from(board.pitch.dy));
    let mut deeds = vec![next.clone()];
    deeds.extend(drag(&room, "k-33", (dx, dy / 2.0)));
    deeds.push(json!({ "k-33": { "activeFace": 1 } }));
    let found = broken("planted.trace", &trace(room.clone(), &deeds));
    let sequence: Vec<_> = found.iter().filter(|(step, ..)| *step > 1).collect();
    assert!(!sequence.is_empty(), "{found:?}");
    assert!(sequence.iter().all(|(_, rule, _)| rule == "BH-2.0"), "{found:?}");
    let legal = broken("legal.trace", &trace(room, &[next]));
    assert!(legal.iter().all(|(step, ..)| *step <= 1), "{legal:?}");
}
