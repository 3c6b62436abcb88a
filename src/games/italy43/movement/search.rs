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
    /// The cheapest way to each place, without words.
    pub(in super::super) ways: HashMap<Place, Progress>,
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
        let way = self.ways.get(&to)?;
        let steps = way.entered.iter().skip(start.entered.len());
        Some(steps.fold(start.clone(), |before, to| position.step(front, mover, &before, *to)))
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
    let mut found = Found { ways: HashMap::new(), pruned_by: HashSet::new() };
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
    let mut best: HashMap<(Place, bool), i64> = HashMap::new();
    let mut heap = BinaryHeap::new();
    let mut silent = start.clone();
    silent.quiet = true;
    silent.lines.clear();
    let mut known: Vec<Progress> = vec![silent];
    heap.push(Reverse((0_i64, 0_usize)));
    while let Some(Reverse((cost, index))) = heap.pop() {
        let here = known[index].clone();
        let key = (here.at, here.stopped());
        if best.get(&key).is_some_and(|old| *old <= cost) {
            continue;
        }
        best.insert(key, cost);
        let better = found.ways.get(&here.at).is_none_or(|old| weight(&here) < weight(old));
        if better {
            found.ways.insert(here.at, here.clone());
        }
        for to in position.next_places(here.at) {
            let after = position.step(front, mover, &here, to);
            if allowed(&after, &mut found.pruned_by) {
                heap.push(Reverse((weight(&after), known.len())));
                known.push(after);
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
    fn next_places(&self, at: Place) -> Vec<Place> {
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
                self.ground.neighbours(hex).map(Place::Hex).chain(areas(hex)).collect()
            }
            Place::Area(area) => {
                let area = &self.ground.areas[area];
                let others = self.ground.areas.iter().enumerate();
                let next = others.filter(|(_, other)| {
                    other.next_to.contains(&area.name) || area.next_to.contains(&other.name)
                });
                let hexes = area.touches.iter().map(|hex| Place::Hex(*hex));
                hexes.chain(next.map(|(index, _)| Place::Area(index))).collect()
            }
            Place::Off(_) => Vec::new(),
        }
    }
}
