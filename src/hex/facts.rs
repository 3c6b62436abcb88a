//! Facts of printed maps that every grid must reproduce.

use super::*;

fn soft_underbelly() -> Grid {
    Grid::new(GridSpec::flat(60, 40, Stagger::OddDown)).unwrap()
}

fn even_down() -> Grid {
    Grid::new(GridSpec::flat(65, 40, Stagger::EvenDown)).unwrap()
}

fn asl() -> Grid {
    Grid::new(GridSpec::asl_board("w")).unwrap()
}

fn touches(grid: &Grid, hex: &str) -> Vec<String> {
    let hex = grid.parse(hex).unwrap();
    grid.neighbours(hex).map(|(_, next)| grid.id(next).unwrap().to_string()).collect()
}

fn names(grid: &Grid, hexes: &[Hex]) -> Vec<String> {
    hexes.iter().map(|&hex| grid.id(hex).unwrap().to_string()).collect()
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn with_odd_columns_down_a_hex_touches_those_soft_underbelly_prints() {
    let grid = soft_underbelly();
    assert!(touches(&grid, "3117").contains(&"3118".to_owned()));
    assert!(touches(&grid, "3117").contains(&"3218".to_owned()));
    assert!(touches(&grid, "5019").contains(&"4918".to_owned()));
}

#[test]
fn with_even_columns_down_a_hex_touches_those_return_to_europe_prints() {
    let grid = even_down();
    for hex in ["2935", "3135"] {
        assert!(touches(&grid, hex).contains(&"3034".to_owned()));
        assert!(touches(&grid, hex).contains(&"3035".to_owned()));
    }
    assert_eq!(distance(grid.parse("2935").unwrap(), grid.parse("3135").unwrap()), 2);
}

#[test]
fn the_sicily_map_chains_as_printed() {
    let grid = even_down();
    for (a, b) in [("3623", "3724"), ("5903", "5902"), ("5902", "6001"), ("6001", "6102")] {
        assert!(touches(&grid, a).contains(&b.to_owned()), "{a} {b}");
    }
}

#[test]
fn a_line_on_the_sicily_map_runs_as_printed() {
    let grid = even_down();
    let (a, b) = (grid.parse("3517").unwrap(), grid.parse("4421").unwrap());
    let expected = words("3517 3617 3718 3818 3919 4019 4120 4220 4321 4421");
    assert_eq!(names(&grid, &grid.line(a, b)), expected);
    let mut back = grid.line(b, a);
    back.reverse();
    assert_eq!(names(&grid, &back), expected);
}

#[test]
fn asl_hexes_touch_those_of_board_w() {
    let grid = asl();
    for (hex, around) in [
        ("A1", "wB0 wB1 wA2"),
        ("A2", "wA1 wB1 wB2 wA3"),
        ("B0", "wC1 wB1 wA1"),
        ("B1", "wB0 wC1 wC2 wB2 wA2 wA1"),
        ("B10", "wB9 wC10 wA10"),
        ("M5", "wM4 wN4 wN5 wM6 wL5 wL4"),
        ("Z1", "wZ0 wAA1 wAA2 wZ2 wY2 wY1"),
        ("AA10", "wAA9 wBB9 wBB10 wZ10 wZ9"),
        ("GG1", "wGG2 wFF1 wFF0"),
        ("GG10", "wGG9 wFF10 wFF9"),
    ] {
        assert_eq!(touches(&grid, hex), words(around), "{hex}");
        assert_eq!(grid.parse(hex), grid.parse(&format!("w{hex}")));
    }
    assert_eq!(grid.len(), 346);
}
