//! The search for a way: is there any, which is the cheapest, and if none, which rule is in the way.
//!
//! The search knows no rule. A [`Country`] offers the ways out of a node and says which rules each
//! would break, as bits; the search takes only ways that break nothing but what it was allowed.
//! To name a culprit, it is allowed one rule at a time ([`Search::why_not`]).

use super::ground::{Fine, Place};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Rules as bits, numbered by the country.
pub type Breach = u32;

/// A place, in one of the modes that the country tells apart (on the road so far, carried, …).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Node {
    /// Where.
    pub place: Place,
    /// In which mode, below [`Country::modes`].
    pub mode: u8,
}

impl Node {
    /// A place in the first mode.
    pub fn at(place: Place) -> Node {
        Node { place, mode: 0 }
    }
}

/// A step that could be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Way {
    /// Where it leads.
    pub to: Node,
    /// What it costs.
    pub cost: Fine,
    /// The rules that it would break.
    pub breaks: Breach,
}

/// Where a search takes place: the game's part.
pub trait Country {
    /// How many places there are.
    fn places(&self) -> usize;

    /// How many modes there are.
    fn modes(&self) -> u8 {
        1
    }

    /// Offers every way out of a node that was reached for `spent`.
    fn ways(&self, from: Node, spent: Fine, offer: &mut dyn FnMut(Way));
}

/// The cheapest way found to a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// The goal reached.
    pub node: Node,
    /// What it cost.
    pub cost: Fine,
}

/// A step of a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leg {
    /// From where.
    pub from: Node,
    /// The step.
    pub way: Way,
    /// Spent in all, this step included.
    pub spent: Fine,
}

/// A rule whose relaxation makes the goal reachable, and the route that breaks it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Culprit {
    /// The rules broken, as bits.
    pub broken: Breach,
    /// The cheapest route that breaks nothing else.
    pub route: Vec<Leg>,
}

#[derive(Debug, Clone, Copy)]
struct Label {
    cost: Fine,
    steps: u32,
    from: u32,
    /// The search it belongs to; labels of earlier ones count as none.
    search: u32,
}

/// Buffers of a search, used again and again.
#[derive(Debug, Clone, Default)]
pub struct Search {
    labels: Vec<Label>,
    open: BinaryHeap<Reverse<(Fine, u32, u32)>>,
    search: u32,
    modes: u32,
    start: u32,
}

impl Search {
    /// A search with empty buffers.
    pub fn new() -> Self {
        Search::default()
    }

    fn begin(&mut self, country: &impl Country, start: Node) {
        self.modes = u32::from(country.modes().max(1));
        let nodes = country.places() * self.modes as usize;
        if self.search == u32::MAX {
            self.labels.clear();
            self.search = 0;
        }
        self.search += 1;
        if self.labels.len() < nodes {
            self.labels.resize(nodes, Label { cost: 0, steps: 0, from: 0, search: 0 });
        }
        self.open.clear();
        self.start = self.index(start);
        let search = self.search;
        if let Some(label) = self.labels.get_mut(self.start as usize) {
            *label = Label { cost: 0, steps: 0, from: self.start, search };
            self.open.push(Reverse((0, 0, self.start)));
        }
    }

    fn index(&self, node: Node) -> u32 {
        node.place * self.modes + u32::from(node.mode)
    }

    fn node(&self, index: u32) -> Node {
        Node { place: index / self.modes, mode: (index % self.modes) as u8 }
    }

    /// The cheapest way from a node to the first goal, breaking only what is allowed;
    /// of equally cheap ones one with the fewest steps.
    pub fn cheapest(
        &mut self,
        country: &impl Country,
        start: Node,
        allowed: Breach,
        goal: impl Fn(Node) -> bool,
    ) -> Option<Found> {
        self.run(country, start, allowed, |found| goal(found.node))
    }

    /// Shows everything that can be reached: each node once, cheapest first.
    pub fn flood(
        &mut self,
        country: &impl Country,
        start: Node,
        allowed: Breach,
        mut visit: impl FnMut(Found),
    ) {
        self.run(country, start, allowed, |found| {
            visit(found);
            false
        });
    }

    fn run(
        &mut self,
        country: &impl Country,
        start: Node,
        allowed: Breach,
        mut enough: impl FnMut(Found) -> bool,
    ) -> Option<Found> {
        self.begin(country, start);
        while let Some(Reverse((cost, steps, index))) = self.open.pop() {
            let label = self.labels[index as usize];
            if (label.cost, label.steps) < (cost, steps) {
                continue;
            }
            let found = Found { node: self.node(index), cost };
            if enough(found) {
                return Some(found);
            }
            let (labels, open, search) = (&mut self.labels, &mut self.open, self.search);
            let modes = self.modes;
            country.ways(found.node, cost, &mut |way| {
                if way.breaks & !allowed != 0 {
                    return;
                }
                let to = way.to.place * modes + u32::from(way.to.mode);
                let Some(label) = labels.get_mut(to as usize) else { return };
                let (total, steps) = (cost.saturating_add(way.cost), steps + 1);
                if label.search != search || (total, steps) < (label.cost, label.steps) {
                    *label = Label { cost: total, steps, from: index, search };
                    open.push(Reverse((total, steps, to)));
                }
            });
        }
        None
    }

    /// The route to what the last search found.
    pub fn route(&self, country: &impl Country, found: Found, allowed: Breach) -> Vec<Leg> {
        let mut chain = vec![self.index(found.node)];
        while let Some(&at) = chain.last() {
            match self.labels.get(at as usize) {
                Some(label) if at != self.start && label.search == self.search => {
                    chain.push(label.from);
                }
                _ => break,
            }
        }
        chain.reverse();
        let mut legs = Vec::with_capacity(chain.len().saturating_sub(1));
        for pair in chain.windows(2) {
            let (from, to) = (self.node(pair[0]), self.node(pair[1]));
            let spent = self.labels[pair[0] as usize].cost;
            if let Some(way) = best_way(country, from, spent, to, allowed) {
                legs.push(Leg { from, way, spent: spent.saturating_add(way.cost) });
            }
        }
        legs
    }

    /// Why there is no way: each rule whose relaxation alone makes one, with the route that breaks it;
    /// when no single one does, the route that breaks several.
    pub fn why_not(
        &mut self,
        country: &impl Country,
        start: Node,
        rules: &[Breach],
        goal: impl Fn(Node) -> bool + Copy,
    ) -> Vec<Culprit> {
        let mut culprits = Vec::new();
        let together = rules.iter().fold(0, |all, rule| all | rule);
        for &rule in rules {
            if let Some(found) = self.cheapest(country, start, rule, goal) {
                culprits.push(Culprit { broken: rule, route: self.route(country, found, rule) });
            }
        }
        if culprits.is_empty()
            && let Some(found) = self.cheapest(country, start, together, goal)
        {
            let route = self.route(country, found, together);
            let broken = route.iter().fold(0, |all, leg| all | leg.way.breaks);
            culprits.push(Culprit { broken, route });
        }
        culprits
    }
}

/// The cheapest of the ways between two nodes that break nothing but what is allowed.
fn best_way(
    country: &impl Country,
    from: Node,
    spent: Fine,
    to: Node,
    allowed: Breach,
) -> Option<Way> {
    let mut best: Option<Way> = None;
    country.ways(from, spent, &mut |way| {
        let open = way.to == to && way.breaks & !allowed == 0;
        if open && best.is_none_or(|known| way.cost < known.cost) {
            best = Some(way);
        }
    });
    best
}

/// Follows a route hex by hex, as it was declared; the steps taken, and whether all of them exist.
///
/// Modes are chosen so that the step breaks as little as can be, then so that it costs as little.
pub fn follow(country: &impl Country, start: Node, path: &[Place]) -> (Vec<Leg>, bool) {
    let mut legs = Vec::with_capacity(path.len());
    let (mut at, mut spent) = (start, 0);
    for &next in path {
        let mut best: Option<Way> = None;
        country.ways(at, spent, &mut |way| {
            let better = |known: Way| {
                (way.breaks.count_ones(), way.cost) < (known.breaks.count_ones(), known.cost)
            };
            if way.to.place == next && best.is_none_or(better) {
                best = Some(way);
            }
        });
        let Some(way) = best else { return (legs, false) };
        spent = Fine::saturating_add(spent, way.cost);
        legs.push(Leg { from: at, way, spent });
        at = way.to;
    }
    (legs, true)
}

#[cfg(test)]
mod tests;
