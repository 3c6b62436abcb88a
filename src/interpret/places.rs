//! Places: the module's names for them, read as hexes and boxes of the game.

use super::mapping::MapMapping;
use crate::deeds::Spot;
use crate::hex::{BoxId, Hex, Location, Point};
use crate::model::{Game, Id, Map};
use crate::replay::Whereabouts;
use hashbrown::HashMap;
use std::sync::Arc;

/// Reads the places of one map of the module.
#[derive(Debug)]
pub(super) struct Places<'g> {
    map: Option<(Id<Map>, &'g Map)>,
    boards: HashMap<String, (Id<Map>, &'g Map)>,
    before: String,
    after: String,
    named: HashMap<String, String>,
    pixels: Option<Affine>,
    /// Places read before, by board and name.
    known: HashMap<String, HashMap<String, Spot>>,
}

impl<'g> Places<'g> {
    pub(super) fn new(mapping: &MapMapping, game: &'g Game) -> Result<Self, String> {
        let find = |id: &str| {
            let found = game.maps.find(id).map(|found| (found, &game.maps[found]));
            found.ok_or_else(|| match crate::diagnostic::nearest(id, game.maps.names()) {
                Some(near) => format!("the game has no map `{id}`; {near}"),
                None => format!("the game has no map `{id}`"),
            })
        };
        let map = mapping.map.as_deref().map(find).transpose()?;
        let mut boards = HashMap::new();
        for (board, id) in &mapping.boards {
            boards.insert(board.clone(), find(id)?);
        }
        let pattern = if mapping.location.is_empty() { "{hex}" } else { &mapping.location };
        let (before, after) = pattern
            .split_once("{hex}")
            .ok_or_else(|| format!("`{pattern}` does not say where the hex id stands"))?;
        let pixels = match (&mapping.points[..], map) {
            ([], _) => None,
            (points, Some((_, map))) => Some(Affine::new(points, map)?),
            (_, None) => return Err("points need the `map` they lie on".to_owned()),
        };
        Ok(Places {
            map,
            boards,
            before: before.to_owned(),
            after: after.to_owned(),
            named: mapping.places.clone().into_iter().collect(),
            pixels,
            known: HashMap::new(),
        })
    }

    /// The place of the game that a place of the module is.
    pub(super) fn read(&mut self, at: &Whereabouts) -> Spot {
        if let (Some(pixels), Some((id, map))) = (&self.pixels, self.map)
            && let Some(hex) = pixels.hex(map, at.x, at.y)
        {
            return Spot::At(id, hex.into());
        }
        let Some(name) = &at.location else { return elsewhere(at) };
        let board = at.board.as_deref().unwrap_or_default();
        if let Some(known) = self.known.get(board).and_then(|known| known.get(name)) {
            return known.clone();
        }
        let spot = self.look_up(at, name);
        self.known.entry_ref(board).or_default().insert(name.clone(), spot.clone());
        spot
    }

    fn look_up(&self, at: &Whereabouts, name: &str) -> Spot {
        let on_board = at.board.as_ref().and_then(|board| self.boards.get(board).copied());
        let Some((id, map)) = on_board.or(self.map) else { return elsewhere(at) };
        let name = self.named.get(name).map_or(name, String::as_str);
        let bare = name
            .strip_prefix(self.before.as_str())
            .and_then(|rest| rest.strip_suffix(self.after.as_str()))
            .unwrap_or(name);
        location(map, bare).map_or_else(|| elsewhere(at), |found| Spot::At(id, found))
    }
}

/// A hex or box of a map, by its printed name.
pub(super) fn location(map: &Map, name: &str) -> Option<Location> {
    if let Ok(hex) = map.grid.parse(name) {
        return Some(hex.into());
    }
    let at = map.box_locations.iter().position(|known| known.eq_ignore_ascii_case(name))?;
    Some(Location::Box(BoxId(u16::try_from(at).ok()?)))
}

fn elsewhere(at: &Whereabouts) -> Spot {
    let name = match (&at.map, &at.location) {
        (Some(map), Some(location)) => format!("{location} ({map})"),
        (Some(map), None) => map.clone(),
        (None, _) => "off the table".to_owned(),
    };
    Spot::Elsewhere(Arc::from(name))
}

/// From the module's pixels to the game's map, by three hexes.
#[derive(Debug, Clone, Copy)]
struct Affine {
    x: [f64; 3],
    y: [f64; 3],
}

impl Affine {
    fn new(points: &[(String, f64, f64)], map: &Map) -> Result<Self, String> {
        let [a, b, c] = points else { return Err("three points are needed".to_owned()) };
        let centre = |id: &str| {
            map.grid.parse(id).map(|hex| map.grid.centre(hex)).map_err(|e| e.to_string())
        };
        let (pa, pb, pc) = (centre(&a.0)?, centre(&b.0)?, centre(&c.0)?);
        let (bx, by, cx, cy) = (b.1 - a.1, b.2 - a.2, c.1 - a.1, c.2 - a.2);
        let area = bx * cy - by * cx;
        if area.abs() < 1.0 {
            return Err("the three points lie on one line".to_owned());
        }
        let solve = |from: f64, to_b: f64, to_c: f64| {
            let (db, dc) = (to_b - from, to_c - from);
            let by_x = (db * cy - dc * by) / area;
            let by_y = (dc * bx - db * cx) / area;
            [from - by_x * a.1 - by_y * a.2, by_x, by_y]
        };
        Ok(Affine { x: solve(pa.x, pb.x, pc.x), y: solve(pa.y, pb.y, pc.y) })
    }

    fn hex(&self, map: &Map, x: i32, y: i32) -> Option<Hex> {
        let (x, y) = (f64::from(x), f64::from(y));
        let on = |by: [f64; 3]| by[0] + by[1] * x + by[2] * y;
        map.grid.hex_at(Point::new(on(self.x), on(self.y)))
    }
}
