//! High ground: lit from the north-west, as relief has always been drawn.

use super::curve::{direction, lerp, normals};
use super::ground::{Ground, terrain_parts};
use super::noise::Dice;
use super::part::TerrainPart;
use super::pen::{Pen, num};
use super::picture::{Picture, around};
use super::region::{connected, natural, outlines};
use super::style::TerrainStyle;
use crate::hex::{Hex, Point};
use crate::model::{Game, HexData, Map};

/// Whether a hex is drawn as high ground anyway, so that its first level needs no second drawing.
pub fn is_hill(ground: &Ground, hex: Hex) -> bool {
    ground.has(hex, TerrainPart::Hill) || ground.has(hex, TerrainPart::Mountain)
}

/// The level of the lowest ground, from which relief rises: where all land lies at level 1 or above, level 1 is the plain.
pub fn plain(game: &Game, map: &Map) -> i32 {
    let dry = |hex: &&HexData| {
        let parts = terrain_parts(&game.terrain[hex.terrain].draw).unwrap_or_default();
        !parts.iter().any(|part| matches!(part, TerrainPart::Sea | TerrainPart::Lake))
    };
    map.hexes.iter().filter(dry).map(|hex| hex.level).min().unwrap_or(0).max(0)
}

/// How many steps a level lies above the plain; water lies no lower than that.
pub fn above(plain: i32, level: i32) -> i32 {
    if plain > 0 { (level - plain).max(0) } else { level }
}

/// Paints elevation levels, lowest first: the first one and those below 0 under the hills, the higher ones
/// above them.
pub fn draw_levels(ground: &Ground, picture: &mut Picture, above_hills: bool) {
    let base = plain(ground.game, ground.map);
    let level = |hex: Hex| ground.data(hex).map_or(0, |data| above(base, data.level));
    let levels = ground.order.iter().map(|hex| level(*hex));
    let (lowest, highest) = levels.fold((0, 0), |(low, high), l| (low.min(l), high.max(l)));
    let relief = &ground.style.relief;
    let fill_of = |fills: &[String], step: i32| {
        let last = fills.len().saturating_sub(1);
        fills.get(usize::try_from(step - 1).unwrap_or(0).min(last)).cloned().unwrap_or_default()
    };
    // A map has few levels; a source that says otherwise is still drawn, in its outer levels.
    if above_hills {
        for step in 2..=highest.min(40) {
            terrace(
                ground,
                picture,
                &fill_of(&relief.levels, step),
                |hex| level(hex) >= step,
                step,
            );
        }
        return;
    }
    if highest > 0 {
        let first = |hex| level(hex) >= 1 && !is_hill(ground, hex);
        terrace(ground, picture, &fill_of(&relief.levels, 1), first, 1);
    }
    for step in 1..=(-lowest).min(40) {
        terrace(ground, picture, &fill_of(&relief.depths, step), |hex| level(hex) <= -step, -step);
    }
}

/// A region at one height. Higher ones lie further in and let what is below shine through.
fn terrace(
    ground: &Ground,
    picture: &mut Picture,
    fill: &str,
    within: impl Fn(Hex) -> bool,
    step: i32,
) {
    let dry = |hex: Hex| ground.data(hex).is_some() && within(hex) && !ground.is_water(hex);
    let hexes: Vec<Hex> = ground.order.iter().copied().filter(|hex| dry(*hex)).collect();
    let relief = &ground.style.relief;
    let (inset, opacity) = if step > 1 { (0.11, 0.5) } else { (0.03, 1.0) };
    for part in connected(&ground.grid, &hexes) {
        let loops: Vec<Vec<Point>> = outlines(&ground.grid, &part, dry)
            .iter()
            .map(|outline| natural(outline, inset * ground.size, ground.warp))
            .collect();
        fill_loops(picture, &loops, fill, opacity);
        for outline in &loops {
            let (light, dark) = if step > 0 {
                (&relief.light, &relief.dark)
            } else {
                (&relief.dark, &relief.light)
            };
            lit_line(picture, outline, light, dark, relief.width * ground.size);
        }
    }
}

/// Paints hill and mountain country.
pub fn draw_hills(ground: &Ground, picture: &mut Picture) {
    for (part, insets) in [
        (TerrainPart::Hill, &[0.035, 0.155, 0.275][..]),
        (TerrainPart::Mountain, &[0.03, 0.12][..]),
    ] {
        for (hexes, style) in ground.patches(part) {
            rise(ground, picture, &hexes, &style, insets);
        }
    }
    for (hexes, style) in ground.patches(TerrainPart::Mountain) {
        peaks(ground, picture, &hexes, &style);
    }
}

/// Raises a region in steps, each lighter and lit.
fn rise(
    ground: &Ground,
    picture: &mut Picture,
    hexes: &[Hex],
    style: &TerrainStyle,
    insets: &[f64],
) {
    let members: std::collections::HashSet<Hex> = hexes.iter().copied().collect();
    for part in connected(&ground.grid, hexes) {
        let edges = outlines(&ground.grid, &part, |hex| members.contains(&hex));
        for (i, inset) in insets.iter().enumerate() {
            let loops: Vec<Vec<Point>> =
                edges.iter().map(|edge| natural(edge, inset * ground.size, ground.warp)).collect();
            match i {
                0 => fill_loops(picture, &loops, &style.fill, 1.0),
                _ => fill_loops(picture, &loops, &style.light, 0.28),
            }
            for outline in &loops {
                lit_line(
                    picture,
                    outline,
                    &style.light,
                    &style.dark,
                    ground.style.relief.width * ground.size,
                );
            }
        }
    }
}

fn fill_loops(picture: &mut Picture, loops: &[Vec<Point>], fill: &str, opacity: f64) {
    if fill == "none" || fill.is_empty() {
        return;
    }
    let mut pen = Pen::default();
    let mut points = Vec::new();
    for outline in loops {
        pen.smooth_loop(outline);
        points.extend_from_slice(outline);
    }
    let opacity =
        if opacity < 1.0 { format!(" fill-opacity=\"{}\"", num(opacity)) } else { String::new() };
    picture.put(
        around(&points, 0.0),
        format!("<path d=\"{}\" fill=\"{fill}\"{opacity} fill-rule=\"evenodd\"/>", pen.data()),
    );
}

/// A closed line whose width and colour follow the light: bright and thin towards it, dark and thick
/// away from it.
fn lit_line(picture: &mut Picture, outline: &[Point], light: &str, dark: &str, widest: f64) {
    const STEPS: usize = 4;
    let mut pens: Vec<Pen> = vec![Pen::default(); STEPS * 2];
    let class: Vec<usize> = normals(outline, true)
        .iter()
        .map(|inward| {
            // The light comes from the upper left; a slope faces outwards.
            let lit = (inward.x + inward.y) * std::f64::consts::FRAC_1_SQRT_2;
            let strength = ((lit.abs() * STEPS as f64).ceil() as usize).clamp(1, STEPS) - 1;
            if lit > 0.0 { strength } else { STEPS + strength }
        })
        .collect();
    let n = outline.len();
    let Some(first) = (0..n).find(|&i| class[i] != class[(i + n - 1) % n]) else { return };
    let mut i = first;
    while i < first + n {
        let this = class[i % n];
        let mut run = vec![outline[(i + n - 1) % n].midpoint(outline[i % n])];
        while i < first + n && class[i % n] == this {
            run.push(outline[i % n]);
            i += 1;
        }
        run.push(outline[(i - 1) % n].midpoint(outline[i % n]));
        pens[this].smooth_line(&run);
    }
    let area = around(outline, widest);
    for (class, pen) in pens.iter().enumerate() {
        let (colour, step) = if class < STEPS { (light, class) } else { (dark, class - STEPS) };
        if pen.is_empty() || colour == "none" {
            continue;
        }
        let width = widest * (0.22 + 0.78 * (step + 1) as f64 / STEPS as f64);
        picture.put(
            area,
            format!(
                "<path d=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\" stroke-opacity=\"{}\"/>",
                pen.data(),
                num(width),
                if class < STEPS { ".6" } else { ".8" }
            ),
        );
    }
}

/// Peaks with a lit and a shaded face, drawn from the back to the front.
fn peaks(ground: &Ground, picture: &mut Picture, hexes: &[Hex], style: &TerrainStyle) {
    let members: std::collections::HashSet<Hex> = hexes.iter().copied().collect();
    let size = ground.size;
    let mut all: Vec<(Point, Hex)> = Vec::new();
    for &hex in hexes {
        for p in ground.strewn(hex, 0.3, 0.26, 31) {
            if ground.depth(hex, p, |h| members.contains(&h)) > 0.13 {
                all.push((p, hex));
            }
        }
    }
    all.sort_by(|(a, _), (b, _)| {
        (a.y, a.x).partial_cmp(&(b.y, b.x)).unwrap_or(std::cmp::Ordering::Equal)
    });
    for (foot, hex) in all {
        let mut dice = Dice::of(Hex::new((foot.x * 100.0) as i32, (foot.y * 100.0) as i32), 37);
        let height = size * dice.between(0.15, 0.25);
        let half = height * dice.between(0.62, 0.8);
        let top = Point::new(foot.x + half * 0.15 * dice.signed(), foot.y - height * 0.7);
        let left = Point::new(foot.x - half, foot.y + height * 0.3);
        let right = Point::new(foot.x + half, foot.y + height * 0.3);
        let number = ground.number_box(hex);
        if ground.on_map(hex)
            && super::picture::touch(number, around(&[top, left, right], -size * 0.01))
        {
            continue;
        }
        let middle = Point::new(foot.x + half * 0.12, foot.y + height * 0.3);
        let kink = |t: f64, by: f64| {
            let p = lerp(top, middle, t);
            Point::new(p.x + half * by, p.y)
        };
        let ridge = [top, kink(0.3, 0.16), kink(0.6, -0.1), middle];
        let mut lit = Pen::default();
        lit.polygon(&[top, ridge[1], ridge[2], middle, left]);
        let mut shade = Pen::default();
        shade.polygon(&[top, right, middle, ridge[2], ridge[1]]);
        let mut lines = Pen::default();
        lines.polyline(&[left, top, right]);
        // Gullies run down the shaded face.
        for t in [0.35, 0.65] {
            let from = lerp(top, right, t);
            let d = direction(top, middle);
            lines.start(from).line(Point::new(
                from.x + d.x * height * 0.2 - half * 0.1,
                from.y + d.y * height * 0.2,
            ));
        }
        picture.put(
            around(&[top, left, right], size * 0.02),
            format!(
                "<path d=\"{}\" fill=\"{}\"/><path d=\"{}\" fill=\"{}\" fill-opacity=\".62\"/><path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\" stroke-linecap=\"round\"/>",
                lit.data(),
                style.light,
                shade.data(),
                style.ink,
                lines.data(),
                style.dark,
                num(size * 0.011)
            ),
        );
    }
}
