//! Regions: the outlines of sets of hexes, smoothed as nature would have them.

use super::curve::{calm_loop, offset_loop, round_loop};
use super::noise::Warp;
use crate::hex::{Grid, Hex, Point};
use std::collections::BTreeMap;

/// How far natural lines leave the zigzag of the hexsides; rivers and shores share it.
pub const CALM: f64 = 0.36;

/// The outlines of a set of hexes, its holes included. Outer ones run clockwise on the page, so
/// the inside is always on the right.
pub fn outlines(grid: &Grid, hexes: &[Hex], within: impl Fn(Hex) -> bool) -> Vec<Vec<Point>> {
    let size = grid.layout().hex_size;
    // Corners of neighbours differ in the last bits; a thousandth of a hex tells them apart.
    let key =
        |p: Point| ((p.x / size * 1000.0).round() as i64, (p.y / size * 1000.0).round() as i64);
    let mut next: BTreeMap<(i64, i64), (Point, Point)> = BTreeMap::new();
    for &hex in hexes {
        let corners = grid.corners(hex);
        for (i, direction) in grid.directions().into_iter().enumerate() {
            let Some(edge) = direction.edge(grid.orientation()) else { continue };
            if !within(hex.neighbor(edge)) {
                let (from, to) = (corners[i], corners[(i + 1) % 6]);
                // Rounding may put a shared corner on either side of a cell border.
                next.insert(key(from), (from, to));
            }
        }
    }
    let find = |next: &mut BTreeMap<(i64, i64), (Point, Point)>, p: Point| {
        let (x, y) = key(p);
        for dx in [0, -1, 1] {
            for dy in [0, -1, 1] {
                if let Some(step) = next.remove(&(x + dx, y + dy)) {
                    return Some(step);
                }
            }
        }
        None
    };
    let mut loops = Vec::new();
    while let Some((_, (start, mut here))) = next.pop_first() {
        let mut outline = vec![start];
        while let Some((from, to)) = find(&mut next, here) {
            outline.push(from);
            here = to;
        }
        loops.push(outline);
    }
    loops
}

/// A smooth outline: rounded, moved inwards, then bent like everything around it.
pub fn natural(outline: &[Point], inset: f64, warp: Warp) -> Vec<Point> {
    // A lone hex keeps its size; longer outlines lose the zigzag of the hexsides.
    let calm = if outline.len() > 10 { CALM } else { 0.12 };
    let round = round_loop(&calm_loop(outline, calm), 4);
    let moved = if inset == 0.0 { round } else { offset_loop(&round, |_, _| inset) };
    moved.into_iter().map(|p| warp.bend(p)).collect()
}

/// The connected parts of a set of hexes, in the order of the first hex of each.
pub fn connected(grid: &Grid, hexes: &[Hex]) -> Vec<Vec<Hex>> {
    let order: std::collections::HashMap<Hex, usize> =
        hexes.iter().enumerate().map(|(i, h)| (*h, i)).collect();
    let mut seen = vec![false; hexes.len()];
    let mut parts = Vec::new();
    for start in 0..hexes.len() {
        if seen[start] {
            continue;
        }
        seen[start] = true;
        let mut part = vec![hexes[start]];
        let mut at = 0;
        while let Some(&hex) = part.get(at) {
            at += 1;
            for direction in grid.directions() {
                let Some(edge) = direction.edge(grid.orientation()) else { continue };
                if let Some(&i) = order.get(&hex.neighbor(edge))
                    && !seen[i]
                {
                    seen[i] = true;
                    part.push(hexes[i]);
                }
            }
        }
        parts.push(part);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::{GridSpec, Stagger};

    fn grid() -> Grid {
        Grid::new(GridSpec::flat(9, 9, Stagger::EvenDown)).unwrap()
    }

    #[test]
    fn a_ring_of_hexes_has_an_outline_and_a_hole() {
        let grid = grid();
        let centre = grid.parse("0505").unwrap();
        let ring = grid.ring(centre, 1);
        let loops = outlines(&grid, &ring, |hex| ring.contains(&hex));
        let mut corners: Vec<usize> = loops.iter().map(Vec::len).collect();
        corners.sort_unstable();
        assert_eq!(corners, [6, 18]);
    }

    #[test]
    fn moving_an_outline_inwards_stays_inside() {
        let grid = grid();
        let hexes = grid.range(grid.parse("0505").unwrap(), 1);
        let outline = &outlines(&grid, &hexes, |hex| hexes.contains(&hex))[0];
        let calm = Warp { size: 1.0, strength: 0.0 };
        let outer = natural(outline, 0.0, calm);
        for p in natural(outline, 0.1, calm) {
            assert!(super::super::curve::inside(&outer, p));
        }
    }

    #[test]
    fn separate_woods_are_separate_parts() {
        let grid = grid();
        let hexes: Vec<Hex> =
            ["0101", "0102", "0505"].iter().map(|id| grid.parse(id).unwrap()).collect();
        assert_eq!(connected(&grid, &hexes).len(), 2);
    }
}
