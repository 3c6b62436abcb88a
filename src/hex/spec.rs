//! The description of a map's grid, as a source file states it.

use super::{Layout, Numbering};

/// Most columns or rows a map may have.
pub const MAX_LINES: i32 = 1000;
/// Largest column or row number a map may print.
pub const MAX_NUMBER: i32 = 99_999;

/// Which way the hexes point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Orientation {
    /// Flat sides at top and bottom: columns are straight, rows zig-zag.
    Flat,
    /// Points at top and bottom: rows are straight, columns zig-zag.
    Pointy,
}

/// Which of the straight lines of hexes are printed half a hex further on.
///
/// Counted by the *printed* number, whatever corner it grows from. On a flat map:
/// for equal row numbers, hexes of the odd (or even) columns lie half a hex lower
/// on the page. On a pointy map: for equal column numbers, hexes of the odd (or
/// even) rows lie half a hex further right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stagger {
    /// Odd columns lower (odd rows further right).
    OddDown,
    /// Even columns lower (even rows further right).
    EvenDown,
}

/// The corner of the map where numbers are lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Corner {
    /// Columns count rightwards, rows downwards: by far the most common.
    TopLeft,
    /// Columns count leftwards, rows downwards.
    TopRight,
    /// Columns count rightwards, rows upwards.
    BottomLeft,
    /// Columns count leftwards, rows upwards.
    BottomRight,
}

impl Corner {
    /// All four.
    pub const ALL: [Self; 4] = [Self::TopLeft, Self::TopRight, Self::BottomLeft, Self::BottomRight];

    /// Whether column numbers grow to the left.
    pub const fn from_right(self) -> bool {
        matches!(self, Self::TopRight | Self::BottomRight)
    }

    /// Whether row numbers grow upwards.
    pub const fn from_bottom(self) -> bool {
        matches!(self, Self::BottomLeft | Self::BottomRight)
    }
}

/// The numbers along one straight line of hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// Lowest number.
    pub first: i32,
    /// How many hexes.
    pub count: i32,
}

impl Span {
    /// The highest number.
    pub const fn last(self) -> i32 {
        self.first.saturating_add(self.count).saturating_sub(1)
    }

    /// Whether a number lies on the line.
    pub const fn contains(self, number: i32) -> bool {
        self.first <= number && number <= self.last()
    }
}

/// Which edges of the map cut the outermost hexes in half.
///
/// Where the edge runs along a straight line of hexes (left and right of a flat
/// map, top and bottom of a pointy one), that whole line is cut. Along the other
/// two edges only the hexes that stick out furthest are cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Halves {
    /// The left edge cuts hexes.
    pub left: bool,
    /// The right edge cuts hexes.
    pub right: bool,
    /// The top edge cuts hexes.
    pub top: bool,
    /// The bottom edge cuts hexes.
    pub bottom: bool,
}

impl Halves {
    /// No edge cuts hexes.
    pub const NONE: Self = Self { left: false, right: false, top: false, bottom: false };
    /// Every edge cuts hexes, as on boards made to be laid side by side.
    pub const ALL: Self = Self { left: true, right: true, top: true, bottom: true };
}

/// What the map edge cuts off a hex: the half on each side named `true` is
/// missing. A hex in a corner of the map may miss two halves and be a quarter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct HalfHex {
    /// The left half is missing.
    pub left: bool,
    /// The right half is missing.
    pub right: bool,
    /// The top half is missing.
    pub top: bool,
    /// The bottom half is missing.
    pub bottom: bool,
}

impl HalfHex {
    /// A hex of which nothing is missing.
    pub const WHOLE: Self = Self { left: false, right: false, top: false, bottom: false };
}

/// The grid of a map as its source states it. [`Grid::new`](super::Grid::new)
/// checks and resolves it.
#[derive(Clone, Debug, PartialEq)]
pub struct GridSpec {
    /// Which way the hexes point.
    pub orientation: Orientation,
    /// Which columns (rows on a pointy map) are shifted.
    pub stagger: Stagger,
    /// How ids are written.
    pub numbering: Numbering,
    /// Where numbers are lowest.
    pub corner: Corner,
    /// The lowest column number. With letter columns, `A` is 1.
    pub first_column: i32,
    /// The lowest row number.
    pub first_row: i32,
    /// How many columns.
    pub columns: i32,
    /// How many rows.
    pub rows: i32,
    /// Other row numbers for odd columns (column numbers for odd rows on a pointy map).
    pub odd_lines: Option<Span>,
    /// Other row numbers for even columns (column numbers for even rows on a pointy map).
    pub even_lines: Option<Span>,
    /// Which edges cut hexes in half.
    pub halves: Halves,
    /// The board's name, printed before each id: the `x` of `xK2`. Ids are read
    /// with or without it.
    pub prefix: Option<String>,
    /// Where the map lies on the page, and how large.
    pub layout: Layout,
}

impl GridSpec {
    /// A flat-topped map numbered `CCRR` from `0101` at the top left.
    pub const fn flat(columns: i32, rows: i32, stagger: Stagger) -> Self {
        Self {
            orientation: Orientation::Flat,
            stagger,
            numbering: Numbering::CCRR,
            corner: Corner::TopLeft,
            first_column: 1,
            first_row: 1,
            columns,
            rows,
            odd_lines: None,
            even_lines: None,
            halves: Halves::NONE,
            prefix: None,
            layout: Layout::UNIT,
        }
    }

    /// A pointy-topped map numbered `CCRR` from `0101` at the top left.
    pub fn pointy(columns: i32, rows: i32, stagger: Stagger) -> Self {
        Self { orientation: Orientation::Pointy, ..Self::flat(columns, rows, stagger) }
    }

    /// A standard ASL board: columns A to GG, rows 1 to 10 in columns A, C, E …
    /// and 0 to 10 in columns B, D, F …, cut in half along all four edges.
    /// An empty name gives a board without prefix.
    pub fn asl_board(name: &str) -> Self {
        Self {
            numbering: Numbering::ASL,
            even_lines: Some(Span { first: 0, count: 11 }),
            halves: Halves::ALL,
            prefix: (!name.is_empty()).then(|| name.to_owned()),
            ..Self::flat(33, 10, Stagger::EvenDown)
        }
    }

    /// The numbers of the straight lines: columns of a flat map, rows of a pointy one.
    pub(super) const fn lines(&self) -> Span {
        match self.orientation {
            Orientation::Flat => Span { first: self.first_column, count: self.columns },
            Orientation::Pointy => Span { first: self.first_row, count: self.rows },
        }
    }

    /// The numbers along the even and the odd lines.
    pub(super) fn spans(&self) -> [Span; 2] {
        let usual = match self.orientation {
            Orientation::Flat => Span { first: self.first_row, count: self.rows },
            Orientation::Pointy => Span { first: self.first_column, count: self.columns },
        };
        [self.even_lines.unwrap_or(usual), self.odd_lines.unwrap_or(usual)]
    }
}
