//! Columns of odds, and what stacks count.

use hexwright::referee::ground::Fine;
use hexwright::referee::odds::{Ladder, Ratio, Rounding, capped, half_down, half_up};
use hexwright::referee::stacking::{Limit, Weight, tally};

fn ladder() -> Ladder {
    Ladder::parse(["1:2", "1:1", "2:1", "3:1", "4:1"]).unwrap()
}

#[test]
fn odds_are_rounded_in_the_defenders_favour_and_stay_in_the_table() {
    let ladder = ladder();
    for (attack, defence, column) in
        [(11, 4, 2), (12, 4, 3), (3, 4, 0), (1, 9, 0), (40, 4, 4), (5, 0, 4), (4, 4, 1)]
    {
        let found = ladder.column(attack, defence, Rounding::Down);
        assert_eq!(found, column, "{attack} to {defence}");
    }
    assert_eq!(ladder.column(11, 4, Rounding::Up), 3);
    assert_eq!(ladder.column(12, 4, Rounding::Up), 3);
    assert_eq!(ladder.column(11, 4, Rounding::Nearest), 3);
    assert_eq!(ladder.column(9, 4, Rounding::Nearest), 2);
}

#[test]
fn shifts_stop_at_the_ends_of_the_table_and_at_their_cap() {
    let ladder = ladder();
    assert_eq!(ladder.shifted(0, -2), 0);
    assert_eq!(ladder.shifted(3, 4), 4);
    assert_eq!(capped(-5, Some(3)), -3);
    assert_eq!(capped(2, Some(3)), 2);
    assert_eq!(capped(9, None), 9);
}

#[test]
fn headings_are_read_as_tables_print_them() {
    assert_eq!(Ratio::parse("(1-3)"), Some(Ratio { attack: 1, defence: 3 }));
    assert_eq!(Ratio::parse("7:1+"), Some(Ratio { attack: 7, defence: 1 }));
    assert!(Ladder::parse(["2:1", "1:1"]).is_none());
    assert!(Ladder::parse(["fire"]).is_none());
}

#[test]
fn halves_are_rounded_as_the_rule_says() {
    assert_eq!((half_up(5), half_down(5)), (3, 2));
}

fn weight(points: Fine, category: u8) -> Weight {
    Weight { points, category, free: false }
}

#[test]
fn a_third_unit_is_too_many_and_a_free_one_is_not() {
    let limit = Limit::of(2);
    let mut stack = vec![weight(1, 0), weight(1, 0)];
    assert!(tally(stack.iter().copied(), &limit).fits());
    stack.push(Weight { points: 1, category: 0, free: true });
    assert!(tally(stack.iter().copied(), &limit).fits());
    stack.push(weight(1, 0));
    let over = tally(stack.iter().copied(), &limit);
    assert!(!over.fits());
    assert_eq!((over.points, over.limit), (3, 2));
}

#[test]
fn a_category_has_a_limit_of_its_own_and_its_first_may_be_free() {
    let artillery = 1;
    let limit = Limit { points: 6, categories: vec![(artillery, 2)], first_free: vec![artillery] };
    let guns = [weight(1, artillery); 4];
    assert!(tally(guns[..3].iter().copied(), &limit).fits());
    let over = tally(guns.iter().copied(), &limit);
    assert_eq!((over.points, over.category), (3, Some(artillery)));
    assert!(!over.fits());
}
