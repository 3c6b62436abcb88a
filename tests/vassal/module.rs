//! VASSAL modules as they are built, read back by the part of the program that reads anybody's.

use hexwright::hex::Location;
use hexwright::model::{Game, LinePart, Placement};
use hexwright::module::vassal::declare::Said;
use hexwright::module::vassal::log::LogWriter;
use hexwright::module::vassal::save::Seat;
use hexwright::module::vassal::setup::{MAIN_MAP, piece_id};
use hexwright::module::vassal::{
    BuiltModule, Kit, Manifest, ModuleError, ModuleRequest, build_module,
};
use hexwright::replay::{Guide, Replay};
use hexwright::source::{Loaded, load};
use hexwright::vassal::build::{DefinedPiece, Element, Prototypes};
use hexwright::vassal::command::{Command, PlacedBoard};
use hexwright::vassal::grid::{Atlas, Layout};
use hexwright::vassal::piece::TraitBook;
use hexwright::vassal::{Limits, ModuleFile, Opened, SavedGame, open_bytes};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;

pub(crate) fn repository() -> &'static Loaded {
    static LOADED: LazyLock<Loaded> = LazyLock::new(|| load(Path::new(env!("CARGO_MANIFEST_DIR"))));
    &LOADED
}

fn bridgehead() -> &'static Game {
    repository().game("bridgehead").expect("the tutorial game")
}

fn build(game: &Game, cache: &Path) -> BuiltModule {
    let project_root = Some(repository().root.clone());
    let request = ModuleRequest { project_root, ground: None, cache: cache.to_owned() };
    build_module(game, &request, &|_| {}).expect("the module is built")
}

pub(crate) fn built() -> &'static BuiltModule {
    static BUILT: LazyLock<BuiltModule> = LazyLock::new(|| {
        let cache = tempfile::tempdir().expect("a folder");
        build(bridgehead(), cache.path())
    });
    &BUILT
}

pub(crate) fn opened(bytes: &[u8]) -> ModuleFile {
    match open_bytes(bytes.to_vec(), &Limits::default()).expect("opens") {
        Opened::Module(module) => *module,
        other => panic!("no module: {other:?}"),
    }
}

fn saved(bytes: Vec<u8>) -> SavedGame {
    match open_bytes(bytes, &Limits::default()).expect("opens") {
        Opened::Saved(saved) => *saved,
        other => panic!("no save: {other:?}"),
    }
}

#[test]
fn the_same_sources_give_the_same_bytes() {
    let cache = tempfile::tempdir().expect("a folder");
    let cold = build(bridgehead(), cache.path());
    let warm = build(bridgehead(), cache.path());
    assert_eq!(warm.pictures.made, 0, "every picture was at hand");
    assert!(cold.bytes == warm.bytes && cold.bytes == built().bytes);
}

#[test]
fn every_setting_is_one_that_vassal_knows() {
    let known: BTreeMap<&str, BTreeSet<&str>> = include_str!("components.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| {
            let mut words = line.split(' ');
            Some((words.next()?, words.collect()))
        })
        .collect();
    for element in built().build.walk().filter(|element| element.tag.contains('.')) {
        let settings = known.get(element.tag.as_str());
        let settings = settings.unwrap_or_else(|| panic!("VASSAL has no {}", element.tag));
        for (name, _) in &element.attributes {
            assert!(settings.contains(name.as_str()), "{} has no setting {name}", element.tag);
        }
    }
    let module = opened(&built().bytes);
    assert_eq!(module.build.walk().count(), built().build.walk().count(), "the XML reads back");
}

#[test]
fn pictures_are_all_there_all_used_and_safely_named() {
    let module = opened(&built().bytes);
    let archive = module.archive.as_ref().expect("an archive");
    let images: BTreeSet<&str> =
        archive.names().iter().filter_map(|name| name.strip_prefix("images/")).collect();
    let xml = &module.build_text;
    for image in &images {
        let safe = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-._".contains(c);
        assert!(image.chars().all(safe), "{image}");
        assert!(xml.contains(image), "{image} is used nowhere");
    }
    let mut book = TraitBook::default();
    for slot in module.build.all("PieceSlot") {
        let piece = DefinedPiece::decode(&slot.text, &mut book).expect("a piece");
        for (one, _) in piece.traits() {
            if let hexwright::vassal::traits::Meaning::Layer(layer) = &one.meaning {
                for image in layer.images.0.iter().filter(|image| !image.is_empty()) {
                    assert!(images.contains(image.as_str()), "{image} is missing");
                }
            }
        }
    }
}

#[test]
fn no_slot_shares_its_id_and_none_depends_on_its_neighbours() {
    let gpids = |build: &Element| -> BTreeMap<String, String> {
        let slot = |slot: &Element| {
            let text = |name: &str| slot.get(name).unwrap_or_default().to_owned();
            (text("gpid"), text("entryName"))
        };
        build.all("PieceSlot").map(slot).collect()
    };
    let all = gpids(&built().build);
    assert_eq!(all.len(), bridgehead().counters.len());
    let next: u64 = built().build.number("nextPieceSlotId", 0);
    assert!(all.keys().all(|gpid| gpid.parse::<u64>().expect("a number") < next));
    let mut fewer = bridgehead().clone();
    fewer.scenarios = Default::default();
    fewer.counters = Default::default();
    for counter in bridgehead().counters.iter().skip(7).cloned() {
        fewer.counters.insert(counter).expect("a new name");
    }
    fewer.rules = Default::default();
    let cache = tempfile::tempdir().expect("a folder");
    for (gpid, name) in gpids(&build(&fewer, cache.path()).build) {
        assert_eq!(all.get(&gpid), Some(&name));
    }
}

/// VASSAL's published formulas, as the reader of modules has them, on every bundled map.
#[test]
fn every_hex_and_box_of_every_bundled_map_is_named_as_in_the_sources() {
    for game in &repository().project.games {
        let kit = Kit::new(game, Some(&repository().root)).expect("a kit");
        for (map, board) in game.maps.iter().zip(&kit.top.boards) {
            let element = board.element(map, true);
            let grid = hexwright::vassal::grid::Grid::within(&element).expect("a grid");
            let boxes = (0..map.box_locations.len()).filter_map(|index| {
                board.frame(hexwright::hex::BoxId(u16::try_from(index).expect("few")))
            });
            let boxes: Vec<_> = boxes.filter(|_| board.surround).collect();
            let (mut seen, mut near_land, mut misnamed) = (0, Vec::new(), Vec::new());
            for hex in map.grid.hexes() {
                let at = board.place(map, Location::Hex(hex)).expect("on the board");
                let under = |frame: &hexwright::module::table::Frame| {
                    (frame.left..frame.right).contains(&at.0)
                        && (frame.top..frame.bottom).contains(&at.1)
                };
                // The cells that a track leaves empty at its end count as its last space.
                let at_end = grid.name(at, board.size()).is_some_and(|name| name.contains(':'));
                if boxes.iter().any(under) || at_end {
                    // Boxes lie on the open sea, not where somebody lands.
                    let terrain = |hex| map.hex(hex).expect("on the map").terrain;
                    let sea = |(_, next)| terrain(next) == terrain(hex);
                    if !map.grid.neighbours(hex).all(sea) {
                        near_land.push(map.grid.id(hex).expect("on the map").to_string());
                    }
                    seen += 1;
                    continue;
                }
                let id = map.grid.id(hex).expect("on the map").to_string();
                if grid.name(at, board.size()).as_ref() != Some(&id) {
                    misnamed.push((id, at, grid.name(at, board.size())));
                }
                seen += 1;
            }
            assert!(misnamed.is_empty(), "{}: {misnamed:?}", map.id);
            assert_eq!(near_land, Vec::<String>::new(), "{}", map.id);
            assert_eq!(seen, map.grid.len());
            if !board.surround {
                continue;
            }
            for (index, name) in map.box_locations.iter().enumerate() {
                let id = hexwright::hex::BoxId(u16::try_from(index).expect("few"));
                let at = board.place(map, Location::Box(id)).expect("on the board");
                assert_eq!(grid.name(at, board.size()).as_ref(), Some(name));
                assert_eq!(grid.snap(at), at, "pieces stay where they are put");
            }
        }
    }
}

#[test]
fn a_set_up_puts_every_unit_on_its_hex_by_vassals_own_naming() {
    let game = bridgehead();
    let mut module = opened(&built().bytes);
    let atlas = Atlas::of(&mut module);
    for scenario in &game.scenarios {
        let entry = built().manifest.setups.iter().find(|setup| setup.scenario == scenario.id);
        let entry = entry.expect("a set-up per scenario");
        let archive = module.archive.as_mut().expect("an archive");
        let bytes = archive.read(&entry.file, &Limits::default()).expect("the save is there");
        let save = saved(bytes);
        let tree = save.commands(&Limits::default()).expect("commands");
        let boards: Vec<PlacedBoard<'_>> = tree
            .leaves()
            .find_map(|leaf| match &leaf.command {
                Command::Boards(boards) if boards.map == MAIN_MAP => Some(boards.boards.clone()),
                _ => None,
            })
            .expect("boards of the main map");
        let layout = Layout::of(atlas.map(MAIN_MAP).expect("the map"), &boards);
        let places: BTreeMap<&str, String> = entry
            .pieces
            .iter()
            .filter(|piece| piece.map == MAIN_MAP)
            .map(|piece| (piece.piece.as_str(), layout.location((piece.x, piece.y)).name))
            .collect();
        let mut checked = 0;
        for set_up in &scenario.set_ups {
            let Placement::At(map, location) = &set_up.placement else { continue };
            for unit in set_up.units.iter().filter(|_| set_up.turn.is_none()) {
                let id = piece_id(&game.counters[unit.counter].id, 1);
                assert_eq!(places[id.as_str()], game.maps[*map].location_name(*location));
                checked += 1;
            }
        }
        assert!(checked > 5, "{checked}");
        let units: u32 =
            scenario.set_ups.iter().flat_map(|s| &s.units).map(|unit| unit.count).sum();
        assert_eq!(entry.pieces.len(), units as usize, "free units and reinforcements too");
    }
}

fn seats() -> Vec<Seat> {
    let seat = |name: &str, side: &str| Seat {
        name: name.to_owned(),
        password: name.to_lowercase(),
        side: side.to_owned(),
    };
    vec![seat("Alice", "Lorn"), seat("Bob", "Kess")]
}

#[test]
fn a_written_log_replays_to_the_table_its_writer_has() {
    let game = bridgehead();
    let kit = Kit::new(game, Some(&repository().root)).expect("a kit");
    let mut log = LogWriter::new(&kit, "breakout", seats()).expect("a log");
    let map = game.maps.find("sarn").expect("the map");
    let hex = |id: &str| Location::Hex(game.maps[map].grid.parse(id).expect("a hex"));
    log.chat("let's go");
    log.turn(1, 1);
    log.relocate(&["l-71", "l-7hq"], map, hex("0506")).expect("moves");
    log.relocate(&["l-7hq"], map, hex("0507")).expect("moves");
    log.relocate(&["l-7hq"], map, hex("0506")).expect("moves back onto the stack");
    log.turn(1, 2);
    let units = vec![("l-71".to_owned(), "0506".to_owned())];
    let said = Said { units, place: "0605".to_owned(), ..Said::default() };
    log.declare("attack", &said).expect("declares");
    log.roll("1d6", &[5]).expect("rolls");
    log.act_as("Kess");
    log.flip("k-31", 2).expect("flips");
    log.state("k-31", "disrupted", true).expect("marks");
    log.add("disrupted", "disrupted", map, hex("0404")).expect("places");
    log.remove("disrupted").expect("removes");
    assert!(log.roll("1d6", &[7]).is_err() && log.relocate(&["x"], map, hex("0404")).is_err());
    let (end, steps) = (log.table().clone(), log.steps());
    let bytes = log.pack("a test").expect("packs");
    let save = saved(bytes);
    let tree = save.commands(&Limits::default()).expect("commands");
    assert!(SavedGame::is_log(&tree));
    let mut module = opened(&built().bytes);
    let guide = Guide::of(&mut module);
    let mut replay = Replay::start(&tree, Some(&guide), &Limits::default()).expect("starts");
    assert_eq!(replay.entry_count(), steps);
    while replay.advance().expect("plays").is_some() {}
    for piece in &end.pieces {
        let found = replay.position().piece(&piece.id).expect("the piece is there");
        // The heart remembers where it was before; VASSAL keeps that to itself.
        let traits = piece.states.len() - 1;
        assert_eq!(found.states[..traits], piece.states[..traits], "{}", piece.id);
        let there = replay.locate(&piece.id).expect("it is somewhere");
        assert_eq!(there.location.as_ref(), Some(&piece.place), "{}", piece.id);
    }
    assert!(replay.position().piece("disrupted").is_none());
}

#[test]
fn the_manifest_travels_in_the_module() {
    let mut module = opened(&built().bytes);
    let manifest = Manifest::read(&mut module, &Limits::default()).expect("a manifest");
    assert_eq!(manifest, built().manifest);
    assert_eq!(manifest.moment("Turn 3, Kess, Combat Phase"), Some((3, 6)));
    assert_eq!(manifest.declarations[0].line, "Attack: {units} -> {place}");
}

#[test]
fn own_traits_and_components_are_kept_to_the_letter() {
    use hexwright::model::{ComponentPlace, CounterKind, OwnComponent, OwnTrait, PieceGroup};
    let mut game = bridgehead().clone();
    let counter = game.counters.find("l-71").expect("a counter");
    let own = |on, text: &str| OwnTrait { on, text: text.to_owned(), state: "7;x".to_owned() };
    game.module.traits.push(own(PieceGroup::Counter(counter), "house.Rule;a;b/c"));
    game.module.traits.push(own(PieceGroup::Kind(CounterKind::Unit), "cmt;for all units"));
    let xml = "<house.Weather name=\"a &amp; b\"><house.Rain/></house.Weather>".to_owned();
    game.module.components.push(OwnComponent { within: ComponentPlace::Map, xml });
    let cache = tempfile::tempdir().expect("a folder");
    let module = opened(&build(&game, cache.path()).bytes);
    let map = module.build.child("Map").expect("a map");
    let weather = map.child("house.Weather").expect("the component");
    assert_eq!((weather.get("name"), weather.children.len()), (Some("a & b"), 1));
    let mut book = TraitBook::default();
    let prototypes = Prototypes::of(&module.build, &mut book);
    let slot =
        module.build.all("PieceSlot").find(|slot| slot.get("entryName") == Some("71st Regiment"));
    let piece = DefinedPiece::decode(&slot.expect("the slot").text, &mut book).expect("a piece");
    let whole = prototypes.spell_out(&piece, &mut Vec::new());
    let worn: Vec<(String, String)> =
        whole.traits().map(|(one, state)| (one.encode(), state.to_owned())).collect();
    for text in ["house.Rule;a;b/c", "cmt;for all units"] {
        assert!(worn.contains(&(text.to_owned(), "7;x".to_owned())), "{text}");
    }
}

#[test]
fn a_name_that_ends_in_a_backslash_is_refused() {
    let game = renamed("Regiment \\");
    let error = Kit::new(&game, None).expect_err("VASSAL cannot write it");
    assert!(matches!(error, ModuleError::Text { .. }), "{error}");
    assert!(error.to_string().contains("name of l-71"), "{error}");
}

/// Bridgehead with one counter of another name, and no map to draw.
fn renamed(name: &str) -> Game {
    let mut game = bridgehead().clone();
    let mut counters = hexwright::model::Registry::default();
    for mut counter in game.counters.iter().cloned() {
        if counter.id == "l-71" {
            counter.name = name.into();
        }
        counters.insert(counter).expect("a new name");
    }
    game.counters = counters;
    game.maps = Default::default();
    game.scenarios = Default::default();
    game
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_name_survives_every_layer_of_encoding(
        name in prop_oneof![r#"[ab"';,/\\|:$&<>\t{}()+é字-]{0,24}"#, "\\PC{300}"]
    ) {
        // XML and VASSAL cut white space off the ends of nothing here: the name is never last.
        prop_assume!(!name.ends_with('\\'));
        // VASSAL cannot hold a tab in a basic piece's name: a blank stands for it.
        let shown = name.replace('\t', " ");
        let game = renamed(&name);
        let kit = Kit::new(&game, None).expect("a kit");
        let text = kit.slot_text("l-71").expect("a slot");
        let xml = Element::new("x").saying(text).to_xml();
        let read = Element::parse("x", &xml, &Limits::default()).expect("well-formed");
        let piece = DefinedPiece::decode(&read.text, &mut TraitBook::default()).expect("a piece");
        prop_assert_eq!(piece.definition.basic_name(), shown.as_str());
        let table = kit.lay_out(&["l-71"]);
        let save = saved(table.pack(&game, "note").expect("packs"));
        let tree = save.commands(&Limits::default()).expect("commands");
        let mut names = Vec::new();
        for leaf in tree.leaves() {
            if let Command::Add(add) = &leaf.command && !add.is_stack() {
                let kind = hexwright::vassal::piece::Definition::decode(&add.kind, &mut TraitBook::default());
                names.push(kind.basic_name().to_owned());
            }
        }
        prop_assert_eq!(names, [shown]);
    }
}

#[test]
fn every_declaration_of_the_bundled_games_has_a_line_of_its_own() {
    for game in &repository().project.games {
        let mut starts = BTreeSet::new();
        for declaration in &game.declarations {
            let Some(LinePart::Words(words)) = declaration.line.first() else {
                panic!("{} starts with no words", declaration.id)
            };
            assert!(starts.insert(words.clone()), "{words}");
        }
    }
}
