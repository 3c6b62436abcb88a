//! Line of sight from terrain heights, where the game's terrain has any.

use crate::hex::{Hex, Layout, Point};
use crate::model::{Game, Map};
use std::fmt;

/// Why there is no line of sight to speak of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoSight {
    /// No terrain of the game has a height.
    NoHeights,
    /// An end is not on the map.
    OffMap,
}

impl fmt::Display for NoSight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoSight::NoHeights => {
                "the game has no line of sight: no terrain type has a `height` among its effects"
            }
            NoSight::OffMap => "the hex is not on the map",
        })
    }
}

impl std::error::Error for NoSight {}

/// A hex on the line.
#[derive(Debug, Clone, PartialEq)]
pub struct SightStep {
    /// The hex.
    pub hex: Hex,
    /// How high ground and obstacle reach there.
    pub top: f64,
    /// How high the line passes there.
    pub line: f64,
    /// What stands there, if anything has a height.
    pub obstacle: Option<String>,
    /// Whether it blocks the line.
    pub blocks: bool,
}

/// A line of sight.
#[derive(Debug, Clone, PartialEq)]
pub struct Sight {
    /// The hexes between the two ends.
    pub between: Vec<SightStep>,
    /// Heights of both ends.
    pub ends: [f64; 2],
}

impl Sight {
    /// Whether nothing blocks it.
    pub fn is_clear(&self) -> bool {
        self.between.iter().all(|step| !step.blocks)
    }
}

/// The height of a hex's obstacle, from the `height` effect of its terrain and features.
fn obstacle(game: &Game, map: &Map, hex: Hex) -> Option<(f64, String)> {
    let data = map.hex(hex)?;
    let terrain = std::iter::once(&data.terrain).chain(&data.features);
    terrain
        .filter_map(|id| {
            let terrain = &game.terrain[*id];
            let height: f64 = terrain.effects.get("height")?.trim().parse().ok()?;
            Some((height, terrain.name.clone()))
        })
        .max_by(|a, b| a.0.total_cmp(&b.0))
}

/// Looks from hex to hex: straight from centre to centre, blocked where ground and obstacle reach the
/// line. A hex that the line only touches at its edge does not count.
pub fn line_of_sight(game: &Game, map: &Map, from: Hex, to: Hex) -> Result<Sight, NoSight> {
    let has_heights = game.terrain.iter().any(|terrain| terrain.effects.contains_key("height"));
    if !has_heights {
        return Err(NoSight::NoHeights);
    }
    let level = |hex: Hex| map.hex(hex).map(|data| f64::from(data.level));
    let (Some(a), Some(b)) = (level(from), level(to)) else { return Err(NoSight::OffMap) };
    let grid = map.grid.with_layout(Layout::UNIT).unwrap_or_else(|_| map.grid.clone());
    let (p, q) = (grid.centre(from), grid.centre(to));
    let steps = (p.distance(q) * 200.0).ceil().clamp(1.0, 400_000.0);
    let mut between: Vec<SightStep> = Vec::new();
    let mut run: Vec<(Hex, f64, f64)> = Vec::new();
    for i in 0..=steps as usize {
        let t = i as f64 / steps;
        let Some(hex) = grid.hex_at(Point::new(p.x + (q.x - p.x) * t, p.y + (q.y - p.y) * t))
        else {
            continue;
        };
        match run.last_mut() {
            Some((known, _, last)) if *known == hex => *last = t,
            _ => run.push((hex, t, t)),
        }
    }
    for (hex, first, last) in run {
        // Less than a twentieth of a hex is an edge, not a hex.
        if hex == from || hex == to || (last - first) * p.distance(q) < 0.05 {
            continue;
        }
        let ground = level(hex).unwrap_or(0.0);
        let standing = obstacle(game, map, hex);
        let top = ground + standing.as_ref().map_or(0.0, |(height, _)| *height);
        let middle = f64::midpoint(first, last);
        let line = a + (b - a) * middle;
        let blocks = top > line + 1e-9 && (standing.is_some() || ground > line);
        between.push(SightStep {
            hex,
            top,
            line,
            obstacle: standing.map(|(_, name)| name),
            blocks,
        });
    }
    Ok(Sight { between, ends: [a, b] })
}

#[cfg(test)]
mod tests {
    use super::super::sample::game;
    use super::*;

    #[test]
    fn forest_blocks_the_plain_but_not_the_view_from_above() {
        let text =
            |levels: &str| format!("[[terrain]]\ntype = \"forest\"\nhexes = \"0302\"\n{levels}");
        for (levels, clear) in
            [("", false), ("[[elevation]]\nlevel = 2\nhexes = \"0102 0502\"\n", true)]
        {
            let loaded = game(&text(levels));
            let game = loaded.game("g").unwrap();
            let map = game.maps.iter().next().unwrap();
            let hex = |id: &str| map.grid.parse(id).unwrap();
            let sight = line_of_sight(game, map, hex("0102"), hex("0502")).unwrap();
            assert_eq!(sight.is_clear(), clear, "{sight:?}");
            assert!(sight.between.iter().any(|s| s.hex == hex("0302")));
        }
    }
}
