//! Title and scale: what a sheet says about itself.

use super::lettering::{Anchor, Face, text};
use super::pen::num;
use super::picture::{EVERYWHERE, Picture};
use super::style::Style;
use crate::hex::{Point, Rect};
use crate::model::{Game, Map};

struct Heading {
    lines: Vec<String>,
    size: f64,
    below: Vec<String>,
}

fn heading(game: &Game, map: &Map, style: &Style, width: f64) -> Heading {
    let face = Face::bold(&style.fonts.title);
    let mut size = 8.4;
    let mut lines = face.wrap(&game.title, size, width);
    while size > 4.0 && (lines.len() > 3 || lines.iter().any(|line| face.width(line, size) > width))
    {
        size *= 0.94;
        lines = face.wrap(&game.title, size, width);
    }
    let body = Face::regular(&style.fonts.body);
    let mut below = body.wrap(&game.subtitle, 3.3, width);
    if map.title != game.title && !map.title.is_empty() && map.title != game.subtitle {
        below.extend(body.wrap(&map.title, 3.3, width));
    }
    Heading { lines, size, below }
}

/// How high the title and what stands below it are in a column.
pub fn height(game: &Game, map: &Map, style: &Style, width: f64) -> f64 {
    let heading = heading(game, map, style, width);
    heading.lines.len() as f64 * heading.size * 1.12 + heading.below.len() as f64 * 4.6 + 5.5
}

/// Draws the title of the game and what stands below it.
pub fn draw(game: &Game, map: &Map, style: &Style, picture: &mut Picture, at: Rect) {
    let heading = heading(game, map, style, at.width());
    let mut y = at.min.y + heading.size * 0.78;
    for line in &heading.lines {
        let face = Face::bold(&style.fonts.title);
        picture.put(
            EVERYWHERE,
            text(
                Point::new(at.min.x, y),
                line,
                face,
                heading.size,
                &style.paper.accent,
                Anchor::Start,
            ),
        );
        y += heading.size * 1.12;
    }
    y += 4.2 - heading.size * 0.62;
    for line in &heading.below {
        let face = Face::regular(&style.fonts.body);
        picture.put(
            EVERYWHERE,
            text(Point::new(at.min.x, y), line, face, 3.3, &style.paper.muted, Anchor::Start),
        );
        y += 4.6;
    }
    picture.put(
        EVERYWHERE,
        format!(
            "<path d=\"M{} {}h{}\" stroke=\"{}\" stroke-width=\".5\"/>",
            num(at.min.x),
            num(at.max.y),
            num(at.width()),
            style.paper.accent
        ),
    );
}

/// The length a hex stands for and its unit, from texts such as `1 hex = 500 m` or `one hex: 2.5 km`.
pub fn scale_of(map: &Map) -> Option<(f64, String)> {
    let after = map.scale.split(['=', ':']).nth(1)?.trim();
    let digits: String = after.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
    let value: f64 = digits.parse().ok().filter(|v: &f64| *v > 0.0)?;
    let unit: String =
        after[digits.len()..].trim().chars().take_while(|c| c.is_alphabetic()).collect();
    (!unit.is_empty()).then_some((value, unit))
}

/// Draws the scale of the map as a bar of whole hexes.
pub fn scale_bar(map: &Map, style: &Style, picture: &mut Picture, at: Rect, size: f64) {
    let Some((value, unit)) = scale_of(map) else { return };
    let hexes = ((at.width() - 8.0) / size).floor().clamp(1.0, 5.0) as usize;
    let (top, high) = (at.max.y - 5.4, 1.5);
    let face = Face::regular(&style.fonts.body);
    let mut svg = String::new();
    for i in 0..hexes {
        let fill = if i % 2 == 0 { &style.paper.ink } else { &style.paper.panel };
        svg.push_str(&format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{fill}\" stroke=\"{}\" stroke-width=\".2\"/>",
            num(at.min.x + i as f64 * size),
            num(top),
            num(size),
            num(high),
            style.paper.ink
        ));
    }
    for i in 0..=hexes {
        let number = value * i as f64;
        let number =
            if number.fract() == 0.0 { format!("{number}") } else { format!("{number:.1}") };
        let label = if i == hexes { format!("{number} {unit}") } else { number };
        let anchor = if i == 0 { Anchor::Start } else { Anchor::Middle };
        let p = Point::new(at.min.x + i as f64 * size, top + high + 3.2);
        svg.push_str(&text(p, &label, face, 2.5, &style.paper.muted, anchor));
    }
    svg.push_str(&text(
        Point::new(at.min.x, top - 1.6),
        &map.scale,
        face,
        2.7,
        &style.paper.muted,
        Anchor::Start,
    ));
    picture.put(EVERYWHERE, svg);
}
