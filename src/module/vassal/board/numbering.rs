//! The hex grid of a board: VASSAL's settings that name every hex as it is printed.

use crate::hex::{Grid, Hex, IdOrder, Labels, Letters, Orientation};
use crate::module::table::Pitch;
use crate::module::vassal::component::Component;
use crate::module::vassal::components::board::{HexGrid, HexGridNumbering, Region, RegionGrid};
use crate::vassal::build::Element;
use crate::vassal::grid;

/// The grid component for a map whose hexes have their centres at these pixels.
///
/// `size` is the size of what holds the grid, a board or a zone: VASSAL counts
/// backwards from it. Numbering that VASSAL's own scheme cannot express (AA, AB
/// after Z) becomes a grid of named points.
pub fn hex_grid(
    grid: &Grid,
    centre: &dyn Fn(Hex) -> (i32, i32),
    pitch: Pitch,
    size: (i32, i32),
) -> Element {
    [false, true]
        .into_iter()
        .filter_map(|first_is_odd| {
            let fit = Fit::new(grid, centre, pitch, first_is_odd)?;
            let element = fit.element(grid, size)?;
            names_every_hex(&element, grid, centre, size).then_some(element)
        })
        .next()
        .unwrap_or_else(|| named_points(grid, centre))
}

fn names_every_hex(
    element: &Element,
    grid: &Grid,
    centre: &dyn Fn(Hex) -> (i32, i32),
    size: (i32, i32),
) -> bool {
    let read = grid::HexGrid::of(element);
    grid.hexes().all(|hex| {
        let at = centre(hex);
        let id = grid.id(hex);
        read.snap(at) == at
            && read.name(at, size).as_deref() == id.as_ref().map(crate::hex::HexId::as_str)
    })
}

/// A grid of VASSAL's laid over the hexes: `raw` column and row of each.
struct Fit {
    pitch: Pitch,
    sideways: bool,
    /// Centre of raw hex (0, 0), along lines and across them.
    origin: (i32, i32),
    /// Raw line and step, printed line and step of every hex.
    hexes: Vec<[i32; 4]>,
}

impl Fit {
    /// VASSAL shifts its odd lines by half a hex: the first line of the map is either even or odd.
    fn new(
        grid: &Grid,
        centre: &dyn Fn(Hex) -> (i32, i32),
        pitch: Pitch,
        first_is_odd: bool,
    ) -> Option<Self> {
        let sideways = grid.orientation() == Orientation::Pointy;
        let turned = |(x, y): (i32, i32)| if sideways { (y, x) } else { (x, y) };
        let (u, v) = turned(centre(Hex::ZERO));
        let half = pitch.dy / 2;
        let origin = if first_is_odd { (u - pitch.dx, v - half) } else { (u, v) };
        let mut hexes = Vec::with_capacity(grid.len());
        for hex in grid.hexes() {
            let (u, v) = turned(centre(hex));
            let line = whole(u - origin.0, pitch.dx)?;
            let step = whole(v - origin.1 - if line % 2 == 0 { 0 } else { half }, pitch.dy)?;
            let (column, row) = grid.column_row(hex)?;
            let (printed_line, printed_step) = if sideways { (row, column) } else { (column, row) };
            hexes.push([line, step, printed_line, printed_step]);
        }
        Some(Fit { pitch, sideways, origin, hexes })
    }

    fn element(&self, grid: &Grid, size: (i32, i32)) -> Option<Element> {
        let spec = grid.spec();
        let scheme = spec.numbering;
        let (line_labels, step_labels) = if self.sideways {
            (scheme.rows, scheme.columns)
        } else {
            (scheme.columns, scheme.rows)
        };
        let line_first = (scheme.order == IdOrder::ColumnRow) != self.sideways;
        let falls = |raw: usize, printed: usize| {
            let highest = self.hexes.iter().max_by_key(|hex| hex[raw]);
            let lowest = self.hexes.iter().min_by_key(|hex| hex[raw]);
            highest.zip(lowest).is_some_and(|(high, low)| high[printed] < low[printed])
        };
        let (line_falls, step_falls) = (falls(0, 2), falls(1, 3));
        // VASSAL divides the height by the pitch of lines and the width by that of steps.
        let rounded =
            |length: i32, by: i32| (f64::from(length) / f64::from(by) + 0.5).floor() as i32;
        let (most_rows, most_columns) =
            (rounded(size.1, self.pitch.dx), rounded(size.0, self.pitch.dy));
        let (most_lines, most_steps) =
            if self.sideways { (most_rows, most_columns) } else { (most_columns, most_rows) };
        let counted = |raw: i32, falls: bool, most: i32| if falls { most - raw } else { raw };
        let first = self.hexes.first()?;
        let line_offset = first[2] - counted(first[0], line_falls, most_lines);
        let offset_of = |odd: bool| {
            let hex = self.hexes.iter().find(|hex| (hex[0] % 2 != 0) == odd)?;
            Some(hex[3] - counted(hex[1], step_falls, most_steps))
        };
        let even = offset_of(false).or(offset_of(true))?;
        let odd = offset_of(true).unwrap_or(even);
        let stagger = match (odd - even, step_falls) {
            (0, _) => false,
            (1, false) | (-1, true) => true,
            _ => return None,
        };
        let (line_type, line_leading, line_base) = label(line_labels)?;
        let (step_type, step_leading, step_base) = label(step_labels)?;
        let prefix = spec.prefix.as_deref().unwrap_or_default();
        let (column_descending, row_descending) =
            if self.sideways { (step_falls, line_falls) } else { (line_falls, step_falls) };
        let numbering = HexGridNumbering {
            first: if line_first { "H" } else { "V" }.to_owned(),
            separator: scheme.separator.map(String::from).unwrap_or_default(),
            column_type: line_type.to_owned(),
            column_leading: line_leading,
            column_offset: line_offset - line_base,
            column_descending,
            row_type: step_type.to_owned(),
            row_leading: step_leading,
            row_offset: even - step_base,
            row_descending,
            format: format!("{prefix}$gridLocation$"),
            stagger,
            ..HexGridNumbering::default()
        };
        let hexes = HexGrid {
            sideways: self.sideways,
            x0: self.origin.0,
            y0: self.origin.1,
            dx: f64::from(self.pitch.dx),
            dy: f64::from(self.pitch.dy),
            ..HexGrid::default()
        };
        Some(hexes.element().holding([numbering.element()]))
    }
}

fn whole(length: i32, by: i32) -> Option<i32> {
    (length.rem_euclid(by) == 0).then(|| length.div_euclid(by))
}

/// VASSAL's type, leading zeros, and the number that its index 0 stands for.
fn label(labels: Labels) -> Option<(&'static str, i32, i32)> {
    match labels {
        Labels::Number { width } => Some(("N", i32::from(width) - 1, 0)),
        // `A` is our 1 and VASSAL's 0. Up to Z both ways of going on are the same.
        Labels::Letters(Letters::Doubled | Letters::Spreadsheet) => Some(("A", 0, 1)),
    }
}

fn named_points(grid: &Grid, centre: &dyn Fn(Hex) -> (i32, i32)) -> Element {
    let regions = grid.hexes().map(|hex| {
        let (x, y) = centre(hex);
        let name = grid.id(hex).map(|id| id.to_string()).unwrap_or_default();
        Region { name, x, y }.element()
    });
    RegionGrid::default().element().holding(regions)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::{Corner, GridSpec, Halves, Layout, Numbering, Point, Span, Stagger};

    const PITCH: Pitch = Pitch { dx: 90, dy: 104 };

    /// Every hex by VASSAL's formulas; returns the class of the grid.
    fn check(spec: GridSpec) -> String {
        let grid = Grid::new(spec).expect("a sound grid");
        let plain = grid.with_layout(Layout::UNIT).expect("usable");
        let sideways = grid.orientation() == Orientation::Pointy;
        let centre = |hex: Hex| {
            let Point { x, y } = plain.centre(hex);
            let (across, along) =
                (f64::from(PITCH.dx) / 0.866_025_403_784_438_6, f64::from(PITCH.dy));
            let (sx, sy) = if sideways { (along, across) } else { (across, along) };
            ((x * sx).round() as i32 + 500, (y * sy).round() as i32 + 400)
        };
        let size = (3000, 2500);
        let element = hex_grid(&grid, &centre, PITCH, size);
        let board = Element::new("Board").holding([element.clone()]);
        let read = grid::Grid::within(&board).expect("a grid");
        for hex in grid.hexes() {
            let id = grid.id(hex).expect("on the map").to_string();
            assert_eq!(read.name(centre(hex), size), Some(id), "{element:?}");
            assert_eq!(read.snap(centre(hex)), centre(hex));
        }
        element.class().to_owned()
    }

    #[test]
    fn every_numbering_scheme_is_named_as_printed() {
        let schemes = [
            Numbering::CCRR,
            Numbering::CCRR.row_first(),
            Numbering::digits(3, 2),
            Numbering::separated('.'),
            Numbering::separated('-').row_first(),
            Numbering::ASL,
            Numbering::ASL.row_first(),
        ];
        for numbering in schemes {
            for corner in Corner::ALL {
                for stagger in [Stagger::OddDown, Stagger::EvenDown] {
                    for orientation in [Orientation::Flat, Orientation::Pointy] {
                        for (first_column, first_row) in [(1, 1), (0, 0), (5, 12)] {
                            let spec = GridSpec {
                                orientation,
                                numbering,
                                corner,
                                first_column: first_column
                                    .max(i32::from(numbering.separator.is_none())),
                                first_row,
                                ..GridSpec::flat(9, 8, stagger)
                            };
                            assert_eq!(check(spec), "HexGrid");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn letter_boards_with_half_hexes_keep_their_prefix() {
        assert_eq!(check(GridSpec::asl_board("x")), "HexGrid");
        let turned = GridSpec { corner: Corner::BottomRight, ..GridSpec::asl_board("w") };
        assert_eq!(check(turned), "HexGrid");
    }

    #[test]
    fn lines_of_different_length_are_named_as_printed() {
        for odd in
            [Span { first: 1, count: 7 }, Span { first: 0, count: 8 }, Span { first: 2, count: 7 }]
        {
            let spec = GridSpec {
                odd_lines: Some(odd),
                halves: Halves::NONE,
                ..GridSpec::flat(10, 7, Stagger::OddDown)
            };
            check(spec);
        }
    }

    #[test]
    fn letters_that_vassal_cannot_count_become_named_points() {
        let numbering =
            Numbering { columns: Labels::Letters(Letters::Spreadsheet), ..Numbering::ASL };
        let spec = GridSpec { numbering, ..GridSpec::flat(30, 4, Stagger::EvenDown) };
        assert_eq!(check(spec), "RegionGrid");
        let spec = GridSpec { numbering, ..GridSpec::flat(26, 4, Stagger::EvenDown) };
        assert_eq!(check(spec), "HexGrid");
    }
}
