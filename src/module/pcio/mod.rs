//! Rooms of playingcards.io: one file for each scenario.

pub mod check;

use super::error::ModuleError;
use super::names::{file_title, file_word};
use super::table::setup::cup_boxes;
use super::table::stock::{stock, used};
use super::table::{Setting, Surface, Tabletop, Window, charts, levels};
use super::{BuiltTable, Drawn, TableOrder, TableWriter};
use crate::model::{BoxKind, Counter, Game, Scenario};
use crate::vassal::archive::pack;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The version of the widgets that is written.
pub const SCHEMA: &str = "6";
/// The table's width and height, whatever lies on it.
const TABLE: (f64, f64) = (1600.0, 1000.0);

/// A room of playingcards.io.
#[derive(Debug)]
pub struct Room;

impl TableWriter for Room {
    fn word(&self) -> &'static str {
        "pcio"
    }

    fn about(&self) -> &'static str {
        "pcio/: a room for playingcards.io per scenario"
    }

    fn losses(&self, game: &Game) -> Vec<&'static str> {
        let settings = &game.module;
        let has = [
            (
                true,
                "nothing of it was opened in the program itself, only read by another's importer",
            ),
            (true, "counters stay where they are dropped: the program draws nothing to hexes"),
            (true, "the table is small: everything is shown smaller than it was drawn"),
            (true, "a counter has two sides; its remnant is another counter"),
            (true, "phases are not tracked, only the turn"),
            (!game.declarations.is_empty(), "no declarations: players say them"),
            (!game.rules.states.is_empty(), "states are loose counters, laid on the unit"),
            (settings.line_of_sight, "no thread for lines of sight"),
            (settings.hidden_units, "units that begin hidden lie open"),
            (
                game.maps.iter().flat_map(|map| &map.boxes).any(|one| one.kind == BoxKind::Cup),
                "cups are stacks that lie open",
            ),
        ];
        has.into_iter().filter(|(has, _)| *has).map(|(_, what)| what).collect()
    }

    fn write(&self, order: &TableOrder<'_>) -> Result<BuiltTable, ModuleError> {
        let mut built = BuiltTable::default();
        let game = order.game;
        let Drawn { top, charts, pictures } = order.draw(game, &mut built)?;
        let mut names = BTreeSet::new();
        for (scenario, setting) in top.scenes() {
            let mut shown = BTreeSet::new();
            let widgets = widgets(&top, (scenario, setting), &charts, &mut shown);
            let text = serde_json::to_vec(&widgets).unwrap_or_default();
            let mut entries: BTreeMap<String, Vec<u8>> = BTreeMap::new();
            entries.insert("widgets.json".to_owned(), text);
            entries.insert("schemaVersion".to_owned(), SCHEMA.as_bytes().to_vec());
            for name in shown {
                if let Some(bytes) = pictures.get(&name) {
                    entries.insert(format!("userassets/{name}"), bytes.clone());
                }
            }
            let entries = entries.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()));
            let title = file_title(&format!("{} - {}", game.title, scenario.title));
            let fresh = names.insert(title.to_lowercase());
            let name = if fresh { title } else { format!("{title} {}", file_word(&scenario.id)) };
            let name = format!("{name}.pcio");
            built.files.push((format!("pcio/{name}"), pack(entries)?));
        }
        Ok(built)
    }

    fn check(&self, name: &str, bytes: &[u8]) -> Option<Vec<String>> {
        name.ends_with(".pcio").then(|| check::check(bytes))
    }
}

/// Pixels of the surface on the program's table.
struct Scale(f64);

impl Scale {
    fn of(surface: &Surface) -> Self {
        let (width, height) = (f64::from(surface.size.0), f64::from(surface.size.1));
        Scale((TABLE.0 / width).min(TABLE.1 / height).min(1.0))
    }

    fn number(&self, pixels: f64) -> Value {
        json!((pixels * self.0 * 100.0).round() / 100.0)
    }
}

/// All widgets of a scenario.
fn widgets(
    top: &Tabletop<'_>,
    (scenario, setting): (&Scenario, &Setting),
    charts: &[charts::ChartPage],
    shown: &mut BTreeSet<String>,
) -> Vec<Value> {
    let game = top.game;
    let surface = Surface::of(top, setting);
    let scale = Scale::of(&surface);
    let mut package = |image: &str| {
        shown.insert(image.to_owned());
        format!("package://userassets/{image}")
    };
    let mut list = Vec::new();
    for (z, panel) in surface.panels.iter().enumerate() {
        list.push(json!({
            "id": format!("board-{}", panel.name), "type": "board", "z": z + 1,
            "x": scale.number(f64::from(panel.at.0)), "y": scale.number(f64::from(panel.at.1)),
            "width": scale.number(f64::from(panel.size.0)), "height": scale.number(f64::from(panel.size.1)),
            "rotation": if panel.flipped { 180 } else { 0 }, "boardImage": package(&panel.image),
        }));
    }
    let (left, above, wide, _) = surface.controls;
    let (left, above, wide) = (f64::from(left), f64::from(above), f64::from(wide));
    let unit = wide / 460.0;
    let mut row = above;
    for (index, side) in game.sides.iter().enumerate() {
        list.push(json!({
            "id": format!("seat-{}", side.id), "type": "seat", "seatIndex": index,
            "x": scale.number(left), "y": scale.number(row), "z": 100 + index,
        }));
        row += 80.0 * unit;
    }
    list.push(json!({
        "id": "counter-turn", "type": "counter", "x": scale.number(left), "y": scale.number(row), "z": 110,
        "counterValue": setting.moment.0, "counterMin": game.turns.first,
        "counterMax": game.turns.last.unwrap_or(99), "label": "Turn",
    }));
    row += 80.0 * unit;
    // Charts are boards, side by side.
    for (nth, page) in charts.iter().enumerate() {
        let width = wide / 3.0;
        let shape = page.picture.height / page.picture.width;
        list.push(json!({
            "id": format!("chart-{}", nth + 1), "type": "board", "z": 50 + nth,
            "x": scale.number(left + (nth % 3) as f64 * width),
            "y": scale.number(row + (nth / 3) as f64 * width * shape),
            "width": scale.number(width - 4.0), "height": scale.number((width - 4.0) * shape),
            "boardImage": package(&page.image),
        }));
    }
    row += charts.len().div_ceil(3) as f64 * wide / 3.0 * 297.0 / 210.0 + 10.0;
    let ids = used(game, scenario, setting);
    let mut decks: BTreeMap<(i32, i32), Map<String, Value>> = BTreeMap::new();
    for id in &ids {
        let counter = &game.counters[*id];
        let faces = levels(game, &top.faces, counter);
        let image = |nth: usize| faces.get(nth).or(faces.first()).map(|face| face.image.clone());
        let front = image(0).map(|image| package(&image)).unwrap_or_default();
        let back = image(1).map(|image| package(&image)).unwrap_or_default();
        let cards = decks.entry(top.pixels(counter)).or_default();
        cards.insert(counter.id.to_string(), json!({ "front": front, "back": back }));
    }
    for (nth, ((width, height), cards)) in decks.into_iter().enumerate() {
        let (width, height) = (scale.number(f64::from(width)), scale.number(f64::from(height)));
        let template = |face: &str| {
            json!({ "includeBorder": false, "includeRadius": false, "objects": [{
                "type": "image", "x": 0, "y": 0, "w": width, "h": height, "color": "transparent",
                "valueType": "dynamic", "value": face,
            }] })
        };
        list.push(json!({
            "id": deck_of(top, &cards), "type": "cardDeck", "collectionType": "pieces", "label": "Counters",
            "x": scale.number(left + nth as f64 * 90.0 * unit), "y": scale.number(row), "z": 3, "enlarge": true,
            "cardWidth": width, "cardHeight": height, "cardTypes": cards,
            "faceTemplate": template("front"), "backTemplate": template("back"),
        }));
    }
    let mut z = 200;
    let mut piece = |id: &str, counter: &Counter, (x, y): (f64, f64), faceup: bool| {
        z += 1;
        let (width, height) = top.pixels(counter);
        json!({
            "id": id, "type": "piece", "deck": deck(top.pixels(counter)), "cardType": counter.id.as_str(),
            "x": scale.number(x - f64::from(width) / 2.0), "y": scale.number(y - f64::from(height) / 2.0),
            "z": z, "faceup": faceup,
        })
    };
    let cups = cup_boxes(game, &top.boards);
    for placed in &setting.pieces {
        let at = cups.iter().find(|(name, _)| Some(name) == placed.cup.as_ref());
        let pixel = at.map_or(surface.spot(placed), |(_, at)| surface.pixel(Window::Main, *at));
        let counter = &game.counters[placed.counter];
        let at = (f64::from(pixel.0), f64::from(pixel.1));
        list.push(piece(&placed.id, counter, at, placed.face % 2 == 0));
    }
    row += 100.0 * unit;
    let cell = f64::from(game.module.counter_pixels) * 1.12;
    let across = ((wide / cell) as usize).max(1);
    for (nth, (_, counter)) in stock(game, scenario).into_iter().enumerate() {
        let at = (
            left + ((nth % across) as f64 + 0.5) * cell,
            row + ((nth / across) as f64 + 0.5) * cell,
        );
        // As many as are printed, on each other.
        for copy in 1..=counter.count.max(1) {
            list.push(piece(&format!("stock-{}-{copy}", counter.id), counter, at, true));
        }
    }
    list.push(json!({ "id": "hand", "type": "hand", "x": 50, "y": 820, "z": 0 }));
    list
}

fn deck((width, height): (i32, i32)) -> String {
    format!("deck-{width}x{height}")
}

/// The deck of some cards: that of their size.
fn deck_of(top: &Tabletop<'_>, cards: &Map<String, Value>) -> String {
    let counter = cards.keys().next().and_then(|id| top.game.counters.get(id));
    counter.map(|counter| deck(top.pixels(counter))).unwrap_or_default()
}
