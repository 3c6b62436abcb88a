//! The field: everything within the frame of the map, layer by layer.

use super::ground::Ground;
use super::label::{self, Clutter};
use super::part::TerrainPart;
use super::pen::{Pen, num};
use super::picture::{EVERYWHERE, Picture};
use super::{
    backdrop, outline, relief, river, road, ruling, settlement, side, symbol, vegetation, water,
};

/// What of the field is drawn.
#[derive(Debug, Clone, Copy)]
pub struct Content {
    /// Terrain, rivers, roads.
    pub features: bool,
    /// Hex lines and centre dots.
    pub grid: bool,
    /// Numbers and names.
    pub text: bool,
}

/// Ground that lies flat, lowest first.
const FLAT: [TerrainPart; 6] = [
    TerrainPart::Sand,
    TerrainPart::Marsh,
    TerrainPart::Grain,
    TerrainPart::Brush,
    TerrainPart::Rough,
    TerrainPart::Vineyard,
];
/// Ground that stands on hills.
const HIGH: [TerrainPart; 4] =
    [TerrainPart::Orchard, TerrainPart::Woods, TerrainPart::Forest, TerrainPart::City];

/// Paints the field of a map. What runs over its frame is left for the sheet to cover: a clip path
/// would have every layer drawn twice.
pub fn paint(
    ground: &Ground,
    picture: &mut Picture,
    content: Content,
    art: Option<&backdrop::Art>,
) {
    let roads = road::roads(ground);
    let courses = river::courses(ground);
    let mut clutter = Clutter::new(ground.size);

    picture.layer("");
    if let Some(art) = art {
        picture.put(EVERYWHERE, art.image(ground));
    }
    if content.features {
        if art.is_none() {
            water::draw(ground, picture);
        }
        if ground
            .style
            .terrain
            .get("clear")
            .is_some_and(|clear| !clear.ink.is_empty() && clear.ink != "none")
        {
            vegetation::draw_texture(ground, picture, TerrainPart::Clear);
        }
        relief::draw_levels(ground, picture, false);
        vegetation::draw_ground(ground, picture, &FLAT);
        for part in FLAT {
            vegetation::draw_texture(ground, picture, part);
        }
        relief::draw_hills(ground, picture);
        relief::draw_levels(ground, picture, true);
        picture.layer("");
        vegetation::draw_ground(ground, picture, &HIGH);
        for part in HIGH {
            vegetation::draw_texture(ground, picture, part);
        }
        outline::draw(ground, picture);
        if art.is_none() {
            water::draw_coast(ground, picture);
        }
        river::draw(ground, picture, &courses);
    }
    if art.is_none() {
        veil(ground, picture);
    }
    if content.grid {
        ruling::draw_lines(ground, picture);
        if ground.style.grid.dots || !ground.map.outlines.is_empty() {
            picture.layer("");
            ruling::draw_dots(ground, picture);
        }
    }
    picture.layer("");
    if content.features {
        side::draw(ground, picture);
        settlement::draw(ground, picture, &roads);
        road::draw(ground, picture, &roads);
        side::draw_crossings(ground, picture, &roads);
        outline::draw_buildings(ground, picture);
    }
    if content.text {
        label::survey(ground, &mut clutter, &roads, &courses);
    }
    symbol::draw(ground, picture, &mut clutter);
    if content.text {
        ruling::draw_numbers(ground, picture);
        picture.layer("");
        label::draw_areas(ground, picture, &mut clutter);
        label::draw_places(ground, picture, &mut clutter);
        label::draw_rivers(ground, picture, &mut clutter, &courses);
    }
}

/// Veils the fringe, so that it is seen to be no part of the map.
fn veil(ground: &Ground, picture: &mut Picture) {
    if ground.style.veil <= 0.0 {
        return;
    }
    let hexes: Vec<_> = ground.grid.hexes().collect();
    let mut pen = Pen::default();
    let f = super::picture::grown(ground.field, 1.0);
    let p = crate::hex::Point::new;
    pen.polygon(&[f.min, p(f.max.x, f.min.y), f.max, p(f.min.x, f.max.y)]);
    for outline in super::region::outlines(&ground.grid, &hexes, |hex| ground.on_map(hex)) {
        pen.polygon(&outline);
    }
    picture.put(
        EVERYWHERE,
        format!(
            "<path d=\"{}\" fill=\"{}\" fill-opacity=\"{}\" fill-rule=\"evenodd\"/>",
            pen.data(),
            ground.style.paper.sheet,
            num(ground.style.veil)
        ),
    );
}
