//! Places, victory hexes, areas, boxes, outlines and the backdrop.

use super::Scope;
use super::map::{apply, hex_list, hex_set, one_hex};
use crate::diagnostic::{Diagnostic, nearest};
use crate::hex::{BoxId, Hex, Location};
use crate::model::{Area, Backdrop, Game, Length, Map, MapBox, Outline, Place, Victory};
use crate::source::files::{Files, is_inside_project};
use crate::source::format::{At, BoxSource, MapFile, Text};
use std::path::PathBuf;

pub(super) fn places(scope: &mut Scope<'_>, source: &MapFile, game: &Game, map: &mut Map) {
    for place in &source.places {
        let hex = one_hex(scope, &map.grid, &place.hex);
        let features = scope.find_all(&game.terrain, "terrain", &place.features);
        let Some(hex) = hex else { continue };
        let kind = place.kind.clone().or(features.first().map(|id| game.terrain[*id].id.clone()));
        for feature in features {
            apply(game, map, hex, feature, place.provenance);
        }
        if let Some(data) = map.grid.index(hex).and_then(|index| map.hexes.get_mut(index)) {
            data.values.extend(place.values.clone());
        }
        let provenance = place.provenance.unwrap_or(source.provenance);
        if let Some(points) = place.victory {
            map.victory.push(Victory { hex, points, side: None, provenance });
        }
        map.places.push(Place {
            name: place.name.clone(),
            hex,
            kind: kind.unwrap_or_else(|| "place".to_owned()),
            provenance,
        });
    }
    for victory in &source.victory {
        let hex = one_hex(scope, &map.grid, &victory.hex);
        let side = victory.side.as_ref().and_then(|side| scope.find(&game.sides, "side", side));
        let Some(hex) = hex else { continue };
        let provenance = victory.provenance.unwrap_or(source.provenance);
        map.victory.push(Victory { hex, points: victory.points, side, provenance });
    }
    for area in &source.areas {
        let mut hexes = hex_set(scope, &map.grid, &area.hexes, &area.polygon);
        hexes.sort_unstable_by_key(|hex| map.grid.index(*hex));
        hexes.dedup();
        let entry = Area {
            id: area.id.value.to_string(),
            name: area.name.clone(),
            hexes,
            drawn: area.drawn,
        };
        scope.define(&mut map.areas, "area", area.id.span(), entry);
    }
}

pub(super) fn boxes(scope: &mut Scope<'_>, source: &MapFile, game: &Game, map: &mut Map) {
    for entry in &source.boxes {
        if map.grid.parse(&entry.id.value).is_ok() {
            let message = format!("box `{}` has the id of a hex", entry.id.value);
            scope.error("duplicate-id", entry.id.span(), message);
            continue;
        }
        let spaces = spaces(scope, entry);
        let frame = entry.frame.as_ref().and_then(|[left, top, width, height]| {
            let mut read = |text: &str, span| match text.parse::<Length>() {
                Ok(length) => Some(length),
                Err(message) => {
                    scope.error("wrong-value", span, message);
                    None
                }
            };
            // A box may lie left of the field or above it.
            let mut corner = |text: &At<Text>| match text.value.trim().strip_prefix('-') {
                Some(back) => read(back, text.span()).map(|back| Length::mm(-back.to_mm())),
                None => read(&text.value, text.span()),
            };
            let (left, top) = (corner(left)?, corner(top)?);
            Some([
                left,
                top,
                read(&width.value, width.span())?,
                read(&height.value, height.span())?,
            ])
        });
        let found = MapBox {
            id: entry.id.value.to_string(),
            name: entry.name.clone(),
            kind: entry.kind,
            owner: entry.owner.as_ref().and_then(|side| scope.find(&game.sides, "side", side)),
            touches: hex_list(scope, &map.grid, &entry.touches),
            next_to: scope.words(&entry.next_to).map(|word| word.text.to_owned()).collect(),
            frame,
            provenance: entry.provenance.unwrap_or(source.provenance),
            captions: captions(scope, entry, spaces.len()),
            spaces,
        };
        if let Some(id) = scope.define(&mut map.boxes, "box", entry.id.span(), found) {
            let added = &map.boxes[id];
            if added.spaces.is_empty() {
                map.box_locations.push(added.id.clone());
            }
            let names = added.spaces.iter().map(|space| format!("{}:{space}", added.id));
            map.box_locations.extend(names);
        }
    }
    // Boxes may be named before they are defined.
    for entry in &source.boxes {
        for word in scope.words(&entry.next_to) {
            if map.boxes.find(word.text).is_none() {
                let help = nearest(word.text, map.boxes.names());
                scope.unknown("box", word.text, word.span, help);
            }
        }
    }
}

/// The small print of the spaces: none, or one text for each.
fn captions(scope: &mut Scope<'_>, entry: &BoxSource, spaces: usize) -> Vec<String> {
    if let Some(last) = entry.captions.last()
        && entry.captions.len() != spaces
    {
        let message = format!("{} captions for {spaces} spaces", entry.captions.len());
        scope.error("wrong-value", last.span(), message);
        return Vec::new();
    }
    entry.captions.iter().map(|text| text.value.to_string()).collect()
}

/// The most spaces a track may have.
const LONGEST_TRACK: i32 = 1000;

fn spaces(scope: &mut Scope<'_>, entry: &BoxSource) -> Vec<String> {
    let mut spaces = Vec::new();
    for word in scope.words(&entry.spaces) {
        let run = word.text.split_once('-').and_then(|(from, to)| {
            let (from, to): (i32, i32) = (from.parse().ok()?, to.parse().ok()?);
            (from <= to && to.checked_sub(from)? < LONGEST_TRACK).then_some(from..=to)
        });
        match run {
            Some(run) => spaces.extend(run.map(|number| number.to_string())),
            None => spaces.push(word.text.to_owned()),
        }
    }
    spaces
}

/// The location of a box or `track:space`.
pub(super) fn box_location(map: &Map, name: &str) -> Option<Location> {
    let index = map.box_locations.iter().position(|known| known == name)?;
    u16::try_from(index).ok().map(|index| Location::Box(BoxId(index)))
}

/// Whether a box opens onto a hex; a box that lists no hexes opens everywhere.
pub(super) fn box_touches(map: &Map, location: BoxId, hex: Hex) -> bool {
    let name = map.box_locations.get(location.index()).map(String::as_str).unwrap_or_default();
    let id = name.split(':').next().unwrap_or_default();
    map.boxes.get(id).is_none_or(|found| found.touches.is_empty() || found.touches.contains(&hex))
}

pub(super) fn outlines(scope: &mut Scope<'_>, source: &MapFile, game: &Game, map: &mut Map) {
    for outline in &source.outlines {
        if outline.points.value.len() < 3 {
            scope.error(
                "wrong-polygon",
                outline.points.span(),
                "an outline needs three corners or more",
            );
        }
        let Some(terrain) = scope.find(&game.terrain, "terrain", &outline.kind) else { continue };
        map.outlines.push(Outline {
            terrain,
            id: outline.id.clone(),
            points: outline.points.value.iter().map(|[x, y]| (*x, *y)).collect(),
            provenance: outline.provenance.unwrap_or(source.provenance),
        });
    }
}

pub(super) fn backdrop(scope: &mut Scope<'_>, source: &MapFile, files: &Files, map: &mut Map) {
    let Some(backdrop) = &source.backdrop else { return };
    let image = image(scope, files, &backdrop.image.value, backdrop.image.span());
    let mut points = Vec::new();
    for (id, [x, y]) in &backdrop.points {
        if let Some(hex) = one_hex(scope, &map.grid, id) {
            points.push((hex, *x, *y));
        }
    }
    if points.len() < 3 && backdrop.points.len() < 3 {
        let place = scope.place(backdrop.image.span());
        scope.push(
            Diagnostic::error(
                "wrong-alignment",
                place,
                "a backdrop is aligned by three hexes or more",
            )
            .help("points = { \"0101\" = [120, 88], … }: hexes far apart and not on one line"),
        );
        return;
    }
    if points.len() >= 3 && on_one_line(map, &points) {
        let place = scope.place(backdrop.image.span());
        scope.push(
            Diagnostic::error("wrong-alignment", place, "the points lie on one straight line")
                .help(
                    "such points leave the picture free to lean; choose hexes that span a triangle",
                ),
        );
        return;
    }
    let Some(image) = image else { return };
    map.backdrop = Some(Backdrop {
        image,
        points,
        draw_features: backdrop.draw_features,
        draw_grid: backdrop.draw_grid,
    });
}

/// Whether the hexes or their pixels are too near one line to fix a picture in its place.
fn on_one_line(map: &Map, points: &[(Hex, f64, f64)]) -> bool {
    let flat = |points: &[(f64, f64)]| {
        let far = |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).hypot(a.1 - b.1);
        let Some(first) = points.first().copied() else { return true };
        let Some(end) =
            points.iter().copied().max_by(|a, b| far(first, *a).total_cmp(&far(first, *b)))
        else {
            return true;
        };
        let length = far(first, end);
        // How far the others stand off the line, as a share of its length.
        let off = |p: &(f64, f64)| {
            ((end.0 - first.0) * (p.1 - first.1) - (end.1 - first.1) * (p.0 - first.0)).abs()
        };
        let widest = points.iter().map(off).fold(0.0, f64::max);
        length <= 0.0 || widest < 1e-3 * length * length
    };
    let hexes: Vec<_> =
        points.iter().map(|(hex, ..)| map.grid.centre(*hex)).map(|c| (c.x, c.y)).collect();
    let pixels: Vec<_> = points.iter().map(|(_, x, y)| (*x, *y)).collect();
    flat(&hexes) || flat(&pixels)
}

/// An image file of the project; reported when it is missing or outside.
pub(in crate::source) fn image(
    scope: &mut Scope<'_>,
    files: &Files,
    name: &str,
    span: std::ops::Range<usize>,
) -> Option<PathBuf> {
    let path = PathBuf::from(name);
    if !is_inside_project(&path) {
        let message = format!("`{name}` leads out of the project");
        scope.error("path-outside-project", span, message);
        return None;
    }
    if let Some(refused) = files.refused(&path) {
        scope.error("unreadable-image", span, format!("`{name}` {refused}"));
        return None;
    }
    if !files.exists(&path) {
        let place = scope.place(span);
        scope.push(
            Diagnostic::error("missing-image", place, format!("there is no image {name}"))
                .help("paths of images start at the folder of hexwright.toml"),
        );
        return None;
    }
    Some(path)
}
