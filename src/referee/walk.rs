//! Walking: is there a way, which is the cheapest, and if there is none, which rule is in the way.
//!
//! The search knows no rule. A [`Walk`] offers exits and lets its rules speak of each step into a
//! [`Tell`]; the search takes the steps that no rule bars. What tells two arrivals in one place apart
//! (stopped, off the road, across a river) is the *state* of the walk: the search keeps the cheapest
//! way to every place in every state, so that a dearer way that may go on is never lost.
//! To name a culprit, rules are left out ([`Search::why_not`]).

use super::ground::{Fine, Place};
use super::tell::{Clauses, Said, Tell};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt::Debug;

/// A place, in a state of the walk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stand<State> {
    /// Where.
    pub place: Place,
    /// In which state.
    pub state: State,
}

/// A way out of a place; there may be several to the same one, told apart by their numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exit {
    /// Its number among the exits of the place.
    pub number: u16,
    /// Where it leads.
    pub to: Place,
}

/// The rules of a movement: the game's part.
pub trait Walk {
    /// Whatever tells two arrivals in one place apart.
    type State: Copy + Ord + Debug;

    /// How many places there are.
    fn places(&self) -> usize;

    /// Shows every exit of a place.
    fn exits(&self, from: Place, show: impl FnMut(Exit));

    /// What the rules say of a step out of a place that was reached for `spent`; the state after it.
    fn step(
        &self,
        from: Stand<Self::State>,
        spent: Fine,
        exit: Exit,
        tell: &mut Tell<'_>,
    ) -> Self::State;
}

/// The cheapest way found to a place in a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found<State> {
    /// What was reached.
    pub stand: Stand<State>,
    /// What it cost.
    pub cost: Fine,
    label: u32,
}

/// A step of a route.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leg<State> {
    /// From where.
    pub from: Stand<State>,
    /// To where.
    pub to: Stand<State>,
    /// What it cost.
    pub cost: Fine,
    /// Spent in all, this step included.
    pub spent: Fine,
    /// The rules that forbid it.
    pub barred: Clauses,
    /// What was said of it.
    pub said: Vec<Said>,
}

impl<State: Copy> Leg<State> {
    fn taken<W: Walk<State = State>>(
        walk: &W,
        from: Stand<State>,
        spent: Fine,
        exit: Exit,
        left_out: Clauses,
    ) -> Self {
        let mut said = Vec::new();
        let mut tell = Tell::listening(&mut said, left_out);
        let state = walk.step(from, spent, exit, &mut tell);
        let (cost, barred) = (tell.cost(), tell.barred());
        let to = Stand { place: exit.to, state };
        Leg { from, to, cost, spent: spent.saturating_add(cost), barred, said }
    }
}

/// Rules whose leaving out makes the goal reachable, and the route that breaks them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Culprit<State> {
    /// The rules broken.
    pub broken: Clauses,
    /// The cheapest route that breaks nothing else.
    pub route: Vec<Leg<State>>,
}

#[derive(Debug, Clone, Copy)]
struct Label<State> {
    stand: Stand<State>,
    cost: Fine,
    steps: u32,
    from: u32,
    exit: u16,
    /// The next label of the same place, in another state.
    next: u32,
}

/// No label.
const NONE: u32 = u32::MAX;

/// What waits to be looked at: the cheapest first, then the fewest steps, then by place and state.
type Waiting<State> = Reverse<(Fine, u32, Stand<State>, u32)>;

/// Buffers of a search, used again and again.
#[derive(Debug, Clone)]
pub struct Search<State> {
    labels: Vec<Label<State>>,
    /// The first label of each place, and the search that it belongs to; those of earlier searches count as none.
    first: Vec<(u32, u32)>,
    open: BinaryHeap<Waiting<State>>,
    search: u32,
}

impl<State: Copy + Ord> Default for Search<State> {
    fn default() -> Self {
        Search { labels: Vec::new(), first: Vec::new(), open: BinaryHeap::new(), search: 0 }
    }
}

impl<State: Copy + Ord> Search<State> {
    /// A search with empty buffers.
    pub fn new() -> Self {
        Search::default()
    }

    fn begin(&mut self, places: usize, start: Stand<State>) {
        if self.search == u32::MAX {
            self.first.clear();
            self.search = 0;
        }
        self.search += 1;
        if self.first.len() < places {
            self.first.resize(places, (0, NONE));
        }
        self.open.clear();
        self.labels.clear();
        self.reach(start, 0, 0, NONE, 0);
    }

    /// Notes a way to a stand, when it is better than what is known.
    fn reach(&mut self, stand: Stand<State>, cost: Fine, steps: u32, from: u32, exit: u16) {
        let Some(first) = self.first.get_mut(stand.place as usize) else { return };
        if first.0 != self.search {
            *first = (self.search, NONE);
        }
        let mut known = first.1;
        while known != NONE {
            let label = &mut self.labels[known as usize];
            if label.stand.state == stand.state {
                if (cost, steps) < (label.cost, label.steps) {
                    *label = Label { cost, steps, from, exit, ..*label };
                    self.open.push(Reverse((cost, steps, stand, known)));
                }
                return;
            }
            known = label.next;
        }
        let label = self.labels.len() as u32;
        self.labels.push(Label { stand, cost, steps, from, exit, next: first.1 });
        first.1 = label;
        self.open.push(Reverse((cost, steps, stand, label)));
    }

    /// The cheapest way from a stand to the first goal, with these rules left out;
    /// of equally cheap ones one with the fewest steps.
    pub fn cheapest<W: Walk<State = State>>(
        &mut self,
        walk: &W,
        start: Stand<State>,
        left_out: Clauses,
        goal: impl Fn(Stand<State>) -> bool,
    ) -> Option<Found<State>> {
        self.run(walk, start, left_out, |found| goal(found.stand))
    }

    /// Shows everything that can be reached, cheapest first.
    pub fn flood<W: Walk<State = State>>(
        &mut self,
        walk: &W,
        start: Stand<State>,
        left_out: Clauses,
        mut visit: impl FnMut(Found<State>),
    ) {
        self.run(walk, start, left_out, |found| {
            visit(found);
            false
        });
    }

    fn run<W: Walk<State = State>>(
        &mut self,
        walk: &W,
        start: Stand<State>,
        left_out: Clauses,
        mut enough: impl FnMut(Found<State>) -> bool,
    ) -> Option<Found<State>> {
        self.begin(walk.places(), start);
        while let Some(Reverse((cost, steps, stand, label))) = self.open.pop() {
            let known = self.labels[label as usize];
            if (known.cost, known.steps) < (cost, steps) {
                continue;
            }
            let found = Found { stand, cost, label };
            if enough(found) {
                return Some(found);
            }
            walk.exits(stand.place, |exit| {
                let mut tell = Tell::without(left_out);
                let state = walk.step(stand, cost, exit, &mut tell);
                if tell.lets_pass() {
                    let to = Stand { place: exit.to, state };
                    let total = cost.saturating_add(tell.cost());
                    self.reach(to, total, steps + 1, label, exit.number);
                }
            });
        }
        None
    }

    /// The route to what the last search found, with what the rules say of every step.
    ///
    /// Rules that were left out of the search add nothing to the costs.
    pub fn route<W: Walk<State = State>>(
        &self,
        walk: &W,
        found: Found<State>,
        left_out: Clauses,
    ) -> Vec<Leg<State>> {
        let known = |label: u32| self.labels.get(label as usize);
        let back = std::iter::successors(known(found.label), |label| known(label.from));
        let mut chain: Vec<&Label<State>> = back.collect();
        chain.reverse();
        let step = |pair: &[&Label<State>]| {
            let exit = Exit { number: pair[1].exit, to: pair[1].stand.place };
            Leg::taken(walk, pair[0].stand, pair[0].cost, exit, left_out)
        };
        chain.windows(2).map(step).collect()
    }

    /// Why there is no way: each of these sets of rules whose leaving out makes one, with the route that
    /// breaks them; when none does by itself, the route that breaks several.
    pub fn why_not<W: Walk<State = State>>(
        &mut self,
        walk: &W,
        start: Stand<State>,
        relaxed: &[Clauses],
        goal: impl Fn(Stand<State>) -> bool + Copy,
    ) -> Vec<Culprit<State>> {
        let mut culprits = Vec::new();
        for &broken in relaxed {
            if let Some(found) = self.cheapest(walk, start, broken, goal) {
                culprits.push(Culprit { broken, route: self.route(walk, found, broken) });
            }
        }
        let together = relaxed.iter().fold(Clauses::NONE, |all, rules| all.and(*rules));
        if culprits.is_empty()
            && let Some(found) = self.cheapest(walk, start, together, goal)
        {
            let route = self.route(walk, found, together);
            let broken = route.iter().fold(Clauses::NONE, |all, leg| all.and(leg.barred));
            culprits.push(Culprit { broken, route });
        }
        culprits
    }
}

/// Follows a route place by place, as it was declared; the steps taken, and whether all of them exist.
///
/// Of several exits to the next place the one that breaks least is taken, then the cheapest.
pub fn follow<W: Walk>(
    walk: &W,
    start: Stand<W::State>,
    path: &[Place],
    left_out: Clauses,
) -> (Vec<Leg<W::State>>, bool) {
    let mut legs: Vec<Leg<W::State>> = Vec::with_capacity(path.len());
    let (mut at, mut spent) = (start, 0);
    for &next in path {
        let mut best: Option<(u32, Fine, Exit)> = None;
        walk.exits(at.place, |exit| {
            if exit.to != next {
                return;
            }
            let mut tell = Tell::without(left_out);
            walk.step(at, spent, exit, &mut tell);
            let (breaks, cost) = (tell.barred().but(left_out).len(), tell.cost());
            if best.is_none_or(|known| (breaks, cost) < (known.0, known.1)) {
                best = Some((breaks, cost, exit));
            }
        });
        let Some((_, _, exit)) = best else { return (legs, false) };
        let leg = Leg::taken(walk, at, spent, exit, left_out);
        (at, spent) = (leg.to, leg.spent);
        legs.push(leg);
    }
    (legs, true)
}
