//! The resolved grid of a map: which hexes exist, what they are called, and how
//! they are numbered for tables.

use super::error::{GridError, HexIdError};
use super::numbering::HexId;
use super::{Direction, GridSpec, HalfHex, Hex, Hexside, Layout, Orientation, Span};
use std::fmt::Write;

/// The resolved grid of a map.
///
/// [`Hex::ZERO`] is always the first hex: the top one of the leftmost column of a
/// flat map, the leftmost one of the top row of a pointy map. Hexes are read, and
/// indexed, line by line from there.
///
/// ```
/// use hexwright::hex::{Direction, Grid, GridSpec, Stagger};
///
/// let grid = Grid::new(GridSpec::flat(16, 12, Stagger::EvenDown))?;
/// let hex = grid.parse("0304")?;
/// let north = grid.neighbour(hex, Direction::N).ok_or("off the map")?;
/// assert_eq!(grid.id(north).ok_or("off the map")?, *"0303");
/// assert!(grid.parse("0413").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    pub(super) spec: GridSpec,
    /// The printed numbers of the lines.
    pub(super) lines: Span,
    /// The printed numbers along even and along odd lines.
    pub(super) spans: [Span; 2],
    /// Where [`Hex::ZERO`] lies along its line, in half hexes.
    pub(super) start: i32,
    /// Sides of hexes on the map that are kept by hexes off it, sorted.
    edge: Vec<Hexside>,
}

impl Grid {
    /// Checks a description and resolves it.
    pub fn new(spec: GridSpec) -> Result<Self, GridError> {
        let problems = spec.problems();
        if !problems.is_empty() {
            return Err(GridError { problems });
        }
        let mut grid =
            Self { lines: spec.lines(), spans: spec.spans(), start: 0, edge: Vec::new(), spec };
        let first = grid.line_number(0);
        grid.start = grid.extent(first)[0];
        grid.edge = grid.find_edge();
        Ok(grid)
    }

    /// The description it was built from.
    pub fn spec(&self) -> &GridSpec {
        &self.spec
    }

    /// Which way the hexes point.
    pub fn orientation(&self) -> Orientation {
        self.spec.orientation
    }

    /// Where the map lies on the page, and how large.
    pub fn layout(&self) -> Layout {
        self.spec.layout
    }

    // Ids

    /// The hex with a printed id, given with or without the board's prefix.
    pub fn parse(&self, text: &str) -> Result<Hex, HexIdError> {
        let bare = self.spec.prefix.as_deref().and_then(|prefix| text.strip_prefix(prefix));
        let mut readings = [bare, Some(text)]
            .into_iter()
            .flatten()
            .filter_map(|id| self.spec.numbering.read(id))
            .peekable();
        let is_id = readings.peek().is_some();
        if let Some(hex) = readings.find_map(|(column, row)| self.at_column_row(column, row)) {
            return Ok(hex);
        }
        let text = text.chars().take(40).collect();
        let [first, last] = self.id_range();
        Err(if is_id {
            HexIdError::OffMap { text, first, last }
        } else {
            HexIdError::NotAnId { text, first, last }
        })
    }

    /// The printed id of a hex, `None` off the map.
    pub fn id(&self, hex: Hex) -> Option<HexId> {
        let (column, row) = self.column_row(hex)?;
        Some(self.write_id(column, row))
    }

    /// The printed column and row number of a hex, `None` off the map.
    pub fn column_row(&self, hex: Hex) -> Option<(i32, i32)> {
        let (line, step) = self.line_step(hex)?;
        Some(self.across_along(line, step))
    }

    /// The hex with a printed column and row number, `None` off the map.
    pub fn at_column_row(&self, column: i32, row: i32) -> Option<Hex> {
        let (line, step) = self.across_along(column, row);
        if !self.lines.contains(line) || !self.span(line).contains(step) {
            return None;
        }
        let place = self.line_place(line);
        let along = (self.along(line, step) - self.start - place) / 2;
        Some(self.axial(place, along))
    }

    /// The lowest and the highest id of the map, for messages.
    pub fn id_range(&self) -> [HexId; 2] {
        let (low, high) = (self.lines.first, self.lines.last());
        [(low, self.span(low).first), (high, self.span(high).last())].map(|(line, step)| {
            let (column, row) = self.across_along(line, step);
            self.write_id(column, row)
        })
    }

    fn write_id(&self, column: i32, row: i32) -> HexId {
        let mut id = HexId::empty();
        let prefix = self.spec.prefix.as_deref().unwrap_or_default();
        // Cannot fail: the longest id was measured when the grid was built.
        let _ = id.write_str(prefix).and_then(|()| self.spec.numbering.write(column, row, &mut id));
        id
    }

    // Hexes

    /// Whether a hex is on the map.
    pub fn contains(&self, hex: Hex) -> bool {
        self.line_step(hex).is_some()
    }

    /// How many hexes the map has.
    #[expect(clippy::len_without_is_empty, reason = "a grid always has a hex")]
    pub fn len(&self) -> usize {
        self.before(self.lines.count)
    }

    /// All hexes: column by column from the left, each downwards (flat), or row by
    /// row from the top, each rightwards (pointy).
    pub fn hexes(&self) -> impl DoubleEndedIterator<Item = Hex> + ExactSizeIterator + Clone + '_ {
        (0..self.len()).map(|index| self.nth(index))
    }

    /// The place of a hex in [`Grid::hexes`], for tables kept in a `Vec`.
    pub fn index(&self, hex: Hex) -> Option<usize> {
        let (line, step) = self.line_step(hex)?;
        let span = self.span(line);
        let place = if self.steps_reversed() { span.last() - step } else { step - span.first };
        Some(self.before(self.line_place(line)) + usize::try_from(place).ok()?)
    }

    /// The hex at a place in [`Grid::hexes`].
    pub fn at_index(&self, index: usize) -> Option<Hex> {
        (index < self.len()).then(|| self.nth(index))
    }

    /// What the map edge cuts off a hex; `None` for a whole hex or one off the map.
    pub fn half(&self, hex: Hex) -> Option<HalfHex> {
        let halves = self.spec.halves;
        let (line, step) = self.line_step(hex)?;
        let along = self.along(line, step);
        let [low, high] = self.extremes();
        let (first, last) =
            (self.line_place(line) == 0, self.line_place(line) == self.lines.count - 1);
        let (lowest, highest) = (along == low, along == high);
        let half = match self.orientation() {
            Orientation::Flat => HalfHex {
                left: halves.left && first,
                right: halves.right && last,
                top: halves.top && lowest,
                bottom: halves.bottom && highest,
            },
            Orientation::Pointy => HalfHex {
                left: halves.left && lowest,
                right: halves.right && highest,
                top: halves.top && first,
                bottom: halves.bottom && last,
            },
        };
        (half != HalfHex::WHOLE).then_some(half)
    }

    // Neighbours and hexsides

    /// The six sides of this map's hexes, clockwise from the top.
    pub fn directions(&self) -> [Direction; 6] {
        Direction::all(self.orientation())
    }

    /// The hex across a side, `None` off the map or if hexes have no such side.
    pub fn neighbour(&self, hex: Hex, direction: Direction) -> Option<Hex> {
        let next = self.step_towards(hex, direction)?;
        (self.contains(hex) && self.contains(next)).then_some(next)
    }

    /// The neighbours of a hex on the map, with the side they lie across, clockwise.
    pub fn neighbours(&self, hex: Hex) -> impl Iterator<Item = (Direction, Hex)> + '_ {
        self.directions().into_iter().filter_map(move |d| Some((d, self.neighbour(hex, d)?)))
    }

    /// The side of a hex of the map in a direction. At the map edge there is nothing
    /// across it, but it is a side.
    pub fn hexside(&self, hex: Hex, direction: Direction) -> Option<Hexside> {
        let edge = direction.edge(self.orientation())?;
        self.contains(hex).then(|| Hexside::new(hex, edge))
    }

    /// The direction from a hex to one next to it.
    pub fn direction(&self, from: Hex, to: Hex) -> Option<Direction> {
        let side = Hexside::between(from, to)?;
        let facing = Direction::from_edge(self.orientation(), side.edge());
        Some(if side.keeper().0 == from { facing } else { facing.opposite() })
    }

    /// How many hexsides the map has, those at its edge included.
    pub fn hexside_count(&self) -> usize {
        self.len() * 3 + self.edge.len()
    }

    /// All hexsides, in the order of [`Grid::hexside_index`].
    pub fn hexsides(&self) -> impl Iterator<Item = Hexside> + '_ {
        self.hexes()
            .flat_map(|hex| (0..3).map(move |slot| Hexside::kept(hex, slot)))
            .chain(self.edge.iter().copied())
    }

    /// A number for each hexside of the map, for tables kept in a `Vec`; `None` if
    /// neither hex is on the map. Takes constant time but for sides at the map edge.
    pub fn hexside_index(&self, side: Hexside) -> Option<usize> {
        let (hex, slot) = side.keeper();
        match self.index(hex) {
            Some(index) => Some(index * 3 + usize::from(slot)),
            None => self.edge.binary_search(&side).ok().map(|place| self.len() * 3 + place),
        }
    }

    /// The hexside with a number of [`Grid::hexside_index`].
    pub fn hexside_at_index(&self, index: usize) -> Option<Hexside> {
        match index.checked_sub(self.len() * 3) {
            Some(place) => self.edge.get(place).copied(),
            None => Some(Hexside::kept(self.at_index(index / 3)?, u8::try_from(index % 3).ok()?)),
        }
    }

    /// A name for a hexside: `0304/0305`, or `0101 N` at the map edge.
    pub fn hexside_id(&self, side: Hexside) -> Option<String> {
        let [a, b] = side.hexes();
        let facing = Direction::from_edge(self.orientation(), side.edge());
        match (self.id(a), self.id(b)) {
            (Some(a), Some(b)) if a <= b => Some(format!("{a}/{b}")),
            (Some(a), Some(b)) => Some(format!("{b}/{a}")),
            (Some(a), None) => Some(format!("{a} {facing}")),
            (None, Some(b)) => Some(format!("{b} {}", facing.opposite())),
            (None, None) => None,
        }
    }

    fn find_edge(&self) -> Vec<Hexside> {
        let mut edge: Vec<Hexside> = self
            .hexes()
            .flat_map(|hex| Hexside::KEPT.map(|kept| Hexside::new(hex, kept.const_neg())))
            .filter(|side| !self.contains(side.keeper().0))
            .collect();
        edge.sort_unstable();
        edge
    }

    /// The next hex, `None` only where coordinates end.
    fn step_towards(&self, hex: Hex, direction: Direction) -> Option<Hex> {
        let step = direction.edge(self.orientation())?.into_hex();
        Some(Hex::new(hex.x.checked_add(step.x)?, hex.y.checked_add(step.y)?))
    }
}
