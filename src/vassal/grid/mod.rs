//! Grids: which hex, square, region or zone a pixel of a board belongs to,
//! computed exactly as VASSAL does.

mod atlas;
mod numbering;
mod picture;
mod regular;
mod zones;

pub use atlas::{Atlas, BoardSheet, Layout, Location, MapSheet};
pub use numbering::{Axis, Numbering, fill};
pub use picture::picture_size;
pub use regular::{HexGrid, SquareGrid};
pub use zones::{RegionGrid, Zone, ZonedGrid};

use super::build::Element;

/// A pixel: from the left, from the top.
pub type Point = (i32, i32);
/// Width and height in pixels.
pub type Size = (i32, i32);

/// The grid of a board or zone.
#[derive(Debug, Clone, PartialEq)]
pub enum Grid {
    /// Hexes.
    Hex(HexGrid),
    /// Squares.
    Square(SquareGrid),
    /// Named points.
    Region(RegionGrid),
    /// Zones.
    Zoned(ZonedGrid),
}

impl Grid {
    /// The grid among the parts of a board or zone.
    pub fn within(element: &Element) -> Option<Self> {
        element.children.iter().find_map(|child| match child.class() {
            "HexGrid" => Some(Grid::Hex(HexGrid::of(child))),
            "SquareGrid" => Some(Grid::Square(SquareGrid::of(child))),
            "RegionGrid" => Some(Grid::Region(RegionGrid::of(child))),
            "ZonedGrid" => Some(Grid::Zoned(ZonedGrid::of(child))),
            _ => None,
        })
    }

    /// The name VASSAL gives a pixel of a board or zone of this size.
    pub fn name(&self, point: Point, size: Size) -> Option<String> {
        match self {
            Grid::Hex(grid) => grid.name(point, size),
            Grid::Square(grid) => grid.name(point, size),
            Grid::Region(grid) => grid.name(point),
            Grid::Zoned(grid) => grid.name(point, size),
        }
    }

    /// Where a piece dropped at a pixel comes to lie.
    pub fn snap(&self, point: Point) -> Point {
        match self {
            Grid::Hex(grid) => grid.snap(point),
            Grid::Square(grid) => grid.snap(point),
            Grid::Region(grid) => grid.snap(point),
            Grid::Zoned(grid) => grid.snap(point),
        }
    }

    /// The points to which pieces on a board or zone of this size are drawn; at most so many.
    pub fn centres(&self, size: Size, most: usize, centres: &mut Vec<Point>) {
        let inside = |at: &Point| (0..size.0).contains(&at.0) && (0..size.1).contains(&at.1);
        match self {
            Grid::Hex(hexes) => {
                centres.extend(hexes.centres(size).filter(inside).take(most));
            }
            Grid::Square(squares) => {
                centres.extend(squares.centres(size).filter(inside).take(most));
            }
            Grid::Region(regions) => {
                centres.extend(regions.regions.iter().map(|(at, _)| *at).filter(inside).take(most));
            }
            Grid::Zoned(zoned) => {
                let mut own = Vec::new();
                if let Some(background) = &zoned.background {
                    background.centres(size, most, &mut own);
                    own.retain(|at| zoned.zone(*at).is_none_or(|zone| zone.uses_parent));
                }
                for zone in zoned.zones.iter().filter(|zone| !zone.uses_parent) {
                    let Some(grid) = &zone.grid else { continue };
                    let mut inner = Vec::new();
                    grid.centres(size, most, &mut inner);
                    inner.retain(|at| zone.outline.contains(*at));
                    own.extend(inner);
                }
                own.truncate(most);
                centres.extend(own);
            }
        }
    }

    /// In one word.
    pub fn kind(&self) -> &'static str {
        match self {
            Grid::Hex(_) => "hexes",
            Grid::Square(_) => "squares",
            Grid::Region(_) => "regions",
            Grid::Zoned(_) => "zones",
        }
    }
}

/// An outline with straight sides.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Polygon(pub Vec<Point>);

impl Polygon {
    /// Reads `x,y;x,y;…`.
    pub fn parse(path: &str) -> Self {
        let corner = |pair: &str| {
            let (x, y) = pair.split_once(',')?;
            Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
        };
        Polygon(path.split(';').filter_map(corner).collect())
    }

    fn bounds(&self) -> Option<(Point, Point)> {
        let xs = self.0.iter().map(|(x, _)| *x);
        let ys = self.0.iter().map(|(_, y)| *y);
        Some(((xs.clone().min()?, ys.clone().min()?), (xs.max()?, ys.max()?)))
    }

    /// Width and height of the surrounding rectangle.
    pub fn size(&self) -> Size {
        self.bounds().map_or((0, 0), |(low, high)| {
            (high.0.saturating_sub(low.0), high.1.saturating_sub(low.1))
        })
    }

    /// Whether a pixel lies inside, with Java's treatment of the edges: left
    /// and upper ones belong to the outline, right and lower ones do not.
    pub fn contains(&self, (x, y): Point) -> bool {
        let Some((low, high)) = self.bounds() else { return false };
        if self.0.len() <= 2 || x < low.0 || x >= high.0 || y < low.1 || y >= high.1 {
            return false;
        }
        let (x, y) = (f64::from(x), f64::from(y));
        let mut inside = false;
        let corners = self.0.iter().map(|&(x, y)| (f64::from(x), f64::from(y)));
        let befores = corners.clone().cycle().skip(self.0.len() - 1);
        for ((here_x, here_y), (last_x, last_y)) in corners.zip(befores) {
            let (upper, lower) = if here_y < last_y {
                ((here_x, here_y), last_y)
            } else {
                ((last_x, last_y), here_y)
            };
            if here_y == last_y || x >= here_x.max(last_x) || y < upper.1 || y >= lower {
                continue;
            }
            let crosses = x < here_x.min(last_x)
                || x - upper.0 < (y - upper.1) / (last_y - here_y) * (last_x - here_x);
            inside ^= crosses;
        }
        inside
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outline_holds_its_left_and_upper_edge_only() {
        let square = Polygon::parse("0,0;10,0;10,10;0,10");
        assert!(square.contains((0, 0)) && square.contains((9, 9)) && square.contains((0, 9)));
        assert!(
            !square.contains((10, 5)) && !square.contains((5, 10)) && !square.contains((-1, 5))
        );
        assert_eq!(square.size(), (10, 10));
        let triangle = Polygon::parse("0,0;10,10;0,10");
        assert!(triangle.contains((1, 5)) && !triangle.contains((8, 5)));
    }

    #[test]
    fn broken_outlines_hold_nothing() {
        assert!(!Polygon::parse("").contains((0, 0)));
        assert!(!Polygon::parse("1,2;x,y;3").contains((1, 2)));
    }
}
