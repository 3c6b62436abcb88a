//! The sink that rules speak into.

use hexwright::referee::tell::{Clause, Clauses, Tell, blame};

const WALL: Clause = Clause::nth(0);
const GATE: Clause = Clause::nth(9);

#[test]
fn the_rule_is_blamed_that_explains_the_sum_when_it_is_left_out() {
    let reckon = |tell: &mut Tell<'_>| {
        tell.counts(WALL, -2, || unreachable!("nobody listens"));
        tell.counts(GATE, 1, || unreachable!("nobody listens"));
        tell.sum()
    };
    let both = Clauses::of(&[WALL, GATE]);
    let mut all = Tell::silent();
    assert_eq!((reckon(&mut all), all.counted()), (-1, both));
    assert_eq!(blame(both, reckon, |sum| *sum == -2), Some(GATE));
    assert_eq!(blame(both, reckon, |sum| *sum == 1), Some(WALL));
    assert_eq!(blame(both, reckon, |sum| *sum == 0), None);
}

#[test]
fn a_rule_left_out_bars_nothing_but_is_still_known_to_be_broken() {
    let mut tell = Tell::without(WALL.into());
    assert!(!tell.holds(WALL) && tell.holds(GATE));
    tell.bars(WALL, || unreachable!("nobody listens"));
    assert!(tell.lets_pass());
    assert!(tell.barred().has(WALL));
    tell.bars(GATE, String::new);
    assert!(!tell.lets_pass());
    assert_eq!(tell.barred(), Clauses::of(&[WALL, GATE]));
    assert_eq!(tell.barred().but(WALL.into()), GATE.into());
}

#[test]
fn words_are_made_only_for_a_listener() {
    let mut heard = Vec::new();
    let mut tell = Tell::listening(&mut heard, Clauses::NONE);
    tell.costs(3, || "woods 3".to_owned());
    tell.costs(0, String::new);
    tell.bars(WALL, || "a wall".to_owned());
    assert_eq!(tell.cost(), 3);
    let words: Vec<&str> = heard.iter().map(|said| said.words.as_str()).collect();
    assert_eq!(words, ["woods 3", "a wall"]);
}
