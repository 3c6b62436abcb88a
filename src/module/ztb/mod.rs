//! Boxes of ZunTzu: maps, counter sheets as printed, and a scenario file for each scenario.

pub mod check;
mod sheets;
mod xml;

use super::error::ModuleError;
use super::names::file_word;
use super::table::gallery::Pictures;
use super::table::{Setting, Tabletop, Window, charts};
use super::{BuiltTable, Drawn, TableOrder, TableWriter};
use crate::bitmap::{self, Bitmap};
use crate::model::{BoxKind, Game, Scenario, Spot};
use crate::vassal::archive::pack;
use sheets::Sheets;
use std::collections::BTreeMap;
use xml::Tag;

/// Board units to the pixel: six hundred to the inch, pictures at 150 dots.
const UNITS: i32 = 4;

/// A box of ZunTzu.
#[derive(Debug)]
pub struct Box;

impl TableWriter for Box {
    fn word(&self) -> &'static str {
        "ztb"
    }

    fn about(&self) -> &'static str {
        "GAME-VERSION.ztb: a box for ZunTzu, with a scenario file per scenario"
    }

    fn losses(&self, game: &Game) -> Vec<&'static str> {
        let settings = &game.module;
        let has = [
            (true, "counters stay where they are dropped: the program draws nothing to hexes"),
            (true, "a counter has two sides; its remnant is another counter"),
            (true, "no turn track but the map's, no phases"),
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
        let sheets = Sheets::of(&top, &pictures)?;
        let mut entries: BTreeMap<String, Vec<u8>> = BTreeMap::new();
        let mut maps = Maps::default();
        for (scenario, setting) in top.scenes() {
            maps.lay(&top, scenario, setting, &pictures)?;
        }
        let mut tag = Tag::new("game-box");
        tag.set("name", &game.title).set("description", game.summary.trim());
        tag.set("copyright", &game.credits.join(", ")).set("startup-scenario", "1.zts");
        for die in &game.dice {
            tag.push(dice(die));
        }
        for map in &maps.boards {
            let mut one = Tag::new("map");
            one.set("name", &map.name).set("image-file", &map.image).set("resolution", "150 dpi");
            tag.push(one);
            entries.insert(map.image.clone(), map.bytes.clone());
        }
        for page in &charts {
            let mut one = Tag::new("map");
            one.set("name", &chart_tab(&page.name)).set("image-file", &page.image);
            one.set("resolution", "150 dpi");
            tag.push(one);
            let bytes = pictures.get(&page.image).cloned().unwrap_or_default();
            entries.insert(page.image.clone(), bytes);
        }
        sheets.tags().into_iter().for_each(|sheet| tag.push(sheet));
        entries.extend(sheets.pictures());
        entries.insert("game-box.xml".to_owned(), tag.document());
        for (nth, (scenario, setting)) in top.scenes().enumerate() {
            let layout = Layout { top: &top, scenario, setting, maps: &maps, sheets: &sheets };
            entries.insert(format!("{}.zts", nth + 1), layout.tag(&charts).document());
        }
        let entries = entries.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()));
        let name = format!("{}-{}.ztb", file_word(&game.id), file_word(&game.version));
        built.files.push((name, pack(entries)?));
        Ok(built)
    }

    fn check(&self, name: &str, bytes: &[u8]) -> Option<Vec<String>> {
        name.ends_with(".ztb").then(|| check::check(bytes))
    }
}

fn chart_tab(name: &str) -> String {
    format!("Chart: {name}")
}

fn dice(die: &crate::model::Die) -> Tag {
    let kind = match die.faces {
        4 | 8 | 10 | 12 | 20 => format!("D{}", die.faces),
        _ => "D6".to_owned(),
    };
    let mut hand = Tag::new("dice-hand");
    hand.set("type", &kind);
    let mut of = |count: u32, colour: &str, pips: &str| {
        let mut one = Tag::new("dice");
        one.set("count", &count.to_string()).set("color", colour).set("pips", pips);
        hand.push(one);
    };
    if die.coloured {
        of(1, "a40000", "ffffff");
    }
    let white = die.count - u32::from(die.coloured && die.count > 0);
    if white > 0 {
        of(white, "ffffff", "000000");
    }
    hand
}

/// A map of the box: the boards of a scenario as they lie, or a tray.
#[derive(Debug, Clone, PartialEq)]
struct Map {
    name: String,
    image: String,
    size: (i32, i32),
    bytes: Vec<u8>,
}

/// Boards as they lie: the pixel of each corner.
type Arrangement = Vec<(Spot, (i32, i32))>;

/// The maps of all scenarios; those that lay their boards alike share one.
#[derive(Debug, Default)]
struct Maps {
    boards: Vec<Map>,
    /// Which map each scenario shows in each of its windows.
    of: BTreeMap<(String, Window), usize>,
    arrangements: Vec<(Arrangement, usize)>,
}

impl Maps {
    fn lay(
        &mut self,
        top: &Tabletop<'_>,
        scenario: &Scenario,
        setting: &Setting,
        pictures: &Pictures,
    ) -> Result<(), ModuleError> {
        let known = self.arrangements.iter().find(|(boards, _)| *boards == setting.boards);
        let main = match known {
            Some((_, at)) => *at,
            None => {
                let (size, bytes) = laid_out(top, setting, pictures)?;
                let nth = self.arrangements.len();
                let name = if nth == 0 { "Map".to_owned() } else { format!("Map {}", nth + 1) };
                let at = self.add(Map { name, image: format!("map-{}.png", nth + 1), size, bytes });
                self.arrangements.push((setting.boards.clone(), at));
                at
            }
        };
        self.of.insert((scenario.id.clone(), Window::Main), main);
        let trays = [(Window::SetUp, setting.tray.as_ref()), (Window::Boxes, top.boxes.as_ref())];
        for (window, tray) in trays {
            let Some(tray) = tray else { continue };
            let name = match window {
                Window::SetUp => format!("Set-up: {}", scenario.title),
                _ => "Boxes".to_owned(),
            };
            let bytes = pictures.get(&tray.image).cloned().unwrap_or_default();
            let size = (tray.raster.size.0 as i32, tray.raster.size.1 as i32);
            let at = self.add(Map { name, image: tray.image.clone(), size, bytes });
            self.of.insert((scenario.id.clone(), window), at);
        }
        Ok(())
    }

    fn add(&mut self, map: Map) -> usize {
        if let Some(at) = self.boards.iter().position(|known| known.image == map.image) {
            return at;
        }
        self.boards.push(map);
        self.boards.len() - 1
    }
}

/// The boards of a setting as one picture.
fn laid_out(
    top: &Tabletop<'_>,
    setting: &Setting,
    pictures: &Pictures,
) -> Result<((i32, i32), Vec<u8>), ModuleError> {
    let image = |spot: &Spot| &top.boards[spot.map.index()].image;
    let picture = |spot: &Spot| pictures.get(image(spot)).cloned().unwrap_or_default();
    if let [(only, _)] = setting.boards.as_slice()
        && !only.flipped
    {
        return Ok((top.boards[only.map.index()].size(), picture(only)));
    }
    let mut size = (1, 1);
    for (spot, (left, above)) in &setting.boards {
        let (width, height) = top.boards[spot.map.index()].size();
        size = (size.0.max(left + width), size.1.max(above + height));
    }
    let mut whole = blank(size);
    for (spot, at) in &setting.boards {
        let wrong =
            |reason| ModuleError::Verbatim { what: format!("picture {}", image(spot)), reason };
        let mut board = bitmap::decode(&picture(spot), 1 << 30).map_err(wrong)?;
        if spot.flipped {
            let turned: Vec<u8> = board.rgba.chunks_exact(4).rev().flatten().copied().collect();
            board.rgba = turned;
        }
        paste(&mut whole, &board, *at);
    }
    let wrong = |reason| ModuleError::Verbatim { what: "the boards".to_owned(), reason };
    Ok((size, whole.to_png().map_err(wrong)?))
}

/// A white picture.
fn blank((width, height): (i32, i32)) -> Bitmap {
    let side = |pixels: i32| u32::try_from(pixels).unwrap_or(0).max(1);
    let (width, height) = (side(width), side(height));
    Bitmap { width, height, rgba: vec![255; width as usize * height as usize * 4] }
}

/// Puts a picture on another; what reaches over its edge is cut off. Where it is clear, nothing is changed.
fn paste(onto: &mut Bitmap, picture: &Bitmap, (left, top): (i32, i32)) {
    let (left, top) = (usize::try_from(left).unwrap_or(0), usize::try_from(top).unwrap_or(0));
    let (wide, high) = (onto.width as usize, onto.height as usize);
    let row = picture.width as usize * 4;
    let columns = (picture.width as usize).min(wide.saturating_sub(left));
    for (nth, line) in picture.rgba.chunks_exact(row.max(1)).enumerate() {
        let y = top + nth;
        if y >= high {
            break;
        }
        let start = (y * wide + left) * 4;
        for (to, from) in
            onto.rgba[start..start + columns * 4].chunks_exact_mut(4).zip(line.chunks_exact(4))
        {
            let opaque = u16::from(from[3]);
            for part in 0..3 {
                let mixed = u16::from(from[part]) * opaque + u16::from(to[part]) * (255 - opaque);
                to[part] = (mixed / 255) as u8;
            }
            to[3] = 255;
        }
    }
}

/// Where everything lies in a scenario.
struct Layout<'l, 'g> {
    top: &'l Tabletop<'g>,
    scenario: &'l Scenario,
    setting: &'l Setting,
    maps: &'l Maps,
    sheets: &'l Sheets,
}

impl Layout<'_, '_> {
    fn tag(&self, charts: &[charts::ChartPage]) -> Tag {
        let game = self.top.game;
        let mut tag = Tag::new("game");
        tag.set("game-box", &game.title).set("scenario-name", &self.scenario.title);
        tag.set("scenario-description", self.scenario.summary.trim());
        tag.set("scenario-copyright", &game.credits.join(", "));
        // Pieces by window and spot, from the bottom of their stacks up.
        let mut spots: Vec<(Window, (i32, i32), Vec<Tag>)> = Vec::new();
        let mut copies = BTreeMap::new();
        for placed in &self.setting.pieces {
            let copy: &mut usize = copies.entry(placed.counter).or_default();
            let Some(number) = self.sheets.number(placed.counter, *copy) else { continue };
            *copy += 1;
            let mut piece = Tag::new("counter");
            piece.set("id", &number.to_string());
            if placed.face % 2 == 1 {
                piece.set("side", "Back");
            }
            let here = |(window, at, _): &&mut (Window, (i32, i32), Vec<Tag>)| {
                (*window, *at) == (placed.window, placed.at)
            };
            match spots.iter_mut().find(here) {
                Some((.., pieces)) => pieces.push(piece),
                None => spots.push((placed.window, placed.at, vec![piece])),
            }
        }
        let windows = [Window::Main, Window::SetUp, Window::Boxes];
        for window in windows {
            let Some(at) = self.maps.of.get(&(self.scenario.id.clone(), window)) else { continue };
            let map = &self.maps.boards[*at];
            let mut layout = board(&map.name, map.size);
            if window == Window::Main {
                layout.set("visible", "true");
            }
            for (_, at, pieces) in spots.iter().filter(|(known, ..)| *known == window) {
                layout.push(stack(*at, pieces));
            }
            tag.push(layout);
        }
        for page in charts {
            let raster = charts::at_dpi(&page.picture, super::table::gallery::CHART_DPI);
            tag.push(board(&chart_tab(&page.name), (raster.size.0 as i32, raster.size.1 as i32)));
        }
        for (name, size) in self.sheets.boards() {
            tag.push(board(&name, size));
        }
        tag
    }
}

fn board(name: &str, (width, height): (i32, i32)) -> Tag {
    let mut layout = Tag::new("layout");
    layout.set("board", name).set("left", "0").set("top", "0");
    layout.set("right", &(width * UNITS).to_string()).set("bottom", &(height * UNITS).to_string());
    layout
}

fn stack((x, y): (i32, i32), pieces: &[Tag]) -> Tag {
    let (x, y) = ((x * UNITS).to_string(), (y * UNITS).to_string());
    if let [only] = pieces {
        let mut one = only.clone();
        one.set("x", &x).set("y", &y);
        return one;
    }
    let mut stack = Tag::new("stack");
    stack.set("x", &x).set("y", &y);
    pieces.iter().for_each(|piece| stack.push(piece.clone()));
    stack
}
