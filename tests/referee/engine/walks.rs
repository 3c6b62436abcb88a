//! The search over places and states.

use hexwright::referee::ground::{Fine, Place};
use hexwright::referee::tell::{Clause, Clauses, Tell};
use hexwright::referee::walk::{Exit, Leg, Search, Stand, Walk, follow};

const TOO_FAR: Clause = Clause::nth(0);
const WALL: Clause = Clause::nth(1);
const TIRED: Clause = Clause::nth(2);

/// A street of ten places with a wall after the fourth, a way round it that tires, and six points to
/// spend. Who is tired may not enter the eighth place.
struct Street;

impl Walk for Street {
    type State = bool;

    fn places(&self) -> usize {
        20
    }

    fn exits(&self, from: Place, mut show: impl FnMut(Exit)) {
        if from < 9 {
            show(Exit { number: 0, to: from + 1 });
        }
        match from {
            4 => show(Exit { number: 1, to: 15 }),
            15 => show(Exit { number: 0, to: 5 }),
            // A short cut, cheaper, that tires.
            2 => show(Exit { number: 1, to: 4 }),
            _ => {}
        }
    }

    fn step(&self, from: Stand<bool>, spent: Fine, exit: Exit, tell: &mut Tell<'_>) -> bool {
        let round = from.place == 15 || exit.to == 15;
        tell.costs(if round { 2 } else { 1 }, || "on".to_owned());
        if (from.place, exit.to) == (4, 5) {
            tell.bars(WALL, || "a wall".to_owned());
        }
        if from.state && exit.to == 15 {
            tell.bars(TIRED, || "too tired".to_owned());
        }
        if spent + tell.cost() > 6 {
            tell.bars(TOO_FAR, String::new);
        }
        from.state || (from.place, exit.number) == (2, 1)
    }
}

fn at(place: Place) -> Stand<bool> {
    Stand { place, state: false }
}

fn places(route: &[Leg<bool>]) -> Vec<Place> {
    route.iter().map(|leg| leg.to.place).collect()
}

#[test]
fn a_dearer_way_that_may_go_on_is_not_lost() {
    let mut search = Search::new();
    // The short cut to 4 is cheaper, but who takes it is too tired for the way round the wall.
    let found = search.cheapest(&Street, at(2), Clauses::NONE, |to| to.place == 5).unwrap();
    assert_eq!(found.cost, 6);
    assert_eq!(places(&search.route(&Street, found, Clauses::NONE)), [3, 4, 15, 5]);
    let short = search.cheapest(&Street, at(2), Clauses::NONE, |to| to.place == 4).unwrap();
    assert_eq!((short.cost, short.stand.state), (1, true));
}

#[test]
fn every_rule_whose_leaving_out_alone_helps_is_a_culprit() {
    let mut search = Search::new();
    let goal = |to: Stand<bool>| to.place == 6;
    assert!(search.cheapest(&Street, at(3), Clauses::NONE, goal).is_some());
    let far = |to: Stand<bool>| to.place == 7;
    assert!(search.cheapest(&Street, at(3), Clauses::NONE, far).is_none());
    let relaxed = [TOO_FAR.into(), WALL.into(), TIRED.into()];
    let culprits = search.why_not(&Street, at(3), &relaxed, far);
    let broken: Vec<Clauses> = culprits.iter().map(|culprit| culprit.broken).collect();
    assert_eq!(broken, [TOO_FAR.into(), WALL.into()]);
    assert_eq!(places(&culprits[1].route), [4, 5, 6, 7]);
    assert_eq!(culprits[1].route[1].barred, WALL.into());
    let words: Vec<&str> =
        culprits[1].route[1].said.iter().map(|said| said.words.as_str()).collect();
    assert_eq!(words, ["on", "a wall"]);
}

#[test]
fn when_no_single_rule_is_to_blame_all_that_are_broken_are_named() {
    let mut search = Search::new();
    let goal = |to: Stand<bool>| to.place == 9;
    let culprits = search.why_not(&Street, at(0), &[WALL.into(), TOO_FAR.into()], goal);
    // Round the wall with more points is enough.
    assert_eq!(culprits.len(), 1);
    assert_eq!(culprits[0].broken, TOO_FAR.into());
    assert!(search.why_not(&Street, at(0), &[WALL.into()], goal).is_empty());
}

#[test]
fn a_declared_route_is_followed_and_told_where_it_breaks() {
    let (legs, whole) = follow(&Street, at(3), &[4, 5, 6], Clauses::NONE);
    assert!(whole);
    let barred: Vec<Clauses> = legs.iter().map(|leg| leg.barred).collect();
    assert_eq!(barred, [Clauses::NONE, WALL.into(), Clauses::NONE]);
    assert!(!follow(&Street, at(3), &[4, 9], Clauses::NONE).1);
}

#[test]
fn buffers_of_an_earlier_search_do_not_leak_into_the_next() {
    let mut search = Search::new();
    let none = Clauses::NONE;
    assert!(search.cheapest(&Street, at(0), none, |to| to.place == 4).is_some());
    assert!(search.cheapest(&Street, at(5), none, |to| to.place == 3).is_none());
    let mut reached = 0;
    search.flood(&Street, at(7), none, |_| reached += 1);
    assert_eq!(reached, 3);
}
