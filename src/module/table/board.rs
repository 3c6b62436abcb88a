//! Boards: a drawn map as a picture whose hexes lie on whole pixels.

use crate::draw::map::{MapError, MapLayout, MapOptions, Picture};
use crate::draw::map::{draw_map, lay_out_map, map_fingerprint};
use crate::draw::studio::Raster;
use crate::hex::{BoxId, Hex, Location, Orientation, Point, Rect};
use crate::model::{Game, Map};
use crate::module::error::ModuleError;

/// Hexes in pixels: neighbouring lines of hexes are `dx` apart, hexes of a line `dy`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pitch {
    /// Between lines.
    pub dx: i32,
    /// Along a line; even, so that half a hex is a whole number of pixels.
    pub dy: i32,
}

/// Half the square root of three: how far apart lines of hexes lie, in hexes.
const LINE_STEP: f64 = 0.866_025_403_784_438_6;
/// VASSAL halves a picture again and again to zoom; a multiple of this halves four times evenly.
const TILE: u32 = 16;
/// Boards larger than this are drawn smaller: VASSAL holds them in memory.
const MOST_PIXELS: f64 = 50e6;

/// A map ready to be a board.
#[derive(Debug, Clone)]
pub struct BoardPlan {
    /// The board's name: the map's id.
    pub name: String,
    /// The name of its picture.
    pub image: String,
    /// How it is drawn.
    options: MapOptions,
    /// How the drawing becomes pixels.
    pub raster: Raster,
    /// Between hexes.
    pub pitch: Pitch,
    /// With boxes and title around the field; else made to be laid edge to edge.
    pub surround: bool,
    /// The grid with hex centres in pixels.
    pub hexes: Vec<(Hex, (i32, i32))>,
    /// Boxes and spaces in pixels, by the map's list of them.
    boxes: Vec<(BoxId, Frame)>,
}

/// A rectangle in pixels: left, top, right, bottom; right and bottom are outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    /// The first column inside.
    pub left: i32,
    /// The first row inside.
    pub top: i32,
    /// The first column outside.
    pub right: i32,
    /// The first row outside.
    pub bottom: i32,
}

impl Frame {
    /// Its middle.
    pub fn centre(self) -> (i32, i32) {
        (i32::midpoint(self.left, self.right), i32::midpoint(self.top, self.bottom))
    }

    /// As it lies on a map on which its board begins there.
    pub fn moved(self, (x, y): (i32, i32)) -> Self {
        let Frame { left, top, right, bottom } = self;
        Frame { left: left + x, top: top + y, right: right + x, bottom: bottom + y }
    }
}

impl BoardPlan {
    /// Plans a map at about so many pixels to the millimetre, without painting it.
    pub fn new(
        game: &Game,
        map: &Map,
        options: &MapOptions,
        pixels_per_mm: f64,
    ) -> Result<Self, ModuleError> {
        let laid = lay_out_map(game, map, options).map_err(|error| undrawable(map, &error))?;
        let MapLayout { width, height, grid, boxes } = laid;
        let area = width * height;
        let pixels_per_mm = pixels_per_mm.min((MOST_PIXELS / area).sqrt());
        let hex_size = grid.layout().hex_size;
        let pitch = pitch(hex_size * pixels_per_mm);
        let (line, step) =
            (f64::from(pitch.dx) / (hex_size * LINE_STEP), f64::from(pitch.dy) / hex_size);
        let scale = match map.grid.orientation() {
            Orientation::Flat => (line, step),
            Orientation::Pointy => (step, line),
        };
        let first = grid.centre(Hex::ZERO);
        // At most a pixel of the margin is cut off, so that hexes begin on a whole pixel.
        let to_whole = |at: f64| (at + 1e-6).floor() - at;
        let shift = (to_whole(first.x * scale.0), to_whole(first.y * scale.1));
        let pixels = |mm: f64, scale: f64, shift: f64| {
            let whole = (mm * scale + shift + 1e-6).floor().max(1.0) as u32;
            if options.surround { (whole - whole % TILE).max(TILE) } else { whole }
        };
        let size = (pixels(width, scale.0, shift.0), pixels(height, scale.1, shift.1));
        let raster = Raster { size, scale, shift };
        let place = |at: Point| (at.x * scale.0 + shift.0, at.y * scale.1 + shift.1);
        let hexes = map
            .grid
            .hexes()
            .map(|hex| {
                let (x, y) = place(grid.centre(hex));
                (hex, (x.round() as i32, y.round() as i32))
            })
            .collect();
        let frame = |area: Rect| {
            let ((left, top), (right, bottom)) = (place(area.min), place(area.max));
            let whole = |at: f64| at.round() as i32;
            Frame { left: whole(left), top: whole(top), right: whole(right), bottom: whole(bottom) }
        };
        Ok(BoardPlan {
            name: map.id.clone(),
            image: format!("map-{}.png", crate::module::names::file_word(&map.id)),
            options: options.clone(),
            raster,
            pitch,
            surround: options.surround,
            hexes,
            boxes: boxes.into_iter().map(|(id, area)| (id, frame(area))).collect(),
        })
    }

    /// Paints the map; `game` as for the fingerprint.
    pub fn paint(&self, game: &Game) -> Result<Picture, ModuleError> {
        let map = self.map(game)?;
        let drawn = draw_map(game, map, &self.options);
        drawn.map(|drawn| drawn.picture).map_err(|error| undrawable(map, &error))
    }

    /// Equal for equal paintings; `game` without its counters and scenarios, which no map shows, or the hash of the
    /// sources that the rest of it was made of.
    pub fn fingerprint(
        &self,
        game: &Game,
        sources: Option<&blake3::Hash>,
    ) -> Result<blake3::Hash, ModuleError> {
        let map = self.map(game)?;
        map_fingerprint(game, map, &self.options, sources).map_err(|error| undrawable(map, &error))
    }

    fn map<'g>(&self, game: &'g Game) -> Result<&'g Map, ModuleError> {
        game.maps.get(&self.name).ok_or_else(|| ModuleError::Map {
            map: self.name.clone(),
            reason: "it is no map of the game".to_owned(),
        })
    }

    /// Width and height in pixels.
    pub fn size(&self) -> (i32, i32) {
        (self.raster.size.0 as i32, self.raster.size.1 as i32)
    }

    /// From the middle of a hex to the middle of the next, in pixels.
    pub fn hex(&self) -> f64 {
        f64::from(self.pitch.dy)
    }

    /// Pixels to the millimetre, for counters.
    pub fn scale(&self) -> f64 {
        (self.raster.scale.0 * self.raster.scale.1).sqrt()
    }

    /// The centre of a hex, also when the board's edge cuts it off.
    pub(in crate::module) fn centre(&self, map: &Map, hex: Hex) -> (i32, i32) {
        map.grid.index(hex).and_then(|index| self.hexes.get(index)).map_or((0, 0), |(_, at)| *at)
    }

    /// The pixel of the board on which a piece in a place lies.
    pub fn place(&self, map: &Map, location: Location) -> Option<(i32, i32)> {
        let (x, y) = match location {
            Location::Hex(hex) => map.grid.index(hex).map(|_| self.centre(map, hex))?,
            Location::Box(id) => self.frame(id)?.centre(),
        };
        // The far edges belong to the neighbouring board: VASSAL draws pieces back by a pixel.
        let (width, height) = self.size();
        Some((x.clamp(0, width - 1), y.clamp(0, height - 1)))
    }

    /// The frame of a box or space.
    pub fn frame(&self, id: BoxId) -> Option<Frame> {
        self.boxes.iter().find(|(known, _)| *known == id).map(|(_, frame)| *frame)
    }
}

fn undrawable(map: &Map, error: &MapError) -> ModuleError {
    ModuleError::Map { map: map.id.clone(), reason: error.to_string() }
}

/// Whole pixels between hexes, near a wish, that keep hexes most nearly regular.
fn pitch(wish: f64) -> Pitch {
    let wish = wish.clamp(16.0, 4000.0);
    let (low, high) = ((wish * 0.97 / 2.0).round() as i32, (wish * 1.03 / 2.0).round() as i32);
    let skew = |dy: i32| {
        let exact = f64::from(dy) * LINE_STEP;
        ((exact.round() / exact - 1.0).abs() * 1e6).round() as i64
    };
    let dy =
        (low..=high.max(low)).map(|half| 2 * half).min_by_key(|dy| skew(*dy)).unwrap_or(2 * low);
    Pitch { dx: (f64::from(dy) * LINE_STEP).round() as i32, dy }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexes_are_stretched_by_less_than_one_part_in_200() {
        for wish in [40.0, 56.0, 75.0, 96.0, 104.7, 150.0, 333.0] {
            let Pitch { dx, dy } = pitch(wish);
            assert_eq!(dy % 2, 0);
            assert!((f64::from(dy) / wish - 1.0).abs() < 0.06, "{wish}: {dy}");
            let skew = f64::from(dx) / (f64::from(dy) * LINE_STEP) - 1.0;
            assert!(skew.abs() < 0.005, "{wish}: {dx} {dy} {skew}");
        }
    }
}
