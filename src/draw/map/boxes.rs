//! Off-map boxes and tracks.

use super::lettering::{Anchor, Face, text};
use super::pen::num;
use super::picture::{EVERYWHERE, Picture, rect};
use super::style::Style;
use crate::hex::{BoxId, Point, Rect};
use crate::model::{BoxKind, Game, Map, MapBox};

/// Height of the strip with a box's name.
pub const HEADER: f64 = 5.0;

/// The side of a space that holds the game's largest counter with some air.
pub fn space_size(game: &Game) -> f64 {
    let largest = game.counter_sizes.iter().map(|size| size.width.to_mm().max(size.height.to_mm()));
    largest.fold(12.0, f64::max).min(40.0) + 3.5
}

/// How many spaces of a track go into one row.
pub fn per_row(game: &Game, width: f64) -> usize {
    ((width / space_size(game)).floor() as usize).max(1)
}

/// The height a box needs in a given width.
pub fn height(game: &Game, map_box: &MapBox, width: f64) -> f64 {
    let space = space_size(game);
    match map_box.spaces.len() {
        0 => HEADER + if map_box.kind == BoxKind::Entry { space + 1.5 } else { space * 1.7 },
        n => HEADER + n.div_ceil(per_row(game, width)) as f64 * space,
    }
}

/// Draws a box in a frame and notes where its spaces are.
pub fn draw(
    game: &Game,
    map: &Map,
    style: &Style,
    picture: &mut Picture,
    map_box: &MapBox,
    frame: Rect,
    places: &mut Vec<(BoxId, Rect)>,
) {
    let mut note = |name: &str, area: Rect| {
        let index = map.box_locations.iter().position(|known| known == name);
        if let Some(id) = index.and_then(|i| u16::try_from(i).ok()) {
            places.push((BoxId(id), area));
        }
    };
    let owner = map_box.owner.map(|side| &game.sides[side]);
    let (band, words) = match owner {
        Some(side) => (side.colour.as_str(), side.text.as_str()),
        None => (style.paper.ink.as_str(), style.paper.panel.as_str()),
    };
    let face = Face::bold(&style.fonts.body);
    let mut size = 2.9;
    while face.width(&map_box.name, size) > frame.width() - 3.0 && size > 1.4 {
        size *= 0.94;
    }
    picture.put(
        EVERYWHERE,
        format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" fill=\"{}\"/><rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{}\" fill=\"{band}\"/>{}",
            style.paper.panel,
            num(HEADER),
            text(
                Point::new(frame.min.x + 1.8, frame.min.y + HEADER / 2.0 + size * 0.36),
                &map_box.name,
                face,
                size,
                words,
                Anchor::Start
            ),
            x = num(frame.min.x),
            y = num(frame.min.y),
            w = num(frame.width()),
            h = num(frame.height()),
        ),
    );
    let body = rect(frame.min.x, frame.min.y + HEADER, frame.width(), frame.height() - HEADER);
    if map_box.spaces.is_empty() {
        note(&map_box.id, body);
    } else {
        spaces(game, style, picture, map_box, body, |space, area| {
            note(&format!("{}:{space}", map_box.id), area);
        });
    }
    outline(style, picture, frame);
}

fn outline(style: &Style, picture: &mut Picture, frame: Rect) {
    picture.put(
        EVERYWHERE,
        format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\".3\"/>",
            num(frame.min.x),
            num(frame.min.y),
            num(frame.width()),
            num(frame.height()),
            style.paper.ink
        ),
    );
}

fn spaces(
    game: &Game,
    style: &Style,
    picture: &mut Picture,
    map_box: &MapBox,
    body: Rect,
    mut note: impl FnMut(&str, Rect),
) {
    let count = map_box.spaces.len();
    let columns = per_row(game, body.width() + 1e-6).min(count);
    let rows = count.div_ceil(columns);
    let (w, h) = (body.width() / columns as f64, body.height() / rows as f64);
    let number = Face::bold(&style.fonts.body);
    let small = Face::regular(&style.fonts.body);
    for (i, space) in map_box.spaces.iter().enumerate() {
        let area = rect(
            body.min.x + (i % columns) as f64 * w,
            body.min.y + (i / columns) as f64 * h,
            w,
            h,
        );
        note(space, area);
        let mut size = if space.chars().count() <= 3 { 4.4 } else { 2.9 };
        while number.width(space, size) > w - 1.5 && size > 1.2 {
            size *= 0.93;
        }
        let label = (map_box.kind == BoxKind::TurnTrack)
            .then(|| {
                let turn: i32 = space.trim().parse().ok()?;
                let place = usize::try_from(turn.checked_sub(game.turns.first)?).ok()?;
                game.turn_labels.get(place)
            })
            .flatten();
        let mut svg = format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\".2\"/>",
            num(area.min.x),
            num(area.min.y),
            num(w),
            num(h),
            style.paper.rule
        );
        let at = Point::new(area.min.x + 1.2, area.min.y + 1.0 + size * 0.75);
        svg.push_str(&text(at, space, number, size, &style.paper.muted, Anchor::Start));
        if let Some(caption) = map_box.captions.get(i) {
            svg.push_str(&small_print(
                style,
                caption,
                area,
                if label.is_some() { 3.6 } else { 1.0 },
            ));
        }
        if let Some(label) = label {
            let mut size = 2.1;
            while small.width(label, size) > w - 1.2 && size > 1.0 {
                size *= 0.93;
            }
            let at = Point::new(area.min.x + w / 2.0, area.max.y - 1.2);
            svg.push_str(&text(at, label, small, size, &style.paper.muted, Anchor::Middle));
        }
        picture.put(EVERYWHERE, svg);
    }
}

/// Lines of small print at the foot of a space, above whatever stands below them.
fn small_print(style: &Style, caption: &str, area: Rect, below: f64) -> String {
    let face = Face::regular(&style.fonts.body);
    let lines: Vec<&str> = caption.split('/').map(str::trim).filter(|l| !l.is_empty()).collect();
    let wide = |size: f64| lines.iter().any(|line| face.width(line, size) > area.width() - 1.6);
    let mut size = 2.1;
    while size > 1.3 && wide(size) {
        size *= 0.95;
    }
    let step = size * 1.22;
    let first = area.max.y - below - (lines.len().saturating_sub(1)) as f64 * step - 0.3;
    let mut svg = String::new();
    for (i, line) in lines.iter().enumerate() {
        let at = Point::new(area.min.x + area.width() / 2.0, first + i as f64 * step);
        svg.push_str(&text(at, line, face, size, &style.paper.ink, Anchor::Middle));
    }
    svg
}
