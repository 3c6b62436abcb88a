//! The legend: a sample of every terrain, hexside and path that the map uses.

use super::field::{Content, paint};
use super::ground::Ground;
use super::lettering::{Anchor, Face, text};
use super::outline::is_building;
use super::part::{SidePart, TerrainPart};
use super::pen::{Pen, num};
use super::picture::Picture;
use super::relief::{above, plain};
use super::style::Style;
use crate::hex::{Grid, GridSpec, Hex, Hexside, Layout, Point, Stagger};
use crate::model::{
    Game, HexData, HexsideType, Id, Map, Path, PathType, Provenance, Registry, SideLine,
    TerrainType,
};
use std::collections::{BTreeMap, BTreeSet};

/// What a sample shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sample {
    Terrain(Id<TerrainType>),
    Hexside(Id<HexsideType>),
    Path(Id<PathType>),
    Level(i32),
}

/// A small drawing of a sample, `size` millimetres high (a flat-topped hex of that size), with its upper
/// left corner at the origin. `name` must be unique in the sheet.
pub fn swatch(
    game: &Game,
    style: &Style,
    sample: Sample,
    size: f64,
    name: &str,
) -> Option<Picture> {
    let spec = GridSpec::flat(5, 5, Stagger::EvenDown);
    let grid = Grid::new(spec).ok()?;
    let centre = grid.at_column_row(3, 3)?;
    let clear = game
        .terrain
        .entries()
        .find(|(_, t)| t.draw == "clear")
        .or(game.terrain.entries().next())
        .map(|(id, _)| id)?;
    let mut map = blank(&grid, clear, name);
    let (mut zoom, mut shift) = (1.0, 0.0);
    let n = |direction| grid.neighbour(centre, direction);
    use crate::hex::Direction::{N, NE, NW, SW};
    match sample {
        Sample::Terrain(id) => {
            let terrain = &game.terrain[id];
            let at = grid.index(centre)?;
            let data = map.hexes.get_mut(at)?;
            let parts = super::ground::terrain_parts(&terrain.draw).unwrap_or_default();
            let stands_alone = |part: &TerrainPart| {
                matches!(
                    part,
                    TerrainPart::Hill
                        | TerrainPart::Mountain
                        | TerrainPart::City
                        | TerrainPart::Town
                        | TerrainPart::Village
                )
            };
            let is_water =
                |part: &TerrainPart| matches!(part, TerrainPart::Sea | TerrainPart::Lake);
            match terrain.role {
                crate::model::TerrainRole::Feature => {
                    data.features.push(id);
                    zoom = 1.75;
                }
                crate::model::TerrainRole::Base if parts.iter().any(stands_alone) => {
                    data.terrain = id
                }
                // Some styles show water by its shore alone: land lies along the top of the sample.
                crate::model::TerrainRole::Base if parts.iter().any(is_water) => {
                    zoom = 1.4;
                    shift = 0.3;
                    for (index, hex) in grid.hexes().enumerate() {
                        let below = grid.centre(hex).y
                            > grid.centre(centre).y - grid.layout().hex_size * 0.25;
                        if below && let Some(data) = map.hexes.get_mut(index) {
                            data.terrain = id;
                        }
                    }
                }
                // A building is nothing but its outline.
                crate::model::TerrainRole::Base if parts.iter().any(|p| is_building(*p)) => {
                    let unit = Layout { hex_size: 1.0, origin: Point::new(0.0, 0.0) };
                    let middle = grid.with_layout(unit).ok()?.centre(centre);
                    let corners = [(-0.3, -0.22), (0.3, -0.22), (0.3, 0.22), (-0.3, 0.22)];
                    map.outlines.push(crate::model::Outline {
                        terrain: id,
                        id: String::new(),
                        points: corners.map(|(x, y)| (middle.x + x, middle.y + y)).to_vec(),
                        provenance: Provenance::Printed,
                    });
                }
                // What covers the ground fills the sample to its corners.
                crate::model::TerrainRole::Base => {
                    map.hexes.iter_mut().for_each(|hex| hex.terrain = id)
                }
            }
        }
        Sample::Level(level) => {
            let at = grid.index(centre)?;
            map.hexes.get_mut(at)?.level = level;
        }
        Sample::Hexside(kind) => {
            // A line through the middle of the sample: along the upper sides of the hex below it.
            (zoom, shift) = (1.4, 0.5);
            let side = |d| Hexside::between(centre, n(d)?);
            match river_below(game, kind) {
                Some(river) => {
                    run(&mut map, river, [NW, N, NE].into_iter().filter_map(side).collect());
                    run(&mut map, kind, side(N).into_iter().collect());
                }
                None => run(&mut map, kind, [NW, N, NE].into_iter().filter_map(side).collect()),
            }
        }
        Sample::Path(kind) => {
            zoom = 1.5;
            let along: Vec<Hex> = [n(SW)?, centre, n(NE)?].to_vec();
            let along = along.into_iter().map(crate::hex::Location::from).collect();
            map.paths.push(Path {
                kind,
                name: String::new(),
                along,
                provenance: Provenance::Printed,
            });
        }
    }
    let drawn = size * zoom;
    let unit = grid.with_layout(Layout { hex_size: drawn, origin: Point::new(0.0, 0.0) }).ok()?;
    let middle = unit.centre(centre);
    let (half_w, half_h) = (size * 0.577_350_27, size / 2.0);
    let origin = Point::new(half_w - middle.x, half_h - middle.y + shift * drawn);
    let on_sheet = grid.with_layout(Layout { hex_size: drawn, origin }).ok()?;
    // Grass around a sample would only be cut off with the rest.
    let mut style = style.clone();
    if let Some(clear) = style.terrain.get_mut("clear") {
        "none".clone_into(&mut clear.ink);
    }
    let style = &style;
    let ground = Ground::new(game, &map, style, on_sheet);
    let mut whole = Picture::new(half_w * 2.0, size);
    let content = Content { features: true, grid: false, text: false };
    paint(&ground, &mut whole, content, None);
    // The sample is cut out as a hex.
    let corner = |x: f64, y: f64| Point::new(half_w + x * size, half_h + y * size);
    let (near, far) = (0.288_675_13, 0.577_350_27);
    let hexagon = [
        corner(-near, -0.5),
        corner(near, -0.5),
        corner(far, 0.0),
        corner(near, 0.5),
        corner(-near, 0.5),
        corner(-far, 0.0),
    ];
    let mut pen = Pen::default();
    pen.polygon(&hexagon);
    let mut picture = Picture::new(half_w * 2.0, size);
    picture.define(&format!("<clipPath id=\"{name}-hex\"><path d=\"{}\"/></clipPath>", pen.data()));
    picture.place(&whole, "translate(0 0)", super::picture::EVERYWHERE);
    picture.clip_last(&format!("{name}-hex"));
    picture.layer("");
    picture.put(
        super::picture::EVERYWHERE,
        format!(
            "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"/>",
            pen.data(),
            style.paper.muted,
            num(size * 0.018)
        ),
    );
    Some(picture)
}

/// A river for what crosses one: a ford over dry land shows nothing.
fn river_below(game: &Game, kind: Id<HexsideType>) -> Option<Id<HexsideType>> {
    let part = |kind: &HexsideType| SidePart::named(&kind.draw);
    matches!(part(&game.hexsides[kind])?, SidePart::Bridge | SidePart::Ford | SidePart::Ferry)
        .then(|| {
            game.hexsides.entries().find(|(_, other)| part(other).is_some_and(|p| p.is_river()))
        })
        .flatten()
        .map(|(id, _)| id)
}

/// Puts a line of hexsides on a sample's map.
fn run(map: &mut Map, kind: Id<HexsideType>, sides: Vec<Hexside>) {
    for side in &sides {
        map.hexsides.entry(*side).or_default().push(kind);
    }
    map.lines.push(SideLine { kind, name: String::new(), sides, provenance: Provenance::Printed });
}

fn blank(grid: &Grid, terrain: Id<TerrainType>, id: &str) -> Map {
    let hex = HexData {
        terrain,
        features: Vec::new(),
        level: 0,
        values: BTreeMap::new(),
        provenance: Provenance::Printed,
    };
    Map {
        id: id.to_owned(),
        title: String::new(),
        grid: grid.clone(),
        hex_size: crate::model::Length::mm(19.0),
        scale: String::new(),
        hexes: vec![hex; grid.len()],
        hexsides: BTreeMap::new(),
        crossings: BTreeMap::new(),
        paths: Vec::new(),
        lines: Vec::new(),
        places: Vec::new(),
        victory: Vec::new(),
        areas: Registry::default(),
        boxes: Registry::default(),
        box_locations: Vec::new(),
        outlines: Vec::new(),
        backdrop: None,
    }
}

/// How a terrain is shown: open ground with a level of its own by its height above the plain.
pub fn sample_of(game: &Game, id: Id<TerrainType>) -> Sample {
    let terrain = &game.terrain[id];
    let open = super::ground::terrain_parts(&terrain.draw)
        .is_ok_and(|parts| parts.iter().all(|part| *part == TerrainPart::Clear));
    let base = game.maps.iter().map(|map| plain(game, map)).min().unwrap_or(0);
    match above(base, terrain.level) {
        height if open && height > 0 => Sample::Level(height),
        _ => Sample::Terrain(id),
    }
}

/// What the map uses, in the order of the game's charts.
pub fn used(game: &Game, map: &Map) -> Vec<(Sample, String)> {
    let mut terrain: BTreeSet<Id<TerrainType>> = map.outlines.iter().map(|o| o.terrain).collect();
    let mut levels: BTreeSet<i32> = BTreeSet::new();
    let base = plain(game, map);
    for hex in &map.hexes {
        let height = above(base, hex.level);
        terrain.insert(hex.terrain);
        terrain.extend(&hex.features);
        let parts =
            super::ground::terrain_parts(&game.terrain[hex.terrain].draw).unwrap_or_default();
        let is_hill = parts.iter().any(|p| matches!(p, TerrainPart::Hill | TerrainPart::Mountain));
        // The first level of a hill is the hill itself.
        if height != 1 || !is_hill {
            levels.insert(height);
        }
    }
    let sides: BTreeSet<_> = map.hexsides.values().flatten().copied().collect();
    let paths: BTreeSet<_> = map.paths.iter().map(|path| path.kind).collect();
    let drawn = |draw: &str| draw != "none";
    let mut used: Vec<(Sample, String)> = Vec::new();
    used.extend(
        terrain
            .into_iter()
            .filter(|id| drawn(&game.terrain[*id].draw))
            .map(|id| (sample_of(game, id), game.terrain[id].name.clone())),
    );
    // A level that a terrain is named for needs no second name.
    for (sample, _) in &used {
        if let Sample::Level(height) = sample {
            levels.remove(height);
        }
    }
    used.extend(
        levels
            .into_iter()
            .filter(|height| *height != 0)
            .map(|height| (Sample::Level(height), format!("Level {}", height + base))),
    );
    used.extend(
        sides
            .into_iter()
            .filter(|id| drawn(&game.hexsides[*id].draw))
            .map(|id| (Sample::Hexside(id), game.hexsides[id].name.clone())),
    );
    used.extend(
        paths
            .into_iter()
            .filter(|id| drawn(&game.paths[*id].draw))
            .map(|id| (Sample::Path(id), game.paths[id].name.clone())),
    );
    used
}

const ROW: f64 = 9.6;
const SWATCH: f64 = 8.2;

/// How high a legend of so many samples is in a column of this width.
pub fn height(samples: usize, width: f64) -> f64 {
    8.0 + samples.div_ceil(columns(width)) as f64 * ROW
}

fn columns(width: f64) -> usize {
    ((width / 31.0).floor() as usize).max(1)
}

/// Draws the legend with its upper left corner at a point.
pub fn draw(game: &Game, map: &Map, style: &Style, picture: &mut Picture, at: Point, width: f64) {
    let samples = used(game, map);
    let columns = columns(width);
    let rows = samples.len().div_ceil(columns);
    let face = Face::regular(&style.fonts.body);
    let title = Face::bold(&style.fonts.body);
    picture.layer("");
    picture.put(
        super::picture::EVERYWHERE,
        text(Point::new(at.x, at.y + 3.2), "Terrain", title, 3.6, &style.paper.ink, Anchor::Start),
    );
    let step = width / columns as f64;
    for (i, (sample, name)) in samples.iter().enumerate() {
        let (column, row) = (i / rows.max(1), i % rows.max(1));
        let corner = Point::new(at.x + column as f64 * step, at.y + 6.4 + row as f64 * ROW);
        let id =
            format!("{}-legend-{i}", map.id.replace(|c: char| !c.is_ascii_alphanumeric(), "-"));
        let Some(drawn) = swatch(game, style, *sample, SWATCH, &id) else { continue };
        let area = super::picture::rect(corner.x, corner.y, drawn.width, drawn.height);
        picture.place(&drawn, &format!("translate({} {})", num(corner.x), num(corner.y)), area);
        let room = step - drawn.width - 3.5;
        let mut size = 2.9;
        let lines = face.wrap(name, size, room);
        if lines.iter().any(|line| face.width(line, size) > room) || lines.len() > 2 {
            size = 2.4;
        }
        let lines = face.wrap(name, size, room);
        let top = corner.y + SWATCH / 2.0 + size * 0.36
            - (lines.len().saturating_sub(1)) as f64 * size * 0.6;
        picture.layer("");
        for (k, line) in lines.iter().take(3).enumerate() {
            let p = Point::new(corner.x + drawn.width + 2.2, top + k as f64 * size * 1.2);
            picture.put(
                super::picture::EVERYWHERE,
                text(p, line, face, size, &style.paper.ink, Anchor::Start),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::colour::{Blindness, Rgb, difference};

    /// The middle of a sample, as pixels.
    fn pixels(game: &Game, style: &Style, sample: Sample) -> Vec<Rgb> {
        const SIDE: u32 = 48;
        let svg = swatch(game, style, sample, SWATCH, "sample").unwrap().svg();
        let tree = usvg::Tree::from_str(&svg, &crate::draw::svg_options()).unwrap();
        let scale = SIDE as f32 / tree.size().height();
        let across = (tree.size().width() * scale).ceil() as u32;
        let mut canvas = resvg::tiny_skia::Pixmap::new(across, SIDE).unwrap();
        canvas.fill(resvg::tiny_skia::Color::WHITE);
        let transform = resvg::tiny_skia::Transform::from_scale(scale, scale);
        resvg::render(&tree, transform, &mut canvas.as_mut());
        let (left, inset) = ((across - 40) / 2, (SIDE - 40) / 2);
        let middle = |at: u32| (left + at % 40, inset + at / 40);
        (0..40 * 40)
            .map(middle)
            .map(|(x, y)| canvas.pixel(x, y).unwrap().demultiply())
            .map(|pixel| Rgb::of_bytes([pixel.red(), pixel.green(), pixel.blue()]))
            .collect()
    }

    fn unlike(a: &[Rgb], b: &[Rgb], seen: impl Fn(Rgb) -> Rgb) -> f64 {
        let pairs = a.iter().zip(b);
        let sum: f64 = pairs.map(|(a, b)| difference(seen(*a).lab(), seen(*b).lab())).sum();
        sum / a.len() as f64
    }

    #[test]
    fn open_ground_that_always_lies_at_one_height_is_shown_by_it() {
        let loaded = crate::source::load(std::path::Path::new(env!("CARGO_MANIFEST_DIR")));
        let game = loaded.game("sicily").cloned().expect("a game with levels");
        let samples = used(&game, game.maps.iter().next().expect("its map"));
        let names: Vec<&str> = samples.iter().map(|(_, name)| name.as_str()).collect();
        for level in 1..=6 {
            let name = format!("Level {level}");
            assert_eq!(names.iter().filter(|known| **known == name).count(), 1, "{names:?}");
            let at = names.iter().position(|known| *known == name).expect("a sample");
            let shown = matches!(samples[at].0, Sample::Level(height) if height == level - 1);
            assert_eq!(shown, level > 1, "{name}");
        }
    }

    #[test]
    fn colour_blind_players_tell_apart_in_high_contrast_what_others_tell_apart() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/maps/project");
        let loaded = crate::source::load(std::path::Path::new(root));
        let game = loaded.game("harrow").unwrap();
        let style = Style::load("high-contrast", None).unwrap();
        let samples = used(game, game.maps.get("gallery").unwrap());
        assert!(samples.len() > 30, "the gallery shows everything");
        let drawn: Vec<_> =
            samples.iter().map(|(sample, name)| (name, pixels(game, &style, *sample))).collect();
        // On the average of a sample; a line across it makes about 5, a colour of its own 15 and more.
        const TOLD_APART: f64 = 4.0;
        for (nth, (name, sample)) in drawn.iter().enumerate() {
            for (other, second) in &drawn[nth + 1..] {
                // Samples that differ by a thin line alone must lose nothing of it.
                let wanted = TOLD_APART.min(0.9 * unlike(sample, second, |colour| colour));
                for blindness in Blindness::ALL {
                    let seen = unlike(sample, second, |colour| colour.seen_by(blindness));
                    let who = blindness.word();
                    assert!(
                        seen >= wanted,
                        "{name} and {other}, {who}: {seen:.1}, not {wanted:.1}"
                    );
                }
            }
        }
    }
}
