//! Map art under the grid: a picture aligned to the hexes by named points.

use super::MapError;
use super::ground::Ground;
use super::pen::num;
use crate::bitmap::{Format, size_of};
use crate::hex::{Grid, Hex, Layout, Point};

/// How a picture lies under a grid: pixels of the picture from hex sizes of the grid.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Alignment {
    /// `x = a·u + b·v + c`
    x: [f64; 3],
    /// `y = d·u + e·v + f`
    y: [f64; 3],
    /// Root mean square distance of the points from where the grid puts them, in pixels, when the
    /// picture may only be moved, turned and scaled.
    pub residual: f64,
    /// The same when it may also be stretched and slanted; always 0 with three points.
    pub residual_stretched: f64,
    /// The point that fits worst, by its place in the list, and its distance in pixels.
    pub worst: (usize, f64),
    /// Pixels to a hex.
    pub pixels_per_hex: f64,
    /// By how many degrees the picture is turned.
    pub turned: f64,
    /// Width over height of a pixel, 1 for a true picture.
    pub stretch: f64,
}

/// Finds how a picture lies under a grid. With four points or more the picture may be stretched and
/// slanted to fit (scans are); with three, only moved, turned and scaled, so that a mistyped point
/// shows.
pub fn align(grid: &Grid, points: &[(Hex, f64, f64)]) -> Result<Alignment, MapError> {
    let name = |hex: Hex| grid.id(hex).map(|id| id.to_string()).unwrap_or_default();
    if points.len() < 3 {
        return Err(MapError::Alignment(format!(
            "an alignment needs three points or more, not {}",
            points.len()
        )));
    }
    if let Some((hex, ..)) = points.iter().find(|(_, x, y)| !x.is_finite() || !y.is_finite()) {
        return Err(MapError::Alignment(format!("the pixel of {} is no number", name(*hex))));
    }
    let unit = grid.with_layout(Layout::UNIT).unwrap_or_else(|_| grid.clone());
    let from: Vec<Point> = points.iter().map(|(hex, ..)| unit.centre(*hex)).collect();
    let to: Vec<Point> = points.iter().map(|(_, x, y)| Point::new(*x, *y)).collect();
    let list = || points.iter().map(|(hex, ..)| name(*hex)).collect::<Vec<_>>().join(", ");
    if spread(&from) < 1e-6 {
        return Err(MapError::Alignment(format!(
            "the hexes {} lie on one straight line; choose one of them well beside it",
            list()
        )));
    }
    if spread(&to) < 1e-4 {
        return Err(MapError::Alignment(format!(
            "the pixels given for {} lie on one straight line, but the hexes do not; one of them is mistyped",
            list()
        )));
    }
    let similar = similarity(&from, &to);
    let slanted = affine(&from, &to).unwrap_or(similar);
    let miss = |[x, y]: [[f64; 3]; 2]| -> Vec<f64> {
        from.iter().zip(&to).map(|(p, q)| apply(x, y, *p).distance(*q)).collect()
    };
    let rms =
        |misses: &[f64]| (misses.iter().map(|m| m * m).sum::<f64>() / misses.len() as f64).sqrt();
    let (plain, stretched) = (miss(similar), miss(slanted));
    let worst =
        plain.iter().copied().enumerate().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0, 0.0));
    let scale = similar[0][0].hypot(similar[1][0]);
    let [x, y] = if points.len() > 3 { slanted } else { similar };
    let [sx, sy] = [slanted[0][0].hypot(slanted[1][0]), slanted[0][1].hypot(slanted[1][1])];
    Ok(Alignment {
        x,
        y,
        residual: rms(&plain),
        residual_stretched: rms(&stretched),
        worst,
        pixels_per_hex: scale,
        turned: similar[1][0].atan2(similar[0][0]).to_degrees(),
        stretch: if sy > 0.0 { sx / sy } else { 1.0 },
    })
}

fn apply(x: [f64; 3], y: [f64; 3], p: Point) -> Point {
    Point::new(x[0] * p.x + x[1] * p.y + x[2], y[0] * p.x + y[1] * p.y + y[2])
}

/// How far points are from lying on one line: 0 on a line, 1 for a regular figure.
fn spread(points: &[Point]) -> f64 {
    let n = points.len() as f64;
    let mean = Point::new(
        points.iter().map(|p| p.x).sum::<f64>() / n,
        points.iter().map(|p| p.y).sum::<f64>() / n,
    );
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for p in points {
        let (dx, dy) = (p.x - mean.x, p.y - mean.y);
        xx += dx * dx;
        xy += dx * dy;
        yy += dy * dy;
    }
    let trace = xx + yy;
    if trace <= 0.0 { 0.0 } else { 4.0 * (xx * yy - xy * xy) / (trace * trace) }
}

/// The best movement, turn and scale, by least squares.
fn similarity(from: &[Point], to: &[Point]) -> [[f64; 3]; 2] {
    let n = from.len() as f64;
    let mean = |points: &[Point]| {
        Point::new(
            points.iter().map(|p| p.x).sum::<f64>() / n,
            points.iter().map(|p| p.y).sum::<f64>() / n,
        )
    };
    let (p0, q0) = (mean(from), mean(to));
    let (mut dot, mut cross, mut norm) = (0.0, 0.0, 0.0);
    for (p, q) in from.iter().zip(to) {
        let (px, py, qx, qy) = (p.x - p0.x, p.y - p0.y, q.x - q0.x, q.y - q0.y);
        dot += px * qx + py * qy;
        cross += px * qy - py * qx;
        norm += px * px + py * py;
    }
    let (a, b) = (dot / norm, cross / norm);
    [[a, -b, q0.x - a * p0.x + b * p0.y], [b, a, q0.y - b * p0.x - a * p0.y]]
}

/// The best affine map, by least squares; `None` when the points do not determine one.
fn affine(from: &[Point], to: &[Point]) -> Option<[[f64; 3]; 2]> {
    let mut m = [[0.0_f64; 3]; 3];
    let (mut bx, mut by) = ([0.0; 3], [0.0; 3]);
    for (p, q) in from.iter().zip(to) {
        let row = [p.x, p.y, 1.0];
        for i in 0..3 {
            for j in 0..3 {
                m[i][j] += row[i] * row[j];
            }
            bx[i] += row[i] * q.x;
            by[i] += row[i] * q.y;
        }
    }
    let det = |m: &[[f64; 3]; 3]| {
        m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
            - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
            + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
    };
    let whole = det(&m);
    if whole.abs() < 1e-9 {
        return None;
    }
    let solve = |b: [f64; 3]| {
        let mut out = [0.0; 3];
        for (column, value) in out.iter_mut().enumerate() {
            let mut with = m;
            for (row, target) in with.iter_mut().zip(b) {
                row[column] = target;
            }
            *value = det(&with) / whole;
        }
        out
    };
    Some([solve(bx), solve(by)])
}

impl Alignment {
    /// The pixel under a point given in hex sizes from the first hex.
    pub fn pixel(&self, p: Point) -> Point {
        apply(self.x, self.y, p)
    }

    /// What to tell the designer.
    pub fn report(&self, grid: &Grid, points: &[(Hex, f64, f64)]) -> String {
        let worst = points.get(self.worst.0).and_then(|(hex, ..)| grid.id(*hex));
        let worst = worst.map(|id| id.to_string()).unwrap_or_default();
        let part = if self.pixels_per_hex > 0.0 {
            self.residual / self.pixels_per_hex * 100.0
        } else {
            0.0
        };
        let mut text = format!(
            "{} points: {:.2} pixels to a hex, turned by {:.2}°; residual {:.2} pixels ({part:.2} % of a hex), worst at {worst}: {:.2} pixels",
            points.len(),
            self.pixels_per_hex,
            self.turned,
            self.residual,
            self.worst.1
        );
        if points.len() > 3 {
            text.push_str(&format!(
                "; stretched to fit by {:.2} %, residual then {:.2} pixels",
                (self.stretch - 1.0) * 100.0,
                self.residual_stretched
            ));
        }
        text
    }
}

/// The picture of a backdrop, ready to be drawn.
#[derive(Debug, Clone)]
pub struct Art {
    /// How it lies.
    pub alignment: Alignment,
    /// Width and height in pixels.
    pub pixels: (u32, u32),
    uri: String,
}

/// Largest picture that is read, in pixels on each side.
const LARGEST: u32 = 30_000;

impl Art {
    /// Reads a PNG or JPEG and checks that it can be meant for this map.
    pub fn read(
        grid: &Grid,
        points: &[(Hex, f64, f64)],
        name: &str,
        bytes: &[u8],
    ) -> Result<Self, MapError> {
        let alignment = align(grid, points)?;
        let wrong = |message: String| MapError::Art { image: name.to_owned(), message };
        let kind = match Format::of(bytes) {
            Some(format @ (Format::Png | Format::Jpeg)) => format.word(),
            _ => return Err(wrong("it is neither a PNG nor a JPEG picture".to_owned())),
        };
        let (w, h) = size_of(bytes).map_err(wrong)?;
        if w > LARGEST || h > LARGEST {
            return Err(wrong(format!(
                "{w} × {h} pixels are too many: {LARGEST} a side is the most"
            )));
        }
        for (hex, x, y) in points {
            if *x < 0.0 || *y < 0.0 || *x > f64::from(w) || *y > f64::from(h) {
                let id = grid.id(*hex).map(|id| id.to_string()).unwrap_or_default();
                return Err(wrong(format!(
                    "pixel {x}, {y} of hex {id} lies outside the picture of {w} × {h} pixels"
                )));
            }
        }
        let unit = grid.with_layout(Layout::UNIT).unwrap_or_else(|_| grid.clone());
        let bounds = unit.bounds();
        let slack = alignment.pixels_per_hex;
        let corners = [
            bounds.min,
            Point::new(bounds.max.x, bounds.min.y),
            bounds.max,
            Point::new(bounds.min.x, bounds.max.y),
        ];
        for (corner, word) in
            corners.iter().zip(["upper left", "upper right", "lower right", "lower left"])
        {
            let p = alignment.pixel(*corner);
            if p.x < -slack
                || p.y < -slack
                || p.x > f64::from(w) + slack
                || p.y > f64::from(h) + slack
            {
                return Err(wrong(format!(
                    "the {word} corner of the grid would lie at pixel {:.0}, {:.0}, more than a hex outside the picture of {w} × {h} pixels; the picture or the number of columns and rows is wrong",
                    p.x, p.y
                )));
            }
        }
        let mut uri = format!("data:image/{kind};base64,");
        base64(bytes, &mut uri);
        Ok(Art { alignment, pixels: (w, h), uri })
    }

    /// The picture as it lies under a map on the sheet.
    pub fn image(&self, ground: &Ground) -> String {
        // The alignment leads from hex sizes to pixels; the drawing needs the way back.
        let [a, b, c] = self.alignment.x;
        let [d, e, f] = self.alignment.y;
        let det = a * e - b * d;
        let Layout { hex_size, origin } = ground.grid.layout();
        let k = hex_size / det;
        let (m11, m12, m21, m22) = (e * k, -b * k, -d * k, a * k);
        let (tx, ty) = (origin.x - (m11 * c + m12 * f), origin.y - (m21 * c + m22 * f));
        format!(
            "<image width=\"{}\" height=\"{}\" preserveAspectRatio=\"none\" transform=\"matrix({m11:.9} {m21:.9} {m12:.9} {m22:.9} {} {})\" xlink:href=\"{}\"/>",
            self.pixels.0,
            self.pixels.1,
            num(tx),
            num(ty),
            self.uri
        )
    }
}

fn base64(bytes: &[u8], out: &mut String) {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    out.reserve(bytes.len() * 4 / 3 + 4);
    for chunk in bytes.chunks(3) {
        let group =
            chunk.iter().fold(0_u32, |g, b| (g << 8) | u32::from(*b)) << (8 * (3 - chunk.len()));
        for i in 0..4 {
            if i <= chunk.len() {
                out.push(char::from(LETTERS[(group >> (18 - 6 * i)) as usize & 63]));
            } else {
                out.push('=');
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::{GridSpec, Stagger};

    fn grid() -> Grid {
        Grid::new(GridSpec::flat(20, 15, Stagger::EvenDown)).unwrap()
    }

    fn at(grid: &Grid, id: &str, scale: f64, turn: f64) -> (Hex, f64, f64) {
        let hex = grid.parse(id).unwrap();
        let p = grid.centre(hex);
        let (sin, cos) = turn.to_radians().sin_cos();
        (hex, 100.0 + scale * (p.x * cos - p.y * sin), 80.0 + scale * (p.x * sin + p.y * cos))
    }

    #[test]
    fn a_turned_and_scaled_picture_is_found_exactly() {
        let grid = grid();
        let points: Vec<_> =
            ["0101", "2001", "1015"].iter().map(|id| at(&grid, id, 64.0, 1.5)).collect();
        let found = align(&grid, &points).unwrap();
        assert!(found.residual < 1e-9);
        assert!((found.pixels_per_hex - 64.0).abs() < 1e-9);
        assert!((found.turned - 1.5).abs() < 1e-9);
        let other = at(&grid, "0708", 64.0, 1.5);
        let p = found.pixel(grid.centre(other.0));
        assert!(p.distance(Point::new(other.1, other.2)) < 1e-6);
    }

    #[test]
    fn a_mistyped_point_shows_in_the_residual_and_is_named() {
        let grid = grid();
        let mut points: Vec<_> =
            ["0101", "2001", "2015", "0115"].iter().map(|id| at(&grid, id, 64.0, 0.0)).collect();
        points[2].1 += 40.0;
        let found = align(&grid, &points).unwrap();
        assert!(found.residual > 8.0);
        assert_eq!(found.worst.0, 2);
        assert!(
            found.report(&grid, &points).contains("worst at 2015"),
            "{}",
            found.report(&grid, &points)
        );
    }

    #[test]
    fn points_on_one_line_are_refused_by_name() {
        let grid = grid();
        let points: Vec<_> =
            ["0101", "0105", "0112"].iter().map(|id| at(&grid, id, 64.0, 0.0)).collect();
        assert_eq!(
            align(&grid, &points).unwrap_err().to_string(),
            "the hexes 0101, 0105, 0112 lie on one straight line; choose one of them well beside it"
        );
        let mut points: Vec<_> =
            ["0101", "2001", "0115"].iter().map(|id| at(&grid, id, 64.0, 0.0)).collect();
        points[2] = (
            points[2].0,
            500.0,
            points[0].2
                + (points[1].2 - points[0].2) * (500.0 - points[0].1) / (points[1].1 - points[0].1),
        );
        assert!(align(&grid, &points).unwrap_err().to_string().contains("mistyped"));
        assert!(align(&grid, &points[..2]).unwrap_err().to_string().contains("three points"));
    }

    #[test]
    fn a_picture_too_small_for_the_grid_is_refused() {
        let grid = grid();
        let mut png = Vec::new();
        image::RgbImage::new(400, 300)
            .write_to(&mut std::io::Cursor::new(&mut png), image::ImageFormat::Png)
            .unwrap();
        let points: Vec<_> =
            ["0101", "0301", "0103"].iter().map(|id| at(&grid, id, 64.0, 0.0)).collect();
        let error = Art::read(&grid, &points, "art.png", &png).unwrap_err().to_string();
        assert!(error.contains("corner of the grid"), "{error}");
        assert!(Art::read(&grid, &points, "art.png", b"no picture").is_err());
        let outside: Vec<_> =
            ["0101", "2001", "0115"].iter().map(|id| at(&grid, id, 64.0, 0.0)).collect();
        let error = Art::read(&grid, &outside, "art.png", &png).unwrap_err().to_string();
        assert!(error.contains("hex 2001 lies outside"), "{error}");
    }

    #[test]
    fn base64_pads_as_the_standard_says() {
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")]
        {
            let mut out = String::new();
            base64(bytes.as_bytes(), &mut out);
            assert_eq!(out, text);
        }
    }
}
