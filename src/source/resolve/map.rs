//! The map: its grid and what every hex is.

use super::{Scope, basics, map_lines, map_places};
use crate::diagnostic::Diagnostic;
use crate::hex::{
    Corner, Grid, GridSpec, Halves, Hex, Labels, Letters, Numbering, Orientation, Span, Stagger,
};
use crate::hex::{IdOrder, Layout};
use crate::model::{
    Game, HexData, Id, Length, Map, Provenance, Registry, TerrainRole, TerrainType,
};
use crate::source::files::Files;
use crate::source::format::{
    At, CornerWord, DrawingSource, GridSource, MapFile, NumberingWord, OrientationWord,
    StaggerWord, Text, Words,
};
use crate::source::words;
use std::collections::BTreeMap;

/// The map of a file; `None` when it has no grid or no ground to lie on.
pub(in crate::source) fn map(
    scope: &mut Scope<'_>,
    source: &MapFile,
    files: &Files,
    game: &Game,
) -> Option<Map> {
    let id = scope
        .file
        .path
        .file_stem()
        .map(|stem| stem.to_string_lossy().into_owned())
        .unwrap_or_default();
    let hex_size = match &source.grid.value.hex_size {
        Some(text) => basics::length(scope, text),
        None => Some(Length::mm(19.0)),
    };
    let grid = grid(scope, &source.grid, hex_size.unwrap_or(Length::mm(19.0)))?;
    let default = scope.find(&game.terrain, "terrain", &source.default)?;
    let plain = HexData {
        terrain: default,
        features: Vec::new(),
        level: game.terrain[default].level,
        values: BTreeMap::new(),
        provenance: source.provenance,
    };
    let mut map = Map {
        id,
        title: source.title.clone(),
        hexes: vec![plain; grid.len()],
        grid,
        hex_size: hex_size.unwrap_or(Length::mm(19.0)),
        scale: source.scale.clone(),
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
    };
    if let Some(drawing) = &source.drawing {
        draw(scope, drawing, game, &mut map);
    }
    patches(scope, source, game, &mut map);
    map_places::places(scope, source, game, &mut map);
    map_places::boxes(scope, source, game, &mut map);
    map_lines::hexsides(scope, source, game, &mut map);
    map_lines::paths(scope, source, game, &mut map);
    map_places::outlines(scope, source, game, &mut map);
    map_places::backdrop(scope, source, files, &mut map);
    Some(map)
}

fn grid(scope: &mut Scope<'_>, at: &At<GridSource>, hex_size: Length) -> Option<Grid> {
    let source = &at.value;
    let digits = source.digits.unwrap_or(2).clamp(0, 9);
    let number = Labels::Number { width: digits.max(1) as u8 };
    let columns = match source.numbering {
        NumberingWord::ColumnRow | NumberingWord::RowColumn => number,
        NumberingWord::Letters => Labels::Letters(Letters::Doubled),
        NumberingWord::Spreadsheet => Labels::Letters(Letters::Spreadsheet),
    };
    let lettered = matches!(columns, Labels::Letters(_));
    let rows =
        if lettered && source.digits.is_none() { Labels::Number { width: 1 } } else { number };
    let mut separator = source.separator.chars();
    let spec = GridSpec {
        orientation: match source.orientation {
            OrientationWord::Flat => Orientation::Flat,
            OrientationWord::Pointy => Orientation::Pointy,
        },
        stagger: match source.stagger {
            StaggerWord::OddDown => Stagger::OddDown,
            StaggerWord::EvenDown => Stagger::EvenDown,
        },
        numbering: Numbering {
            columns,
            rows,
            order: if source.numbering == NumberingWord::RowColumn {
                IdOrder::RowColumn
            } else {
                IdOrder::ColumnRow
            },
            separator: separator.next(),
        },
        corner: match source.origin {
            CornerWord::TopLeft => Corner::TopLeft,
            CornerWord::TopRight => Corner::TopRight,
            CornerWord::BottomLeft => Corner::BottomLeft,
            CornerWord::BottomRight => Corner::BottomRight,
        },
        first_column: source.first_column.unwrap_or(1),
        first_row: source.first_row.unwrap_or(1),
        columns: i32::try_from(source.columns).unwrap_or(i32::MAX),
        rows: i32::try_from(source.rows).unwrap_or(i32::MAX),
        odd_lines: source.odd.map(span),
        even_lines: source.even.map(span),
        halves: if source.half_hexes { Halves::ALL } else { Halves::NONE },
        prefix: (!source.prefix.is_empty()).then(|| source.prefix.clone()),
        layout: Layout { hex_size: hex_size.to_mm(), ..Layout::UNIT },
    };
    let header = at.span().start
        ..at.span().start + scope.file.text[at.span()].find('\n').unwrap_or(at.span().len());
    if separator.next().is_some() {
        scope.error("wrong-value", header, "the separator is one character");
        return None;
    }
    match Grid::new(spec) {
        Ok(grid) => Some(grid),
        Err(error) => {
            for problem in &error.problems {
                scope.error("wrong-grid", header.clone(), problem.to_string());
            }
            None
        }
    }
}

fn span(run: crate::source::format::RunSource) -> Span {
    Span { first: run.first, count: i32::try_from(run.count).unwrap_or(i32::MAX) }
}

/// Sets a base terrain or adds a feature.
pub(super) fn apply(
    game: &Game,
    map: &mut Map,
    hex: Hex,
    terrain: Id<TerrainType>,
    provenance: Option<Provenance>,
) {
    if let Some(index) = map.grid.index(hex) {
        apply_at(game, map, index, terrain, provenance);
    }
}

/// The same for the hex at a place in the order of the grid.
fn apply_at(
    game: &Game,
    map: &mut Map,
    index: usize,
    terrain: Id<TerrainType>,
    provenance: Option<Provenance>,
) {
    let Some(data) = map.hexes.get_mut(index) else { return };
    match game.terrain[terrain].role {
        TerrainRole::Base => {
            data.terrain = terrain;
            data.level = game.terrain[terrain].level;
        }
        TerrainRole::Feature if data.features.contains(&terrain) => {}
        TerrainRole::Feature => data.features.push(terrain),
    }
    if let Some(provenance) = provenance {
        data.provenance = provenance;
    }
}

/// The hexes of a list and of a polygon; bad words are reported.
pub(super) fn hex_set(
    scope: &mut Scope<'_>,
    grid: &Grid,
    list: &Words,
    polygon: &Words,
) -> Vec<Hex> {
    let mut set = hex_list(scope, grid, list);
    let mut corners = Vec::new();
    let mut start = None;
    for word in words::split(scope.file, polygon, true) {
        start = start.or(Some(word.span.clone()));
        match grid.parse(word.text) {
            Ok(hex) => corners.push(hex),
            Err(error) => scope.bad_word(&word, error.into()),
        }
    }
    match (corners.len(), start) {
        (0, _) | (_, None) => {}
        (1 | 2, Some(span)) => {
            scope.error("wrong-polygon", span, "a polygon needs three corners or more")
        }
        _ => set.extend(grid.polygon(&corners)),
    }
    set
}

/// The hexes of a list; bad words are reported.
pub(super) fn hex_list(scope: &mut Scope<'_>, grid: &Grid, list: &Words) -> Vec<Hex> {
    let mut set = Vec::new();
    for word in words::split(scope.file, list, true) {
        match words::hexes(grid, word.text) {
            Ok(hexes) => set.extend(hexes),
            Err(error) => scope.bad_word(&word, error),
        }
    }
    set
}

/// One hex of the map; a bad id is reported.
pub(super) fn one_hex(scope: &mut Scope<'_>, grid: &Grid, id: &At<Text>) -> Option<Hex> {
    match grid.parse(&id.value) {
        Ok(hex) => Some(hex),
        Err(error) => {
            let word = words::Word { text: &id.value, span: id.span() };
            scope.bad_word(&word, error.into());
            None
        }
    }
}

fn patches(scope: &mut Scope<'_>, source: &MapFile, game: &Game, map: &mut Map) {
    for patch in &source.terrain {
        let hexes = hex_set(scope, &map.grid, &patch.hexes, &patch.polygon);
        let Some(terrain) = scope.find(&game.terrain, "terrain", &patch.kind) else { continue };
        for hex in hexes {
            apply(game, map, hex, terrain, patch.provenance);
        }
    }
    for (id, hex_source) in &source.hexes {
        let hex = one_hex(scope, &map.grid, id);
        let terrain =
            hex_source.terrain.as_ref().and_then(|name| scope.find(&game.terrain, "terrain", name));
        let features = scope.find_all(&game.terrain, "terrain", &hex_source.features);
        let Some(hex) = hex else { continue };
        for terrain in terrain.into_iter().chain(features) {
            apply(game, map, hex, terrain, hex_source.provenance);
        }
        if let Some(data) = map.grid.index(hex).and_then(|index| map.hexes.get_mut(index)) {
            data.level = hex_source.level.unwrap_or(data.level);
            data.values.extend(hex_source.values.clone());
        }
    }
    for patch in &source.elevation {
        for hex in hex_set(scope, &map.grid, &patch.hexes, &patch.polygon) {
            if let Some(data) = map.grid.index(hex).and_then(|index| map.hexes.get_mut(index)) {
                data.level = patch.level;
            }
        }
    }
}

/// Reads the map drawn with letters: one text a printed row from the top, one letter a hex from the left.
fn draw(scope: &mut Scope<'_>, drawing: &DrawingSource, game: &Game, map: &mut Map) {
    let mut key: BTreeMap<char, Vec<Id<TerrainType>>> = BTreeMap::new();
    for (letter, names) in &drawing.key {
        let mut letters = letter.value.chars();
        let terrain = scope.find_all(&game.terrain, "terrain", names);
        match (letters.next(), letters.next()) {
            (Some(letter), None) if !letter.is_whitespace() => {
                key.insert(letter, terrain);
            }
            _ => scope.error("wrong-value", letter.span(), "a key of the drawing is one letter"),
        }
    }
    let rows = printed_rows(&map.grid);
    if drawing.rows.len() != rows.len()
        && let Some(last) = drawing.rows.last()
    {
        let message =
            format!("the drawing has {} rows, the map {}", drawing.rows.len(), rows.len());
        scope.error("wrong-drawing", last.span(), message);
    }
    for (text, hexes) in drawing.rows.iter().zip(rows) {
        draw_row(scope, text, &hexes, &key, game, map, drawing.provenance);
    }
}

/// The hexes of each printed row number, as they lie from the top and from the left: their places
/// in the order of the grid.
fn printed_rows(grid: &Grid) -> Vec<Vec<usize>> {
    let numbers = grid.hexes().enumerate();
    let numbers: Vec<(i32, i32, usize)> = numbers
        .filter_map(|(index, hex)| grid.column_row(hex).map(|(column, row)| (row, column, index)))
        .collect();
    let all = || numbers.iter().map(|(row, ..)| *row);
    let (Some(first), Some(last)) = (all().min(), all().max()) else { return Vec::new() };
    let mut rows: Vec<Vec<(i32, usize)>> = vec![Vec::new(); first.abs_diff(last) as usize + 1];
    for (row, column, index) in numbers {
        rows[row.abs_diff(first) as usize].push((column, index));
    }
    rows.retain(|row| !row.is_empty());
    let corner = grid.spec().corner;
    let mut sorted: Vec<Vec<usize>> = rows
        .into_iter()
        .map(|mut row| {
            row.sort_by_key(|(column, _)| if corner.from_right() { -column } else { *column });
            row.into_iter().map(|(_, index)| index).collect()
        })
        .collect();
    if corner.from_bottom() {
        sorted.reverse();
    }
    sorted
}

fn draw_row(
    scope: &mut Scope<'_>,
    text: &At<Text>,
    hexes: &[usize],
    key: &BTreeMap<char, Vec<Id<TerrainType>>>,
    game: &Game,
    map: &mut Map,
    provenance: Option<Provenance>,
) {
    let inner = words::inner_start(scope.file, text);
    let letters: Vec<(usize, char)> =
        text.value.char_indices().filter(|(_, c)| !c.is_whitespace()).collect();
    if letters.len() != hexes.len() {
        let message = format!(
            "this row has {} letters, the map has {} hexes here",
            letters.len(),
            hexes.len()
        );
        scope.error("wrong-drawing", text.span(), message);
    }
    for ((offset, letter), hex) in letters.into_iter().zip(hexes) {
        match key.get(&letter) {
            Some(terrain) => {
                for terrain in terrain {
                    apply_at(game, map, *hex, *terrain, provenance);
                }
            }
            None => {
                let span = inner.map_or(text.span(), |start| {
                    start + offset..start + offset + letter.len_utf8()
                });
                let place = scope.place(span);
                let known: String = key.keys().collect();
                scope.push(
                    Diagnostic::error(
                        "unknown-letter",
                        place,
                        format!("the key has no letter `{letter}`"),
                    )
                    .help(format!("letters of the key: {known}")),
                );
            }
        }
    }
}
