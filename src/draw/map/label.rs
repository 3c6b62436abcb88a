//! Names on the map, placed where they hide least.

use super::curve::{along, length, point_at, right_of};
use super::ground::Ground;
use super::lettering::{Anchor, Face, Halo, text_with_halo};
use super::part::TerrainPart;
use super::pen::{Pen, escape, num};
use super::picture::{Picture, around, rect};
use super::river::Course;
use super::road::Roads;
use super::settlement;
use crate::hex::{Hex, Point, Rect};
use std::collections::HashMap;

/// What names should not cover, with how bad it is to cover it.
pub struct Clutter {
    cell: f64,
    cells: HashMap<(i32, i32), Vec<(Rect, f64)>>,
}

impl Clutter {
    /// No clutter yet, for a map with hexes of this size.
    pub fn new(size: f64) -> Self {
        Clutter { cell: size * 0.5, cells: HashMap::new() }
    }

    fn span(&self, area: Rect) -> impl Iterator<Item = (i32, i32)> + use<> {
        let index = |v: f64| (v / self.cell).floor() as i32;
        let (x0, x1) = (index(area.min.x), index(area.max.x));
        let (y0, y1) = (index(area.min.y), index(area.max.y));
        (x0..=x1).flat_map(move |x| (y0..=y1).map(move |y| (x, y)))
    }

    /// Adds something that names should not cover.
    pub fn block(&mut self, area: Rect, weight: f64) {
        for cell in self.span(area) {
            self.cells.entry(cell).or_default().push((area, weight));
        }
    }

    /// How much an area would hide: the covered parts, weighted, in square millimetres.
    pub fn hidden(&self, area: Rect) -> f64 {
        let mut sum = 0.0;
        for (x, y) in self.span(area) {
            let here =
                rect(f64::from(x) * self.cell, f64::from(y) * self.cell, self.cell, self.cell);
            for (other, weight) in self.cells.get(&(x, y)).into_iter().flatten() {
                let w = area.max.x.min(other.max.x).min(here.max.x)
                    - area.min.x.max(other.min.x).max(here.min.x);
                let h = area.max.y.min(other.max.y).min(here.max.y)
                    - area.min.y.max(other.min.y).max(here.min.y);
                if w > 0.0 && h > 0.0 {
                    sum += w * h * weight;
                }
            }
        }
        sum
    }
}

/// Notes everything drawn so far that names should keep clear of.
pub fn survey(ground: &Ground, clutter: &mut Clutter, roads: &Roads, courses: &[Course]) {
    let size = ground.size;
    for hex in ground.grid.hexes() {
        clutter.block(ground.number_box(hex), 3.0);
        for part in [TerrainPart::Village, TerrainPart::Town, TerrainPart::City] {
            if ground.has(hex, part) {
                let weight = if part == TerrainPart::City { 0.35 } else { 1.0 };
                clutter.block(
                    around(&[ground.grid.centre(hex)], settlement::radius(part) * size * 0.85),
                    weight,
                );
            }
        }
    }
    for stretch in &roads.stretches {
        for p in stretch.samples(10) {
            clutter.block(around(&[p], 0.035 * size), 0.7);
        }
    }
    for crossing in &roads.crossings {
        if ground.map.hexsides.contains_key(&crossing.side) {
            clutter.block(around(&[crossing.at], 0.13 * size), 2.5);
        }
    }
    for course in courses {
        for p in &course.points {
            clutter.block(around(&[*p], 0.045 * size), 0.8);
        }
    }
}

struct Name<'a> {
    text: &'a str,
    hex: Hex,
    size: f64,
    bold: bool,
    radius: f64,
    water: bool,
    rank: u8,
}

/// Letters the places of the map, the greatest first.
pub fn draw_places(ground: &Ground, picture: &mut Picture, clutter: &mut Clutter) {
    let labels = &ground.style.labels;
    let mut names: Vec<Name> = ground
        .map
        .places
        .iter()
        .map(|place| {
            let terrain = ground
                .game
                .terrain
                .get(&place.kind)
                .map_or(place.kind.as_str(), |t| t.draw.as_str());
            let drawn = terrain.split('+').find_map(TerrainPart::named);
            let settled = [TerrainPart::City, TerrainPart::Town, TerrainPart::Village]
                .into_iter()
                .find(|part| {
                    drawn == Some(*part) || (drawn.is_none() && ground.has(place.hex, *part))
                });
            let water = ground.is_water(place.hex);
            let (size, bold, rank) = match (settled, place.kind.as_str()) {
                (Some(TerrainPart::City), _) => (labels.city, true, 0),
                (Some(TerrainPart::Town), _) => (labels.town, true, 1),
                (_, "region" | "island" | "mountains") => (labels.region, false, 2),
                (Some(_), _) => (labels.village, false, 3),
                _ if water => (labels.region, false, 2),
                _ => (labels.place, false, 4),
            };
            let held = [TerrainPart::City, TerrainPart::Town, TerrainPart::Village]
                .into_iter()
                .find(|part| ground.has(place.hex, *part))
                .map_or(0.0, settlement::radius);
            Name {
                text: &place.name,
                hex: place.hex,
                size: size * ground.size,
                bold,
                radius: held * ground.size,
                water,
                rank,
            }
        })
        .collect();
    names.sort_by_key(|name| name.rank);
    for name in &names {
        place(ground, picture, clutter, name);
    }
}

fn place(ground: &Ground, picture: &mut Picture, clutter: &mut Clutter, name: &Name) {
    let style = &ground.style.labels;
    let face = Face { family: &ground.style.fonts.label, bold: name.bold, italic: name.water };
    let (w, h) = (face.width(name.text, name.size), name.size * 0.78);
    let centre = ground.grid.centre(name.hex);
    let gap = name.radius + 0.035 * ground.size;
    let (down, up) = (gap + h / 2.0, -gap - h / 2.0);
    let side = gap + w / 2.0;
    let lean = w * 0.3;
    // Offsets of the middle of the name from the middle of the hex, with how unusual they are.
    let mut candidates = vec![
        (0.0, down, 0.0),
        (0.0, up, 0.5),
        (side, 0.0, 0.9),
        (-side, 0.0, 1.1),
        (lean, down, 0.6),
        (-lean, down, 0.6),
        (lean, up, 1.0),
        (-lean, up, 1.0),
        (side * 0.9, up * 0.75, 1.0),
        (-side * 0.9, up * 0.75, 1.2),
        (side * 0.9, down * 0.75, 0.9),
        (-side * 0.9, down * 0.75, 1.1),
        (0.0, down + 0.09 * ground.size, 0.8),
        (0.0, up - 0.07 * ground.size, 1.6),
    ];
    if name.radius == 0.0 {
        candidates.push((0.0, 0.0, 0.0));
        candidates.push((0.0, 0.12 * ground.size, 0.1));
    }
    if name.radius > 0.3 * ground.size {
        // A city fills its hex; its name goes over the houses or below them.
        candidates.push((0.0, 0.0, 0.6));
        candidates.push((0.0, 0.25 * ground.size, 0.3));
    }
    let area = |dx: f64, dy: f64| rect(centre.x + dx - w / 2.0, centre.y + dy - h / 2.0, w, h);
    let unit = ground.size * ground.size * 0.012;
    let cost = |&(dx, dy, odd): &(f64, f64, f64)| {
        let box_ = area(dx, dy);
        let field = ground.field;
        let out = (field.min.x - box_.min.x).max(0.0)
            + (box_.max.x - field.max.x).max(0.0)
            + (field.min.y - box_.min.y).max(0.0)
            + (box_.max.y - field.max.y).max(0.0);
        odd + clutter.hidden(box_) / unit + out * 50.0
    };
    let best = candidates.iter().min_by(|a, b| cost(a).total_cmp(&cost(b)));
    let Some(&(dx, dy, _)) = best else { return };
    let box_ = area(dx, dy);
    clutter.block(box_, 8.0);
    let colour = if name.water { &ground.style.water.lettering } else { &style.colour };
    let at = Point::new(centre.x + dx, centre.y + dy + h * 0.46);
    let halo_colour = if name.water { &ground.style.water.sea } else { &style.halo };
    picture.put(
        super::picture::grown(box_, name.size * 0.3),
        text_with_halo(
            at,
            name.text,
            face,
            name.size,
            colour,
            Anchor::Middle,
            Halo::new(halo_colour, style.halo_width * ground.size),
        ),
    );
}

/// Letters the rivers along their courses.
pub fn draw_rivers(
    ground: &Ground,
    picture: &mut Picture,
    clutter: &mut Clutter,
    courses: &[Course],
) {
    let mut lettered: Vec<&str> = Vec::new();
    let mut longest: Vec<&Course> = courses.iter().filter(|c| !c.name.is_empty()).collect();
    longest.sort_by(|a, b| length(&b.points).total_cmp(&length(&a.points)));
    for (i, course) in longest.into_iter().enumerate() {
        if lettered.contains(&course.name.as_str()) {
            continue;
        }
        // A long river is lettered more than once, so that it can be named wherever one looks.
        let whole = length(&course.points);
        let parts = (whole / (ground.size * 13.0)).round().clamp(1.0, 4.0);
        let mut found = false;
        for part in 0..parts as usize {
            let reach = (whole * part as f64 / parts, whole * (part + 1) as f64 / parts);
            found |= river_name(ground, picture, clutter, course, reach, (i, part));
        }
        if found {
            lettered.push(&course.name);
        }
    }
}

/// Letters a stretch of a river where it is calm, level and free; says whether there was such a place.
fn river_name(
    ground: &Ground,
    picture: &mut Picture,
    clutter: &mut Clutter,
    course: &Course,
    (begin, end): (f64, f64),
    (number, part): (usize, usize),
) -> bool {
    let size = ground.style.labels.water * ground.size;
    let face = Face { family: &ground.style.fonts.label, bold: false, italic: true };
    let wide = face.width(&course.name, size) * 1.2 + size * 0.5;
    let whole = end - begin;
    if whole < wide * 1.1 {
        return false;
    }
    let off = 0.03 * ground.size + size * 0.3;
    let mut best: Option<(f64, Vec<Point>)> = None;
    let steps = ((whole - wide) / (0.25 * ground.size)).ceil().max(1.0) as usize;
    for step in 0..=steps.min(400) {
        let from = begin + (whole - wide) * step as f64 / steps as f64;
        let aside = (step as f64 / steps as f64 - 0.5).abs();
        let samples: Vec<(Point, Point)> = (0..=12)
            .filter_map(|k| point_at(&course.points, from + wide * f64::from(k) / 12.0))
            .collect();
        let [(first, _), .., (last, _)] = samples[..] else { continue };
        let bend = wide / first.distance(last).max(1e-6) - 1.0;
        let steep = ((last.y - first.y) / wide).abs();
        for side in [-1.0, 1.0] {
            // The name keeps to one side of a calmer line than the river itself.
            let line: Vec<Point> = (0..samples.len())
                .map(|i| {
                    let window = &samples[i.saturating_sub(3)..(i + 4).min(samples.len())];
                    let n = window.len() as f64;
                    let mid = Point::new(
                        window.iter().map(|s| s.0.x).sum::<f64>() / n,
                        window.iter().map(|s| s.0.y).sum::<f64>() / n,
                    );
                    let heading = super::curve::direction(window[0].0, window[window.len() - 1].0);
                    along(mid, right_of(heading), side * (off + 0.02 * ground.size))
                })
                .collect();
            let hidden: f64 = line.iter().map(|p| clutter.hidden(around(&[*p], size * 0.42))).sum();
            let out = line.iter().any(|p| {
                let f = ground.field;
                let near = p.x < f.min.x + size
                    || p.x > f.max.x - size
                    || p.y < f.min.y + size
                    || p.y > f.max.y - size;
                near || ground.grid.hex_at(*p).is_none()
            });
            let cost = hidden / (size * size)
                + bend * 14.0
                + steep * 2.0
                + aside * 1.5
                + if out { 100.0 } else { 0.0 };
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, line));
            }
        }
    }
    let Some((_, mut line)) = best else { return false };
    if line[0].x > line[line.len() - 1].x {
        line.reverse();
    }
    for p in &line {
        clutter.block(around(&[*p], size * 0.5), 6.0);
    }
    // The letters stand on their base line, so it lies half a letter below the middle.
    let normals = super::curve::normals(&line, false);
    let base: Vec<Point> =
        line.iter().zip(normals).map(|(p, n)| along(*p, n, size * 0.34)).collect();
    // Letters that do not fit on their line would be left out, so it runs on at both ends.
    let mut base = base;
    if let [a, b, .., c, d] = base[..] {
        base.insert(0, along(a, super::curve::direction(b, a), size));
        base.push(along(d, super::curve::direction(c, d), size));
    }
    let mut pen = Pen::default();
    pen.smooth_line(&base);
    let area = around(&base, size * 1.5);
    let id = format!(
        "{}-river-{number}-{part}",
        ground.map.id.replace(|c: char| !c.is_ascii_alphanumeric(), "-")
    );
    picture.define(&format!("<path id=\"{id}\" d=\"{}\"/>", pen.data()));
    let labels = &ground.style.labels;
    let halo = Halo::new(&labels.halo, labels.halo_width * ground.size * 0.7);
    picture.put(
        area,
        halo.below(&ground.style.water.lettering, |paint| {
            format!(
                "<text {} {paint} font-size=\"{}\" text-anchor=\"middle\" letter-spacing=\"{}\"><textPath xlink:href=\"#{id}\" startOffset=\"50%\">{}</textPath></text>",
                face.attributes(),
                num(size),
                num(size * 0.06),
                escape(&course.name)
            )
        }),
    );
    true
}

/// Outlines and letters the areas that the map shows.
pub fn draw_areas(ground: &Ground, picture: &mut Picture, clutter: &mut Clutter) {
    let size = ground.size;
    for area in ground.map.areas.iter().filter(|area| area.drawn) {
        let members: std::collections::HashSet<Hex> = area.hexes.iter().copied().collect();
        let mut pen = Pen::default();
        let mut points = Vec::new();
        for outline in
            super::region::outlines(&ground.grid, &area.hexes, |hex| members.contains(&hex))
        {
            let outline = super::region::natural(&outline, 0.05 * size, ground.warp);
            pen.smooth_loop(&outline);
            points.extend(outline);
        }
        if points.is_empty() {
            continue;
        }
        let colour = &ground.style.paper.accent;
        let bounds = around(&points, 0.0);
        picture.put(
            bounds,
            format!(
                "<path d=\"{}\" fill=\"{colour}\" fill-opacity=\".05\" stroke=\"{colour}\" stroke-opacity=\".7\" stroke-width=\"{}\" stroke-dasharray=\"{} {}\"/>",
                pen.data(),
                num(0.022 * size),
                num(0.08 * size),
                num(0.05 * size)
            ),
        );
        let face = Face { family: &ground.style.fonts.label, bold: false, italic: true };
        let letters = ground.style.labels.place * size;
        let at =
            Point::new(f64::midpoint(bounds.min.x, bounds.max.x), bounds.min.y + letters * 1.6);
        let width = face.width(&area.name, letters);
        clutter.block(rect(at.x - width / 2.0, at.y - letters, width, letters), 6.0);
        picture.put(
            super::picture::grown(bounds, letters),
            text_with_halo(
                at,
                &area.name,
                face,
                letters,
                colour,
                Anchor::Middle,
                Halo::new(&ground.style.labels.halo, ground.style.labels.halo_width * size),
            ),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clutter_is_counted_once_however_many_cells_it_spans() {
        let mut clutter = Clutter::new(2.0);
        clutter.block(rect(0.5, 0.5, 3.0, 1.0), 2.0);
        let hidden = clutter.hidden(rect(0.0, 0.0, 10.0, 10.0));
        assert!((hidden - 6.0).abs() < 1e-9, "{hidden}");
        assert_eq!(clutter.hidden(rect(5.0, 5.0, 1.0, 1.0)), 0.0);
    }
}
