//! A variant: everything on the surface as widgets.

use super::controls::Controls;
use super::grid::{self, Lattice, number, snap};
use super::{Assets, VERSION};
use crate::model::{BoxKind, Counter, CounterKind, Game, Id, Scenario, Side};
use crate::module::table::charts::ChartPage;
use crate::module::table::setup::cup_boxes;
use crate::module::table::stock::{stock, used};
use crate::module::table::{Frame, Placed, Setting, Surface, Tabletop, Window, levels};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// What the ids of all widgets begin with that are no pieces.
pub const OWN: &str = "hw-";
/// The widget that tells which game and scenario it is.
pub const GAME: &str = "hw-game";
/// The widget that shows the turn.
pub const TURN: &str = "hw-turn";
/// The widget with what was declared.
pub const LOG: &str = "hw-log";
/// The players' hands.
pub const HAND: &str = "hw-hand";

/// Widgets by id, in the order in which they are written.
pub(super) type Widgets = Map<String, Value>;

/// Adds a widget under its own id.
pub(super) fn put(widgets: &mut Widgets, id: &str, mut widget: Value) {
    if let Value::Object(fields) = &mut widget {
        fields.shift_insert(0, "id".to_owned(), json!(id));
    }
    widgets.insert(id.to_owned(), widget);
}

/// The id of a side's seat.
pub fn seat(side: &Side) -> String {
    format!("{OWN}seat-{}", side.id)
}

/// What widgets of one size of counter have in common.
struct Format {
    size: (i32, i32),
    lattices: Vec<Lattice>,
    grid: Value,
}

impl Format {
    fn of(top: &Tabletop<'_>, setting: &Setting, surface: &Surface, size: (i32, i32)) -> Self {
        let lattices = lattices(top, setting, surface, size);
        let grid = lattices.iter().map(Lattice::json).collect();
        Format { size, lattices, grid }
    }

    fn pile(&self) -> Value {
        json!({ "grid": self.grid, "handleOffset": 8, "handleSize": "small", "pileSnapRange": 12 })
    }

    /// The corner of a counter whose middle is there, on its lattice if it is within a pixel of it.
    fn corner(&self, (x, y): (i32, i32)) -> (f64, f64) {
        let at = (
            f64::from(x) - f64::from(self.size.0) / 2.0,
            f64::from(y) - f64::from(self.size.1) / 2.0,
        );
        let near = snap(&self.lattices, at);
        if (near.0 - at.0).abs() <= 1.5 && (near.1 - at.1).abs() <= 1.5 { near } else { at }
    }
}

/// All lattices of a setting: hexes of its boards, spaces of tracks.
pub fn lattices(
    top: &Tabletop<'_>,
    setting: &Setting,
    surface: &Surface,
    size: (i32, i32),
) -> Vec<Lattice> {
    let mut all = Vec::new();
    for (spot, origin) in &setting.boards {
        let (map, board) = (&top.game.maps[spot.map], &top.boards[spot.map.index()]);
        let corner = surface.pixel(Window::Main, *origin);
        let boxes: Vec<Frame> = (0..map.box_locations.len())
            .filter_map(|nth| board.frame(crate::hex::BoxId(u16::try_from(nth).ok()?)))
            .map(|frame| frame.moved(corner))
            .collect();
        let field = grid::hexes(board, map.grid.orientation(), corner, spot.flipped, size);
        all.extend(field.into_iter().flat_map(|one| grid::outside(one, &boxes, size)));
        let track = |name: &str| {
            let track = name.split_once(':').map_or(name, |(track, _)| track);
            map.boxes
                .get(track)
                .is_some_and(|one| matches!(one.kind, BoxKind::Track | BoxKind::TurnTrack))
        };
        let frames: Vec<Frame> = map
            .box_locations
            .iter()
            .enumerate()
            .filter(|(_, name)| track(name))
            .filter_map(|(nth, _)| board.frame(crate::hex::BoxId(u16::try_from(nth).ok()?)))
            .map(|frame| frame.moved(corner))
            .collect();
        all.extend(grid::spaces(&frames, size));
    }
    if let Some(tray) = &top.boxes {
        let corner = surface.pixel(Window::Boxes, (0, 0));
        let spaces = tray.places.iter().filter(|(name, _)| name.contains(':'));
        let frames: Vec<Frame> = spaces.map(|(_, frame)| frame.moved(corner)).collect();
        all.extend(grid::spaces(&frames, size));
    }
    all
}

/// A scenario as a variant.
pub(super) fn room(
    top: &Tabletop<'_>,
    scenario: &Scenario,
    setting: &Setting,
    charts: &[ChartPage],
    assets: &mut Assets,
    losses: &[&str],
) -> Value {
    let game = top.game;
    let plain = Surface::of(top, setting);
    let controls = Controls::new(top, scenario, &plain, charts.len());
    let surface = plain.reaching(controls.bottom());
    let mut widgets = Widgets::new();
    let picture = surface.panels.first().map(|panel| assets.of(&panel.image));
    widgets.insert("_meta".to_owned(), meta(game, scenario, &surface, picture, losses));
    for panel in &surface.panels {
        let id = format!("{OWN}board-{}", panel.name);
        let mut widget = json!({
            "x": panel.at.0, "y": panel.at.1, "width": panel.size.0, "height": panel.size.1,
            "image": assets.of(&panel.image), "movable": false, "clickable": false, "layer": -4,
        });
        if panel.flipped {
            widget["rotation"] = json!(180);
        }
        put(&mut widgets, &id, widget);
    }
    controls.furniture(&mut widgets, setting, charts, assets);
    let stock = stock(game, scenario);
    let mut formats: BTreeMap<(i32, i32), Format> = BTreeMap::new();
    let used = used(game, scenario, setting);
    for id in &used {
        let size = top.pixels(&game.counters[*id]);
        formats.entry(size).or_insert_with(|| Format::of(top, setting, &surface, size));
    }
    decks(top, &used, &formats, assets, &mut widgets);
    controls.stock(&mut widgets, top, &stock);
    cups(top, &surface, &mut widgets);
    pieces(top, setting, &surface, &formats, &mut widgets);
    Value::Object(widgets)
}

fn meta(
    game: &Game,
    scenario: &Scenario,
    surface: &Surface,
    picture: Option<String>,
    losses: &[&str],
) -> Value {
    let lost: String = losses.iter().map(|loss| format!("<li>{}</li>", escaped(loss))).collect();
    let paragraphs = |texts: &[String]| -> String {
        texts.iter().map(|text| format!("<p>{}</p>", escaped(text))).collect()
    };
    let help = format!(
        "<p>{}</p>{}{}<h3>What this table does not do</h3><ul>{lost}</ul>",
        escaped(&scenario.summary),
        paragraphs(&scenario.special_rules),
        paragraphs(&scenario.victory),
    );
    json!({
        "version": VERSION,
        "info": {
            "name": game.title, "image": picture.unwrap_or_default(), "rules": "", "bgg": "", "year": "",
            "mode": "vs", "time": "", "attribution": escaped(&game.credits.join(", ")),
            "players": game.sides.len().to_string(), "language": "en-GB", "variant": scenario.title,
            "description": game.summary.trim(), "helpText": help,
        },
        "gameSettings": { "boardSize": { "width": surface.size.0, "height": surface.size.1 } },
    })
}

fn escaped(text: &str) -> String {
    text.trim().replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The deck that a counter is a card of: one for each size and number of faces.
pub(super) fn deck(top: &Tabletop<'_>, counter: &Counter) -> String {
    let (width, height) = top.pixels(counter);
    let faces = levels(top.game, &top.faces, counter).len();
    format!("{OWN}deck-{width}x{height}-{faces}")
}

/// A deck: the size of its cards, how many faces they have, the cards.
type Deck = ((i32, i32), usize, Map<String, Value>);

fn decks(
    top: &Tabletop<'_>,
    used: &BTreeSet<Id<Counter>>,
    formats: &BTreeMap<(i32, i32), Format>,
    assets: &mut Assets,
    widgets: &mut Widgets,
) {
    let mut decks: BTreeMap<String, Deck> = BTreeMap::new();
    for id in used {
        let counter = &top.game.counters[*id];
        let faces = levels(top.game, &top.faces, counter);
        let mut card = Map::new();
        for (nth, face) in faces.iter().enumerate() {
            card.insert(format!("face{nth}"), json!(assets.of(&face.image)));
        }
        card.insert("label".to_owned(), json!(counter.name.as_str()));
        let size = top.pixels(counter);
        let entry = decks.entry(deck(top, counter));
        let (_, _, cards) = entry.or_insert_with(|| (size, faces.len(), Map::new()));
        cards.insert(counter.id.to_string(), Value::Object(card));
    }
    for (id, (size, faces, cards)) in decks {
        let Some(format) = formats.get(&size) else { continue };
        let face = |nth: usize| {
            json!({ "border": false, "radius": false, "objects": [{
                "type": "image", "x": 0, "y": 0, "width": size.0, "height": size.1,
                "color": "transparent", "dynamicProperties": { "value": format!("face{nth}") },
            }] })
        };
        let faces: Vec<Value> = (0..faces).map(face).collect();
        let deck = json!({
            "type": "deck", "parent": super::controls::DECKS, "cardTypes": cards, "faceTemplates": faces,
            "cardDefaults": {
                "width": size.0, "height": size.1, "grid": format.grid, "enlarge": 2,
                "onPileCreation": format.pile(),
            },
        });
        put(widgets, &id, deck);
    }
}

/// Where counters are drawn unseen: a holder over the drawn box, with a button that draws.
fn cups(top: &Tabletop<'_>, surface: &Surface, widgets: &mut Widgets) {
    for (name, at) in cup_boxes(top.game, &top.boards) {
        let (x, y) = surface.pixel(Window::Main, at);
        let side = top.game.module.counter_pixels as i32;
        let id = cup(&name);
        put(
            widgets,
            &id,
            json!({
                "type": "holder", "x": x - side / 2 - 4, "y": y - side / 2 - 4, "width": side + 8,
                "height": side + 8, "classes": "transparent", "dropTarget": { "type": "card" },
            }),
        );
        let routine = json!([
            { "func": "SHUFFLE", "holder": id },
            { "func": "MOVE", "from": id, "to": HAND, "count": 1 },
        ]);
        put(
            widgets,
            &format!("{OWN}draw-{name}"),
            json!({
                "type": "button", "x": x + side / 2 + 10, "y": y - side / 4, "width": side, "height": side / 2,
                "text": "Draw", "clickRoutine": routine,
            }),
        );
    }
}

/// The id of a cup's holder.
fn cup(name: &str) -> String {
    format!("{OWN}cup-{name}")
}

/// Counters on each other: their corner, their size, from the bottom up.
type Heap<'p> = ((f64, f64), (i32, i32), Vec<&'p Placed>);

fn pieces(
    top: &Tabletop<'_>,
    setting: &Setting,
    surface: &Surface,
    formats: &BTreeMap<(i32, i32), Format>,
    widgets: &mut Widgets,
) {
    // Counters of a size on one spot are a pile, from the bottom up.
    let mut spots: Vec<Heap<'_>> = Vec::new();
    let mut cups: BTreeMap<&str, Vec<&Placed>> = BTreeMap::new();
    for placed in &setting.pieces {
        if let Some(cup) = &placed.cup {
            cups.entry(cup).or_default().push(placed);
            continue;
        }
        let size = top.pixels(&top.game.counters[placed.counter]);
        let Some(format) = formats.get(&size) else { continue };
        let at = format.corner(surface.spot(placed));
        match spots.iter_mut().find(|(known, same, _)| *known == at && *same == size) {
            Some((.., members)) => members.push(placed),
            None => spots.push((at, size, vec![placed])),
        }
    }
    let mut z = 0;
    let mut lay = |widgets: &mut Widgets, placed: &Placed, place: Vec<(&str, Value)>| {
        z += 1;
        let mut widget = card(top, placed, z);
        for (key, value) in place {
            widget[key] = value;
        }
        put(widgets, &placed.id, widget);
    };
    for ((x, y), size, members) in spots {
        if let [only] = members.as_slice() {
            lay(widgets, only, vec![("x", number(x)), ("y", number(y))]);
            continue;
        }
        let id = format!("{OWN}pile-{}", members[0].id);
        let Some(format) = formats.get(&size) else { continue };
        let mut pile = format.pile();
        for (key, value) in [
            ("type", json!("pile")),
            ("x", number(x)),
            ("y", number(y)),
            ("width", json!(size.0)),
            ("height", json!(size.1)),
        ] {
            pile[key] = value;
        }
        put(widgets, &id, pile);
        for placed in members {
            lay(widgets, placed, vec![("parent", json!(id))]);
        }
    }
    for (name, members) in cups {
        let last = members.iter().map(|placed| top.faces[placed.counter.index()].back.is_some());
        let faces: Vec<bool> = last.collect();
        for (placed, two_sided) in members.into_iter().zip(faces) {
            let mut place = vec![("parent", json!(cup(name))), ("x", json!(4)), ("y", json!(4))];
            if two_sided && top.game.counters[placed.counter].kind == CounterKind::Chit {
                place.push(("activeFace", json!(1)));
            }
            lay(widgets, placed, place);
        }
    }
}

fn card(top: &Tabletop<'_>, placed: &Placed, z: usize) -> Value {
    let counter = &top.game.counters[placed.counter];
    let mut widget = json!({
        "type": "card", "deck": deck(top, counter), "cardType": counter.id.as_str(), "z": z,
    });
    if placed.face > 0 {
        widget["activeFace"] = json!(placed.face);
    }
    if let Some(side) = counter.side.filter(|_| placed.hidden) {
        widget["onlyVisibleForSeat"] = json!(seat(&top.game.sides[side]));
    }
    widget
}
