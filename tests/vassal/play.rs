//! Modules as players meet them in VASSAL: what fills the windows, what marks a move, what lies on what.
//!
//! All of it is read from the build file and the set-ups, in VASSAL's own terms.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test or benchmark that cannot go on has failed"
)]

use crate::module::{built, opened, repository};
use hexwright::hex::BoxId;
use hexwright::model::Game;
use hexwright::module::vassal::Kit;
use hexwright::module::vassal::save::TablePiece;
use hexwright::module::vassal::setup::MAIN_MAP;
use hexwright::vassal::Limits;
use hexwright::vassal::build::{DefinedPiece, Element, Prototypes};
use hexwright::vassal::piece::TraitBook;
use hexwright::vassal::sequence::split;
use hexwright::vassal::traits::Meaning;
use hexwright::vassal::traits::fields::KeyStroke;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// A module without its pictures.
struct Planned {
    game: &'static Game,
    kit: Kit<'static>,
    build: Element,
}

/// The bundled games; with sixteen pages of charts each.
fn planned() -> &'static [Planned] {
    static PLANNED: LazyLock<Vec<Planned>> = LazyLock::new(|| {
        let charts: Vec<(String, String)> =
            (1..=16).map(|nth| (format!("Chart {nth}"), format!("chart-{nth}.png"))).collect();
        let plan = |game: &'static Game| {
            let kit = Kit::new(game, Some(&repository().root)).expect("a kit");
            let build = kit.build_file(&charts).expect("a build file");
            Planned { game, kit, build }
        };
        repository().project.games.iter().map(plan).collect()
    });
    &PLANNED
}

impl Planned {
    fn only<'a>(&'a self, class: &'a str) -> &'a Element {
        let mut all = self.build.all(class);
        let one = all.next().unwrap_or_else(|| panic!("{} has no {class}", self.game.id));
        assert!(all.next().is_none(), "{} has several {class}", self.game.id);
        one
    }

    /// Every slot's piece as games hold it.
    fn pieces(&self) -> Vec<DefinedPiece> {
        let mut book = TraitBook::default();
        let prototypes = Prototypes::of(&self.build, &mut book);
        let mut pieces = Vec::new();
        for slot in self.build.all("PieceSlot") {
            let piece = DefinedPiece::decode(&slot.text, &mut book).expect("a piece");
            pieces.push(prototypes.spell_out(&piece, &mut Vec::new()));
        }
        pieces
    }

    fn main_map(&self) -> &Element {
        let mut maps = self.build.all("Map");
        maps.find(|map| map.get("mapName") == Some(MAIN_MAP)).expect("the map")
    }
}

/// A constant value of a piece.
fn value(piece: &DefinedPiece, name: &str) -> Option<String> {
    piece.traits().find_map(|(one, state)| match &one.meaning {
        Meaning::Marker(marker) => {
            let nth = marker.names.iter().position(|known| known == name)?;
            split(',', state).nth(nth).map(std::borrow::Cow::into_owned)
        }
        _ => None,
    })
}

fn moved_clearing(piece: &DefinedPiece) -> Option<KeyStroke> {
    piece.traits().find_map(|(one, _)| match &one.meaning {
        Meaning::Moved(moved) => Some(moved.clear_key.clone()),
        _ => None,
    })
}

#[test]
fn no_window_has_more_tabs_than_stand_in_a_row() {
    for module in planned() {
        for tabs in module.build.all("TabWidget") {
            assert!(tabs.children.len() <= 5, "{}: {:?}", module.game.id, tabs.label());
        }
        let pieces = module.only("PieceWindow").child("TabWidget").expect("tabs");
        assert!(pieces.children.len() > module.game.sides.len(), "each side, and markers");
        for list in &pieces.children {
            assert_eq!(list.class(), "ListWidget", "{}: {:?}", module.game.id, list.label());
            // VASSAL docks the window at a height of two rows of small counters, and squeezes what is higher.
            for panel in &list.children {
                let (columns, scale): (usize, f64) =
                    (panel.number("nColumns", 0), panel.number("scale", 0.0));
                let rows = panel.children.len().div_ceil(columns);
                let pixels = f64::from(module.game.module.counter_pixels) * scale;
                assert!(rows as f64 * pixels <= 114.0, "{}: {:?}", module.game.id, panel.label());
            }
            let names: BTreeSet<_> = list.children.iter().map(Element::label).collect();
            assert_eq!(names.len(), list.children.len(), "names by which VASSAL finds them");
        }
        let charts = module.only("ChartWindow");
        assert_eq!(charts.child("ListWidget").map(|list| list.children.len()), Some(16));
    }
}

/// VASSAL finds the slot of a replacement by the names of all that is around it.
#[test]
fn replacements_are_found_where_their_paths_say() {
    let mut seen = 0;
    for module in planned() {
        for piece in module.pieces() {
            for (one, _) in piece.traits() {
                let Meaning::Replace(replace) = &one.meaning else { continue };
                let mut here = &module.build;
                for step in split('/', &replace.spec) {
                    let parts: Vec<String> =
                        split(':', &step).map(std::borrow::Cow::into_owned).collect();
                    let named = |child: &&Element| {
                        let name = child.get("entryName").or_else(|| child.get("name"));
                        child.tag == parts[0] && name == Some(parts[1].as_str())
                    };
                    here = here.children.iter().find(named).unwrap_or_else(|| {
                        panic!("{}: no {parts:?} of {}", module.game.id, replace.spec)
                    });
                }
                assert_eq!(here.class(), "PieceSlot");
                seen += 1;
            }
        }
    }
    assert!(seen > 10, "{seen}");
}

#[test]
fn the_phase_stands_on_the_toolbar_from_the_start() {
    for module in planned() {
        let preset = |name: &str| {
            let mut all = module.build.all("GlobalProperty");
            all.find(|one| one.get("name") == Some(name)).and_then(|one| one.get("initialValue"))
        };
        assert_eq!(preset("TurnTracker.defaultDocked"), Some("true"));
        // As wide as the longest step in bold letters, 8.2 pixels each on the average as VASSAL 3.7.26 draws them.
        let tracker = module.only("TurnTracker");
        assert_eq!(tracker.get("lengthStyle"), Some("Fixed"));
        let width: f64 = tracker.number("length", 0.0);
        for standing in &module.kit.top.sequence.standings {
            let shown = format!("Turn 10{}", standing.shown);
            assert!(shown.chars().count() as f64 * 8.4 <= width, "{shown}");
        }
        // VASSAL asks for it when it builds the tracker.
        let place = |class: &str| {
            module.build.children.iter().position(|child| child.class() == class).expect("there")
        };
        assert!(place("GlobalProperties") < place("TurnTracker"));
        assert!(place("TurnTracker") < place("DiceButton"), "dice would push it out of sight");
    }
}

#[test]
fn marks_of_moves_end_when_somebody_else_begins() {
    for module in planned() {
        let id = &module.game.id;
        let keys: Vec<&Element> = module.only("TurnTracker").all("TurnGlobalHotkey").collect();
        let buttons: Vec<&Element> = module.build.all("GlobalKeyCommand").collect();
        let cleared: BTreeSet<String> =
            module.pieces().iter().filter_map(moved_clearing).map(|key| key.encode()).collect();
        assert_eq!(cleared.len(), 1, "{id}: one key for all pieces");
        assert!(cleared.iter().all(|key| !key.is_empty()));
        let pressed = |key: &&&Element| {
            let own = key.get("hotkey");
            buttons.iter().any(|button| {
                button.get("buttonHotkey") == own
                    && button.get("hotkey").is_some_and(|sent| cleared.contains(sent))
            })
        };
        let fresh: Vec<&&Element> = keys.iter().filter(pressed).collect();
        let [fresh] = fresh.as_slice() else { panic!("{id}: {} such keys", fresh.len()) };
        // The steps are named as the tracker shows them.
        let when = fresh.get("match").unwrap_or_default();
        // A key without a condition is pressed at every step.
        let named = |shown: &str| {
            when.is_empty() || when.contains(&format!("+ \"{}\")", shown.replace('"', "\\\"")))
        };
        let phases = module.game.leaf_phases();
        let is_of_moves = |leaf: &String| {
            phases.iter().any(|one| one.id == *leaf && one.actions.iter().any(|act| act == "move"))
        };
        let mut before = None;
        for standing in &module.kit.top.sequence.standings {
            let moves = standing.path.last().is_some_and(is_of_moves);
            let wanted = before != Some(standing.actor) || moves;
            assert_eq!(named(&standing.shown), wanted, "{id}: {}", standing.shown);
            before = Some(standing.actor);
        }
    }
}

#[test]
fn setting_up_is_not_moving() {
    for module in planned() {
        let id = &module.game.id;
        let arrived = module.main_map().get("moveKey").unwrap_or_default();
        assert!(!arrived.is_empty(), "{id}");
        let mut seen = 0;
        for piece in module.pieces() {
            let Some(clearing) = moved_clearing(&piece) else { continue };
            let unmarked = piece.traits().any(|(one, _)| match &one.meaning {
                Meaning::Trigger(trigger) => {
                    trigger.key.encode() == arrived
                        && trigger.action_keys.0 == [clearing.clone()]
                        && trigger.filter.contains(r#"!GetString("OldMap").equals("Main Map")"#)
                        && trigger.filter.contains(r#"!GetString("Begun").equals("yes")"#)
                }
                _ => false,
            });
            assert!(unmarked, "{id}: {}", piece.definition.basic_name());
            seen += 1;
        }
        assert!(seen > 5, "{id}: {seen}");
        let begins =
            module.build.all("GlobalProperty").find(|one| one.get("name") == Some("Begun"));
        let begins = begins.and_then(|one| one.child("ChangePropertyButton")).expect("a button");
        let mut keys = module.only("TurnTracker").all("TurnGlobalHotkey");
        assert!(keys.any(|key| key.get("hotkey") == begins.get("hotkey")));
        assert!(module.kit.set_ups.iter().all(|set_up| !set_up.table.begun), "{id}");
    }
}

/// Each stack as VASSAL draws it: every counter a little to the right of and above the one below.
#[test]
fn stacks_on_tracks_stay_within_their_spaces() {
    let mut crowded = 0;
    for module in planned() {
        let id = &module.game.id;
        let metrics = module.main_map().child("StackMetrics").expect("metrics");
        let fold: i32 = metrics.number("unexSepX", 0);
        assert_eq!(fold, metrics.number("unexSepY", 0));
        let counter = i32::try_from(module.game.module.counter_pixels).expect("small");
        let Some((map, board)) = module.game.maps.iter().zip(&module.kit.top.boards).next() else {
            continue;
        };
        if !board.surround {
            continue;
        }
        for set_up in &module.kit.set_ups {
            let mut stacks: BTreeMap<(&str, (i32, i32)), i32> = BTreeMap::new();
            let pieces: Vec<&TablePiece> = set_up.table.pieces.iter().collect();
            for piece in pieces.iter().filter(|piece| piece.map == MAIN_MAP && piece.cup.is_none())
            {
                *stacks.entry((&piece.place, piece.at)).or_default() += 1;
            }
            for ((place, (x, y)), count) in stacks {
                let Some(index) = map.box_locations.iter().position(|known| known == place) else {
                    continue;
                };
                let frame =
                    board.frame(BoxId(u16::try_from(index).expect("few"))).expect("a frame");
                if frame.right - frame.left < counter || frame.bottom - frame.top < counter {
                    continue;
                }
                let lift = (count - 1) * fold;
                let half = counter / 2;
                let inside = x - half >= frame.left
                    && x + half + lift <= frame.right
                    && y + half <= frame.bottom
                    && y - half - lift >= frame.top;
                assert!(inside, "{id} {}: {count} in {place} at {x},{y} of {frame:?}", set_up.file);
                crowded += usize::from(count > 1);
            }
        }
    }
    assert!(crowded > 10, "{crowded}");
}

#[test]
fn chips_of_states_lie_beside_the_counter_and_beside_each_other() {
    for module in planned() {
        let id = &module.game.id;
        let half = i32::try_from(module.game.module.counter_pixels).expect("small") / 2;
        let piece = module
            .pieces()
            .into_iter()
            .find(|piece| value(piece, "Kind").as_deref() == Some("Unit"));
        let mut chips: Vec<(String, i32, i32)> = Vec::new();
        for (one, _) in piece.expect("a unit").traits() {
            let Meaning::Layer(layer) = &one.meaning else { continue };
            if module.game.rules.states.iter().any(|state| state.id == layer.name) {
                chips.push((layer.images.0[0].clone(), layer.x, layer.y));
            }
        }
        assert_eq!(chips.len(), module.game.rules.states.len(), "{id}");
        let images: BTreeSet<&String> = chips.iter().map(|(image, ..)| image).collect();
        assert_eq!(images.len(), chips.len(), "{id}: each state has its own");
        // A quarter of the counter, less a little: what the pictures are is seen below.
        let size = (2 * half - 6) / 4;
        for (nth, (image, x, y)) in chips.iter().enumerate() {
            assert!(
                x.abs() - size / 2 >= half - 4 || y.abs() - size / 2 >= half - 4,
                "{id}: {image}"
            );
            for (other, u, v) in &chips[..nth] {
                assert!((x - u).abs() >= size || (y - v).abs() >= size, "{id}: {image} on {other}");
            }
        }
    }
}

fn picture(name: &str) -> image::RgbaImage {
    let mut module = opened(&built().bytes);
    let archive = module.archive.as_mut().expect("an archive");
    let bytes = archive.read(&format!("images/{name}"), &Limits::default()).expect("the picture");
    image::load_from_memory(&bytes).expect("a PNG").to_rgba8()
}

#[test]
fn chips_are_drawn_at_twice_the_size_that_their_layers_show() {
    let chip = picture("state-disrupted.png");
    assert_eq!(chip.dimensions(), (34, 34));
    let dark = chip.pixels().filter(|pixel| pixel.0[..3] != [255, 255, 255]).count();
    let light = chip.pixels().filter(|pixel| pixel.0[..3] == [255, 255, 255]).count();
    assert!(dark > 500 && light > 60, "a field with letters: {dark} and {light}");
}

#[test]
fn counters_have_an_edge_so_that_stacks_do_not_melt() {
    let sum =
        |pixel: &image::Rgba<u8>| pixel.0[..3].iter().map(|part| u32::from(*part)).sum::<u32>();
    for name in ["l-71.png", "k-31.png", "l-71-back.png"] {
        let face = picture(name);
        let (width, height) = face.dimensions();
        // Halfway down the sides, and along the foot: there is no band there that is dark by itself.
        for (rim, within) in [
            ((0, height / 4), (4, height / 4)),
            ((width - 1, height / 4), (width - 5, height / 4)),
            ((width / 8, height - 1), (width / 8, height - 5)),
        ] {
            let (rim, within) = (face.get_pixel(rim.0, rim.1), face.get_pixel(within.0, within.1));
            assert!(sum(rim) * 10 < sum(within) * 6, "{name}: {rim:?} beside {within:?}");
        }
    }
}

#[test]
fn the_stack_viewer_calls_pieces_by_short_names() {
    for module in planned() {
        let viewer = module.main_map().child("CounterDetailViewer").expect("a viewer");
        assert_eq!(viewer.get("counterReportFormat"), Some("$Label$"));
        let zoom: f64 = viewer.number("graphicsZoom", 0.0);
        let font: f64 = viewer.number("fontSize", 0.0);
        let room = f64::from(module.game.module.counter_pixels) * zoom;
        for piece in module.pieces() {
            let label = value(&piece, "Label").expect("a label");
            let name = piece.definition.basic_name();
            // As wide as VASSAL 3.7.26 draws letters with the fonts of a bare system.
            let width = label.chars().count() as f64 * font * 0.66;
            assert!(width <= room, "{}: {label}", module.game.id);
            let start = label.trim_end_matches('…');
            assert!(!start.is_empty() && name.starts_with(start), "{name}: {label}");
            assert_ne!(value(&piece, "UnitId"), Some(label));
        }
    }
}

#[test]
fn set_ups_are_loaded_under_their_titles() {
    for module in planned() {
        let mut files = BTreeSet::new();
        for (scenario, set_up) in module.game.scenarios.iter().zip(&module.kit.set_ups) {
            let stem = set_up.file.strip_suffix(".vsav").expect("a save");
            assert!(files.insert(set_up.file.to_lowercase()), "{}", set_up.file);
            assert!(!stem.contains('_'), "{stem}");
            let words = |text: &str| -> Vec<String> {
                let words = text.split(|c: char| !c.is_alphanumeric());
                words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
            };
            assert_eq!(words(stem), words(&scenario.title), "{}", module.game.id);
        }
    }
}

#[test]
fn pages_of_charts_are_named_by_what_is_on_them() {
    let charts: Vec<&str> =
        built().build.all("Chart").filter_map(|chart| chart.get("chartName")).collect();
    assert!(
        charts.contains(&"Terrain effects") && charts.contains(&"Sequence of play"),
        "{charts:?}"
    );
    let distinct: BTreeSet<&&str> = charts.iter().collect();
    assert_eq!(distinct.len(), charts.len(), "{charts:?}");
    let game = repository().game("bridgehead").expect("the tutorial game");
    for chart in &game.charts {
        assert!(
            charts.iter().any(|name| name.contains(&chart.title)),
            "{} in {charts:?}",
            chart.title
        );
    }
}

#[test]
fn marks_are_cleared_side_by_side() {
    for module in planned() {
        let id = &module.game.id;
        let buttons: Vec<&Element> = module.build.all("GlobalKeyCommand").collect();
        let text = |button: &&Element| button.get("buttonText").unwrap_or_default().to_owned();
        for state in &module.game.rules.states {
            let property = format!("GetString(\"{}_Active\")", state.id);
            let own: Vec<&&Element> = buttons
                .iter()
                .filter(|button| button.get("filter").is_some_and(|f| f.contains(&property)))
                .collect();
            for side in &module.game.sides {
                let of_side = format!("GetString(\"Side\").equals(\"{}\")", side.id);
                let found =
                    own.iter().filter(|b| b.get("filter").is_some_and(|f| f.contains(&of_side)));
                assert_eq!(found.count(), 1, "{id}: {} of {}", state.id, side.id);
            }
            let everybody =
                own.iter().any(|b| b.get("filter").is_some_and(|f| !f.contains("\"Side\"")));
            assert!(!everybody, "{id}: {}", state.id);
        }
        // Each of them is reached from the one menu, at most through a menu within it.
        let menus: BTreeMap<String, Vec<String>> = module
            .build
            .all("ToolbarMenu")
            .map(|menu| {
                let items = split(',', menu.get("menuItems").unwrap_or_default());
                let items = items.map(std::borrow::Cow::into_owned).collect();
                (menu.get("text").unwrap_or_default().to_owned(), items)
            })
            .collect();
        let Some(clear) = menus.get("Clear") else {
            assert!(module.game.rules.states.is_empty(), "{id}: marks, and no menu to clear them");
            continue;
        };
        let mut reached: Vec<String> = clear.clone();
        let inner: Vec<String> =
            reached.iter().filter_map(|item| menus.get(item)).flatten().cloned().collect();
        reached.extend(inner);
        for button in buttons.iter().filter(|button| !text(button).is_empty()) {
            assert!(reached.contains(&text(button)), "{id}: {}", text(button));
        }
    }
}
