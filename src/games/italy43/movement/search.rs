//! All routes of a unit: the search knows no rule, the step knows no search.
//!
//! It searches without words; the way that somebody asks for is gone once more, with them.

use super::super::ground::Place;
use super::super::position::Position;
use super::super::zones::Front;
use super::step::{Mode, Mover, Progress};
use crate::referee::RuleId;
use hashbrown::{HashMap, HashSet};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What a search found.
pub(in super::super) struct Found {
    /// All steps that were gone, without words: each with the number of the one before it.
    steps: Vec<(Progress, usize)>,
    /// The last step of the cheapest way to each place.
    ways: HashMap<Place, usize>,
    /// Rules that cut off a way somewhere.
    pub(super) pruned_by: HashSet<RuleId>,
}

impl Found {
    /// The cheapest way to a place, told step by step.
    pub(super) fn told(
        &self,
        position: &Position<'_>,
        front: &Front,
        mover: &Mover,
        start: &Progress,
        to: Place,
    ) -> Option<Progress> {
        let way = self.way(to)?.into_iter();
        Some(way.fold(start.clone(), |before, to| position.step(front, mover, &before, to)))
    }

    /// The places that the cheapest way to a place enters.
    pub(super) fn way(&self, to: Place) -> Option<Vec<Place>> {
        let mut way = Vec::new();
        let mut step = *self.ways.get(&to)?;
        while let Some((progress, before)) = self.steps.get(step).filter(|_| step > 0) {
            way.push(progress.at);
            step = *before;
        }
        way.reverse();
        Some(way)
    }

    /// Every place that it found a way to, and its points.
    pub(super) fn places(&self) -> impl Iterator<Item = (Place, i64)> + '_ {
        self.ways.iter().map(|(place, step)| (*place, self.steps[*step].0.spent))
    }
}

/// All places that a unit can reach from where its move stands, breaking no rule but `relaxed`.
pub(in super::super) fn routes(
    position: &Position<'_>,
    front: &Front,
    mover: &Mover,
    start: &Progress,
    relaxed: Option<RuleId>,
) -> Found {
    let mut found = Found { steps: Vec::new(), ways: HashMap::new(), pruned_by: HashSet::new() };
    let allowed = |progress: &Progress, pruned: &mut HashSet<RuleId>| {
        let mut ok = true;
        for breach in &progress.breaches {
            if Some(breach.rule) != relaxed {
                pruned.insert(breach.rule);
                ok = false;
            }
        }
        ok
    };
    if !allowed(start, &mut found.pruned_by) {
        return found;
    }
    let silent = start.silent();
    // The least that a way to a place, stopping there or not, has cost so far.
    let mut least: HashMap<(Place, bool), i64> = HashMap::new();
    least.insert((silent.at, silent.stopped()), 0);
    let mut heap = BinaryHeap::from([Reverse((0_i64, 0_usize))]);
    found.steps.push((silent, 0));
    let mut next = Vec::new();
    while let Some(Reverse((cost, index))) = heap.pop() {
        let here = &found.steps[index].0;
        let at = here.at;
        if least.get(&(at, here.stopped())).is_some_and(|other| *other < cost) {
            continue;
        }
        let known = found.ways.get(&at).map(|step| weight(&found.steps[*step].0));
        if known.is_none_or(|known| weight(here) < known) {
            found.ways.insert(at, index);
        }
        position.next_places(at, &mut next);
        for to in next.drain(..) {
            let after = position.step(front, mover, &found.steps[index].0, to);
            if !allowed(&after, &mut found.pruned_by) {
                continue;
            }
            let (key, cost) = ((after.at, after.stopped()), weight(&after));
            if least.get(&key).is_none_or(|other| cost < *other) {
                least.insert(key, cost);
                heap.push(Reverse((cost, found.steps.len())));
                found.steps.push((after, index));
            }
        }
    }
    found
}

/// Points, or hexes in tactical movement.
fn weight(progress: &Progress) -> i64 {
    match progress.mode {
        Mode::Tactical => i64::from(progress.hexes),
        _ => progress.spent,
    }
}

impl Position<'_> {
    /// Places next to a place.
    fn next_places(&self, at: Place, next: &mut Vec<Place>) {
        let areas = |hex| {
            self.ground
                .areas
                .iter()
                .enumerate()
                .filter(move |(_, area)| area.touches.contains(&hex))
                .map(|(index, _)| Place::Area(index))
        };
        match at {
            Place::Hex(hex) => {
                next.extend(self.ground.neighbours(hex).map(Place::Hex).chain(areas(hex)));
            }
            Place::Area(area) => {
                let area = &self.ground.areas[area];
                let others = self.ground.areas.iter().enumerate();
                let near = others.filter(|(_, other)| {
                    other.next_to.contains(&area.name) || area.next_to.contains(&other.name)
                });
                let hexes = area.touches.iter().map(|hex| Place::Hex(*hex));
                next.extend(hexes.chain(near.map(|(index, _)| Place::Area(index))));
            }
            Place::Off(_) => {}
        }
    }
}
