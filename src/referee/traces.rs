//! Traces: lines of supply or communication that lead to a source, drawn backwards once for a whole side.
//!
//! A trace goes overland for at most so many points, then, where the rules have it, along a path of
//! any length. Blocked hexes are not entered; the hex where a trace begins never blocks it.

use super::ground::{Fine, Ground, Lattice, OFF, Place};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What a trace may follow.
#[derive(Debug)]
pub struct Lines<'a> {
    /// Overland costs.
    pub ground: &'a Ground,
    /// The longest overland leg.
    pub range: Fine,
    /// Directions, as bits, in which paths leave each hex; none when traces follow no paths.
    pub paths: Option<&'a [u8]>,
}

/// How a place is joined to a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Link {
    /// Not at all.
    Cut,
    /// It is a source, or a path leads to one from here: the next place on it.
    Path(Place),
    /// Overland: the points to the path or source, and the next place.
    Overland(Fine, Place),
}

impl Link {
    /// Whether a source is reached.
    pub fn joined(self) -> bool {
        self != Link::Cut
    }
}

/// The traces of one side, with buffers that are used again.
#[derive(Debug, Clone, Default)]
pub struct Traces {
    links: Vec<Link>,
    queue: Vec<Place>,
    open: BinaryHeap<Reverse<(Fine, Place)>>,
}

impl Traces {
    /// Draws all traces to these sources anew.
    ///
    /// `blocked` tells whether a trace may not enter a hex; a source that is blocked does not work.
    pub fn draw(
        &mut self,
        lattice: &Lattice<'_>,
        lines: &Lines<'_>,
        sources: &[Place],
        blocked: impl Fn(Place) -> bool,
    ) {
        self.links.clear();
        self.links.resize(lattice.len(), Link::Cut);
        self.queue.clear();
        self.open.clear();
        for &source in sources {
            if !blocked(source) && !self.links[source as usize].joined() {
                self.links[source as usize] = Link::Path(source);
                self.queue.push(source);
            }
        }
        if let Some(paths) = lines.paths {
            let mut done = 0;
            while done < self.queue.len() {
                let here = self.queue[done];
                done += 1;
                // A hex where a trace may begin, but through which none may pass.
                if blocked(here) {
                    continue;
                }
                for (direction, &next) in lattice.around(here).iter().enumerate() {
                    let along = paths[here as usize] & (1 << direction) != 0;
                    if along && next != OFF && !self.links[next as usize].joined() {
                        self.links[next as usize] = Link::Path(here);
                        self.queue.push(next);
                    }
                }
            }
        }
        for &place in &self.queue {
            if !blocked(place) {
                self.open.push(Reverse((0, place)));
            }
        }
        while let Some(Reverse((spent, here))) = self.open.pop() {
            if let Link::Overland(known, _) = self.links[here as usize]
                && known < spent
            {
                continue;
            }
            if blocked(here) {
                continue;
            }
            for (direction, &before) in lattice.around(here).iter().enumerate() {
                if before == OFF {
                    continue;
                }
                // The trace runs the other way: out of `before`, into `here`.
                let Some(cost) = lines.ground.from(before)[(direction + 3) % 6].cost() else {
                    continue;
                };
                let total = spent.saturating_add(cost);
                let better = match self.links[before as usize] {
                    Link::Cut => true,
                    Link::Path(_) => false,
                    Link::Overland(known, _) => total < known,
                };
                if total <= lines.range && better {
                    self.links[before as usize] = Link::Overland(total, here);
                    self.open.push(Reverse((total, before)));
                }
            }
        }
    }

    /// How a place is joined.
    pub fn link(&self, place: Place) -> Link {
        self.links.get(place as usize).copied().unwrap_or(Link::Cut)
    }

    /// The trace from a place to its source, both included.
    pub fn line(&self, from: Place) -> Vec<Place> {
        let mut line = vec![from];
        let mut here = from;
        while line.len() <= self.links.len() {
            let next = match self.link(here) {
                Link::Path(next) | Link::Overland(_, next) if next != here => next,
                _ => break,
            };
            line.push(next);
            here = next;
        }
        line
    }
}

/// Places from which a line of at most so many hexes, over any ground, leads to an end.
///
/// A line may begin in a blocked hex but not pass one. The visitor gets each place once, nearest first.
pub fn within(
    lattice: &Lattice<'_>,
    end: Place,
    hexes: u32,
    blocked: impl Fn(Place) -> bool,
    mut visit: impl FnMut(Place),
) {
    let mut seen = vec![end];
    let mut done = 0;
    visit(end);
    for _ in 0..hexes {
        let ring = seen.len();
        while done < ring {
            let here = seen[done];
            done += 1;
            if blocked(here) {
                continue;
            }
            for &next in lattice.around(here) {
                if next != OFF && !seen.contains(&next) {
                    seen.push(next);
                    visit(next);
                }
            }
        }
    }
}
