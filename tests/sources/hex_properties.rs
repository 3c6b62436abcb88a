//! What must hold of every grid, however it is numbered, turned and cut.

#![allow(clippy::unwrap_used, reason = "a test says what failed by panicking")]

use hexwright::hex::{
    Corner, Direction, Grid, GridSpec, HalfHex, Halves, Hex, Hexside, Labels, Layout, Letters,
    Numbering, Orientation, Point, Span, Stagger, distance,
};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use std::collections::{HashSet, VecDeque};

fn numberings() -> Vec<Numbering> {
    let letters = |kind, width| Numbering {
        columns: Labels::Letters(kind),
        rows: Labels::Number { width },
        ..Numbering::ASL
    };
    let lettered_rows = Numbering {
        columns: Labels::Number { width: 2 },
        rows: Labels::Letters(Letters::Spreadsheet),
        ..Numbering::ASL
    };
    let letters_twice = Numbering {
        rows: Labels::Letters(Letters::Spreadsheet),
        separator: Some('/'),
        ..Numbering::ASL
    };
    let padded = Numbering { columns: Labels::Number { width: 3 }, ..Numbering::separated('-') };
    let schemes = [
        Numbering::digits(3, 3),
        Numbering::digits(4, 3),
        Numbering::digits(3, 5),
        Numbering::separated('.'),
        Numbering::separated('-'),
        padded,
        letters(Letters::Doubled, 1),
        letters(Letters::Doubled, 2),
        letters(Letters::Spreadsheet, 1),
        letters(Letters::Spreadsheet, 3),
        lettered_rows,
        letters_twice,
    ];
    schemes.iter().flat_map(|&scheme| [scheme, scheme.row_first()]).collect()
}

/// Alternating lengths as on ASL boards, for the odd lines, the even ones, or neither.
fn alternations() -> [(i32, i32); 4] {
    // How much (earlier the lines start, longer they are) on odd lines; the last
    // two are for even ones, told apart by a negative length.
    [(0, 0), (1, 1), (0, 2), (1, -1)]
}

fn halves() -> [Halves; 3] {
    [Halves::NONE, Halves::ALL, Halves { left: true, bottom: true, ..Halves::NONE }]
}

#[derive(Clone, Debug)]
struct Choice {
    orientation: Orientation,
    stagger: Stagger,
    corner: Corner,
    numbering: Numbering,
    size: (i32, i32),
    first: (i32, i32),
    alternation: (i32, i32),
    halves: Halves,
    prefix: bool,
    layout: Layout,
}

impl Choice {
    fn grid(&self) -> Grid {
        let usual = match self.orientation {
            Orientation::Flat => Span { first: self.first.1, count: self.size.1 },
            Orientation::Pointy => Span { first: self.first.0, count: self.size.0 },
        };
        let (earlier, longer) = self.alternation;
        let other = Span { first: usual.first - earlier, count: usual.count + longer.abs() };
        let other = (self.alternation != (0, 0)).then_some(other);
        let (odd_lines, even_lines) = if longer < 0 { (None, other) } else { (other, None) };
        let spec = GridSpec {
            stagger: self.stagger,
            numbering: self.numbering,
            corner: self.corner,
            first_column: self.first.0,
            first_row: self.first.1,
            odd_lines,
            even_lines,
            halves: self.halves,
            prefix: self.prefix.then(|| "x:".to_owned()),
            layout: self.layout,
            orientation: self.orientation,
            ..GridSpec::flat(self.size.0, self.size.1, self.stagger)
        };
        Grid::new(spec).unwrap()
    }
}

/// Every combination of the choices that are not numbers, on a small map.
fn every_kind_of_grid() -> impl Iterator<Item = Grid> {
    let mut grids = Vec::new();
    for orientation in [Orientation::Flat, Orientation::Pointy] {
        for stagger in [Stagger::OddDown, Stagger::EvenDown] {
            for corner in Corner::ALL {
                for alternation in alternations() {
                    for halves in halves() {
                        for (i, numbering) in numberings().into_iter().enumerate() {
                            // Sizes and first numbers of both parities take turns.
                            let odd = i32::from(i % 4 > 1);
                            grids.push(Choice {
                                orientation,
                                stagger,
                                corner,
                                numbering,
                                size: (4 + odd, 4),
                                first: (2 + i32::from(i % 2 > 0), 2 + odd),
                                alternation,
                                halves,
                                prefix: i % 3 == 0,
                                layout: Layout { hex_size: 37.5, origin: Point::new(-12.0, 80.0) },
                            });
                        }
                    }
                }
            }
        }
    }
    grids.into_iter().map(|choice| choice.grid())
}

fn choice() -> impl Strategy<Value = Choice> {
    let turned = (
        select(vec![Orientation::Flat, Orientation::Pointy]),
        select(vec![Stagger::OddDown, Stagger::EvenDown]),
        select(Corner::ALL.to_vec()),
        select(numberings()),
        select(alternations().to_vec()),
        select(halves().to_vec()),
    );
    let measures =
        ((2..40, 2..20), (2..30, 2..30), any::<bool>(), 0.01..5000.0, -1e5..1e5, -1e5..1e5);
    (turned, measures).prop_map(|(turned, measures)| {
        let (orientation, stagger, corner, numbering, alternation, halves) = turned;
        let (size, first, prefix, hex_size, x, y) = measures;
        let layout = Layout { hex_size, origin: Point::new(x, y) };
        Choice {
            orientation,
            stagger,
            corner,
            numbering,
            size,
            first,
            alternation,
            halves,
            prefix,
            layout,
        }
    })
}

/// A small step from the centre that stays in the part of the hex that is not cut off.
fn inward(half: HalfHex, x: f64, y: f64) -> (f64, f64) {
    let x = if half.left {
        x.abs()
    } else if half.right {
        -x.abs()
    } else {
        x
    };
    let y = if half.top {
        y.abs()
    } else if half.bottom {
        -y.abs()
    } else {
        y
    };
    (x, y)
}

/// Ids, coordinates, dense indices and points all lead back to the same hex.
fn names_and_points_round_trip(grid: &Grid, offset: (f64, f64)) {
    let size = grid.layout().hex_size;
    let mut ids = HashSet::new();
    for (index, hex) in grid.hexes().enumerate() {
        let id = grid.id(hex).unwrap();
        assert!(ids.insert(id), "{id} names two hexes");
        assert_eq!(grid.parse(id.as_str()), Ok(hex), "{id}");
        if let Some(prefix) = &grid.spec().prefix {
            assert_eq!(grid.parse(id.as_str().strip_prefix(prefix.as_str()).unwrap()), Ok(hex));
        }
        let (column, row) = grid.column_row(hex).unwrap();
        assert_eq!(grid.at_column_row(column, row), Some(hex));
        assert!(grid.contains(hex));
        assert_eq!(grid.index(hex), Some(index));
        assert_eq!(grid.at_index(index), Some(hex));

        let centre = grid.centre(hex);
        assert_eq!(grid.hex_at(centre), Some(hex), "centre of {id}");
        let (x, y) = inward(grid.half(hex).unwrap_or(HalfHex::WHOLE), offset.0, offset.1);
        let near = Point::new(centre.x + x * size, centre.y + y * size);
        assert_eq!(grid.hex_at(near), Some(hex), "near the centre of {id}");

        let bounds = grid.bounds();
        let slack = size * 1e-6;
        for point in grid.outline(hex) {
            assert!(bounds.min.x - slack <= point.x && point.x <= bounds.max.x + slack, "{id}");
            assert!(bounds.min.y - slack <= point.y && point.y <= bounds.max.y + slack, "{id}");
        }
    }
    assert_eq!(ids.len(), grid.len());
    assert_eq!(grid.at_index(grid.len()), None);
}

/// Neighbours agree with each other, with directions, and with where they lie on the page.
fn neighbours_agree(grid: &Grid) {
    for hex in grid.hexes() {
        for direction in grid.directions() {
            let side = grid.hexside(hex, direction).unwrap();
            assert!(grid.hexside_index(side).is_some());
            let Some(next) = grid.neighbour(hex, direction) else {
                assert!(!grid.contains(side.across(hex).unwrap()));
                continue;
            };
            assert_eq!(grid.neighbour(next, direction.opposite()), Some(hex));
            assert_eq!(grid.direction(hex, next), Some(direction));
            assert_eq!(distance(hex, next), 1);
            assert_eq!(Hexside::between(hex, next), Some(side));
            assert_eq!(grid.hexside(next, direction.opposite()), Some(side));
            assert!(lies_towards(direction, grid.centre(hex), grid.centre(next)));
        }
    }
}

fn lies_towards(direction: Direction, from: Point, to: Point) -> bool {
    let size = from.distance(to);
    let sign = |n: f64| {
        if n.abs() < size * 0.01 { 0 } else { n.signum() as i32 }
    };
    let name = match (sign(to.x - from.x), sign(to.y - from.y)) {
        (0, -1) => "N",
        (1, -1) => "NE",
        (1, 0) => "E",
        (1, 1) => "SE",
        (0, 1) => "S",
        (-1, 1) => "SW",
        (-1, 0) => "W",
        _ => "NW",
    };
    direction.name() == name
}

/// Each hexside has one index, and each index one hexside.
fn hexside_indices_are_dense(grid: &Grid) {
    let mut seen = HashSet::new();
    for (index, side) in grid.hexsides().enumerate() {
        assert!(seen.insert(side));
        assert_eq!(grid.hexside_index(side), Some(index));
        assert_eq!(grid.hexside_at_index(index), Some(side));
        assert!(side.hexes().into_iter().any(|hex| grid.contains(hex)));
    }
    assert_eq!(seen.len(), grid.hexside_count());
    assert_eq!(grid.hexside_at_index(seen.len()), None);
    let by_hex: HashSet<Hexside> = grid
        .hexes()
        .flat_map(|hex| grid.directions().map(|direction| grid.hexside(hex, direction).unwrap()))
        .collect();
    assert_eq!(by_hex, seen);
}

/// The printed stagger, corner and orientation are what the page shows.
fn numbers_grow_as_described(grid: &Grid) {
    let spec = grid.spec();
    let size = spec.layout.hex_size;
    for hex in grid.hexes() {
        let here = grid.centre(hex);
        let (column, row) = grid.column_row(hex).unwrap();
        if let Some(next) = grid.at_column_row(column + 1, row) {
            assert_eq!(grid.centre(next).x < here.x, spec.corner.from_right());
            let drop = grid.centre(next).y - here.y;
            let expected = match spec.orientation {
                Orientation::Pointy => 0.0,
                Orientation::Flat if (column % 2 == 0) == (spec.stagger == Stagger::OddDown) => 0.5,
                Orientation::Flat => -0.5,
            };
            assert!((drop - expected * size).abs() < size * 1e-6);
        }
        if let Some(next) = grid.at_column_row(column, row + 1) {
            assert_eq!(grid.centre(next).y < here.y, spec.corner.from_bottom());
            let shift = grid.centre(next).x - here.x;
            let expected = match spec.orientation {
                Orientation::Flat => 0.0,
                Orientation::Pointy if (row % 2 == 0) == (spec.stagger == Stagger::OddDown) => 0.5,
                Orientation::Pointy => -0.5,
            };
            assert!((shift - expected * size).abs() < size * 1e-6);
        }
    }
}

fn steps_from(grid: &Grid, start: Hex) -> Vec<Option<u32>> {
    let mut steps = vec![None; grid.len()];
    let mut queue = VecDeque::from([(start, 0)]);
    steps[grid.index(start).unwrap()] = Some(0);
    while let Some((hex, taken)) = queue.pop_front() {
        for (_, next) in grid.neighbours(hex) {
            let entry = &mut steps[grid.index(next).unwrap()];
            if entry.is_none() {
                *entry = Some(taken + 1);
                queue.push_back((next, taken + 1));
            }
        }
    }
    steps
}

#[test]
fn every_kind_of_grid_names_places_and_joins_its_hexes_consistently() {
    for grid in every_kind_of_grid() {
        names_and_points_round_trip(&grid, (0.3, -0.3));
        neighbours_agree(&grid);
        hexside_indices_are_dense(&grid);
        numbers_grow_as_described(&grid);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn grids_of_any_size_name_and_place_their_hexes_consistently(
        choice in choice(), x in -0.34..0.34, y in -0.34..0.34,
    ) {
        let grid = choice.grid();
        names_and_points_round_trip(&grid, (x, y));
        numbers_grow_as_described(&grid);
    }

    #[test]
    fn grids_of_any_size_join_their_hexes_consistently(choice in choice()) {
        let grid = choice.grid();
        neighbours_agree(&grid);
        hexside_indices_are_dense(&grid);
    }

    #[test]
    fn a_point_of_the_map_belongs_to_the_hex_with_the_nearest_centre(
        choice in choice(), points in prop::collection::vec((0.0..1.0, 0.0..1.0), 30),
    ) {
        let grid = choice.grid();
        let bounds = grid.bounds();
        let size = grid.layout().hex_size;
        for (x, y) in points {
            let point = Point::new(
                bounds.min.x + x * bounds.width(),
                bounds.min.y + y * bounds.height(),
            );
            let away = |hex: Hex| grid.centre(hex).distance(point);
            match grid.hex_at(point) {
                Some(found) => {
                    let nearest = grid.hexes().map(away).fold(f64::INFINITY, f64::min);
                    prop_assert!(away(found) <= nearest + size * 1e-6);
                }
                // Nothing of the map is there: no centre is as near as a hexside.
                None => prop_assert!(grid.hexes().all(|hex| away(hex) > size * 0.4999)),
            }
        }
    }

    #[test]
    fn distance_is_a_metric_and_counts_the_steps(
        choice in choice(), a in any::<Index>(), b in any::<Index>(), c in any::<Index>(),
    ) {
        // Lines that stick out by more than half a hex are bays one must walk around.
        let grid = Choice { alternation: (0, 0), ..choice }.grid();
        let [a, b, c] = [a, b, c].map(|i| grid.at_index(i.index(grid.len())).unwrap());
        prop_assert_eq!(distance(a, a), 0);
        prop_assert_eq!(distance(a, b) == 0, a == b);
        prop_assert_eq!(distance(a, b), distance(b, a));
        prop_assert!(distance(a, c) <= distance(a, b) + distance(b, c));
        for (hex, steps) in grid.hexes().zip(steps_from(&grid, a)) {
            prop_assert_eq!(Some(distance(a, hex)), steps);
        }
    }

    #[test]
    fn a_line_is_a_shortest_path_and_the_same_from_both_ends(
        choice in choice(), a in any::<Index>(), b in any::<Index>(),
    ) {
        let grid = Choice { alternation: (0, 0), ..choice }.grid();
        let [a, b] = [a, b].map(|i| grid.at_index(i.index(grid.len())).unwrap());
        let line = grid.line(a, b);
        let mut back = grid.line(b, a);
        back.reverse();
        prop_assert_eq!(&line, &back);
        prop_assert_eq!((line[0], line[line.len() - 1]), (a, b));
        // A line along a hexside at the map edge may run through hexes off it.
        for pair in line.windows(2) {
            prop_assert!(distance(pair[0], pair[1]) == 1 || line.len() <= distance(a, b) as usize);
        }
    }

    #[test]
    fn ranges_are_made_of_rings(choice in choice(), centre in any::<Index>(), radius in 0_u32..12) {
        let grid = choice.grid();
        let centre = grid.at_index(centre.index(grid.len())).unwrap();
        let mut rings: Vec<Hex> = (0..=radius).flat_map(|r| grid.ring(centre, r)).collect();
        rings.sort_by_key(|&hex| grid.index(hex));
        let expected: Vec<Hex> = grid.hexes().filter(|&hex| distance(centre, hex) <= radius).collect();
        prop_assert_eq!(&rings, &expected);
        prop_assert_eq!(grid.range(centre, radius), expected);
    }

    #[test]
    fn a_straight_run_joins_its_ends_and_a_rectangle_holds_it(
        choice in choice(), a in any::<Index>(), b in any::<Index>(),
    ) {
        let grid = choice.grid();
        let [a, b] = [a, b].map(|i| grid.at_index(i.index(grid.len())).unwrap());
        let ((column, _), (_, row)) = (grid.column_row(a).unwrap(), grid.column_row(b).unwrap());
        // The corner below a and beside b shares a number with each of them.
        let Some(corner) = grid.at_column_row(column, row) else { return Ok(()) };
        for end in [a, b] {
            let run = grid.straight(corner, end).unwrap();
            prop_assert_eq!((run[0], run[run.len() - 1]), (corner, end));
            let block = grid.rectangle(a, b);
            prop_assert!(run.iter().all(|hex| block.contains(hex)));
        }
    }

    #[test]
    fn no_text_makes_reading_an_id_panic(choice in choice(), text in any::<String>()) {
        let grid = choice.grid();
        if let Ok(hex) = grid.parse(&text) {
            prop_assert!(grid.contains(hex));
        }
    }

    #[test]
    fn text_that_looks_like_an_id_is_read_as_that_id_or_refused(
        choice in choice(), text in "(x:)?[0-9A-C]{0,4}[./-]?[0-9A-C]{0,4}",
    ) {
        let grid = choice.grid();
        if let Ok(hex) = grid.parse(&text) {
            // Only leading zeros and the prefix may differ from what is printed.
            let plain = |id: &str| id.trim_start_matches("x:").replace('0', "");
            let id = grid.id(hex).unwrap();
            prop_assert_eq!(plain(&text), plain(id.as_str()));
        }
    }

    #[test]
    fn no_description_makes_building_a_grid_panic(
        size in any::<(i32, i32)>(), first in any::<(i32, i32)>(), odd in any::<Option<(i32, i32)>>(),
        numbering in select(numberings()), separator in any::<Option<char>>(),
        prefix in any::<Option<String>>(), small in any::<bool>(), hex_size in any::<f64>(),
    ) {
        let tame = |n: i32| if small { n.rem_euclid(50) } else { n };
        let spec = GridSpec {
            first_column: tame(first.0),
            first_row: tame(first.1),
            odd_lines: odd.map(|(first, count)| Span { first: tame(first), count: tame(count) }),
            numbering: Numbering { separator, ..numbering },
            prefix,
            halves: Halves::ALL,
            layout: Layout { hex_size, ..Layout::UNIT },
            ..GridSpec::flat(tame(size.0), tame(size.1), Stagger::OddDown)
        };
        match Grid::new(spec) {
            Ok(grid) => prop_assert_eq!(grid.hexes().count(), grid.len()),
            Err(error) => prop_assert!(!error.problems.is_empty() && !error.to_string().is_empty()),
        }
    }
}
