//! The map on paper: from hexes to points and back.
//!
//! All arithmetic is in `f64`, because `f32` (which hexx uses) is off by visible
//! amounts on a large map at print resolution.

use super::{Direction, Grid, GridError, GridProblem, Hex, Hexside, Orientation, Vertex};

/// Half the square root of three: how far apart neighbouring straight lines of
/// hexes lie, as a part of the hex size.
const LINE_STEP: f64 = 0.866_025_403_784_438_6;
/// One over the square root of three: from centre to corner, as a part of the hex size.
const RADIUS: f64 = 0.577_350_269_189_625_8;

/// How far rounding may put a point beside a line it is meant to be on, as a part
/// of the hex size.
const SLACK: f64 = 1e-9;

/// A point on the page: x rightwards, y downwards, in whatever unit the layout uses.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// Rightwards.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

impl Point {
    /// A point.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// The distance to another point.
    pub fn distance(self, other: Self) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }

    /// The point half way to another.
    pub fn midpoint(self, other: Self) -> Self {
        Self::new(f64::midpoint(self.x, other.x), f64::midpoint(self.y, other.y))
    }
}

/// An upright rectangle on the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// Top left.
    pub min: Point,
    /// Bottom right.
    pub max: Point,
}

impl Rect {
    /// How wide.
    pub fn width(self) -> f64 {
        self.max.x - self.min.x
    }

    /// How high.
    pub fn height(self) -> f64 {
        self.max.y - self.min.y
    }

    /// Whether a point is inside, allowing it to be `slack` outside.
    fn contains(self, point: Point, slack: f64) -> bool {
        let within =
            |low: f64, value: f64, high: f64| low - slack <= value && value <= high + slack;
        within(self.min.x, point.x, self.max.x) && within(self.min.y, point.y, self.max.y)
    }
}

/// How large the hexes are and where the map lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    /// The distance between opposite *sides* of a hex, which is also the distance
    /// between the centres of neighbours.
    pub hex_size: f64,
    /// The centre of the first hex: the top one of the leftmost column (flat) or
    /// the leftmost one of the top row (pointy), whatever its number.
    pub origin: Point,
}

impl Layout {
    /// Hexes of size 1, the first one centred on the origin.
    pub const UNIT: Self = Self { hex_size: 1.0, origin: Point::new(0.0, 0.0) };

    /// Whether points can be computed with it.
    pub(super) fn is_usable(self) -> bool {
        self.hex_size.is_finite()
            && self.hex_size > 0.0
            && self.origin.x.is_finite()
            && self.origin.y.is_finite()
    }

    /// A point given in hex sizes from the first hex.
    fn place(self, x: f64, y: f64) -> Point {
        Point::new(self.origin.x + self.hex_size * x, self.origin.y + self.hex_size * y)
    }
}

impl Grid {
    /// The same grid laid out otherwise.
    pub fn with_layout(&self, layout: Layout) -> Result<Self, GridError> {
        if !layout.is_usable() {
            return Err(GridError { problems: vec![GridProblem::Layout] });
        }
        let mut grid = self.clone();
        grid.spec.layout = layout;
        Ok(grid)
    }

    /// The layout that puts the top left of [`Grid::bounds`] at a point.
    ///
    /// ```
    /// use hexwright::hex::{Grid, GridSpec, Point, Stagger};
    ///
    /// let grid = Grid::new(GridSpec::flat(16, 12, Stagger::EvenDown))?;
    /// let on_page = grid.with_layout(grid.fitted(20.0, Point::new(10.0, 10.0)))?;
    /// assert!(on_page.bounds().min.distance(Point::new(10.0, 10.0)) < 1e-9);
    /// # Ok::<(), hexwright::hex::GridError>(())
    /// ```
    pub fn fitted(&self, hex_size: f64, top_left: Point) -> Layout {
        let min = self.unit_bounds().min;
        let origin = Point::new(top_left.x - min.x * hex_size, top_left.y - min.y * hex_size);
        Layout { hex_size, origin }
    }

    /// The centre of a hex, on the map or off it.
    pub fn centre(&self, hex: Hex) -> Point {
        let (q, r) = (f64::from(hex.x), f64::from(hex.y));
        match self.orientation() {
            Orientation::Flat => self.layout().place(q * LINE_STEP, r + q / 2.0),
            Orientation::Pointy => self.layout().place(q + r / 2.0, r * LINE_STEP),
        }
    }

    /// The six corners of a hex, clockwise. Corners `i` and `i + 1` are the ends of
    /// the side in direction `grid.directions()[i]`. Half hexes are not cut; see
    /// [`Grid::outline`].
    pub fn corners(&self, hex: Hex) -> [Point; 6] {
        let centre = self.centre(hex);
        let size = self.layout().hex_size;
        let (half, far) = (size / 2.0, size * RADIUS);
        let near = far / 2.0;
        let around = match self.orientation() {
            Orientation::Flat => [
                (-near, -half),
                (near, -half),
                (far, 0.0),
                (near, half),
                (-near, half),
                (-far, 0.0),
            ],
            Orientation::Pointy => [
                (0.0, -far),
                (half, -near),
                (half, near),
                (0.0, far),
                (-half, near),
                (-half, -near),
            ],
        };
        around.map(|(x, y)| Point::new(centre.x + x, centre.y + y))
    }

    /// What is seen of a hex: its corners clockwise, after the map edge has cut
    /// half hexes.
    pub fn outline(&self, hex: Hex) -> Vec<Point> {
        let mut outline = self.corners(hex).to_vec();
        let Some(half) = self.half(hex) else {
            return outline;
        };
        let centre = self.centre(hex);
        let slack = self.layout().hex_size * SLACK;
        if half.left {
            outline = clip(&outline, slack, |p| p.x - centre.x);
        }
        if half.right {
            outline = clip(&outline, slack, |p| centre.x - p.x);
        }
        if half.top {
            outline = clip(&outline, slack, |p| p.y - centre.y);
        }
        if half.bottom {
            outline = clip(&outline, slack, |p| centre.y - p.y);
        }
        outline
    }

    /// The two ends of a hexside, in the order of [`Hexside::corners`].
    pub fn hexside_ends(&self, side: Hexside) -> [Point; 2] {
        let (hex, _) = side.keeper();
        let direction = Direction::from_edge(self.orientation(), side.edge());
        let corners = self.corners(hex);
        // The two lists have the same six places, so the position is always found.
        let place = self.directions().iter().position(|&d| d == direction).unwrap_or(0);
        [corners[place], corners[(place + 1) % 6]]
    }

    /// Where three hexes meet: the middle of their centres.
    pub fn vertex(&self, vertex: Vertex) -> Point {
        let [a, b, c] = vertex.hexes().map(|hex| self.centre(hex));
        Point::new((a.x + b.x + c.x) / 3.0, (a.y + b.y + c.y) / 3.0)
    }

    /// The hex of the map under a point. A point that the map edge cuts off, or a
    /// point that is not a number, is in no hex.
    pub fn hex_at(&self, point: Point) -> Option<Hex> {
        let Layout { hex_size, origin } = self.layout();
        // Slack for rounding: the centre of a half hex lies exactly on the map edge.
        if !self.bounds().contains(point, hex_size * SLACK) {
            return None;
        }
        let (x, y) = ((point.x - origin.x) / hex_size, (point.y - origin.y) / hex_size);
        let hex = match self.orientation() {
            Orientation::Flat => round(x / LINE_STEP, y - x / LINE_STEP / 2.0),
            Orientation::Pointy => round(x - y / LINE_STEP / 2.0, y / LINE_STEP),
        };
        self.contains(hex).then_some(hex)
    }

    /// The rectangle around the whole map, half hexes cut.
    pub fn bounds(&self) -> Rect {
        let Rect { min, max } = self.unit_bounds();
        let layout = self.layout();
        Rect { min: layout.place(min.x, min.y), max: layout.place(max.x, max.y) }
    }

    /// The bounds in hex sizes from the first hex.
    fn unit_bounds(&self) -> Rect {
        let halves = self.spec().halves;
        // `before` and `after`: the edges along straight lines; `low` and `high`: the others.
        let ([before, after], [low, high]) = match self.orientation() {
            Orientation::Flat => ([halves.left, halves.right], [halves.top, halves.bottom]),
            Orientation::Pointy => ([halves.top, halves.bottom], [halves.left, halves.right]),
        };
        let last = f64::from(self.line_count() - 1) * LINE_STEP;
        let first = if before { 0.0 } else { -RADIUS };
        let last = if after { last } else { last + RADIUS };
        let [start, end] = self.reach(low, high).map(|halves| f64::from(halves) / 2.0);
        match self.orientation() {
            Orientation::Flat => Rect { min: Point::new(first, start), max: Point::new(last, end) },
            Orientation::Pointy => {
                Rect { min: Point::new(start, first), max: Point::new(end, last) }
            }
        }
    }
}

/// The hex nearest to fractional axial coordinates of moderate size.
fn round(q: f64, r: f64) -> Hex {
    let (mut x, mut y) = (q.round(), r.round());
    let (dx, dy) = (q - x, r - y);
    // The third cubic coordinate must stay minus the sum of the other two, so the
    // one that rounding moved most gives way.
    if dx.abs() >= dy.abs() {
        x += (dx + dy / 2.0).round();
    } else {
        y += (dy + dx / 2.0).round();
    }
    #[expect(clippy::cast_possible_truncation, reason = "the map bounds were checked before")]
    Hex::new(x as i32, y as i32)
}

/// Cuts a convex outline along a line, keeping where `inside` is not negative.
fn clip(outline: &[Point], slack: f64, inside: impl Fn(Point) -> f64) -> Vec<Point> {
    // Corners on the cutting line must count as on it despite rounding.
    let depth = |p: Point| {
        let d = inside(p);
        if d.abs() < slack { 0.0 } else { d }
    };
    let mut kept = Vec::with_capacity(outline.len() + 1);
    for (i, &here) in outline.iter().enumerate() {
        let next = outline.get(i + 1).or(outline.first()).copied().unwrap_or(here);
        let (a, b) = (depth(here), depth(next));
        if a >= 0.0 {
            kept.push(here);
        }
        if a * b < 0.0 {
            let part = a / (a - b);
            kept.push(Point::new(
                here.x + (next.x - here.x) * part,
                here.y + (next.y - here.y) * part,
            ));
        }
    }
    kept
}
