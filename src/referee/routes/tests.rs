use super::*;

const TOO_FAR: Breach = 1;
const WALL: Breach = 2;

/// A street of ten places with a wall after the fourth, a way round it, and six points to spend.
struct Street;

impl Country for Street {
    fn places(&self) -> usize {
        20
    }

    fn ways(&self, from: Node, spent: Fine, offer: &mut dyn FnMut(Way)) {
        let mut go = |to: Place, cost: Fine, breaks: Breach| {
            let far = if spent + cost > 6 { TOO_FAR } else { 0 };
            offer(Way { to: Node::at(to), cost, breaks: breaks | far });
        };
        if from.place < 9 {
            go(from.place + 1, 1, if from.place == 4 { WALL } else { 0 });
        }
        match from.place {
            4 => go(15, 2, 0),
            15 => go(5, 2, 0),
            _ => {}
        }
    }
}

#[test]
fn the_cheapest_way_goes_round_what_is_closed() {
    let mut search = Search::new();
    let found = search.cheapest(&Street, Node::at(2), 0, |node| node.place == 5).unwrap();
    assert_eq!(found.cost, 6);
    let places: Vec<Place> =
        search.route(&Street, found, 0).iter().map(|leg| leg.way.to.place).collect();
    assert_eq!(places, [3, 4, 15, 5]);
}

#[test]
fn every_rule_whose_relaxation_alone_helps_is_a_culprit() {
    let mut search = Search::new();
    assert!(search.cheapest(&Street, Node::at(2), 0, |node| node.place == 6).is_none());
    let culprits = search.why_not(&Street, Node::at(2), &[TOO_FAR, WALL], |node| node.place == 6);
    assert_eq!(culprits.iter().map(|c| c.broken).collect::<Vec<_>>(), [TOO_FAR, WALL]);
    let through: Vec<Place> = culprits[1].route.iter().map(|leg| leg.way.to.place).collect();
    assert_eq!(through, [3, 4, 5, 6]);
    assert_eq!(culprits[1].route[2].way.breaks, WALL);
}

#[test]
fn when_no_single_rule_is_to_blame_all_that_are_broken_are_named() {
    let mut search = Search::new();
    let culprits = search.why_not(&Street, Node::at(0), &[WALL, TOO_FAR], |node| node.place == 9);
    // Round the wall with more points is enough.
    assert_eq!(culprits.len(), 1);
    assert_eq!(culprits[0].broken, TOO_FAR);
    assert!(search.why_not(&Street, Node::at(0), &[WALL], |node| node.place == 9).is_empty());
}

#[test]
fn a_declared_route_is_followed_and_told_where_it_breaks() {
    let (legs, whole) = follow(&Street, Node::at(3), &[4, 5, 6]);
    assert!(whole);
    assert_eq!(legs.iter().map(|leg| leg.way.breaks).collect::<Vec<_>>(), [0, WALL, 0]);
    assert!(!follow(&Street, Node::at(3), &[4, 9]).1);
}

#[test]
fn buffers_of_an_earlier_search_do_not_leak_into_the_next() {
    let mut search = Search::new();
    assert!(search.cheapest(&Street, Node::at(0), 0, |node| node.place == 4).is_some());
    assert!(search.cheapest(&Street, Node::at(5), 0, |node| node.place == 3).is_none());
    let mut reached = 0;
    search.flood(&Street, Node::at(7), 0, |_| reached += 1);
    assert_eq!(reached, 3);
}
