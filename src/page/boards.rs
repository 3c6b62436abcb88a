//! The maps of a page: boards in their places, and where every hex lies.

use super::document::{BoardSheet, MapSheet};
use super::pictures::Pictures;
use super::sight;
use super::tale::Told;
use crate::deeds::Spot;
use crate::interpret::{Codebook, place_name};
use crate::replay::{Guide, Table, Whereabouts};
use crate::vassal::grid::{Grid, Layout};
use std::collections::HashSet;

/// More places than this are no map but a trap.
const MOST_PLACES: usize = 40_000;
/// Space around the pieces of a map whose boards are not at hand.
const MARGIN: i32 = 120;

/// How the boards lie, map by map.
#[derive(Default)]
pub(super) struct Layouts<'g> {
    maps: Vec<(String, String, Layout<'g>)>,
}

impl<'g> Layouts<'g> {
    pub(super) fn of(table: &Table, guide: Option<&'g Guide>) -> Self {
        let sheets = guide.iter().flat_map(|guide| &guide.atlas.maps);
        let lay = |sheet: &'g crate::vassal::grid::MapSheet| {
            let chosen = table.boards.get(&sheet.name).or_else(|| table.boards.get(&sheet.id));
            let layout = Layout::of(sheet, chosen.map(Vec::as_slice).unwrap_or_default());
            (sheet.name.clone(), sheet.id.clone(), layout)
        };
        Layouts { maps: sheets.map(lay).collect() }
    }

    fn find(&self, name: &str) -> Option<&Layout<'g>> {
        let named = |(own, id, _): &&(String, String, Layout<'g>)| own == name || id == name;
        self.maps.iter().find(named).map(|(_, _, layout)| layout)
    }

    fn order(&self, name: &str) -> usize {
        let named = |(own, id, _): &(String, String, Layout<'g>)| own == name || id == name;
        self.maps.iter().position(named).unwrap_or(usize::MAX)
    }
}

/// The maps on which pieces ever lie, in the order of `told.maps`, and the module's main map in any case.
pub(super) fn maps(
    layouts: &Layouts<'_>,
    told: &Told,
    mut codebook: Option<&mut Codebook<'_>>,
    pictures: &mut Pictures<'_>,
) -> Vec<MapSheet> {
    let mut names: Vec<&String> = told.maps.list().iter().collect();
    if let Some((name, id, _)) = layouts.maps.first()
        && !names.iter().any(|known| *known == name || *known == id)
    {
        names.push(name);
    }
    names
        .into_iter()
        .enumerate()
        .map(|(number, name)| {
            let mut sheet =
                MapSheet { name: name.clone(), order: layouts.order(name), ..MapSheet::default() };
            if let Some(layout) = layouts.find(name) {
                lay_out(&mut sheet, layout, codebook.as_deref_mut(), pictures);
            }
            add_spots(&mut sheet, told, number);
            sheet
        })
        .collect()
}

fn lay_out(
    sheet: &mut MapSheet,
    layout: &Layout<'_>,
    mut codebook: Option<&mut Codebook<'_>>,
    pictures: &mut Pictures<'_>,
) {
    let mut spots: Vec<Option<Spot>> = Vec::new();
    for (board, origin, size, reversed) in layout.boards() {
        // A board without a size is one whose picture is not at hand.
        if board.size.is_none() {
            continue;
        }
        let picture = board.image.as_ref().and_then(|image| pictures.board(image));
        sheet.width = sheet.width.max(origin.0.saturating_add(size.0));
        sheet.height = sheet.height.max(origin.1.saturating_add(size.1));
        sheet.boards.push(BoardSheet {
            picture,
            x: origin.0,
            y: origin.1,
            width: size.0,
            height: size.1,
            turned: reversed,
        });
        let Some(grid) = &board.grid else { continue };
        if sheet.hex.is_empty() {
            sheet.hex = hex_of(grid);
        }
        let mut centres = Vec::new();
        grid.centres(size, MOST_PLACES, &mut centres);
        for centre in centres {
            let local = if reversed { (size.0 - centre.0, size.1 - centre.1) } else { centre };
            let at = (origin.0.saturating_add(local.0), origin.1.saturating_add(local.1));
            let found = layout.location(at);
            let place = Whereabouts {
                map: Some(sheet.name.clone()),
                board: found.board,
                zone: found.zone,
                location: Some(found.name.clone()),
                x: at.0,
                y: at.1,
            };
            let known = codebook.as_deref_mut().map(|book| (book.spot(&place), book.game()));
            let (name, spot) = match known {
                Some((spot @ Spot::At(..), game)) => (place_name(game, &spot), Some(spot)),
                _ => (found.name, None),
            };
            sheet.places.push((name, at.0, at.1));
            spots.push(spot);
        }
    }
    let mut seen = HashSet::new();
    let fresh: Vec<bool> =
        sheet.places.iter().map(|(name, ..)| seen.insert(name.clone())).collect();
    let mut keep = fresh.iter();
    sheet.places.retain(|_| keep.next().copied().unwrap_or(false));
    if let Some(book) = codebook {
        let kept = spots.into_iter().zip(&fresh).filter(|(_, fresh)| **fresh);
        let nowhere = || Spot::Elsewhere(std::sync::Arc::from(""));
        let spots: Vec<Spot> = kept.map(|(spot, _)| spot.unwrap_or_else(nowhere)).collect();
        sight::write(sheet, &spots, book.game());
    }
}

/// Places where pieces lie and that no grid has; and a size, when no board gives one.
fn add_spots(sheet: &mut MapSheet, told: &Told, number: usize) {
    let mut seen: HashSet<String> = sheet.places.iter().map(|(name, ..)| name.clone()).collect();
    let boundless = sheet.boards.is_empty();
    for (spot, name) in told.spots.list().iter().zip(&told.names) {
        if spot.map != number {
            continue;
        }
        if seen.insert(name.clone()) && sheet.places.len() < MOST_PLACES {
            sheet.places.push((name.clone(), spot.at.0, spot.at.1));
        }
        if boundless {
            sheet.width = sheet.width.max(spot.at.0.saturating_add(MARGIN));
            sheet.height = sheet.height.max(spot.at.1.saturating_add(MARGIN));
        }
    }
}

/// The corners of a hex around its centre.
fn hex_of(grid: &Grid) -> Vec<(f64, f64)> {
    match grid {
        Grid::Hex(hexes) => {
            let (long, short, half) = (hexes.dx * 2.0 / 3.0, hexes.dx / 3.0, hexes.dy / 2.0);
            let corners = [
                (-long, 0.0),
                (-short, -half),
                (short, -half),
                (long, 0.0),
                (short, half),
                (-short, half),
            ];
            let turn = |(x, y): (f64, f64)| if hexes.sideways { (y, x) } else { (x, y) };
            let round = |(x, y): (f64, f64)| ((x * 10.0).round() / 10.0, (y * 10.0).round() / 10.0);
            corners.map(turn).map(round).to_vec()
        }
        Grid::Zoned(zoned) => {
            let inner = zoned.zones.iter().filter_map(|zone| zone.grid.as_deref());
            let all = zoned.background.as_deref().into_iter().chain(inner);
            all.map(hex_of).find(|corners| !corners.is_empty()).unwrap_or_default()
        }
        Grid::Square(squares) => {
            let (x, y) = (squares.dx / 2.0, squares.dy / 2.0);
            vec![(-x, -y), (x, -y), (x, y), (-x, y)]
        }
        Grid::Region(_) => Vec::new(),
    }
}
