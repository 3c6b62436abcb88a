//! Symbols in hexes: airfields, ports, beaches, forts, victory points, entry arrows.

use super::curve::{along, direction};
use super::ground::Ground;
use super::label::Clutter;
use super::lettering::{Anchor, Face, text};
use super::part::TerrainPart;
use super::pen::num;
use super::picture::{Picture, around};
use crate::hex::{Hex, Point};
use crate::model::BoxKind;

/// A symbol of the style at a point.
fn stamp(
    ground: &Ground,
    name: &str,
    at: Point,
    size: f64,
    turn: f64,
    ink: &str,
    fill: &str,
) -> String {
    let shape = ground.style.symbol.get(name).map_or("", String::as_str);
    let shape = shape.replace("{ink}", ink).replace("{fill}", fill);
    let turn = if turn == 0.0 { String::new() } else { format!(" rotate({})", num(turn)) };
    format!(
        "<g transform=\"translate({} {}){turn} scale({})\">{shape}</g>",
        num(at.x),
        num(at.y),
        num(size)
    )
}

/// Places beside the middle of a hex, best first.
const SLOTS: [(f64, f64); 8] = [
    (0.0, 0.0),
    (0.31, -0.14),
    (-0.31, -0.14),
    (0.31, 0.16),
    (-0.31, 0.16),
    (0.38, 0.0),
    (-0.38, 0.0),
    (0.0, 0.33),
];

/// Draws the symbols of all hexes.
pub fn draw(ground: &Ground, picture: &mut Picture, clutter: &mut Clutter) {
    let size = ground.size;
    let mut taken: std::collections::HashMap<Hex, usize> = std::collections::HashMap::new();
    for part in [
        TerrainPart::Beach,
        TerrainPart::Port,
        TerrainPart::Airfield,
        TerrainPart::Fort,
        TerrainPart::Depot,
    ] {
        for (hexes, style) in ground.patches(part) {
            for hex in hexes.into_iter().filter(|hex| ground.on_map(*hex)) {
                let centre = ground.grid.centre(hex);
                let sea = hex
                    .all_neighbors()
                    .into_iter()
                    .find(|h| ground.on_map(*h) && ground.is_water(*h));
                let (at, turn) = match (part, sea) {
                    (TerrainPart::Beach, Some(sea)) => {
                        let d = direction(centre, ground.grid.centre(sea));
                        (along(centre, d, 0.34 * size), d.x.atan2(-d.y).to_degrees() + 180.0)
                    }
                    (TerrainPart::Port, Some(sea)) => (
                        along(centre, direction(centre, ground.grid.centre(sea)), 0.31 * size),
                        0.0,
                    ),
                    _ => (free_slot(ground, hex, clutter, &mut taken), 0.0),
                };
                let scale = if part == TerrainPart::Beach { 0.22 } else { 0.235 } * size;
                clutter.block(around(&[at], scale * 0.5), 3.0);
                picture.put(
                    around(&[at], scale),
                    stamp(ground, part.name(), at, scale, turn, &style.ink, &style.fill),
                );
            }
        }
    }
    for victory in &ground.map.victory {
        let at = free_slot(ground, victory.hex, clutter, &mut taken);
        let style = &ground.style.victory;
        let fill = victory.side.map_or(&style.fill, |side| &ground.game.sides[side].colour);
        let ink = victory.side.map_or(&style.ink, |side| &ground.game.sides[side].text);
        let scale = style.size * size;
        clutter.block(around(&[at], scale * 0.55), 3.0);
        let points = victory.points.to_string();
        let letters = scale * if points.len() > 1 { 0.42 } else { 0.5 };
        let face = Face::bold(&ground.style.fonts.label);
        picture.put(
            around(&[at], scale),
            stamp(ground, "victory", at, scale, 0.0, ink, fill)
                + &text(
                    Point::new(at.x, at.y + letters * 0.42),
                    &points,
                    face,
                    letters,
                    ink,
                    Anchor::Middle,
                ),
        );
    }
    for entry in ground.map.boxes.iter().filter(|b| b.kind == BoxKind::Entry) {
        let fill =
            entry.owner.map_or(&ground.style.paper.accent, |side| &ground.game.sides[side].colour);
        for &hex in &entry.touches {
            entry_arrow(ground, picture, clutter, hex, fill);
        }
    }
}

/// The place in a hex where a symbol hides least.
fn free_slot(
    ground: &Ground,
    hex: Hex,
    clutter: &Clutter,
    taken: &mut std::collections::HashMap<Hex, usize>,
) -> Point {
    let centre = ground.grid.centre(hex);
    let settled = ground.is_settled(hex);
    let used = taken.entry(hex).or_insert(0);
    *used += 1;
    let middle_is_free = !settled && *used == 1;
    let place =
        |&(x, y): &(f64, f64)| Point::new(centre.x + x * ground.size, centre.y + y * ground.size);
    let cost = |slot: &(f64, f64)| clutter.hidden(around(&[place(slot)], 0.12 * ground.size));
    let first = if middle_is_free { 0 } else { 1 };
    SLOTS[first..].iter().min_by(|a, b| cost(a).total_cmp(&cost(b))).map_or(centre, place)
}

/// An arrow from the edge of the map into a hex.
fn entry_arrow(
    ground: &Ground,
    picture: &mut Picture,
    clutter: &mut Clutter,
    hex: Hex,
    fill: &str,
) {
    let centre = ground.grid.centre(hex);
    let outside: Vec<Point> = hex
        .all_neighbors()
        .into_iter()
        .filter(|h| !ground.on_map(*h))
        .map(|h| ground.grid.centre(h))
        .collect();
    if outside.is_empty() {
        return;
    }
    let n = outside.len() as f64;
    let mean = Point::new(
        outside.iter().map(|p| p.x).sum::<f64>() / n,
        outside.iter().map(|p| p.y).sum::<f64>() / n,
    );
    let inward = direction(mean, centre);
    let at = along(centre, inward, -0.34 * ground.size);
    let turn = inward.y.atan2(inward.x).to_degrees();
    let scale = 0.2 * ground.size;
    clutter.block(around(&[at], scale * 0.5), 2.0);
    picture.put(
        around(&[at], scale),
        stamp(ground, "entry", at, scale, turn, &ground.style.paper.panel, fill),
    );
}
