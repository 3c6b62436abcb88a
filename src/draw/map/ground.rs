//! The ground: a map laid out in millimetres, with what every hex is drawn as.

use super::noise::{Dice, Warp};
use super::part::{PathPart, SidePart, TerrainPart};
use super::style::{Style, TerrainStyle};
use crate::hex::{Grid, Hex, Point, Rect};
use crate::model::{Game, HexData, Id, Map, TerrainType};
use std::collections::HashMap;

/// A map on the sheet. Around the map lies a fringe of hexes that repeat the terrain beside them, so
/// that the drawing fills its frame; nothing in the fringe is ruled or numbered.
pub struct Ground<'a> {
    pub game: &'a Game,
    pub map: &'a Map,
    pub style: &'a Style,
    /// The grid in millimetres on the sheet.
    pub grid: Grid,
    /// Flat-to-flat hex size.
    pub size: f64,
    /// The frame around the hexes.
    pub field: Rect,
    pub warp: Warp,
    /// The hexes of the map, then those of the fringe.
    pub order: Vec<Hex>,
    cells: HashMap<Hex, usize>,
    terrain_parts: Vec<Vec<TerrainPart>>,
    side_parts: Vec<SidePart>,
    path_parts: Vec<PathPart>,
}

/// The parts a terrain's `draw` names, joined by `+`; `Err` is the first unknown one.
pub fn terrain_parts(draw: &str) -> Result<Vec<TerrainPart>, &str> {
    draw.split('+').map(str::trim).map(|name| TerrainPart::named(name).ok_or(name)).collect()
}

impl<'a> Ground<'a> {
    /// Lays out a map whose grid is already in millimetres.
    pub fn new(game: &'a Game, map: &'a Map, style: &'a Style, grid: Grid) -> Self {
        let size = grid.layout().hex_size;
        let field = grid.bounds();
        let terrain_parts = game
            .terrain
            .iter()
            .map(|t| terrain_parts(&t.draw).unwrap_or_else(|_| vec![TerrainPart::Clear]))
            .collect();
        let side_parts = game
            .hexsides
            .iter()
            .map(|t| SidePart::named(&t.draw).unwrap_or(SidePart::Blocked))
            .collect();
        let path_parts =
            game.paths.iter().map(|t| PathPart::named(&t.draw).unwrap_or(PathPart::Road)).collect();
        let mut ground = Ground {
            game,
            map,
            style,
            size,
            field,
            warp: Warp { size, strength: style.warp },
            order: grid.hexes().collect(),
            cells: HashMap::new(),
            terrain_parts,
            side_parts,
            path_parts,
            grid,
        };
        ground.cells = ground.order.iter().enumerate().map(|(i, hex)| (*hex, i)).collect();
        ground.add_fringe();
        ground
    }

    fn add_fringe(&mut self) {
        let reach = super::picture::grown(self.field, self.size * 1.3);
        let mut rim: Vec<Hex> = self.order.clone();
        for _ in 0..3 {
            let mut next: Vec<Hex> = Vec::new();
            let mut found: HashMap<Hex, usize> = HashMap::new();
            for &hex in &rim {
                for beyond in hex.all_neighbors() {
                    let centre = self.grid.centre(beyond);
                    let near = reach.min.x <= centre.x
                        && centre.x <= reach.max.x
                        && reach.min.y <= centre.y
                        && centre.y <= reach.max.y;
                    if self.cells.contains_key(&beyond) || found.contains_key(&beyond) || !near {
                        continue;
                    }
                    found.insert(beyond, self.likeliest(beyond));
                    next.push(beyond);
                }
            }
            self.order.extend(&next);
            self.cells.extend(found);
            rim = next;
        }
    }

    /// The map hex whose terrain a fringe hex repeats: the commonest among its neighbours.
    fn likeliest(&self, beyond: Hex) -> usize {
        let beside: Vec<usize> =
            beyond.all_neighbors().iter().filter_map(|h| self.cells.get(h).copied()).collect();
        let terrain = |i: usize| self.map.hexes.get(i).map(|h| (h.terrain, h.level));
        beside
            .iter()
            .copied()
            .max_by_key(|&i| {
                let alike = beside.iter().filter(|&&j| terrain(j) == terrain(i)).count();
                (alike, std::cmp::Reverse(i))
            })
            .unwrap_or(0)
    }

    /// What is known of a hex of the map or the fringe.
    pub fn data(&self, hex: Hex) -> Option<&'a HexData> {
        self.cells.get(&hex).and_then(|&i| self.map.hexes.get(i))
    }

    /// Whether a hex belongs to the map proper.
    pub fn on_map(&self, hex: Hex) -> bool {
        self.grid.contains(hex)
    }

    /// The drawing parts of a terrain type.
    pub fn parts(&self, terrain: Id<TerrainType>) -> &[TerrainPart] {
        self.terrain_parts.get(terrain.index()).map_or(&[], Vec::as_slice)
    }

    /// The drawing part of a hexside type.
    pub fn side_part(&self, kind: Id<crate::model::HexsideType>) -> SidePart {
        self.side_parts.get(kind.index()).copied().unwrap_or(SidePart::Nothing)
    }

    /// The drawing part of a path type.
    pub fn path_part(&self, kind: Id<crate::model::PathType>) -> PathPart {
        self.path_parts.get(kind.index()).copied().unwrap_or(PathPart::Nothing)
    }

    /// Whether a hex is drawn with a part, as its base or (on the map) as a feature.
    pub fn has(&self, hex: Hex, part: TerrainPart) -> bool {
        let Some(data) = self.data(hex) else { return false };
        self.parts(data.terrain).contains(&part)
            || (self.on_map(hex) && data.features.iter().any(|f| self.parts(*f).contains(&part)))
    }

    /// Whether a hex is sea or lake.
    pub fn is_water(&self, hex: Hex) -> bool {
        self.data(hex).is_some_and(|data| {
            let parts = self.parts(data.terrain);
            parts.contains(&TerrainPart::Sea) || parts.contains(&TerrainPart::Lake)
        })
    }

    /// Whether a hex has houses.
    pub fn is_settled(&self, hex: Hex) -> bool {
        [TerrainPart::Village, TerrainPart::Town, TerrainPart::City]
            .iter()
            .any(|p| self.has(hex, *p))
    }

    /// Every terrain type drawn with a part, with its hexes and colours, in the game's order.
    pub fn patches(&self, part: TerrainPart) -> Vec<(Vec<Hex>, TerrainStyle)> {
        let types = self.game.terrain.entries().filter(|(id, _)| self.parts(*id).contains(&part));
        types
            .filter_map(|(id, terrain)| {
                let holds = |hex: &Hex| {
                    self.data(*hex).is_some_and(|data| {
                        data.terrain == id || (self.on_map(*hex) && data.features.contains(&id))
                    })
                };
                let hexes: Vec<Hex> = self.order.iter().copied().filter(holds).collect();
                let mut style = self.style.terrain(part.name(), terrain.colour.as_deref());
                if self.parts(id).first() != Some(&part) {
                    // What grows on a hill must not hide it.
                    "none".clone_into(&mut style.fill);
                    "none".clone_into(&mut style.edge);
                }
                (!hexes.is_empty()).then_some((hexes, style))
            })
            .collect()
    }

    /// The rectangle around a hex, with room for what reaches over its sides.
    pub fn around(&self, hex: Hex) -> Rect {
        super::picture::around(&[self.grid.centre(hex)], self.size * 0.85)
    }

    /// Points strewn evenly over the plane, those nearest to this hex. `spacing` is a part of the hex size.
    pub fn strewn(&self, hex: Hex, spacing: f64, jitter: f64, purpose: u64) -> Vec<Point> {
        let (step, centre) = (spacing * self.size, self.grid.centre(hex));
        let rise = step * 0.866;
        let reach = self.size * 0.6;
        let rows =
            ((centre.y - reach) / rise).floor() as i32..=((centre.y + reach) / rise).ceil() as i32;
        let columns = ((centre.x - reach) / step).floor() as i32 - 1
            ..=((centre.x + reach) / step).ceil() as i32;
        let neighbours = hex.all_neighbors().map(|h| self.grid.centre(h));
        let mut points = Vec::new();
        for row in rows {
            for column in columns.clone() {
                let mut dice = Dice::of(Hex::new(column, row), purpose);
                let shift = if row % 2 == 0 { 0.0 } else { 0.5 };
                let p = Point::new(
                    (f64::from(column) + shift + jitter * dice.signed()) * step,
                    (f64::from(row) + jitter * dice.signed()) * rise,
                );
                let d = p.distance(centre);
                // Ties go to the hex whose neighbour is not strictly nearer; jitter makes them rare.
                if neighbours.iter().all(|n| p.distance(*n) > d) {
                    points.push(p);
                }
            }
        }
        points
    }

    /// How deep a point of a hex lies within a set of hexes: its distance from the nearest side (or
    /// rounded corner) that leads out, in hex sizes; large when none does.
    pub fn depth(&self, hex: Hex, p: Point, within: impl Fn(Hex) -> bool) -> f64 {
        let centre = self.grid.centre(hex);
        let mut depth = 9.0_f64;
        for (i, direction) in self.grid.directions().into_iter().enumerate() {
            let Some(edge) = direction.edge(self.grid.orientation()) else { continue };
            if within(hex.neighbor(edge)) {
                continue;
            }
            let to = self.grid.centre(hex.neighbor(edge));
            let along = |q: Point| {
                ((p.x - centre.x) * (q.x - centre.x) + (p.y - centre.y) * (q.y - centre.y))
                    / (self.size * centre.distance(q))
            };
            depth = depth.min(0.5 - along(to));
            let next = self.grid.directions()[(i + 1) % 6].edge(self.grid.orientation());
            if next.is_some_and(|edge| !within(hex.neighbor(edge))) {
                let corner = self.grid.corners(hex)[(i + 1) % 6];
                depth = depth.min(0.51 - along(corner));
            }
        }
        depth
    }

    /// Where the number of a hex stands: the middle of its text, and half its width and height.
    pub fn number_box(&self, hex: Hex) -> Rect {
        let at = self.number_at(hex);
        let (w, h) = (
            self.style.numbers.size * self.size * 1.35,
            self.style.numbers.size * self.size * 0.55,
        );
        super::picture::rect(at.x - w, at.y - h, 2.0 * w, 2.0 * h)
    }

    /// The middle of a hex number.
    pub fn number_at(&self, hex: Hex) -> Point {
        let centre = self.grid.centre(hex);
        let up = match self.grid.orientation() {
            crate::hex::Orientation::Flat => 0.405,
            crate::hex::Orientation::Pointy => 0.425,
        };
        let half = self.grid.half(hex).unwrap_or_default();
        let sideways = if half.left {
            0.14
        } else if half.right {
            -0.14
        } else {
            0.0
        };
        let up = if half.top { -0.12 } else { up };
        Point::new(centre.x + sideways * self.size, centre.y - up * self.size)
    }
}
