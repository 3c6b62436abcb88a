//! Behaviour of grids beyond the facts of printed maps.

use super::*;

fn build(spec: GridSpec) -> Grid {
    Grid::new(spec).unwrap()
}

fn at(grid: &Grid, id: &str) -> Hex {
    grid.parse(id).unwrap()
}

fn names(grid: &Grid, hexes: &[Hex]) -> String {
    let names: Vec<_> = hexes.iter().map(|&h| grid.id(h).unwrap().to_string()).collect();
    names.join(" ")
}

fn problems(spec: &GridSpec) -> Vec<String> {
    spec.problems().iter().map(ToString::to_string).collect()
}

#[test]
fn the_first_hex_is_top_left_whatever_corner_the_numbers_start_from() {
    for (corner, first) in [
        (Corner::TopLeft, "0101"),
        (Corner::TopRight, "1601"),
        (Corner::BottomLeft, "0112"),
        (Corner::BottomRight, "1612"),
    ] {
        let grid = build(GridSpec { corner, ..GridSpec::flat(16, 12, Stagger::EvenDown) });
        assert_eq!(names(&grid, &[Hex::ZERO]), first);
        assert_eq!(grid.hexes().next(), Some(Hex::ZERO));
    }
}

#[test]
fn rows_counted_upwards_grow_to_the_north() {
    let grid =
        build(GridSpec { corner: Corner::BottomLeft, ..GridSpec::flat(16, 12, Stagger::EvenDown) });
    let north = grid.neighbour(at(&grid, "0304"), Direction::N).unwrap();
    assert_eq!(names(&grid, &[north]), "0305");
    // Even columns are lower on the page, so row 04 of column 04 is to the south-east.
    let south_east = grid.neighbour(at(&grid, "0304"), Direction::SE).unwrap();
    assert_eq!(names(&grid, &[south_east]), "0404");
}

#[test]
fn columns_counted_from_the_right_grow_to_the_west() {
    let grid =
        build(GridSpec { corner: Corner::TopRight, ..GridSpec::flat(16, 12, Stagger::OddDown) });
    let north_west = grid.neighbour(at(&grid, "0304"), Direction::NW).unwrap();
    assert_eq!(names(&grid, &[north_west]), "0404");
}

#[test]
fn on_a_pointy_map_the_shifted_rows_lie_further_right() {
    let grid = build(GridSpec::pointy(10, 10, Stagger::EvenDown));
    let around: Vec<Hex> = grid.neighbours(at(&grid, "0504")).map(|(_, h)| h).collect();
    assert_eq!(names(&grid, &around), "0603 0604 0605 0505 0404 0503");
    let around: Vec<Hex> = grid.neighbours(at(&grid, "0505")).map(|(_, h)| h).collect();
    assert_eq!(names(&grid, &around), "0504 0605 0506 0406 0405 0404");
}

#[test]
fn an_asl_board_is_cut_in_half_along_all_edges() {
    let grid = build(GridSpec::asl_board(""));
    let half = |id| grid.half(at(&grid, id));
    let whole = HalfHex::WHOLE;
    assert_eq!(half("A5"), Some(HalfHex { left: true, ..whole }));
    assert_eq!(half("GG1"), Some(HalfHex { right: true, ..whole }));
    assert_eq!(half("B0"), Some(HalfHex { top: true, ..whole }));
    assert_eq!(half("D10"), Some(HalfHex { bottom: true, ..whole }));
    assert_eq!(half("C1"), None);
    assert_eq!(half("C10"), None);
    let bounds = grid.bounds();
    assert!((bounds.height() - 10.0).abs() < 1e-9);
    assert!((bounds.width() - 32.0 * 0.75_f64.sqrt()).abs() < 1e-9);
}

#[test]
fn a_point_beyond_the_edge_that_cuts_a_hex_is_off_the_map() {
    let grid = build(GridSpec::asl_board(""));
    let b0 = at(&grid, "B0");
    let centre = grid.centre(b0);
    assert_eq!(grid.hex_at(centre), Some(b0));
    assert_eq!(grid.hex_at(Point::new(centre.x, centre.y + 0.2)), Some(b0));
    assert_eq!(grid.hex_at(Point::new(centre.x, centre.y - 0.2)), None);
    assert_eq!(grid.hex_at(Point::new(f64::NAN, 0.0)), None);
    assert_eq!(grid.hex_at(Point::new(f64::INFINITY, 0.0)), None);
}

#[test]
fn the_outline_of_a_half_hex_stops_at_the_map_edge() {
    let grid = build(GridSpec::asl_board(""));
    let area = |hex| {
        let outline = grid.outline(hex);
        let next = outline.iter().cycle().skip(1);
        let twice: f64 = outline.iter().zip(next).map(|(a, b)| a.x * b.y - b.x * a.y).sum();
        twice / 2.0
    };
    let whole = area(at(&grid, "C5"));
    assert!((whole - 0.75_f64.sqrt()).abs() < 1e-9);
    for id in ["A5", "GG5", "B0", "B10"] {
        assert!((area(at(&grid, id)) - whole / 2.0).abs() < 1e-9, "{id}");
    }
    assert_eq!(grid.outline(at(&grid, "A5")).len(), 5);
    assert_eq!(grid.outline(at(&grid, "B0")).len(), 4);
}

#[test]
fn neighbours_are_one_hex_size_apart_and_share_two_corners() {
    for spec in [GridSpec::flat(9, 7, Stagger::OddDown), GridSpec::pointy(9, 7, Stagger::EvenDown)]
    {
        let grid = build(GridSpec {
            layout: Layout { hex_size: 225.0, origin: Point::new(31.5, -7.25) },
            ..spec
        });
        let hex = at(&grid, "0404");
        let corners = grid.corners(hex);
        for (i, direction) in grid.directions().into_iter().enumerate() {
            let next = grid.neighbour(hex, direction).unwrap();
            assert!((grid.centre(hex).distance(grid.centre(next)) - 225.0).abs() < 1e-9);
            let side = grid.hexside(hex, direction).unwrap();
            let mut ends = grid.hexside_ends(side);
            for (end, vertex) in ends.into_iter().zip(side.corners()) {
                assert!(end.distance(grid.vertex(vertex)) < 1e-9);
            }
            if side.hexes()[0] != hex {
                ends.reverse();
            }
            assert!(ends[0].distance(corners[i]) < 1e-9, "{direction}");
            assert!(ends[1].distance(corners[(i + 1) % 6]) < 1e-9, "{direction}");
            let middle = grid.centre(hex).midpoint(grid.centre(next));
            assert!(middle.distance(ends[0].midpoint(ends[1])) < 1e-9);
        }
    }
}

#[test]
fn points_of_a_large_map_at_print_resolution_are_exact() {
    // 60 × 40 hexes of 0.7 inch at 300 dpi.
    let grid = build(GridSpec {
        layout: Layout { hex_size: 210.0, origin: Point::new(300.0, 300.0) },
        ..GridSpec::flat(60, 40, Stagger::EvenDown)
    });
    let corner = grid.centre(at(&grid, "6040"));
    assert!((corner.x - (300.0 + 59.0 * 105.0 * 3.0_f64.sqrt())).abs() < 1e-6);
    assert!((corner.y - (300.0 + 39.5 * 210.0)).abs() < 1e-6);
}

#[test]
fn an_error_tells_ids_of_another_scheme_from_hexes_off_the_map() {
    let grid = build(GridSpec::flat(16, 12, Stagger::EvenDown));
    assert_eq!(
        grid.parse("K2").unwrap_err().to_string(),
        "\"K2\" is not a hex id of this map; its ids look like 0101…1612"
    );
    assert_eq!(
        grid.parse("1701").unwrap_err().to_string(),
        "hex 1701 is off the map, which runs 0101…1612"
    );
    let board = build(GridSpec::asl_board("x"));
    assert!(matches!(board.parse("xA0"), Err(HexIdError::OffMap { .. })));
    assert!(matches!(board.parse("yA1"), Err(HexIdError::NotAnId { .. })));
    assert!(matches!(board.parse("x"), Err(HexIdError::NotAnId { .. })));
}

#[test]
fn every_problem_of_a_grid_is_named() {
    let spec = GridSpec {
        rows: 5000,
        layout: Layout { hex_size: 0.0, ..Layout::UNIT },
        ..GridSpec::flat(0, 12, Stagger::EvenDown)
    };
    assert_eq!(
        problems(&spec),
        [
            "the map has 0 columns; it needs at least 1",
            "the map has 5000 rows; the most is 1000",
            "the hex size must be a positive number and the origin a finite point",
        ]
    );
}

#[test]
fn numbering_that_cannot_be_read_back_is_refused() {
    let map = |columns| GridSpec::flat(columns, 12, Stagger::EvenDown);
    assert_eq!(
        problems(&map(105)),
        ["column 105 does not fit in 2 digits; give columns more digits, or set a separator"]
    );
    let letters = Labels::Letters(Letters::Doubled);
    let both = Numbering { columns: letters, rows: letters, ..Numbering::ASL };
    assert_eq!(GridSpec { numbering: both, ..map(5) }.problems(), [GridProblem::LettersTwice]);
    let zero = GridSpec { numbering: Numbering::ASL, first_column: 0, ..map(5) };
    assert_eq!(zero.problems(), [GridProblem::NoLetter { what: "column", number: 0 }]);
    let separator = GridSpec { numbering: Numbering::separated('7'), ..map(5) };
    assert_eq!(separator.problems(), [GridProblem::Separator('7')]);
    let long = GridSpec { numbering: Numbering::ASL, ..map(1000) };
    assert_eq!(long.problems(), [GridProblem::IdTooLong]);
    let odd_lines = Some(Span { first: 90, count: 11 });
    let alternating = GridSpec { odd_lines, ..map(5) };
    assert_eq!(
        alternating.problems(),
        [GridProblem::TooManyDigits { what: "row", number: 100, width: 2 }]
    );
    let negative = GridSpec { first_row: -1, ..map(5) };
    assert_eq!(negative.problems(), [GridProblem::NumberOutOfRange { what: "row", number: -1 }]);
    let extreme = GridSpec { first_row: i32::MAX, first_column: i32::MIN, ..map(5) };
    assert_eq!(extreme.problems().len(), 2);
}

#[test]
fn a_prefix_that_could_be_part_of_an_id_is_refused() {
    for (prefix, numbering, refused) in [
        ("A", Numbering::ASL, true),
        ("a", Numbering::ASL, false),
        ("1", Numbering::ASL, false),
        ("1", Numbering::separated('.'), true),
        ("1", Numbering::CCRR, false),
        ("no good", Numbering::CCRR, true),
        ("", Numbering::CCRR, true),
    ] {
        let spec = GridSpec {
            numbering,
            prefix: Some(prefix.to_owned()),
            ..GridSpec::flat(33, 10, Stagger::EvenDown)
        };
        assert_eq!(Grid::new(spec).is_err(), refused, "{prefix:?} {numbering:?}");
    }
}

#[test]
fn a_map_that_its_edges_cut_to_nothing_is_refused() {
    let spec = GridSpec { halves: Halves::ALL, ..GridSpec::flat(1, 5, Stagger::EvenDown) };
    assert_eq!(spec.problems(), [GridProblem::NothingLeft { edges: "left and right" }]);
    let spec = GridSpec { halves: Halves::ALL, ..GridSpec::pointy(5, 1, Stagger::EvenDown) };
    assert_eq!(spec.problems(), [GridProblem::NothingLeft { edges: "top and bottom" }]);
}

#[test]
fn a_typed_range_follows_a_hex_direction_or_a_printed_row() {
    let grid = build(GridSpec::flat(16, 12, Stagger::EvenDown));
    let run = |a, b| grid.straight(at(&grid, a), at(&grid, b)).map(|run| names(&grid, &run));
    assert_eq!(run("0304", "0704").unwrap(), "0304 0404 0504 0604 0704");
    assert_eq!(run("0704", "0504").unwrap(), "0704 0604 0504");
    assert_eq!(run("0304", "0308").unwrap(), "0304 0305 0306 0307 0308");
    assert_eq!(run("0304", "0706").unwrap(), "0304 0404 0505 0605 0706");
    assert_eq!(run("0304", "0304").unwrap(), "0304");
    assert_eq!(run("0304", "0709"), None);
    let board = build(GridSpec::asl_board(""));
    let top = board.straight(at(&board, "B0"), at(&board, "F0")).unwrap();
    assert_eq!(names(&board, &top), "B0 D0 F0");
}

#[test]
fn on_a_pointy_map_a_typed_column_zig_zags() {
    let grid = build(GridSpec::pointy(10, 10, Stagger::EvenDown));
    let run = grid.straight(at(&grid, "0402"), at(&grid, "0406")).unwrap();
    assert_eq!(names(&grid, &run), "0402 0403 0404 0405 0406");
}

#[test]
fn a_rectangle_holds_the_printed_numbers_between_two_hexes() {
    let grid = build(GridSpec::flat(16, 12, Stagger::EvenDown));
    let block = grid.rectangle(at(&grid, "0405"), at(&grid, "0304"));
    assert_eq!(names(&grid, &block), "0304 0305 0404 0405");
    assert!(grid.rectangle(at(&grid, "0405"), Hex::new(-1, 0)).is_empty());
}

#[test]
fn a_polygon_holds_the_hexes_centred_inside_or_on_its_outline() {
    let grid = build(GridSpec::flat(16, 12, Stagger::EvenDown));
    let area = |ids: &[&str]| {
        let corners: Vec<Hex> = ids.iter().map(|id| at(&grid, id)).collect();
        names(&grid, &grid.polygon(&corners))
    };
    // Even columns are lower: 0405 is outside the bottom edge from 0305 to 0505.
    assert_eq!(area(&["0303", "0503", "0505", "0305"]), "0303 0304 0305 0403 0404 0503 0504 0505");
    // A notch from below, its tip at 0503.
    assert_eq!(
        area(&["0303", "0703", "0707", "0503", "0307"]),
        "0303 0304 0305 0306 0307 0403 0404 0503 0603 0604 0703 0704 0705 0706 0707"
    );
    assert_eq!(area(&["0303"]), "0303");
    assert_eq!(area(&["0303", "0503"]), "0303 0503");
    assert_eq!(area(&[]), "");
}

#[test]
fn rings_and_ranges_stay_on_the_map() {
    let grid = build(GridSpec::flat(16, 12, Stagger::EvenDown));
    let middle = at(&grid, "0806");
    assert_eq!(grid.ring(middle, 0), [middle]);
    assert_eq!(grid.ring(middle, 2).len(), 12);
    assert_eq!(grid.range(middle, 2).len(), 19);
    assert_eq!(grid.range(Hex::ZERO, 1).len(), 3);
    assert_eq!(grid.range(middle, u32::MAX).len(), grid.len());
    assert!(grid.ring(middle, u32::MAX).is_empty());
}

#[test]
fn hexsides_at_the_map_edge_are_counted_and_named() {
    let grid = build(GridSpec::flat(1, 1, Stagger::EvenDown));
    assert_eq!(grid.hexside_count(), 6);
    let south = grid.hexside(Hex::ZERO, Direction::S).unwrap();
    assert_eq!(grid.hexside_id(south).as_deref(), Some("0101 S"));
    let grid = build(GridSpec::flat(2, 2, Stagger::EvenDown));
    let side = Hexside::between(at(&grid, "0102"), at(&grid, "0101")).unwrap();
    assert_eq!(grid.hexside_id(side).as_deref(), Some("0101/0102"));
    assert_eq!(grid.direction(at(&grid, "0102"), at(&grid, "0101")), Some(Direction::N));
}

#[test]
fn coordinates_beyond_any_map_are_simply_off_it() {
    let grid = build(GridSpec::flat(16, 12, Stagger::EvenDown));
    for hex in [Hex::new(i32::MAX, i32::MAX), Hex::new(i32::MIN, 0), Hex::new(3, i32::MIN)] {
        assert!(!grid.contains(hex));
        assert_eq!(grid.neighbours(hex).count(), 0);
        assert_eq!(grid.index(hex), None);
        assert_eq!(Hexside::between(hex, Hex::ZERO), None);
    }
}
