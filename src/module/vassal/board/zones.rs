//! A board's zones: the hexes, and each box and track around them.

use super::hex_grid;
use crate::hex::{BoxId, Orientation};
use crate::model::{BoxKind, Map, MapBox};
use crate::module::table::{BoardPlan, Frame};
use crate::module::vassal::component::Component;
use crate::module::vassal::components::board::{
    Region, RegionGrid, Zone, ZoneHighlighter, ZonedGrid,
};
use crate::vassal::build::Element;

/// The grid of a board with boxes. Outside its zones VASSAL says `offboard`.
pub(super) fn zoned(plan: &BoardPlan, map: &Map) -> Element {
    let mut zones = Vec::new();
    for map_box in &map.boxes {
        zones.extend(box_zones(plan, map, map_box));
    }
    zones.push(field(plan, map));
    ZonedGrid::default().element().holding(zones).holding([ZoneHighlighter {}.element()])
}

/// The hexes: VASSAL names them by upright rectangles, so the zone is the outline of these.
fn field(plan: &BoardPlan, map: &Map) -> Element {
    let sideways = map.grid.orientation() == Orientation::Pointy;
    let turned = |(x, y): (i32, i32)| if sideways { (y, x) } else { (x, y) };
    // Lines of hexes: where the line is, its first and its last hex.
    let mut lines: Vec<(i32, i32, i32)> = Vec::new();
    for (_, at) in &plan.hexes {
        let (u, v) = turned(*at);
        match lines.last_mut() {
            Some((line, first, last)) if *line == u => {
                (*first, *last) = ((*first).min(v), (*last).max(v))
            }
            _ => lines.push((u, v, v)),
        }
    }
    let (half_line, half) = (f64::from(plan.pitch.dx) / 2.0, plan.pitch.dy / 2);
    let edge = |u: i32, side: f64| (f64::from(u) + side * half_line).ceil() as i32;
    let mut corners = Vec::with_capacity(4 * lines.len());
    for (u, first, _) in &lines {
        corners.extend([(edge(*u, -1.0), first - half), (edge(*u, 1.0), first - half)]);
    }
    for (u, _, last) in lines.iter().rev() {
        corners.extend([(edge(*u, 1.0), last + half), (edge(*u, -1.0), last + half)]);
    }
    let corners: Vec<(i32, i32)> = corners.into_iter().map(turned).collect();
    let xs = || corners.iter().map(|(x, _)| *x);
    let ys = || corners.iter().map(|(_, y)| *y);
    let span =
        |low: Option<i32>, high: Option<i32>| high.zip(low).map_or(0, |(high, low)| high - low);
    let size = (span(xs().min(), xs().max()), span(ys().min(), ys().max()));
    let path: Vec<String> = corners.iter().map(|(x, y)| format!("{x},{y}")).collect();
    let zone = Zone {
        name: map.id.clone(),
        format: "$gridLocation$".to_owned(),
        path: path.join(";"),
        ..Zone::default()
    };
    let grid = hex_grid(&map.grid, &|hex| plan.centre(map, hex), plan.pitch, size);
    zone.element().holding([grid])
}

fn box_zones(plan: &BoardPlan, map: &Map, map_box: &MapBox) -> Vec<Element> {
    let spaces: Vec<(&str, Frame)> = map
        .box_locations
        .iter()
        .enumerate()
        .filter(|(_, name)| belongs(name, map_box))
        .filter_map(|(index, name)| {
            let id = BoxId(u16::try_from(index).ok()?);
            Some((name.as_str(), plan.frame(id)?))
        })
        .collect();
    let plain = |(name, frame): &(&str, Frame)| {
        Zone { name: (*name).to_owned(), path: frame.path(), ..Zone::default() }.element()
    };
    let is_track = matches!(map_box.kind, BoxKind::Track | BoxKind::TurnTrack);
    if spaces.len() < 2 || !is_track {
        return spaces.iter().map(plain).collect();
    }
    // A track is one zone; pieces on it are drawn to the middle of its spaces.
    let whole = spaces.iter().map(|(_, frame)| *frame).reduce(|all, one| Frame {
        left: all.left.min(one.left),
        top: all.top.min(one.top),
        right: all.right.max(one.right),
        bottom: all.bottom.max(one.bottom),
    });
    let Some(whole) = whole else { return Vec::new() };
    let regions = spaces.iter().map(|(name, frame)| {
        let (x, y) = frame.centre();
        Region { name: (*name).to_owned(), x, y }.element()
    });
    let zone = Zone {
        name: map_box.id.clone(),
        format: "$gridLocation$".to_owned(),
        path: whole.path(),
        ..Zone::default()
    };
    vec![zone.element().holding([RegionGrid::default().element().holding(regions)])]
}

fn belongs(location: &str, map_box: &MapBox) -> bool {
    match location.strip_prefix(map_box.id.as_str()) {
        Some("") => map_box.spaces.is_empty(),
        Some(rest) => rest
            .strip_prefix(':')
            .is_some_and(|space| map_box.spaces.iter().any(|known| known == space)),
        None => false,
    }
}
