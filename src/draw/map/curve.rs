//! Lines through points: smoothing, measuring, offsetting.

use crate::hex::Point;

/// `a + (b − a)·t`.
pub fn lerp(a: Point, b: Point, t: f64) -> Point {
    Point::new(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t)
}

/// `p + d·t`.
pub fn along(p: Point, d: Point, t: f64) -> Point {
    Point::new(p.x + d.x * t, p.y + d.y * t)
}

/// The direction from one point to another, of length 1 (or 0).
pub fn direction(a: Point, b: Point) -> Point {
    let length = a.distance(b);
    if length < 1e-9 {
        Point::new(0.0, 0.0)
    } else {
        Point::new((b.x - a.x) / length, (b.y - a.y) / length)
    }
}

/// A direction turned clockwise on the page by a quarter.
pub fn right_of(d: Point) -> Point {
    Point::new(-d.y, d.x)
}

fn quadratic(a: Point, control: Point, b: Point, t: f64) -> Point {
    lerp(lerp(a, control, t), lerp(control, b, t), t)
}

/// A closed line whose corners are drawn towards their neighbours, by a part from 0 to 1: the
/// zigzag of hexsides along a straight front disappears, its course stays.
pub fn calm_loop(corners: &[Point], part: f64) -> Vec<Point> {
    let n = corners.len();
    (0..n)
        .map(|i| lerp(corners[i], corners[(i + n - 1) % n].midpoint(corners[(i + 1) % n]), part))
        .collect()
}

/// The same for an open line, which keeps its ends.
pub fn calm_line(points: &[Point], part: f64) -> Vec<Point> {
    let n = points.len();
    (0..n)
        .map(|i| {
            if i == 0 || i + 1 == n {
                points[i]
            } else {
                lerp(points[i], points[i - 1].midpoint(points[i + 1]), part)
            }
        })
        .collect()
}

/// Samples of the closed curve that touches the middle of every side of a polygon.
pub fn round_loop(corners: &[Point], per_corner: usize) -> Vec<Point> {
    let n = corners.len();
    let mut samples = Vec::with_capacity(n * per_corner);
    for i in 0..n {
        let (before, corner, after) = (corners[(i + n - 1) % n], corners[i], corners[(i + 1) % n]);
        let (from, to) = (before.midpoint(corner), corner.midpoint(after));
        for k in 0..per_corner {
            samples.push(quadratic(from, corner, to, k as f64 / per_corner as f64));
        }
    }
    samples
}

/// Samples of the open curve from the first point to the last that touches the middle of every
/// piece between.
pub fn round_line(points: &[Point], per_corner: usize) -> Vec<Point> {
    let n = points.len();
    if n < 3 {
        return match points {
            [a, b] => {
                (0..=per_corner).map(|k| lerp(*a, *b, k as f64 / per_corner as f64)).collect()
            }
            _ => points.to_vec(),
        };
    }
    let mut samples = Vec::with_capacity(n * per_corner + 2);
    for i in 1..n - 1 {
        let from = if i == 1 { points[0] } else { points[i - 1].midpoint(points[i]) };
        let to = if i == n - 2 { points[n - 1] } else { points[i].midpoint(points[i + 1]) };
        for k in 0..per_corner {
            samples.push(quadratic(from, points[i], to, k as f64 / per_corner as f64));
        }
    }
    samples.push(points[n - 1]);
    samples
}

/// The right-hand normal at each point of a line.
pub fn normals(points: &[Point], closed: bool) -> Vec<Point> {
    let n = points.len();
    (0..n)
        .map(|i| {
            let before = if i > 0 {
                points[i - 1]
            } else if closed {
                points[n - 1]
            } else {
                points[0]
            };
            let after = if i + 1 < n {
                points[i + 1]
            } else if closed {
                points[0]
            } else {
                points[n - 1]
            };
            right_of(direction(before, after))
        })
        .collect()
}

/// A closed line moved to its right by a distance that may vary from point to point.
pub fn offset_loop(points: &[Point], by: impl Fn(usize, Point) -> f64) -> Vec<Point> {
    let normals = normals(points, true);
    points.iter().zip(normals).enumerate().map(|(i, (p, n))| along(*p, n, by(i, *p))).collect()
}

/// The length of a line.
pub fn length(points: &[Point]) -> f64 {
    points.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
}

/// The point (and direction) at a distance along a line.
pub fn point_at(points: &[Point], mut distance: f64) -> Option<(Point, Point)> {
    for pair in points.windows(2) {
        let step = pair[0].distance(pair[1]);
        if distance <= step && step > 0.0 {
            return Some((lerp(pair[0], pair[1], distance / step), direction(pair[0], pair[1])));
        }
        distance -= step;
    }
    match points {
        [.., a, b] => Some((*b, direction(*a, *b))),
        _ => None,
    }
}

/// Whether a point lies inside a closed line.
pub fn inside(outline: &[Point], p: Point) -> bool {
    let mut within = false;
    for (i, a) in outline.iter().enumerate() {
        let b = outline.get(i + 1).unwrap_or(&outline[0]);
        if (a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y) {
            within = !within;
        }
    }
    within
}

/// The outline of a ribbon along a line, with the half width at each point.
pub fn ribbon(points: &[Point], half_width: impl Fn(usize) -> f64) -> Vec<Point> {
    let normals = normals(points, false);
    let side = |sign: f64| {
        points
            .iter()
            .zip(&normals)
            .enumerate()
            .map(move |(i, (p, n))| (i, *p, *n, sign))
            .collect::<Vec<_>>()
    };
    let place = |(i, p, n, sign): (usize, Point, Point, f64)| along(p, n, sign * half_width(i));
    side(1.0).into_iter().map(place).chain(side(-1.0).into_iter().rev().map(place)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rounded_line_keeps_its_ends_and_the_middles_between() {
        let points =
            [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (4.0, 2.0)].map(|(x, y)| Point::new(x, y));
        let round = round_line(&points, 4);
        assert_eq!(round[0], points[0]);
        assert_eq!(round[round.len() - 1], points[3]);
        assert!(round.iter().any(|p| p.distance(Point::new(2.0, 1.0)) < 1e-9));
    }

    #[test]
    fn inside_tells_inside_from_outside() {
        let square =
            [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)].map(|(x, y)| Point::new(x, y));
        assert!(inside(&square, Point::new(1.0, 1.0)));
        assert!(!inside(&square, Point::new(3.0, 1.0)));
    }
}
