//! A scenario as a save.

use super::note::{BoardNote, Label};
use super::object::{Guids, Place, object, rounded, tile, transform};
use crate::draw::colour::{Rgb, difference};
use crate::model::{Counter, Game, Scenario};
use crate::module::table::charts::ChartPage;
use crate::module::table::gallery::Pictures;
use crate::module::table::setup::cup_boxes;
use crate::module::table::stock::stock;
use crate::module::table::{Placed, Setting, Surface, Tabletop, Window, levels};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// How wide a counter is, in the program's units, which are about an inch.
pub const COUNTER: f64 = 1.5;
/// The table's top.
const TABLE: f64 = 0.96;
/// The lowest counter.
const LYING: f64 = 1.1;
/// From counter to counter of a stack.
pub const LIFT: f64 = 0.12;
/// The tag of what snaps to hexes.
const SNAPS: &str = "counter";
/// The program's players, and their colours.
const PLAYERS: [(&str, [u8; 3]); 8] = [
    ("White", [255, 255, 255]),
    ("Brown", [113, 59, 23]),
    ("Red", [218, 25, 24]),
    ("Orange", [244, 100, 29]),
    ("Yellow", [231, 229, 44]),
    ("Green", [49, 179, 43]),
    ("Blue", [31, 136, 255]),
    ("Purple", [160, 32, 240]),
];

/// Everything that a save is made from.
pub(super) struct Page<'p, 'g> {
    pub(super) top: &'p Tabletop<'g>,
    pub(super) scenario: &'p Scenario,
    pub(super) setting: &'p Setting,
    pub(super) charts: &'p [ChartPage],
    pub(super) pictures: &'p Pictures,
    pub(super) images_at: &'p str,
    pub(super) losses: Vec<&'static str>,
}

/// Pixels of the surface in the program's space, whose middle is that of the boards.
#[derive(Debug, Clone, Copy)]
pub struct Space {
    middle: (f64, f64),
    pixels: f64,
}

impl Space {
    /// The space of a setting.
    pub fn of(top: &Tabletop<'_>, surface: &Surface, setting: &Setting) -> Self {
        let boards = &surface.panels[..setting.boards.len().min(surface.panels.len())];
        let span = |low: &dyn Fn(&crate::module::table::Panel) -> (i32, i32)| {
            let least = boards.iter().map(|panel| low(panel).0).min().unwrap_or(0);
            let most = boards.iter().map(|panel| low(panel).1).max().unwrap_or(0);
            f64::from(least + most) / 2.0
        };
        let x = span(&|panel| (panel.at.0, panel.at.0 + panel.size.0));
        let y = span(&|panel| (panel.at.1, panel.at.1 + panel.size.1));
        Space { middle: (x, y), pixels: f64::from(top.game.module.counter_pixels) / COUNTER }
    }

    /// The point for a pixel of the surface.
    pub fn point(&self, (x, y): (f64, f64)) -> (f64, f64) {
        ((x - self.middle.0) / self.pixels, (self.middle.1 - y) / self.pixels)
    }
}

/// Where a pixel of a picture lies on the square tile that shows it in its middle: from -1 to 1, as the program measures
/// on a tile that is turned towards the player.
pub fn on_tile((x, y): (f64, f64), (width, height): (i32, i32)) -> (f64, f64) {
    let side = f64::from(width.max(height));
    let (left, top) = ((side - f64::from(width)) / 2.0, (side - f64::from(height)) / 2.0);
    (1.0 - 2.0 * (x + left) / side, 2.0 * (y + top) / side - 1.0)
}

impl Page<'_, '_> {
    fn game(&self) -> &Game {
        self.top.game
    }

    fn address(&self, image: &str) -> String {
        if self.pictures.contains_key(image) {
            format!("{}/{image}", self.images_at)
        } else {
            String::new()
        }
    }

    pub(super) fn save(&self) -> Value {
        let game = self.game();
        let surface = Surface::of(self.top, self.setting);
        let space = Space::of(self.top, &surface, self.setting);
        let mut guids = Guids::new(format!("{}/{}", game.id, self.scenario.id));
        let mut objects = self.boards(&surface, space, &mut guids);
        objects.extend(self.pieces(&surface, space, &mut guids));
        objects.extend(self.beside(&surface, space, &mut guids));
        let colours = player_colours(game);
        let depth = space.point((0.0, f64::from(surface.size.1))).1 - 4.0;
        for (nth, (side, colour)) in game.sides.iter().zip(&colours).enumerate() {
            let x = (nth as f64 - (game.sides.len() as f64 - 1.0) / 2.0) * 16.0;
            let mut place = transform(Place { x, y: 3.5, z: depth }, 12.0, (0.0, 0.0));
            (place["scaleY"], place["scaleZ"]) = (json!(5.0), json!(4.0));
            let own =
                json!({ "Nickname": side.name, "Locked": true, "Grid": false, "FogColor": colour });
            objects.push(object(
                "HandTrigger",
                &guids.of(&format!("hand {}", side.id)),
                place,
                own,
            ));
        }
        let mut tags: Vec<&str> = vec![SNAPS];
        tags.extend(game.sides.iter().map(|side| side.id.as_str()));
        let tags: Vec<Value> =
            tags.iter().map(|tag| json!({ "displayed": tag, "normalized": tag })).collect();
        let name = format!("{} - {}", game.title, self.scenario.title);
        json!({
            "SaveName": name, "EpochTime": 0, "Date": "", "VersionNumber": "v13.2.2", "GameMode": game.title,
            "GameType": "", "GameComplexity": "", "Tags": [], "Gravity": 0.5, "PlayArea": 0.5,
            "Table": "Table_None", "Sky": "Sky_Museum", "Note": "", "TabStates": self.notebook(),
            "Grid": { "Type": 2, "Lines": false, "Color": { "r": 0.0, "g": 0.0, "b": 0.0 }, "Opacity": 0.75,
                "ThickLines": false, "Snapping": false, "Offset": false, "BothSnapping": false, "xSize": 2.0,
                "ySize": 2.0, "PosOffset": { "x": 0.0, "y": 1.0, "z": 0.0 } },
            "Lighting": { "LightIntensity": 0.54, "LightColor": { "r": 1.0, "g": 0.98, "b": 0.89 },
                "AmbientIntensity": 1.3, "AmbientType": 0, "AmbientSkyColor": { "r": 0.5, "g": 0.5, "b": 0.5 },
                "AmbientEquatorColor": { "r": 0.5, "g": 0.5, "b": 0.5 },
                "AmbientGroundColor": { "r": 0.5, "g": 0.5, "b": 0.5 }, "ReflectionIntensity": 1.0,
                "LutIndex": 0, "LutContribution": 1.0, "LutURL": "" },
            "Hands": { "Enable": true, "DisableUnused": false, "Hiding": 0 },
            "ComponentTags": { "labels": tags },
            "Turns": { "Enable": true, "Type": 1, "TurnOrder": colours, "Reverse": false, "SkipEmpty": false,
                "DisableInteractions": false, "PassTurns": true,
                "TurnColor": colours.first().copied().unwrap_or_default() },
            "DecalPallet": [], "LuaScript": "", "LuaScriptState": "", "XmlUI": "", "SnapPoints": [],
            "ObjectStates": objects,
        })
    }

    /// Boards and trays as locked tiles, with a snap point on each hex and space.
    fn boards(&self, surface: &Surface, space: Space, guids: &mut Guids) -> Vec<Value> {
        let game = self.game();
        let label = Label {
            game: game.id.clone(),
            version: game.version.clone(),
            scenario: self.scenario.id.clone(),
        };
        let mut objects = Vec::new();
        for (nth, panel) in surface.panels.iter().enumerate() {
            let middle = (
                f64::from(panel.at.0) + f64::from(panel.size.0) / 2.0,
                f64::from(panel.at.1) + f64::from(panel.size.1) / 2.0,
            );
            let (x, z) = space.point(middle);
            let side = f64::from(panel.size.0.max(panel.size.1)) / space.pixels;
            // The dark margin of a board must not cover its neighbours.
            let y = TABLE - 0.01 * nth as f64;
            let turned = if panel.flipped { 0.0 } else { 180.0 };
            let note = BoardNote {
                board: panel.name.clone(),
                width: f64::from(panel.size.0),
                height: f64::from(panel.size.1),
                label: (nth == 0).then(|| label.clone()),
            };
            let mut own = json!({
                "Nickname": panel.name, "Locked": true, "Grid": false, "Snap": false, "Tooltip": false,
                "Memo": note.write(),
                "CustomImage": tile(&self.address(&panel.image), ""),
            });
            let points = self.snap_points(nth, panel.size);
            if !points.is_empty() {
                own["AttachedSnapPoints"] = Value::Array(points);
            }
            let place = transform(Place { x, y, z }, side / 2.0, (turned, 0.0));
            objects.push(object(
                "Custom_Tile",
                &guids.of(&format!("board {}", panel.name)),
                place,
                own,
            ));
        }
        objects
    }

    fn snap_points(&self, nth: usize, size: (i32, i32)) -> Vec<Value> {
        let mut points: Vec<(f64, f64)> = Vec::new();
        match self.setting.boards.get(nth) {
            Some((spot, _)) => {
                let (map, board) =
                    (&self.game().maps[spot.map], &self.top.boards[spot.map.index()]);
                points.extend(board.hexes.iter().map(|(_, (x, y))| (f64::from(*x), f64::from(*y))));
                let spaces =
                    (0..map.box_locations.len()).filter(|at| map.box_locations[*at].contains(':'));
                let frames =
                    spaces.filter_map(|at| board.frame(crate::hex::BoxId(u16::try_from(at).ok()?)));
                points.extend(frames.map(|frame| middle_of(frame.centre())));
            }
            None => {
                let tray =
                    self.top.boxes.as_ref().filter(|tray| {
                        (tray.raster.size.0 as i32, tray.raster.size.1 as i32) == size
                    });
                let spaces = tray.into_iter().flat_map(|tray| &tray.places);
                let spaces = spaces.filter(|(name, _)| name.contains(':'));
                points.extend(spaces.map(|(_, frame)| middle_of(frame.centre())));
            }
        }
        let point = |at: (f64, f64)| {
            let (x, z) = on_tile(at, size);
            let five = |value: f64| (value * 1e5).round() / 1e5;
            json!({ "Position": { "x": five(x), "y": 0.1, "z": five(z) }, "Tags": [SNAPS] })
        };
        points.into_iter().map(point).collect()
    }

    /// A counter as a tile with two faces; further ones are states of it.
    fn counter(
        &self,
        counter: &Counter,
        id: &str,
        at: Place,
        face: usize,
        guids: &mut Guids,
    ) -> Value {
        let faces = levels(self.game(), &self.top.faces, counter);
        let side = counter.side.map(|side| self.game().sides[side].id.as_str());
        let tags: Vec<&str> = std::iter::once(SNAPS).chain(side).collect();
        let (width, height) = self.top.pixels(counter);
        let scale = f64::from(width.max(height)) / f64::from(self.game().module.counter_pixels)
            * COUNTER
            / 2.0;
        let pairs: Vec<_> = faces.chunks(2).collect();
        let mut one = |nth: usize| {
            let pair = pairs.get(nth).copied().unwrap_or_default();
            let image =
                |at: usize| pair.get(at).map(|face| self.address(&face.image)).unwrap_or_default();
            let over = nth == face / 2 && face % 2 == 1;
            let place = transform(at, scale, (180.0, if over { 180.0 } else { 0.0 }));
            let memo = json!({ "id": id, "counter": counter.id.as_str() }).to_string();
            let own = json!({
                "Nickname": counter.name.as_str(), "GMNotes": id, "Memo": memo, "Tags": tags,
                "ColorDiffuse": { "r": 0.9, "g": 0.9, "b": 0.9 },
                "CustomImage": tile(&image(0), &image(1)),
            });
            let name = if nth == 0 { id.to_owned() } else { format!("{id} state {}", nth + 1) };
            object("Custom_Tile", &guids.of(&name), place, own)
        };
        let shown = (face / 2).min(pairs.len().saturating_sub(1));
        let mut object = one(shown);
        if pairs.len() > 1 {
            let others = (0..pairs.len()).filter(|nth| *nth != shown);
            let states = others.map(|nth| ((nth + 1).to_string(), one(nth)));
            object["States"] = Value::Object(states.collect::<Map<String, Value>>());
        }
        object
    }

    fn pieces(&self, surface: &Surface, space: Space, guids: &mut Guids) -> Vec<Value> {
        let game = self.game();
        let mut heights: BTreeMap<(i32, i32), usize> = BTreeMap::new();
        let mut cups: BTreeMap<&str, Vec<&Placed>> = BTreeMap::new();
        let mut objects = Vec::new();
        for placed in &self.setting.pieces {
            if let Some(cup) = &placed.cup {
                cups.entry(cup).or_default().push(placed);
                continue;
            }
            let pixel = surface.spot(placed);
            let height = heights.entry(pixel).or_default();
            let (x, z) = space.point((f64::from(pixel.0), f64::from(pixel.1)));
            let at = Place { x, y: rounded(LYING + LIFT * *height as f64), z };
            *height += 1;
            let counter = &game.counters[placed.counter];
            objects.push(self.counter(counter, &placed.id, at, placed.face, guids));
        }
        for (name, at) in cup_boxes(game, &self.top.boards) {
            let (x, y) = surface.pixel(Window::Main, at);
            let (x, z) = space.point((f64::from(x), f64::from(y)));
            let at = Place { x, y: LYING, z };
            let inside = cups.remove(name.as_str()).unwrap_or_default();
            let inside: Vec<Value> = inside
                .into_iter()
                .map(|one| self.counter(&game.counters[one.counter], &one.id, at, one.face, guids))
                .collect();
            let own = json!({
                "Nickname": name, "Bag": { "Order": 2 }, "MaterialIndex": -1, "MeshIndex": -1,
                "ContainedObjects": inside,
            });
            let place = transform(at, 1.0, (180.0, 0.0));
            objects.push(object("Bag", &guids.of(&format!("cup {name}")), place, own));
        }
        objects
    }

    /// Endless bags of markers, dice, charts: to the right of the boards.
    fn beside(&self, surface: &Surface, space: Space, guids: &mut Guids) -> Vec<Value> {
        let game = self.game();
        let (left, top, wide, _) = surface.controls;
        let (x0, z0) = space.point((f64::from(left), f64::from(top)));
        let wide = f64::from(wide) / space.pixels;
        let pitch = 2.4;
        let across = ((wide / pitch) as usize).max(1);
        let mut objects = Vec::new();
        let mut dice = 0;
        for die in &game.dice {
            let name = match die.faces {
                4 => "Die_4",
                8 => "Die_8",
                10 => "Die_10",
                12 => "Die_12",
                20 => "Die_20",
                _ => "Die_6_Rounded",
            };
            for nth in 0..die.count {
                let x = x0 + pitch * f64::from(dice);
                dice += 1;
                let red = die.coloured && nth == 0;
                let colour = if red {
                    json!({ "r": 0.64, "g": 0.0, "b": 0.0 })
                } else {
                    json!({ "r": 1.0, "g": 1.0, "b": 1.0 })
                };
                let own = json!({
                    "Nickname": die.name, "MaterialIndex": -1, "Grid": false, "Snap": false, "ColorDiffuse": colour,
                });
                let place = transform(Place { x, y: 1.5, z: z0 - 1.0 }, 1.0, (0.0, 0.0));
                objects.push(object(name, &guids.of(&format!("die {} {nth}", die.id)), place, own));
            }
        }
        let stock = stock(game, self.scenario);
        for (nth, (_, counter)) in stock.iter().enumerate() {
            let x = x0 + pitch * (nth % across) as f64;
            let z = z0 - pitch * (1.5 + (nth / across) as f64);
            let at = Place { x, y: LYING, z };
            let copy = self.counter(counter, &format!("stock:{}", counter.id), at, 0, guids);
            let own = json!({
                "Nickname": counter.name.as_str(), "MaterialIndex": -1, "MeshIndex": -1, "ContainedObjects": [copy],
            });
            let place = transform(at, 0.8, (180.0, 0.0));
            objects.push(object(
                "Infinite_Bag",
                &guids.of(&format!("bag {}", counter.id)),
                place,
                own,
            ));
        }
        // Charts in a row beyond, a page as high as seven counters.
        let side = 7.0 * COUNTER;
        for (nth, page) in self.charts.iter().enumerate() {
            let x = x0 + wide + side * (0.5 + (nth % 4) as f64);
            let z = z0 - side * (0.5 + (nth / 4) as f64);
            let own = json!({
                "Nickname": page.name, "Locked": true, "Grid": false, "Snap": false,
                "CustomImage": tile(&self.address(&page.image), ""),
            });
            let place = transform(Place { x, y: TABLE, z }, side / 2.0, (180.0, 0.0));
            objects.push(object("Custom_Tile", &guids.of(&format!("chart {nth}")), place, own));
        }
        objects
    }

    fn notebook(&self) -> Value {
        let game = self.game();
        let mut rules = format!("{}\n{}\n", self.scenario.title, self.scenario.summary.trim());
        for text in self.scenario.special_rules.iter().chain(&self.scenario.victory) {
            rules.push_str(&format!("\n{}\n", text.trim()));
        }
        let mut sequence = String::new();
        for phase in game.leaf_phases() {
            sequence.push_str(&format!("{}: {}\n", phase.name, phase.summary.trim()));
        }
        let lost: String = self.losses.iter().map(|loss| format!("- {loss}\n")).collect();
        let pages = [
            ("Scenario", rules),
            ("Sequence of play", sequence),
            ("What this table does not do", lost),
        ];
        let grey = json!({ "r": 0.5, "g": 0.5, "b": 0.5 });
        let page = |(nth, (title, body)): (usize, (&str, String))| {
            let page = json!({ "title": title, "body": body, "color": "Grey", "visibleColor": grey, "id": nth });
            (nth.to_string(), page)
        };
        Value::Object(pages.into_iter().enumerate().map(page).collect())
    }
}

fn middle_of((x, y): (i32, i32)) -> (f64, f64) {
    (f64::from(x), f64::from(y))
}

/// The player of each side: the one whose colour is nearest, none twice.
fn player_colours(game: &Game) -> Vec<&'static str> {
    let mut free: Vec<_> = PLAYERS.to_vec();
    let mut chosen = Vec::new();
    for side in &game.sides {
        let grey = Rgb::of_bytes([128; 3]);
        let own = Rgb::parse(&side.colour).unwrap_or(grey).lab();
        let away = |colour: [u8; 3]| difference(own, Rgb::of_bytes(colour).lab());
        let nearest = (0..free.len()).min_by(|a, b| away(free[*a].1).total_cmp(&away(free[*b].1)));
        if let Some(nth) = nearest {
            chosen.push(free.remove(nth).0);
        }
    }
    chosen
}
