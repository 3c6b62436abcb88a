//! Irregular grids: named points, and zones with grids of their own.

use super::numbering::fill;
use super::{Grid, Point, Polygon};
use crate::vassal::build::Element;
use std::collections::HashMap;

/// Named points; the nearest one names a pixel.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RegionGrid {
    /// The points and their names.
    pub regions: Vec<(Point, String)>,
    /// Pieces are drawn to the points.
    pub snaps: bool,
}

impl RegionGrid {
    /// Reads the grid component.
    pub fn of(element: &Element) -> Self {
        let mut regions: Vec<(Point, String)> = Vec::new();
        let mut places = HashMap::new();
        for region in element.children.iter().filter(|child| child.class() == "Region") {
            let point = (region.number("originx", 0), region.number("originy", 0));
            let name = region.get("name").unwrap_or_default().to_owned();
            // Of two regions at one point VASSAL knows the later.
            let place = *places.entry(point).or_insert(regions.len());
            match regions.get_mut(place) {
                Some(earlier) => earlier.1 = name,
                None => regions.push((point, name)),
            }
        }
        // Where two points are equally near, VASSAL takes the one its hash table lists first.
        let mut buckets = 16;
        while regions.len() > buckets / 4 * 3 {
            buckets *= 2;
        }
        regions.sort_by_key(|(point, _)| java_hash(*point) as usize & (buckets - 1));
        RegionGrid { regions, snaps: element.flag("snapto", true) }
    }

    fn nearest(&self, (x, y): Point) -> Option<&(Point, String)> {
        let distance = |((px, py), _): &&(Point, String)| {
            let (dx, dy) = (i64::from(x) - i64::from(*px), i64::from(y) - i64::from(*py));
            dx * dx + dy * dy
        };
        self.regions.iter().min_by_key(distance)
    }

    /// The name of the nearest point.
    pub fn name(&self, point: Point) -> Option<String> {
        self.nearest(point).map(|(_, name)| name.clone())
    }

    /// Where a piece dropped at a pixel comes to lie.
    pub fn snap(&self, point: Point) -> Point {
        if !self.snaps {
            return point;
        }
        self.nearest(point).map_or(point, |(origin, _)| *origin)
    }
}

/// The hash by which Java's table of points orders its buckets.
fn java_hash((x, y): Point) -> u32 {
    let bits = f64::from(x).to_bits() ^ f64::from(y).to_bits().wrapping_mul(31);
    let hash = (bits as u32) ^ ((bits >> 32) as u32);
    hash ^ (hash >> 16)
}

/// A part of a board with a name and perhaps a grid of its own.
#[derive(Debug, Clone, PartialEq)]
pub struct Zone {
    /// Its name.
    pub name: String,
    /// Its outline.
    pub outline: Polygon,
    /// What names a place in it: `$name$`, `$gridLocation$`.
    pub format: String,
    /// It uses the grid around it.
    pub uses_parent: bool,
    /// Else its own.
    pub grid: Option<Box<Grid>>,
}

/// Zones over a background grid.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ZonedGrid {
    /// The zones; the first that holds a pixel counts.
    pub zones: Vec<Zone>,
    /// Names the rest.
    pub background: Option<Box<Grid>>,
}

impl ZonedGrid {
    /// Reads the grid component.
    pub fn of(element: &Element) -> Self {
        let zones =
            element.children.iter().filter(|child| child.class() == "Zone").map(|zone| Zone {
                name: zone.get("name").unwrap_or_default().to_owned(),
                outline: Polygon::parse(zone.get("path").unwrap_or_default()),
                format: zone.get("locationFormat").unwrap_or("$name$").to_owned(),
                uses_parent: zone.flag("useParentGrid", false),
                grid: Grid::within(zone).map(Box::new),
            });
        ZonedGrid { zones: zones.collect(), background: Grid::within(element).map(Box::new) }
    }

    /// The zone that holds a pixel.
    pub fn zone(&self, point: Point) -> Option<&Zone> {
        self.zones.iter().find(|zone| zone.outline.contains(point))
    }

    /// The name VASSAL gives a pixel.
    pub fn name(&self, point: Point, size: (i32, i32)) -> Option<String> {
        let Some(zone) = self.zone(point) else {
            return self.background.as_ref()?.name(point, size);
        };
        let inner = if zone.uses_parent {
            self.background.as_ref().and_then(|grid| grid.name(point, size))
        } else {
            zone.grid.as_ref().and_then(|grid| grid.name(point, zone.outline.size()))
        };
        Some(fill(
            &zone.format,
            &[("name", &zone.name), ("gridLocation", &inner.unwrap_or_default())],
        ))
    }

    /// Where a piece dropped at a pixel comes to lie.
    pub fn snap(&self, point: Point) -> Point {
        let grid = match self.zone(point) {
            Some(zone) if !zone.uses_parent => zone.grid.as_ref(),
            _ => self.background.as_ref(),
        };
        grid.map_or(point, |grid| grid.snap(point))
    }
}
